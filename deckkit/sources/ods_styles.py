"""The styles of an OpenDocument spreadsheet, as far as they change what a cell means."""

from __future__ import annotations

import re

from deckkit.sources.grid import LEAST
from deckkit.sources.scripts import LOWERED, PLAIN, RAISED
from deckkit.sources.values import measure

Attrs = dict[str, str]
_UNITS = {"pt": 1.0, "cm": 28.35, "mm": 2.835, "in": 72.0, "pc": 12.0}


def get(attrs: Attrs, name: str) -> str:
    """An attribute by its local name; OpenDocument's own wins over extensions."""
    value = attrs.get("office:" + name) or attrs.get("table:" + name)
    if value is not None:
        return value
    return next((v for k, v in attrs.items() if k.rpartition(":")[2] == name), "")


class Styles:
    """The names of styles that hide tables, are too small to read, strike, raise or lower."""

    def __init__(self) -> None:
        """Start without any style."""
        self.hidden: set[str] = set()
        self.small: set[str] = set()
        self.struck: set[str] = set()
        self.positions: dict[str, str] = {}
        self._name = ""

    def start(self, tag: str, attrs: Attrs) -> None:
        """An element outside the tables begins."""
        if tag == "style":
            self._name = next((v for k, v in attrs.items() if k.endswith(":name")), "")
        elif tag == "table-properties":
            if get(attrs, "display") == "false":
                self.hidden.add(self._name)
        elif tag in ("table-row-properties", "table-column-properties"):
            size = _points(get(attrs, "row-height") or get(attrs, "column-width"))
            if size is not None and size < LEAST:
                self.small.add(self._name)
        elif tag == "text-properties":
            if get(attrs, "text-line-through-style") not in ("", "none"):
                self.struck.add(self._name)
            if position := _position(get(attrs, "text-position")):
                self.positions[self._name] = position


def _points(text: str) -> float | None:
    """A length such as ``0.45cm`` in points; None when it is not given."""
    size = measure(text[:-2])
    return None if size is None else size * _UNITS.get(text[-2:], 1.0)


def _position(text: str) -> str:
    """``super 58%``, ``-33% 58%``: whether the characters stand above or below the line."""
    word = text.split(" ", maxsplit=1)[0]
    if word == "super" or re.fullmatch(r"0*[1-9][\d.]*%", word):
        return RAISED
    return LOWERED if word == "sub" or word.startswith("-") else PLAIN
