"""The styles of an .xlsx workbook, as far as they change what a cell means."""

from __future__ import annotations

from dataclasses import dataclass

from deckkit.sources.archive import Archive
from deckkit.sources.grid import LEAST
from deckkit.sources.numfmt import BUILTIN, date_parts
from deckkit.sources.values import measure, switched_on


@dataclass(frozen=True, slots=True)
class Style:
    """A cell style: its number format (empty for General), whether that shows dates, strike.

    `small` text is too small to be seen, `white` text stands on no fill.
    """

    code: str = ""
    date: bool = False
    struck: bool = False
    small: bool = False
    white: bool = False


PLAIN = Style()
_WHITE = {"rgb": ("FFFFFFFF", "00FFFFFF"), "theme": ("0",), "indexed": ("1", "9")}


class _Reader:
    """Collects fonts, fills, number formats and cell formats; other colours do not matter."""

    def __init__(self) -> None:
        self.section: list[str] = []
        self.fonts: list[set[str]] = []
        self.filled: list[bool] = []
        self.codes: dict[str, str] = {}
        self.styles: list[tuple[str, str, str]] = []

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        parent = self.section[-1] if self.section else ""
        self.section.append(tag)
        if tag == "font" and parent == "fonts":
            self.fonts.append(set())
        elif self.section[1:3] == ["fonts", "font"]:
            self._font(tag, attrs)
        elif tag == "fill" and parent == "fills":
            self.filled.append(False)
        elif self.section[1:3] == ["fills", "fill"]:
            self.filled[-1] |= attrs.get("patternType", "none") != "none" or tag == "gradientFill"
        elif tag == "numFmt" and parent == "numFmts":
            self.codes[attrs.get("numFmtId", "")] = attrs.get("formatCode", "")
        elif tag == "xf" and parent == "cellXfs":
            wanted = (("numFmtId", "0"), ("fontId", "0"), ("fillId", ""))
            number, font, fill = (attrs.get(name, usual) for name, usual in wanted)
            self.styles.append((number, font, fill))

    def _font(self, tag: str, attrs: dict[str, str]) -> None:
        size = measure(attrs.get("val")) if tag == "sz" else None
        if tag == "strike" and switched_on(attrs):
            self.fonts[-1].add("struck")
        elif size is not None and size < LEAST:
            self.fonts[-1].add("small")
        elif (
            tag == "color"
            and not attrs.get("tint")
            and any(attrs.get(name, "").upper() in white for name, white in _WHITE.items())
        ):
            self.fonts[-1].add("white")

    def end(self, _tag: str) -> None:
        self.section.pop()


def read_styles(archive: Archive, part: str) -> list[Style]:
    """The cell styles in order; empty when the workbook has no styles."""
    reader = _Reader()
    archive.walk(part, reader.start, reader.end, lambda _text: None)
    fonts = {str(at): found for at, found in enumerate(reader.fonts)}
    bare = {str(at) for at, filled in enumerate(reader.filled) if not filled}
    return [
        _style(reader.codes, number, fonts.get(font, set()), bare=fill in bare)
        for number, font, fill in reader.styles
    ]


def _style(codes: dict[str, str], number: str, font: set[str], *, bare: bool) -> Style:
    code = codes.get(number)
    if code is None:
        code = BUILTIN.get(int(number), "") if number.isascii() and number.isdigit() else ""
    if code.lower() in ("general", "@"):
        code = ""
    white = bare and "white" in font
    return Style(code, bool(date_parts(code)), "struck" in font, "small" in font, white)
