"""Excel workbooks edited in place: only the `<c>` elements of changed cells are rewritten.

Every part that holds no changed cell keeps its bytes, and of a worksheet everything around the
cell does: formats, notes, drop-downs and shared strings survive.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.parsers import expat

from deckkit.editing.base import Refused, read_text
from deckkit.editing.tags import ESCAPED, TAG, UNFIT
from deckkit.editing.tags import escape as as_xml
from deckkit.editing.zips import rewrite
from deckkit.sources import xlsx
from deckkit.sources.archive import Archive
from deckkit.sources.grid import Grid
from deckkit.sources.model import CellType
from deckkit.sources.values import exact
from deckkit.sources.xlsx_sheet import Context, SheetReader

_TYPE = re.compile(rb"""\s+t\s*=\s*(?:"[^"]*"|'[^']*')""")
_EDITABLE = (CellType.TEXT, CellType.NUMBER)


@dataclass(slots=True)
class _Span:
    """Where a cell stands in its part, and what makes it more than a plain value."""

    start: int
    end: int = 0
    kind: str = "n"
    stored: str = ""
    reason: str = ""


class XlsxFile:
    """An .xlsx or .xlsm workbook."""

    def __init__(self, data: bytes) -> None:
        """Read the workbook with all limits of the reader; raises its Refusal."""
        self._bytes = data
        self._archive = Archive(data)
        self._grids = {grid.name: grid for grid in xlsx.read(data).grids}
        self._parts, self._strings = xlsx.parts(self._archive)
        self._rich: frozenset[int] | None = None
        self._spans: dict[str, dict[tuple[int, int], _Span]] = {}
        self._edits: dict[str, dict[tuple[int, int], str]] = {}

    def get(self, sheet: str, row: int, column: int) -> str:
        """The text of a cell as a reader would give it, edits included; empty when absent."""
        edited = self._edits.get(sheet, {}).get((row, column))
        return read_text(self._grids, sheet, row, column) if edited is None else edited

    def set(self, sheet: str, row: int, column: int, text: str) -> None:
        """Replace the text or number of a cell; formulas, dates and formatted text are refused."""
        grid = self._grids.get(sheet)
        if grid is None:
            raise Refused("The sheet is no longer in the workbook.")
        span = self._located(sheet).get((row, column))
        if span is None:
            raise Refused("The cell is no longer in the workbook.")
        kind = grid.rows.get(row, {}).get(column, ("", CellType.TEXT))[1]
        reason = span.reason or ("" if kind in _EDITABLE else f"The cell holds a {kind} value.")
        if not reason and span.kind == "s" and _number(span.stored) in self._formatted():
            reason = "The cell holds text with formatted words."
        if reason:
            raise Refused(f"{reason} Change it by hand.")
        self._edits.setdefault(sheet, {})[row, column] = text

    def data(self) -> bytes:
        """The bytes of the workbook with all edits made."""
        changed: dict[str, bytes] = {}
        for sheet, edits in self._edits.items():
            part = self._parts[sheet]
            xml, spans = self._archive.read(part), self._spans[sheet]
            pieces, at = [], 0
            for address in sorted(edits, key=lambda a: spans[a].start):
                span = spans[address]
                numeric = self._grids[sheet].rows.get(address[0], {}).get(address[1])
                as_number = numeric is not None and numeric[1] is CellType.NUMBER
                cell = _cell(xml[span.start : span.end], edits[address], as_number)
                pieces += [xml[at : span.start], cell]
                at = span.end
            changed[part] = b"".join(pieces) + xml[at:]
        return rewrite(self._bytes, changed) if changed else self._bytes

    def _located(self, sheet: str) -> dict[tuple[int, int], _Span]:
        if sheet not in self._spans:
            self._spans[sheet] = _locate(self._archive.read(self._parts[sheet]))
        return self._spans[sheet]

    def _formatted(self) -> frozenset[int]:
        """Numbers of the shared strings that hold more than plain text."""
        if self._rich is None:
            found: set[int] = set()
            count = -1

            def start(tag: str, _: dict[str, str]) -> None:
                nonlocal count
                if tag == "si":
                    count += 1
                elif tag in ("r", "rPh"):
                    found.add(count)

            def nothing(*_: object) -> None:
                return None

            if self._strings:
                self._archive.walk(self._strings, start, nothing, nothing)
            self._rich = frozenset(found)
        return self._rich


