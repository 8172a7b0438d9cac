"""export: decks for Tabletop Simulator, spreadsheets and Anki."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckkit.cli.common import (
    Format,
    GameOption,
    Paths,
    ProfileName,
    ProfileOption,
    SheetOption,
    app,
    name_files,
    options,
    show,
)
from deckkit.errors import UsageError

if TYPE_CHECKING:
    from deckkit.building import Built

exports = typer.Typer(
    help="Decks for Tabletop Simulator, spreadsheets and Anki.",
    rich_markup_mode=None,
    no_args_is_help=True,
)
app.add_typer(exports, name="export")

OutOption = Annotated[Path, typer.Option(help="Folder to write to.")]


@exports.command("tts")
def export_tts(
    paths: Paths = None,
    out: OutOption = Path("build/tts"),
    dpi: Annotated[float, typer.Option(help="Finest resolution of a card.")] = 300,
    url: Annotated[str, typer.Option(help="What to put before the pictures' names.")] = "",
    profile: ProfileOption = ProfileName.PRINT,
    game: GameOption = None,
    sheet: SheetOption = None,
) -> None:
    """Write pictures of all cards and a saved object for Tabletop Simulator."""
    from deckkit import export

    if url and not url.startswith(("https://", "http://", "file://")):
        raise UsageError(f"{url} is no address of the web.", "Type one that starts with https://.")
    base = url and url.rstrip("/") + "/"
    chosen = options(paths, profile, game, sheet)
    _done(export.export_tabletop(chosen, out, dpi=dpi, base=base))


@exports.command("csv")
def export_csv(
    paths: Paths = None,
    out: OutOption = Path("build/csv"),
    profile: ProfileOption = ProfileName.PRINT,
    game: GameOption = None,
    sheet: SheetOption = None,
) -> None:
    """Write the questions of each deck as one plain table."""
    from deckkit import export

    _done(export.export_csv(options(paths, profile, game, sheet), out))


@exports.command("anki")
def export_anki(
    paths: Paths = None,
    out: OutOption = Path("build/anki"),
    profile: ProfileOption = ProfileName.PRINT,
    game: GameOption = None,
    sheet: SheetOption = None,
) -> None:
    """Write the questions of each deck as flash cards for Anki."""
    from deckkit import export

    _done(export.export_anki(options(paths, profile, game, sheet), out))


def _done(exported: Built) -> None:
    """Show the report, then name the files written."""
    show(exported.report, Format.AUTO, False, False, None, stream="stderr")
    name_files(exported.files, exported.removed)
