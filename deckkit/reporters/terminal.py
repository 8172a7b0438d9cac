"""The report for people: grouped by file, one finding in two lines, a summary at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from deckkit.findings import Finding, Report, Severity
from deckkit.text import number, visible

# A rule that fires more often than this in one file is shown with its first places only.
MANY = 20
SHOWN = 3

_STYLES = {Severity.ERROR: "31;1", Severity.WARNING: "33;1", Severity.INFO: "36"}
_MARKS = {Severity.ERROR: "✗", Severity.WARNING: "!", Severity.INFO: "·"}


class _Paint:
    """ANSI styles, or none."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def __call__(self, text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if self.on and text else text


def render(report: Report, *, color: bool = False, verbosity: int = 0) -> str:
    """The report as text; with verbosity -1 only the summary, with 1 every finding and rule."""
    paint = _Paint(color)
    lines: list[str] = []
    if verbosity >= 0:
        for file, group in groupby(report.findings, key=lambda f: f.location.file):
            lines += [paint(file, "1"), *_file(list(group), paint, verbosity), ""]
    lines += _summary(report, paint, verbosity)
    return "\n".join(lines) + "\n"


def _file(findings: list[Finding], paint: _Paint, verbosity: int) -> Iterator[str]:
    listed = Counter(f.code for f in findings)
    total: Counter[str] = Counter()
    for finding in findings:
        total[finding.code] += finding.count
    seen: Counter[str] = Counter()
    for finding in findings:
        seen[finding.code] += 1
        many = listed[finding.code] > MANY and verbosity < 1
        if many and seen[finding.code] > SHOWN:
            if seen[finding.code] == SHOWN + 1:
                rest = total[finding.code] - SHOWN
                more = f"    … and {rest:,} more {finding.code} {finding.name} (-v shows all)"
                yield paint(more, "2")
            continue
        yield from _finding(finding, paint)


def _finding(finding: Finding, paint: _Paint) -> Iterator[str]:
    mark = paint(_MARKS[finding.severity], _STYLES[finding.severity])
    place = _place(finding)
    record = finding.location.record
    who = f"{visible(record)}: " if record else ""
    code = paint(finding.code, "2")
    where = f"{paint(place, '36')}  " if place else ""
    yield f"  {mark} {where}{who}{visible(finding.message)}  {code}"
    if finding.hint:
        yield paint(f"      → {visible(finding.hint)}", "2" if not paint.on else "32")
    for related in finding.related:
        if related.location.file != finding.location.file:
            yield paint(f"      see {related.location} ({related.message})", "2")


def _place(finding: Finding) -> str:
    """Place within the file: ``17 C (category)`` or ``statements!C17 (category)``."""
    place = finding.location
    header = f" ({place.header})" if place.header else ""
    if place.workbook and place.sheet:
        spot = place.cell or (f"row {place.row}" if place.row else "")
        return place.sheet + (f"!{spot}" if spot else "") + header
    if place.row is None:
        return ""
    return f"line {place.row}" + (f", {place.column}{header}" if place.column else "")


def _summary(report: Report, paint: _Paint, verbosity: int) -> Iterator[str]:
    for deck, counts in report.checked.items():
        yield f"Checked {paint(deck, '1')}: {_counts(counts)}."
    if report.skipped and verbosity > 0:
        yield from (paint(f"  not run: {note}", "2") for note in report.skipped)
    elif report.skipped:
        skipped = number(len(report.skipped), "rule")
        yield paint(f"{skipped} could not run because sheets are missing (-v lists them).", "2")
    totals = {s: report.count(s) for s in Severity}
    if not any(totals.values()):
        yield paint("No findings.", "32;1")
        return
    words = [
        paint(number(count, s.value), _STYLES[s])
        if s is not Severity.INFO
        else f"{count} for information"
        for s, count in totals.items()
        if count
    ]
    first = next(f for f in sorted(report.findings, key=lambda f: f.severity.rank))
    yield f"{', '.join(words)}. What a code means: deckkit explain {first.code}"


def _counts(counts: Mapping[str, Any]) -> str:
    named = {k: v for k, v in counts.items() if isinstance(v, int) and k != "rules"}
    parts = [f"{count:,} {name.replace('_', ' ')}" for name, count in named.items()]
    rules = f" against {counts['rules']} rules" if "rules" in counts else ""
    return (", ".join(parts) or "no sheets") + rules
