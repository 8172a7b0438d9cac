"""Property: a table of text written as CSV or xlsx reads back equal, and cleanly placed."""

from __future__ import annotations

import csv
import io
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deckkit.sources import CellType, column_letter, read_book

HEADERS = ["code", "name", "region", "capital"]
KEYS = {"countries": frozenset(HEADERS)}
LETTERS = st.characters(
    codec="utf-8", exclude_categories=["Cs", "Cc", "Cf", "Co", "Cn", "Zl", "Zp", "Zs"]
)
WORD = st.text(LETTERS | st.sampled_from(' ,;\t|"\n'), max_size=12).map(
    lambda text: text.strip(" \t\n")
)
TABLES = st.lists(st.lists(WORD, min_size=4, max_size=4), min_size=1, max_size=6)
SETTINGS = settings(
    max_examples=50, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def records(table: list[list[str]]) -> list[list[str]]:
    """The rows that are records: those with anything in them."""
    return [row for row in table if any(cell.strip() for cell in row)]


def ordinary(table: list[list[str]]) -> bool:
    """Whether no row is a totals row or repeats the header, which are left out on purpose."""
    return not any(len([cell for cell in row if cell.strip()]) < 3 for row in records(table))


def check(path: Path, table: list[list[str]]) -> None:
    book = read_book(path, path.name, sheet_keys=KEYS)
    sheet = book.sheets[0]
    assert [cell.raw for cell in sheet.headers] == HEADERS
    read = [[cell.raw for cell in row.cells.values()] for row in sheet]
    if ordinary(table):
        assert read == records(table)
    else:
        named = {f.location.row for f in book.findings if f.name in ("totals-row",)}
        assert len(read) + len(named) == len(records(table))
    for row in sheet:
        for at, cell in enumerate(row.cells.values()):
            assert cell.location.column == column_letter(at)
            assert cell.location.row == row.number
            assert cell.type is (CellType.TEXT if cell.raw else CellType.EMPTY)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@given(table=TABLES)
@SETTINGS
def test_csv(tmp_path: Path, delimiter: str, end: str, table: list[list[str]]) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end)
    writer.writerow(HEADERS)
    writer.writerows(table)
    path = tmp_path / "countries.csv"
    path.write_bytes(out.getvalue().encode())
    check(path, table)


@given(table=TABLES)
@SETTINGS
def test_xlsx(tmp_path: Path, table: list[list[str]]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from openpyxl import Workbook

        book = Workbook()
        sheet: Any = book.active
        sheet.title = "countries"
        for at, row in enumerate([HEADERS, *table], start=1):
            for column, text in enumerate(row, start=1):
                if text:
                    cell = sheet.cell(at, column)
                    cell.value = text
                    cell.data_type = "s"
        path = tmp_path / "countries.xlsx"
        book.save(path)
    check(path, table)


@given(data=st.binary(max_size=400))
@settings(max_examples=150, deadline=None,
          suppress_health_check=[HealthCheck.function_scoped_fixture])  # fmt: skip
def test_any_bytes_are_findings_at_worst(tmp_path: Path, data: bytes) -> None:
    for name in ("countries.csv", "countries.xlsx", "countries.xls"):
        path = tmp_path / name
        path.write_bytes(data)
        book = read_book(path, name, sheet_keys=KEYS)
        assert book.sheets or [f for f in book.findings if f.severity == "error"]
