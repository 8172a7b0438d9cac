"""Rows -> typed records, with every violation on one cell; and Sources, what rules look at."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from pydantic import BaseModel, ConfigDict

from deckkit.cellcodes import BAD_FORMAT, EMPTY, NOT_ALLOWED, NOT_INTEGER, NOT_TEXT, OUT_OF_RANGE
from deckkit.config import DeckConfig
from deckkit.findings import Code, Finding, Location, Profile
from deckkit.game import Game, SheetSpec
from deckkit.schemas import Column, RowSchema
from deckkit.sources import Cell, CellType, Row, Sheet
from deckkit.text import clean, quoted

_NONE: frozenset[str] = frozenset()
_SPLIT = re.compile(r"[;\n]")


_BY_KEYWORD: Mapping[str, Code] = {
    "enum": NOT_ALLOWED,
    **dict.fromkeys(
        ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"), OUT_OF_RANGE
    ),
}


class Record(BaseModel):
    """Base of a game's records: typed fields, and the row they came from.

    Fields named in `invalid` could not be read; they are unset, and `Sources.records` leaves
    such records out for rules that need those fields.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")
    noun: ClassVar[str] = "record"

    __slots__ = ("_invalid", "_row", "_schema", "_sheet")  # faster than pydantic's private ones
    if TYPE_CHECKING:
        _row: Row
        _sheet: Sheet
        _schema: RowSchema
        _invalid: frozenset[str]

    def __hash__(self) -> int:
        """A record is itself: two rows that say the same are two records."""
        return id(self)

    def __eq__(self, other: object) -> bool:
        """Identity, to go with the hash."""
        return self is other

    @property
    def row(self) -> Row:
        """The row this record was read from."""
        return self._row

    @property
    def invalid(self) -> frozenset[str]:
        """Fields whose cells hold no usable value."""
        return self._invalid

    @property
    def record_id(self) -> str:
        """The record's id as written, e.g. ``S012`` or ``W001 top``; empty when it has none."""
        cells = [self._row.get(name) for name in self._schema.key]
        return " ".join(cell.text for cell in cells if cell and cell.text)

    def at(self, column: str) -> Location:
        """The cell under `column`; the whole row when the sheet has no such column."""
        cell = self._row.get(column)
        if cell is not None:
            return replace(cell.location, record=self.record_id or None)
        return self.place

    @property
    def place(self) -> Location:
        """The row as a whole."""
        return replace(self._sheet.location, row=self._row.number, record=self.record_id or None)

    def raw(self, column: str) -> str:
        """Trimmed text of a cell; empty when the sheet has no such column."""
        cell = self._row.cells.get(column)
        return cell.text if cell is not None else ""


R = TypeVar("R", bound=Record)


@dataclass(frozen=True)
class Table:
    """A sheet of a deck that was found, with its records (invalid fields included)."""

    spec: SheetSpec
    schema: RowSchema
    sheet: Sheet
    records: tuple[Record, ...]
    _texts: dict[str, Sequence[str]] = field(default_factory=dict, repr=False, compare=False)

    def texts(self, column: str) -> Sequence[str]:
        """Trimmed text under `column` of every record, in order; empty without such a column."""
        if column not in self._texts:
            self._texts[column] = [record.raw(column) for record in self.records]
        return self._texts[column]


@dataclass(frozen=True, eq=False)
class Sources:
    """A deck's sources as rules see them: configuration and tables by sheet name."""

    game: Game
    config: DeckConfig
    profile: Profile
    place: Location
    tables: Mapping[str, Table]

    def has(self, *names: str) -> bool:
        """Whether all these sheets exist."""
        return all(name in self.tables for name in names)

    def records(self, kind: type[R], *needs: str) -> tuple[R, ...]:
        """Records of a sheet whose `needs` are usable (all fields when none are named)."""
        table = self._by_kind.get(kind)
        if table is None:
            return ()
        wanted = frozenset(needs)
        return tuple(
            r
            for r in table.records
            if isinstance(r, kind) and not (r.invalid & wanted if needs else r.invalid)
        )

    @cached_property
    def _by_kind(self) -> Mapping[type[Record], Table]:
        return {table.spec.record: table for table in self.tables.values()}

    def counts(self) -> dict[str, int]:
        """Number of rows of each sheet, in the game's order of sheets."""
        return {
            s.name: len(self.tables[s.name].records) for s in self.game.sheets if self.has(s.name)
        }


