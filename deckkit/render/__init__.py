"""Print: a compiled deck becomes PDFs (see `run.print_deck`)."""

from __future__ import annotations

from deckkit.render.png import contact_sheet, rasterise
from deckkit.render.run import PrintedFile, print_deck, versions
from deckkit.render.select import cards_named
from deckkit.render.sheets import DEFAULT, SHEETS, sheet_names

__all__ = [
    "DEFAULT",
    "SHEETS",
    "PrintedFile",
    "cards_named",
    "contact_sheet",
    "print_deck",
    "rasterise",
    "sheet_names",
    "versions",
]  # fmt: skip
