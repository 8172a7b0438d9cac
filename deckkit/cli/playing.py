"""deal and score: a table to play on, and the check at its end."""

from __future__ import annotations

import json
import secrets
from enum import StrEnum
from typing import Annotated

import typer

from deckkit.cli.common import app


class DealFormat(StrEnum):
    """Formats of a table."""

    TERMINAL = "terminal"
    JSON = "json"


@app.command()
def deal(
    deck: Annotated[
        str | None,
        typer.Argument(help="Folder, workbook or deck.json.", show_default="the one in sources/"),
    ] = None,
    setup: Annotated[str | None, typer.Option(metavar="ID", help="Setup card to lay out.")] = None,
    seed: Annotated[
        int | None, typer.Option(help="Number that decides every card.", show_default="random")
    ] = None,
    players: Annotated[int, typer.Option(help="Number of players.")] = 4,
    answers: Annotated[bool, typer.Option("--answers", help="Also say what is right.")] = False,
    format_: Annotated[DealFormat, typer.Option("--format", "-f", help="Format.")] = (
        DealFormat.TERMINAL
    ),
) -> None:
    """Lay out a legal random table; the same seed gives the same table."""
    from deckkit import playing
    from deckkit.game import Ask

    chosen = secrets.randbelow(2**32) if seed is None else seed
    dealt = playing.deal(deck, Ask(chosen, players, setup, answers))
    if format_ is DealFormat.JSON:
        typer.echo(json.dumps(dealt.data, ensure_ascii=False, indent=2))
    else:
        typer.echo(dealt.text, nl=False)


@app.command()
def score(
    table: Annotated[str, typer.Argument(metavar="FILE|-", help="JSON of a finished table.")],
) -> None:
    """Judge a finished table: a JSON of plays in, a JSON of verdicts out."""
    from deckkit import playing

    typer.echo(json.dumps(playing.score(table), ensure_ascii=False, indent=2))
