"""Which card lies where on which sheet of a Tabletop Simulator export. Pure geometry, in px.

Tabletop Simulator takes sheets of at most 10 by 7 cards. It shows the last slot of a sheet of
faces to the others while a card is in somebody's hand, so no card of ours lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deckkit.game import Card
from deckkit.render.faces import HEIGHT, WIDTH

LIMIT = 4096  # px that a side of a picture may have
COLUMNS, ROWS = 10, 7
CARDS = COLUMNS * ROWS - 1
MM = 25.4  # mm in an inch


@dataclass(frozen=True, slots=True)
class Sheet:
    """One picture of faces: its cards, its grid and the size of a slot in px.

    `number` counts the sheets of a kind from 1; `unique` says that each card has its own back.
    """

    kind: str
    number: int
    cards: tuple[Card, ...]
    columns: int
    rows: int
    width: int
    height: int
    unique: bool

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture in px."""
        return self.columns * self.width, self.rows * self.height

    def corner(self, slot: int) -> tuple[int, int]:
        """Upper left corner of a slot in px; slots count from 0, row by row."""
        return slot % self.columns * self.width, slot // self.columns * self.height

    @property
    def hidden(self) -> int:
        """The last slot: what others see of a card in a hand."""
        return self.columns * self.rows - 1


def sheets_of(cards: Sequence[Card], dpi: float) -> list[Sheet]:
    """The sheets of a deck: as few per kind as can be, evenly filled, in the deck's order."""
    found: list[Sheet] = []
    for kind in dict.fromkeys(card.kind for card in cards):
        own = [card for card in cards if card.kind == kind]
        unique = len({card.back.id for card in own}) > 1
        count = -(-len(own) // CARDS)
        for number in range(count):
            part = tuple(own[len(own) * number // count : len(own) * (number + 1) // count])
            found.append(Sheet(kind, number + 1, part, *_grid(len(part), dpi), unique))
    return found


def _grid(cards: int, dpi: float) -> tuple[int, int, int, int]:
    """Columns, rows, and the width and height of a slot: the largest cards, the fewest slots."""
    choices = []
    for columns in range(2, COLUMNS + 1):
        rows = max(2, -(-(cards + 1) // columns))
        if rows <= ROWS:
            width, height = _slot(columns, rows, dpi)
            choices.append((-width, columns * rows, columns, rows, width, height))
    return min(choices)[2:]


def _slot(columns: int, rows: int, dpi: float) -> tuple[int, int]:
    """Size of a slot in px, in the shape of a card, so that the sheet stays below the limit."""
    scale = min(dpi / MM, LIMIT / columns / WIDTH, (LIMIT // rows) / HEIGHT)
    return max(1, int(scale * WIDTH)), max(1, int(scale * HEIGHT))
