"""The neutral shape between the file formats and the table: filled cells and what hides them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from deckkit.findings import Code
from deckkit.sources.model import CellType

_LEFT_RETURN = re.compile(r"_x000[Dd]_(?=\n)")
_LEFT_BREAK = re.compile(r"_x000[ADad]_")

Value = tuple[str, CellType]
Address = tuple[int, int]


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
    `width` is given for delimited text only: how many values each record has.
    `shown` holds what a cell displays when that is not its value, `struck` the part of its
    text that is struck through, `used` the last row and column the file mentions at all.
    """

    name: str
    rows: dict[int, dict[int, Value]] = field(default_factory=dict)
    width: dict[int, int] | None = None
    hidden: bool = False
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: list[tuple[int, int]] = field(default_factory=list)
    filtered: bool = False
    merges: list[tuple[int, int, int, int]] = field(default_factory=list)
    comments: dict[Address, str] = field(default_factory=dict)
    struck: dict[Address, str] = field(default_factory=dict)
    shown: dict[Address, str] = field(default_factory=dict)
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

    def column_hidden(self, column: int) -> bool:
        """Whether the 0-based column is hidden."""
        return any(first <= column <= last for first, last in self.hidden_columns)


@dataclass(slots=True)
class Workbook:
    """The sheets of one file in order, and whether stored results may be out of date."""

    grids: list[Grid] = field(default_factory=list)
    stale: bool = False
