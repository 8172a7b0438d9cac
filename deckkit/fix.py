"""deckkit fix: apply the safe fixes of a report to CSV files and workbooks, and nothing else.

A cell is changed only while it still holds what the report saw. Files are edited in place (see
`deckkit.editing`) and replaced as a whole, so that nobody ever reads half a file.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from deckkit import output, pipeline
from deckkit.editing import Refused, open_document
from deckkit.errors import UsageError
from deckkit.findings import Location, Report, merge
from deckkit.game import Games, installed_games
from deckkit.loading import DeckSource, find_decks, load
from deckkit.sources.values import column_index
from deckkit.text import clean, number, visible

PASSES = 10  # a fix may bring another one to light; no rule needs more than two rounds


@dataclass(frozen=True, slots=True)
class Edit:
    """One cell that a safe fix changes, and the code of the finding that offers it."""

    location: Location
    old: str
    new: str
    code: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """An edit that was not made, and why."""

    edit: Edit
    reason: str


@dataclass(frozen=True)
class Fixed:
    """What was changed (or would be), what was refused, and the files concerned."""

    edits: tuple[Edit, ...] = ()
    refused: tuple[Refusal, ...] = ()
    files: tuple[Path, ...] = field(default=())


def fix(options: pipeline.Options, games: Games | None = None, *, write: bool = True) -> Fixed:
    """Apply every safe fix of the decks at `options.paths`; with `write` off only say which.

    Runs until no fix is left, on copies, then replaces each file that changed, unless somebody
    else changed it meanwhile. Raises UsageError and NothingToCheck as `pipeline.validate` does.
    """
    options = replace(options, limit=sys.maxsize)  # each finding may hold a fix
    decks = find_decks(options.paths, games or installed_games(), options.game, options.sheet)
    with tempfile.TemporaryDirectory(prefix="deckkit-fix-") as folder:
        copies = [_copy(deck, Path(folder) / str(n)) for n, deck in enumerate(decks)]
        origin = {
            new.as_posix(): old
            for deck, copy in zip(decks, copies, strict=True)
            for new, old in zip(copy.files, deck.files, strict=True)
        }
        before = {name: Path(name).read_bytes() for name in origin}
        done: dict[tuple[str, str | None, str | None], Edit] = {}
        last = Fixed()
        for _ in range(PASSES):
            loaded = (load(deck, options.profile, options.limit) for deck in copies)
            last = apply(merge(pipeline.check(deck, options) for deck in loaded))
            for edit in last.edits:
                place = (edit.location.file, edit.location.sheet, edit.location.cell)
                first = done.setdefault(place, edit)
                if first is not edit:
                    done[place] = replace(first, new=edit.new, code=f"{first.code}, {edit.code}")
            if not last.edits:
                break
        return _hand_over(done.values(), last.refused, origin, before, write=write)


def apply(report: Report, *, write: bool = True) -> Fixed:
    """Apply the safe fixes of `report` to the files it names."""
    done: list[Edit] = []
    refused: list[Refusal] = []
    files: list[Path] = []
    for name, edits in _by_file(safe_edits(report)).items():
        path = Path(name)
        data, made, kept_out = edited(path, edits)
        done += made
        refused += kept_out
        if made:
            files.append(path)
            if write:
                _save(path, data)
    return Fixed(tuple(done), tuple(refused), tuple(files))


def diff(report: Report) -> str:
    """What `apply` would change, cell by cell; empty when that is nothing."""
    return render_diff(apply(report, write=False).edits)


def safe_edits(report: Report) -> Iterator[Edit]:
    """Every cell that the safe fixes of a report change."""
    for finding in report.findings:
        if finding.fix is None or not finding.fix.safe:
            continue
        cells = ((finding.location, finding.fix.old, finding.fix.new), *finding.fix.also)
        for place, old, new in cells:
            if place.cell and old != new:
                yield Edit(place, old, new, finding.code)


def edited(path: Path, edits: Sequence[Edit]) -> tuple[bytes, list[Edit], list[Refusal]]:
    """The bytes of the file at `path` with `edits` made; the edits made, and those refused."""
    made: list[Edit] = []
    refused: list[Refusal] = []
    addressed = [(edit, _address(edit.location)) for edit in edits]
    try:
        document = open_document(path, tuple((*at, edit.old) for edit, at in addressed))
        for edit, (sheet, row, column) in addressed:
            now = document.get(sheet, row, column)
            if now == edit.new or clean(now) == edit.new != clean(edit.old):
                continue  # it is as it should be, or another fix of this run has seen to it
            if clean(now) != clean(edit.old):
                refused.append(Refusal(edit, f"The cell now holds {_shown(now)}."))
                continue
            try:
                document.set(sheet, row, column, edit.new)
                made.append(replace(edit, old=now))
            except Refused as error:
                refused.append(Refusal(edit, error.reason))
        return (document.data() if made else b""), made, refused
    except Refused as error:
        return b"", [], [Refusal(edit, error.reason) for edit in edits]


def render(fixed: Fixed, *, as_diff: bool = False) -> str:
    """The outcome for a terminal: the diff or the cells, what was refused, and a summary."""
    lines = []
    if as_diff:
        lines += [text] if (text := render_diff(fixed.edits).rstrip("\n")) else []
    else:
        lines += [f"{e.location}: {_shown(e.old)} -> {_shown(e.new)} [{e.code}]"
                  for e in fixed.edits]  # fmt: skip
    lines += [f"{r.edit.location}: not fixed [{r.edit.code}]. {r.reason}" for r in fixed.refused]
    verb = "would be fixed" if as_diff else "fixed"
    cells, files = number(len(fixed.edits), "cell"), number(len(fixed.files), "file")
    summary = f"{cells} in {files} {verb}." if fixed.edits else "Nothing to fix."
    if fixed.refused:
        summary += f" {number(len(fixed.refused), 'fix was', 'fixes were')} refused."
    return "\n".join([*lines, summary]) + "\n"


def render_diff(edits: Iterable[Edit]) -> str:
    """Cells before and after, in the manner of a unified diff, invisible characters spelt out."""
    lines: list[str] = []
    for name, group in _by_file(edits).items():
        lines += [f"--- {name}", f"+++ {name}"]
        for edit in group:
            place = edit.location
            about = " ".join(w for w in (place.sheet, place.cell, place.header, place.record) if w)
            lines += [
                f"@@ {about} [{edit.code}] @@",
                f"-{_shown(edit.old)}",
                f"+{_shown(edit.new)}",
            ]
    return "\n".join(lines) + "\n" if lines else ""


def _hand_over(
    edits: Iterable[Edit],
    refused: Sequence[Refusal],
    origin: Mapping[str, Path],
    before: Mapping[str, bytes],
    *,
    write: bool,
) -> Fixed:
    """Put the edited copies where the originals are, if these are still what was copied."""

    def back(edit: Edit) -> Edit:
        shown = origin[edit.location.file].as_posix()
        return replace(edit, location=replace(edit.location, file=shown))

    done: list[Edit] = []
    kept_out = [replace(item, edit=back(item.edit)) for item in refused]
    files: list[Path] = []
    for name, group in _by_file(edits).items():
        path, mine = origin[name], [back(edit) for edit in group if edit.old != edit.new]
        if write and path.read_bytes() != before[name]:
            kept_out += [Refusal(e, "The file was changed meanwhile; run again.") for e in mine]
            continue
        if write:
            _save(path, Path(name).read_bytes())
        done += mine
        files.append(path)
    done.sort(key=lambda edit: edit.location.sort_key)
    return Fixed(tuple(done), tuple(kept_out), tuple(files))


def _save(path: Path, data: bytes) -> None:
    try:
        output.write_file(path.resolve(), data)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error


def _copy(deck: DeckSource, folder: Path) -> DeckSource:
    """The deck with copies of its files, which may be edited at will."""
    folder.mkdir()
    files = tuple(Path(shutil.copyfile(file, folder / file.name)) for file in deck.files)
    return replace(deck, files=files, books=())


def _address(place: Location) -> tuple[str, int, int]:
    return place.sheet or "", place.row or 0, column_index(place.column or "A")


def _by_file(edits: Iterable[Edit]) -> dict[str, list[Edit]]:
    found: dict[str, list[Edit]] = {}
    for edit in edits:
        found.setdefault(edit.location.file, []).append(edit)
    return found


def _shown(text: str) -> str:
    return f'"{visible(text)}"'
