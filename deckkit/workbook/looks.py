"""How the workbook looks and what it allows: formats, drop-downs, protection, colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from deckkit.records import Table
from deckkit.render.colour import checked, ink_on, mix
from deckkit.sources import Row, column_letter
from deckkit.workbook.layout import COLOUR, Field, fields

if TYPE_CHECKING:
    from openpyxl.cell.cell import Cell, MergedCell
    from openpyxl.worksheet.datavalidation import DataValidation
    from openpyxl.worksheet.worksheet import Worksheet

SPARE_ROWS = 1000  # rows below the table that have drop-downs and colours already
LAST_COLUMN = 16_384
NARROW, WIDE = 10, 56
_HEADER = "#2b3f50"
_TINT = 0.22


class Looks:
    """The formats of one workbook; `tables` are its sheets."""

    def __init__(self, tables: Sequence[Table]) -> None:
        from openpyxl.styles import Alignment, Font, PatternFill, Protection

        self._alignments: dict[tuple[str, int], Alignment] = {}
        self._colours = {table.spec.name: _colours(table) for table in tables}
        self._tables = {table.spec.name: table for table in tables}
        self._open, self._locked = Protection(locked=False), Protection(locked=True)
        self._wrapped = Alignment(vertical="top", wrap_text=True)
        self._top = Alignment(vertical="top")
        self._bold = Font(bold=True, color="FFFFFF")
        self._dark = PatternFill("solid", fgColor=_argb(_HEADER))
        self._fills = {
            colour: PatternFill("solid", fgColor=_argb(colour))
            for table in tables
            for exact in self._colours[table.spec.name].values()
            for colour in (exact, _tint(exact))
        }
        self._inks = {colour: Font(color=_argb(ink_on(colour))) for colour in self._fills}

    def header(self, cell: Cell | MergedCell, note: str) -> None:
        """Format a header and explain its column."""
        from openpyxl.comments import Comment

        cell.font, cell.fill, cell.alignment = self._bold, self._dark, self._wrapped
        cell.protection, cell.number_format = self._locked, "@"
        if note:
            lines = sum(1 + len(line) // 44 for line in note.splitlines())
            cell.comment = Comment(note, "deckkit", height=24 + 18 * lines, width=320)

    def column(self, sheet: Worksheet, at: int, field: Field, longest: int) -> None:
        """Width and format of a column, which new rows take over."""
        column = sheet.column_dimensions[column_letter(at - 1)]
        column.width = min(max(longest + 2, NARROW), WIDE)
        column.number_format = _format(field)
        column.protection = self._open
        alignment = self._wrapped if longest > WIDE - 2 else self._top
        column.alignment = self._alignments[sheet.title, at] = alignment

    def beyond(self, sheet: Worksheet, first: int) -> None:
        """Leave the columns beside the table open, for private notes."""
        column = sheet.column_dimensions[column_letter(first - 1)]
        column.min, column.max, column.width = first, LAST_COLUMN, 13
        column.number_format, column.protection = "@", self._open

    def cell(self, cell: Cell | MergedCell, at: int, field: Field, table: Table, row: Row) -> None:
        """Format of a cell below the header, in the column numbered `at`; filled ids are locked."""
        cell.number_format = _format(field)
        cell.alignment = self._alignments[table.spec.name, at]
        key = field.name in table.schema.key and not row[field.name].empty
        cell.protection = self._locked if key else self._open
        colour = self._colours[table.spec.name].get(row.number)
        if colour:
            shade = colour if _is_colour(field) else _tint(colour)
            cell.fill, cell.font = self._fills[shade], self._inks[shade]

    def sheet(self, sheet: Worksheet, table: Table, columns: Sequence[Field]) -> None:
        """What holds for the sheet as a whole: frozen header, drop-downs, colours, protection."""
        from openpyxl.worksheet.properties import PageSetupProperties

        last_row = 1 + len(table.sheet.rows)
        last = column_letter(max(len(columns) - 1, 0))
        keys = [field.name in table.schema.key for field in columns]
        frozen = keys.index(False) if False in keys else 0
        sheet.freeze_panes = f"{column_letter(frozen)}2"
        sheet.auto_filter.ref = f"A1:{last}{last_row}"
        for at, field in enumerate(columns):
            letter = column_letter(at)
            area = f"{letter}2:{letter}{last_row + SPARE_ROWS}"
            for choice in self._choices(field):
                choice.add(area)
                sheet.add_data_validation(choice)
            target = self._tables.get(field.refers_to)
            if target is not None:
                self._colour_by(sheet, f"A2:{last}{last_row + SPARE_ROWS}", letter, target)
        guard = sheet.protection
        guard.sheet = True
        guard.formatCells = guard.formatColumns = guard.formatRows = False  # False: allowed
        guard.insertRows = guard.insertColumns = guard.deleteColumns = guard.deleteRows = False
        guard.sort = guard.autoFilter = guard.insertHyperlinks = False
        sheet.print_title_rows = "1:1"
        sheet.page_setup.orientation = "landscape"
        sheet.page_setup.fitToHeight = 0
        sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)

    def _choices(self, field: Field) -> Iterator[DataValidation]:
        """The drop-down of a column, or its check for whole numbers."""
        from openpyxl.worksheet.datavalidation import DataValidation

        expected = field.column.expected if field.column else ""
        formula = ""
        style: Literal["stop", "warning"] = "stop"
        if field.words and len(",".join(field.words)) < 250:
            formula = '"' + ",".join(field.words) + '"'
        elif target := self._tables.get(field.refers_to):
            names = [column.name for column in fields(target)]
            if target.schema.key and target.schema.key[0] in names and target.sheet.rows:
                letter = column_letter(names.index(target.schema.key[0]))
                end = 1 + len(target.sheet.rows)
                formula = f"'{target.spec.name}'!${letter}$2:${letter}${end}"
                style = "warning"
        if formula:
            yield DataValidation(
                type="list",
                formula1=formula,
                allow_blank=True,
                errorStyle=style,
                errorTitle=field.header[:32],
                error=f"Expected: {expected}."[:225],
                showErrorMessage=True,
            )
        elif field.kind == "integer" and field.column is not None:
            schema = field.column.schema
            yield DataValidation(
                type="whole",
                operator="between",
                formula1=str(schema.get("minimum", -(10**12))),
                formula2=str(schema.get("maximum", 10**12)),
                allow_blank=True,
                errorStyle="warning",
                errorTitle=field.header[:32],
                error=f"Expected: {expected}."[:225],
                showErrorMessage=True,
            )

    def _colour_by(self, sheet: Worksheet, area: str, letter: str, target: Table) -> None:
        """Tint the rows of `area` by the colour of the record that column `letter` names."""
        from openpyxl.formatting.rule import Rule
        from openpyxl.styles import PatternFill
        from openpyxl.styles.differential import DifferentialStyle

        colours = self._colours[target.spec.name]
        named = (*target.schema.key[:1], *target.schema.unique_text[:1])
        for row in target.sheet.rows:
            if row.number not in colours:
                continue
            words = dict.fromkeys(c.text for name in named if (c := row.get(name)) and c.text)
            tests = [f'${letter}2="{_inside(word)}"' for word in words]
            if tests:
                formula = tests[0] if len(tests) == 1 else f"OR({','.join(tests)})"
                fill = PatternFill("solid", bgColor=_argb(_tint(colours[row.number])))
                style = DifferentialStyle(fill=fill)
                rule = Rule(type="expression", formula=[formula], dxf=style)
                sheet.conditional_formatting.add(area, rule)


def _format(field: Field) -> str:
    return {"integer": "0", "number": "General"}.get(field.kind, "@")


def _is_colour(field: Field) -> bool:
    return field.column is not None and field.column.schema.get("pattern") == COLOUR


def _colours(table: Table) -> dict[int, str]:
    """The colour of each row, for sheets that have a column of colours."""
    column = next((field for field in fields(table) if _is_colour(field)), None)
    if column is None:
        return {}
    found = {row.number: row[column.name].text for row in table.sheet.rows}
    return {number: checked(text) for number, text in found.items() if checked(text, "") != ""}


def _tint(colour: str) -> str:
    return mix(colour, "#ffffff", _TINT)


def _argb(colour: str) -> str:
    return "FF" + colour.lstrip("#").upper()


def _inside(text: str) -> str:
    """`text` inside the quotation marks of a formula."""
    return text.replace('"', '""')
