"""The styles of an .xlsx workbook, as far as they change what a cell means."""

from __future__ import annotations

from dataclasses import dataclass

from deckkit.sources.archive import Archive
from deckkit.sources.numfmt import BUILTIN, date_parts
from deckkit.sources.values import switched_on


@dataclass(frozen=True, slots=True)
class Style:
    """A cell style: its number format (empty for General), whether that shows dates, strike."""

    code: str = ""
    date: bool = False
    struck: bool = False


PLAIN = Style()


class _Reader:
    """Collects fonts, number formats and cell formats; colours and fills are never looked at."""

    def __init__(self) -> None:
        self.section: list[str] = []
        self.struck_fonts: list[bool] = []
        self.codes: dict[str, str] = {}
        self.styles: list[tuple[str, str]] = []

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        parent = self.section[-1] if self.section else ""
        self.section.append(tag)
        if tag == "font" and parent == "fonts":
            self.struck_fonts.append(False)
        elif tag == "strike" and self.section[1:3] == ["fonts", "font"]:
            self.struck_fonts[-1] = switched_on(attrs)
        elif tag == "numFmt" and parent == "numFmts":
            self.codes[attrs.get("numFmtId", "")] = attrs.get("formatCode", "")
        elif tag == "xf" and parent == "cellXfs":
            self.styles.append((attrs.get("numFmtId", "0"), attrs.get("fontId", "0")))

    def end(self, _tag: str) -> None:
        self.section.pop()


def read_styles(archive: Archive, part: str) -> list[Style]:
    """The cell styles in order; empty when the workbook has no styles."""
    reader = _Reader()
    archive.walk(part, reader.start, reader.end, lambda _text: None)
    struck = {str(at) for at, on in enumerate(reader.struck_fonts) if on}
    return [_style(reader.codes, number, font in struck) for number, font in reader.styles]


def _style(codes: dict[str, str], number: str, struck: bool) -> Style:
    code = codes.get(number)
    if code is None:
        code = BUILTIN.get(int(number), "") if number.isascii() and number.isdigit() else ""
    if code.lower() in ("general", "@"):
        code = ""
    return Style(code, bool(date_parts(code)), struck)
