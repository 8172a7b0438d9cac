"""explain, rules, schema, doctor: what deckkit knows about itself."""

from __future__ import annotations

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
) -> None:
    """Print a JSON Schema, or the list of all."""
    from deckkit import catalogue

    typer.echo(catalogue.schema(name))


@app.command()
def doctor() -> None:
    """Check that everything deckkit needs is installed."""
    from deckkit import doctor as checks

    lines, healthy = checks.examine()
    for line in lines:
        typer.echo(line)
    if not healthy:
        raise typer.Exit(ExitCode.FINDINGS)
