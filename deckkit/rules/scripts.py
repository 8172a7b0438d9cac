"""DK405: words of two scripts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckkit.findings import Fix
from deckkit.records import Sources
from deckkit.rules.registry import Hit, rule
from deckkit.text import quoted

# Cyrillic and Greek letters that look like Latin ones (Unicode confusables, letters only).
_LIKE = str.maketrans(
    "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅԌ" + "οναρυικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
    "aeopcyxijshdqwABEKMHOPCTYXIJSG" + "ovapuikABEZHIKMNOPTYX",
)
_FOREIGN = re.compile("[\u0370-\u03ff\u0400-\u052f]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")


@rule("DK405", "scripts-mixed")
def scripts_mixed(src: Sources) -> Iterator[Hit]:
    """A word mixes Latin letters with Cyrillic or Greek ones that look the same.

    What it checks: words that hold Latin letters and look-alikes such as the Cyrillic а, е, о
    or the Greek ο. Greek letters that look like none (µm, Δt) are right.

    Why players care: search, apps and duplicate checks take it for another word, and the letter
    may be missing from the font of the card.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a cоast,2,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: type the word again; `deckkit fix` replaces the look-alikes.
    """
    for table in src.tables.values():
        wanted = [
            c.name
            for c in table.schema.columns.values()
            if c.kind in ("string", "array") and c.name in table.sheet.columns
        ]
        for column in wanted:
            for at, text in enumerate(table.texts(column)):
                if text.isascii() or not _FOREIGN.search(text):
                    continue
                words = [word for word in _WORD.findall(text) if _mixed(word)]
                if words:
                    sign = next(c for c in words[0] if _FOREIGN.match(c))
                    script = "Greek" if sign < "\u0400" else "Cyrillic"
                    new = _WORD.sub(lambda m: m[0].translate(_LIKE) if _mixed(m[0]) else m[0], text)
                    yield Hit(
                        table.records[at].at(column),
                        f"{quoted(words[0])} mixes Latin letters with the {script} {sign} "
                        f"(U+{ord(sign):04X}).",
                        "Type the word again.",
                        fix=None if any(map(_both, _WORD.findall(new))) else Fix(text, new),
                        value=text,
                    )


def _both(word: str) -> bool:
    """Whether a word has letters of two scripts."""
    return bool(_FOREIGN.search(word) and _LATIN.search(word))


def _mixed(word: str) -> bool:
    """Whether a word has Latin letters and look-alikes of such."""
    return _both(word) and word.translate(_LIKE) != word
