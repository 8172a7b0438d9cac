"""A surface that collects the operators of a face's boxes: fills, outlines, saving ink."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from deckkit.render.colour import INK, deepen, luminance
from deckkit.render.faces import BLEED
from deckkit.render.fit import PT_PER_MM
from deckkit.render.layout import LaidOut, empty
from deckkit.render.markup import Node
from deckkit.render.styles import TextStyle, hexed, rgb
from deckkit.render.svg import FAINT, Box, darkened, outlined
from deckkit.render.text import resource

CURVE = 0.5523  # control points of a quarter circle
THIN, EDGE, PALE = 3 * PT_PER_MM, 0.8, 0.75  # saving ink: bars, outlines (pt), pale grounds
LARGE = 300 * PT_PER_MM**2  # drawings from this area on are outlined to save ink
PATTERN = "pattern"  # class of drawings that only enliven a ground
NEAR = 0.1  # pt
AROUND = 60 * PT_PER_MM  # what a face may draw beside its bleed, for trims of another shape


@dataclass
class Canvas:
    """Operators, glyphs and heights of the boxes drawn so far on a face (sizes in pt).

    `saver` is the trim in pt on which outlines are drawn that save ink; without it none is saved.
    """

    width: float
    height: float
    saver: tuple[float, float] | None = None
    operators: list[str] = field(default_factory=list)
    used: dict[str, set[int]] = field(default_factory=dict)
    heights: dict[str, float] = field(default_factory=dict)
    states: dict[str, Any] = field(default_factory=dict)

    def done(self) -> LaidOut:
        """What was drawn, as a face; the canvas is empty afterwards."""
        form = empty(self.width / PT_PER_MM, self.height / PT_PER_MM)
        form["c"] = "\n".join(self.operators)
        sides = (-AROUND, -AROUND, self.width + AROUND, self.height + AROUND)
        form["d"]["/BBox"] = [round(side, 3) for side in sides]
        if self.states:
            states = {"d": dict(sorted(self.states.items()))}
            form["d"]["/Resources"] = {"d": {"/ExtGState": states}}
        glyphs = {resource(font): sorted(ids) for font, ids in sorted(self.used.items())}
        fonts = {resource(font): font for font in sorted(self.used)}
        face = LaidOut(form, glyphs, fonts, self.heights)
        self.operators, self.used, self.heights, self.states = [], {}, {}, {}
        return face

    def add(self, other: Canvas) -> None:
        """Draw what lies on another canvas on top."""
        self.operators += other.operators
        self.heights |= other.heights
        self.states |= other.states
        for font, glyphs in other.used.items():
            self.used.setdefault(font, set()).update(glyphs)


def ground(canvas: Canvas, colour: str, box: Box, radius: float) -> str:
    """Operators for a box with a ground; to save ink, white with an outline inside the trim."""
    left, top, width, tall = box
    low = canvas.height - top - tall
    pale = luminance(hexed(colour)) >= PALE
    drawn = (left, low, width, tall) if radius else _beyond(canvas, (left, low, width, tall))
    if not canvas.saver or (tall < THIN and not pale):
        return filled(colour, *drawn, radius)
    out = filled("#ffffff", *drawn, radius)
    whole = width >= canvas.width - NEAR and tall >= canvas.height - NEAR
    bleeds = tall <= BLEED * PT_PER_MM + NEAR and min(top, low) <= NEAR
    if bleeds or (pale and not whole and not radius):
        return out
    red, green, blue = rgb(FAINT if pale else colour)
    line = _path(*_trimmed(canvas, (left, low, width, tall)), max(0, radius - EDGE / 2))
    return f"{out}\n{red:.4g} {green:.4g} {blue:.4g} RG {EDGE:g} w [] 0 d {line} S"


def _beyond(canvas: Canvas, box: Box) -> Box:
    """A box (left, low, width, height) whose sides in the bleed go on beyond it: on a trim of
    another shape they end neither in a hairline nor in a step."""
    found: list[tuple[float, float]] = []
    for at, long, room in zip(box[:2], box[2:], (canvas.width, canvas.height), strict=True):
        first = at - AROUND if at <= NEAR else at
        last = at + long + (AROUND if at + long >= room - NEAR else 0)
        found.append((first, last - first))
    (left, width), (low, tall) = found
    return left, low, width, tall


def _trimmed(canvas: Canvas, box: Box) -> Box:
    """Where the outline of a box (left, low, width, height) lies; a side in the bleed moves in."""
    found: list[tuple[float, float]] = []
    assert canvas.saver is not None
    for at, long, room, trim in zip(
        box[:2], box[2:], (canvas.width, canvas.height), canvas.saver, strict=True
    ):
        first = (room - trim) / 2 if at <= NEAR else at
        last = (room + trim) / 2 if at + long >= room - NEAR else at + long
        found.append((first + EDGE / 2, last - first - EDGE))
    (left, width), (low, tall) = found
    return left, low, width, tall


def ink(canvas: Canvas, look: TextStyle) -> TextStyle:
    """A text style as it is printed: to save ink, dark enough for white ground."""
    if not canvas.saver:
        return look
    colour = "#" + "".join(f"{round(part * 255):02x}" for part in look.colour)
    dark = INK if luminance(colour) > 0.4 else deepen(colour, 4.6, "#ffffff")
    return replace(look, colour=rgb(dark))


def inked(node: Node, box: tuple[float, float, float, float], canvas: Canvas) -> Node:
    """A drawing as it is printed: to save ink, patterns are left out, large drawings are in
    outline, white ones dark."""
    if not canvas.saver:
        return node
    if PATTERN in node.classes:
        return replace(node, children=[])
    return outlined(node, box) if box[2] * box[3] > LARGE else darkened(node)


def filled(colour: str, left: float, low: float, width: float, height: float, radius: float) -> str:
    """Operators that fill a rectangle, with rounded corners where `radius` is given."""
    red, green, blue = rgb(colour)
    return f"{red:.4g} {green:.4g} {blue:.4g} rg {_path(left, low, width, height, radius)} f"


def _path(left: float, low: float, width: float, height: float, radius: float) -> str:
    """Operators for a rectangle, with rounded corners where `radius` is given."""
    radius = min(radius, width / 2, height / 2)
    if radius <= 0:
        return f"{left:.3f} {low:.3f} {width:.3f} {height:.3f} re"
    right, top, bend = left + width, low + height, radius * (1 - CURVE)
    points: Mapping[str, tuple[float, ...]] = {
        "m": (left + radius, low),
        "l1": (right - radius, low),
        "c1": (right - bend, low, right, low + bend, right, low + radius),
        "l2": (right, top - radius),
        "c2": (right, top - bend, right - bend, top, right - radius, top),
        "l3": (left + radius, top),
        "c3": (left + bend, top, left, top - bend, left, top - radius),
        "l4": (left, low + radius),
        "c4": (left, low + bend, left + bend, low, left + radius, low),
    }
    path = " ".join(f"{' '.join(f'{v:.3f}' for v in p)} {op[0]}" for op, p in points.items())
    return f"{path} h"
