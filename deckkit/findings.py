"""What deckkit says about a source: Code, Location, Fix, Finding and Report.

A `Code` is a kind of finding with its page; `Code.at(...)` makes a `Finding` on one place.
Codes are never renamed or reused.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any


class Severity(StrEnum):
    """How bad a finding is; `error` stops a build."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 for error, 1 for warning, 2 for info."""
        return list(Severity).index(self)


class Profile(IntEnum):
    """How much is asked of a deck; each profile includes the ones before it."""

    DRAFT = 0
    REVIEW = 1
    PRINT = 2

    @classmethod
    def parse(cls, word: str) -> Profile:
        """The profile of that name; raises KeyError for an unknown word."""
        return cls[word.upper()]


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a source: file, sheet, row (1-based), column letter, header and record id.

    For delimited text `row` is the line on which the record starts, so that editors and
    code hosts can jump to it; for a workbook it is the spreadsheet's row number.
    """

    file: str
    sheet: str | None = None
    row: int | None = None
    column: str | None = None
    header: str | None = None
    record: str | None = None
    workbook: bool = False

    def in_row(self, row: int, record: str | None = None) -> Location:
        """The same column (or sheet) in that row; quicker than `dataclasses.replace`."""
        return Location(self.file, self.sheet, row, self.column, self.header, record, self.workbook)

    @property
    def cell(self) -> str | None:
        """Spreadsheet address such as ``C17``; None when it is not one cell."""
        return f"{self.column}{self.row}" if self.column and self.row else None

    def __str__(self) -> str:
        """``statements.csv:17 C (category)`` or ``deck.xlsx › statements!C17``."""
        if self.workbook:
            if self.sheet is None:
                return self.file
            place = self.cell or (str(self.row) if self.row else self.column or "")
            return f"{self.file} › {self.sheet}" + (f"!{place}" if place else "")
        text = self.file + (f":{self.row}" if self.row else "")
        if self.column:
            text += f" {self.column}" + (f" ({self.header})" if self.header else "")
        return text

    @property
    def sort_key(self) -> tuple[str, str, int, int, str]:
        """Order of places: file, sheet, row, column (A before AA), header."""
        column = self.column or ""
        return (self.file, self.sheet or "", self.row or 0, len(column), column)

    def as_json(self) -> dict[str, Any]:
        """The location object of the JSON report."""
        return {
            "file": self.file,
            "sheet": self.sheet,
            "row": self.row,
            "column": self.column,
            "cell": self.cell,
            "header": self.header,
            "record": self.record,
        }


@dataclass(frozen=True, slots=True)
class Fix:
    """A replacement for the text of one cell; `safe` ones may be applied without asking.

    `also` holds (place, old, new) of further cells, for a finding that speaks for all cells of
    a sheet.
    """

    old: str
    new: str
    safe: bool = True
    also: tuple[tuple[Location, str, str], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The fix object of the JSON report."""
        return {"old": self.old, "new": self.new, "safe": self.safe}


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that explains a finding."""

    location: Location
    message: str

    def as_json(self) -> dict[str, Any]:
        """The related object of the JSON report."""
        return {"location": self.location.as_json(), "message": self.message}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing an editor should look at, on one place; or, with `rest`, so many not listed."""

    code: str
    name: str
    severity: Severity
    message: str
    location: Location
    hint: str = ""
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    value: str = ""
    rest: int = 0

    @property
    def count(self) -> int:
        """How many findings this one stands for: itself, or those it speaks for."""
        return self.rest or 1

    @property
    def fingerprint(self) -> str:
        """16 hex digits over code, file, sheet, record and value: rows may move freely.

        Of the path only the name counts, so it does not matter from where deckkit is called.
        """
        if self.rest:
            return self.rest_fingerprint
        place = self.location
        anchor = place.record or f"{place.row}:{place.column}"
        return self._fingerprint(anchor, place.header or "", self.value)

    @property
    def rest_fingerprint(self) -> str:
        """The fingerprint of the finding that speaks for those of this kind in this sheet."""
        return self._fingerprint("rest", self.severity)

    def _fingerprint(self, *parts: str) -> str:
        place = self.location
        whole = (self.code, place.file.rpartition("/")[2], place.sheet or "", *parts)
        return hashlib.sha256("\x1f".join(whole).encode()).hexdigest()[:16]

    @property
    def sort_key(self) -> tuple[Any, ...]:
        """By place, then severity, code and message."""
        return (*self.location.sort_key, self.severity.rank, self.code, self.message)

    def as_json(self) -> dict[str, Any]:
        """The finding object of the JSON report."""
        return {
            "code": self.code,
            "name": self.name,
            "severity": self.severity.value,
            "message": self.message,
            "hint": self.hint,
            "location": self.location.as_json(),
            "related": [item.as_json() for item in self.related],
            "fix": self.fix.as_json() if self.fix else None,
            "fingerprint": self.fingerprint,
            "count": self.count,
        }


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: its code, short name, severity, lowest profile and page.

    `page` is Markdown: a summary line, then the sections What it checks, Why players care,
    Bad, Good and How to fix.
    """

    code: str
    name: str
    severity: Severity
    page: str
    profile: Profile = Profile.DRAFT

    def at(
        self,
        location: Location,
        message: str,
        hint: str = "",
        *,
        related: Iterable[Related] = (),
        fix: Fix | None = None,
        value: str = "",
        severity: Severity | None = None,
        rest: int = 0,
    ) -> Finding:
        """A finding of this kind; `severity` overrides the code's own."""
        return Finding(
            self.code,
            self.name,
            severity or self.severity,
            message,
            location,
            hint,
            tuple(related),
            fix,
            value,
            rest,
        )


