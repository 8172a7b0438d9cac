"""How plausible the letters and signs of a text are in words of European languages."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

ENOUGH = 2_000
_WORDS = re.compile(r"[^\W\d_]+")
_ODD = re.compile(r"[^\x00-\x7f]")
# Letters by how often words have them; a word that begins with one in small is another matter.
_WEIGHTS = {
    **dict.fromkeys("éáíóúüöäñçèãôå", 4),
    **dict.fromkeys("êëïâàøæßõ", 3),
    **dict.fromkeys("îûùšžœðþý", 2),
    **dict.fromkeys("ìòÿ", 1),
}
_BEGINS = frozenset("éáíóúüöäåêîâàøæšžœþ")
_ALONE = frozenset("àáéèíóöåôúæøìò")
_CONSONANTS = frozenset("ñçšžßðþ")
_VOWELS = frozenset("aeiouyæøœ")
_PARTNERS = {
    "\u201c": "\u201d\u201e", "\u201d": "\u201c\u201e", "\u201e": "\u201c\u201d",
    "\u2019": "\u2018", "«": "»", "»": "«", "¿": "?", "¡": "!",
}  # fmt: skip
_CONTRACTED = re.compile(r"(?:s|t|re|ve|ll|d|m)\Z", re.IGNORECASE)
_ELIDED = re.compile(r"\A(?:[ldonsjcmt]|qu|\w+qu)\Z", re.IGNORECASE)
_EDGES = frozenset(',;\t|"\r\n')  # where a cell begins, most of them with a capital
_NOT_THERE, _UNLIKELY, _NEUTRAL, _LIKELY, _TYPICAL, _CERTAIN = -4, -2, 0, 2, 3, 6


def plausibility(text: str) -> int:
    """How much the non-ASCII characters look like those of European words; 0 is chance.

    The first `ENOUGH` of them tell.
    """
    score = end = 0
    for match in islice(_ODD.finditer(text), ENOUGH):
        end = match.end()
        score += _fit(text, match.start())
    return score - sum(3 * len(word) for word in _WORDS.findall(text[:end]) if _foreign(word))


def _foreign(word: str) -> bool:
    """Whether most letters of a word are accented, as in no word of a Latin script."""
    return len(word) > 3 and 2 * sum(not char.isascii() for char in word) > len(word)


def _fit(text: str, at: int) -> int:
    char = text[at]
    before = text[at - 1] if at else " "
    after = text[at + 1] if at + 1 < len(text) else " "
    category = unicodedata.category(char)
    if char == "\ufffd" or category == "Cc":
        return _NOT_THERE
    if category == "Ll":
        return _small(char, before, after, text[max(at - 2, 0) : at])
    if category == "Lu":
        return _capital(char, before, after, text[at + 2 : at + 3])
    if char == "\u2019" and before.isalpha() and after.isalpha():
        return _apostrophe(text, at)
    return _sign(text, at, before, after)


def _small(char: str, before: str, after: str, two: str) -> int:
    inside, ends = before.isalpha(), not after.isalpha()
    weight = _WEIGHTS.get(char, _UNLIKELY)
    if not inside and ends:
        return _LIKELY if char in _ALONE else _UNLIKELY
    if before.isupper() and (after.isupper() or (ends and two.isupper() and len(two) > 1)):
        return _NOT_THERE
    if not inside:
        return weight - (2 if before in _EDGES else 1) if char in _BEGINS else _UNLIKELY
    return weight + _beside(char, before, after)


def _beside(char: str, before: str, after: str) -> int:
    """Whether a letter goes with its neighbours: consonants with vowels, and vowels without."""
    left, right = _vowel(before), _vowel(after)
    if char in _CONSONANTS:
        return (
            _NEUTRAL
            if left or (right and char != "ß")
            else _NEUTRAL
            if char in "šž"
            else _NOT_THERE
        )
    if char == "œ":
        return _NEUTRAL if after in "uicsndlt" else _NOT_THERE
    if char == "ã":
        return 1 if after in "oe" or not after.isalpha() else -1
    return 1 if not left and not right else _UNLIKELY if left and right else _NEUTRAL


def _vowel(char: str) -> bool:
    return unicodedata.normalize("NFD", char.lower())[:1] in _VOWELS


def _capital(char: str, before: str, after: str, next_: str) -> int:
    small = char.lower()
    weight = _WEIGHTS.get(small, _UNLIKELY)
    if before.islower() or (before.isupper() and after.islower()):
        return _NOT_THERE
    if not before.isalpha() and not after.isalpha():
        return 1 if small in _ALONE else _UNLIKELY
    if not before.isalpha():
        return _NOT_THERE if after.isupper() and next_.islower() else weight - 1
    return weight - 1 + _beside(small, before.lower(), after.lower())


def _apostrophe(text: str, at: int) -> int:
    """An apostrophe between letters: contracted, elided, or between vowels as in Sana’a."""
    left = next(reversed(_WORDS.findall(text[max(at - 20, 0) : at])), "")
    right = next(iter(_WORDS.findall(text[at + 1 : at + 20])), "")
    if _CONTRACTED.match(right) or (_ELIDED.match(left) and _vowel(text[at + 1].replace("h", "a"))):
        return _CERTAIN
    return 1 if _vowel(text[at - 1]) else -1


def _answered(mark: str, line: str) -> bool:
    """Whether a line holds what opens or closes such a mark."""
    return any(sign in line for sign in _PARTNERS[mark])


def _sign(text: str, at: int, before: str, after: str) -> int:
    char, inside = text[at], before.isalpha() and after.isalpha()
    if char in "\u2018\u201c\u201e«¿¡":
        opens = not before.isalnum() and not after.isspace()
        paired = char == "\u2018" or _answered(char, text[at + 1 : at + 200].partition("\n")[0])
        return _TYPICAL if opens and paired else _UNLIKELY
    if char == "\u2019" and before in "sxz" and after == " ":
        return _CERTAIN  # the players’ turn
    if char in "\u2019\u201d»":
        closes = not before.isspace() and not after.isalnum()
        paired = _answered(char, text[max(at - 200, 0) : at].rpartition("\n")[2])
        return _TYPICAL if closes and paired else _UNLIKELY
    if char in "\u2013\u2014":
        spaced, digits = before.isspace() and after.isspace(), before.isdigit() and after.isdigit()
        return _TYPICAL if spaced or digits else _UNLIKELY
    if char in "€£¥°½¼¾×±÷§":
        near = before.isalnum() + after.isalnum()
        return _TYPICAL if not before.isalpha() and (near or char not in "°") else _UNLIKELY
    if char == "™":
        return _LIKELY if text[max(at - 3, 0) : at].isalpha() and not after.isalpha() else _UNLIKELY
    if char in "²³¹®…ªº":
        behind = before.isalpha() or before.isdecimal()
        return _TYPICAL if behind and not after.isalpha() else _NOT_THERE
    if char == "†":
        return _LIKELY if before == " " and not after.isalnum() else _UNLIKELY
    if char in "\xa0©":
        return _UNLIKELY if inside or after in _EDGES else _LIKELY
    if unicodedata.category(char) in ("So", "Sm", "Sk") and (before.isalpha() or after.isalpha()):
        return _UNLIKELY
    return _UNLIKELY if inside else _NEUTRAL
