"""coverage: what every table that can be drawn allows, proved."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckkit.cli.common import (
    GameOption,
    Paths,
    ProfileName,
    app,
    options,
    split,
    write_result,
)
from deckkit.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from deckkit.game import CoverageResult


class CoverageFormat(StrEnum):
    """Formats of the coverage report."""

    TERMINAL = "terminal"
    JSON = "json"
    MARKDOWN = "markdown"


@app.command()
def coverage(
    paths: Paths = None,
    setup: Annotated[list[str] | None, typer.Option(help="Only these Setups.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Proofs only.")] = False,
    full: Annotated[bool, typer.Option("--full", help="Look at every legal draw.")] = False,
    format_: Annotated[CoverageFormat, typer.Option("--format", "-f", help="Format.")] = (
        CoverageFormat.TERMINAL
    ),
    plot: Annotated[Path | None, typer.Option(help="Folder for heatmaps as SVG.")] = None,
    certificate: Annotated[Path | None, typer.Option(help="File for the certificate.")] = None,
    verify: Annotated[Path | None, typer.Option(help="Check a certificate instead.")] = None,
    game: GameOption = None,
) -> None:
    """Prove that every Setup can be drawn, met and won, on every table."""
    from deckkit import pipeline

    chosen = options(paths, ProfileName.DRAFT, game)
    if verify is not None:
        deck, problems = pipeline.verify_certificate(chosen, verify)
        for problem in problems:
            typer.echo(f"✗ {problem}")
        typer.echo(f"{deck}: {'the certificate does NOT hold' if problems else 'verified'}.")
        raise typer.Exit(ExitCode.FINDINGS if problems else ExitCode.OK)
    if quick and full:
        raise UsageError("--quick and --full exclude each other.")
    mode = "quick" if quick else "full" if full else "normal"
    with _executor(full) as executor:
        found = pipeline.coverage(chosen, split(setup) or None, mode, executor)
    if format_ is CoverageFormat.JSON:
        single = len(found) == 1
        data = {deck: report.as_json() for deck, report in found.items()}
        typer.echo(json.dumps(next(iter(data.values())) if single else data, indent=2))
    for deck, report in found.items() if format_ is not CoverageFormat.JSON else ():
        text = format_ is CoverageFormat.TERMINAL
        typer.echo(f"{deck}\n\n{report.as_text()}" if text else report.as_markdown())
    _write(list(found.values()), plot, certificate, chosen.paths)


def _write(
    reports: list[CoverageResult],
    plot: Path | None,
    certificate: Path | None,
    sources: Sequence[Path],
) -> None:
    if (plot or certificate) and len(reports) > 1:
        raise UsageError("--plot and --certificate are for one deck.", "Name one deck.")
    files = {}
    if certificate:
        text = json.dumps(reports[0].certificate(), indent=1) + "\n"
        files[certificate] = text
    if plot:
        files.update({plot / name: svg for name, svg in reports[0].plots().items()})
    for path, text in files.items():
        write_result(path, text, sources)
        typer.echo(path.as_posix(), err=True)


def _executor(full: bool) -> AbstractContextManager[Executor | None]:
    """A process pool where every draw is looked at; proofs need none."""
    if not full:
        return nullcontext()
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(max_workers=os.cpu_count())
