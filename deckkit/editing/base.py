"""What editing a file means, whatever its format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from deckkit.sources.grid import Grid

# (sheet, row, 0-based column, text as it was read)
Witness = tuple[str, int, int, str]


class Refused(Exception):
    """An edit that cannot be made without harm: one sentence that says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Document(Protocol):
    """A file whose cells can be replaced.

    Rows are 1-based (spreadsheet rows, or the line on which a record starts), columns 0-based,
    texts as `Cell.raw` gives them. Edits gather until `data` is asked for.
    """

    def get(self, sheet: str, row: int, column: int) -> str:
        """The text of a cell as a reader would give it, edits included; empty when absent."""

    def set(self, sheet: str, row: int, column: int, text: str) -> None:
        """Replace the text of a cell; raises Refused when that would harm the file."""

    def data(self) -> bytes:
        """The bytes of the file with all edits made; raises Refused when they clash."""


def read_text(grids: Mapping[str, Grid], sheet: str, row: int, column: int) -> str:
    """The text of a cell as it was read; empty when the file has none."""
    grid = grids.get(sheet)
    return grid.rows.get(row, {}).get(column, ("",))[0] if grid else ""
