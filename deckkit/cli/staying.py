"""daemon: the process that stays after a build and makes the next one quick."""

from __future__ import annotations

import typer

from deckkit.cli.common import app
from deckkit.text import number

command = typer.Typer(
    help="The process that stays after a build and makes the next one quick.",
    rich_markup_mode=None,
)
app.add_typer(command, name="daemon")
_NONE = "No process waits."


@command.command()
def status() -> None:
    """Say whether a process waits for the next build or validate, and how large it is."""
    from deckkit import daemon
    from deckkit.daemon import client

    about = client.about()
    if about is None:
        typer.echo(_NONE)
        return
    size, waits = about["bytes"] / 1e6, daemon.spoken(about["idle"])
    typer.echo(
        f"Process {about['process']} waits: {size:.0f} MB, {number(about['jobs'], 'command')} "
        f"so far. It ends after {waits} without one."
    )


@command.command()
def stop() -> None:
    """End the process that waits; the next command starts anew."""
    from deckkit.daemon import client

    typer.echo("Stopped." if client.stop() else _NONE)
