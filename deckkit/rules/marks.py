"""DK402, DK410: quotation marks and apostrophes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from deckkit.findings import Fix, Profile, Severity
from deckkit.records import Record, Sources
from deckkit.rules import texts
from deckkit.rules.registry import Hit, rule
from deckkit.text import number, quoted

# Starts with the character to look for, then looks at what stands before it: see texts.py.
_MARKS = re.compile(r"['\"\u2018\u2019\u201c\u201d](?<![\d\u2032\u2033].)")
_CURLY = re.compile("[\u2018\u2019\u201c\u201d]")
_STRAIGHTEN = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])|(?<=s)'(?= )")
_PAIR = re.compile(r'(?:(?<=[\s(\[\u2014])|\A)"(\S(?:[^"]*[^\s"])?)"(?=[\s.,;:!?)\]\u2014]|\Z)')
_WRONG = re.compile(r"[\u00b4`\u2018\u2032\u201b](?<=[^\W\d_].)(?=[^\W\d_])")
_CERTAIN = re.compile(
    r"(?<=[^\W\d_])[\u00b4`\u2018\u2032\u201b](?=(?:s|t|re|ve|ll|d|m)(?![^\W\d_]))"
    r"|(?<=\b[dlODL])[\u00b4`\u2018\u2032\u201b](?=[^\W\d_]{2})",
)
_Marked = tuple[str, Record, str, set[bool]]


def _habit(src: Sources) -> tuple[list[_Marked], Counter[bool]]:
    """The texts with marks and the kinds of each (True: curly), and how many have each kind."""
    found = []
    for column, record, text in texts.cells(src, _MARKS):
        kinds = {bool(_CURLY.match(mark)) for mark in _MARKS.findall(text)}
        found.append((column, record, text, kinds))
    return found, Counter(kind for *_, kinds in found for kind in kinds)


@rule("DK402", "quotes-mixed", Severity.WARNING, profile=Profile.REVIEW)
def quotes_mixed(src: Sources) -> Iterator[Hit]:
    """A deck mixes straight and curly quotation marks or apostrophes.

    What it checks: all texts of a deck use either straight marks (' and ") or curly ones; the
    kind that more texts use counts. Marks behind a digit (feet and inches) are left alone.

    Why players care: cards of one deck look as if they came from two.

    Bad:
        [debates]
        id,text
        D1,Park a country that you don't know.
        D2,Talk about one country's place.
        D3,Keep a country you’re not sure of.

    Good:
        [debates]
        id,text
        D1,Park a country that you don't know.
        D2,Talk about one country's place.
        D3,Keep a country you're not sure of.

    How to fix: type the marks as the other texts have them; `deckkit fix` does it where there is
    no doubt.
    """
    found, uses = _habit(src)
    if len(uses) < 2:
        return
    curly = uses[True] > uses[False]
    usual, odd = ("curly", "straight") if curly else ("straight", "curly")
    english = src.config.language.split("-")[0] == "en"
    for column, record, text, kinds in found:
        if (not curly) in kinds:
            new = _curled(text, pairs=english) if curly else text.translate(_STRAIGHTEN)
            done = not curly or not any(m in "'\"" for m in _MARKS.findall(new))
            yield Hit(
                record.at(column),
                f"{quoted(text)} has {odd} quotation marks; "
                f"{number(uses[curly], 'text')} of the deck {'have' if uses[curly] > 1 else 'has'} "
                f"{usual} ones.",
                f"Type {usual} marks.",
                fix=Fix(text, new) if done else None,
                value=text,
            )


def _curled(text: str, *, pairs: bool) -> str:
    """`text` with curly marks where there is no doubt: apostrophes, and pairs around words."""
    new = _PAIR.sub("\u201c\\1\u201d", text) if pairs else text
    return _APOSTROPHE.sub("\u2019", new)


@rule("DK410", "apostrophe-wrong", Severity.WARNING, profile=Profile.REVIEW)
def apostrophe_wrong(src: Sources) -> Iterator[Hit]:
    """An accent or an opening mark stands where an apostrophe belongs.

    What it checks: ´ and ` between letters, and ‘ before the endings of English words such as
    's and n't. The letter of Hawai‘i is left alone.

    Why players care: the gap around an accent looks like a mistake in print, and it is one.

    Bad:
        [debates]
        id,text
        D1,Park a country that you don´t know.

    Good:
        [debates]
        id,text
        D1,Park a country that you don't know.

    How to fix: type an apostrophe, straight or curly as in the other texts; `deckkit fix` does it
    in endings such as 's and n't.
    """
    _, uses = _habit(src)
    right = "\u2019" if uses[True] > uses[False] else "'"
    for column, record, text in texts.cells(src, _WRONG):
        new = _CERTAIN.sub(right, text)
        wrong = [sign for sign in _WRONG.findall(new) if sign != "\u2018"]
        if new != text or wrong:
            yield Hit(
                record.at(column),
                f"{quoted(text)} has an accent or an opening mark for an apostrophe.",
                f"Type {right} between the letters.",
                fix=Fix(text, new) if not wrong else None,
                value=text,
            )
