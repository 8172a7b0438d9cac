"""Columns -> typed records, each violation on one cell; and Sources, what rules look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict

from deckkit.cellvalues import Problem, quick, value_of
from deckkit.config import DeckConfig
from deckkit.findings import Code, Finding, Location, Profile
from deckkit.game import Game, SheetSpec
from deckkit.lazy import Lazy
from deckkit.quota import Quota, RowKey
from deckkit.schemas import Column, RowSchema
from deckkit.sources import Cell, CellType, Row, Sheet


class Record(BaseModel):
    """Base of a game's records: typed fields, and the row they came from.

    Fields named in `invalid` could not be read; they are unset, and `Sources.records` leaves
    such records out for rules that need those fields.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    noun: ClassVar[str] = "record"

    __slots__ = ("_at", "_table")  # faster than pydantic's private ones
    if TYPE_CHECKING:
        _table: Table
        _at: int

    def __hash__(self) -> int:
        """A record is itself: two rows that say the same are two records."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        """Identity, to go with the hash."""
        return self is other

    @property
    def row(self) -> Row:
        """The row this record was read from."""
        return self._table.sheet.rows[self._at]

    @property
    def invalid(self) -> frozenset[str]:
        """Fields whose cells hold no usable value."""
        return self._table.invalid.get(self._at, self._table.absent)

    @property
    def record_id(self) -> str:
        """The record's id as written, e.g. ``S012`` or ``W001 top``; empty when it has none."""
        return self._table.record_ids[self._at]

    def at(self, column: str) -> Location:
        """The cell under `column`; the whole row when the sheet has no such column."""
        series = self._table.sheet.series.get(column)
        if series is None:
            return self.place
        number = self._table.sheet.numbers[self._at]
        return series.place.in_row(number, self.record_id or None)

    @property
    def place(self) -> Location:
        """The row as a whole."""
        sheet = self._table.sheet
        number = sheet.numbers[self._at]
        return sheet.location.in_row(number, self.record_id or None)

    def raw(self, column: str) -> str:
        """Trimmed text of a cell; empty when the sheet has no such column."""
        series = self._table.sheet.series.get(column)
        return series.texts[self._at] if series is not None else ""


R = TypeVar("R", bound=Record)
KNOWN = 1_000  # so many different cells of a column are remembered, with what is wrong with them


@dataclass(frozen=True, eq=False)
class Table:
    """A sheet of a deck that was found, as columns of typed values and as records.

    `typed` holds the value of every row under each column of the schema that the sheet has,
    None where there is none or it is not usable. `invalid` names the fields of a row whose cells
    hold no usable value; a row that is not there lacks the fields `absent`, which have no column.
    A record is made when it is first looked at: rules on large decks look at columns first.
    """

    spec: SheetSpec
    schema: RowSchema
    sheet: Sheet
    typed: Mapping[str, Sequence[Any]]
    invalid: Mapping[int, frozenset[str]]
    absent: frozenset[str] = frozenset()

    def __len__(self) -> int:
        """The number of records."""
        return len(self.sheet.numbers)

    @cached_property
    def records(self) -> Sequence[Record]:
        """The records in order, invalid ones included."""
        return Lazy(len(self), self._record)

    def texts(self, column: str) -> Sequence[str]:
        """Trimmed text under `column` of every record; empty without such a column."""
        series = self.sheet.series.get(column)
        return [""] * len(self) if series is None else series.texts

    def values(self, column: str) -> Sequence[Any]:
        """The typed value under `column` of every record, None where it has none."""
        return self.typed.get(column) or [None] * len(self)

    @cached_property
    def record_ids(self) -> Sequence[str]:
        """Each record's id as written, e.g. ``S012`` or ``W001 top``; empty when it has none."""
        columns = [self.sheet.series[n].texts for n in self.schema.key if n in self.sheet.series]
        if len(columns) == 1:
            return columns[0]
        return [" ".join(filter(None, texts)) for texts in zip(*columns, strict=True)] or (
            [""] * len(self)
        )

    def usable(self, *needs: str) -> Sequence[int]:
        """Indices of the records whose `needs` (all fields when none are named) are usable."""
        wanted = frozenset(needs)
        if self.absent & wanted if needs else self.absent:
            return ()
        if not self.invalid:
            return range(len(self))
        bad = {at for at, names in self.invalid.items() if not needs or names & wanted}
        return [at for at in range(len(self)) if at not in bad]

    def _record(self, at: int) -> Record:
        kind, invalid = self.spec.record, self.invalid.get(at, self.absent)
        values = {n: value for n, found in self.typed.items() if (value := found[at]) is not None}
        record = kind.model_construct(**values) if invalid else kind.model_validate(values)
        put = object.__setattr__
        put(record, "_table", self)
        put(record, "_at", at)
        return record


