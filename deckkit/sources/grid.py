"""The neutral shape between the file formats and the table: filled cells and what hides them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from types import MappingProxyType

from deckkit.findings import Code
from deckkit.sources.model import CellType
from deckkit.sources.scripts import Script

_LEFT_RETURN = re.compile(r"_x000[Dd]_(?=\n)")
_LEFT_BREAK = re.compile(r"_x000[ADad]_")

LEAST = 2.0  # points; nobody reads a row that is lower or a column that is narrower

Value = tuple[str, CellType]
Address = tuple[int, int]
Column = tuple[Sequence[str], Sequence[CellType] | None]
NOTHING: Value = ("", CellType.EMPTY)
_NO_CELLS: Mapping[int, Value] = MappingProxyType({})
_TEXTS = frozenset({CellType.TEXT, CellType.EMPTY})


class Refusal(Exception):
    """A file, or one sheet of it, that cannot be read: which kind of finding, and why.

    Raised inside the reader only; `read_book` turns it into a Finding.
    """

    def __init__(self, code: Code, message: str, hint: str = "") -> None:
        """Refuse with a finding of kind `code`."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


@dataclass(slots=True, eq=False)
class Grid:
    """The filled cells of one sheet and what the sheet does to them.

    Rows are 1-based (spreadsheet rows, or lines of a text file), columns 0-based.
    `shown` holds what a cell displays when that is not its value, `struck` the part of its
    text that is struck through, `scripts` what its raised characters show, `small` and
    `white` the cells whose text nobody sees, `used` the last row and column the file mentions at
    all.
    """

    name: str
    rows: dict[int, dict[int, Value]] = field(default_factory=dict)
    hidden: bool = False
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    filtered: bool = False
    merges: list[tuple[int, int, int, int]] = field(default_factory=list)
    comments: dict[Address, str] = field(default_factory=dict)
    struck: dict[Address, str] = field(default_factory=dict)
    scripts: dict[Address, Script] = field(default_factory=dict)
    shown: dict[Address, str] = field(default_factory=dict)
    small: set[Address] = field(default_factory=set)
    white: set[Address] = field(default_factory=set)
    broken: dict[Address, str] = field(default_factory=dict)
    escapes: dict[Address, str] = field(default_factory=dict)
    results: int = 0
    used: Address = (0, 0)

    def put(self, row: int, column: int, raw: str, kind: CellType) -> None:
        """Store a filled cell; an empty one is not stored."""
        if "_x00" in raw:
            raw = self.unescaped(row, column, raw)
        if raw:
            self.rows.setdefault(row, {})[column] = (raw, kind)

    def unescaped(self, row: int, column: int, raw: str) -> str:
        """`raw` with a line break for each code of one; the place is noted."""
        text = _LEFT_BREAK.sub("\n", _LEFT_RETURN.sub("", raw))
        if text != raw:
            self.escapes[(row, column)] = raw
        return text

    def filled(self) -> list[int]:
        """The rows that hold more than space, in order."""
        rows = sorted(self.rows.items())
        return [row for row, cells in rows if any(raw.strip() for raw, _ in cells.values())]

    def at(self, row: int) -> Mapping[int, Value]:
        """The filled cells of a row by column; none for a row that is not there."""
        return self.rows.get(row, _NO_CELLS)

    def present(self, rows: Iterable[int]) -> set[int]:
        """The columns in which any of these rows has a cell."""
        return set().union(*(self.rows[row] for row in rows))

    def series(self, columns: Iterable[int], rows: Sequence[int]) -> list[Column]:
        """Those columns of those rows: text and, unless all of it is text, types."""
        found: list[Column] = []
        for column in columns:
            cells = [self.rows[row].get(column, NOTHING) for row in rows]
            kinds = [kind for _, kind in cells]
            plain = set(kinds) <= _TEXTS
            found.append(([raw for raw, _ in cells], None if plain else kinds))
        return found

    def column_hidden(self, column: int) -> bool:
        """Whether the 0-based column is hidden."""
        return any(first <= column <= last for first, last in self.hidden_columns)


@dataclass(slots=True, eq=False)
class TextGrid(Grid):
    """The values of delimited text: the records by the line on which each one starts."""

    records: dict[int, Sequence[str]] = field(default_factory=dict)

    def filled(self) -> list[int]:
        """The lines whose record holds more than space, in order."""
        return [n for n, r in self.records.items() if r[0].strip() or "".join(r).strip()]

    def at(self, row: int) -> Mapping[int, Value]:
        """The filled values of a record by column."""
        values = enumerate(self.records.get(row, ()))
        return {column: (value, CellType.TEXT) for column, value in values if value}

    def present(self, rows: Iterable[int]) -> set[int]:
        """All columns that any of these records reaches."""
        return set(range(max((len(self.records[row]) for row in rows), default=0)))

    def series(self, columns: Iterable[int], rows: Sequence[int]) -> list[Column]:
        """Those columns of those records; all of it is text."""
        lines = [self.records[row] for row in rows]
        even = len(set(map(len, lines))) == 1
        turned = list(zip(*lines, strict=True) if even else zip_longest(*lines, fillvalue=""))
        blank = [""] * len(rows)
        return [(turned[c] if c < len(turned) else blank, None) for c in columns]


@dataclass(slots=True)
class Workbook:
    """The sheets of one file in order, and whether stored results may be out of date."""

    grids: list[Grid] = field(default_factory=list)
    stale: bool = False
