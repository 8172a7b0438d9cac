"""Print: a compiled deck becomes PDFs (see `run.print_deck`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from deckkit.render.codes import unplaced
from deckkit.render.run import PrintedFile, contact_of, face_pages, picture_cards, print_deck
from deckkit.render.select import cards_named, marks_named
from deckkit.render.sheets import (
    CUTTER,
    DEFAULT,
    SHEETS,
    SIZES,
    Options,
    card_size,
    sheet_names,
)
from deckkit.render.standards import STANDARDS, Standard, standard
from deckkit.render.toolchain import versions

if TYPE_CHECKING:
    from deckkit.render.calibrate import write as write_calibration
    from deckkit.render.cutter import write_outlines
    from deckkit.render.png import contact_sheet, rasterise, trimmed

__all__ = [
    "CUTTER",
    "DEFAULT",
    "SHEETS",
    "SIZES",
    "STANDARDS",
    "Options",
    "PrintedFile",
    "Standard",
    "card_size",
    "cards_named",
    "contact_of",
    "contact_sheet",
    "face_pages",
    "marks_named",
    "picture_cards",
    "print_deck",
    "rasterise",
    "sheet_names",
    "standard",
    "trimmed",
    "unplaced",
    "versions",
    "write_calibration",
    "write_outlines",
]


def __getattr__(name: str) -> Any:
    """What few runs need is imported when it is asked for."""
    if name == "write_calibration":
        from deckkit.render.calibrate import write

        return write
    if name == "write_outlines":
        from deckkit.render.cutter import write_outlines

        return write_outlines
    if name in ("contact_sheet", "rasterise", "trimmed"):
        from deckkit.render import png

        return getattr(png, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
