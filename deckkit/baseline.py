"""Baselines and ignores, for projects that adopt deckkit with findings they cannot mend today.

A baseline is a file of known findings: they are left out until they are mended, and new ones
count. An ignore names a code (and a place) with a reason. Both say what they no longer match,
so that they shrink.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from deckkit.config import IGNORE_COLUMN
from deckkit.errors import UsageError
from deckkit.findings import Finding, Location, Report
from deckkit.records import Sources

VERSION = 1


@dataclass(frozen=True, slots=True)
class Entry:
    """A known finding; `count` of them have the same fingerprint."""

    fingerprint: str
    code: str
    place: str
    message: str
    count: int = 1

    def as_json(self) -> dict[str, Any]:
        """The entry as it stands in the file."""
        return {
            "fingerprint": self.fingerprint,
            "code": self.code,
            "place": self.place,
            "message": self.message,
            "count": self.count,
        }


@dataclass(frozen=True, slots=True)
class Baseline:
    """The known findings of a project."""

    entries: tuple[Entry, ...] = ()

    @classmethod
    def of(cls, report: Report) -> Baseline:
        """A baseline of everything that `report` holds."""
        counts = Counter(finding.fingerprint for finding in report.findings)
        first = {finding.fingerprint: finding for finding in reversed(report.findings)}
        return cls(
            tuple(
                Entry(print_, found.code, _place(found), found.message, counts[print_])
                for print_, found in reversed(first.items())
            )
        )


@dataclass(frozen=True, slots=True)
class Ignore:
    """Findings of a code (or a beginning of codes, or a name) that a project accepts.

    `path` is a pattern such as ``sources/*/facts.csv``, `record` one record's id; both may be
    empty. The reason is required: it is what the next editor reads.
    """

    code: str
    reason: str
    path: str = ""
    record: str = ""

    def matches(self, finding: Finding) -> bool:
        """Whether this finding is meant."""
        place = finding.location
        named = finding.code.startswith(self.code) or finding.name == self.code
        here = not self.path or fnmatchcase(place.file, self.path)
        return named and here and self.record in ("", place.record)


def write(baseline: Baseline, path: Path) -> None:
    """Write a baseline file, one entry a line, so that merges of two branches are easy.

    Raises UsageError when the file cannot be written.
    """
    from deckkit.output import write_file

    lines = [json.dumps(entry.as_json(), ensure_ascii=False) for entry in baseline.entries]
    body = ",\n    ".join(lines)
    inside = f"\n    {body}\n  " if lines else ""
    text = f'{{\n  "version": {VERSION},\n  "findings": [{inside}]\n}}\n'
    try:
        write_file(path, text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error


def read(path: Path) -> Baseline:
    """Read a baseline file; raises UsageError that says what is wrong with it."""
    hint = f"deckkit baseline --out {path} writes it anew."
    try:
        data = json.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise UsageError(f"The baseline {path} cannot be read: {error.strerror}.", hint) from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"The baseline {path} is not JSON: {error}.", hint) from error
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise UsageError(f"The baseline {path} is not of version {VERSION}.", hint)
    entries = data.get("findings")
    if not isinstance(entries, list):
        raise UsageError(f"The baseline {path} has no list of findings.", hint)
    return Baseline(tuple(_entry(item, path, hint) for item in entries))


def apply(report: Report, baseline: Baseline) -> tuple[Report, tuple[Entry, ...]]:
    """The report without known findings, and the entries (or the part) that nothing matched."""
    left = Counter({entry.fingerprint: 0 for entry in baseline.entries})
    for entry in baseline.entries:
        left[entry.fingerprint] += entry.count
    kept = []
    for finding in report.findings:
        if left[finding.fingerprint] > 0:
            left[finding.fingerprint] -= 1
        else:
            kept.append(finding)
    return replace(report, findings=tuple(kept)), tuple(_unused(baseline.entries, left))


def apply_ignores(
    report: Report, ignores: Iterable[Ignore]
) -> tuple[Report, tuple[tuple[Ignore, int], ...]]:
    """The report without accepted findings, and how many each ignore matched (0: unused)."""
    wanted = list(ignores)
    hits = [0] * len(wanted)
    kept = []
    for finding in report.findings:
        matching = [n for n, ignore in enumerate(wanted) if ignore.matches(finding)]
        for number in matching:
            hits[number] += 1
        if not matching:
            kept.append(finding)
    counted = tuple(zip(wanted, hits, strict=True))
    return replace(report, findings=tuple(kept)), counted


def apply_row_ignores(
    report: Report, sources: Sources
) -> tuple[Report, tuple[tuple[Location, str], ...]]:
    """The report without what the column `deckkit_ignore` of a row accepts, and its idle codes.

    Codes are separated by spaces, commas or semicolons; a name or the beginning of a code will
    do, as in `Ignore`.
    """
    wanted: dict[tuple[str, str | None, int | None], dict[str, int]] = {}
    places = {}
    for table in sources.tables.values():
        if IGNORE_COLUMN not in table.sheet.columns:
            continue
        for at, text in enumerate(table.texts(IGNORE_COLUMN)):
            codes = re.findall(r"[\w-]+", text)
            if codes:
                place = table.records[at].at(IGNORE_COLUMN)
                where = (place.file, place.sheet, place.row)
                wanted[where], places[where] = dict.fromkeys(codes, 0), place
    kept = []
    for finding in report.findings if wanted else ():
        place = finding.location
        counts = wanted.get((place.file, place.sheet, place.row), {})
        matching = [c for c in counts if Ignore(c, "").matches(finding)]
        for code in matching:
            counts[code] += 1
        if not matching:
            kept.append(finding)
    idle = [(places[w], c) for w, found in wanted.items() for c, n in found.items() if not n]
    return (replace(report, findings=tuple(kept)) if wanted else report), tuple(idle)


def _place(finding: Finding) -> str:
    """File, sheet and record: what stays when rows move."""
    place = finding.location
    parts = (place.file, place.sheet if place.workbook else None, place.record, place.header)
    return " ".join(part for part in parts if part)


def _entry(item: Any, path: Path, hint: str) -> Entry:
    texts: Mapping[str, Any] = item if isinstance(item, dict) else {}
    names = ("fingerprint", "code", "place", "message")
    count = texts.get("count", 1)
    whole = isinstance(count, int) and not isinstance(count, bool) and count > 0
    if not whole or not all(isinstance(texts.get(name), str) for name in names):
        raise UsageError(f"The baseline {path} holds something that is no finding.", hint)
    fingerprint, code, place, message = (str(texts[name]) for name in names)
    return Entry(fingerprint, code, place, message, count)


def _unused(entries: Iterable[Entry], left: Counter[str]) -> Iterator[Entry]:
    for entry in entries:
        rest = min(entry.count, left[entry.fingerprint])
        if rest > 0:
            left[entry.fingerprint] -= rest
            yield replace(entry, count=rest)
