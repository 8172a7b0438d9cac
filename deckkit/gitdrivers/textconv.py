"""textconv: a workbook as text lines for `git diff`, one line a cell.

Each line names its record, so that moved and inserted rows do not disturb the comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from deckkit.gitdrivers.keys import key_columns, sheet_keys
from deckkit.sources import Row, Sheet, read_book
from deckkit.text import visible


def textconv(path: Path) -> str:
    """The sheets of a workbook (or table) as text; a file that cannot be read says why."""
    book = read_book(path, path.name, sheet_keys=sheet_keys())
    if not book.sheets:
        return "".join(f"! {finding.message}\n" for finding in book.findings)
    return "\n".join("".join(f"{line}\n" for line in _lines(sheet)) for sheet in book.sheets)


def _lines(sheet: Sheet) -> Iterator[str]:
    yield f"# {visible(sheet.name)}"
    yield "columns: " + ", ".join(visible(cell.text) for cell in sheet.headers)
    keys = key_columns(sheet.name, sheet.columns)
    for row in sheet:
        name = _name(row, keys)
        for cell in row.cells.values():
            if not cell.empty:
                header = cell.location.header or cell.location.column or ""
                yield f"{name} {visible(header)}: {visible(cell.text)}"


def _name(row: Row, keys: tuple[str, ...]) -> str:
    texts = [row[name].text for name in keys]
    return visible(" ".join(texts)) if texts and all(texts) else f"row {row.number}"
