"""Plain boxes drawn without the layout engine: grounds, discs, bars, and the text of cards.

A face is a row of absolutely placed elements. Those made of plain boxes and text become PDF
operators here, in a hundredth of the time; all others (drawings above all) go to the engine,
and each of those is laid out once however many faces show it. What this module does not
understand it hands over, so every template prints.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from deckkit.render.canvas import Canvas, filled, ground, ink, inked
from deckkit.render.fit import PT_PER_MM, PX_PER_MM
from deckkit.render.layout import LaidOut
from deckkit.render.markup import Node, parse
from deckkit.render.styles import (
    INHERITED,
    Complex,
    Declarations,
    Styles,
    declarations,
    length,
    text_style,
)  # fmt: skip
from deckkit.render.svg import drawing
from deckkit.render.text import Run, broken, set_lines

_SPACE = re.compile(r"[ \t\n\r\f]+")
_LINE_SPACE = re.compile(r"[ \t\r\f]*\n[ \t\r\f]*|[ \t\r\f]+")
_BOX = frozenset(
    ("position", "left", "top", "width", "height", "background", "border-radius", "margin-top")
)
_PARAGRAPH = frozenset(
    ("border-left", "border-color", "padding-left", "margin-bottom", "margin")
)  # fmt: skip
_BORDER = re.compile(r"(\S+) solid(?: (#\w+))?\Z")


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a face: drawn already (`drawn`), or HTML for the engine with ids to measure."""

    id: str
    html: str = ""
    measure: tuple[str, ...] = ()
    drawn: LaidOut | None = None


def pieces(
    name: str, html: str, styles: Styles, size: tuple[float, float], measure: Sequence[str],
    saver: tuple[float, float] | None = None,
) -> list[Piece]:  # fmt: skip
    """The parts of a face (a ``<section class="face">``), from the bottom up.

    `size` is that of its page in mm, bleed included; `measure` are the ids whose heights are
    wanted. With `saver`, the trim in mm, grounds are white and outlined inside it, and what
    stood on them is dark.
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
    trim = saver and (saver[0] * PT_PER_MM, saver[1] * PT_PER_MM)
    canvas = Canvas(size[0] * PT_PER_MM, size[1] * PT_PER_MM, trim)
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
        trial = Canvas(canvas.width, canvas.height, trim)
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


def _draw(node: Node, styles: Styles, inherited: Declarations, canvas: Canvas) -> None:
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
        canvas.operators.append(ground(canvas, own["background"], (left, top, width, tall), round_))
    elif "border-radius" in own:
        raise Complex("border-radius")
    name = node.attributes.get("id", "")
    if any(isinstance(child, Node) for child in node.children):
        high = _paragraphs(node, styles, style, (left, top, width), canvas)
    else:
        high = _text("".join(map(str, node.children)), style, (left, top, width), canvas)
    if name:
        canvas.heights[name] = round(high / PT_PER_MM * PX_PER_MM, 3)


def _picture(node: Node, styles: Styles, canvas: Canvas) -> None:
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
        drawing(inked(node, box, canvas), box, canvas.height, canvas.states, disc=radius == "50%")
    )


def _text(text: str, style: Declarations, box: tuple[float, float, float], canvas: Canvas) -> float:
    """Draw text in a box (left, top, width in pt); its height in pt."""
    if not text.strip(" \t\n\r\f"):
        return 0.0
    look = ink(canvas, text_style(style))
    runs = [Run(_collapsed(text, look.keep_breaks), look.font, look.colour)]
    lines = broken(runs, box[2], look.size)
    canvas.operators.append(
        set_lines(lines, look, box[0], box[2], box[1], canvas.height, canvas.used)
    )
    return len(lines) * look.line


def _paragraphs(
    node: Node, styles: Styles, style: Declarations, box: tuple[float, float, float],
    canvas: Canvas,
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
            canvas.operators.append(filled(colour, left, low, thick, high, 0))
        canvas.operators.append(
            set_lines(lines, look, left + inset, width - inset, at, canvas.height, canvas.used)
        )
        at += high + length(own.get("margin-bottom", "0"), look.size)
    return at - top


def _runs(
    node: Node, styles: Styles, style: Declarations, around: Sequence[str], canvas: Canvas
) -> list[Run]:  # fmt: skip
    """The text of a paragraph, bold parts in their own style of the same size."""
    look = ink(canvas, text_style(style))
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
        bold = ink(canvas, text_style({**style, **own}))
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
