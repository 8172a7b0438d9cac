"""Book, Sheet, Series, Row and Cell: every value keeps the place it was read from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache
from typing import NamedTuple

from deckkit.findings import Finding, Location
from deckkit.lazy import Lazy
from deckkit.quota import RowKey
from deckkit.text import clean

IGNORE_COLUMN = "deckkit_ignore"  # codes that are accepted in that row


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


def whole(text: str) -> int | None:
    """The whole number that a trimmed text is exactly (``7``, ``+7``, ``7.0``), or None."""
    if text.isdecimal() and text.isascii() and len(text) < 40:
        return int(text)
    digits, point, rest = text.partition(".")
    if point and (not rest or rest.strip("0")):
        return None
    body = digits[1:] if digits[:1] in ("-", "+") else digits
    return int(digits) if body.isascii() and body.isdigit() and len(body) < 40 else None


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
        return self.place if self.row is None else self.place.in_row(self.row)

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
        return whole(self.text)

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


class Series:
    """The cells of one column of a sheet below its header, in the order of the sheet's rows.

    `place` is the column's location, `raws` the text of every cell as the file stores it.
    `kinds` are the cells' types; None says that every filled one is text.
    """

    __slots__ = ("_joined", "_texts", "kinds", "place", "raws")

    def __init__(
        self, place: Location, raws: Sequence[str], kinds: Sequence[CellType] | None = None
    ) -> None:
        """A column; `kinds`, when given, is as long as `raws`."""
        self.place = place
        self.raws = raws
        self.kinds = kinds
        self._texts: Sequence[str] | None = None
        self._joined: str | None = None

    @property
    def joined(self) -> str:
        """All of `raws`, each between line feeds: what a whole column can be searched in."""
        if self._joined is None:
            self._joined = "\n".join(("", *self.raws, ""))
        return self._joined

    @property
    def plain(self) -> bool:
        """Whether all cells hold printable ASCII in one line, without spaces at the ends."""
        text = self.joined
        return (
            text.isascii()
            and text.count("\n") == len(self.raws) + 1
            and text.replace("\n", "").isprintable()
            and "\n " not in text
            and " \n" not in text
        )

    @property
    def texts(self) -> Sequence[str]:
        """The cells' values for a deck: NFC, trimmed (`Cell.text`)."""
        if self._texts is None:
            self._texts = self.raws if self.plain else list(map(clean, self.raws))
        return self._texts

    def kind(self, at: int) -> CellType:
        """The type of a cell."""
        if self.kinds is not None:
            return self.kinds[at]
        return CellType.TEXT if self.raws[at] else CellType.EMPTY

    def cell(self, at: int, row: int) -> Cell:
        """The cell at that index, which stands in that row of the file."""
        return Cell(self.raws[at], self.kind(at), self.place, row)


class Row:
    """One record of a sheet: its number (line or spreadsheet row) and a cell per header."""

    __slots__ = ("_at", "_series", "number")

    def __init__(self, number: int, at: int, series: Mapping[str, Series]) -> None:
        """The row at index `at` of the columns `series`."""
        self.number = number
        self._at = at
        self._series = series

    @property
    def cells(self) -> dict[str, Cell]:
        """All cells by folded header, in the order of the columns."""
        return {name: column.cell(self._at, self.number) for name, column in self._series.items()}

    def __getitem__(self, header: str) -> Cell:
        """The cell under `header`; raises KeyError when the sheet has no such column."""
        return self._series[header].cell(self._at, self.number)

    def get(self, header: str) -> Cell | None:
        """The cell under `header`, or None when the sheet has no such column."""
        column = self._series.get(header)
        return None if column is None else column.cell(self._at, self.number)


@dataclass(frozen=True)
class Sheet:
    """A table: header cells and records. Blank rows are left out, row numbers stay true.

    `headers` holds the header cells in file order (text as written). The records are kept as
    columns: `series` by the *folded* header (lower case, spaces and hyphens as underscores) of
    `key`, `numbers` the row of each; `rows` shows them one by one.
    """

    file: str
    name: str
    headers: tuple[Cell, ...]
    numbers: Sequence[int]
    series: Mapping[str, Series]
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

    @cached_property
    def rows(self) -> Sequence[Row]:
        """The records in file order."""
        return Lazy(len(self.numbers), lambda at: Row(self.numbers[at], at, self.series))

    @cached_property
    def accepted(self) -> Mapping[RowKey, Sequence[str]]:
        """Codes (or beginnings of codes, or names) that a row accepts, by file, sheet and row.

        They are separated by spaces, commas or semicolons.
        """
        if IGNORE_COLUMN not in self.series:
            return {}
        texts = zip(self.numbers, self.series[IGNORE_COLUMN].texts, strict=True)
        return {
            (self.file, self.name, row): words
            for row, text in texts
            if text and (words := re.findall(r"[\w-]+", text))
        }

    def __iter__(self) -> Iterator[Row]:
        """The rows in file order."""
        return iter(self.rows)

    def without_rows(self) -> Sheet:
        """The header alone."""
        bare = {name: Series(column.place, ()) for name, column in self.series.items()}
        return replace(self, numbers=(), series=bare)


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
