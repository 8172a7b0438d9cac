"""What a sheet says around the cards: crop marks, fold lines, a line of text, DRAFT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckkit.render.embed import show, text_width
from deckkit.render.faces import BLEED
from deckkit.render.fit import PT_PER_MM
from deckkit.render.sheets import Mode, Page, Sheet

if TYPE_CHECKING:
    from deckkit.render.impose import About

# Crop marks in mm: usual and least distance from the trim (outside the bleed), usual and least
# length, and the edge of the paper that home printers leave white.
AWAY, NEAREST, LENGTH, SHORTEST, EDGE = 3.4, 1.3, 4.0, 1.5, 4.2
GAP = 0.4  # mm between bleed and mark
FONT, STRONG = "body-700", "head-700"
# The plate under DRAFT in mm: height, distance from the trim (well below a card's id), and room
# below the letters.
PLATE, ABOVE, UNDER = 2.2, 0.4, 0.4


@dataclass(frozen=True, slots=True)
class Line:
    """Text on a page: font key, size in pt, baseline start in mm from the lower left.

    With `plate` it stands on a white one, to be read on any ground.
    """

    text: str
    font: str
    size: float
    x: float
    y: float
    upwards: bool = False
    plate: bool = False


Slug = tuple[Line, ...]


def slug(page: Page, sheet: Sheet, sheets: int, about: About, clear: float = 0.0) -> Slug:
    """The lines beside the cards: what this is and how to print it, and DRAFT on every card.

    Nothing but DRAFT stands in the lowest `clear` mm of the page.
    """
    drafts = _drafts(page) if about.draft else ()
    if sheet.mode is Mode.SINGLE:
        return drafts
    tall = page.places[0].size[1]
    low = page.paper[1] - max(place.y + tall for place in page.places)
    left = min(place.x for place in page.places)
    side = "" if page.side == "fold" else f" {page.side}"
    text = (
        f"{about.title} {about.version} · sheet {page.number} of {sheets}{side}"
        f" · print at 100 % · {page.mode.value}"
    )
    start = max(low + 2, clear + 2)
    room = tall - 4 - (start - low - 2)
    size = min(6.0, 5.9 * room * PT_PER_MM / text_width(FONT, text, 5.9))
    lines = [Line(text, FONT, round(size, 2), left - 4.6, start, upwards=True)]
    if about.draft:
        right = max(place.x + place.size[0] for place in page.places)
        lines.append(Line("DRAFT", STRONG, 13, right + 7.6, low + 2, upwards=True))
    return (*lines, *drafts)


def _drafts(page: Page) -> Slug:
    """DRAFT at the lower edge of each place, inside the trim."""
    width = text_width(STRONG, "DRAFT", 6) / PT_PER_MM
    return tuple(
        Line(
            "DRAFT", STRONG, 6, place.x + (place.size[0] - width) / 2,
            page.paper[1] - place.y - place.size[1] + ABOVE + UNDER, plate=True,
        )
        for place in page.places
    )  # fmt: skip


def written(lines: Slug) -> str:
    """Operators that show the lines."""
    out = []
    for line in lines:
        turn = "0 1 -1 0" if line.upwards else "1 0 0 1"
        x, y = line.x * PT_PER_MM, line.y * PT_PER_MM
        text = show(line.font, line.text, line.size)
        if line.plate:
            wide = text_width(line.font, line.text, line.size) + 2 * PT_PER_MM
            box = (x - PT_PER_MM, y - UNDER * PT_PER_MM, wide, PLATE * PT_PER_MM)
            out.append(f"q 1 g {' '.join(f'{side:.3f}' for side in box)} re f Q")
        out.append(f"q BT 0.1 g {turn} {x:.3f} {y:.3f} Tm {text} ET Q")
    return "\n".join(out)


def _cuts(page: Page) -> tuple[list[float], list[float]]:
    """Where a page is cut, in mm from the left and from the top."""
    xs = {round(p.x + d, 4) for p in page.places for d in (0, p.size[0])}
    ys = {round(p.y + d, 4) for p in page.places for d in (0, p.size[1])}
    return sorted(xs), sorted(ys)


def reach(page: Page) -> tuple[tuple[float, float], tuple[float, float]]:
    """Distance from the trim and length in mm of crop marks beside, and above and below cards.

    Where little paper is left, they come closer, so that a home printer can print them.
    """
    found = []
    for cuts, paper in zip(_cuts(page), page.paper, strict=True):
        free = min(cuts[0], paper - cuts[-1]) - EDGE
        away = min(AWAY, max(NEAREST, free - SHORTEST))
        found.append((away, min(LENGTH, max(SHORTEST, free - away))))
    return found[0], found[1]


def bleeds(page: Page) -> tuple[float, float]:
    """The bleed in mm that the crop marks leave: beside, and above and below the cards."""
    (beside, _), (over, _) = reach(page)
    return min(BLEED, beside - GAP), min(BLEED, over - GAP)


def crop_marks(page: Page, *, cuts: bool = True) -> str:
    """Operators for marks at every cut, outside the bleed, and for the fold line."""
    height = page.paper[1]
    xs, ys = _cuts(page)
    (beside, wide), (over, tall) = reach(page)
    strokes: list[tuple[float, float, float, float]] = []
    for x in xs if cuts else ():
        strokes.append((x, ys[0] - over - tall, x, ys[0] - over))
        strokes.append((x, ys[-1] + over, x, ys[-1] + over + tall))
    for y in ys if cuts else ():
        if y == page.fold:
            continue
        strokes.append((xs[0] - beside - wide, y, xs[0] - beside, y))
        strokes.append((xs[-1] + beside, y, xs[-1] + beside + wide, y))
    out = ["q 0 G .3 w", *(_stroke(stroke, height) for stroke in strokes)]
    if page.fold is not None:
        low = _stroke((1, page.fold, xs[0] - beside, page.fold), height)
        high = _stroke((xs[-1] + beside, page.fold, xs[-1] + xs[0] - 1, page.fold), height)
        out.append(f"[3 2] 0 d .5 w {low} {high}")
    return " ".join([*out, "Q"])


def _stroke(ends: tuple[float, float, float, float], height: float) -> str:
    x1, y1, x2, y2 = (value * PT_PER_MM for value in ends)
    top = height * PT_PER_MM
    return f"{x1:.3f} {top - y1:.3f} m {x2:.3f} {top - y2:.3f} l S"
