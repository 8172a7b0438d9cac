"""Plain boxes drawn without the layout engine: grounds, discs, bars, and the text of cards.

A face is a row of absolutely placed elements. Those made of plain boxes and text become PDF
operators here, in a hundredth of the time; all others (drawings above all) go to the engine,
and each of those is laid out once however many faces show it. What this module does not
understand it hands over, so every template prints.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deckkit.render.colour import INK, deepen, luminance
from deckkit.render.fit import PT_PER_MM, PX_PER_MM
from deckkit.render.layout import LaidOut, empty
from deckkit.render.markup import Node, parse
from deckkit.render.styles import (
    INHERITED,
    Complex,
    Declarations,
    Styles,
    TextStyle,
    declarations,
    hexed,
    length,
    rgb,
    text_style,
)  # fmt: skip
from deckkit.render.svg import darkened, drawing, outlined
from deckkit.render.text import Run, broken, resource, set_lines

_SPACE = re.compile(r"[ \t\n\r\f]+")
_LINE_SPACE = re.compile(r"[ \t\r\f]*\n[ \t\r\f]*|[ \t\r\f]+")
_BOX = frozenset(
    ("position", "left", "top", "width", "height", "background", "border-radius", "margin-top")
)
_PARAGRAPH = frozenset(
    ("border-left", "border-color", "padding-left", "margin-bottom", "margin")
)  # fmt: skip
_BORDER = re.compile(r"(\S+) solid(?: (#\w+))?\Z")
CURVE = 0.5523  # control points of a quarter circle
THIN, EDGE, PALE = 3 * PT_PER_MM, 0.8, 0.75  # saving ink: bars, outlines (pt), pale grounds


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a face: drawn already (`drawn`), or HTML for the engine with ids to measure."""

    id: str
    html: str = ""
    measure: tuple[str, ...] = ()
    drawn: LaidOut | None = None


@dataclass
class _Canvas:
    """Operators, glyphs and heights of the boxes drawn so far on a face (sizes in pt)."""

    width: float
    height: float
    ink_saver: bool = False
    operators: list[str] = field(default_factory=list)
    used: dict[str, set[int]] = field(default_factory=dict)
    heights: dict[str, float] = field(default_factory=dict)
    states: dict[str, Any] = field(default_factory=dict)

    def done(self) -> LaidOut:
        """What was drawn, as a face; the canvas is empty afterwards."""
        form = empty(self.width / PT_PER_MM, self.height / PT_PER_MM)
        form["c"] = "\n".join(self.operators)
        if self.states:
            states = {"d": dict(sorted(self.states.items()))}
            form["d"]["/Resources"] = {"d": {"/ExtGState": states}}
        glyphs = {resource(font): sorted(ids) for font, ids in sorted(self.used.items())}
        fonts = {resource(font): font for font in sorted(self.used)}
        face = LaidOut(form, glyphs, fonts, self.heights)
        self.operators, self.used, self.heights, self.states = [], {}, {}, {}
        return face

    def add(self, other: _Canvas) -> None:
        """Draw what lies on another canvas on top."""
        self.operators += other.operators
        self.heights |= other.heights
        self.states |= other.states
        for font, glyphs in other.used.items():
            self.used.setdefault(font, set()).update(glyphs)


def pieces(
    name: str, html: str, styles: Styles, size: tuple[float, float], measure: Sequence[str],
    ink_saver: bool = False,
) -> list[Piece]:  # fmt: skip
    """The parts of a face (a ``<section class="face">``), from the bottom up.

    `size` is that of its page in mm, bleed included; `measure` are the ids whose heights are
    wanted. With `ink_saver` grounds are white, and what stood on them is dark.
    """
    whole = [_engine(html, measure, size)]
    if not styles.plain:
        return whole
    try:
        section = parse(html)
        base = styles.of("section", section.classes, ())
    except Complex:
        return whole
    inherited = {key: value for key, value in base.items() if key in INHERITED}
    canvas = _Canvas(size[0] * PT_PER_MM, size[1] * PT_PER_MM, ink_saver)
    found: list[Piece] = []
    waiting: list[str] = []

    def flush_drawn() -> None:
        if canvas.operators or canvas.heights:
            found.append(Piece(f"{name}#{len(found)}", drawn=canvas.done()))

    def flush_engine() -> None:
        if waiting:
            markup = f'<section class="face">{"".join(waiting)}</section>'
            found.append(_engine(markup, measure, size))
            waiting.clear()

    for child in section.children:
        if isinstance(child, str):
            if child.strip():
                return whole
            continue
        place = styles.of(child.tag, child.classes, section.classes).get("position")
        own = declarations(child.attributes.get("style", "")).get("position", place)
        if own != "absolute":  # its place depends on its neighbours
            return whole
        trial = _Canvas(canvas.width, canvas.height, ink_saver)
        try:
            _draw(child, styles, inherited, trial)
        except Complex:
            flush_drawn()
            waiting.append(html[child.start : child.end])
        else:
            flush_engine()
            canvas.add(trial)
    flush_engine()
    flush_drawn()
    return found or whole


