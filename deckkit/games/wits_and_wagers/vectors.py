"""conformance.json of a Wits & Wagers Family deck: decks to shuffle, rounds to score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.errors import UsageError
from deckkit.game import Ask, Json
from deckkit.games.wits_and_wagers.play import SIZES, Deck, deal, score
from deckkit.seeds import Random, samples

PLAYERS = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen")
ROUNDS = 40
SEEDS = (7, 8)


def conformance(deck: Deck) -> Json:
    """The game's part of conformance.json."""
    boards = sum(bool(board["meeples"]) for board in deck["players"])
    players = min(boards or len(PLAYERS), 4)
    return {
        "random": samples(),
        "deals": [_deal_vector(deck, Ask(seed, players)) for seed in SEEDS] if players else [],
        "rounds": [_round(deck, n) for n in range(ROUNDS)] if deck["questions"] else [],
        "examples": [
            {"name": name, "table": table, "result": score(table, None)}
            for name, table in _EXAMPLES.items()
        ],
        "refused": [
            {"name": name, "table": table, "why": _why(table)} for name, table in _REFUSED.items()
        ],
    }


def _deal_vector(deck: Deck, ask: Ask) -> Json:
    data = deal(deck, ask).data
    kept = {name: data[name] for name in ("seed", "players", "boards")}
    return {**kept, "questions": [question["id"] for question in data["questions"]]}


def _round(deck: Deck, n: int) -> Json:
    """A round on a question of the deck: guesses around its answer, Meeples anywhere."""
    random = Random(2000 + n)
    question = random.pick(deck["questions"])
    table = random_table(question["answer"], random)
    return {"question": question["id"], "table": table, "result": score(table, deck)}


def random_table(answer: int, random: Random) -> Json:
    """A legal round: 2 to 7 players, some equal guesses, some exact, sometimes all too high."""
    names = PLAYERS[: 2 + random.below(len(PLAYERS) - 1)]
    high = random.below(6) == 0
    guesses: list[int] = []
    for _ in names:
        kind = random.below(6)
        if guesses and kind == 0:
            guesses.append(random.pick(guesses))
        elif kind == 1 and not high:
            guesses.append(answer)
        else:
            low = answer + 1 if high else max(answer // 2, 1)
            guesses.append(low + random.below(answer + 3))
    boards = sorted({1, *guesses})
    return _table(
        answer,
        dict(zip(names, guesses, strict=True)),
        [(name, size, random.pick(boards)) for name in names for size in SIZES],
    )


def _table(
    answer: int, guesses: Mapping[str, int], meeples: Sequence[tuple[str, str, int]], **more: Any
) -> Json:
    return {
        "answer": answer,
        "guesses": [{"player": name, "guess": guess} for name, guess in guesses.items()],
        "meeples": [{"player": name, "size": size, "on": on} for name, size, on in meeples],
        **more,
    }


_TIED = {"Ada": 30, "Ben": 30, "Cleo": 50}
_BETS = (("Ada", "large", 30), ("Ben", "large", 30), ("Cleo", "small", 30))
_EXAMPLES = {
    "88 is the closest guess that does not go over 115": _table(
        115,
        {"Ada": 88, "Ben": 117, "Cleo": 45},
        [("Ada", "large", 88), ("Ben", "small", 117), ("Cleo", "small", 88)],
    ),
    "every guess is over 120, so the board 1 wins": _table(
        120, {"Ada": 125}, [("Ada", "small", 1), ("Ada", "large", 125)]
    ),
    "372 is the best guess for 405: its writer, small and large Meeples": _table(
        405,
        {"Ada": 372, "Ben": 410, "Cleo": 200, "Dan": 500},
        [
            ("Ada", "small", 372),
            ("Ada", "large", 410),
            ("Ben", "small", 200),
            ("Ben", "large", 372),
            ("Cleo", "small", 372),
            ("Cleo", "large", 372),
        ],
    ),
    "an exact guess wins": _table(64, {"Ada": 64, "Ben": 63}, [("Ben", "large", 64)]),
    "equal guesses lie together and each writer gets a point": _table(
        34, {"Ada": 30, "Ben": 30, "Cleo": 36}, [("Cleo", "large", 30)]
    ),
    "a written 1 lies with the board 1 and its writer gets a point": _table(
        5, {"Ada": 1, "Ben": 9}, [("Ben", "small", 1)]
    ),
    "nobody has 15 points yet": _table(40, _TIED, _BETS, totals={"Ada": 11, "Ben": 10, "Cleo": 2}),
    "one player passes 15": _table(40, _TIED, _BETS, totals={"Ada": 12, "Ben": 10, "Cleo": 2}),
    "several pass 15: the highest total wins": _table(
        40, _TIED, _BETS, totals={"Ada": 13, "Ben": 14, "Cleo": 3}
    ),
    "a tie at the top goes to the youngest": _table(
        40,
        _TIED,
        _BETS,
        totals={"Ada": 14, "Ben": 14, "Cleo": 3},
        youngest_first=["Cleo", "Ben", "Ada"],
    ),
    "a tie at the top when nobody says who is youngest": _table(
        40, _TIED, _BETS, totals={"Ada": 14, "Ben": 14, "Cleo": 3}
    ),
}
_REFUSED = {
    "a third Meeple": _table(9, {"Ada": 3, "Ben": 4}, [("Ada", s, 3) for s in (*SIZES, "small")]),
    "two small Meeples": _table(9, {"Ada": 3, "Ben": 4}, [("Ada", "small", 3)] * 2),
    "a Meeple of another size": _table(9, {"Ada": 3}, [("Ada", "huge", 3)]),
    "a Meeple on a number that no board shows": _table(9, {"Ada": 3}, [("Ada", "small", 4)]),
    "a Meeple of a player without a guess": _table(9, {"Ada": 3}, [("Ben", "small", 3)]),
    "two guesses of one player": {
        **_table(9, {}, []),
        "guesses": [{"player": "Ada", "guess": 3}, {"player": "Ada", "guess": 4}],
    },
    "no guess at all": _table(9, {}, []),
    "a guess below 1": _table(9, {"Ada": 0}, []),
    "an answer below 1": _table(0, {"Ada": 3}, []),
}


def _why(table: Json) -> str:
    """The sentence with which deckkit refuses a round; raises AssertionError if it does not."""
    try:
        score(table, None)
    except UsageError as error:
        return error.message
    raise AssertionError(f"A round that breaks the rules was scored: {table}")
