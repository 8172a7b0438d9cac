"""The part of CSS that deckkit understands itself, so that plain boxes need no layout engine.

Selectors are a class, or a class and a tag inside it. A style sheet with any other selector,
and an element with any other property, is left to the engine.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from deckkit.render.fit import PT_PER_MM
from deckkit.render.fonts import fonts

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_SELECTOR = re.compile(r"\.([\w-]+)(?: ([a-z][a-z0-9]*))?\Z")
_LENGTH = re.compile(r"(-?\d*\.?\d+)(mm|pt|em)\Z")
_HEX = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\Z")
INHERITED = frozenset(
    ("font-family", "font-weight", "font-size", "line-height", "color", "text-align",
     "white-space", "font-variant-ligatures")
)  # fmt: skip

Declarations = Mapping[str, str]


class Complex(Exception):
    """Something that only the layout engine understands."""


@dataclass(frozen=True)
class Styles:
    """The rules of a style sheet: (class, tag inside it or empty) -> declarations, in order.

    `plain` is false when the sheet has rules that this module does not understand.
    """

    rules: tuple[tuple[str, str, Declarations], ...]
    plain: bool = True

    @classmethod
    def parse(cls, css: str) -> Styles:
        """Read a style sheet (@font-face rules are the renderer's own and passed over)."""
        found: list[tuple[str, str, Declarations]] = []
        text = _COMMENT.sub("", css)
        plain = not _RULE.sub("", text).strip()
        for heads, body in _RULE.findall(text):
            if heads.strip() == "@font-face":
                continue
            for head in heads.split(","):
                match = _SELECTOR.match(head.strip())
                if match:
                    found.append((match[1], match[2] or "", declarations(body)))
                else:
                    plain = False
        return cls(tuple(found), plain)

    def of(self, tag: str, classes: Iterable[str], around: Iterable[str]) -> dict[str, str]:
        """Declarations for an element: its tag and classes, and the classes around it."""
        own, outer = set(classes), set(around)
        hits = [
            (bool(inner), n, rule)
            for n, (name, inner, rule) in enumerate(self.rules)
            if (not inner and name in own) or (inner == tag and name in outer)
        ]
        merged: dict[str, str] = {}
        for _, _, rule in sorted(hits, key=lambda hit: hit[:2]):
            merged.update(rule)
        return merged


def declarations(text: str) -> dict[str, str]:
    """``a:b;c:d`` as a mapping."""
    found: dict[str, str] = {}
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if colon:
            found[name.strip()] = value.strip()
        elif part.strip():
            raise Complex(part)
    return found


def length(value: str, em: float = 0.0) -> float:
    """A length in pt; raises Complex for units other than mm, pt and em."""
    match = _LENGTH.match(value)
    if not match:
        if value == "0":
            return 0.0
        raise Complex(value)
    if len(match[1]) > 8:
        raise Complex(value)
    return float(match[1]) * {"mm": PT_PER_MM, "pt": 1.0, "em": em}[match[2]]


def hexed(value: str) -> str:
    """A ``#rgb`` or ``#rrggbb`` colour in its long form; raises Complex for others."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in rgb(value))


def rgb(value: str) -> tuple[float, float, float]:
    """A ``#rrggbb`` or ``#rgb`` colour as three shares of 1; raises Complex for others."""
    match = _HEX.match(value)
    if not match:
        raise Complex(value)
    digits = match[1] if len(match[1]) == 6 else "".join(c * 2 for c in match[1])
    red, green, blue = (int(digits[n : n + 2], 16) / 255 for n in (0, 2, 4))
    return red, green, blue


@dataclass(frozen=True, slots=True)
class TextStyle:
    """How text looks: font key, size and line height in pt, colour, alignment."""

    font: str
    size: float
    line: float
    colour: tuple[float, float, float]
    align: str = "left"
    keep_breaks: bool = False


def text_style(styles: Declarations) -> TextStyle:
    """The text style of inherited and own declarations; raises Complex where unusual."""
    if styles.get("font-variant-ligatures") != "none":
        raise Complex("ligatures")
    size = length(styles.get("font-size", ""))
    height = styles.get("line-height", "")
    try:
        line = float(height) * size
        if not 0 < line < 1e4:
            raise Complex(height)
    except ValueError:
        line = length(height, size)
    align, space = styles.get("text-align", "left"), styles.get("white-space", "normal")
    if align not in ("left", "center", "right") or space not in ("normal", "pre-line"):
        raise Complex(f"{align} {space}")
    font = font_of(styles.get("font-family", ""), styles.get("font-weight", ""))
    return TextStyle(font, size, line, rgb(styles.get("color", "")), align, space != "normal")


def font_of(family: str, weight: str) -> str:
    """Key of the deckkit font with that CSS family and weight; raises Complex for strangers."""
    name = family.strip("\"'")
    for key, font in fonts().items():
        if font.family == name and str(font.weight) == weight:
            return key
    raise Complex(f"{family} {weight}")
