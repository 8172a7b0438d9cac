"""QW3xx: Country cards: codes, names and regions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache

from deckkit.assets import folder
from deckkit.findings import Fix, Profile, Related, Severity
from deckkit.games.quizwiz.names import alpha2, alpha3
from deckkit.games.quizwiz.records import Country
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import fold, number, quoted, signature


@rule("QW308", "region-differs", sheets=("countries",))
def region_differs(src: Sources) -> Iterator[Hit]:
    """A region is written in two ways.

    What it checks: regions that differ only in case, accents, spaces or punctuation, or by a
    letter or two where all other countries agree.

    Why players care: backs group the answers by region; a misspelt one makes a group of its own.

    Bad:
        [countries]
        code,name,region
        CHL,Chile,South America
        PER,Peru,South America
        BOL,Bolivia,South Amercia

    Good:
        [countries]
        code,name,region
        CHL,Chile,South America
        PER,Peru,South America
        BOL,Bolivia,South America

    How to fix: type the region as the other countries have it; `deckkit fix` does it where only
    case, accents or spaces differ and more countries have the other form.
    """
    countries = src.records(Country, "region")
    uses = Counter(country.region for country in countries)
    for country in countries:
        usual = _usual(country.region, uses)
        if usual:
            count = uses[country.region]
            certain = fold(usual) == fold(country.region) and uses[usual] > count
            only = "of one country only" if count == 1 else f"of {count} countries"
            yield Hit(
                country.at("region"),
                f"{quoted(country.region)} is the region {only}; "
                f"{quoted(usual)} is used {number(uses[usual], 'time')}.",
                f"Did you mean {quoted(usual)}?",
                fix=Fix(country.raw("region"), usual, safe=certain),
                value=country.region,
            )


def _usual(region: str, uses: Counter[str]) -> str:
    """The spelling of `region` that more countries (at a tie, earlier ones) have, or nothing."""
    order = list(uses)
    same = [r for r in order if signature(r) == signature(region)]
    best = max(same, key=lambda r: (uses[r], -order.index(r)))
    if best != region:
        return best
    others = [r for r in order if uses[r] > 1 and uses[region] == 1 and _slip(r, region)]
    return others[0] if others else ""


def _slip(first: str, second: str) -> bool:
    """Whether two words differ by a slip: one edit, or two behind the same first letter."""
    from rapidfuzz.distance import DamerauLevenshtein

    one, two = fold(first), fold(second)
    return one != two and DamerauLevenshtein.distance(one, two) <= 1 + (one[:1] == two[:1])


@rule("QW311", "country-code-unknown", sheets=("countries",))
def country_code_unknown(src: Sources) -> Iterator[Hit]:
    """A country's code is not an ISO 3166 code.

    What it checks: `code` is an ISO 3166 alpha-3 code, an alpha-2 code, or one of the codes that
    ISO leaves to users (AA, QM to QZ, XA to XZ, ZZ, or three letters that start so), and that
    no two spellings name one country.

    Why players care: apps find flags, maps and translations by the code.

    Bad:
        [countries]
        code,name,region
        CHI,Chile,South America

    Good:
        [countries]
        code,name,region
        CHL,Chile,South America

    How to fix: look up the three-letter code of the country.
    """
    first: dict[str, Country] = {}
    for country in src.records(Country, "code", "name"):
        code = alpha3(country.code)
        if not alpha2(code) and not _user_assigned(code):
            right = _code_of(country.name)
            hint = f"The code of {country.name} is {right}." if right else "Type the ISO code."
            message = f"{quoted(country.code)} is not an ISO 3166 country code."
            yield Hit(country.at("code"), message, hint, value=country.code)
        twin = first.setdefault(code, country)
        if twin is not country and fold(twin.code) != fold(country.code):
            yield Hit(
                country.at("code"),
                f"{country.code} and {twin.code} (row {twin.row.number}) are the same country.",
                "Delete one of the two.",
                (Related(twin.at("code"), "first"),),
                value=country.code,
            )


def _user_assigned(code: str) -> bool:
    return (
        code[:2] in ("AA", "ZZ") or code[0] == "X" or (code[0] == "Q" and "M" <= code[1:2] <= "Z")
    )


def _code_of(name: str) -> str:
    import pycountry

    entry = pycountry.countries.get(name=name) or pycountry.countries.get(common_name=name)
    return entry.alpha_3 if entry else ""


@rule("QW312", "country-name-twice", sheets=("countries",))
def country_name_twice(src: Sources) -> Iterator[Hit]:
    """Two countries share a name.

    What it checks: the name of a country is not the name or an alias of another.

    Why players care: an answer of that name would mean two cards.

    Bad:
        [countries]
        code,name,region,aliases
        CHL,Chile,South America,
        PER,Peru,South America,Chile

    Good:
        [countries]
        code,name,region,aliases
        CHL,Chile,South America,
        PER,Peru,South America,

    How to fix: delete the alias, or correct the name.
    """
    countries = src.records(Country, "name")
    owner: dict[str, Country] = {}
    for country in countries:
        owner.setdefault(fold(country.name), country)
    for country in countries:
        for column, words in (("name", [country.name]), ("aliases", country.aliases)):
            for word in words:
                other = owner.get(fold(word), country)
                if other is not country:
                    yield Hit(
                        country.at(column),
                        f"{quoted(word)} is the name of {other.name} in row {other.row.number}.",
                        "Delete it here, or correct the name.",
                        (Related(other.at("name"), "the other"),),
                        value=word,
                    )


@rule(
    "QW317",
    "country-not-drawn",
    Severity.WARNING,
    sheets=("countries",),
    profile=Profile.PRINT,
)
def country_not_drawn(src: Sources) -> Iterator[Hit]:
    """There is no outline or no flag for a Country card.

    What it checks: the templates have an outline and a flag for each country's code. deckkit has
    those of 72 countries.

    Why players care: where the outline is missing, the card shows three letters in its place.

    Bad:
        [countries]
        code,name,region
        MLT,Malta,Europe

    Good:
        [countries]
        code,name,region
        CHL,Chile,South America

    How to fix: add the outline to `templates/quizwiz/outlines.json` and the flag to
    `templates/quizwiz/flags/` (the two scripts there say how theirs were made), choose another
    country, or accept the finding in deck.toml.
    """
    outlines, flags = _drawn()
    for country in src.records(Country, "code", "name"):
        code = alpha3(country.code)
        lacks = [] if code in outlines else ["outline"]
        lacks += [] if alpha2(code).lower() in flags else ["flag"]
        if lacks:
            yield Hit(
                country.at("code"),
                f"There is no {' and no '.join(lacks)} of {country.name}.",
                "Its card is printed without.",
                value=country.code,
            )


@cache
def _drawn() -> tuple[frozenset[str], frozenset[str]]:
    """The codes that have an outline (three letters) and a flag (two letters, small)."""
    drawings = folder("templates") / "quizwiz"
    outlines = json.loads((drawings / "outlines.json").read_text("utf-8"))
    return frozenset(outlines), frozenset(path.stem for path in (drawings / "flags").glob("*.svg"))
