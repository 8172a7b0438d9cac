"""Where the rows and cells of an OpenDocument spreadsheet stand in its content.xml."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from xml.parsers import expat

from deckkit.editing.base import Refused
from deckkit.editing.tags import opening
from deckkit.sources.ods import Content
from deckkit.sources.ods_styles import Attrs

_USUAL = {
    f"xmlns:{name}": f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
    for name in ("office", "table", "text")
}
_PIECES = frozenset({"s", "tab", "line-break"})
_VALUES = frozenset({"", "string", "float"})


@dataclass(slots=True)
class Element:
    """A piece of the part: its first byte, the one behind it, and what lies between its tags."""

    start: int
    end: int = 0
    inner: tuple[int, int] | None = None  # None for an element without content: <x/>


@dataclass(slots=True)
class Item(Element):
    """A cell element, which stands for `repeat` cells from the 0-based `column` on.

    `reason` says why its value is not edited, `alone` why it cannot be split in several.
    """

    column: int = 0
    repeat: int = 1
    paragraphs: list[Element] = field(default_factory=list)
    reason: str = ""
    alone: str = ""


@dataclass(slots=True)
class Line(Element):
    """A row element, which stands for `repeat` rows from the 1-based `row` on."""

    row: int = 1
    repeat: int = 1
    items: list[Item] = field(default_factory=list)

    def item(self, column: int) -> Item | None:
        """The cell element that holds a column."""
        at = bisect_right(self.items, column, key=lambda item: item.column) - 1
        found = self.items[at] if at >= 0 else None
        return found if found and column < found.column + found.repeat else None


@dataclass(slots=True)
class Lines:
    """The rows of one sheet, in order."""

    lines: list[Line] = field(default_factory=list)

    def line(self, row: int) -> Line | None:
        """The row element that holds a row."""
        at = bisect_right(self.lines, row, key=lambda line: line.row) - 1
        found = self.lines[at] if at >= 0 else None
        return found if found and row < found.row + found.repeat else None


def locate(xml: bytes) -> dict[str, Lines]:
    """The rows of every sheet of content.xml, by its name; raises Refused."""
    places = _Places(xml)
    parser = places.parser
    parser.StartElementHandler, parser.EndElementHandler = places.root, places.close
    parser.CharacterDataHandler = places.text
    parser.Parse(xml, True)
    return places.sheets


class _Places(Content):
    """Counts rows and columns as the reader does, and notes where they stand."""

    def __init__(self, xml: bytes) -> None:
        super().__init__()
        self.xml, self.parser = xml, expat.ParserCreate()
        self.sheets: dict[str, Lines] = {}
        self.line: Line | None = None
        self.item: Item | None = None
        self.level = 0  # elements open inside the cell
        self.paragraph: Element | None = None

    def root(self, tag: str, attrs: Attrs) -> None:
        """The first element, which names the namespaces."""
        if any(attrs.get(name) != value for name, value in _USUAL.items()):
            raise Refused("The document names its parts in an unusual way. Change it by hand.")
        self.parser.StartElementHandler = self.open
        self.open(tag, attrs)

    def open(self, tag: str, attrs: Attrs) -> None:
        """An element begins."""
        name = tag.rpartition(":")[2]
        inside = self.cell is not None
        self.start(name, attrs)
        at = self.parser.CurrentByteIndex
        if inside:
            self._inside(name, attrs, at)
        elif self.cell is not None and self.line is not None:
            self.item = self._item(attrs, at)
            self.line.items.append(self.item)
            self.level = 0
        elif name == "table-row" and self.depth == 1 and self.grid is not None:
            self.line = Line(at, row=self.row, repeat=self.row_repeat)
            self.sheets.setdefault(self.grid.name, Lines()).lines.append(self.line)

    def _item(self, attrs: Attrs, at: int) -> Item:
        repeat = attrs.get("table:number-columns-repeated", "1")
        item = Item(at, column=self.column, repeat=int(repeat) if repeat.isdecimal() else 1)
        kind = attrs.get("office:value-type", "")
        if attrs.get("table:formula"):
            item.reason = "The cell holds a formula."
        elif kind not in _VALUES or attrs.get("calcext:value-type") == "error":
            item.reason = f"The cell holds a {kind} value."
        if {"table:number-columns-spanned", "table:number-rows-spanned"} & attrs.keys():
            item.alone = "merged cells"
        return item

    def _inside(self, name: str, attrs: Attrs, at: int) -> None:
        """An element begins inside a cell."""
        item = self.item
        self.level += 1
        if item is None:
            return
        if self.level == 1 and name == "p":
            self.paragraph = Element(at)
            item.paragraphs.append(self.paragraph)
            if attrs:
                item.reason = item.reason or "The cell holds formatted text."
        elif self.paragraph is not None:
            if name not in _PIECES:
                item.reason = item.reason or "The cell holds text with formatted words."
        else:
            item.alone = item.alone or "a note or a picture"

    def close(self, tag: str) -> None:
        """An element ends."""
        name = tag.rpartition(":")[2]
        inside, row = self.cell is not None, self.grid is not None and self.depth == 1
        self.end(name)
        if inside and self.cell is not None:
            if self.level == 1 and self.paragraph is not None:
                self._end(self.paragraph)
                self.paragraph = None
            self.level -= 1
        elif inside:
            if self.item is not None:
                self._end(self.item)
            self.item = None
        elif name == "table-row" and row and self.line is not None:
            self._end(self.line)
            self.line = None

    def _end(self, element: Element) -> None:
        at = self.parser.CurrentByteIndex
        head = opening(self.xml, element.start)
        if head.group(4):
            element.end = head.end()
            return
        if self.xml[at : at + 2] != b"</":
            raise Refused("The document is not stored as UTF-8. Change it by hand.")
        element.inner = head.end(), at
        element.end = self.xml.index(b">", at) + 1
