"""preview: the cards of decks in a browser."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from deckkit.cli.common import (
    GameOption,
    MapOption,
    Paths,
    ProfileName,
    ProfileOption,
    SheetOption,
    app,
    options,
)


@app.command()
def preview(
    paths: Paths = None,
    port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Port of this computer.", show_default="8650"),
    ] = None,
    browser: Annotated[
        bool | None,
        typer.Option("--open/--no-open", help="Open the browser; by default on a terminal."),
    ] = None,
    profile: ProfileOption = ProfileName.REVIEW,
    game: GameOption = None,
    sheet: SheetOption = None,
    columns: MapOption = None,
) -> None:
    """Show the cards and the findings in a browser, anew after every change, until Ctrl-C."""
    from deckkit.preview import Preview, serve

    def ready(address: str) -> None:
        typer.echo(f"The cards are at {address} and follow every change. Ctrl-C ends.")
        if browser if browser is not None else sys.stdout.isatty():
            typer.launch(address)

    try:
        serve(Preview(options(paths, profile, game, sheet, columns=columns)), port, ready)
    except KeyboardInterrupt:
        typer.echo("")
