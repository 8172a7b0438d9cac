"""Bytes of a text file -> text, and what had to be guessed."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from deckkit.sources.plausible import plausibility

# Bytes that stand for a character in none of the fallbacks' texts are mapped to U+FFFD.
FALLBACKS = {
    "cp1252": "Windows-1252",
    "mac_roman": "Mac Roman",
    "cp850": "DOS (code page 850)",
}
# How much more often files are in one than in another, in the measure of `plausibility`.
USUAL = {"cp1252": 3, "mac_roman": 1, "cp850": 0}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MULTIBYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)
_HIGH = re.compile(rb"[\x80-\xff]")
_WORDS = re.compile(r"[^\W\d_]+")
_LINE_MARK = re.compile(r"(?:\A|(?<=[\r\n]))\ufeff+")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file and how it was found.

    `guessed` names a fallback encoding with an example word; `broken` says that bytes were
    replaced by U+FFFD because they are no characters.
    """

    text: str
    encoding: str
    guessed: str = ""
    example: str = ""
    broken: bool = False


def decode(data: bytes) -> Decoded | None:
    """The text of `data`, or None when it is no text in any encoding known here."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _known(data[len(bom) :], encoding)
    wide = _wide(data)
    if wide:
        return _known(data, wide)
    try:
        return Decoded(_unmarked(data.decode("utf-8")), "utf-8")
    except UnicodeDecodeError:
        pass
    good = sum(len(found) for found in _MULTIBYTE.findall(data))
    if 2 * good > len(_HIGH.findall(data)):  # mostly UTF-8: do not spoil the rest
        return _known(data, "utf-8")
    return _guess(data)


def _known(data: bytes, encoding: str) -> Decoded:
    try:
        return Decoded(_unmarked(data.decode(encoding)), encoding)
    except UnicodeDecodeError:
        text = _unmarked(data.decode(encoding, errors="replace"))
        return Decoded(text, encoding, broken=True)


def _unmarked(text: str) -> str:
    """`text` without what marks a file: byte order marks, also of files put together, and
    the end-of-file sign of DOS.
    """
    if "\ufeff" in text:
        text = _LINE_MARK.sub("", text)
    return text.rstrip("\x1a") if text.endswith("\x1a") else text


def _wide(data: bytes) -> str:
    """UTF-16 or UTF-32 without a byte order mark: told by the zero bytes of the first lines."""
    head = data[:2000]
    quarter = len(head) // 4
    zeros = [head[at : 4 * quarter : 4].count(0) for at in range(4)]
    if quarter > 1 and not len(data) % 4 and min(zeros[2], max(zeros[1], zeros[3])) == quarter:
        if zeros[3] == quarter and zeros[0] == 0:
            return "utf-32-le"
        if zeros[0] == quarter and zeros[3] == 0:
            return "utf-32-be"
    half = len(head) // 2
    if half < 4:
        return ""
    even, odd = head[0 : 2 * half : 2].count(0), head[1 : 2 * half : 2].count(0)
    if odd > 0.6 * half and even < 0.1 * half:
        return "utf-16-le"
    if even > 0.6 * half and odd < 0.1 * half:
        return "utf-16-be"
    return ""


def _guess(data: bytes) -> Decoded | None:
    """The most plausible single-byte encoding, judged by the words it gives."""
    best: tuple[int, str, str] | None = None
    for encoding in FALLBACKS:
        text = data.decode(encoding, errors="replace")
        score = plausibility(text)
        if score > 0:
            score += USUAL[encoding]
        if best is None or score > best[0]:
            best = (score, encoding, text)
    if best is None or best[0] <= 0:
        return None
    _, encoding, text = best
    example = next((w for w in _WORDS.findall(text) if not w.isascii()), "")
    return Decoded(text, encoding, FALLBACKS[encoding], example, "\ufffd" in text)
