"""Findings up to a limit: a table that is wrong as a whole gives one number, not a flood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from deckkit.findings import CODES, Code, Finding, Location, Severity
from deckkit.text import number

LIMIT: Final = 1_000
"""Most findings of one code and severity in one sheet that are listed one by one."""

RowKey = tuple[str, str | None, int | None]
Words = Sequence[str]
_Kind = tuple[str, Severity, str, str | None]


def is_named(kind: Code | Finding, word: str) -> bool:
    """Whether `word` is its name, its code, or the beginning of its code."""
    return kind.code.startswith(word) or kind.name == word


@dataclass
class Quota:
    """Says which findings are made; of those beyond `limit` only the number is kept.

    `rows` and `records` hold the codes that rows (file, sheet, number) and records accept. A
    finding that is accepted there never counts: it is left out later, by whoever ignores it.
    """

    limit: int = LIMIT
    rows: Mapping[RowKey, Words] = field(default_factory=dict)
    records: Mapping[str, Words] = field(default_factory=dict)
    _seen: Counter[_Kind] = field(default_factory=Counter)
    _left: Counter[_Kind] = field(default_factory=Counter)
    _first: dict[_Kind, Location] = field(default_factory=dict)

    def allows(self, code: Code, place: Location, severity: Severity | None = None) -> bool:
        """Whether to make a finding of this kind; when not, it has been counted."""
        kind = (code.code, severity or code.severity, place.file, place.sheet)
        if self._seen[kind] < self.limit:
            self._seen[kind] += 1
            return True
        if (self.rows or self.records) and self._accepted(code, place):
            return True
        self._leave_out(kind, place, 1)
        return False

    def leave_out(self, code: Code, place: Location, count: int) -> None:
        """Count findings that are not made; `place` is that of the first of them."""
        self._leave_out((code.code, code.severity, place.file, place.sheet), place, count)

    def keep(self, findings: Iterable[Finding]) -> list[Finding]:
        """Those of `findings` that are made, in their order."""
        return [
            finding
            for finding in findings
            if finding.rest or self.allows(CODES[finding.code], finding.location, finding.severity)
        ]

    def rest(self) -> list[Finding]:
        """One finding for each kind of which not all are made, where the first was left out."""
        found = []
        for kind, place in self._first.items():
            more = self._left[kind]
            spot = replace(place, column=None, header=None, record=None)
            message = (
                f"Not listed: {number(more, 'more finding')} of this kind in this table; "
                f"the first {self.limit:,} are."
            )
            hint = "Correct the first ones and check again: one mistake may be behind all of them."
            code, severity = CODES[kind[0]], kind[1]
            found.append(code.at(spot, message, hint, severity=severity, rest=more))
        return found

    def _leave_out(self, kind: _Kind, place: Location, count: int) -> None:
        self._left[kind] += count
        first = self._first.get(kind)
        if first is None or (place.row or 0) < (first.row or 0):
            self._first[kind] = place

    def _accepted(self, code: Code, place: Location) -> bool:
        words = (
            *self.rows.get((place.file, place.sheet, place.row), ()),
            *self.records.get(place.record or "", ()),
        )
        return any(is_named(code, word) for word in words)
