"""check: validate, compare with the base, print; reports, summary, annotations, exit code.

Settings come from the environment (action.yml sets it from its inputs):

- ``DECKKIT_PATHS``: decks, one path a line; ``DECKKIT_PROFILE``; ``DECKKIT_BASELINE``: a file
- ``DECKKIT_FAIL_ON``: ``error``, ``warning`` or ``never``
- ``DECKKIT_BUILD_PDF``: ``false``, ``changed`` (cards whose faces changed) or ``true`` (all)
- ``DECKKIT_COMMENT``: ``true`` writes the data from which a second workflow comments
- ``DECKKIT_RESULTS``: the folder to write to

GitHub's own variables are used as documented there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from deckkit import building, pipeline, reporters
from deckkit.ci import event as events
from deckkit.ci.changes import Changes, compare
from deckkit.ci.comment import BODY, LIMIT, MARKER, NUMBER
from deckkit.errors import DeckkitError, ExitCode, UsageError
from deckkit.findings import Profile, Report, Severity
from deckkit.output import write_file
from deckkit.reporters.common import markdown
from deckkit.reporters.github import annotation
from deckkit.text import any_of, quoted

REPORTS = {"sarif": "deckkit.sarif", "junit": "junit.xml", "json": "report.json"}
CHOICES = {
    "DECKKIT_PROFILE": ("draft", "review", "print"),
    "DECKKIT_FAIL_ON": ("error", "warning", "never"),
    "DECKKIT_BUILD_PDF": ("false", "changed", "true"),
    "DECKKIT_COMMENT": ("false", "true"),
}
DEFAULTS = {"DECKKIT_PROFILE": "review", "DECKKIT_FAIL_ON": "error"}
SHEETS = "a4-duplex"
_NO_BASE = (
    "The base of this change is not in this clone, so nothing was compared: "
    "set `fetch-depth: 2` at actions/checkout."
)


@dataclass(frozen=True)
class Settings:
    """What to check and what to write."""

    paths: tuple[Path, ...]
    profile: Profile
    fail_on: str
    pdf: str
    comment: bool
    baseline: Path | None
    results: Path

    @classmethod
    def of(cls, env: Mapping[str, str]) -> Settings:
        """Settings from the environment; raises UsageError for a word that is none."""
        chosen = {}
        for name, known in CHOICES.items():
            chosen[name] = env.get(name) or DEFAULTS.get(name, known[0])
            if chosen[name] not in known:
                hint = f"Known: {any_of(known)}."
                raise UsageError(f"{name} is {quoted(chosen[name])}, which is unknown.", hint)
        lines = [line.strip() for line in env.get("DECKKIT_PATHS", "").splitlines()]
        return cls(
            tuple(Path(line) for line in lines if line) or (Path("sources"),),
            Profile.parse(chosen["DECKKIT_PROFILE"]),
            chosen["DECKKIT_FAIL_ON"],
            chosen["DECKKIT_BUILD_PDF"],
            chosen["DECKKIT_COMMENT"] == "true",
            Path(env["DECKKIT_BASELINE"]) if env.get("DECKKIT_BASELINE") else None,
            Path(env.get("DECKKIT_RESULTS") or "deckkit-results"),
        )


@dataclass(frozen=True)
class Outcome:
    """What the step says in the end: exit code, Markdown and outputs."""

    code: int
    summary: str
    outputs: Mapping[str, str]


def main(env: Mapping[str, str]) -> int:
    """Check the decks of the current folder; the exit code of `deckkit validate`."""
    try:
        settings = Settings.of(env)
    except UsageError as error:
        print(annotation(Severity.ERROR, f"{error.message} {error.hint}".strip()))
        return error.exit_code
    event = events.read(env)
    try:
        outcome = _checked(settings, event)
    except DeckkitError as error:
        text = f"{error.message} {error.hint}".strip()
        outcome = _stopped(error.exit_code, text)
    except Exception as error:  # a bug must not look like a passed check
        outcome = _stopped(ExitCode.INTERNAL, f"deckkit broke: {error!r}.")
    _append(env.get("GITHUB_STEP_SUMMARY"), outcome.summary)
    lines = [f"{name}={value}" for name, value in outcome.outputs.items()]
    _append(env.get("GITHUB_OUTPUT"), "".join(f"{line}\n" for line in lines))
    if settings.comment and event.number is not None:
        _write(settings.results / "comment" / NUMBER, f"{event.number}\n")
        _write(settings.results / "comment" / BODY, cut(f"{MARKER}\n{outcome.summary}"))
    return outcome.code


def _checked(settings: Settings, event: events.Event) -> Outcome:
    for path in settings.paths:
        if not path.resolve().is_relative_to(Path().resolve()):
            raise UsageError(f"{path} leads out of the repository.", "Replace the link by files.")
    options = pipeline.Options(settings.paths, settings.profile)
    report = pipeline.validate(options)
    if settings.baseline is not None:
        report = pipeline.without_known(report, settings.baseline)
    for name, file in REPORTS.items():
        _write(settings.results / "reports" / file, reporters.render(name, report))
    print(reporters.render("github", report), end="")
    parts = [reporters.render("markdown", report)]
    base = events.base_revision(event, Path())
    changes = compare(settings.paths, base, event.base_name) if base else None
    if changes:
        parts.append(changes.text)
    elif event.base:
        parts.append(_NO_BASE + "\n")
    parts += _printed(settings, options, report, changes)
    worst = changes.impact if changes else None
    outputs = {
        "errors": str(report.count(Severity.ERROR)),
        "warnings": str(report.count(Severity.WARNING)),
        "impact": worst.value if worst else "none",
        "results": settings.results.as_posix(),
    }
    failed = settings.fail_on != "never" and report.worst_at_least(Severity(settings.fail_on))
    code = ExitCode.FINDINGS if failed else ExitCode.OK
    return Outcome(code, "\n".join(parts), outputs)


def _stopped(code: ExitCode, text: str) -> Outcome:
    """Nothing could be checked: one annotation and one line of summary say why."""
    print(annotation(Severity.ERROR, text))
    return Outcome(code, f"## ❌ Nothing was checked\n\n{markdown(text, 1000)}\n", {})


def _printed(
    settings: Settings, options: pipeline.Options, report: Report, changes: Changes | None
) -> list[str]:
    """Make the PDFs that are wanted; a line of Markdown about them."""
    if settings.pdf == "false":
        return []
    if report.worst_at_least(Severity.ERROR):
        return ["No PDFs: they are made when there are no errors.\n"]
    out = settings.results / "print"
    if settings.pdf == "true":
        built = building.build(options, building.BuildOptions(out, pdf=True))
        files = [file for file in built.files if file.suffix == ".pdf"]
    else:
        files = []
        for found in changes.diffs if changes else ():
            folder = out / str(found.new.id)
            files += building.reprint(found.old.deck, found.new.deck, SHEETS, folder)
    if not files:
        return ["No PDFs: there is no card to print.\n"]
    names = ", ".join(markdown(file.relative_to(out).as_posix(), 200) for file in files)
    return [f"PDFs (artefact `deckkit-print`): {names}.\n"]


def cut(text: str) -> str:
    """`text` by whole lines below the size of a comment; what is left out is said."""
    if len(text.encode()) <= LIMIT:
        return text
    note = "\n… cut here: the summary of the check has all of it.\n"
    size, kept = len(note.encode()), []
    for line in text.splitlines():
        size += len(line.encode()) + 1
        if size > LIMIT:
            break
        kept.append(line)
    return "\n".join(kept) + "\n" + note


def _append(path: str | None, text: str) -> None:
    if path:
        with Path(path).open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, text.encode())
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