def _engine(html: str, measure: Sequence[str], size: tuple[float, float]) -> Piece:
    ids = tuple(name for name in measure if f'id="{name}"' in html)
    digest = hashlib.blake2b(f"{size} {html}".encode(), digest_size=10).hexdigest()
    return Piece(f"piece-{digest}", html, ids)


def _draw(node: Node, styles: Styles, inherited: Declarations, canvas: _Canvas) -> None:
    """Draw one absolutely placed element; raises Complex when it is not a plain one."""
    if node.tag == "svg":
        _picture(node, styles, canvas)
        return
    if node.tag not in ("div", "p") or node.attributes.keys() - {"class", "style", "id"}:
        raise Complex(node.tag)
    own = styles.of(node.tag, node.classes, ("face",))
    own |= declarations(node.attributes.get("style", ""))
    if own.keys() - _BOX - INHERITED - {"margin"} or own.get("margin", "0") != "0":
        raise Complex(", ".join(own))
    style = {**inherited, **{key: value for key, value in own.items() if key in INHERITED}}
    em = length(style["font-size"]) if "font-size" in style else 0.0
    left, top, width = (length(own.get(key, ""), em) for key in ("left", "top", "width"))
    top += length(own.get("margin-top", "0"), em)
    if "background" in own:
        tall = length(own.get("height", ""), em)
        radius = own.get("border-radius", "0")
        round_ = min(width, tall) / 2 if radius == "50%" else length(radius, em)
        if radius == "50%" and abs(width - tall) > 0.01:
            raise Complex("ellipse")
        canvas.operators.append(
            _ground(canvas, own["background"], (left, top, width, tall), round_)
        )
    elif "border-radius" in own:
        raise Complex("border-radius")
    name = node.attributes.get("id", "")
    if any(isinstance(child, Node) for child in node.children):
        high = _paragraphs(node, styles, style, (left, top, width), canvas)
    else:
        high = _text("".join(map(str, node.children)), style, (left, top, width), canvas)
    if name:
        canvas.heights[name] = round(high / PT_PER_MM * PX_PER_MM, 3)


def _ground(
    canvas: _Canvas, colour: str, box: tuple[float, float, float, float], radius: float
) -> str:  # fmt: skip
    """Operators for a box with a ground; to save ink, its outline on white."""
    left, top, width, tall = box
    low = canvas.height - top - tall
    if not canvas.ink_saver or tall < THIN:
        return _filled(colour, left, low, width, tall, radius)
    out = _filled("#ffffff", left, low, width, tall, radius)
    if luminance(hexed(colour)) < PALE:
        red, green, blue = rgb(colour)
        half = EDGE / 2
        line = _path(left + half, low + half, width - EDGE, tall - EDGE, max(0, radius - half))
        out += f" {red:.4g} {green:.4g} {blue:.4g} RG {EDGE:g} w [] 0 d {line} S"
    return out


def _ink(canvas: _Canvas, look: TextStyle) -> TextStyle:
    """A text style as it is printed: to save ink, dark enough for white ground."""
    if not canvas.ink_saver:
        return look
    colour = "#" + "".join(f"{round(part * 255):02x}" for part in look.colour)
    dark = INK if luminance(colour) > 0.4 else deepen(colour, 4.6, "#ffffff")
    return replace(look, colour=rgb(dark))


def _picture(node: Node, styles: Styles, canvas: _Canvas) -> None:
    """Draw an SVG element; raises Complex when it holds more than plain shapes."""
    own = styles.of("svg", node.classes, ("face",))
    own |= declarations(node.attributes.get("style", ""))
    own.pop("display", None)
    if own.keys() - {"position", "left", "top", "width", "height", "border-radius"}:
        raise Complex(", ".join(own))
    radius = own.get("border-radius", "0")
    if radius not in ("0", "50%"):
        raise Complex(radius)
    left, top, width, height = (
        length(own.get(key, "")) for key in ("left", "top", "width", "height")
    )
    box = (left, top, width, height)
    canvas.operators.append(
        drawing(_inked(node, box, canvas), box, canvas.height, canvas.states, disc=radius == "50%")
    )


