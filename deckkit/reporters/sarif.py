"""SARIF 2.1.0, for code scanning on GitHub and for editors.

A finding in delimited text has a region of whole lines: findings know the line of a record and
the spreadsheet column of a cell, not its characters, so `startColumn` is 1 and `endColumn` is
left out (end of line). A finding in a workbook has no region but logical locations, sheet and
cell. Relative paths are relative to ``SRCROOT``, the folder in which deckkit ran.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from deckkit import __version__
from deckkit.findings import Finding, Location, Report, Severity
from deckkit.reporters.common import (
    page_markdown,
    page_of,
    page_sections,
    page_url,
    relative,
    unique,
)

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
ROOT = "SRCROOT"
FINGERPRINT = "deckkit/v1"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
PROBLEMS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "recommendation",
}

Json = dict[str, Any]


def render(report: Report, *, color: bool = False, verbosity: int = 0) -> str:
    """The report as one SARIF document; `color` and `verbosity` do not matter."""
    first = {finding.code: finding for finding in reversed(report.findings)}
    index = {code: number for number, code in enumerate(sorted(first))}
    prints = unique(finding.fingerprint for finding in report.findings)
    run: Json = {
        "tool": {
            "driver": {
                "name": "deckkit",
                "semanticVersion": __version__,
                "rules": [_rule(first[code]) for code in index],
            }
        },
        "invocations": [
            {
                "executionSuccessful": True,
                "toolExecutionNotifications": [
                    {"level": "note", "message": {"text": f"Not run: {note}"}}
                    for note in report.skipped
                ],
            }
        ],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder in which deckkit ran."}}},
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, index[finding.code], fingerprint)
            for finding, fingerprint in zip(report.findings, prints, strict=True)
        ],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _rule(finding: Finding) -> Json:
    page = page_of(finding.code) or f"{finding.code} {finding.name}"
    sections = {name: " ".join(text.split()) for name, text in page_sections(page).items()}
    summary = sections[""]
    full = [summary]
    for name in ("What it checks", "Why players care"):
        full += [f"{name}: {sections[name]}"] if name in sections else []
    rule: Json = {
        "id": finding.code,
        "name": finding.name,
        "shortDescription": {"text": summary},
        "fullDescription": {"text": " ".join(full)[:1000]},
        "help": {"text": page, "markdown": page_markdown(page)},
        "defaultConfiguration": {"level": LEVELS[finding.severity]},
        "properties": {
            "tags": ["content"],
            "precision": "very-high",
            "problem.severity": PROBLEMS[finding.severity],
        },
    }
    url = page_url(finding.code)
    if url.startswith(("https://", "http://")):
        rule["helpUri"] = url
    return rule


def _result(finding: Finding, rule: int, fingerprint: str) -> Json:
    text = f"{finding.message} {finding.hint}".strip()
    result: Json = {
        "ruleId": finding.code,
        "ruleIndex": rule,
        "level": LEVELS[finding.severity],
        "message": {"text": _plain(text)},
        "locations": [_location(finding.location)],
        "partialFingerprints": {FINGERPRINT: fingerprint, "primaryLocationLineHash": fingerprint},
        "properties": _properties(finding),
    }
    if finding.rest:
        result["occurrenceCount"] = finding.rest
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": _plain(item.message)}, **_location(item.location)}
            for number, item in enumerate(finding.related, 1)
        ]
    return result


def _plain(text: str) -> str:
    """Message text: SARIF reads ``[words](target)`` as a link and braces as placeholders."""
    return text.replace("](", "\\](").replace("{", "{{").replace("}", "}}")


def _location(place: Location) -> Json:
    physical: Json = {"artifactLocation": _artifact(place.file)}
    if place.row and not place.workbook:
        physical["region"] = {"startLine": place.row, "startColumn": 1, "endLine": place.row}
    location: Json = {"physicalLocation": physical}
    logical = list(_logical(place)) if place.workbook else []
    if logical:
        location["logicalLocations"] = logical
    return location


def _logical(place: Location) -> Iterable[Json]:
    if place.sheet is None:
        return
    spot = place.cell or (str(place.row) if place.row else None)
    if spot:
        kind = "cell" if place.cell else "row"
        yield {"name": spot, "fullyQualifiedName": f"{place.sheet}!{spot}", "kind": kind}
    yield {"name": place.sheet, "fullyQualifiedName": place.sheet, "kind": "sheet"}


def _artifact(file: str) -> Json:
    path = relative(file)
    if PurePosixPath(path).is_absolute():
        return {"uri": "file://" + quote(path)}
    # A colon in the first segment would read as a scheme.
    return {"uri": quote(path, safe="/"), "uriBaseId": ROOT}


def _properties(finding: Finding) -> Json:
    place = finding.location
    known: Json = {
        "sheet": place.sheet,
        "cell": place.cell,
        "header": place.header,
        "record": place.record,
        "fix": finding.fix.as_json() if finding.fix else None,
    }
    return {name: value for name, value in known.items() if value is not None}
