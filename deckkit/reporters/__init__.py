"""Reporters: Report -> str. To add one, write a module with `render` and name it here."""

from __future__ import annotations

from collections.abc import Callable

from deckkit.findings import Report
from deckkit.reporters import (
    codequality,
    github,
    json_report,
    junit,
    markdown,
    sarif,
    terminal,
)

Reporter = Callable[..., str]

REPORTERS: dict[str, Reporter] = {
    "terminal": terminal.render,
    "json": json_report.render,
    "sarif": sarif.render,
    "junit": junit.render,
    "github": github.render,
    "markdown": markdown.render,
    "codequality": codequality.render,
}


def render(name: str, report: Report, *, color: bool = False, verbosity: int = 0) -> str:
    """`report` in the format `name`; raises KeyError for an unknown format."""
    return REPORTERS[name](report, color=color, verbosity=verbosity)
