"""Reading source files: one file -> Book, Sheet, Row and Cell, with a place for every value."""

from __future__ import annotations

from deckkit.sources.book import read_book
from deckkit.sources.folder import find_files
from deckkit.sources.model import Book, Cell, CellType, Row, Sheet, column_letter, key

__all__ = [
    "Book",
    "Cell",
    "CellType",
    "Row",
    "Sheet",
    "column_letter",
    "find_files",
    "key",
    "read_book",
]
