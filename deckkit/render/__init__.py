"""Print: a compiled deck becomes PDFs (see `run.print_deck`)."""

from __future__ import annotations

from deckkit.render.run import PrintedFile, print_deck, versions
from deckkit.render.sheets import DEFAULT, SHEETS, sheet_names

__all__ = ["DEFAULT", "SHEETS", "PrintedFile", "print_deck", "sheet_names", "versions"]