def _number(stored: str) -> int:
    return int(stored) if stored.isascii() and stored.isdigit() else -1


def _locate(xml: bytes) -> dict[tuple[int, int], _Span]:
    """The place of every cell in a worksheet part, by row and 0-based column."""
    spans: dict[tuple[int, int], _Span] = {}
    reader = SheetReader(Grid(""), Context())  # counts rows and columns as the reader does
    parser = expat.ParserCreate()
    prefix: str | None = None
    current: _Span | None = None
    taking = False

    def local(tag: str) -> str:
        return tag.removeprefix(prefix or "")

    def start(tag: str, attrs: dict[str, str]) -> None:
        nonlocal prefix, current, taking
        if prefix is None:
            prefix = tag[: tag.rfind(":") + 1]
        name = local(tag)
        if name in ("row", "c"):
            reader.start(name, attrs)
        if name == "c":
            current = _Span(parser.CurrentByteIndex, kind=attrs.get("t", "n"))
            if (reader.row, reader.column) in spans:
                current.reason = "The file holds two cells with this address."
            spans[reader.row, reader.column] = current
        elif current is not None:
            taking = name == "v"
            if name == "f":
                current.reason = "The cell holds a formula."
            elif name in ("r", "rPh"):
                current.reason = "The cell holds text with formatted words."
            elif name not in ("v", "is", "t"):
                current.reason = "The cell holds more than a value."

    def end(tag: str) -> None:
        nonlocal current, taking
        taking = False
        if local(tag) == "c" and current is not None:
            at = parser.CurrentByteIndex
            if xml[at : at + 2] == b"</":
                current.end = xml.index(b">", at) + 1
            else:
                found = TAG.match(xml, current.start)
                current.end = found.end() if found else 0
            if not current.end or xml[current.start : current.start + 1] != b"<":
                current.reason = "The worksheet is not stored as UTF-8."
            current = None

    def text(piece: str) -> None:
        if taking and current is not None:
            current.stored += piece

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = text
    parser.Parse(xml, True)
    return spans


def _cell(old: bytes, text: str, as_number: bool) -> bytes:
    """The `<c>` element `old` with another value; its style and address stay."""
    found = TAG.match(old)
    assert found is not None  # _locate has matched it
    name, attributes = found.group(1), found.group(2)
    plain = _TYPE.sub(b"", attributes)
    prefix = name[: name.rfind(b":") + 1].decode()
    if not text:
        return b"<" + name + plain + b"/>"
    if as_number and exact(text) == text:
        inner, kind = f"<{prefix}v>{text}</{prefix}v>", b""
    else:
        inner = (
            f'<{prefix}is><{prefix}t xml:space="preserve">{escape(text)}</{prefix}t></{prefix}is>'
        )
        kind = b' t="inlineStr"'
    body = inner.encode("ascii", "xmlcharrefreplace")
    return b"<" + name + plain + kind + b">" + body + b"</" + name + b">"


def stored(text: str) -> str:
    """`text` as workbooks store it: what XML cannot hold, or what looks like a code, as a code."""
    if "_x" in text:
        text = ESCAPED.sub(lambda found: "_x005F" + found.group(), text)
    return UNFIT.sub(lambda found: f"_x{ord(found.group()):04X}_", text)


def escape(text: str) -> str:
    """`text` as XML character data that reads back as it is."""
    return as_xml(stored(text))
