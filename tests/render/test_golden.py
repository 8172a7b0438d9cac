"""One picture of each kind of card, compared with a stored one.

After a wanted change of looks: ``DECKKIT_GOLDEN=write pytest tests/render/test_golden.py``, and
look at the new pictures before committing them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from deckkit.game import CARD
from deckkit.render.png import rasterise
from deckkit.render.sheets import SHEETS, pages
from tests.render.support import DECKS, Printer, load

GOLDEN = Path(__file__).with_name("golden")
DPI = 60


@pytest.mark.parametrize("name", ["quizwiz", "wits"])
def test_each_kind_of_card_looks_as_it_did(printer: Printer, name: str) -> None:
    from PIL import Image, ImageChops

    files, _ = printer(name, "single")
    cards = DECKS[name].cards(load(name))
    kinds = {card.id: card for card in cards}
    run = pages(cards, SHEETS["single"])
    seen: set[str] = set()
    for index, page in enumerate(run):
        card = kinds[page.places[0].card]
        shown = f"{name}-{card.kind}-{page.side}"
        if shown in seen:
            continue
        seen.add(shown)
        (picture,) = rasterise(files[0].path, DPI if card.size == CARD else DPI / 2, [index])
        path = GOLDEN / f"{shown}.png"
        if os.environ.get("DECKKIT_GOLDEN") == "write":
            GOLDEN.mkdir(exist_ok=True)
            picture.quantize(64).save(path, optimize=True)
        with Image.open(path) as stored:
            assert stored.size == picture.size, shown
            difference = ImageChops.difference(stored.convert("L"), picture.convert("L"))
        changed = sum(difference.histogram()[40:]) / (picture.width * picture.height)
        assert changed <= 0.02, (shown, changed)
    assert len(seen) == 2 * len({card.kind for card in cards})


def test_no_golden_picture_is_left_over() -> None:
    known = {
        f"{name}-{card.kind}-{side}.png"
        for name, game in DECKS.items()
        for card in game.cards(load(name))
        for side in ("front", "back")
    }
    assert {path.name for path in GOLDEN.iterdir()} == known
