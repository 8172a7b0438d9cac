"""DK407: slips of the finger in English texts."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

from deckkit.findings import Location, Profile, Severity
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
    columns = texts.columns(src)
    pieces = Counter(chain.from_iterable(map(str.split, chain(*(c.texts for c in columns)))))
    # What decides on a word has no space between: each piece is read once.
    words = {piece: found for piece in pieces if (found := _WORD.findall(piece))}
    uses: Counter[str] = Counter()
    for piece, found in words.items():
        for word in found:
            uses[word] += pieces[piece]
    own = {word.casefold() for word in src.config.spelling.words}
    slips = {word: meant for word in uses if (meant := _meant(word, own))}
    odd = {piece: found for piece, found in words.items() if not slips.keys().isdisjoint(found)}
    first: dict[str, Location] = {}
    for column, record, piece in _places(columns, odd.keys()):
        for word in odd[piece]:
            first.setdefault(word, record.at(column))
    for word, meant in slips.items():
        others = f" ({number(uses[word], 'time')})" if uses[word] > 1 else ""
        yield Hit(
            first[word],
            f"{quoted(word)} is not in the word list{others}.",
            f"Did you mean {any_of(meant[:3])}?",
            value=word,
        )


def _places(
    columns: Iterable[texts.Texts], pieces: Collection[str]
) -> Iterator[tuple[str, Record, str]]:
    """(column, record, piece) of the first text that has each piece."""
    missing = set(pieces)
    for found in columns:
        for at, text in enumerate(found.texts):
            if not missing:
                return
            for piece in missing.intersection(text.split()):
                missing.discard(piece)
                yield found.column.name, found.table.records[at], piece


def _meant(word: str, own: Collection[str]) -> list[str]:
    """The common words that a word is a slip of, the commonest first; none when it is right."""
    known = _ranks()
    if word in known or word in own or _plural(word, own) or _plural(word, known):
        return []
    close = (w for w in _one_off(word) if known.get(w, COMMON) < COMMON)
    found = sorted(close, key=known.__getitem__)
    if not found or (known[found[0]] > USUAL and _compound(word, known)):
        return []
    return [] if word in _american() or _plural(word, _american()) else found


@lru_cache(maxsize=1)
def _ranks() -> Mapping[str, int]:
    """Rank of each English word by how common it is, 0 for the commonest.

    The list of symspellpy: 82,765 words that both Google Books and SCOWL know.
    """
    data = _data("symspellpy", "frequency_dictionary_en_*.txt").read_bytes()
    words = data.decode("utf-8-sig").split()[::2]
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
