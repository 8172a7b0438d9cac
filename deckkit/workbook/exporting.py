"""The workbook of a deck, written so that what is read back is what was there."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from deckkit import output
from deckkit.editing.xlsxfile import stored
from deckkit.editing.zips import rewrite
from deckkit.errors import UsageError
from deckkit.loading import Loaded
from deckkit.records import Table
from deckkit.workbook import howto, layout
from deckkit.workbook.layout import Field
from deckkit.workbook.looks import Looks

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_CORE = "docProps/core.xml"
# No green corners: texts of digits are meant. The schema wants this before the notes' drawing.
_CALM = (
    b'<ignoredErrors><ignoredError sqref="A1:XFD1048576" numberStoredAsText="1"/></ignoredErrors>'
    b"<legacyDrawing"
)
_MODIFIED = re.compile(rb"(<dcterms:modified[^>]*>)[^<]*")


@dataclass(frozen=True)
class Exported:
    """A workbook that was written: its place, rows by sheet, and what has no place in it."""

    path: Path
    rows: dict[str, int]
    left_out: tuple[str, ...] = ()


def export(loaded: Loaded, path: Path) -> Exported:
    """Write the workbook of a deck to `path`.

    Raises UsageError when a cell cannot be kept as it is, or `path` cannot be written.
    """
    data = to_bytes(loaded)
    try:
        output.write_file(path, data)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error
    tables = layout.tables(loaded)
    rows = {table.spec.name: len(table.sheet.rows) for table in tables}
    lost = tuple(text for table in tables for text in layout.left_out(table))
    return Exported(path, rows, lost)


def to_bytes(loaded: Loaded) -> bytes:
    """The workbook of a deck: the same bytes for the same deck."""
    from openpyxl import Workbook

    config = loaded.source.config
    day = layout.day(config.as_of)
    book = Workbook()
    book.remove(book.worksheets[0])
    book.properties.creator, book.properties.title = "deckkit", config.title
    book.properties.created = day.replace(tzinfo=None)
    tables = layout.tables(loaded)
    looks = Looks(tables)
    howto.write(book.create_sheet(howto.SHEET), loaded, tables)
    for table in tables:
        _write(book.create_sheet(table.spec.name), table, looks)
    out = io.BytesIO()
    book.save(out)
    return _finished(out.getvalue(), day)


def _finished(data: bytes, day: datetime) -> bytes:
    """The workbook without a trace of the clock, and without alarms over digits kept as text."""
    stamp = day.strftime("%Y-%m-%dT%H:%M:%SZ").encode()
    parts: dict[str, bytes] = {}
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        core = archive.read(_CORE)
        parts[_CORE] = _MODIFIED.sub(lambda found: found.group(1) + stamp, core)
        for name in archive.namelist():
            if name.startswith("xl/worksheets/sheet"):
                parts[name] = archive.read(name).replace(b"<legacyDrawing", _CALM, 1)
    clock = (day.year, day.month, day.day, day.hour, day.minute, day.second)
    return rewrite(data, parts, clock)


def _write(sheet: Worksheet, table: Table, looks: Looks) -> None:
    fields = layout.fields(table)
    for at, field in enumerate(fields, start=1):
        _put_text(sheet, 1, at, field.header)
        looks.header(sheet.cell(1, at), layout.note(field))
        looks.column(sheet, at, field, _longest(table, field))
    looks.beyond(sheet, len(fields) + 1)
    for number, row in enumerate(table.sheet.rows, start=2):
        for at, field in enumerate(fields, start=1):
            source = row[field.name]
            looks.cell(sheet.cell(number, at), at, field, table, row)
            if source.raw:
                _put(sheet, number, at, layout.value(source, field))
    looks.sheet(sheet, table, fields)


def _put(sheet: Worksheet, row: int, column: int, value: str | float | bool) -> None:
    if isinstance(value, str):
        _put_text(sheet, row, column, value)
        return
    cell = sheet.cell(row, column)
    cell.value = value
    if not isinstance(value, bool):
        cell.number_format = "0" if isinstance(value, int) else "General"


def _put_text(sheet: Worksheet, row: int, column: int, text: str) -> None:
    """Write text that stays text, whatever it looks like."""
    cell = sheet.cell(row, column)
    cell.value = stored(text)
    cell.data_type = "s"  # openpyxl takes =... for a formula and #N/A for an error
    if text.lstrip()[:1] in ("=", "+", "-", "@", "#"):
        cell.quotePrefix = True


def _longest(table: Table, field: Field) -> int:
    texts = [field.header, *(row[field.name].raw for row in table.sheet.rows)]
    return max(len(line) for text in texts for line in (text.splitlines() or [""]))