CODES: dict[str, Code] = {}


def declare(
    code: str, name: str, severity: Severity, page: str, profile: Profile = Profile.DRAFT
) -> Code:
    """Register a kind of finding that is raised outside the rules (reading, print, ...).

    Raises ValueError when the code or the name is taken by another kind.
    """
    import inspect

    entry = Code(code, name, severity, inspect.cleandoc(page), profile)
    for known in CODES.values():
        if (known.code == code or known.name == name) and known != entry:
            raise ValueError(f"{code} {name} collides with {known.code} {known.name}")
    CODES[code] = entry
    return entry


@dataclass(frozen=True, slots=True)
class Report:
    """All findings of one run, sorted by place, and what was checked.

    `checked` maps a deck's id to counts by sheet (or other named totals); `skipped` names
    rules that could not run and why.
    """

    findings: tuple[Finding, ...] = ()
    checked: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    skipped: tuple[str, ...] = ()

    def count(self, severity: Severity) -> int:
        """Number of findings of exactly this severity."""
        return sum(f.count for f in self.findings if f.severity is severity)

    @property
    def total(self) -> int:
        """Number of findings."""
        return sum(f.count for f in self.findings)

    def worst_at_least(self, severity: Severity) -> bool:
        """Whether any finding is as bad as `severity` or worse."""
        return any(f.severity.rank <= severity.rank for f in self.findings)

    def as_json(self) -> dict[str, Any]:
        """The report of `--format json`, version 1."""
        return {
            "version": 1,
            "checked": {deck: dict(counts) for deck, counts in self.checked.items()},
            "summary": {s.value: self.count(s) for s in Severity},
            "findings": [f.as_json() for f in self.findings],
            "skipped": list(self.skipped),
        }


def merge(reports: Iterable[Report]) -> Report:
    """One report over several decks, findings sorted by place and each kept once."""
    findings: dict[Finding, None] = {}
    checked: dict[str, Mapping[str, Any]] = {}
    skipped: list[str] = []
    for report in reports:
        findings.update(dict.fromkeys(report.findings))
        checked.update(report.checked)
        skipped.extend(report.skipped)
    ordered = tuple(sorted(findings, key=lambda f: f.sort_key))
    return Report(ordered, checked, tuple(skipped))
