"""Colours from decks: checked before they reach a style sheet, kept readable on paper."""

from __future__ import annotations

import re

PAPER, INK = "#fffaf0", "#1b2a38"
_HEX = re.compile(r"#[0-9a-fA-F]{6}\Z")


def checked(value: object, default: str = "#3b4a57") -> str:
    """`value` when it is ``#rrggbb``, in lower case; else `default`."""
    text = str(value)
    return text.lower() if _HEX.match(text) else default


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(colour: str, other: str, share: float) -> str:
    """`share` (0 to 1) of `colour` over `other`."""
    pairs = zip(_rgb(checked(colour)), _rgb(checked(other)), strict=True)
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


def luminance(colour: str) -> float:
    """Relative luminance of WCAG 2, 0 for black to 1 for white."""
    parts = [value / 255 for value in _rgb(checked(colour))]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of WCAG 2, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def deepen(colour: str, ratio: float = 4.6, on: str = PAPER) -> str:
    """`colour`, darkened as little as needed for text of that contrast `on` a ground."""
    colour = checked(colour)
    shade, share = colour, 1.0
    while contrast(shade, on) < ratio and share > 0:
        share -= 0.04
        shade = mix(colour, "#000000", share)
    return shade


def ink_on(ground: str) -> str:
    """White, dark or black ink: the first that reads well (4.5:1) on that ground."""
    inks = ("#ffffff", INK, "#000000")
    return next((ink for ink in inks if contrast(ink, checked(ground)) >= 4.5), inks[-1])
