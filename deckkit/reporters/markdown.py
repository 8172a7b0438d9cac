"""Markdown: the summary of a job or a comment on a pull request.

Totals, what was checked, a table by rule and the worst findings first. All text that comes from
a deck is escaped. The whole stays below `LIMIT` bytes: less than a comment on GitHub may hold
(65,536 characters) and far less than a job summary may (1 MB).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from deckkit.findings import Finding, Report, Severity
from deckkit.reporters.common import markdown, page_of, page_url, place_in_file, relative, worst
from deckkit.text import number

LIMIT = 60_000
SHOWN = 100
MARKS = {Severity.ERROR: "❌", Severity.WARNING: "⚠️", Severity.INFO: "ℹ️"}


def render(report: Report, *, color: bool = False, verbosity: int = 0) -> str:
    """The report as Markdown; with verbosity -1 only totals and the table by rule."""
    lines = [f"## {_title(report)}", "", *_checked(report), *_rules(report)]
    if verbosity < 0 or not report.findings:
        return "\n".join(lines).rstrip() + "\n"
    ranked = worst(report.findings)
    size = sum(len(line.encode()) + 1 for line in lines) + 500  # the last line and headings
    rows = ["### The worst first" if len(ranked) > 1 else "### The finding", "", *_HEAD]
    shown = 0
    for finding in ranked[:SHOWN]:
        row = _row(finding)
        size += len(row.encode()) + 1
        if size > LIMIT:
            break
        rows.append(row)
        shown += 1
    lines += rows
    left = sum(finding.count for finding in ranked[shown:])
    if left:
        lines += ["", f"{number(left, 'finding')} more: run `deckkit validate -v`."]
    return "\n".join(lines).rstrip() + "\n"


_HEAD = ("| | Where | What | Rule |", "|---|---|---|---|")


def _title(report: Report) -> str:
    counts = [(severity, report.count(severity)) for severity in Severity]
    words = [
        f"{MARKS[s]} " + (f"{n:,} for information" if s is Severity.INFO else number(n, s.value))
        for s, n in counts
        if n
    ]
    return ", ".join(words) or "✅ No findings"


def _checked(report: Report) -> Iterator[str]:
    for deck, counts in list(report.checked.items())[:50]:
        yield f"Checked **{markdown(deck, 200)}**: {_counts(counts)}."
        yield ""
    if len(report.checked) > 50:
        yield f"… and {len(report.checked) - 50} more decks."
        yield ""
    if report.skipped:
        rules = number(len(report.skipped), "rule")
        yield f"{rules} could not run because sheets are missing."
        yield ""


def _counts(counts: Mapping[str, Any]) -> str:
    sheets = {k: v for k, v in counts.items() if isinstance(v, int) and k != "rules"}
    words = [f"{count:,} {markdown(name.replace('_', ' '))}" for name, count in sheets.items()]
    rules = f" against {counts['rules']} rules" if "rules" in counts else ""
    return (", ".join(words) or "no sheets") + rules


def _rules(report: Report) -> Iterator[str]:
    """The table by rule; in a table of its own severity each, worst and most frequent first."""
    groups: Counter[tuple[Severity, str, str]] = Counter()
    for finding in report.findings:
        groups[finding.severity, finding.code, finding.name] += finding.count
    if not groups:
        return
    yield "| | Rule | Findings | What it means |"
    yield "|---|---|---:|---|"
    ordered = sorted(groups.items(), key=lambda g: (g[0][0].rank, -g[1], g[0][1]))
    for (severity, code, name), count in ordered:
        summary = page_of(code).partition("\n")[0]
        link = f"[{markdown(code)}]({page_url(code)}) {markdown(name)}"
        yield f"| {MARKS[severity]} | {link} | {count:,} | {markdown(summary)} |"
    yield ""


def _row(finding: Finding) -> str:
    place = finding.location
    spot = place_in_file(finding)
    line = f":{place.row}" if place.row and not place.workbook else ""
    where = markdown(relative(place.file) + line, 200) + (f"<br>{markdown(spot)}" if spot else "")
    who = f"**{markdown(place.record, 80)}**: " if place.record else ""
    what = who + markdown(finding.message)
    if finding.hint:
        what += f"<br>→ {markdown(finding.hint)}"
    for item in finding.related[:3]:
        what += f"<br>see {markdown(f'{item.location} ({item.message})', 200)}"
    link = f"[{markdown(finding.code)}]({page_url(finding.code)})"
    return f"| {MARKS[finding.severity]} | {where} | {what} | {link} |"
