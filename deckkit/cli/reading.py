"""explain, rules, schema, doctor: what deckkit knows about itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckkit.cli.common import Format, GameOption, app
from deckkit.errors import ExitCode


@app.command()
def explain(
    code: Annotated[str, typer.Argument(help="A code such as QW301, or its name.")],
) -> None:
    """Say what a code means, why it matters and how to fix it."""
    from deckkit import catalogue

    typer.echo(catalogue.page(code))


@app.command()
def rules(
    game: GameOption = None,
    format_: Annotated[
        Format, typer.Option("--format", "-f", help="terminal or json.")
    ] = Format.AUTO,
) -> None:
    """List every kind of finding."""
    from deckkit import catalogue

    typer.echo(catalogue.listing(game, as_json=format_ is Format.JSON))


@app.command()
def schema(
    name: Annotated[
        str | None, typer.Argument(help="e.g. quizwiz/statements, or quizwiz for the deck.")
    ] = None,
    check: Annotated[
        tuple[Path, Path] | None,
        typer.Option(metavar="OLD NEW", help="Say what the change between two files breaks."),
    ] = None,
    format_: Annotated[
        Format, typer.Option("--format", "-f", help="terminal or json, for --check.")
    ] = Format.AUTO,
) -> None:
    """Print a JSON Schema, or the list of all; or judge a change (exit code 1: breaking)."""
    if check is None:
        from deckkit import catalogue

        typer.echo(catalogue.schema(name))
        return
    from deckkit import compat

    changes = compat.check(*check)
    typer.echo(compat.as_json(changes) if format_ is Format.JSON else compat.render(changes))
    if compat.verdict_of(changes) is compat.Verdict.BREAKING:
        raise typer.Exit(ExitCode.FINDINGS)


@app.command()
def doctor() -> None:
    """Check that everything deckkit needs is installed."""
    from deckkit import doctor as checks

    lines, healthy = checks.examine()
    for line in lines:
        typer.echo(line)
    if not healthy:
        raise typer.Exit(ExitCode.FINDINGS)
