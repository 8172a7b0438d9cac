"""The command line: arguments -> one pipeline call -> reporter -> exit code. No logic."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Annotated

import typer

from deckkit import __version__, progress
from deckkit.cli import (
    checking,
    comparing,
    covering,
    exporting,
    making,
    playing,
    previewing,
    reading,
    staying,
)
from deckkit.cli.common import app
from deckkit.errors import DeckkitError, ExitCode

__all__ = [
    "app",
    "checking",
    "comparing",
    "covering",
    "exporting",
    "main",
    "making",
    "playing",
    "previewing",
    "reading",
    "staying",
]


def _version(value: bool) -> None:
    if value:
        typer.echo(f"deckkit {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Author, validate and print card-quiz decks."""


def main() -> None:
    """Entry point of the console script: runs a command and maps exceptions to exit codes."""
    progress.on()
    with _exit_codes():
        _command()(prog_name="deckkit")


@cache
def _command() -> Callable[..., object]:
    """All commands; kept, since typer takes some 20 ms to look at them."""
    return typer.main.get_command(app)


@contextmanager
def _exit_codes() -> Iterator[None]:
    try:
        yield
    except DeckkitError as error:
        _fail(error.exit_code, error.message, error.hint)
    except KeyboardInterrupt:
        _fail(ExitCode.INTERRUPTED, "Interrupted; nothing was changed.")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(ExitCode.OK)
    except Exception as error:
        from deckkit import crash

        _fail(ExitCode.INTERNAL, f"deckkit broke: {error!r}.", f"The log is {crash.save(error)}.")


def _fail(code: ExitCode, message: str, hint: str = "") -> None:
    typer.echo(f"deckkit: {message}" + (f" {hint}" if hint else ""), err=True)
    sys.exit(code)
