"""Drawings of plain shapes as PDF operators: the part of SVG that cards use.

Known are paths, circles, ellipses and rectangles in groups with flat colours. Anything else
raises Complex, and the layout engine draws the whole element.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from deckkit.render.colour import INK, luminance
from deckkit.render.markup import Node
from deckkit.render.paths import number, operators
from deckkit.render.styles import Complex, hexed, rgb

_PAINT = {
    "fill": "#000000", "stroke": "none", "stroke-width": "1", "stroke-linecap": "butt",
    "stroke-linejoin": "miter", "stroke-dasharray": "none", "fill-rule": "nonzero",
    "fill-opacity": "1", "stroke-opacity": "1",
}  # fmt: skip
_SHAPES = {
    "path": {"d"}, "circle": {"cx", "cy", "r"}, "ellipse": {"cx", "cy", "rx", "ry"},
    "rect": {"x", "y", "width", "height", "rx", "ry"}, "g": set(),
}  # fmt: skip
_ROOT = {"class", "style", "viewBox", "xmlns"}
_TRANSFORM = re.compile(r"\s*(translate|scale)\(([^()]*)\)")
_CAPS = {"butt": 0, "round": 1, "square": 2}
LARGEST = 1e6
FAINT, THIN = "#c3c9cf", 0.7  # saving ink: pale lines, and the thickness of outlines in pt
_JOINS = {"miter": 0, "round": 1, "bevel": 2}

Box = tuple[float, float, float, float]


def drawing(svg: Node, box: Box, page: float, states: dict[str, Any], *, disc: bool) -> str:
    """Operators that draw `svg` in a box (left, top, width, height) on a page `page` high, pt.

    `states` collects graphics states by name; with `disc` only the ellipse in the box shows.
    """
    if svg.attributes.keys() - _ROOT - _PAINT.keys():
        raise Complex("svg")
    try:
        view = [_finite(v) for v in svg.attributes["viewBox"].replace(",", " ").split()]
        x, y, wide, tall = view
    except (KeyError, ValueError) as error:
        raise Complex("viewBox") from error
    left, top, width, height = box
    if min(wide, tall, width, height) <= 0:
        raise Complex("viewBox")
    scale = min(width / wide, height / tall)
    across = left + (width - scale * wide) / 2 - scale * x
    up = page - top - (height - scale * tall) / 2 + scale * y
    low = page - top - height
    if disc:
        out = [f"q {_ellipse(left + width / 2, low + height / 2, width / 2, height / 2)} W n"]
    else:
        out = [f"q {' '.join(map(number, (left, low, width, height)))} re W n"]
    out.append(f"{scale:.6g} 0 0 {-scale:.6g} {across:.4f} {up:.4f} cm")
    for child in svg.children:
        out += _shape(child, {**_PAINT, **_own(svg)}, states)
    return "\n".join([*out, "Q"])


def _finite(text: str) -> float:
    """The number in `text`; raises ValueError for words, and for numbers too large to print."""
    value = float(text)
    if not abs(value) < LARGEST:
        raise ValueError(text)
    return value


def _own(node: Node) -> dict[str, str]:
    return {key: value for key, value in node.attributes.items() if key in _PAINT}


def _shape(node: Node | str, around: Mapping[str, str], states: dict[str, Any]) -> list[str]:
    if isinstance(node, str):
        if node.strip():
            raise Complex("text in a drawing")
        return []
    known = _SHAPES.get(node.tag)
    if known is None or node.attributes.keys() - known - _PAINT.keys() - {"transform"}:
        raise Complex(node.tag)
    style = {**around, **_own(node)}
    moved = _moves(node.attributes.get("transform", ""))
    if node.tag == "g":
        inner = [line for child in node.children for line in _shape(child, style, states)]
    else:
        inner = _painted(_outline(node), style, states)
    return ["q", *moved, *inner, "Q"] if moved else inner


def _moves(transform: str) -> list[str]:
    if _TRANSFORM.sub("", transform).strip():
        raise Complex(transform)
    found = []
    for kind, text in _TRANSFORM.findall(transform):
        try:
            values = [_finite(v) for v in text.replace(",", " ").split()]
        except ValueError as error:
            raise Complex(transform) from error
        if not 1 <= len(values) <= 2:
            raise Complex(transform)
        first = values[0]
        second = values[-1] if len(values) == 2 or kind == "scale" else 0.0
        if kind == "translate":
            found.append(f"1 0 0 1 {number(first)} {number(second)} cm")
        else:
            found.append(f"{first:.6g} 0 0 {second:.6g} 0 0 cm")
    return found


def _outline(node: Node) -> str:
    if node.children:
        raise Complex(node.tag)
    if node.tag == "path":
        return operators(node.attributes.get("d", ""))
    try:
        given = {k: _finite(v) for k, v in node.attributes.items() if k in _SHAPES[node.tag]}
    except ValueError as error:
        raise Complex(node.tag) from error
    if node.tag == "rect":
        x, y = given.get("x", 0), given.get("y", 0)
        width, height, radius = given.get("width", 0), given.get("height", 0), given.get("rx", 0)
        if given.get("ry", radius) != radius:
            raise Complex("ry")
        if not radius:
            return f"{' '.join(map(number, (x, y, width, height)))} re"
        r = min(radius, width / 2, height / 2)
        return operators(
            f"M{x + r} {y}H{x + width - r}A{r} {r} 0 0 1 {x + width} {y + r}V{y + height - r}"
            f"A{r} {r} 0 0 1 {x + width - r} {y + height}H{x + r}"
            f"A{r} {r} 0 0 1 {x} {y + height - r}V{y + r}A{r} {r} 0 0 1 {x + r} {y}Z"
        )
    rx = given.get("r", given.get("rx", 0.0))
    return _ellipse(given.get("cx", 0), given.get("cy", 0), rx, given.get("ry", rx))


def _ellipse(x: float, y: float, rx: float, ry: float) -> str:
    return operators(
        f"M{x - rx:.4f} {y:.4f}A{rx:.4f} {ry:.4f} 0 0 1 {x + rx:.4f} {y:.4f}"
        f"A{rx:.4f} {ry:.4f} 0 0 1 {x - rx:.4f} {y:.4f}Z"
    )


def _painted(path: str, style: Mapping[str, str], states: dict[str, Any]) -> list[str]:
    out: list[str] = []
    fill, stroke = style["fill"], style["stroke"]
    try:
        clear = _finite(style["fill-opacity"]), _finite(style["stroke-opacity"])
        width = _finite(style["stroke-width"])
        dashes = style["stroke-dasharray"]
        pattern = [] if dashes == "none" else [_finite(v) for v in dashes.replace(",", " ").split()]
        cap, join = _CAPS[style["stroke-linecap"]], _JOINS[style["stroke-linejoin"]]
    except (ValueError, KeyError) as error:
        raise Complex("paint") from error
    if fill == "none" and stroke == "none":
        return []
    if fill != "none":
        out.append(" ".join(f"{part:.4g}" for part in rgb(fill)) + " rg")
    if stroke != "none":
        out.append(" ".join(f"{part:.4g}" for part in rgb(stroke)) + " RG")
        out.append(f"{number(width)} w {cap} J {join} j 4 M")
        out.append(f"[{' '.join(map(number, pattern))}] 0 d")
    seen = clear[0] if fill != "none" else 1.0, clear[1] if stroke != "none" else 1.0
    if seen != (1.0, 1.0):
        name = f"/D{round(seen[0] * 1000)}x{round(seen[1] * 1000)}"
        states[name] = {"d": {"/ca": seen[0], "/CA": seen[1]}}
        out.insert(0, f"q {name} gs")
    odd = "*" if style["fill-rule"] == "evenodd" else ""
    paint = ("B" if stroke != "none" else "f") + odd if fill != "none" else "S"
    out.append(f"{path} {paint}")
    if seen != (1.0, 1.0):
        out.append("Q")
    return out


def outlined(svg: Node, box: Box) -> Node:
    """A drawing in that box that saves ink: shapes in outline only, white lines dark."""
    view = [float(v) for v in svg.attributes.get("viewBox", "0 0 1 1").replace(",", " ").split()]
    unit = THIN * max(view[2] / box[2], view[3] / box[3])

    def change(node: Node, unit: float = unit) -> Node:
        own = dict(node.attributes)
        for kind, text in _TRANSFORM.findall(own.get("transform", "")):
            unit /= abs(float(text.split()[0])) if kind == "scale" else 1.0
        fill = own.get("fill", "none" if node.tag == "g" else "#000000")
        if node.tag not in ("svg", "g") and fill != "none":
            own.update({"fill": "none", "stroke": INK if _pale(fill) else fill})
            own["stroke-width"] = own.get("stroke-width", f"{unit:.4f}")
        elif own.get("stroke", "none") != "none" and hexed(own["stroke"]) == "#ffffff":
            own["stroke"] = FAINT if "stroke-opacity" in own else INK
        return _with(node, own, lambda child: change(child, unit))

    return change(svg)


def darkened(svg: Node) -> Node:
    """A small drawing that saves ink: what is all white becomes dark, the rest stays."""
    colours = {
        node.attributes[key]
        for node in _all(svg)
        for key in ("fill", "stroke")
        if node.attributes.get(key, "none") != "none"
    }
    if not colours or not all(map(_pale, colours)):
        return svg

    def change(node: Node) -> Node:
        own = dict(node.attributes)
        own.update({k: INK for k in ("fill", "stroke") if own.get(k, "none") != "none"})
        return _with(node, own, change)

    return change(svg)


def _all(node: Node) -> list[Node]:
    inner = [found for child in node.children if isinstance(child, Node) for found in _all(child)]
    return [node, *inner]


def _with(node: Node, attributes: dict[str, str], change: Callable[[Node], Node]) -> Node:
    children = [change(child) if isinstance(child, Node) else child for child in node.children]
    return Node(node.tag, attributes, node.start, node.end, children)


def _pale(colour: str) -> bool:
    return luminance(hexed(colour)) > 0.65
