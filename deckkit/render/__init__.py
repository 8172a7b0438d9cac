"""Print: a compiled deck becomes PDFs (see `run.print_deck`)."""

from __future__ import annotations

from deckkit.render.calibrate import write as write_calibration
from deckkit.render.png import contact_sheet, rasterise
from deckkit.render.run import PrintedFile, contact_of, picture_cards, print_deck
from deckkit.render.select import cards_named
from deckkit.render.sheets import DEFAULT, SHEETS, SIZES, Options, card_size, sheet_names
from deckkit.render.toolchain import versions

__all__ = [
    "DEFAULT",
    "SHEETS",
    "SIZES",
    "Options",
    "PrintedFile",
    "card_size",
    "cards_named",
    "contact_of",
    "contact_sheet",
    "picture_cards",
    "print_deck",
    "rasterise",
    "sheet_names",
    "versions",
    "write_calibration",
]
