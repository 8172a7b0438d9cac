"""Sheets: which card lies where on which page, in mm. Pure geometry, no PDF.

Positions are measured from the upper left corner of the page. A new layout is a line in
`SHEETS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from deckkit.errors import UsageError
from deckkit.game import Card
from deckkit.render.faces import BLEED, HEIGHT, WIDTH
from deckkit.text import any_of, did_you_mean

A4, LETTER = (210.0, 297.0), (215.9, 279.4)


class Mode(StrEnum):
    """How fronts and backs come together."""

    DUPLEX_LONG = "duplex, flip on the long edge"
    DUPLEX_SHORT = "duplex, flip on the short edge"
    FOLD = "fold along the dashed line"
    FRONTS_THEN_BACKS = "all fronts, then all backs (feed again, flip on the long edge)"
    SINGLE = "one card per page"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A layout: paper in mm, grid of cards, how the backs come behind the fronts."""

    name: str
    paper: tuple[float, float]
    columns: int
    rows: int
    mode: Mode

    @property
    def per_page(self) -> int:
        """Cards on a page."""
        return self.columns * self.rows


def _landscape(paper: tuple[float, float]) -> tuple[float, float]:
    return paper[1], paper[0]


_CARD_PAGE = (WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
_ALL = (
    Sheet("a4-duplex", A4, 3, 3, Mode.DUPLEX_LONG),
    Sheet("letter-duplex", LETTER, 3, 3, Mode.DUPLEX_LONG),
    Sheet("a4-duplex-short", A4, 3, 3, Mode.DUPLEX_SHORT),
    Sheet("letter-duplex-short", LETTER, 3, 3, Mode.DUPLEX_SHORT),
    Sheet("a4-fold", _landscape(A4), 4, 1, Mode.FOLD),
    Sheet("letter-fold", _landscape(LETTER), 4, 1, Mode.FOLD),
    Sheet("fronts-then-backs", A4, 3, 3, Mode.FRONTS_THEN_BACKS),
    Sheet("letter-fronts-then-backs", LETTER, 3, 3, Mode.FRONTS_THEN_BACKS),
    Sheet("single", _CARD_PAGE, 1, 1, Mode.SINGLE),
)
SHEETS: dict[str, Sheet] = {sheet.name: sheet for sheet in _ALL}
DEFAULT = ("a4-duplex", "letter-duplex")


def sheet_names(spec: str) -> list[str]:
    """Names in ``a4-duplex,single``, ``default`` or ``all``, each once.

    Raises UsageError for a name that is not in `SHEETS`.
    """
    names: dict[str, None] = {}
    for word in (part.strip() for part in spec.split(",")):
        if word == "all":
            names.update(dict.fromkeys(SHEETS))
        elif word == "default":
            names.update(dict.fromkeys(DEFAULT))
        elif word in SHEETS:
            names[word] = None
        elif word:
            hint = did_you_mean(word, SHEETS) or f"Known sheets: {any_of(list(SHEETS))}."
            raise UsageError(f'There is no sheet layout "{word}".', hint)
    return list(names or dict.fromkeys(DEFAULT))


@dataclass(frozen=True, slots=True)
class Place:
    """A face on a page: upper left corner of its trim in mm; `turned` by 180 degrees."""

    face: str
    card: str
    x: float
    y: float
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A page to write: places in drawing order; `number` counts sheets of paper from 1.

    `fold` is the height in mm of a dashed line to fold along; `starts` names the kinds whose
    first card lies here.
    """

    side: str
    number: int
    places: tuple[Place, ...]
    starts: tuple[str, ...] = ()
    fold: float | None = None


def pages(cards: Sequence[Card], sheet: Sheet) -> list[Page]:
    """Every page of a print run of `cards` on `sheet`.

    Each kind of card starts on a new sheet, so that cards with one back lie together and a
    cut that is a little off never shows another kind's colour.
    """
    kinds = {
        kind: [c for c in cards if c.kind == kind] for kind in dict.fromkeys(c.kind for c in cards)
    }
    chunks = [
        own[at : at + sheet.per_page]
        for own in kinds.values()
        for at in range(0, len(own), sheet.per_page)
    ]
    seen: set[str] = set()
    fronts: list[Page] = []
    backs: list[Page] = []
    for number, chunk in enumerate(chunks, 1):
        kind = chunk[0].kind
        starts = () if kind in seen else (kind,)
        seen.add(kind)
        spots = list(_spots(sheet, len(chunk)))
        front = tuple(
            Place(card.front.id, card.id, x, y) for card, (x, y) in zip(chunk, spots, strict=True)
        )
        back = tuple(
            Place(card.back.id, card.id, *_behind(sheet, x, y))
            for card, (x, y) in zip(chunk, spots, strict=True)
        )
        if sheet.mode is Mode.FOLD:
            fronts.append(Page("fold", number, front + back, starts, sheet.paper[1] / 2))
        else:
            fronts.append(Page("front", number, front, starts))
            backs.append(Page("back", number, back))
    if sheet.mode is Mode.FOLD:
        return fronts
    if sheet.mode is Mode.FRONTS_THEN_BACKS:
        return fronts + backs
    return [page for pair in zip(fronts, backs, strict=True) for page in pair]


def _spots(sheet: Sheet, count: int) -> Iterator[tuple[float, float]]:
    """Upper left corners of the first `count` cards, the whole grid centred on the page."""
    rows = 2 * sheet.rows if sheet.mode is Mode.FOLD else sheet.rows
    left = (sheet.paper[0] - sheet.columns * WIDTH) / 2
    top = (sheet.paper[1] - rows * HEIGHT) / 2
    for n in range(count):
        yield left + n % sheet.columns * WIDTH, top + n // sheet.columns * HEIGHT


def _behind(sheet: Sheet, x: float, y: float) -> tuple[float, float, bool]:
    """Where the back of the card at (x, y) lies on its page, and whether it is turned."""
    width, height = sheet.paper
    if sheet.mode is Mode.SINGLE:
        return x, y, False
    if sheet.mode in (Mode.DUPLEX_SHORT, Mode.FOLD):  # turned about a horizontal line
        return x, height - y - HEIGHT, True
    return width - x - WIDTH, y, False
