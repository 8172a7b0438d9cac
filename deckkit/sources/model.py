"""Book, Sheet, Row and Cell: every value keeps the place it was read from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from deckkit.findings import Finding, Location
from deckkit.text import clean


class CellType(StrEnum):
    """What the file says a cell holds; nothing is guessed from how the text looks."""

    EMPTY = "empty"
    TEXT = "text"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    ERROR = "error"
    FORMULA = "formula"  # a formula without a stored result


def column_letter(index: int) -> str:
    """Spreadsheet letters of a 0-based column: 0 is A, 25 is Z, 26 is AA."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


class Cell(NamedTuple):
    """One cell.

    `raw` is the text as the file stores it (a number in its shortest exact form, TRUE or
    FALSE, an ISO date, the error word, or the formula when it has no stored result). `place`
    is the cell's location, or with a `row` that of its column, which all its cells share.
    """

    raw: str
    type: CellType
    place: Location
    row: int | None = None

    @property
    def location(self) -> Location:
        """Where the cell stands."""
        return self.place if self.row is None else replace(self.place, row=self.row)

    @property
    def text(self) -> str:
        """`raw` as a value for a deck: NFC, trimmed."""
        return clean(self.raw)

    @property
    def empty(self) -> bool:
        """Whether the cell holds nothing but space."""
        return not self.text

    @property
    def integer(self) -> int | None:
        """The whole number the cell holds exactly (``7``, ``7.0``), or None.

        TRUE is not 1, ``7.5``, ``7,0`` and ``twelve`` are not whole numbers.
        """
        if self.type not in (CellType.TEXT, CellType.NUMBER):
            return None
        digits, point, rest = self.text.partition(".")
        if point and (not rest or rest.strip("0")):
            return None
        body = digits[1:] if digits[:1] in ("-", "+") else digits
        return int(digits) if body.isascii() and body.isdigit() and len(body) < 40 else None

    @property
    def number(self) -> int | float | None:
        """The number the cell holds (whole numbers as int), or None."""
        whole = self.integer
        if whole is not None or self.type not in (CellType.TEXT, CellType.NUMBER):
            return whole
        try:
            value = float(self.text)
        except ValueError:
            return None
        plain = self.text.lstrip("+-").replace(".", "", 1)
        if self.type is CellType.TEXT and not (plain.isascii() and plain.isdigit()):
            return None
        return value if abs(value) < float("inf") else None


@dataclass(frozen=True, slots=True)
class Row:
    """One record of a sheet: its number (line or spreadsheet row) and a cell per header."""

    number: int
    cells: Mapping[str, Cell]

    def __getitem__(self, header: str) -> Cell:
        """The cell under `header`; raises KeyError when the sheet has no such column."""
        return self.cells[header]

    def get(self, header: str) -> Cell | None:
        """The cell under `header`, or None when the sheet has no such column."""
        return self.cells.get(header)


@dataclass(frozen=True)
class Sheet:
    """A table: header cells and records. Blank rows are left out, row numbers stay true.

    `headers` holds the header cells in file order (text as written); `Row.cells` are keyed by
    the *folded* header (lower case, spaces and hyphens as underscores) of `key`.
    """

    file: str
    name: str
    headers: tuple[Cell, ...]
    rows: tuple[Row, ...]
    workbook: bool = False

    @property
    def location(self) -> Location:
        """The sheet as a whole."""
        return Location(self.file, self.name, workbook=self.workbook)

    @cached_property
    def columns(self) -> Mapping[str, Cell]:
        """First header cell by folded header."""
        found: dict[str, Cell] = {}
        for cell in self.headers:
            found.setdefault(key(cell.raw), cell)
        return found

    def __iter__(self) -> Iterator[Row]:
        """The rows in file order."""
        return iter(self.rows)

    def named(self, name: str) -> Sheet:
        """The same sheet under another name (locations keep the file's own name)."""
        return replace(self, name=name)


@lru_cache(maxsize=4096)
def key(header: str) -> str:
    """Folded form of a header or sheet name: ``Special Statements`` is special_statements.

    An underscore in front (a private note) stays.
    """
    text = clean(header)
    folded = "_".join(text.casefold().replace("-", " ").replace("_", " ").split())
    return f"_{folded}" if text.startswith("_") else folded


@dataclass(frozen=True)
class Book:
    """One file: its sheets by order, and what reading it found."""

    file: str
    sheets: tuple[Sheet, ...] = ()
    findings: tuple[Finding, ...] = field(default=())
