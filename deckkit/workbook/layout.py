"""What the workbook of a deck holds: columns of each sheet, and how each cell is written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from deckkit.errors import UsageError
from deckkit.loading import Loaded
from deckkit.records import Table
from deckkit.schemas import Column
from deckkit.sources import Cell, CellType, key
from deckkit.sources.limits import TEXT
from deckkit.sources.values import exact
from deckkit.text import clean

COLOUR = "^#[0-9A-Fa-f]{6}$"
_FIRST_DAY = datetime(1980, 1, 1, tzinfo=UTC)  # no zip entry can be older


@dataclass(frozen=True)
class Field:
    """One column of an exported sheet; `column` is None for one that the game does not know.

    `kind` is the kind of its values as in `Column.kind`.
    """

    name: str
    header: str
    column: Column | None
    kind: str

    @property
    def words(self) -> tuple[str, ...]:
        """The words that the column accepts; empty when it accepts any."""
        return tuple(map(str, self.column.schema.get("enum", ()))) if self.column else ()

    @property
    def refers_to(self) -> str:
        """The sheet whose ids belong here; empty when there is none."""
        return str(self.column.schema.get("x-refers-to", "")) if self.column else ""


def tables(loaded: Loaded) -> list[Table]:
    """The tables of a deck in the game's order."""
    found = loaded.sources.tables
    return [found[spec.name] for spec in loaded.source.game.sheets if spec.name in found]


def fields(table: Table) -> list[Field]:
    """The columns of a sheet that have a header of their own, in the order of the source."""
    found: dict[str, Field] = {}
    for cell in table.sheet.headers:
        name = key(cell.raw)
        if name and name not in found:
            column = table.schema.columns.get(name)
            kind = column.kind if column else _kind(table, name)
            found[name] = Field(name, clean(cell.raw), column, kind)
    return list(found.values())


def _kind(table: Table, name: str) -> str:
    """What a column that the game does not know seems to hold: numbers only, or text."""
    filled = [cell.raw for row in table.sheet.rows if (cell := row[name]).raw]
    numbers = bool(filled) and not any(isinstance(_number(raw), str) for raw in filled)
    return "number" if numbers else "string"


def left_out(table: Table) -> Iterator[str]:
    """What of a sheet has no place in the workbook, in words."""
    seen: set[str] = set()
    for cell in table.sheet.headers:
        name = key(cell.raw)
        if not name:
            yield f"{cell.location}: a column without a header"
        elif name in seen:
            yield f"{cell.location}: a second column {cell.text}"
        seen.add(name)


def value(cell: Cell, field: Field) -> str | int | float | bool:
    """What to write for a cell: text, unless it is a number where numbers belong.

    Raises UsageError for what a workbook cannot hold as it stands.
    """
    if cell.type is CellType.BOOLEAN:
        return cell.raw == "TRUE"
    if cell.type in (CellType.DATE, CellType.ERROR, CellType.FORMULA):
        what = {CellType.DATE: "a date", CellType.ERROR: "an error"}.get(cell.type, "a formula")
        raise UsageError(
            f"{cell.location} holds {what} of the spreadsheet program, not a value.",
            "Repair it first; deckkit validate says how.",
        )
    if len(cell.raw) >= TEXT:
        raise UsageError(
            f"{cell.location} holds {len(cell.raw):,} characters; a cell of a workbook ends "
            f"before {TEXT:,}.",
            "Shorten it first.",
        )
    return _number(cell.raw) if field.kind in ("integer", "number") else cell.raw


def _number(raw: str) -> str | int | float:
    """`raw` as a number when a workbook gives exactly the same text back; else `raw`."""
    if exact(raw) != raw or sum(char.isdigit() for char in raw) > 15:
        return raw
    return int(raw) if raw.lstrip("-").isdigit() else float(raw)


def note(field: Field) -> str:
    """What the header of a column says when the mouse rests on it; empty when nothing is known."""
    if field.column is None:
        return ""
    schema = field.column.schema
    lines = [str(schema.get("title", field.header)), str(schema.get("description", ""))]
    lines.append(f"Type {field.column.expected}.")
    examples = [str(example) for example in schema.get("examples", ())]
    if examples:
        lines.append(f"Example: {', '.join(examples)}")
    lines.append("Must be filled." if field.column.required else "May be empty in a draft.")
    return "\n".join(line for line in lines if line)


def day(as_of: str) -> datetime:
    """The date of a workbook: SOURCE_DATE_EPOCH, else the deck's own date."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        found = datetime.fromtimestamp(int(epoch), UTC)
    else:
        year, month, date = ([*map(int, as_of.split("-")), 1, 1])[:3]
        try:
            found = datetime(year, month, date, tzinfo=UTC)
        except ValueError:
            found = _FIRST_DAY
    return max(found.replace(microsecond=0), _FIRST_DAY)
