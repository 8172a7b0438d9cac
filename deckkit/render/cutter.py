"""Cutting machines: registration marks that they look for, and outlines that they cut.

Three marks of the first kind of Silhouette Studio: a square at the upper left, angles at the
upper right and the lower left. Studio wants them `INSET` from the edges of the paper (10 mm at
least), legs of 5 to 20 mm and lines of 0.5 to 1 mm; lines are centred on the inset.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from deckkit.errors import UsageError
from deckkit.game import Card
from deckkit.render.fit import PT_PER_MM
from deckkit.render.sheets import CLEAR, INSET, LENGTH, OUTER, SHEETS, Grid, Mode, Options, spots

SQUARE, LINE = 5.0, 0.5  # mm
RADIUS = 3.0  # mm by which corners are rounded
Box = tuple[float, float, float, float]


def boxes(paper: tuple[float, float]) -> list[Box]:
    """The marks as filled rectangles in mm: left, top, width, height."""
    wide, high = paper
    half, leg = LINE / 2, LENGTH + LINE / 2
    right, low = wide - INSET, high - INSET
    return [
        (INSET, INSET, SQUARE, SQUARE),
        (right - LENGTH, INSET - half, leg, LINE),
        (right - half, INSET - half, LINE, leg),
        (INSET - half, low - half, leg, LINE),
        (INSET - half, low - LENGTH, LINE, leg),
    ]


def operators(paper: tuple[float, float]) -> str:
    """Operators that draw the marks on a page."""
    out = ["q 0 g"]
    for left, top, wide, high in boxes(paper):
        box = (left, paper[1] - top - high, wide, high)
        out.append(" ".join(f"{value * PT_PER_MM:.3f}" for value in box) + " re")
    return " ".join([*out, "f Q"])


def write_outlines(
    cards: Sequence[Card], sheets: Sequence[str], out: Path, options: Options
) -> list[tuple[Path, str]]:
    """Write ``<out>/<sheet>-cut.svg`` for every sheet: the path and the sheet of each.

    Cards of another size get a file of their own, ``<sheet>-cut-148x105.svg``.

    Raises UsageError for a sheet that a machine cannot cut.
    """
    for name in sheets:
        if SHEETS[name].mode in (Mode.SINGLE, Mode.FOLD):
            why = "one card a page" if SHEETS[name].mode is Mode.SINGLE else "cut when folded"
            raise UsageError(
                f"The sheets {name} have no room for the marks of a cutting machine: {why}.",
                "Print on a4-duplex or letter-duplex, or with marks = crop.",
            )
    sizes = list(dict.fromkeys(options.trim(card.size) for card in cards))
    files = []
    for name in sheets:
        for size in sizes:
            grid = SHEETS[name].grid(size, cutter=True)
            more = "" if size == options.size else f"-{size[0]:g}x{size[1]:g}"
            path = out / f"{name}-cut{more}.svg"
            out.mkdir(parents=True, exist_ok=True)
            path.write_text(outlines(grid, size), "utf-8", newline="\n")
            files.append((path, name))
    return files


def outlines(grid: Grid, size: tuple[float, float]) -> str:
    """An SVG of the size of the page, in mm, with the outline of every card on a full page."""
    wide, high = (f"{side:g}" for side in grid.paper)
    shape = f'width="{size[0]:g}" height="{size[1]:g}" rx="{RADIUS:g}"'
    cards = "\n".join(
        f'<rect x="{round(x, 3):g}" y="{round(y, 3):g}" {shape}/>'
        for x, y in spots(grid, size, grid.per_page)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}">\n'
        f'<g fill="none" stroke="#ff0000" stroke-width="0.1">\n{cards}\n</g>\n</svg>\n'
    )


__all__ = ["CLEAR", "INSET", "LENGTH", "OUTER", "boxes", "operators", "outlines", "write_outlines"]
