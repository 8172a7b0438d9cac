"""OpenDocument spreadsheets edited in place: of content.xml only the changed cells are rewritten.

One element may stand for several equal cells or rows; it is split around the changed one. Formats,
notes and drop-downs survive, and every other part of the document keeps its bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import pairwise

from deckkit.editing.base import Refused, read_text
from deckkit.editing.odsplaces import Element, Item, Line, Lines, locate
from deckkit.editing.tags import ESCAPED, UNFIT, escape, opening, without
from deckkit.editing.zips import rewrite
from deckkit.sources import ods
from deckkit.sources.archive import Archive
from deckkit.sources.grid import Grid, Refusal
from deckkit.sources.model import CellType
from deckkit.sources.values import exact

_PART = "content.xml"
_COLUMNS, _ROWS = "table:number-columns-repeated", "table:number-rows-repeated"
_VALUE = (
    "office:value-type", "office:value", "office:string-value", "office:currency",
    "calcext:value-type",
)  # fmt: skip
_EDITABLE = (CellType.TEXT, CellType.NUMBER)
_PIECES = re.compile(r"( +)|(\t)|([^ \t]+)")
_CLASH = "The change would reach other cells of the document. Change it by hand."
Edits = dict[int, dict[int, str]]  # by row and 0-based column


class OdsFile:
    """An .ods document."""

    def __init__(self, data: bytes) -> None:
        """Read the document with all limits of the reader; raises its Refusal, and Refused."""
        self._bytes = data
        self._archive = Archive(data)
        self._grids = {grid.name: grid for grid in ods.read(data).grids}
        if self._archive.has("META-INF/documentsignatures.xml"):
            raise Refused("The document is signed, and a change would break its signature.")
        self._xml = self._archive.read(_PART)
        self._places: dict[str, Lines] | None = None
        self._edits: dict[str, Edits] = {}

    def get(self, sheet: str, row: int, column: int) -> str:
        """The text of a cell as a reader would give it, edits included; empty when absent."""
        edited = self._edits.get(sheet, {}).get(row, {}).get(column)
        return read_text(self._grids, sheet, row, column) if edited is None else edited

    def set(self, sheet: str, row: int, column: int, text: str) -> None:
        """Replace the text or number of a cell; formulas, dates and formatted text are refused."""
        grid = self._grids.get(sheet)
        if grid is None:
            raise Refused("The sheet is no longer in the document.")
        if self._places is None:
            self._places = locate(self._xml)
        line = self._places.get(sheet, Lines()).line(row)
        item = line.item(column) if line else None
        if line is None or item is None:
            raise Refused("The cell is no longer in the document.")
        kind = _kind(grid, row, column)
        reason = item.reason or ("" if kind in _EDITABLE else f"The cell holds a {kind} value.")
        if not reason and (UNFIT.search(text) or ESCAPED.search(text)):
            reason = "The text holds characters that the document cannot store."
        if not reason and (with_ := _tied(line, item)):
            reason = f"The cell is stored as one with others and {with_}."
        if reason:
            raise Refused(f"{reason} Change it by hand.")
        self._edits.setdefault(sheet, {}).setdefault(row, {})[column] = text

    def data(self) -> bytes:
        """The bytes of the document with all edits made; raises Refused when more would change."""
        if not self._edits or self._places is None:
            return self._bytes
        pieces: list[tuple[Element, bytes]] = []
        for sheet, edits in self._edits.items():
            lines: dict[int, tuple[Line, Edits]] = {}
            for row, cells in edits.items():
                line = self._places[sheet].line(row)
                assert line is not None  # `set` has found it
                lines.setdefault(line.start, (line, {}))[1][row] = cells
            pieces += [
                (line, self._rows(self._grids[sheet], line, e)) for line, e in lines.values()
            ]
        data = rewrite(self._bytes, {_PART: _spliced(self._xml, 0, len(self._xml), pieces)})
        try:
            found = {grid.name: grid for grid in ods.read(data).grids}
        except Refusal as refusal:
            raise Refused(_CLASH) from refusal
        for name, grid in self._grids.items():
            if name not in found or _seen(found[name]) != _wanted(grid, self._edits.get(name, {})):
                raise Refused(_CLASH)
        return data

    def _rows(self, grid: Grid, line: Line, edits: Edits) -> bytes:
        """A row element with its edits, split in several where it stands for more rows."""
        whole = self._xml[line.start : line.end]
        pieces = []
        for row, count in _runs(line.row, line.repeat, edits):
            body = whole
            if row in edits:
                items: dict[int, tuple[Item, dict[int, str]]] = {}
                for column, text in edits[row].items():
                    item = line.item(column)
                    assert item is not None  # `set` has found it
                    items.setdefault(item.start, (item, {}))[1][column] = text
                cells = [(i, self._cells(grid, row, i, texts)) for i, texts in items.values()]
                body = _spliced(self._xml, line.start, line.end, cells)
            pieces.append(_repeated(body, _ROWS, count))
        return b"".join(pieces)

    def _cells(self, grid: Grid, row: int, item: Item, edits: Mapping[int, str]) -> bytes:
        """A cell element with its edits, split in several where it stands for more cells."""
        whole = self._xml[item.start : item.end]
        pieces = []
        for column, count in _runs(item.column, item.repeat, edits):
            body = whole
            if column in edits:
                number = _kind(grid, row, column) is CellType.NUMBER
                body = self._cell(item, edits[column], number)
            pieces.append(_repeated(body, _COLUMNS, count))
        return b"".join(pieces)

    def _cell(self, item: Item, text: str, number: bool) -> bytes:
        """A cell element with another value; its style, notes and other attributes stay."""
        head = opening(self._xml, item.start)
        name, attributes = head.group(1), head.group(2)
        number = number and exact(text) == text
        kind = "float" if number else "string"
        value = f' office:value-type="{kind}"' + (f' office:value="{text}"' if number else "")
        if b"calcext:value-type" in attributes:
            value += f' calcext:value-type="{kind}"'
        attributes = without(attributes, *_VALUE) + (value.encode() if text else b"")
        body, at = b"", 0
        if item.inner is not None:
            at, end = item.inner
            kept = [(place, b"") for place in item.paragraphs]
            body = _spliced(self._xml, at, end, kept)
        if text:
            body += "".join(map(_paragraph, text.split("\n"))).encode()
        if not body:
            return b"<" + name + attributes + b"/>"
        return b"<" + name + attributes + b">" + body + b"</" + name + b">"


def _tied(line: Line, item: Item) -> str:
    """What keeps an element that stands for several cells from being split; empty for nothing."""
    tied = item.alone if item.repeat > 1 else ""
    if line.repeat > 1:
        tied = tied or next((other.alone for other in line.items if other.alone), "")
    return tied


def _runs(first: int, count: int, edited: Iterable[int]) -> list[tuple[int, int]]:
    """(start, length) of the runs into which edits split `count` equal things."""
    cuts = {first, first + count}
    for at in edited:
        cuts |= {at, at + 1}
    return [(start, stop - start) for start, stop in pairwise(sorted(cuts))]


def _spliced(xml: bytes, start: int, end: int, pieces: Iterable[tuple[Element, bytes]]) -> bytes:
    """The bytes of `xml` from `start` to `end` with some elements replaced."""
    out, at = [], start
    for element, body in sorted(pieces, key=lambda piece: piece[0].start):
        out += [xml[at : element.start], body]
        at = element.end
    return b"".join(out) + xml[at:end]


def _repeated(element: bytes, name: str, count: int) -> bytes:
    """`element` standing for `count` of its kind."""
    head = opening(element, 0)
    attributes = head.group(2)
    at = re.search(rb"\s" + name.encode() + rb"""\s*=\s*["']([0-9]+)["']""", attributes)
    if (int(at.group(1)) if at else 1) == count:
        return element
    plain = without(attributes, name)
    more = f' {name}="{count}"'.encode() if count > 1 else b""
    return b"<" + head.group(1) + plain + more + element[head.end(2) :]


def _paragraph(line: str) -> str:
    """One line of a cell as a paragraph; spaces that XML would lose are written out."""

    out = []
    for found in _PIECES.finditer(line):
        spaces, tab, words = found.groups()
        count = len(spaces or "")
        if count and found.start() > 0 and found.end() < len(line):
            out.append(" ")
            count -= 1
        if count:
            out.append("<text:s/>" if count == 1 else f'<text:s text:c="{count}"/>')
        out.append("<text:tab/>" if tab else escape(words or ""))
    return f"<text:p>{''.join(out)}</text:p>"


def _kind(grid: Grid, row: int, column: int) -> CellType:
    return grid.rows.get(row, {}).get(column, ("", CellType.TEXT))[1]


def _wanted(grid: Grid, edits: Edits) -> object:
    """What a reader should see of a sheet once its edits are made."""
    rows = {row: dict(cells) for row, cells in grid.rows.items()}
    for row, cells in edits.items():
        for column, text in cells.items():
            number = _kind(grid, row, column) is CellType.NUMBER and exact(text) == text
            values = rows.setdefault(row, {})
            values[column] = (text, CellType.NUMBER if number else CellType.TEXT)
            if not text:
                del values[column]
    return _seen(grid, rows)


def _seen(grid: Grid, rows: Mapping[int, Mapping[int, object]] | None = None) -> object:
    return (
        {row: cells for row, cells in (grid.rows if rows is None else rows).items() if cells},
        grid.hidden, grid.hidden_rows, grid.hidden_columns, grid.filtered, grid.merges,
        grid.comments, grid.results,
    )  # fmt: skip
