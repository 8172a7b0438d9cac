"""The command line: arguments -> one pipeline call -> reporter -> exit code. No logic."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckkit import __version__
from deckkit.errors import DeckkitError, ExitCode, UsageError

if TYPE_CHECKING:
    from deckkit.findings import Report

app = typer.Typer(
    name="deckkit",
    help="Author, validate and print card-quiz decks.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Format(StrEnum):
    """Formats of a report."""

    AUTO = "auto"
    TERMINAL = "terminal"
    JSON = "json"


class ProfileName(StrEnum):
    """How much is asked of a deck."""

    DRAFT = "draft"
    REVIEW = "review"
    PRINT = "print"


class Level(StrEnum):
    """Severities that can fail a run."""

    ERROR = "error"
    WARNING = "warning"


Paths = Annotated[
    list[Path] | None,
    typer.Argument(help="Deck folders, workbooks or CSV files.", show_default="sources/"),
]
ProfileOption = Annotated[ProfileName, typer.Option("--profile", help="How much is asked.")]
GameOption = Annotated[
    str | None, typer.Option("--game", help="Game of files that have no deck.toml.")
]
SheetOption = Annotated[str | None, typer.Option("--sheet", help="Sheet that a lone CSV holds.")]
FormatOption = Annotated[Format, typer.Option("--format", "-f", help="Format of the report.")]
SelectOption = Annotated[
    list[str] | None, typer.Option("--select", help="Only these codes, e.g. QW or DK104.")
]
IgnoreOption = Annotated[list[str] | None, typer.Option("--ignore", help="Not these codes.")]
FailOption = Annotated[Level, typer.Option("--fail-on", help="Severity that makes exit code 1.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Only the summary.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Everything.")]
ColorOption = Annotated[
    bool | None, typer.Option("--color/--no-color", help="Colours; by default on a terminal.")
]


@app.command()
def validate(
    paths: Paths = None,
    profile: ProfileOption = ProfileName.REVIEW,
    format_: FormatOption = Format.AUTO,
    game: GameOption = None,
    sheet: SheetOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    fail_on: FailOption = Level.ERROR,
    exit_zero: Annotated[bool, typer.Option(help="Exit 0 whatever is found.")] = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    color: ColorOption = None,
) -> None:
    """Check sources against the schemas and rules of their game."""
    from deckkit import pipeline

    report = pipeline.validate(_options(paths, profile, game, sheet, select, ignore))
    _show(report, format_, quiet, verbose, color)
    if not exit_zero:
        _exit_on(report, fail_on)


@app.command()
def build(
    paths: Paths = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="Also write print-and-play PDFs.")] = False,
    sheets: Annotated[
        list[str] | None, typer.Option(help="Sheets to print, e.g. a4-duplex.")
    ] = None,
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path("build"),
    profile: ProfileOption = ProfileName.PRINT,
    draft: Annotated[
        bool, typer.Option("--draft", help="Profile draft; every page says DRAFT.")
    ] = False,
    game: GameOption = None,
    sheet: SheetOption = None,
    fail_on: FailOption = Level.ERROR,
    format_: FormatOption = Format.AUTO,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    color: ColorOption = None,
) -> None:
    """Write the JSON decks, and with --pdf the sheets to print."""
    from deckkit import pipeline

    chosen = ProfileName.DRAFT if draft else profile
    target = pipeline.BuildOptions(out, pdf or bool(sheets), _split(sheets), draft)
    built = pipeline.build(_options(paths, chosen, game, sheet, None, None), target)
    _show(
        built.report, format_, quiet, verbose, color, stream="stderr" if built.files else "stdout"
    )
    if not built.files:
        typer.echo("Nothing was written: the decks have errors.", err=True)
        raise typer.Exit(ExitCode.FINDINGS)
    for file in built.files:
        typer.echo(file.as_posix())
    if not draft:
        _exit_on(built.report, fail_on)


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

    lines = pipeline.facts(_options(paths, ProfileName.DRAFT, game, None, None, None))
    as_json = format_ is Format.JSON
    if stale is not None:
        typer.echo(report.render_stale(lines, _date(stale), as_json=as_json))
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

    found = pipeline.charts(_options(paths, ProfileName.DRAFT, game, None, None, None))
    if format_ is Format.JSON:
        data = {deck: counts.as_json(charts) for deck, charts in found.items()}
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for deck, charts in found.items():
        typer.echo(f"{deck}\n\n{counts.render(charts)}")


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


def _options(
    paths: list[Path] | None,
    profile: ProfileName,
    game: str | None,
    sheet: str | None,
    select: list[str] | None,
    ignore: list[str] | None,
) -> Any:
    from deckkit.findings import Profile
    from deckkit.pipeline import Options

    return Options(
        tuple(paths or [Path("sources")]),
        Profile.parse(profile.value),
        game,
        sheet,
        _split(select),
        _split(ignore),
    )


def _date(text: str) -> str:
    """`text` when it is a day such as 2026-11-29; raises UsageError otherwise."""
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError(f"{text} is not a date.", "Type one such as 2026-11-29.") from None


def _split(words: list[str] | None) -> tuple[str, ...]:
    return tuple(part for word in words or () for part in word.split(",") if part)


def _show(
    report: Report,
    format_: Format,
    quiet: bool,
    verbose: bool,
    color: bool | None,
    stream: str = "stdout",
) -> None:
    from deckkit import reporters

    target = sys.stderr if stream == "stderr" else sys.stdout
    name = "terminal" if format_ is Format.AUTO else format_.value
    if color is None:
        color = target.isatty() and not os.environ.get("NO_COLOR")
    verbosity = -1 if quiet else int(verbose)
    text = reporters.render(name, report, color=color, verbosity=verbosity)
    typer.echo(text, nl=False, err=stream == "stderr", color=True)


def _exit_on(report: Report, level: Level) -> None:
    from deckkit.findings import Severity

    if report.worst_at_least(Severity(level.value)):
        raise typer.Exit(ExitCode.FINDINGS)


def main() -> None:
    """Entry point of the console script: runs a command and maps exceptions to exit codes."""
    with _exit_codes():
        app(prog_name="deckkit")


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
