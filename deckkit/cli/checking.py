"""validate, facts, stats, baseline: what is wrong with sources, and what is in them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckkit.cli.common import (
    ColorOption,
    FailOption,
    Format,
    FormatOption,
    GameOption,
    IgnoreOption,
    Level,
    MapOption,
    Paths,
    ProfileName,
    ProfileOption,
    QuietOption,
    ReportOption,
    SelectOption,
    SheetOption,
    VerboseOption,
    app,
    date_of,
    exit_on,
    keep_apart,
    options,
    show,
    write_reports,
)
from deckkit.errors import ExitCode
from deckkit.text import number


@app.command()
def validate(
    paths: Paths = None,
    profile: ProfileOption = ProfileName.REVIEW,
    format_: FormatOption = Format.AUTO,
    game: GameOption = None,
    sheet: SheetOption = None,
    columns: MapOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    fail_on: FailOption = Level.ERROR,
    exit_zero: Annotated[bool, typer.Option(help="Exit 0 whatever is found.")] = False,
    report: ReportOption = None,
    baseline: Annotated[
        Path | None, typer.Option(help="File of known findings that do not count.")
    ] = None,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    color: ColorOption = None,
) -> None:
    """Check sources against the schemas and rules of their game."""
    from deckkit import pipeline

    chosen = options(paths, profile, game, sheet, select, ignore, columns)
    found = pipeline.validate(chosen)
    if baseline is not None:
        found = pipeline.without_known(found, baseline)
    write_reports(found, report, chosen.paths)
    show(found, format_, quiet, verbose, color)
    if not exit_zero:
        exit_on(found, fail_on)


@app.command(name="baseline")
def write_baseline(
    paths: Paths = None,
    out: Annotated[Path, typer.Option(help="File to write.")] = Path("deckkit-baseline.json"),
    profile: ProfileOption = ProfileName.REVIEW,
    game: GameOption = None,
) -> None:
    """Write down all findings of today, so that only new ones count (validate --baseline)."""
    from deckkit import baseline as known
    from deckkit import pipeline

    chosen = options(paths, profile, game)
    report = pipeline.validate(chosen)
    keep_apart(out, chosen.paths)
    known.write(known.Baseline.of(report), out)
    typer.echo(f"{number(report.total, 'finding')} written to {out}.", err=True)


@app.command()
def facts(
    paths: Paths = None,
    stale: Annotated[
        str | None, typer.Option(metavar="DATE", help="List by age at this date and volatility.")
    ] = None,
    format_: Annotated[Format, typer.Option("--format", "-f", help="terminal or json.")] = (
        Format.AUTO
    ),
    game: GameOption = None,
) -> None:
    """Recompute every answer that rests on a fact and say what comes out."""
    from deckkit import pipeline
    from deckkit.reporters import facts as report

    lines = pipeline.facts(options(paths, ProfileName.DRAFT, game))
    as_json = format_ is Format.JSON
    if stale is not None:
        typer.echo(report.render_stale(lines, date_of(stale), as_json=as_json))
        return
    typer.echo(report.render(lines, as_json=as_json))
    if any(line.status in ("differs", "broken") for found in lines.values() for line in found):
        raise typer.Exit(ExitCode.FINDINGS)


@app.command()
def stats(
    paths: Paths = None,
    format_: Annotated[Format, typer.Option("--format", "-f", help="terminal or json.")] = (
        Format.AUTO
    ),
    game: GameOption = None,
) -> None:
    """Count matches, categories and levels of decks."""
    import json

    from deckkit import pipeline
    from deckkit import stats as counts

    found = pipeline.charts(options(paths, ProfileName.DRAFT, game))
    if format_ is Format.JSON:
        data = {deck: counts.as_json(charts) for deck, charts in found.items()}
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for deck, charts in found.items():
        typer.echo(f"{deck}\n\n{counts.render(charts)}")
