"""read_book: one file -> a Book; whatever is wrong with it becomes a Finding."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType

from deckkit import collector
from deckkit.findings import Finding, Location
from deckkit.quota import LIMIT, Quota
from deckkit.sources import conflicts, content, delimited, sniff, tables
from deckkit.sources.codes import files as codes
from deckkit.sources.encoding import decode
from deckkit.sources.grid import Grid, Refusal
from deckkit.sources.model import Book, Sheet, key
from deckkit.sources.notes import conflict_notes, listed_conflicts, text_notes, workbook_notes

SheetKeys = Mapping[str, Collection[str]]
NO_KEYS: SheetKeys = MappingProxyType({})


def read_book(
    path: Path, shown: str, *, sheet_keys: SheetKeys = NO_KEYS, limit: int = LIMIT
) -> Book:
    """Read a .csv, .tsv, .txt, .xlsx, .xlsm, .ods or .xls file, judged by its content.

    `shown` is the path that findings name. `sheet_keys` maps folded sheet names to the
    folded headers expected there: they decide the delimiter of a text file, find the header
    row, and tell which sheets of a workbook belong to the deck. `limit` is that of a `Quota`.
    Bad content never raises: a file that cannot be read gives a Book without sheets and an
    error.
    """
    try:
        if path.name.startswith(("~$", ".~lock")):
            raise Refusal(
                codes.LOCK_FILE,
                "The file only shows that somebody has a table open; it is skipped.",
                "Save and close the workbook, and name the workbook itself.",
            )
        data = sniff.load(path)
        kind = sniff.identify(data, path)
        with collector.paused():
            if kind is sniff.Kind.TEXT:
                return _read_text(data, path, shown, sheet_keys, limit)
            return _read_workbook(data, kind, shown, sheet_keys, limit)
    except Refusal as refusal:
        place = Location(shown, workbook=path.suffix.lower() not in sniff.TEXT_SUFFIXES)
        return Book(shown, (), (refusal.code.at(place, refusal.message, refusal.hint),))


def _read_text(data: bytes, path: Path, shown: str, sheet_keys: SheetKeys, limit: int) -> Book:
    decoded = decode(data)
    name = key(path.stem)
    if decoded is None:
        raise Refusal(
            codes.NOT_A_TABLE,
            "The file is not text in an encoding that deckkit knows.",
            "Open it in the program it comes from and save it as CSV UTF-8.",
        )
    if not decoded.text.strip():
        raise Refusal(codes.EMPTY, "The file is empty.", "Save the table again.")
    text, marked = conflicts.take_out(decoded.text)
    known = sheet_keys.get(name) or {header for keys in sheet_keys.values() for header in keys}
    parsed = delimited.parse(text, name, known)
    expected = tables.expected_headers(name, parsed.grid, sheet_keys)
    table = tables.build(parsed.grid, shown, name, expected, workbook=False)
    quota = Quota(limit, table.sheet.accepted)
    found = quota.keep(conflict_notes(table.sheet.location, marked))
    found += quota.keep(text_notes(table.sheet.location, decoded, parsed, table))
    found += quota.keep(table.findings)
    found += quota.keep(content.check(table.sheet))
    return Book(shown, (table.sheet,), (*found, *quota.rest()))


def _read_workbook(
    data: bytes, kind: sniff.Kind, shown: str, sheet_keys: SheetKeys, limit: int
) -> Book:
    book = sniff.workbook_reader(kind)(data)
    wanted = _wanted(book.grids, sheet_keys)
    sheets: list[Sheet] = []
    found: list[Finding] = []
    for grid in book.grids:
        is_wanted = grid in wanted
        marked = conflicts.take_out_rows(grid) if is_wanted else ()
        expected = tables.expected_headers(grid.name, grid, sheet_keys) if is_wanted else ()
        table = tables.build(grid, shown, grid.name, expected, workbook=True)
        sheets.append(table.sheet)
        quota = Quota(limit, table.sheet.accepted)
        found += quota.keep(conflict_notes(table.sheet.location, marked))
        found += quota.keep(workbook_notes(grid, table, wanted=is_wanted, stale=book.stale))
        if key(grid.name) == conflicts.SHEET:
            found += quota.keep(listed_conflicts(table.sheet))
        if is_wanted:
            found += quota.keep(table.findings)
            found += quota.keep(content.check(table.sheet))
        found += quota.rest()
    if not sheets:
        raise Refusal(
            codes.DAMAGED,
            "The workbook holds no sheet with cells.",
            "Open it in Excel or LibreOffice and save it under a new name.",
        )
    return Book(shown, tuple(sheets), tuple(found))


def _wanted(grids: list[Grid], sheet_keys: SheetKeys) -> list[Grid]:
    """The sheets that belong to the deck: by name, else by their headers, else all."""
    named = [grid for grid in grids if key(grid.name) in sheet_keys]
    if named:
        return named
    alike = [grid for grid in grids if tables.expected_headers(grid.name, grid, sheet_keys)]
    return alike or [grid for grid in grids if grid.rows]
