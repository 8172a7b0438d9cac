"""Texts that were read in a wrong encoding before they came into the table."""

from __future__ import annotations

import re

from deckkit.sources.plausible import plausibility

# What accented letters of a Mac become in Windows-1252, where no word has it.
MISREAD = re.compile("(?<=[a-z])[ŠŒŽŸ]|(?<=[A-Za-z])[‡ˆ‰‹•˜™›](?=[a-z])")
_MARKS = "\u2013\u2014\u2018-\u201e\u2026"  # they also follow a capital in good text
_GARBLED = re.compile(
    "[\u00c2-\u00c5][\x80-\xbf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc"
    "\u2020-\u2022\u2030\u2039\u203a\u20ac\u2122]"
    f"|(?<=[a-z])[\u00c2-\u00c5][{_MARKS}]|[\u00c2-\u00c5][{_MARKS}](?=[a-z])"
    "|\u00e2[\x80\u20ac][\x80-\xbf\u0153\u2122\u0161\u02dc\u201c\u201d\u2018\u2019]"
    "|\u221a[^\\s\\w.,()]|\u221a[\u00c5\u00ec\u00ee\u00f1\u00f3\u00f4\u00e8\u00eb\u00ed\u00ef]"
    "|\u251c[\u2500-\u25ff\u00a0-\u00ff\u0192]"
)
_GARBLED_RUN = re.compile(r"([^\x00-\x7f]{2,})")
_GARBLERS = ("cp1252", "latin-1", "mac_roman", "cp437", "cp850")


def ungarble(text: str) -> str:
    """What `text` was before it was read in another encoding; empty if it was not."""
    if MISREAD.search(text):
        mac = "".join(c if c.isascii() else _mac(c) for c in text)
        if plausibility(mac) > max(plausibility(text), 0):
            return mac
    if not _GARBLED.search(text):
        return ""
    pieces = _GARBLED_RUN.split(text)
    for encoding in _GARBLERS:
        repaired = "".join(_repair(piece, encoding) for piece in pieces)
        if repaired != text:
            return repaired
    return ""


def _repair(run: str, encoding: str) -> str:
    try:
        data = b"".join(_byte(char, encoding) for char in run)
        repaired = data.decode("utf-8")
    except UnicodeError:
        return run
    return repaired if all(_usual(char) for char in repaired) else run


def _usual(char: str) -> bool:
    """Whether a repaired character is a Latin letter, a sign or punctuation."""
    return char == "\xa0" or (
        char.isprintable() and (ord(char) < 0x250 or 0x2010 <= ord(char) < 0x20B0)
    )


def _byte(char: str, encoding: str) -> bytes:
    """The byte a character was read from; cp1252 leaves five bytes as control characters."""
    if encoding == "cp1252" and 0x80 <= ord(char) < 0xA0:
        return bytes([ord(char)])
    return char.encode(encoding)


def _mac(char: str) -> str:
    try:
        return _byte(char, "cp1252").decode("mac_roman")
    except UnicodeError:
        return char
