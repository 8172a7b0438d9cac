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
_NONE, _WORKS = "No process waits.", "The process is at work."


@command.command()
def status() -> None:
    """Say whether a process waits for the next build or validate, and how large it is."""
    from deckkit import daemon
    from deckkit.daemon import client

    about = client.about()
    if not about:
        typer.echo(_NONE if about is None else _WORKS)
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

    stopped = client.stop()
    typer.echo(_NONE if stopped is None else "Stopped." if stopped else _WORKS)
