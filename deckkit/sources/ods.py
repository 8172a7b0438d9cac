"""OpenDocument spreadsheets (.ods): read from content.xml, so that no cell loses its place."""

from __future__ import annotations

from dataclasses import dataclass, field

from deckkit.sources import limits
from deckkit.sources.archive import Archive
from deckkit.sources.codes import files as codes
from deckkit.sources.grid import Grid, Refusal, Workbook
from deckkit.sources.model import CellType
from deckkit.sources.ods_styles import Attrs, Styles, get
from deckkit.sources.scripts import PLAIN, script_of
from deckkit.sources.values import exact, unescape

_ERRORS = ("#", "Err:")
_GROUPS = ("table-row-group", "table-column-group")
_NUMBERS = ("float", "percentage", "currency")


def read(data: bytes) -> Workbook:
    """Every sheet of a document in its order; raises Refusal."""
    archive = Archive(data)
    if _encrypted(archive):
        raise Refusal(
            codes.PASSWORD,
            "The workbook is protected with a password.",
            "Open it with its password and save it without one.",
        )
    reader = Content()
    if not archive.walk("content.xml", reader.start, reader.end, reader.text):
        raise Refusal(
            codes.DAMAGED,
            "The document has no content.",
            "Open it in LibreOffice and save it under a new name.",
        )
    return Workbook([grid for grid in reader.grids if grid.rows or not grid.hidden])


def _encrypted(archive: Archive) -> bool:
    found: list[str] = []
    archive.walk(
        "META-INF/manifest.xml",
        lambda tag, _attrs: found.append(tag) if tag == "encryption-data" else None,
        lambda _tag: None,
        lambda _text: None,
    )
    return bool(found)


def _count(attrs: Attrs, name: str) -> int:
    value = get(attrs, name)
    return max(1, int(value)) if value.isascii() and value.isdigit() else 1


@dataclass(slots=True)
class _Cell:
    """The cell being read: its attributes and the paragraphs so far."""

    attrs: Attrs
    covered: bool
    paragraphs: list[list[str]] = field(default_factory=list)
    struck: list[str] = field(default_factory=list)
    pieces: list[tuple[str, str]] = field(default_factory=list)
    comment: list[str] = field(default_factory=list)


