"""What print would have to say about a deck, found without laying out a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from deckkit.findings import Finding, Location
from deckkit.game import Face, Game
from deckkit.records import Record, Sources
from deckkit.render import codes
from deckkit.render.faces import FaceMaker
from deckkit.render.fonts import printable


def glyphs(sources: Sources) -> list[Finding]:
    """A finding for every cell of a printed column with a character that no card font has."""
    found: list[Finding] = []
    for table in sources.tables.values():
        columns = [n for n, c in table.schema.columns.items() if c.schema.get("x-printed", True)]
        if not table.schema.open:
            found.extend(f for r in table.records for f in _cells(r, columns))
    return found


def _cells(record: Record, columns: list[str]) -> Iterator[Finding]:
    for column in columns:
        text = record.raw(column)
        if text and not text.isascii():
            _, missing = printable(text)
            if missing:
                yield codes.no_glyph(record.at(column), missing)


def fit(deck: Mapping[str, Any], game: Game, locate: Callable[[str], Location]) -> list[Finding]:
    """A finding for every text of `deck` that its card cannot hold at the smallest size.

    Lines are broken by the same predictor that chooses the sizes for print; print measures
    them once more by layout.
    """
    from deckkit.assets import folder

    maker = FaceMaker(game.templates, game.id, folder("templates"))
    faces: dict[str, Face] = {}
    for card in game.cards(deck):
        for face in (card.front, card.back):
            faces.setdefault(face.id, face)
    return [f for face in faces.values() for f in codes.of_slots(maker.draw(face), locate)]