def read_records(
    spec: SheetSpec, schema: RowSchema, sheet: Sheet, profile: Profile
) -> tuple[Table, list[Finding]]:
    """Turn a sheet's rows into records; each violation is one finding on one cell."""
    findings: list[Finding] = []
    present = [(c.name, c, _quick(c)) for c in schema.columns.values() if c.name in sheet.columns]
    required = {c.name for c in schema.columns.values() if c.required}
    records = []
    for row in sheet:
        values: dict[str, Any] = {}
        invalid = required - row.cells.keys()
        key = " ".join(t for n in schema.key if (c := row.get(n)) and (t := c.text)) or None
        for name, column, quick in present:
            cell = row.cells[name]
            value = quick(cell)
            if value is not None:
                values[name] = value
                continue
            value, problems = _value(column, cell, profile)
            for code, message, hint in problems:
                place = replace(cell.location, record=key)
                findings.append(code.at(place, message, hint, value=cell.text))
            if value is not None:
                values[column.name] = value
            elif problems or column.required:
                invalid.add(column.name)
        records.append(_build(spec.record, values, invalid, row, sheet, schema))
    return Table(spec, schema, sheet, tuple(records)), findings


def _quick(column: Column) -> Callable[[Cell], Any]:
    """The value of a cell that is right at first sight; None for any other, see `_value`."""
    fast, words = column.fast, column.schema.get("x-values")
    dated, whole = bool(column.schema.get("x-date")), column.kind == "integer"
    if fast is None:
        return lambda cell: None

    def single(cell: Cell) -> Any:
        kind = cell.type
        if kind is not CellType.TEXT and kind is not CellType.NUMBER:
            return None
        value: Any = cell.integer if whole else cell.text
        if words is not None:
            return words.get(str(value).casefold())
        right = value and fast(value) and (not dated or _is_day(value))
        return value if right else None

    def several(cell: Cell) -> Any:
        kind = cell.type
        if kind is not CellType.TEXT and kind is not CellType.NUMBER:
            return None
        parts = [part for piece in _SPLIT.split(cell.text) if (part := clean(piece))]
        return tuple(parts) if parts and fast(parts) else None

    return several if column.kind == "array" else single


def _build(
    kind: type[Record],
    values: dict[str, Any],
    invalid: Collection[str],
    row: Row,
    sheet: Sheet,
    schema: RowSchema,
) -> Record:
    record = kind.model_construct(**values) if invalid else kind.model_validate(values)
    put = object.__setattr__
    put(record, "_row", row)
    put(record, "_sheet", sheet)
    put(record, "_schema", schema)
    put(record, "_invalid", frozenset(invalid) if invalid else _NONE)
    return record


def _value(column: Column, cell: Cell, profile: Profile) -> tuple[Any, list[tuple[Code, str, str]]]:
    """The typed value of a cell, or None, and what is wrong with it."""
    if cell.type in (CellType.ERROR, CellType.FORMULA):
        return None, []  # the reader has said so
    if cell.empty:
        if column.required_from is not None and profile >= column.required_from:
            return None, [(EMPTY, f"{column.name} is empty.", f"Type {column.expected}.")]
        return None, []
    value: Any = cell.text
    match column.kind:
        case "integer":
            value = cell.integer
            if value is None:
                message = f"{quoted(cell.raw)} is not a whole number."
                return None, [(NOT_INTEGER, message, _digits(column))]
        case _ if made := _made_by_spreadsheet(column, cell):
            hint = "Format the column as Text, then type the value again."
            return None, [(NOT_TEXT, f"{quoted(cell.raw)} is {made}, not text.", hint)]
        case "array":
            value = [part for piece in _SPLIT.split(cell.text) if (part := clean(piece))]
    words = column.schema.get("x-values")
    if words is not None and str(value).casefold() in words:
        return words[str(value).casefold()], []
    found = [
        (_BY_KEYWORD.get(keyword, BAD_FORMAT), message, hint)
        for keyword, message, hint in column.problems(value)
    ]
    if not found and column.schema.get("x-date") and not _is_day(cell.text):
        found = [
            (
                BAD_FORMAT,
                f"{quoted(cell.text)} is not {column.expected}.",
                f"Type {column.expected}.",
            )
        ]
    if isinstance(value, list):
        value = tuple(value)
    return (None if found else value), found


def _is_day(text: str) -> bool:
    """Whether a date of the right form is in the calendar; years and months are."""
    try:
        return len(text) < 10 or bool(date.fromisoformat(text))
    except ValueError:
        return False


def _digits(column: Column) -> str:
    how = "; in digits only." if "," in column.expected else " in digits only."
    return f"Type {column.expected}{how}"


def _made_by_spreadsheet(column: Column, cell: Cell) -> str:
    """What a spreadsheet made of a text; empty when it is text, or a date where dates belong."""
    if cell.type is CellType.DATE and not column.schema.get("x-date"):
        return "a date"
    return "a yes/no value" if cell.type is CellType.BOOLEAN else ""
