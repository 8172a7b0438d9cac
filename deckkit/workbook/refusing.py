"""Cells of a workbook that an import cannot take over: why, and what to type in their place."""

from __future__ import annotations

from deckkit.schemas import RowSchema
from deckkit.sources import Cell, CellType, Row
from deckkit.text import quoted

_NO_TEXT = {
    CellType.DATE: "a date of the spreadsheet program",
    CellType.ERROR: "an error value",
    CellType.FORMULA: "a formula without its result",
    CellType.BOOLEAN: "a yes-or-no value of the spreadsheet program",
}


def refusal(schema: RowSchema, name: str, cell: Cell) -> str:
    """Why a cell of the column `name` is not taken over, and what to type; empty when it is."""
    kind = _kind(schema, name, cell)
    if not kind:
        return ""
    column = schema.columns.get(name)
    wanted = (column.expected if column else "the value").removesuffix(".")
    made = cell.type in (CellType.DATE, CellType.BOOLEAN)  # of what was typed
    how = "Format the cell as Text and type" if made else "Type"
    return f"{cell.location}: {kind}; not taken over. {how} {wanted}."


def unnamed(schema: RowSchema, row: Row) -> tuple[Cell, str] | None:
    """The first key cell that names no record, and why its row is not taken over."""
    for name in schema.key:
        cell = row[name]
        kind = _kind(schema, name, cell) or ("the cell is empty" if cell.empty else "")
        if kind:
            word = name.replace("_", " ")
            what = f"the {word} of the record again, or a new {word} for a new one"
            hint = f"Format the cell as Text and type {what}."
            return cell, f"{cell.location}: {kind}; the row was not taken over. {hint}"
    return None


def _kind(schema: RowSchema, name: str, cell: Cell) -> str:
    """What a cell holds in place of a value; empty when it holds one."""
    if cell.type is CellType.BOOLEAN and name not in schema.columns:
        return ""
    column = schema.columns.get(name)
    if cell.type is CellType.DATE and column and column.schema.get("x-date"):
        whole = not any(column.problems(cell.text))  # a day, without a time
        return "" if whole else f"{quoted(cell.raw)} is no day"
    what = _NO_TEXT.get(cell.type)
    return f"{quoted(cell.raw)} is {what}" if what else ""
