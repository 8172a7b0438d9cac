"""The texts of a deck, as the wording rules look at them: no rule lives here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from deckkit.records import Record, Sources, Table
from deckkit.schemas import Column

# Columns that say where a fact can be looked up; they quote titles as these are printed.
SOURCE_COLUMNS = frozenset({"source", "sources"})


@dataclass(frozen=True, slots=True)
class Texts:
    """One column of printed text: the filled cells of its records, in order."""

    table: Table
    column: Column
    cells: tuple[tuple[Record, str], ...]


@lru_cache(maxsize=4)
def columns(src: Sources) -> tuple[Texts, ...]:
    """Every column that holds free text (no ids, words of a list, dates, sources or notes)."""
    found = []
    for table in src.tables.values():
        for column in table.schema.columns.values():
            if _free(column) and column.name in table.sheet.columns:
                cells = ((record, record.raw(column.name)) for record in table.records)
                found.append(Texts(table, column, tuple(pair for pair in cells if pair[1])))
    return tuple(found)


def cells(src: Sources) -> Iterator[tuple[str, Record, str]]:
    """(column, record, text) of every filled cell of free text."""
    for texts in columns(src):
        for record, text in texts.cells:
            yield texts.column.name, record, text


def _free(column: Column) -> bool:
    schema = column.schema
    fixed = {"pattern", "enum", "x-values", "x-date", "x-refers-to"} & set(schema)
    printed = schema.get("x-printed", True) is not False
    return column.kind == "string" and not fixed and printed and column.name not in SOURCE_COLUMNS
