"""Which Country card an editor's word means: the deck's own names, aliases and codes first."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from deckkit.games.quizwiz.known_names import ambiguous, candidates
from deckkit.games.quizwiz.records import Country
from deckkit.records import Sources
from deckkit.text import fold, suggest


@lru_cache(maxsize=4096)
def alpha3(code: str) -> str:
    """The ISO 3166 alpha-3 code of an alpha-2 or alpha-3 code.

    A two-letter code that ISO does not know (user-assigned, such as XK) gets an X.
    """
    import pycountry

    if len(code) != 2:
        return code.upper()
    entry = pycountry.countries.get(alpha_2=code.upper())
    return entry.alpha_3 if entry else f"{code.upper()}X"


@lru_cache(maxsize=4096)
def alpha2(code: str) -> str:
    """The ISO 3166 alpha-2 code of an alpha-3 code; empty when ISO has none."""
    import pycountry

    entry = pycountry.countries.get(alpha_3=code.upper())
    return entry.alpha_2 if entry else ""


@dataclass(frozen=True)
class Names:
    """Lookup of countries by folded name, alias or code; never by substring."""

    known: Mapping[str, tuple[Country, ...]]
    words: tuple[str, ...]
    claims: Mapping[str, frozenset[str]]

    def find(self, word: str) -> tuple[Country, ...]:
        """The countries `word` may mean: one when it is known, more when ambiguous."""
        return self.known.get(_form(word), ())

    def one(self, word: str) -> Country | None:
        """The country `word` means, or None when it is unknown or ambiguous."""
        found = self.find(word)
        return found[0] if len(found) == 1 else None

    def certain(self, word: str) -> Country | None:
        """The country `word` means beyond doubt, so that another word may take its place.

        None when two countries of the deck go by it, whatever its rank, when several states of
        the world do (Congo, Georgia), or when the world knows another state by that name.
        """
        country = self.one(word)
        if country is None or ambiguous(word) or len(self.claims[_form(word)]) > 1:
            return None
        codes = () if same_word(word, country.name) else candidates(word)[0]
        return country if not codes or alpha3(country.code) in codes else None

    def with_codes(self, codes: Iterable[str]) -> list[Country]:
        """The deck's countries that have one of these alpha-3 codes."""
        return [country for code in codes if (country := self.one(code)) is not None]

    def like(self, word: str) -> list[str]:
        """Names and aliases that look like `word`, as country names, best first."""
        hits = (self.known[_form(w)][0].name for w in suggest(word, self.words))
        return list(dict.fromkeys(hits))


def same_word(first: str, second: str) -> bool:
    """Whether two words differ at most in case, accents, signs or spaces."""
    return _form(first) == _form(second)


@lru_cache(maxsize=4096)
def _form(word: str) -> str:
    return fold(word).replace(".", "").replace("-", " ")


def make(countries: Iterable[Country]) -> Names:
    """Names over `countries`: a country's own name beats aliases, aliases beat codes."""
    tiers: tuple[dict[str, dict[str, Country]], ...] = tuple(defaultdict(dict) for _ in range(3))
    words: dict[str, None] = {}
    for country in countries:
        code = alpha3(country.code)
        codes = [w for w in (country.code, code, alpha2(code)) if w]
        for tier, names in enumerate(([country.name], country.aliases, codes)):
            for name in names:
                tiers[tier][_form(name)].setdefault(code, country)
                if tier < 2:
                    words[name] = None
    merged: dict[str, tuple[Country, ...]] = {}
    claims: dict[str, frozenset[str]] = defaultdict(frozenset)
    for tier_map in tiers:
        for form, found in tier_map.items():
            merged.setdefault(form, tuple(found.values()))
            claims[form] |= found.keys()
    return Names(merged, tuple(words), claims)


@lru_cache(maxsize=8)
def names(src: Sources) -> Names:
    """The names of a deck's countries (cached per loaded deck)."""
    return make(src.records(Country, "code", "name"))
