"""The texts of a deck, as the wording rules look at them: no rule lives here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from deckkit.records import Record, Sources, Table
from deckkit.schemas import Column

# Columns that say where a fact can be looked up; they quote titles as these are printed.
SOURCE_COLUMNS = frozenset({"source", "sources"})


@dataclass(frozen=True, slots=True)
class Texts:
    """One column of printed text: the trimmed text of every record, empty where it has none."""

    table: Table
    column: Column
    texts: Sequence[str]


@lru_cache(maxsize=4)
def columns(src: Sources) -> tuple[Texts, ...]:
    """Every column that holds free text (no ids, words of a list, dates, sources or notes)."""
    return tuple(
        Texts(table, column, table.texts(column.name))
        for table in src.tables.values()
        for column in table.schema.columns.values()
        if _free(column) and column.name in table.sheet.columns
    )


def cells(src: Sources, *patterns: re.Pattern[str]) -> Iterator[tuple[str, Record, str]]:
    """(column, record, text) of every free text in which one of `patterns` finds something."""
    for found in columns(src):
        for at in matching(found.texts, *patterns):
            yield found.column.name, found.table.records[at], found.texts[at]


def matching(texts: Sequence[str], *patterns: re.Pattern[str]) -> list[int]:
    """Indexes of the texts in which one of `patterns` finds something; none finds an empty text.

    Each different text is searched once. A pattern that starts with a character or a class of
    characters is some five times faster than one that starts with a look behind: `re` runs to
    the next such character without trying.
    """
    different = set(texts)
    found = {text for pattern in patterns for text in filter(pattern.search, different)}
    return [at for at, text in enumerate(texts) if text in found] if found else []


def _free(column: Column) -> bool:
    schema = column.schema
    fixed = {"pattern", "enum", "x-values", "x-date", "x-refers-to"} & set(schema)
    printed = schema.get("x-printed", True) is not False
    return column.kind == "string" and not fixed and printed and column.name not in SOURCE_COLUMNS
