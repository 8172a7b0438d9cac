"""Checked QuizWiz sources -> the game's part of deck.json."""

from __future__ import annotations

import hashlib
import re

from deckkit.game import Json
from deckkit.games.quizwiz.names import alpha2, alpha3, names
from deckkit.games.quizwiz.records import (
    Category,
    Country,
    Debate,
    Setup,
    SpecialStatement,
    Statement,
)
from deckkit.records import Sources
from deckkit.text import clean, fold

# Every number of the rulebook that an app needs.
RULES: Json = {
    "hand_size": 4,
    "open_cards": 3,
    "cards_to_end": 2,
    "mistakes_allowed": 3,
    "debate_cards": 3,
}

DEFAULT_COLOUR = "#22313f"


def slug(name: str) -> str:
    """Lower-case id of a name: ``Middle East & North Africa`` is middle-east-north-africa.

    A name without a Latin letter or a digit gets a digest of itself.
    """
    plain = re.sub(r"[^a-z0-9]+", "-", fold(name)).strip("-")
    return plain or f"x{hashlib.sha256(fold(name).encode()).hexdigest()[:8]}"


def compile_deck(src: Sources) -> Json:
    """The members of deck.json that belong to QuizWiz, in a fixed order.

    Records that a draft has with errors are left out; checked sources have none.
    """
    countries = sorted(src.records(Country), key=lambda c: (fold(c.name), c.name))
    specials = src.records(SpecialStatement)
    known = {s.id for s in specials}
    regions = sorted({clean(c.region) for c in countries}, key=fold)
    categories = _categories(src)
    by_word = {fold(w): c["id"] for c in categories for w in (c["name"], c["id"])}
    return {
        "rules": dict(RULES),
        "regions": [{"id": slug(name), "name": name} for name in regions],
        "categories": categories,
        "countries": [_country(c) for c in countries],
        "statements": [_statement(src, s, by_word) for s in src.records(Statement)],
        "special_statements": [
            {"id": s.id, "text": s.text, "minimum": s.minimum, "maximum": s.maximum}
            for s in specials
        ],
        "setups": [
            {
                "id": s.id,
                "level": s.level,
                "statements": {str(level): count for level, count in s.wanted.items()},
                "special_statements": [
                    i for i in dict.fromkeys(s.special_statements) if i in known
                ],
            }
            for s in src.records(Setup)
        ],
        "debates": [{"id": d.id, "text": d.text} for d in src.records(Debate)],
    }


def _categories(src: Sources) -> list[Json]:
    """The sheet categories, and those in use that it lacks (all of them without the sheet)."""
    found = src.records(Category)
    known = {fold(word) for c in found for word in (c.id, c.name)}
    used: dict[str, str] = {}
    for statement in src.records(Statement, "category"):
        if fold(statement.category) not in known:
            used.setdefault(slug(statement.category), statement.category)
    return [
        *({"id": c.id, "name": c.name, "colour": c.colour, "icon": c.icon} for c in found),
        *(
            {"id": id_, "name": name, "colour": DEFAULT_COLOUR, "icon": "globe"}
            for id_, name in sorted(used.items())
        ),
    ]


def _country(country: Country) -> Json:
    code = alpha3(country.code)
    return {
        "code": code,
        "alpha2": alpha2(code) or None,
        "name": country.name,
        "region": slug(country.region),
        "capital": country.capital,
    }


def _statement(src: Sources, statement: Statement, categories: dict[str, str]) -> Json:
    known = names(src)
    codes = {alpha3(c.code) for a in statement.answers if (c := known.one(a))}
    return {
        "id": statement.id,
        "category": categories[fold(statement.category)],
        "difficulty": statement.difficulty,
        "text": statement.text,
        "count": statement.count,
        "countries": sorted(codes),
        "as_of": statement.as_of or src.config.as_of,
        "sources": list(statement.sources),
    }
