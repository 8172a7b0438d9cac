"""diff and git: what changed between two decks."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from deckkit.cli.common import ColorOption, GameOption, app, colored
from deckkit.errors import ExitCode

git = typer.Typer(
    help="Let Git show and merge workbooks and tables by record.", rich_markup_mode=None
)
app.add_typer(git, name="git")


class DiffFormat(StrEnum):
    """Formats of a comparison."""

    TERMINAL = "terminal"
    JSON = "json"
    MARKDOWN = "markdown"


class Weight(StrEnum):
    """What a change means to those who use the deck."""

    BREAKING = "breaking"
    NOTABLE = "notable"
    HARMLESS = "harmless"
    NEVER = "never"


@app.command()
def diff(
    old: Annotated[str, typer.Argument(help="Folder, workbook, deck.json or REVISION:path.")],
    new: Annotated[str, typer.Argument(help="The same, for the newer deck.")],
    format_: Annotated[DiffFormat, typer.Option("--format", "-f", help="Format.")] = (
        DiffFormat.TERMINAL
    ),
    fail_on: Annotated[Weight, typer.Option("--fail-on", help="Change that makes exit code 1.")] = (
        Weight.NEVER
    ),
    reprint: Annotated[
        Path | None, typer.Option(help="Folder for PDFs of the cards whose faces changed.")
    ] = None,
    sheets: Annotated[str, typer.Option(help="Sheets of --reprint.")] = "a4-duplex",
    game: GameOption = None,
    color: ColorOption = None,
) -> None:
    """Say what changed between two decks, record by record, and what to print again."""
    from deckkit import diff as differ

    before = differ.load_side(old, game_id=game)
    after = differ.load_side(new, game_id=game)
    found = differ.compare(before, after)
    typer.echo(differ.render(format_.value, found, color=colored(color)), nl=False, color=True)
    if reprint is not None:
        from deckkit import building

        for file in building.reprint(before.deck, after.deck, sheets, reprint):
            typer.echo(file.as_posix(), err=True)
    if fail_on is not Weight.NEVER and found.worst_at_least(differ.Impact(fail_on.value)):
        raise typer.Exit(ExitCode.FINDINGS)


@git.command()
def install() -> None:
    """Set this repository up: text diffs of workbooks, merges of tables by record."""
    from deckkit import gitdrivers

    for line in gitdrivers.install():
        typer.echo(line)


@git.command()
def textconv(file: Annotated[Path, typer.Argument(help="A workbook.")]) -> None:
    """Print a workbook as text, for git diff."""
    from deckkit import gitdrivers

    typer.echo(gitdrivers.textconv(file), nl=False)


@git.command()
def merge(
    base: Annotated[Path, typer.Argument(help="The common ancestor.")],
    ours: Annotated[Path, typer.Argument(help="Our version; the result is written here.")],
    theirs: Annotated[Path, typer.Argument(help="Their version.")],
    path: Annotated[str, typer.Argument(help="The file's path in the repository.")],
) -> None:
    """Merge three versions of a table by record and cell, for git merge."""
    from deckkit import gitdrivers

    result = gitdrivers.merge_files(base, ours, theirs, path)
    for message in result.messages:
        typer.echo(message, err=True)
    if not result.clean:
        raise typer.Exit(ExitCode.FINDINGS)
