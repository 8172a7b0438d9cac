"""JUnit XML, for test tabs of continuous integration.

One test suite per deck and per file with findings. An error is a failure; a warning is a
skipped test with its message, so that what a run passes is not shown as failed; something for
information passes and says so in its output. Rules that could not run are skipped tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from xml.etree import ElementTree as ET

from deckkit.findings import Finding, Report, Severity
from deckkit.reporters.common import page_url, place_in_file, relative
from deckkit.text import visible


def render(report: Report, *, color: bool = False, verbosity: int = 0) -> str:
    """The report as one XML document; `color` and `verbosity` do not matter."""
    root = ET.Element("testsuites", {"name": "deckkit"})
    for deck, counts in report.checked.items():
        suite = ET.SubElement(root, "testsuite", {"name": _safe(deck), "package": "deckkit"})
        properties = ET.SubElement(suite, "properties")
        for name, count in counts.items():
            attributes = {"name": _safe(str(name)), "value": _safe(str(count))}
            ET.SubElement(properties, "property", attributes)
        ET.SubElement(suite, "testcase", {"name": "checked", "classname": _safe(deck)})
        for note in report.skipped:
            if note.startswith(f"{deck}: "):
                attributes = {"name": _safe(note[len(deck) + 2 :]), "classname": _safe(deck)}
                case = ET.SubElement(suite, "testcase", attributes)
                ET.SubElement(case, "skipped", {"message": "could not run"})
        _count(suite)
    for file, group in groupby(report.findings, key=lambda f: f.location.file):
        path = _safe(relative(file))
        suite = ET.SubElement(root, "testsuite", {"name": path, "file": path})
        for name, finding in _named(list(group)):
            suite.append(_case(name, path, finding))
        _count(suite)
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.get(name, "0")) for suite in root)))
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _named(findings: list[Finding]) -> Iterator[tuple[str, Finding]]:
    """Each finding with a name of its own: code, record and place."""
    seen: dict[str, int] = {}
    for finding in findings:
        parts = (f"{finding.code} {finding.name}", finding.location.record, place_in_file(finding))
        name = ": ".join(part for part in parts if part)
        seen[name] = seen.get(name, 0) + 1
        yield _safe(name if seen[name] == 1 else f"{name} ({seen[name]})"), finding


def _case(name: str, classname: str, finding: Finding) -> ET.Element:
    case = ET.Element("testcase", {"name": name, "classname": classname})
    message = _safe(finding.message)
    details = _safe("\n".join(_details(finding)))
    if finding.severity is Severity.ERROR:
        failure = ET.SubElement(case, "failure", {"type": finding.code, "message": message})
        failure.text = details
    elif finding.severity is Severity.WARNING:
        skipped = ET.SubElement(case, "skipped", {"type": finding.code, "message": message})
        skipped.text = details
    else:
        ET.SubElement(case, "system-out").text = details
    return case


def _details(finding: Finding) -> Iterator[str]:
    yield f"{finding.severity.value}: {finding.location}"
    yield finding.message
    if finding.hint:
        yield f"How to fix: {finding.hint}"
    if finding.fix:
        yield f"Fix: {finding.fix.old!r} becomes {finding.fix.new!r}"
    for item in finding.related:
        yield f"See {item.location}: {item.message}"
    yield f"About this rule: {page_url(finding.code)}"


def _count(suite: ET.Element) -> None:
    suite.set("tests", str(len(suite.findall("testcase"))))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", "0")
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))


def _safe(text: str) -> str:
    """`text` without what XML cannot hold: control and invisible characters are spelt out."""
    return "\n".join(visible(line) for line in text.split("\n"))
