"""One worksheet part of an .xlsx workbook -> Grid, in a single pass."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from deckkit.sources import limits, numfmt
from deckkit.sources.codes import files as codes
from deckkit.sources.grid import LEAST, Grid, Refusal
from deckkit.sources.model import CellType
from deckkit.sources.values import Rich, RichText, column_index, exact, measure, unescape
from deckkit.sources.xlsx_styles import PLAIN, Style

_RANGE = re.compile(r"\$?([A-Z]{1,3})\$?(\d+)(?::\$?([A-Z]{1,3})\$?(\d+))?")
_LETTERS = re.compile(r"[A-Z]{1,3}")
_COLUMNS: dict[str, int] = {}
# What Excel shows of such a cell stands nowhere in it.
_LINKED = " (a linked data type such as Geography, or a picture)"
_ON = ("1", "true", "on")
_POINTS = 5.25  # of a digit of the usual font, in which the width of columns is given


@dataclass(slots=True)
class Context:
    """What all worksheets of a workbook share."""

    strings: Sequence[Rich] = ()
    styles: Sequence[Style] = ()
    epoch_1904: bool = False
    cells: int = 0


@dataclass(slots=True)
class SheetReader:
    """Handlers for `Archive.walk`: fills the grid as the elements pass by."""

    grid: Grid
    context: Context
    row: int = 0
    numbered: bool = False
    column: int = -1
    kind: str = ""
    linked: bool = False
    style: Style = PLAIN
    formula: list[str] | None = None
    value: list[str] | None = None
    rich: RichText = field(default_factory=RichText)
    in_cell: bool = False
    inline: bool = False
    taking: list[str] | None = None
    masters: dict[str, str] = field(default_factory=dict)
    shared: str = ""
    area: str = ""
    areas: list[tuple[str, Rich]] = field(default_factory=list)

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        """An element begins."""
        if tag == "c":
            self._start_cell(attrs)
        elif tag == "row":
            number = attrs.get("r", "")
            self.numbered = number.isascii() and number.isdigit()
            self.row = int(number) if self.numbered else self.row + 1
            self.column = -1
            height = measure(attrs.get("ht"))
            if attrs.get("hidden") in _ON or (height is not None and height < LEAST):
                self.grid.hidden_rows.add(self.row)
        elif self.in_cell:
            if tag == "v":
                self.value = self.taking = []
            elif tag == "f":
                self.formula = self.taking = []
                kind = attrs.get("t")
                self.shared = attrs.get("si", "") if kind == "shared" else ""
                self.area = attrs.get("ref", "") if kind in ("array", "dataTable") else ""
                if kind == "dataTable":
                    self.formula.append(f"TABLE({attrs.get('r1', '')})")
            elif tag == "is":
                self.inline = True
            elif self.inline:
                self.rich.start(tag, attrs)
        elif tag == "col":
            self._start_column(attrs)
        elif tag == "mergeCell":
            self._merge(attrs.get("ref", ""))
        elif tag == "filterColumn":
            self.grid.filtered = True
        elif tag in ("tablePart", "conditionalFormatting"):
            self.grid.white.clear()  # such cells may have another fill

    def end(self, tag: str) -> None:
        """An element ends."""
        if tag == "c" and self.in_cell:
            self._end_cell()
        elif self.in_cell:
            if tag in ("v", "f"):
                self.taking = None
            elif tag == "is":
                self.inline = False
            elif self.inline:
                self.rich.end(tag)
        elif tag == "sheetData":
            self._end_areas()

    def text(self, piece: str) -> None:
        """Characters between elements."""
        if self.taking is not None:
            self.taking.append(piece)
        elif self.inline:
            self.rich.text(piece)

    def _start_cell(self, attrs: dict[str, str]) -> None:
        ref = attrs.get("r", "")
        letters = ref.rstrip("0123456789")
        column = _COLUMNS.get(letters)
        if column is None:
            column = column_index(letters) if _LETTERS.fullmatch(letters) else self.column + 1
            if _LETTERS.fullmatch(letters):
                _COLUMNS[letters] = column
        self.column = column
        if not self.numbered:
            digits = ref[len(letters) :]
            self.row = int(digits) if letters and digits else max(self.row, 1)
        used = self.grid.used
        if self.row > used[0] or self.column > used[1]:
            self.grid.used = (max(self.row, used[0]), max(self.column, used[1]))
        self.kind, self.linked = attrs.get("t", "n"), "vm" in attrs
        number = attrs.get("s", "")
        styles = self.context.styles
        known = number.isascii() and number.isdigit() and int(number) < len(styles)
        self.style = styles[int(number)] if known else PLAIN
        self.formula = self.value = self.taking = None
        self.in_cell, self.inline = True, False

    def _start_column(self, attrs: dict[str, str]) -> None:
        width = measure(attrs.get("width"))
        narrow = width is not None and width * _POINTS < LEAST
        hidden = attrs.get("hidden") in _ON or narrow
        first, last = attrs.get("min", ""), attrs.get("max", "")
        if hidden and first.isdecimal() and last.isdecimal():
            self.grid.hidden_columns.append((int(first) - 1, int(last) - 1))

    def _merge(self, ref: str) -> None:
        found = _RANGE.fullmatch(ref)
        if found and found.group(3):
            left, top, right, bottom = found.groups()
            area = (int(top), column_index(left), int(bottom), column_index(right))
            self.grid.merges.append(area)

    def _end_cell(self) -> None:
        self.in_cell = False
        if self.kind == "inlineStr":
            if self.rich.parts:
                rich = self.rich.value
                self.rich.clear()
                self._put(rich, CellType.TEXT)
                return
            if self.value is None:
                return
        stored = "".join(self.value) if self.value else ""
        if self.formula is not None and self._without_result(stored):
            return
        if not stored:
            return
        self._put(*self._typed(stored))

    def _without_result(self, stored: str) -> bool:
        """Handle a formula cell; True when no result is stored with it."""
        text = unescape("".join(self.formula or ()))
        if self.shared:
            text = text or self.masters.get(self.shared, "")
            self.masters.setdefault(self.shared, text)
        if stored or (self.kind == "str" and self.value is not None):
            self.grid.results += self.kind != "e"
            return False
        formula = Rich("=" + text)
        self._put(formula, CellType.FORMULA)
        if ":" in self.area:
            self.areas.append((self.area, formula))
        return True

    def _end_areas(self) -> None:
        """The cells that a formula without results would have filled, as far as the table goes."""
        looked = 0
        for area, formula in self.areas:
            looked += len(self.grid.rows)
            if looked > limits.CELLS:
                return  # nobody has so many; each has a finding on its first cell
            found = _RANGE.fullmatch(area)
            if not found or not found.group(3):
                continue
            left, top, right, bottom = found.groups()
            last = min(column_index(right), self.grid.used[1])
            for row in [row for row in self.grid.rows if int(top) <= row <= int(bottom)]:
                for column in range(column_index(left), last + 1):
                    if column not in self.grid.rows[row]:
                        self.row, self.column, self.style = row, column, PLAIN
                        self._put(formula, CellType.FORMULA)

    def _typed(self, stored: str) -> tuple[Rich, CellType]:
        """The text and type of a stored value."""
        if self.kind == "s":
            strings = self.context.strings
            if stored.isascii() and stored.isdigit() and int(stored) < len(strings):
                return strings[int(stored)], CellType.TEXT
            return self._broken(
                stored, f'The cell refers to text number "{stored}", which the file does not hold.'
            )
        if self.kind == "b":
            return Rich("TRUE" if stored.strip() in _ON else "FALSE"), CellType.BOOLEAN
        if self.kind == "e":
            return Rich(stored.strip() + (_LINKED if self.linked else "")), CellType.ERROR
        if self.kind == "d":
            return Rich(stored.strip()), CellType.DATE
        if self.kind != "n":
            return Rich(unescape(stored)), CellType.TEXT
        number = exact(stored.strip())
        if number is None:
            return self._broken(stored, f'The cell should hold a number but holds "{stored}".')
        if self.style.date:
            date = numfmt.date_text(
                float(number), self.style.code, epoch_1904=self.context.epoch_1904
            )
            if date is not None:
                return Rich(date), CellType.DATE
        elif self.style.code:
            shown = numfmt.display(number, self.style.code)
            if shown is not None and shown != number:
                self.grid.shown[(self.row, self.column)] = shown
        return Rich(number), CellType.NUMBER

    def _broken(self, stored: str, message: str) -> tuple[Rich, CellType]:
        self.grid.broken[(self.row, self.column)] = message
        return Rich(stored), CellType.TEXT

    def _put(self, rich: Rich, kind: CellType) -> None:
        grid, address, raw = self.grid, (self.row, self.column), rich.text
        if not raw:
            return
        self.context.cells += 1
        if self.context.cells > limits.CELLS:
            raise Refusal(
                codes.TOO_LARGE,
                f"The workbook has more than {limits.CELLS:,} filled cells.",
                "Copy the tables into a new workbook and leave out what is not needed.",
            )
        if self.column in grid.rows.get(self.row, ()):
            grid.broken[address] = "The file holds two cells with this address."
        grid.put(self.row, self.column, raw, kind)
        if kind is CellType.TEXT and self.style.code:
            shown = numfmt.display_text(raw, self.style.code)
            if shown is not None:
                grid.shown[address] = shown
        if self.style.small:
            grid.small.add(address)
        elif self.style.white:
            grid.white.add(address)
        if self.style.struck:
            grid.struck[address] = raw
        elif rich.struck:
            grid.struck[address] = rich.struck
        if rich.script:
            grid.scripts[address] = rich.script