@dataclass(frozen=True, eq=False)
class Sources:
    """A deck's sources as rules see them: configuration and tables by sheet name.

    `unread` says that none of its files could be read.
    """

    game: Game
    config: DeckConfig
    profile: Profile
    place: Location
    tables: Mapping[str, Table]
    unread: bool = False

    def has(self, *names: str) -> bool:
        """Whether all these sheets exist."""
        return all(name in self.tables for name in names)

    def records(self, kind: type[R], *needs: str) -> tuple[R, ...]:
        """Records of a sheet whose `needs` are usable (all fields when none are named)."""
        table = self.table(kind)
        if table is None:
            return ()
        records = table.records
        return tuple(records[at] for at in table.usable(*needs))  # type: ignore[misc]

    def table(self, kind: type[Record]) -> Table | None:
        """The sheet whose records are of that kind."""
        return self._by_kind.get(kind)

    @cached_property
    def _by_kind(self) -> Mapping[type[Record], Table]:
        return {table.spec.record: table for table in self.tables.values()}

    @cached_property
    def accepted(self) -> Mapping[RowKey, Sequence[str]]:
        """The codes that rows accept, by file, sheet and number of the row."""
        sheets = (table.sheet for table in self.tables.values())
        return {where: words for sheet in sheets for where, words in sheet.accepted.items()}

    def counts(self) -> dict[str, int]:
        """Number of rows of each sheet, in the game's order of sheets."""
        return {s.name: len(self.tables[s.name]) for s in self.game.sheets if self.has(s.name)}


def read_records(
    spec: SheetSpec, schema: RowSchema, sheet: Sheet, profile: Profile, quota: Quota
) -> tuple[Table, list[Finding]]:
    """Turn a sheet's columns into typed values; each violation is one finding on one cell.

    `quota` says how many of them are made.
    """
    required = {c.name for c in schema.columns.values() if c.required}
    absent = frozenset(required - sheet.series.keys())
    typed: dict[str, Sequence[Any]] = {}
    invalid: dict[int, frozenset[str]] = {}
    joined = cache(lambda names, name: names | {name})  # rows with the same faults share a set
    found: list[tuple[int, int, Column, Problem]] = []
    present = [c for c in schema.columns.values() if c.name in sheet.series]
    ignoring = sheet.accepted or quota.records
    for order, column in enumerate(present):
        series = sheet.series[column.name]
        values = quick(column, series)
        typed[column.name] = values
        if None not in values:
            continue
        made: Counter[Code] = Counter()
        over: dict[Code, int] = {}
        known: dict[tuple[str, CellType], tuple[Any, list[Problem]]] = {}
        for at in [at for at, value in enumerate(values) if value is None]:
            like = (series.raws[at], series.kind(at))
            if like not in known:
                if len(known) == KNOWN:
                    known.clear()
                known[like] = value_of(column, Cell(*like, series.place), profile)
            values[at], problems = known[like]
            for problem in problems:
                made[problem[0]] += 1
                if made[problem[0]] <= quota.limit or ignoring:
                    found.append((at, order, column, problem))
                else:
                    over.setdefault(problem[0], at)
            if values[at] is None and (problems or column.required):
                invalid[at] = joined(invalid.get(at, absent), column.name)
        for code, at in over.items():
            place = series.place.in_row(sheet.numbers[at])
            quota.leave_out(code, place, made[code] - quota.limit)
    table = Table(spec, schema, sheet, typed, dict(sorted(invalid.items())), absent)
    findings = []
    for at, _, column, (code, sentence) in sorted(found, key=lambda one: one[:2]):
        cell = sheet.series[column.name].cell(at, sheet.numbers[at])
        place = cell.place.in_row(sheet.numbers[at], table.record_ids[at] or None)
        if quota.allows(code, place):
            findings.append(code.at(place, *sentence(), value=cell.text))
    return table, [*findings, *quota.rest()]