def _inked(node: Node, box: tuple[float, float, float, float], canvas: _Canvas) -> Node:
    """A drawing as it is printed: to save ink, large ones in outline, white ones dark."""
    if not canvas.ink_saver:
        return node
    large = box[2] * box[3] > canvas.width * canvas.height / 5
    return outlined(node) if large else darkened(node)


def _text(
    text: str, style: Declarations, box: tuple[float, float, float], canvas: _Canvas
) -> float:
    """Draw text in a box (left, top, width in pt); its height in pt."""
    if not text.strip(" \t\n\r\f"):
        return 0.0
    look = _ink(canvas, text_style(style))
    runs = [Run(_collapsed(text, look.keep_breaks), look.font, look.colour)]
    lines = broken(runs, box[2], look.size)
    canvas.operators.append(
        set_lines(lines, look, box[0], box[2], box[1], canvas.height, canvas.used)
    )
    return len(lines) * look.line


def _paragraphs(
    node: Node, styles: Styles, style: Declarations, box: tuple[float, float, float],
    canvas: _Canvas,
) -> float:  # fmt: skip
    """Draw a column of paragraphs with a rule on the left; its height in pt."""
    left, top, width = box
    at = top
    for child in node.children:
        if isinstance(child, str):
            if child.strip():
                raise Complex("text between paragraphs")
            continue
        if child.tag != "p" or child.attributes.keys() - {"style", "class"}:
            raise Complex(child.tag)
        own = styles.of("p", child.classes, [*node.classes, "face"])
        own |= declarations(child.attributes.get("style", ""))
        if own.keys() - _PARAGRAPH - INHERITED or own.get("margin", "0") != "0":
            raise Complex(", ".join(own))
        inner = {**style, **{key: value for key, value in own.items() if key in INHERITED}}
        look = text_style(inner)
        rule = _BORDER.match(own["border-left"]) if "border-left" in own else None
        if rule is None and "border-left" in own:
            raise Complex(own["border-left"])
        thick = length(rule[1], look.size) if rule else 0.0
        inset = thick + length(own.get("padding-left", "0"), look.size)
        runs = _runs(child, styles, inner, [*node.classes, "face"], canvas)
        lines = broken(runs, width - inset, look.size)
        high = len(lines) * look.line
        if rule:
            colour = own.get("border-color", rule[2] or inner.get("color", ""))
            low = canvas.height - at - high
            canvas.operators.append(_filled(colour, left, low, thick, high, 0))
        canvas.operators.append(
            set_lines(lines, look, left + inset, width - inset, at, canvas.height, canvas.used)
        )
        at += high + length(own.get("margin-bottom", "0"), look.size)
    return at - top


def _runs(
    node: Node, styles: Styles, style: Declarations, around: Sequence[str], canvas: _Canvas
) -> list[Run]:  # fmt: skip
    """The text of a paragraph, bold parts in their own style of the same size."""
    look = _ink(canvas, text_style(style))
    found: list[Run] = []
    keep_breaks = look.keep_breaks
    for child in node.children:
        if isinstance(child, str):
            found.append(Run(_collapsed(child, keep_breaks, ends=False), look.font, look.colour))
            continue
        if child.tag != "b" or any(isinstance(inner, Node) for inner in child.children):
            raise Complex(child.tag)
        own = styles.of("b", child.classes, [*node.classes, *around])
        own |= declarations(child.attributes.get("style", ""))
        if own.keys() - {"font-weight", "color"}:
            raise Complex(", ".join(own))
        bold = _ink(canvas, text_style({**style, **own}))
        text = _collapsed("".join(map(str, child.children)), keep_breaks, ends=False)
        found.append(Run(text, bold.font, bold.colour))
    return found


def _collapsed(text: str, keep_breaks: bool, *, ends: bool = True) -> str:
    """White space as CSS collapses it."""
    if keep_breaks:
        text = _LINE_SPACE.sub(lambda m: "\n" if "\n" in m[0] else " ", text)
    else:
        text = _SPACE.sub(" ", text)
    return text.strip(" ") if ends else text


def _filled(
    colour: str, left: float, low: float, width: float, height: float, radius: float
) -> str:
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
