"""conformance.json of a QuizWiz deck: tables to deal, games to judge, tables to refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deckkit.canonical import content_hash
from deckkit.errors import UsageError
from deckkit.game import Ask, Json
from deckkit.games.quizwiz import example
from deckkit.games.quizwiz.autoplay import CARE, play_out
from deckkit.games.quizwiz.compile import RULES
from deckkit.games.quizwiz.play import Deck, lay_out, most_players
from deckkit.games.quizwiz.scoring import final_table, judge, score
from deckkit.games.quizwiz.turns import HAND, OPEN
from deckkit.seeds import Random, samples

GAMES = 12
TRIES = 60
PERFECT, MISTAKES, LOST = "perfect", "mistakes", "lost"
OUTCOMES = ((PERFECT, CARE), (MISTAKES, CARE - 1), (LOST, CARE // 2))  # with care of 8 turns
MOST_PLAYERS = 5
EXAMPLE_SEED = 104  # its only hand is AUT, BRA, CUB, GBR; JPN lies open


def conformance(deck: Deck) -> Json:
    """The game's part of conformance.json.

    Deals and games are left out for Setups that cannot be drawn (a draft may have some) and
    when there are not enough Country cards for one player.
    """
    small = example_deck(deck)
    return {
        "random": samples(),
        "deals": [_deal_vector(table) for table in _tables(deck)],
        "games": list(_games(deck)),
        "example_deck": small,
        "examples": [
            {"name": name, "table": table, "result": judge(small, table)}
            for name, table in example.judged().items()
        ],
        "refused": [
            {"name": name, "table": _seeded(table), "why": _why(small, _seeded(table))}
            for name, table in example.refused().items()
        ],
    }


def example_deck(deck: Deck) -> Json:
    """The deck of the worked examples, a complete deck.json in the version of `deck`."""
    small: Json = {
        **{name: deck[name] for name in ("$schema", "schema_version", "game")},
        "deck": {
            "id": "example",
            "title": "Worked examples",
            "version": "2026.1",
            "as_of": "2023-12-31",
            "language": "en",
            "licence": "CC0-1.0",
            "authors": [],
        },
        **example.members(RULES),
    }
    small["deck"]["content_hash"] = content_hash(small)
    return small


def _tables(deck: Deck) -> Iterator[Json]:
    """One dealt table per Setup, for 1, 2, 3 ... players in turn."""
    most = min(most_players(deck), MOST_PLAYERS)
    for n, setup in enumerate(deck["setups"] if most else ()):
        try:
            yield lay_out(deck, Ask(n + 1, n % most + 1, setup["id"]))
        except UsageError:
            continue


def _deal_vector(table: Json) -> Json:
    """A dealt table by ids only: the deck has the rest."""
    ids = {
        kind: [row["id"] for row in table[kind]] for kind in ("statements", "special_statements")
    }
    kept = ("setup", "seed", "players", "debates", "hands", "open", "pile")
    found = {name: table[name] for name in kept}
    return {**{n: found.pop(n) for n in ("setup", "seed", "players")}, **ids, **found}


def _games(deck: Deck) -> Iterator[Json]:
    """Games with and without Debate Mode: won without a mistake, won with some, lost.

    The first seeds of each that lead there are taken.
    """
    most = min(most_players(deck), MOST_PLAYERS)
    setups = [table["setup"] for table in _tables(deck)]
    for n in range(GAMES if setups else 0):
        mode, (outcome, care) = n % 2 == 1, OUTCOMES[n // 2 % len(OUTCOMES)]
        players, setup = n // 2 % most + 1, setups[n * 5 % len(setups)]
        vector: Json = {}
        for seed in range(100 * n, 100 * n + TRIES):
            vector = _game(deck, Ask(seed, players, setup), care, debate_mode=mode)
            if _shows(vector, outcome, twice=mode and outcome == PERFECT):
                break
        solo = ", solo" * (players == 1)
        yield {"name": f"game {n + 1}" + solo + ", Debate Mode" * mode, **vector}


def _game(deck: Deck, ask: Ask, care: int, *, debate_mode: bool) -> Json:
    """A game played to its end, and what comes of it."""
    table = lay_out(deck, ask)
    to_end = deck["rules"]["cards_to_end"]
    random = Random(ask.seed + GAMES * 100)
    plays, state = play_out(table, to_end, care, random, debate_mode=debate_mode)
    game: Json = {
        **{name: table[name] for name in ("setup", "seed", "players")},
        "debate_mode": debate_mode,
        "plays": [play.as_json() for play in plays],
    }
    final = final_table(table, state)
    return {"game": game, "table": final, "result": judge(deck, final)}


def _shows(vector: Json, outcome: str, *, twice: bool) -> bool:
    """Whether a game ended so; `twice`: with a Debate card that was used again."""
    result = vector["result"]
    won = PERFECT if result["mistakes"] == 0 else MISTAKES
    debates = {debate["id"] for debate in vector["table"]["debates"]}
    used = [p["from"] for p in vector["game"]["plays"] if p["from"] not in (HAND, OPEN)]
    again = len(used) > len(set(used)) or bool(debates & set(used))
    return (won if result["won"] else LOST) == outcome and (again or not twice)


def _seeded(table: Mapping[str, Any]) -> Json:
    return {**table, "seed": EXAMPLE_SEED} if "plays" in table else dict(table)


def _why(deck: Deck, table: Json) -> str:
    """The sentence with which deckkit refuses a table; raises AssertionError if it does not."""
    try:
        score(table, deck)
    except UsageError as error:
        return error.message
    raise AssertionError(f"A table that breaks the rules was scored: {table}")
