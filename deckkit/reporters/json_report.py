"""The JSON report, version 1 (docs/ci.md)."""

from __future__ import annotations

import json

from deckkit.findings import Report


def render(report: Report, *, color: bool = False, verbosity: int = 0) -> str:
    """The report as one JSON document; `color` and `verbosity` do not matter."""
    return json.dumps(report.as_json(), ensure_ascii=False, indent=2) + "\n"
