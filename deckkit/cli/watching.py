"""watch: builds again whenever a source changes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckkit.cli.common import (
    ColorOption,
    Format,
    GameOption,
    MapOption,
    Paths,
    ProfileName,
    ProfileOption,
    QuietOption,
    SheetOption,
    app,
    options,
    show,
    split,
)


@app.command()
def watch(
    paths: Paths = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="Also write print-and-play PDFs.")] = False,
    sheets: Annotated[
        list[str] | None, typer.Option(help="Sheets to print, e.g. a4-duplex.")
    ] = None,
    cards: Annotated[
        list[str] | None, typer.Option(help="Print only these cards, e.g. S012,S040-S052.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path("build"),
    profile: ProfileOption = ProfileName.PRINT,
    game: GameOption = None,
    sheet: SheetOption = None,
    columns: MapOption = None,
    quiet: QuietOption = False,
    color: ColorOption = None,
) -> None:
    """Build, and build again after every change of a source, until Ctrl-C."""
    from deckkit import building, watching

    target = building.BuildOptions(
        out, pdf or bool(sheets or cards), split(sheets), cards=split(cards)
    )
    chosen = options(paths, profile, game, sheet, columns=columns)
    try:
        for done in watching.watch(chosen, target):
            if done.built is not None:
                show(done.built.report, Format.TERMINAL, quiet, False, color)
            files = len(done.built.files) if done.built else 0
            what = f"{files} files written" if files else "Nothing was written"
            after = f" {done.problem}" if done.problem else ""
            typer.echo(f"{what} ({done.seconds:.1f} s).{after} Waiting for changes; Ctrl-C ends.")
    except KeyboardInterrupt:
        typer.echo("")
