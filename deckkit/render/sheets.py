"""Sheets: which card lies where on which page, in mm. Pure geometry, no PDF.

Positions are measured from the upper left corner of the page. A new layout is a line in
`SHEETS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from deckkit.errors import UsageError
from deckkit.game import CARD, Card
from deckkit.render.faces import BLEED
from deckkit.render.standards import Standard
from deckkit.text import any_of, did_you_mean

A4, LETTER = (210.0, 297.0), (215.9, 279.4)
SIZES = {  # trims of cards in mm, as print shops and sleeves know them
    "standard": CARD,
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "mini": (44.45, 63.5),
    "mini-european": (44.0, 68.0),
    "70x120": (70.0, 120.0),
}
MARGIN = 7.0  # mm of paper around the cards, for crop marks and what printers cannot reach
CUTTER = "cutter"
# Marks for cutting machines in mm: distance from the edges of the paper, length, clear paper
# around them, and what is left of the bleed on their side of a card.
INSET, LENGTH, CLEAR, OUTER = 10.0, 5.0, 1.0, 0.5
ROOM = INSET + LENGTH + CLEAR + OUTER  # mm of paper, beside or above and below the cards


class Mode(StrEnum):
    """How fronts and backs come together."""

    DUPLEX_LONG = "duplex, flip on the long edge"
    DUPLEX_SHORT = "duplex, flip on the short edge"
    FOLD = "fold along the dashed line"
    FRONTS_THEN_BACKS = "all fronts, then all backs (feed again, flip on the long edge)"
    SINGLE = "one card per page"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A layout: paper in mm, and how the backs come behind the fronts."""

    name: str
    paper: tuple[float, float]
    mode: Mode

    def grid(self, size: tuple[float, float] = CARD, *, cutter: bool = False) -> Grid:
        """Where cards of that trim go; one of the size of the page where one card has it.

        With `cutter` there is room for a cutting machine's marks in the corners.
        """
        if self.mode is Mode.SINGLE:
            return Grid((size[0] + 2 * BLEED, size[1] + 2 * BLEED), 1, 1, self.mode)
        if self.mode is Mode.FOLD:
            for paper in (self.paper, _turned(self.paper)):
                grid = _fitting(paper, size, self.mode)
                if grid.per_page:
                    return grid
            return Sheet(self.name, _turned(self.paper), Mode.DUPLEX_LONG).grid(size)
        ways = ((MARGIN, ROOM), (ROOM, MARGIN)) if cutter else ((MARGIN, MARGIN),)
        grid = max(
            (_fitting(self.paper, size, self.mode, *way) for way in ways), key=lambda g: g.per_page
        )
        if not grid.per_page:
            marks = " with the marks of a cutting machine" if cutter else ""
            raise UsageError(
                f"Cards of {size[0]:g} x {size[1]:g} mm{marks} do not fit the sheets {self.name}.",
                "Print them with the sheets single.",
            )
        return grid

    @property
    def per_page(self) -> int:
        """Cards of the usual size on a page."""
        return self.grid().per_page


@dataclass(frozen=True, slots=True)
class Grid:
    """Cards of one size on a page: its size in mm, columns and rows, and how backs come."""

    paper: tuple[float, float]
    columns: int
    rows: int
    mode: Mode

    @property
    def per_page(self) -> int:
        """Cards on a page."""
        return self.columns * self.rows


def _turned(paper: tuple[float, float]) -> tuple[float, float]:
    return paper[1], paper[0]


def _fitting(
    paper: tuple[float, float], size: tuple[float, float], mode: Mode,
    across: float = MARGIN, down: float = MARGIN,
) -> Grid:  # fmt: skip
    """As many cards as the paper holds; on a folded sheet, in its upper half."""
    halves = 2 if mode is Mode.FOLD else 1
    columns = int((paper[0] - 2 * across) / size[0] + 1e-9)
    rows = int((paper[1] - 2 * down) / halves / size[1] + 1e-9)
    return Grid(paper, columns, min(rows, 1) if halves == 2 else rows, mode)


