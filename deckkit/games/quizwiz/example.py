"""The rulebook's worked check as a small deck with tables, and tables that break the rules.

The deck tests rules; it is not for play: its lists name only the countries it has.
"""

from __future__ import annotations

from typing import Any

from deckkit.game import Json

_COUNTRIES = (
    ("AUT", "AT", "Austria", "Vienna"),
    ("BRA", "BR", "Brazil", "Brasília"),
    ("CUB", "CU", "Cuba", "Havana"),
    ("JPN", "JP", "Japan", "Tokyo"),
    ("MDG", "MG", "Madagascar", "Antananarivo"),
    ("NGA", "NG", "Nigeria", "Abuja"),
    ("PAK", "PK", "Pakistan", "Islamabad"),
    ("POL", "PL", "Poland", "Warsaw"),
    ("PRT", "PT", "Portugal", "Lisbon"),
    ("SYC", "SC", "Seychelles", "Victoria"),
    ("GBR", "GB", "United Kingdom", "London"),
)
_LISTS = {
    "S1": "AUT BRA GBR JPN NGA POL PRT",
    "S2": "AUT BRA GBR JPN POL PRT",
    "S3": "PAK",
    "S4": "GBR PRT",
}
_STATEMENTS = (
    ("S1", "sport", 1, "has played in at least two football World Cups of men"),
    ("S2", "food", 1, "has had restaurants with a Michelin star"),
    ("S3", "history", 2, "lay partly within the Mongol Empire"),
    ("S4", "history", 3, "had a queen or king in 1900"),
)
_SPECIALS = (("P1", "2 or more", 2, None), ("P2", "None", 0, 0))
_CHECK = {
    "S1": "PRT BRA",
    "S2": "POL GBR",
    "S3": "PAK JPN",
    "P1": "AUT NGA",
    "P2": "CUB SYC MDG",
}


def members(rules: Json) -> Json:
    """The game's part of the example's deck.json."""
    return {
        "rules": dict(rules),
        "regions": [{"id": "world", "name": "World"}],
        "categories": [
            {"id": id_, "name": id_.capitalize(), "colour": "#22313f", "icon": "globe"}
            for id_ in ("food", "history", "sport")
        ],
        "countries": [
            {"code": code, "alpha2": two, "name": name, "region": "world", "capital": capital}
            for code, two, name, capital in _COUNTRIES
        ],
        "statements": [
            {
                "id": id_,
                "category": category,
                "difficulty": difficulty,
                "text": text,
                "count": len(_LISTS[id_].split()),
                "countries": sorted(_LISTS[id_].split()),
                "as_of": "2023-12-31",
                "sources": [],
            }
            for id_, category, difficulty, text in _STATEMENTS
        ],
        "special_statements": [
            {"id": id_, "text": text, "minimum": low, "maximum": high}
            for id_, text, low, high in _SPECIALS
        ],
        "setups": [
            {
                "id": "U1",
                "level": "easy",
                "statements": {"1": 2, "2": 1, "3": 0},
                "special_statements": ["P1", "P2"],
            }
        ],
        "debates": [{"id": f"D{n}", "text": "Park a country here."} for n in (1, 2, 3)],
    }


def table(**changes: str | None) -> Json:
    """The table of the worked check; `changes` replace the countries of a slot or take it away.

    D1 to D3 name the country parked on a Debate card.
    """
    slots = {id_: codes for id_, codes in {**_CHECK, **changes}.items() if codes is not None}

    def of(letter: str) -> list[Json]:
        return [
            {"id": id_, "countries": codes.split()}
            for id_, codes in slots.items()
            if id_[0] == letter
        ]

    debates = [{"id": id_, "country": codes} for id_, codes in slots.items() if id_[0] == "D"]
    found: Json = {"statements": of("S"), "special_statements": of("P")}
    return {**found, "debates": debates} if debates else found


def judged() -> dict[str, Json]:
    """Tables to score, by what they show."""
    return {
        "the rulebook's worked check: two mistakes, a win": table(),
        "three mistakes still win": table(S3="MDG JPN", P2="CUB SYC"),
        "four mistakes lose": table(S3="MDG JPN", P2="CUB SYC PAK"),
        "a country on a Debate card is neither right nor wrong": table(P2="CUB SYC", D1="MDG"),
        "a Special Statement does not count itself or others": table(
            P1="AUT GBR", S2="POL JPN", S3="PAK NGA"
        ),
        "a Statement with one card: the game has not ended": table(S2="POL"),
    }


def refused() -> dict[str, Json]:
    """Tables and games that break a rule, by the rule."""
    games = {
        "a card of another player's hand or the Country deck": _game(("MDG", "hand", "S1")),
        "a play on a Statement that is not on the table": _game(("AUT", "hand", "S4")),
        "an open card on a Debate card": _game(("JPN", "open", "D1")),
        "a second card on a Debate card": _game(("AUT", "hand", "D1"), ("BRA", "hand", "D1")),
        "a Debate card that has left the game": _game(
            ("AUT", "hand", "D1"), ("AUT", "D1", "S1"), ("BRA", "hand", "D1")
        ),
        "a card that lies on a Statement": _game(("AUT", "hand", "S1"), ("AUT", "S1", "S2")),
    }
    return {
        "a country on two cards": table(S2="POL PRT"),
        "a country twice on one card": table(S2="POL POL"),
        "a country on a Statement and on a Debate card": table(D1="PRT"),
        "a country that the deck does not have": table(S2="POL FRA"),
        "a Statement that the deck does not have": table(S9="GBR"),
        "a Special Statement that the deck does not have": table(P9="GBR"),
        "two Statements of one category": table(S2=None, S4="GBR POL"),
        "another Setup's table": {**table(P2=None), "setup": "U1"},
        "too many players for the Country cards": {**_game(), "players": 3},
        "a Setup that the deck does not have": {**_game(), "setup": "U9"},
        **games,
    }


def _game(*plays: tuple[str, str, str]) -> dict[str, Any]:
    """A game of one player with `hand_size` 4; seed and hands are set by whoever scores it."""
    return {
        "setup": "U1",
        "seed": 0,
        "players": 1,
        "plays": [{"player": 1, "country": c, "from": o, "to": t} for c, o, t in plays],
    }
