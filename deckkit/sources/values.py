"""Stored text and numbers of workbooks -> the raw text of a cell."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from deckkit.sources.scripts import LOWERED, PLAIN, RAISED, Script, script_of

_ESCAPE = re.compile(r"_x([0-9A-Fa-f]{4})_")
_SURROGATES = re.compile(r"[\ud800-\udbff][\udc00-\udfff]|[\ud800-\udfff]")
_BREAKS = re.compile(r"\r\n?|\n")


def unescape(text: str) -> str:
    """`text` without ``_x000D_`` escapes, every line break as LF, half characters as U+FFFD."""
    if "_x" in text:
        text = _ESCAPE.sub(lambda found: chr(int(found.group(1), 16)), text)
        text = _SURROGATES.sub(_whole, text)
    if "\r" in text:
        text = _BREAKS.sub("\n", text)
    return text


def _whole(found: re.Match[str]) -> str:
    """The character that two halves make; a lone half is a lost character."""
    return found.group().encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def column_index(letters: str) -> int:
    """0-based column of spreadsheet letters: A is 0, AA is 26."""
    index = 0
    for letter in letters:
        index = 26 * index + ord(letter) - 64
    return index - 1


def exact(raw: str) -> str | None:
    """The shortest text of a stored number: ``2`` for 2.0; None when it is no number."""
    if raw.isascii() and raw.isdigit() and (raw[0] != "0" or raw == "0") and len(raw) < 16:
        return raw
    try:
        value = float(raw)
    except ValueError:
        return None
    if not math.isfinite(value) or "_" in raw:
        return None
    return str(int(value)) if value.is_integer() else repr(value)


def measure(text: str | None) -> float | None:
    """A height or width in the unit of the file; None when it is not given."""
    try:
        return None if text is None else float(text)
    except ValueError:
        return None


def switched_on(attrs: dict[str, str]) -> bool:
    """Whether a switch element such as ``<strike/>`` or ``<strike val="1"/>`` is on."""
    return attrs.get("val", "1").lower() not in ("0", "false", "off")


class Rich(NamedTuple):
    """A text, the part of it that is struck through, and what it shows when that differs."""

    text: str
    struck: str = ""
    script: Script | None = None


class RichText:
    """Collects the text of a shared or inline string: runs, without phonetic hints."""

    def __init__(self) -> None:
        """Start with an empty string."""
        self.clear()

    def clear(self) -> None:
        """Start a new string."""
        self.parts: list[str] = []
        self.struck: list[str] = []
        self.positions: list[str] = []
        self.run_struck = False
        self.position = PLAIN
        self.phonetic = False
        self.taking = False

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        """An element inside the string begins."""
        if tag == "t":
            self.taking = not self.phonetic
        elif tag == "r":
            self.run_struck, self.position = False, PLAIN
        elif tag == "strike":
            self.run_struck = switched_on(attrs)
        elif tag == "vertAlign":
            position = attrs.get("val", "")
            self.position = position if position in (RAISED, LOWERED) else PLAIN
        elif tag == "rPh":
            self.phonetic = True

    def end(self, tag: str) -> None:
        """An element inside the string ends."""
        if tag == "t":
            self.taking = False
        elif tag == "r":
            self.run_struck, self.position = False, PLAIN
        elif tag == "rPh":
            self.phonetic = False

    def text(self, piece: str) -> None:
        """Characters inside the string."""
        if self.taking:
            self.parts.append(piece)
            self.positions.append(self.position)
            if self.run_struck:
                self.struck.append(piece)

    @property
    def value(self) -> Rich:
        """The text and what its runs do to it."""
        script = None
        if any(self.positions):
            pieces = map(unescape, self.parts)
            script = script_of(zip(pieces, self.positions, strict=True))
        struck = unescape("".join(self.struck)).strip()
        return Rich(unescape("".join(self.parts)), struck, script)
