"""Every file of tests/corpus is read as index.yaml says, within 1 s and 150 MB."""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
import yaml

from deckkit.findings import CODES, Finding
from deckkit.sources import Sheet, column_letter, read_book

CORPUS = Path(__file__).parents[1] / "corpus"
INDEX: dict[str, Any] = yaml.safe_load((CORPUS / "index.yaml").read_text("utf-8"))
FILES: dict[str, Any] = INDEX["files"]


def place(finding: Finding) -> str:
    """The place of a finding as index.yaml writes it."""
    where = finding.location
    spot = where.cell or (str(where.row) if where.row else where.column)
    parts = (where.sheet if where.workbook else None, spot)
    return "!".join(part for part in parts if part) or "file"


def expected_cells(sheet: dict[str, Any]) -> list[list[str]]:
    """The whole table that index.yaml describes."""
    table = [list(row) for row in sheet.get("cells") or INDEX["tables"][sheet["table"]]]
    for cell, text in sheet.get("changes", {}).items():
        table[int(cell[1:]) - 1][ord(cell[0]) - 65] = text
    return table


def cells(sheet: Sheet) -> list[list[str]]:
    """Header and rows as text."""
    rows = [[cell.raw for cell in row.cells.values()] for row in sheet]
    return [[cell.raw for cell in sheet.headers], *rows]


def test_the_index_is_complete() -> None:
    names = {path.name for path in CORPUS.iterdir()} - {"index.yaml", ".gitattributes"}
    assert names == set(FILES)
    assert len(names) >= 59


@pytest.mark.parametrize("name", sorted(FILES))
def test_read_right_or_refused(name: str, keys: Any) -> None:
    entry = FILES[name]
    book = read_book(CORPUS / name, name, sheet_keys=keys)

    assert [sheet.name for sheet in book.sheets] == [s["name"] for s in entry["sheets"]]
    for sheet, wanted in zip(book.sheets, entry["sheets"], strict=True):
        table = expected_cells(wanted)
        assert cells(sheet) == table
        rows = wanted.get("rows") or list(range(2, len(table) + 1))
        assert [row.number for row in sheet] == rows
        header_row = wanted.get("header_row", 1)
        for number, row in zip([header_row, *rows], [sheet.headers, *sheet.rows], strict=True):
            row_cells = row if isinstance(row, tuple) else tuple(row.cells.values())
            letters = [column_letter(at) for at in range(len(row_cells))]
            assert [cell.location.row for cell in row_cells] == [number] * len(row_cells)
            assert [cell.location.column for cell in row_cells] == letters

    found = [[f.code, f.severity.value, place(f)] for f in book.findings]
    assert found == entry["findings"]
    for finding in book.findings:
        assert finding.code in CODES
        assert finding.message[0].isupper() or finding.message[0] in '"'
        assert finding.message.endswith((".", '"')), finding.message
        assert finding.location.file == name
    if entry["kind"] == "table":
        assert not [f for f in book.findings if f.severity == "error"]
    elif entry["kind"] == "error" and "later" not in entry:
        assert [f for f in book.findings if f.severity == "error"]


@pytest.mark.parametrize("name", sorted(FILES))
def test_within_a_second_and_150_megabytes(name: str, keys: Any) -> None:
    started = time.process_time()  # what the machine does meanwhile does not count
    read_book(CORPUS / name, name, sheet_keys=keys)
    seconds = time.process_time() - started
    tracemalloc.start()
    try:
        read_book(CORPUS / name, name, sheet_keys=keys)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert seconds < 1.0
    assert peak < 100 * 2**20


@pytest.mark.parametrize("name", sorted(FILES))
def test_no_expected_headers_is_no_crash(name: str) -> None:
    book = read_book(CORPUS / name, name)
    assert bool(book.sheets) == bool(FILES[name]["sheets"])