class Content:
    """Handlers for content.xml: styles first, then the tables."""

    def __init__(self) -> None:
        self.grids: list[Grid] = []
        self.styles = Styles()
        self.groups: list[bool] = []
        self.grid: Grid | None = None
        self.row, self.row_repeat, self.row_hidden = 0, 1, False
        self.row_cells: list[tuple[int, int, _Cell]] = []
        self.column = self.table_column = 0
        self.cell: _Cell | None = None
        self.spans: list[str] = []
        self.annotation = False
        self.depth = 0
        self.taking = False
        self.cells = 0

    def start(self, tag: str, attrs: Attrs) -> None:
        """An element begins."""
        if self.cell is not None:
            self._start_inside(tag, attrs)
        elif tag == "table":
            self._start_table(attrs)
        elif self.grid is None:
            self.styles.start(tag, attrs)
        elif self.depth != 1:
            return
        elif tag in _GROUPS:
            self.groups.append(get(attrs, "display") == "false")
        elif tag == "table-column":
            repeat = _count(attrs, "number-columns-repeated")
            if self._hides(attrs):
                last = self.table_column + repeat - 1
                self.grid.hidden_columns.append((self.table_column, last))
            self.table_column += repeat
        elif tag == "table-row":
            self.row += self.row_repeat
            self.row_repeat = _count(attrs, "number-rows-repeated")
            self.row_hidden = self._hides(attrs)
            self.grid.filtered |= get(attrs, "visibility") == "filter"
            self.column, self.row_cells = 0, []
        elif tag in ("table-cell", "covered-table-cell"):
            self.cell = _Cell(attrs, tag.startswith("covered"))

    def _hides(self, attrs: Attrs) -> bool:
        """Whether a row or column is hidden: by itself, by its size or by its group."""
        by_itself = get(attrs, "visibility") in ("collapse", "filter")
        return by_itself or any(self.groups) or get(attrs, "style-name") in self.styles.small

    def _start_table(self, attrs: Attrs) -> None:
        self.depth += 1
        if self.depth == 1:
            hidden = get(attrs, "style-name") in self.styles.hidden
            self.grid = Grid(get(attrs, "name"), hidden=hidden)
            self.row, self.row_repeat, self.table_column = 1, 0, 0

    def _start_inside(self, tag: str, attrs: Attrs) -> None:
        cell = self.cell
        assert cell is not None
        if tag == "annotation":
            self.annotation = True
        elif tag == "p":
            self.taking = True
            self.spans = []
            if self.annotation:
                cell.comment.append("\n" if cell.comment else "")
            else:
                cell.paragraphs.append([])
        elif tag == "span":
            self.spans.append(attrs.get("text:style-name", ""))
        elif self.taking and tag == "s":
            self.text(" " * min(_count({"table:c": attrs.get("text:c", "1")}, "c"), limits.TEXT))
        elif self.taking and tag == "line-break":
            self.text("\n")
        elif self.taking and tag == "tab":
            self.text("\t")

    def end(self, tag: str) -> None:
        """An element ends."""
        cell = self.cell
        if cell is not None:
            if tag == "annotation":
                self.annotation = False
            elif tag == "p":
                self.taking = False
            elif tag == "span" and self.spans:
                self.spans.pop()
            elif tag in ("table-cell", "covered-table-cell"):
                self.cell = None
                repeat = _count(cell.attrs, "number-columns-repeated")
                self.row_cells.append((self.column, repeat, cell))
                self.column += repeat
        elif tag == "table-row" and self.depth == 1:
            self._end_row()
        elif tag in _GROUPS and self.depth == 1 and self.groups:
            self.groups.pop()
        elif tag == "table":
            self.depth -= 1
            if self.depth == 0 and self.grid is not None and self.grid.name:
                self.grids.append(self.grid)
            if self.depth == 0:
                self.grid = None

    def text(self, piece: str) -> None:
        """Characters between elements."""
        cell = self.cell
        if cell is None or not self.taking:
            return
        if self.annotation:
            cell.comment.append(piece)
        elif cell.paragraphs:
            cell.paragraphs[-1].append(piece)
            if not self.styles.struck.isdisjoint(self.spans):
                cell.struck.append(piece)
            if self.styles.positions:
                found = [self.styles.positions.get(style, PLAIN) for style in self.spans]
                cell.pieces.append((piece, next(filter(None, reversed(found)), PLAIN)))

    def _end_row(self) -> None:
        assert self.grid is not None
        filled = False
        for column, repeat, cell in self.row_cells:
            value = _value(cell)
            if value is None and not cell.comment:
                continue
            filled = True
            self.cells += repeat * self.row_repeat
            if self.cells > limits.CELLS:
                raise Refusal(
                    codes.TOO_LARGE,
                    f"The workbook has more than {limits.CELLS:,} filled cells.",
                    "Copy the tables into a new workbook and leave out what is not needed.",
                )
            for row in range(self.row, self.row + self.row_repeat):
                for at in range(column, column + repeat):
                    self._put(row, at, cell, value)
        if self.row_hidden and filled:
            self.grid.hidden_rows.update(range(self.row, self.row + self.row_repeat))

    def _put(self, row: int, column: int, cell: _Cell, value: _Value | None) -> None:
        grid = self.grid
        assert grid is not None
        if cell.comment:
            grid.comments[(row, column)] = "".join(cell.comment).strip()
        if value is None:
            return
        raw, kind, shown = value
        grid.put(row, column, raw, kind)
        grid.used = (max(row, grid.used[0]), max(column, grid.used[1]))
        if shown and shown != raw:
            grid.shown[(row, column)] = shown
        if kind is not CellType.FORMULA and get(cell.attrs, "formula"):
            grid.results += 1
        struck = "".join(cell.struck).strip()
        if get(cell.attrs, "style-name") in self.styles.struck:
            grid.struck[(row, column)] = raw
        elif struck:
            grid.struck[(row, column)] = struck
        if kind is CellType.TEXT and (script := script_of(cell.pieces)):
            grid.scripts[(row, column)] = script
        down = _count(cell.attrs, "number-rows-spanned")
        across = _count(cell.attrs, "number-columns-spanned")
        if (down > 1 or across > 1) and not cell.covered:
            grid.merges.append((row, column, row + down - 1, column + across - 1))


_Value = tuple[str, CellType, str]


def _value(cell: _Cell) -> _Value | None:
    """Raw text, type and shown text of a cell; None when it is empty."""
    attrs = cell.attrs
    kind = attrs.get("office:value-type", "")
    text = unescape("\n".join("".join(parts) for parts in cell.paragraphs))
    formula = get(attrs, "formula")
    if attrs.get("calcext:value-type") == "error" or (formula and text.startswith(_ERRORS)):
        return (text or "#N/A"), CellType.ERROR, ""
    if kind in _NUMBERS:
        number = exact(attrs.get("office:value", ""))
        return (number, CellType.NUMBER, text) if number is not None else _text(text)
    if kind == "boolean":
        on = attrs.get("office:boolean-value") == "true"
        return ("TRUE" if on else "FALSE"), CellType.BOOLEAN, ""
    if kind == "date":
        date = attrs.get("office:date-value", text).removesuffix("T00:00:00")
        return date, CellType.DATE, ""
    if kind == "time":
        return attrs.get("office:time-value", text), CellType.DATE, ""
    if formula and not kind and not text:
        return "=" + formula.partition("=")[2], CellType.FORMULA, ""
    return _text(attrs.get("office:string-value") or text)


def _text(text: str) -> _Value | None:
    return (text, CellType.TEXT, "") if text else None
