"""Baselines and ignores, for projects that adopt deckkit with findings they cannot mend today.

A baseline is a file of known findings: they are left out until they are mended, and new ones
count. An ignore names a code (and a place) with a reason. Both say what they no longer match,
so that they shrink.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from deckkit.errors import UsageError
from deckkit.findings import Finding, Location, Report
from deckkit.quota import is_named
from deckkit.records import Sources
from deckkit.sources.model import IGNORE_COLUMN

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
        counts: Counter[str] = Counter()
        for finding in report.findings:
            counts[finding.fingerprint] += finding.count
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
        here = not self.path or fnmatchcase(place.file, self.path)
        return is_named(finding, self.code) and here and self.record in ("", place.record)


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
    """The report without known findings, and the entries (or the part) that nothing matched.

    A finding that was among the rest when the baseline was written (see `Quota`) may be listed
    today: what is left of the rest covers findings of its kind and sheet.
    """
    left = Counter({entry.fingerprint: 0 for entry in baseline.entries})
    for entry in baseline.entries:
        left[entry.fingerprint] += entry.count
    kept = []
    for finding in report.findings:
        known = min(left[finding.fingerprint], finding.count)
        left[finding.fingerprint] -= known
        if finding.rest > known:
            kept.append(replace(finding, rest=finding.rest - known))
        elif not known:
            kept.append(finding)
    if any(left[finding.rest_fingerprint] for finding in kept):
        listed, kept = kept, []
        for finding in listed:
            if not finding.rest and left[finding.rest_fingerprint]:
                left[finding.rest_fingerprint] -= 1
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
            hits[number] += finding.count
        if not matching:
            kept.append(finding)
    counted = tuple(zip(wanted, hits, strict=True))
    return replace(report, findings=tuple(kept)), counted


def apply_row_ignores(
    report: Report, sources: Sources
) -> tuple[Report, tuple[tuple[Location, str], ...]]:
    """The report without what the column `deckkit_ignore` of a row accepts, and its idle codes."""
    wanted = {where: dict.fromkeys(words, 0) for where, words in sources.accepted.items()}
    kept = []
    for finding in report.findings if wanted else ():
        place = finding.location
        counts = wanted.get((place.file, place.sheet, place.row), {})
        matching = [c for c in counts if Ignore(c, "").matches(finding)]
        for code in matching:
            counts[code] += 1
        if not matching:
            kept.append(finding)
    idle = [
        (table.records[at].at(IGNORE_COLUMN), code)
        for table in sources.tables.values()
        for at, row in enumerate(table.sheet.numbers if table.sheet.accepted else ())
        for code, n in wanted.get((table.sheet.file, table.sheet.name, row), {}).items()
        if not n
    ]
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
