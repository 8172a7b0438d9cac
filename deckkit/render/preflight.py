"""What print would have to say about a deck, found without laying out a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deckkit.findings import Finding
from deckkit.game import Game
from deckkit.records import Record, Sources
from deckkit.render import codes, prepare
from deckkit.render.cache import FaceCache
from deckkit.render.faces import maker_for
from deckkit.render.fonts import printable
from deckkit.render.sheets import Options, card_size


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


def fit(
    deck: Mapping[str, Any], game: Game, locate: codes.Locate,
    size: str | tuple[float, float] = "standard", *, ink_saver: bool = False,
) -> list[Finding]:  # fmt: skip
    """A finding for every text of `deck` that its card cannot hold at the smallest size.

    `size` is the trim of a usual card, a name or in mm.

    Lines are broken by the same predictor that chooses the sizes for print; print measures
    them once more by layout. Faces that were printed before are taken from the cache.
    """
    maker, how = maker_for(game.templates, game.id), Options(card_size(size), ink_saver=ink_saver)
    wanted = prepare.faces_of(game.cards(deck))
    cache = FaceCache()
    try:
        old = prepare.known(maker, wanted, prepare.language_of(deck), how, cache)
    finally:
        cache.close()
    drawn = [
        old[name][0] if name in old else maker.draw(face, size=own, scale=how.scale(own))
        for name, (face, own) in wanted.items()
    ]
    return [finding for face in drawn for finding in codes.of_slots(face, locate)]
