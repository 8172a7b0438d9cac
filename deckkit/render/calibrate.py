"""A page to measure how far a printer shifts the back of a sheet against its front."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deckkit.render.embed import font_objects, glyphs_of, text_width
from deckkit.render.fit import PT_PER_MM
from deckkit.render.marks import Line, written
from deckkit.render.sheets import A4, LETTER

REACH = 8  # mm of scale on each side of the middle
FRONT = (
    "Print this page on both sides (flip on the long edge, 100 %), as you print the cards.",
    "Then hold the sheet against a light, this side away from you.",
)
BACK = (
    "Read where the cross of the other side shows through, in mm from the middle of the scales:",
    "right and down count up, left and up count down. Write both numbers into deck.toml:",
    "[print]   offset = [across, down]      for example   offset = [0.6, -1.2]",
)


def write(path: Path) -> int:
    """Write the two pages (A4 and Letter: four); the bytes are always the same."""
    import pikepdf

    pdf = pikepdf.new()
    pages = [
        (paper, side, _lines(paper, side, name))
        for name, paper in (("A4", A4), ("Letter", LETTER))
        for side in ("front", "back")
    ]
    used: dict[str, set[int]] = {}
    for _, _, lines in pages:
        for line in lines:
            used.setdefault(line.font, set()).update(glyphs_of(line.font, line.text))
    fonts = font_objects(pdf, used)
    for paper, side, lines in pages:
        drawn = _cross(paper) if side == "front" else _scales(paper)
        content = "\n".join([drawn, written(tuple(lines))])
        entry = pikepdf.Dictionary(
            Type=pikepdf.Name.Page,
            MediaBox=pikepdf.Array([0, 0, *(round(v * PT_PER_MM, 3) for v in paper)]),
            Resources=pikepdf.Dictionary(
                Font=pikepdf.Dictionary({f"/{key}": font for key, font in fonts.items()})
            ),
            Contents=pdf.make_indirect(pikepdf.Stream(pdf, content.encode("latin-1"))),
        )
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(entry)))
    pdf.Root.Lang = pikepdf.String("en")
    pdf.Root.ViewerPreferences = pikepdf.Dictionary(
        DisplayDocTitle=True, PrintScaling=pikepdf.Name("/None"),
        Duplex=pikepdf.Name("/DuplexFlipLongEdge"),
    )  # fmt: skip
    title: Any = {"/Title": pikepdf.String("Printer calibration for deckkit")}
    pdf.trailer.Info = pdf.make_indirect(pikepdf.Dictionary(title))
    pdf.save(path, deterministic_id=True)
    return len(pages)


def _lines(paper: tuple[float, float], side: str, name: str) -> list[Line]:
    middle, high = paper[0] / 2, paper[1] / 2
    head = f"Calibration, {name}, {side}"
    texts = [(head, "head-700", 18.0), *((t, "body-700", 10.0) for t in _texts(side))]
    lines, y = [], high + 62.0
    for text, font, size in texts:
        wide = text_width(font, text, size) / PT_PER_MM
        lines.append(Line(text, font, size, middle - wide / 2, y))
        y -= size * 0.55 + 1
    if side == "back":
        for n in range(-REACH, REACH + 1, 4):
            label = f"{n:+d}" if n else "0"
            wide = text_width("body-700", label, 7) / PT_PER_MM
            lines.append(Line(label, "body-700", 7, middle + n - wide / 2, high - 16.5))
            lines.append(Line(label, "body-700", 7, middle + 14, high - n - 0.9))
    return lines


def _texts(side: str) -> tuple[str, ...]:
    return FRONT if side == "front" else BACK


def _cross(paper: tuple[float, float]) -> str:
    x, y = paper[0] / 2, paper[1] / 2
    return _strokes([(x - 12, y, x + 12, y), (x, y - 12, x, y + 12)], 0.6)


def _scales(paper: tuple[float, float]) -> str:
    """Two scales in mm about the middle of the page: across, and down."""
    x, y = paper[0] / 2, paper[1] / 2
    thin = [(x - REACH, y, x + REACH, y), (x, y - REACH, x, y + REACH)]
    for n in range(-REACH, REACH + 1):
        long = 12 + (n % 2 == 0) * 0.5 + (n % 4 == 0)
        thin += [(x + n, y - long, x + n, y - 10), (x + 10, y - n, x + long, y - n)]
    return _strokes(thin, 0.3)


def _strokes(ends: list[tuple[float, float, float, float]], width: float) -> str:
    out = [f"q 0 G {width:g} w"]
    for end in ends:
        x1, y1, x2, y2 = (value * PT_PER_MM for value in end)
        out.append(f"{x1:.3f} {y1:.3f} m {x2:.3f} {y2:.3f} l S")
    return "\n".join([*out, "Q"])
