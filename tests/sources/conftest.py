"""Shared by the tests of the reader: the expected headers and a builder of raw workbooks."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from deckkit.sources import Book, read_book

KEYS: Mapping[str, frozenset[str]] = {
    "countries": frozenset({"code", "name", "region", "capital", "aliases", "image"}),
    "statements": frozenset(
        {"id", "category", "difficulty", "text", "count", "answers", "as_of", "sources", "fact"}
        | {"note"}
    ),
    "questions": frozenset({"card", "position", "category", "question", "answer", "unit"}),
}
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"

Read = Callable[..., Book]


@pytest.fixture
def keys() -> Mapping[str, frozenset[str]]:
    """Folded headers by folded sheet name."""
    return KEYS


@pytest.fixture
def read_bytes(tmp_path: Path) -> Read:
    """Reads bytes or text that are first written to a file of that name."""

    def read(data: bytes | str, name: str = "countries.csv") -> Book:
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return read_book(path, name, sheet_keys=KEYS)

    return read


@pytest.fixture
def read_xlsx(tmp_path: Path) -> Read:
    """Reads a workbook that is built from raw XML: rows of one sheet and optional parts."""

    def read(
        rows: str,
        *,
        name: str = "countries",
        after: str = "",
        before: str = "",
        workbook: str = "",
        parts: Mapping[str, str | bytes] | None = None,
    ) -> Book:
        files: dict[str, str | bytes] = {
            "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="r1" '
            f'Type="{OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">{workbook}'
            f'<sheets><sheet name="{name}" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">'
            f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>'
            f'<Relationship Id="r2" Type="{OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
            f'<Relationship Id="r3" Type="{OFFICE}/styles" Target="styles.xml"/></Relationships>',
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}">{before}'
            f"<sheetData>{rows}</sheetData>{after}</worksheet>",
            **(parts or {}),
        }
        path = tmp_path / "deck.xlsx"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for part, content in files.items():
                archive.writestr(part, content)
        return read_book(path, "deck.xlsx", sheet_keys=KEYS)

    return read
