"""DK407: slips of the finger in English texts."""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from deckkit.findings import Profile, Severity
from deckkit.records import Record, Sources
from deckkit.rules import texts
from deckkit.rules.registry import Hit, rule
from deckkit.text import any_of, number, quoted

_WORD = re.compile(r"(?<![\w@./#&])[a-z]{5,30}(?![\w@/])(?![.'’]\w)")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
COMMON = 40_000  # a slip is a slip of a word among so many of the commonest
USUAL = 20_000  # a slip of one of these is likelier than a compound that no list has
_PLURALS = (("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe"))


@rule("DK407", "word-misspelt", Severity.WARNING, profile=Profile.REVIEW)
def word_misspelt(src: Sources) -> Iterator[Hit]:
    """A word is probably misspelt.

    What it checks: in an English deck, words in small letters of five letters and more that are
    not in the word list, and that one letter more, less, changed or swapped makes a common word.
    British and American spellings are both right. A word that the deck uses is added under
    `[spelling]` in deck.toml: `words = ["gharial"]`.

    Why players care: a slip of the pen on a card makes everything on it look unreliable.

    Bad:
        [debates]
        id,text
        D1,Park a contry here.

    Good:
        [debates]
        id,text
        D1,Park a country here.

    How to fix: correct the word, or add it under `[spelling]` in deck.toml if it is right.
    """
    if src.config.language.split("-")[0] != "en":
        return
    uses: dict[str, list[tuple[Record, str]]] = defaultdict(list)
    for column, record, text in texts.cells(src):
        for word in _WORD.findall(text):
            uses[word].append((record, column))
    known = _ranks()
    own = {word.casefold() for word in src.config.spelling.words}
    for word, places in uses.items():
        if word in known or word in own or _plural(word, known) or _plural(word, own):
            continue
        close = (w for w in _one_off(word) if known.get(w, COMMON) < COMMON)
        found = sorted(close, key=known.__getitem__)
        if not found or (known[found[0]] > USUAL and _compound(word, known)):
            continue
        if word not in _american() and not _plural(word, _american()):
            record, column = places[0]
            others = f" ({number(len(places), 'time')})" if len(places) > 1 else ""
            yield Hit(
                record.at(column),
                f"{quoted(word)} is not in the word list{others}.",
                f"Did you mean {any_of(found[:3])}?",
                value=word,
            )


@lru_cache(maxsize=1)
def _ranks() -> Mapping[str, int]:
    """Rank of each English word by how common it is, 0 for the commonest.

    The list of symspellpy: 82,765 words that both Google Books and SCOWL know.
    """
    file = _data("symspellpy", "frequency_dictionary_en_*.txt")
    words = file.read_text(encoding="utf-8-sig").split()[::2]
    return dict(zip(words, range(len(words)), strict=True))


@lru_cache(maxsize=1)
def _american() -> Collection[str]:
    """A second, larger list with American spellings: that of pyspellchecker."""
    found: dict[str, int] = json.loads(
        gzip.decompress(_data("spellchecker", "*/en.json.gz").read_bytes())
    )
    return found.keys()


def _data(package: str, pattern: str) -> Path:
    """A data file of an installed package, which is not imported; raises LookupError."""
    spec = find_spec(package)
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for file in sorted(Path(folder).glob(pattern)):
            return file
    raise LookupError(f"{package} has no file {pattern}")


def _plural(word: str, known: Collection[str]) -> bool:
    """Whether `word` is the plural of a known word."""
    return any(
        word.endswith(end) and word.removesuffix(end) + instead in known
        for end, instead in _PLURALS
    )


def _compound(word: str, known: Collection[str]) -> bool:
    """Whether `word` is two known words written as one: woodlouse."""
    return any(word[:at] in known and word[at:] in known for at in range(4, len(word) - 3))


def _one_off(word: str) -> set[str]:
    """Every string one letter more, less, changed or swapped away; about 54 a letter."""
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)]
    found = {a + b[1:] for a, b in cuts if b}
    found |= {a + b[1] + b[0] + b[2:] for a, b in cuts if len(b) > 1}
    found |= {a + letter + b[1:] for a, b in cuts if b for letter in _LETTERS}
    found |= {a + letter + b for a, b in cuts for letter in _LETTERS}
    return found - {word}
