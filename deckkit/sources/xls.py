"""Old Excel workbooks (.xls), read with xlrd.

It keeps error values, dates, number formats, merged and hidden cells, which other readers of
this format drop.
"""

from __future__ import annotations

import io
import warnings
from typing import Any

from deckkit.sources import limits, numfmt
from deckkit.sources.codes import files as codes
from deckkit.sources.grid import LEAST, Grid, Refusal, Workbook
from deckkit.sources.model import CellType
from deckkit.sources.scripts import LOWERED, PLAIN, RAISED, script_of
from deckkit.sources.values import exact, unescape

_TWIPS, _WIDTHS = 20, 256 / 5.25  # per point: of heights, and of widths in the usual font
_POSITIONS = {1: RAISED, 2: LOWERED}


def read(data: bytes) -> Workbook:
    """Every worksheet of a workbook in its order; raises Refusal."""
    import xlrd

    log = io.StringIO()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            book = xlrd.open_workbook(
                file_contents=data, formatting_info=True, logfile=log, ragged_rows=True
            )
            return Workbook([_sheet(book, sheet) for sheet in book.sheets()])
    except Refusal:
        raise
    except Exception as error:  # xlrd meets broken files with whatever comes up
        if "encrypted" in str(error).lower() or "password" in str(error).lower():
            raise Refusal(
                codes.PASSWORD,
                "The workbook is protected with a password.",
                "Open it with its password and save it without one.",
            ) from error
        raise Refusal(
            codes.DAMAGED,
            "The old Excel workbook is cut off or damaged.",
            "Open it in Excel or LibreOffice and save it as Excel Workbook (.xlsx).",
        ) from error


def _sheet(book: Any, sheet: Any) -> Grid:
    import xlrd

    grid = Grid(sheet.name, hidden=sheet.visibility != 0)
    lengths = {row: length for row in range(sheet.nrows) if (length := sheet.row_len(row))}
    if sum(lengths.values()) > limits.CELLS:
        raise Refusal(
            codes.TOO_LARGE,
            f"The workbook has more than {limits.CELLS:,} cells.",
            "Copy the tables into a new workbook and leave out what is not needed.",
        )
    for row in lengths:
        for column, cell in enumerate(sheet.row(row)):
            if cell.ctype not in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK):
                _put(grid, book, row + 1, column, cell)
    grid.used = (sheet.nrows, max(sheet.ncols - 1, 0))
    grid.hidden_rows = {
        row + 1
        for row, info in sheet.rowinfo_map.items()
        if info.hidden or info.height < LEAST * _TWIPS
    }
    grid.hidden_columns = [
        (column, column)
        for column, info in sheet.colinfo_map.items()
        if info.hidden or info.width < LEAST * _WIDTHS
    ]
    grid.merges = [
        (top + 1, left, bottom, right - 1) for top, bottom, left, right in sheet.merged_cells
    ]
    for (row, column), note in sheet.cell_note_map.items():
        grid.comments[(row + 1, column)] = unescape(note.text).strip()
    _runs(grid, book, sheet)
    return grid


def _put(grid: Grid, book: Any, row: int, column: int, cell: Any) -> None:
    import xlrd

    style = book.xf_list[cell.xf_index] if cell.xf_index is not None else None
    code = book.format_map[style.format_key].format_str if style else ""
    raw, kind = "", CellType.TEXT
    if cell.ctype == xlrd.XL_CELL_TEXT:
        raw = unescape(cell.value)
        if not raw:  # only a formula leaves an empty text: "" or never calculated, no telling
            raw, kind = "=", CellType.FORMULA
    elif cell.ctype == xlrd.XL_CELL_BOOLEAN:
        raw, kind = ("TRUE" if cell.value else "FALSE"), CellType.BOOLEAN
    elif cell.ctype == xlrd.XL_CELL_ERROR:
        raw = xlrd.error_text_from_code.get(cell.value, "#ERROR!")
        kind = CellType.ERROR
    elif cell.ctype in (xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE):
        raw, kind = exact(repr(cell.value)) or repr(cell.value), CellType.NUMBER
        date = None
        if numfmt.date_parts(code):
            date = numfmt.date_text(cell.value, code, epoch_1904=book.datemode == 1)
        if date is not None:
            raw, kind = date, CellType.DATE
        else:
            shown = numfmt.display(raw, code)
            if shown is not None and shown != raw:
                grid.shown[(row, column)] = shown
    grid.put(row, column, raw, kind)
    if raw and kind is CellType.TEXT:
        shown = numfmt.display_text(raw, code)
        if shown is not None:
            grid.shown[(row, column)] = shown
    if raw and style and book.font_list[style.font_index].struck_out:
        grid.struck[(row, column)] = raw


def _runs(grid: Grid, book: Any, sheet: Any) -> None:
    """Struck-through, raised and lowered characters inside a cell."""
    for (row, column), runs in sheet.rich_text_runlist_map.items():
        text = sheet.cell_value(row, column)
        starts = [(0, -1), *runs]  # what precedes the first run has the font of the cell
        ends = [*(start for start, _ in runs), len(text)]
        pieces = [
            (text[start:end], book.font_list[font] if 0 <= font < len(book.font_list) else None)
            for (start, font), end in zip(starts, ends, strict=True)
        ]
        struck = "".join(piece for piece, font in pieces if font and font.struck_out).strip()
        if struck:
            grid.struck.setdefault((row + 1, column), struck)
        placed = [
            (p, _POSITIONS.get(font.escapement, PLAIN) if font else PLAIN) for p, font in pieces
        ]
        if script := script_of(placed):
            grid.scripts[(row + 1, column)] = script
