"""GitLab code quality JSON: a list of issues shown on a merge request."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from deckkit.findings import Finding, Report, Severity
from deckkit.reporters.common import one_line, place_in_file, relative, unique

SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(report: Report, *, color: bool = False, verbosity: int = 0) -> str:
    """The report as code quality JSON; `color` and `verbosity` do not matter.

    GitLab keeps one issue per fingerprint, so equal ones get a counter.
    """
    prints = unique(finding.fingerprint for finding in report.findings)
    issues = [_issue(f, p) for f, p in zip(report.findings, prints, strict=True)]
    return json.dumps(issues, ensure_ascii=False, indent=2) + "\n"


def _issue(finding: Finding, fingerprint: str) -> dict[str, Any]:
    place = finding.location
    where = place_in_file(finding)
    parts = (where, place.record, f"{finding.message} {finding.hint}".strip())
    line = place.row if place.row and not place.workbook else 1
    return {
        "description": one_line(": ".join(part for part in parts if part)),
        "check_name": f"{finding.code} {finding.name}",
        "fingerprint": hashlib.sha256(fingerprint.encode()).hexdigest()[:32],
        "severity": SEVERITIES[finding.severity],
        "location": {"path": relative(place.file), "lines": {"begin": line}},
    }
