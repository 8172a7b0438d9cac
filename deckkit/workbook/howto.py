"""The first sheet of a workbook for editors: what to do, in plain words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from deckkit.loading import Loaded
from deckkit.records import Table
from deckkit.sources import Sheet
from deckkit.text import number

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

SHEET = "_how to"
_DECK = "Deck "

_STEPS = (
    "Each sheet is one kind of card or table; each row is one card or entry.",
    "Rest the mouse on a column name (first row) to read what belongs in the column.",
    "Cells with an arrow offer a list of words. Choose one of them.",
    "Type in the white and coloured cells. Ids are locked: they name a card for ever. To take a "
    "lock off, choose Review, Unprotect Sheet; there is no password.",
    "New rows go below the last row. Give each a new id; never use the id of an old card again.",
    "To take a card out, say so when you send the workbook back, or take the lock off and delete "
    "its row: a missing row is reported, and removed only on request.",
    "Do not rename sheets or column names. A sheet or column whose name starts with _ is for your "
    "own notes; nothing reads it.",
    "Several entries in one cell are separated by a semicolon ; or a line break.",
    "Type values, not formulas. Remarks in comments are not taken over; use the column for notes.",
    "Save as Excel workbook (.xlsx) and send it back. Whoever keeps the deck runs:",
)


def mark(deck: str) -> str:
    """The line that says which deck a workbook is of."""
    return f"{_DECK}{deck}"


def deck_of(sheets: Iterable[Sheet]) -> str | None:
    """The id of the deck that a workbook says it is of; None when it does not say so."""
    texts = (
        text
        for sheet in sheets
        if sheet.name == SHEET
        for column in sheet.series.values()
        for text in column.texts
    )
    return next((t.removeprefix(_DECK).strip() for t in texts if t.startswith(_DECK)), None)


def write(sheet: Worksheet, loaded: Loaded, tables: Sequence[Table]) -> None:
    """Fill the sheet."""
    from openpyxl.styles import Alignment, Font

    sheet.column_dimensions["A"].width, sheet.column_dimensions["B"].width = 26, 90
    at = 1
    for kind, left, right in _lines(loaded, tables):
        for column, text in enumerate((left, right), start=1):
            cell = sheet.cell(at, column)
            if text:
                cell.value = text
                cell.data_type = "s"
            cell.alignment = Alignment(vertical="top", wrap_text=column == 2)
            if kind == "title":
                cell.font = Font(bold=True, size=16)
            elif kind == "head" or column == 1:
                cell.font = Font(bold=True)
            elif kind == "code":
                cell.font = Font(name="Consolas")
        at += 1
    sheet.sheet_properties.tabColor = "FF2B3F50"
    sheet.protection.sheet = True
    sheet.sheet_view.showGridLines = False


def _lines(loaded: Loaded, tables: Sequence[Table]) -> Iterator[tuple[str, str, str]]:
    config = loaded.source.config
    yield "title", config.title, ""
    yield "", mark(config.id), ""
    yield "", f"Version {config.version}", f"Facts as of {config.as_of}. Licence: {config.licence}."
    yield "", "", ""
    yield "head", "How to edit", ""
    for count, step in enumerate(_STEPS, start=1):
        yield "", f"{count}.", step
    yield "code", "", f"deckkit workbook import {config.id}.xlsx DECK-FOLDER"
    yield "", "", ""
    yield "head", "The sheets", ""
    for table in tables:
        rows = number(len(table.sheet.rows), "row")
        needed = ", ".join(c.name for c in table.schema.columns.values() if c.required)
        yield "", table.spec.name, f"{table.schema.title}: {rows}. Always needed: {needed}."
