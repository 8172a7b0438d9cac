"""Merging .xlsx workbooks: our workbook with the cells, rows and sheets that theirs changed.

A cell's note is merged like a cell. Where both sides changed a cell, ours stays in its place and
a sheet `_conflicts` lists all three values. Changes of formatting on their side are not taken.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit.gitdrivers import cells
from deckkit.gitdrivers.cells import EMPTY, NOTE, Value
from deckkit.gitdrivers.keys import key_columns, sheet_keys
from deckkit.gitdrivers.result import NotMergeable, Result, sentence
from deckkit.gitdrivers.three import Conflict, Table
from deckkit.gitdrivers.three import merge as merge_tables
from deckkit.sources import Sheet, read_book
from deckkit.sources.conflicts import HEADERS
from deckkit.sources.conflicts import SHEET as CONFLICTS

if TYPE_CHECKING:
    from openpyxl.workbook import Workbook
    from openpyxl.worksheet.worksheet import Worksheet

# Parts of a workbook that would be lost when it is written again.
_LOST = re.compile(
    r"xl/(charts|chartsheets|media|threadedComments|pivotTables|slicers|timelines|embeddings"
    r"|activeX|ctrlProps|diagrams|queryTables|richData)/|xl/vbaProject\.bin|xl/drawings/drawing"
)
_EXTENSIONS = re.compile(rb"<x14:(dataValidations|conditionalFormattings)\b")


@dataclass(frozen=True)
class _Version:
    """One version of the workbook: as openpyxl has it, and its sheets as deckkit reads them."""

    book: Workbook
    sheets: Mapping[str, Sheet]

    def sheet(self, name: str) -> Worksheet | None:
        """The worksheet of that name."""
        return self.book[name] if name in self.sheets else None


def merge(base: Path, ours: Path, theirs: Path, path: str) -> Result:
    """Merge three versions of a workbook; raises NotMergeable when something would be lost."""
    versions = [_load(file) for file in (base, ours, theirs)]
    target = versions[1].book
    conflicts: list[tuple[str, Conflict[Value]]] = []
    names = dict.fromkeys((*versions[1].sheets, *versions[2].sheets))
    for name in names:
        if name != CONFLICTS:
            conflicts += [(name, found) for found in _sheet(name, *versions)]
    if CONFLICTS in target.sheetnames:
        del target[CONFLICTS]
    if conflicts:
        _list(target, conflicts)
    out = io.BytesIO()
    target.save(out)
    messages = tuple(sentence(_shown(c), f"{path} › {name}") for name, c in conflicts)
    if any(cells.has_formula(sheet) for sheet in target.worksheets):
        note = "it holds formulas: open it and save it once, so that their results are stored"
        messages += (f"{path}: {note}.",)
    return Result(out.getvalue(), not conflicts, messages)


def _load(file: Path) -> _Version:
    from openpyxl import Workbook, load_workbook

    data = file.read_bytes()
    if not data:
        empty = Workbook()
        return _Version(empty, {})
    read = read_book(file, file.name, sheet_keys=sheet_keys())  # refuses bombs and damage
    if not read.sheets:
        raise NotMergeable(read.findings[0].message.rstrip(".") if read.findings else "unreadable")
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for part in archive.namelist():
            if _LOST.match(part):
                raise NotMergeable(f"a merge would lose its part {part}")
            is_sheet = part.startswith("xl/worksheets/") and part.endswith(".xml")
            if is_sheet and _EXTENSIONS.search(archive.read(part)):
                raise NotMergeable("a merge would lose rules that only Excel can write")
    book = cells.quietly(lambda: load_workbook(io.BytesIO(data)))
    sheets = {sheet.name: sheet for sheet in read.sheets if sheet.name in book.sheetnames}
    return _Version(book, sheets)


def _sheet(name: str, base: _Version, ours: _Version, theirs: _Version) -> list[Conflict[Value]]:
    """Merge one sheet into our workbook; its conflicts."""
    before, own, other = (side.sheet(name) for side in (base, ours, theirs))
    if own is None or other is None:
        return _whole(name, before, own, other, ours.book)
    if cells.same(before, other):
        return []
    tables = [_table(side, name) for side in (base, ours, theirs)]
    if any(table is None for table in tables):
        if cells.same(before, own):
            cells.replace(own, other)
            return []
        return [Conflict(None, "(the whole sheet, which has no ids)")]
    first, second, third = (table for table in tables if table is not None)
    merged = merge_tables(first, second, third, EMPTY)
    cells.write(own, other, ours.sheets[name], theirs.sheets[name], merged, _ids(ours, name),
                _ids(theirs, name))  # fmt: skip
    return list(merged.conflicts)


def _whole(
    name: str, before: Any, own: Worksheet | None, other: Worksheet | None, target: Workbook
) -> list[Conflict[Value]]:
    """A sheet that only one side has: new, or removed by the other side."""
    present = own if other is None else other
    if before is not None and cells.same(before, present):
        if own is not None:
            del target[name]
        return []
    if own is None and other is not None:
        cells.replace(target.create_sheet(name), other)
    if before is None:
        return []
    return [Conflict(None, "(the whole sheet, which one side removed)")]


def _ids(version: _Version, name: str) -> dict[str, int]:
    """Record id -> spreadsheet row; empty when the rows cannot be told apart."""
    sheet = version.sheets.get(name)
    keys = key_columns(name, sheet.columns) if sheet else ()
    if sheet is None or not keys or len(sheet.columns) < len(sheet.headers):
        return {}
    found: dict[str, int] = {}
    for row in sheet:
        record = " ".join(row[name].text for name in keys)
        if not record.strip() or record in found:
            return {}
        found[record] = row.number
    return found


def _table(version: _Version, name: str) -> Table[Value] | None:
    """A sheet as a table by record, notes as columns of their own; None without ids."""
    sheet, work = version.sheets.get(name), version.sheet(name)
    if sheet is None or work is None:
        return Table()
    ids = _ids(version, name)
    if not ids and sheet.rows:
        return None
    letters = cells.letters(sheet)
    columns = [column for column in letters if column]
    rows = {}
    for record, number in ids.items():
        row: dict[str, Value] = {}
        for column in columns:
            cell = work[f"{letters[column]}{number}"]
            row[column] = cells.value(cell)
            row[column + NOTE] = cells.note(cell)
        rows[record] = row
    return Table(tuple(c + part for c in columns for part in ("", NOTE)), rows)


def _shown(conflict: Conflict[Value]) -> Conflict[str]:
    column = conflict.column
    if column is not None and column.endswith(NOTE):
        column = f"{column.removesuffix(NOTE)} (note)"
    texts = (str(v) if v else "" for v in (conflict.base, conflict.ours, conflict.theirs))
    return Conflict(conflict.record, column, *texts)


def _list(book: Workbook, conflicts: list[tuple[str, Conflict[Value]]]) -> None:
    """The sheet of conflicts, as text only."""
    sheet = book.create_sheet(CONFLICTS)
    rows = [HEADERS]
    for name, conflict in conflicts:
        shown = _shown(conflict)
        column = shown.column or "(the row: one side removed it)"
        rows.append(
            (name, shown.record or "", column, shown.base or "", shown.ours or "",
             shown.theirs or "")
        )  # fmt: skip
    for number, row in enumerate(rows, 1):
        for place, text in enumerate(row, 1):
            cells.put_text(sheet.cell(number, place), text)
