"""The check at the end of a game: a verdict per card, mistakes, win or loss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deckkit import given
from deckkit.errors import UsageError
from deckkit.game import Ask, Json
from deckkit.games.quizwiz.play import Deck, Row, check_distinct, find_setup, fits, lay_out
from deckkit.games.quizwiz.turns import Play, State, replay
from deckkit.seeds import LARGEST_SEED
from deckkit.text import all_of, did_you_mean, number, quoted

Slots = list[tuple[Row, list[str]]]


def score(table: Mapping[str, Any], deck: Deck | None) -> Json:
    """The verdicts on a finished table, given as the cards that lie on it or as plays.

    Raises UsageError for a table that breaks the rules.
    """
    if deck is None:
        raise UsageError(
            "The table names no deck.", 'Add "deck" with the path of its deck.json or sources.'
        )
    if "plays" in table:
        return judge(deck, played(table, deck))
    return judge(deck, table)


def judge(deck: Deck, table: Mapping[str, Any]) -> Json:
    """The verdicts on the cards that lie on a table, as score gives them."""
    optional = ("deck", "game", "setup", "debates")
    given.members(table, "The table", ("statements", "special_statements"), optional)
    statements = list(_slots(deck, table, "statements"))
    specials = list(_slots(deck, table, "special_statements"))
    check_distinct([row for row, _ in statements])
    _check_specials(specials)
    _check_debates(deck, table, statements + specials)
    if table.get("setup") is not None:
        setup = find_setup(deck, given.word(table["setup"], "setup"))
        _check_setup(setup, statements, specials)
    lists = [frozenset(row["countries"]) for row, _ in statements]
    verdicts: list[Json] = []
    for slots, special in ((statements, False), (specials, True)):
        for row, countries in slots:
            for code in countries:
                count = sum(code in listed for listed in lists)
                right = fits(row, count) if special else code in row["countries"]
                verdicts.append(
                    {"slot": row["id"], "country": code, "correct": right, "count": count}
                )
    rules = deck["rules"]
    mistakes = sum(not verdict["correct"] for verdict in verdicts)
    short = [
        row["id"] for row, cards in statements + specials if len(cards) < rules["cards_to_end"]
    ]
    won = not short and mistakes <= rules["mistakes_allowed"]
    found: Json = {"verdicts": verdicts, "mistakes": mistakes, "won": won}
    return {**found, "unfinished": short} if short else found


def played(table: Mapping[str, Any], deck: Deck) -> Json:
    """The table on which the plays of a game on a dealt table end."""
    optional = ("deck", "game", "debate_mode")
    given.members(table, "The game", ("setup", "seed", "players", "plays"), optional)
    ask = Ask(
        seed=given.whole(table["seed"], "seed", 0, LARGEST_SEED),
        players=given.whole(table["players"], "players", 1),
        setup=given.word(table["setup"], "setup"),
    )
    dealt = lay_out(deck, ask)
    mode = given.yes(table.get("debate_mode", False), "debate_mode")
    plays = [_play(value, n) for n, value in enumerate(given.items(table["plays"], "plays"), 1)]
    state = replay(dealt, plays, deck["rules"]["cards_to_end"], debate_mode=mode)
    return {"setup": dealt["setup"], **final_table(dealt, state)}


def final_table(dealt: Row, state: State) -> Json:
    """The cards that lie on a table, as score takes them."""
    return {
        **{
            kind: [
                {"id": row["id"], "countries": list(state.slots[row["id"]])} for row in dealt[kind]
            ]
            for kind in ("statements", "special_statements")
        },
        "debates": [
            {"id": id_, "country": code} for id_, code in state.debates.items() if code is not None
        ],
    }


def _play(value: Any, turn: int) -> Play:
    where = f"Play {turn}"
    given.members(value, where, ("player", "country", "from", "to"))
    return Play(
        given.whole(value["player"], f"{where}, player", 1),
        *(given.word(value[name], f"{where}, {name}") for name in ("country", "from", "to")),
    )


def _slots(deck: Deck, table: Row, kind: str) -> Iterator[tuple[Row, list[str]]]:
    """Each card of one kind on the table as the deck has it, with the countries on it."""
    noun = "Statement" if kind == "statements" else "Special Statement"
    known = {row["id"]: row for row in deck[kind]}
    for index, value in enumerate(given.items(table[kind], kind)):
        where = f"{kind}[{index}]"
        given.members(value, where, ("id", "countries"))
        id_ = given.word(value["id"], f"{where}.id")
        if id_ not in known:
            hint = did_you_mean(id_, known)
            raise UsageError(f"There is no {noun} {quoted(id_)} in this deck.", hint)
        yield known[id_], given.words(value["countries"], f"{where}.countries")


def _check_specials(specials: Slots) -> None:
    ids = [row["id"] for row, _ in specials]
    for id_ in ids:
        if ids.count(id_) > 1:
            raise UsageError(f"The Special Statement {id_} is on the table twice.", "Name it once.")


def _check_debates(deck: Deck, table: Row, slots: Slots) -> None:
    """Every country is one of the deck and lies in one place, Debate cards included."""
    places = [(row["id"], code) for row, countries in slots for code in countries]
    debates = {debate["id"] for debate in deck["debates"]}
    taken: set[str] = set()
    for index, value in enumerate(given.items(table.get("debates", []), "debates")):
        where = f"debates[{index}]"
        given.members(value, where, ("id", "country"))
        id_ = given.word(value["id"], f"{where}.id")
        if id_ not in debates:
            hint = did_you_mean(id_, debates)
            raise UsageError(f"There is no Debate card {quoted(id_)} in this deck.", hint)
        if id_ in taken:
            raise UsageError(f"The Debate card {id_} holds two countries.", "It holds one.")
        taken.add(id_)
        places.append((id_, given.word(value["country"], f"{where}.country")))
    known = {country["code"] for country in deck["countries"]}
    first: dict[str, str] = {}
    for slot, code in places:
        if code not in known:
            hint = did_you_mean(code, known)
            raise UsageError(f"There is no country {quoted(code)} in this deck.", hint)
        if code in first:
            at = f"on {first[code]} and on {slot}" if first[code] != slot else f"twice on {slot}"
            raise UsageError(f"{code} lies {at}.", "There is one Country card of each.")
        first[code] = slot


def _check_setup(setup: Row, statements: Slots, specials: Slots) -> None:
    """The table is one that the Setup lays out."""
    for level, wanted in setup["statements"].items():
        found = sum(row["difficulty"] == int(level) for row, _ in statements)
        if found != wanted:
            raise UsageError(
                f"The table has {number(found, 'Statement')} of difficulty {level}, "
                f"the Setup {setup['id']} lays out {wanted}.",
                "Correct the table, or leave setup out.",
            )
    named, shown = set(setup["special_statements"]), {row["id"] for row, _ in specials}
    if named != shown:
        raise UsageError(
            f"The Setup {setup['id']} lays out the Special Statements "
            f"{all_of(sorted(named)) or 'none'}, the table has {all_of(sorted(shown)) or 'none'}.",
            "Correct the table, or leave setup out.",
        )