_ALL = (
    Sheet("a4-duplex", A4, Mode.DUPLEX_LONG),
    Sheet("letter-duplex", LETTER, Mode.DUPLEX_LONG),
    Sheet("a4-duplex-short", A4, Mode.DUPLEX_SHORT),
    Sheet("letter-duplex-short", LETTER, Mode.DUPLEX_SHORT),
    Sheet("a4-fold", _turned(A4), Mode.FOLD),
    Sheet("letter-fold", _turned(LETTER), Mode.FOLD),
    Sheet("fronts-then-backs", A4, Mode.FRONTS_THEN_BACKS),
    Sheet("letter-fronts-then-backs", LETTER, Mode.FRONTS_THEN_BACKS),
    Sheet("single", (CARD[0] + 2 * BLEED, CARD[1] + 2 * BLEED), Mode.SINGLE),
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


def card_size(value: str | tuple[float, float]) -> tuple[float, float]:
    """A trim in mm from a name in `SIZES`; raises UsageError for an unknown name."""
    if not isinstance(value, str):
        return value
    if value in SIZES:
        return SIZES[value]
    hint = did_you_mean(value, SIZES) or f"Known sizes: {any_of(list(SIZES))}."
    raise UsageError(f'There is no card size "{value}".', hint)


@dataclass(frozen=True, slots=True)
class Place:
    """A face on a page: upper left corner and size of its trim in mm; `turned` by 180 degrees.

    `scale` is the size of the drawing, which stands in the middle of the trim.
    """

    face: str
    card: str
    x: float
    y: float
    turned: bool = False
    size: tuple[float, float] = CARD
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Page:
    """A page to write: its size in mm, and places in drawing order.

    `number` counts sheets of paper from 1; `fold` is the height in mm of a dashed line to fold
    along; `starts` names the kinds whose first card lies here.
    """

    side: str
    number: int
    places: tuple[Place, ...]
    paper: tuple[float, float]
    mode: Mode
    starts: tuple[str, ...] = ()
    fold: float | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """How a run is printed.

    `size` is the trim in mm of what would be a usual card (the drawing is scaled to it);
    `offset` moves the back pages right and down, in mm; `marks` are the sides with crop marks
    (``both``, ``front`` or ``none``), or ``cutter`` for a cutting machine's marks on fronts;
    every card comes `copies` times; `ink_saver` draws large grounds white; `standard` is what
    the files conform to.
    """

    size: tuple[float, float] = CARD
    offset: tuple[float, float] = (0.0, 0.0)
    marks: str = "both"
    copies: int = 1
    ink_saver: bool = False
    standard: Standard | None = None

    def trim(self, size: tuple[float, float]) -> tuple[float, float]:
        """The trim of a card that is drawn at `size`."""
        return self.size if size == CARD else size

    def scale(self, size: tuple[float, float]) -> float:
        """How much larger a card that is drawn at `size` is printed."""
        width, height = self.trim(size)
        return min(width / size[0], height / size[1])

    def saver(self, size: tuple[float, float]) -> tuple[float, float] | None:
        """When ink is saved, the trim of a card in mm of its drawing at `size`."""
        (width, height), scale = self.trim(size), self.scale(size)
        return (width / scale, height / scale) if self.ink_saver else None


def pages(cards: Sequence[Card], sheet: Sheet, options: Options | None = None) -> list[Page]:
    """Every page of a print run of `cards` on `sheet`.

    Each kind of card starts on a new sheet, so that cards with one back lie together and a
    cut that is a little off never shows another kind's colour.

    Raises UsageError for a card that is larger than the paper.
    """
    how = options or Options()
    fronts: list[Page] = []
    backs: list[Page] = []
    pairs: list[Page] = []
    count = 0
    for kind in dict.fromkeys(card.kind for card in cards):
        own = [card for card in cards if card.kind == kind for _ in range(how.copies)]
        trim, scale = how.trim(own[0].size), how.scale(own[0].size)
        grid = sheet.grid(trim, cutter=how.marks == CUTTER)
        for at in range(0, len(own), grid.per_page):
            chunk = own[at : at + grid.per_page]
            count += 1
            front, back = _both_sides(chunk, grid, trim, scale, how)
            starts = (kind,) if at == 0 else ()
            if grid.mode is Mode.FOLD:
                fold = grid.paper[1] / 2
                pairs.append(Page("fold", count, front + back, grid.paper, grid.mode, starts, fold))
                continue
            sides = (
                Page("front", count, front, grid.paper, grid.mode, starts),
                Page("back", count, back, grid.paper, grid.mode),
            )
            if sheet.mode is Mode.FRONTS_THEN_BACKS:
                fronts.append(sides[0])
                backs.append(sides[1])
            else:
                pairs += sides
    return pairs + fronts + backs


def _both_sides(
    chunk: Sequence[Card], grid: Grid, trim: tuple[float, float], scale: float, how: Options
) -> tuple[tuple[Place, ...], tuple[Place, ...]]:  # fmt: skip
    places = list(spots(grid, trim, len(chunk)))
    front = tuple(
        Place(card.front.id, card.id, x, y, size=trim, scale=scale)
        for card, (x, y) in zip(chunk, places, strict=True)
    )
    right, down = (0.0, 0.0) if grid.mode in (Mode.SINGLE, Mode.FOLD) else how.offset
    back = []
    for card, (x, y) in zip(chunk, places, strict=True):
        left, top, turned = _behind(grid, trim, x, y)
        back.append(Place(card.back.id, card.id, left + right, top + down, turned, trim, scale))
    return front, tuple(back)


def spots(
    grid: Grid, trim: tuple[float, float], count: int
) -> Iterator[tuple[float, float]]:  # fmt: skip
    """Upper left corners of the first `count` cards, the whole grid centred on the page."""
    rows = 2 * grid.rows if grid.mode is Mode.FOLD else grid.rows
    left = (grid.paper[0] - grid.columns * trim[0]) / 2
    top = (grid.paper[1] - rows * trim[1]) / 2
    for n in range(count):
        yield left + n % grid.columns * trim[0], top + n // grid.columns * trim[1]


def _behind(
    grid: Grid, trim: tuple[float, float], x: float, y: float
) -> tuple[float, float, bool]:  # fmt: skip
    """Where the back of the card at (x, y) lies on its page, and whether it is turned."""
    width, height = grid.paper
    if grid.mode is Mode.SINGLE:
        return x, y, False
    if grid.mode in (Mode.DUPLEX_SHORT, Mode.FOLD):  # turned about a horizontal line
        return x, height - y - trim[1], True
    return width - x - trim[0], y, False
