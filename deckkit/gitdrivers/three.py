"""Three-way merge of tables by record and column; pure, for any kind of cell value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

V = TypeVar("V")
Cells = Mapping[str, V]


@dataclass(frozen=True)
class Table(Generic[V]):
    """Columns in order, and rows by record id in order; absent cells are empty."""

    columns: tuple[str, ...] = ()
    rows: Mapping[str, Cells[V]] = field(default_factory=dict)


@dataclass(frozen=True)
class Conflict(Generic[V]):
    """A place that both sides changed: a cell, or a whole row that one side removed.

    `column` is None for a row; `record` is None for a column that one side removed.
    """

    record: str | None
    column: str | None
    base: V | None = None
    ours: V | None = None
    theirs: V | None = None


@dataclass(frozen=True)
class Merged(Generic[V]):
    """The merged table: conflicting cells hold our value, disputed rows and columns are kept."""

    columns: tuple[str, ...]
    rows: Mapping[str, Cells[V]]
    conflicts: tuple[Conflict[V], ...] = ()


def merge(base: Table[V], ours: Table[V], theirs: Table[V], empty: V) -> Merged[V]:
    """Take what one side changed; what both changed differently is a conflict."""
    return _Merge(base, ours, theirs, empty).run()


class _Merge(Generic[V]):
    def __init__(self, base: Table[V], ours: Table[V], theirs: Table[V], empty: V) -> None:
        self.base, self.ours, self.theirs, self.empty = base, ours, theirs, empty
        self.conflicts: list[Conflict[V]] = []

    def run(self) -> Merged[V]:
        columns = self._columns()
        rows: dict[str, Cells[V]] = {}
        ids = (tuple(table.rows) for table in (self.base, self.ours, self.theirs))
        for record in ordered(*ids):
            if self._stays(record):
                rows[record] = {name: self._cell(record, name) for name in columns}
        return Merged(columns, rows, tuple(self.conflicts))

    def _get(self, table: Table[V], record: str, column: str) -> V:
        """A cell; a column that a side removed counts as unchanged there."""
        if column not in table.columns and table is not self.base:
            table = self.base
        return table.rows.get(record, {}).get(column, self.empty)

    def _columns(self) -> tuple[str, ...]:
        found = []
        for name in ordered(self.base.columns, self.ours.columns, self.theirs.columns):
            lacking = [t for t in (self.ours, self.theirs) if name not in t.columns]
            if name in self.base.columns and lacking:
                other = self.theirs if lacking[0] is self.ours else self.ours
                if len(lacking) == 2 or not self._touched(other, name):
                    continue
                self.conflicts.append(Conflict(None, name))
            found.append(name)
        return tuple(found)

    def _touched(self, table: Table[V], column: str) -> bool:
        """Whether a side changed any cell of a column."""
        return any(
            row.get(column, self.empty) != self.base.rows.get(record, {}).get(column, self.empty)
            for record, row in table.rows.items()
        )

    def _stays(self, record: str) -> bool:
        """Whether a record is in the result; says so when the sides disagree."""
        holders = [t for t in (self.ours, self.theirs) if record in t.rows]
        if record not in self.base.rows or len(holders) == 2:
            return bool(holders)
        if not holders or not self._edited(holders[0], record):
            return False
        self.conflicts.append(Conflict(record, None))
        return True

    def _edited(self, table: Table[V], record: str) -> bool:
        names = dict.fromkeys((*self.base.columns, *table.columns))
        return any(
            self._get(table, record, name) != self._get(self.base, record, name) for name in names
        )

    def _cell(self, record: str, column: str) -> V:
        if record not in self.theirs.rows:
            return self._get(self.ours, record, column)
        if record not in self.ours.rows:
            return self._get(self.theirs, record, column)
        base, ours, theirs = (
            self._get(table, record, column) for table in (self.base, self.ours, self.theirs)
        )
        if theirs in (base, ours):
            return ours
        if ours != base:
            self.conflicts.append(Conflict(record, column, base, ours, theirs))
            return ours
        return theirs


def ordered(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """All names in our order, or in theirs when only they reordered; each new name of the
    other side after the one it followed there, and after our own new ones.
    """
    first, second = ours, theirs
    if _kept_order(base, ours) and not _kept_order(base, theirs):
        first, second = theirs, ours
    result = list(first)
    known, other, old = set(first), set(second), set(base)
    for place, name in enumerate(second):
        if name in known:
            continue
        before = next((n for n in reversed(second[:place]) if n in known), None)
        at = result.index(before) + 1 if before is not None else 0
        while at < len(result) and result[at] not in other and result[at] not in old:
            at += 1
        result.insert(at, name)
        known.add(name)
    return result


def _kept_order(base: Sequence[str], side: Sequence[str]) -> bool:
    in_side, in_base = set(side), set(base)
    return [n for n in base if n in in_side] == [n for n in side if n in in_base]
