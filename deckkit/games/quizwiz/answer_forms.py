"""In which form a list of answers names countries: by the names of their cards or by codes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from deckkit.games.quizwiz.names import Names, alpha2, alpha3, names, same_word
from deckkit.games.quizwiz.records import Country, Statement
from deckkit.records import Sources
from deckkit.rules.lists import is_entry

# Codes that are also English words; in small letters among names they may be a slip.
_WORDS = frozenset({"and", "are", "can", "nor", "per"})


def uses_codes(src: Sources, answers: Sequence[str]) -> bool:
    """Whether a list of answers is one of codes; when it is neither, what the deck mostly has."""
    more = _lean(names(src), answers)
    return more > 0 or (more == 0 and _deck_uses_codes(src))


def normal(known: Names, country: Country, codes: bool) -> str:
    """How a list names a country; empty when that would mean another one, or be no entry."""
    word = country.code.upper() if codes else country.name
    return word if known.one(word) is country and is_entry(word) else ""


def doubtful(word: str) -> bool:
    """Whether a word in small letters may be anything but a code: in, no, are."""
    return word.islower() and (len(word) == 2 or word in _WORDS)


@lru_cache(maxsize=8)
def _deck_uses_codes(src: Sources) -> bool:
    known = names(src)
    return sum(_lean(known, s.answers) for s in src.records(Statement, "answers")) > 0


def _lean(known: Names, answers: Sequence[str]) -> int:
    """How many more answers are codes than names."""
    return sum(_is_code(word, c) for word in answers if (c := known.one(word)) is not None)


def _is_code(word: str, country: Country) -> int:
    """1 for a code of the country, -1 for a name, 0 for what may be either."""
    code = alpha3(country.code)
    code_too = word.upper() in (country.code.upper(), code, alpha2(code))
    name_too = any(same_word(word, name) for name in (country.name, *country.aliases))
    return 0 if code_too and (name_too or doubtful(word)) else 1 if code_too else -1
