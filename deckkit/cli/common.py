"""What all commands share: the app, options, and how a report reaches the user."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckkit.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from deckkit.findings import Report
    from deckkit.pipeline import Options

MANY = 30  # files of one folder that are still named one by one

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
    SARIF = "sarif"
    JUNIT = "junit"
    GITHUB = "github"
    MARKDOWN = "markdown"
    CODEQUALITY = "codequality"


class ProfileName(StrEnum):
    """How much is asked of a deck."""

    DRAFT = "draft"
    REVIEW = "review"
    PRINT = "print"


class Level(StrEnum):
    """Severities that can fail a run."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


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
MapOption = Annotated[
    list[str] | None,
    typer.Option("--map", metavar="COLUMN=HEADER", help="Header of a column, e.g. code=ISO."),
]
FailOption = Annotated[Level, typer.Option("--fail-on", help="Severity that makes exit code 1.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Only the summary.")]
ReportOption = Annotated[
    list[str] | None, typer.Option(metavar="FORMAT=PATH", help="Also write a report to a file.")
]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Everything.")]
ColorOption = Annotated[
    bool | None, typer.Option("--color/--no-color", help="Colours; by default on a terminal.")
]


def options(
    paths: list[Path] | None,
    profile: ProfileName,
    game: str | None,
    sheet: str | None = None,
    select: list[str] | None = None,
    ignore: list[str] | None = None,
    columns: list[str] | None = None,
) -> Options:
    """The pipeline's options; without paths the folder sources/."""
    from deckkit.findings import Profile
    from deckkit.pipeline import Options

    if select or ignore:
        from deckkit.catalogue import check_words

        check_words(split([*(select or ()), *(ignore or ())]))
    return Options(
        tuple(paths or [Path("sources")]),
        Profile.parse(profile.value),
        game,
        sheet,
        split(select),
        split(ignore),
        split(columns),
    )


def date_of(text: str) -> str:
    """`text` when it is a day such as 2026-11-29; raises UsageError otherwise."""
    from datetime import date

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise UsageError(f"{text} is not a date.", "Type one such as 2026-11-29.") from None


def split(words: list[str] | None) -> tuple[str, ...]:
    """Words of options that may be repeated or hold several separated by commas."""
    parts = (part.strip() for word in words or () for part in word.split(","))
    return tuple(part for part in parts if part)


def show(
    report: Report,
    format_: Format,
    quiet: bool,
    verbose: bool,
    color: bool | None,
    stream: str = "stdout",
) -> None:
    """Print a report; results go to stdout, what only accompanies a result to stderr."""
    from deckkit import reporters

    name = automatic() if format_ is Format.AUTO else format_.value
    verbosity = -1 if quiet else int(verbose)
    text = reporters.render(name, report, color=colored(color, stream), verbosity=verbosity)
    typer.echo(text, nl=False, err=stream == "stderr", color=True)


def colored(wanted: bool | None, stream: str = "stdout") -> bool:
    """Whether to colour: as asked, else on a terminal unless NO_COLOR is set."""
    if wanted is not None:
        return wanted
    target = sys.stderr if stream == "stderr" else sys.stdout
    return target.isatty() and not os.environ.get("NO_COLOR")


def keep_apart(path: Path, sources: Sequence[Path]) -> None:
    """Raise UsageError for a file to be written that is a source, or would be read as one."""
    from deckkit.config import DECK_FILE
    from deckkit.loading import TABLE_SUFFIXES

    place = path.resolve()
    readable = place.name == DECK_FILE or place.suffix.lower() in TABLE_SUFFIXES
    for source in (one.resolve() for one in sources):
        if place == source or (readable and place.is_relative_to(source)):
            raise UsageError(f"{path} is a source, or would be taken for one.", "Choose another.")


def write_result(path: Path, text: str, sources: Sequence[Path]) -> None:
    """Write a file that was asked for; raises UsageError where it cannot be, or is a source."""
    from deckkit.output import write_file

    keep_apart(path, sources)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text.encode())
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error


def write_reports(report: Report, wanted: list[str] | None, sources: Sequence[Path]) -> None:
    """Write `report` as each ``FORMAT=PATH`` says; raises UsageError for one that cannot be."""
    from deckkit import reporters
    from deckkit.text import any_of

    for word in wanted or ():
        name, equals, path = word.partition("=")
        if not equals or not path or name not in reporters.REPORTERS:
            known = any_of(list(reporters.REPORTERS))
            raise UsageError(f"--report {word} is not FORMAT=PATH.", f"Formats are {known}.")
        write_result(Path(path), reporters.render(name, report), sources)


def name_files(files: Sequence[Path], removed: Sequence[Path]) -> None:
    """Name the files written, and on stderr those removed; without any, leave with exit code 1.

    Of a folder with MANY files only the number is said; the manifest names them all.
    """
    if not files:
        typer.echo("Nothing was written: the decks have errors.", err=True)
        raise typer.Exit(ExitCode.FINDINGS)
    for line in _listed(files):
        typer.echo(line)
    for line in _listed(removed):
        typer.echo(f"Removed {line}, of an earlier run.", err=True)


def _listed(files: Sequence[Path]) -> list[str]:
    counts = Counter(file.parent for file in files)
    lines = (
        file.as_posix()
        if counts[file.parent] <= MANY
        else f"{file.parent.as_posix()}/ ({counts[file.parent]} files)"
        for file in files
    )
    return list(dict.fromkeys(lines))


def automatic() -> str:
    """The format of `auto`: annotations inside GitHub Actions, else text."""
    return "github" if os.environ.get("GITHUB_ACTIONS") == "true" else "terminal"


def exit_on(report: Report, level: Level) -> None:
    """Leave with exit code 1 when a finding is as bad as `level`."""
    from deckkit.findings import Severity

    if report.worst_at_least(Severity(level.value)):
        raise typer.Exit(ExitCode.FINDINGS)
