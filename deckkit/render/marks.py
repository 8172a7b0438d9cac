"""What a sheet says around the cards: crop marks, fold lines, a line of text, DRAFT."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckkit.render.embed import show, text_width
from deckkit.render.fit import PT_PER_MM
from deckkit.render.sheets import Mode, Page, Sheet

if TYPE_CHECKING:
    from deckkit.render.impose import About

AWAY, LENGTH = 3.4, 4.0  # mm between trim and mark (outside the bleed), and its length
FONT, STRONG = "body-700", "head-700"


@dataclass(frozen=True, slots=True)
class Line:
    """Text on a page: font key, size in pt, baseline start in mm from the lower left."""

    text: str
    font: str
    size: float
    x: float
    y: float
    upwards: bool = False


Slug = tuple[Line, ...]


def slug(page: Page, sheet: Sheet, sheets: int, about: About, clear: float = 0.0) -> Slug:
    """The lines beside the cards: what this is and how to print it, and DRAFT.

    Nothing but DRAFT stands in the lowest `clear` mm of the page.
    """
    if sheet.mode is Mode.SINGLE:
        if not about.draft:
            return ()
        width = text_width(STRONG, "DRAFT", 6) / PT_PER_MM
        return (Line("DRAFT", STRONG, 6, (page.paper[0] - width) / 2, 4.2),)
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
    return tuple(lines)


def written(lines: Slug) -> str:
    """Operators that show the lines."""
    out = []
    for line in lines:
        turn = "0 1 -1 0" if line.upwards else "1 0 0 1"
        x, y = line.x * PT_PER_MM, line.y * PT_PER_MM
        text = show(line.font, line.text, line.size)
        out.append(f"q BT 0.1 g {turn} {x:.3f} {y:.3f} Tm {text} ET Q")
    return "\n".join(out)


def crop_marks(page: Page, *, cuts: bool = True) -> str:
    """Operators for marks at every cut, outside the bleed, and for the fold line."""
    height = page.paper[1]
    xs = sorted({round(p.x + d, 4) for p in page.places for d in (0, p.size[0])})
    ys = sorted({round(p.y + d, 4) for p in page.places for d in (0, p.size[1])})
    strokes: list[tuple[float, float, float, float]] = []
    for x in xs if cuts else ():
        strokes.append((x, ys[0] - AWAY - LENGTH, x, ys[0] - AWAY))
        strokes.append((x, ys[-1] + AWAY, x, ys[-1] + AWAY + LENGTH))
    for y in ys if cuts else ():
        if y == page.fold:
            continue
        strokes.append((xs[0] - AWAY - LENGTH, y, xs[0] - AWAY, y))
        strokes.append((xs[-1] + AWAY, y, xs[-1] + AWAY + LENGTH, y))
    out = ["q 0 G .3 w", *(_stroke(stroke, height) for stroke in strokes)]
    if page.fold is not None:
        low = _stroke((1, page.fold, xs[0] - AWAY, page.fold), height)
        high = _stroke((xs[-1] + AWAY, page.fold, xs[-1] + xs[0] - 1, page.fold), height)
        out.append(f"[3 2] 0 d .5 w {low} {high}")
    return " ".join([*out, "Q"])


def _stroke(ends: tuple[float, float, float, float], height: float) -> str:
    x1, y1, x2, y2 = (value * PT_PER_MM for value in ends)
    top = height * PT_PER_MM
    return f"{x1:.3f} {top - y1:.3f} m {x2:.3f} {top - y2:.3f} l S"
