"""A shuffled deck for a game, and the points of its rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from deckkit import given
from deckkit.errors import UsageError
from deckkit.game import Ask, Dealt, Json
from deckkit.games.wits_and_wagers.compile import RULES
from deckkit.games.wits_and_wagers.records import POSITIONS
from deckkit.seeds import Random
from deckkit.text import any_of, did_you_mean, number, quoted

Deck = Mapping[str, Any]

SIZES = ("small", "large")


def deal(deck: Deck, ask: Ask) -> Dealt:
    """The cards in random order: all top questions, then all bottom ones; a board each.

    Raises UsageError for a Setup (the game has none) and for more players than boards.
    """
    if ask.setup is not None:
        raise UsageError(f"{deck['deck']['title']} has no Setup cards.", "Leave --setup out.")
    boards = [board["name"] for board in deck["players"] if board["meeples"]]
    if ask.players < 1 or (boards and ask.players > len(boards)):
        most = f"The deck has {number(len(boards), 'Answer Board')}." if boards else ""
        raise UsageError(f"{number(ask.players, 'player')} cannot play.", most)
    cards = Random(ask.seed).shuffled(dict.fromkeys(q["card"] for q in deck["questions"]))
    by_place = {(q["position"], q["card"]): q for q in deck["questions"]}
    order = [by_place[p, card] for p in POSITIONS for card in cards if (p, card) in by_place]
    names = ("id", "text", "answer", "unit") if ask.answers else ("id", "text")
    meta = deck["deck"]
    data: Json = {
        "game": deck["game"],
        "deck": {name: meta[name] for name in ("id", "version", "content_hash")},
        "seed": ask.seed,
        "players": ask.players,
        "boards": boards[: ask.players],
        "questions": [{name: q[name] for name in names} for q in order],
    }
    lines = [f"Seed {ask.seed}, {number(ask.players, 'player')}: {', '.join(data['boards'])}", ""]
    for place, q in enumerate(order, start=1):
        shown = f"  ({q['answer']} {q['unit']})" if ask.answers else ""
        lines.append(f"{place:>4}  {q['id']}  {q['text']}{shown}")
    return Dealt(data, "\n".join(lines) + "\n")


@dataclass(frozen=True, slots=True)
class Meeple:
    """A Meeple of `player` on the board with the guess `on`."""

    player: str
    size: str
    on: int


def winning_guess(answer: int, guesses: Sequence[int], lowest: int = 1) -> int:
    """The closest guess that does not go over; `lowest` is the "1" board, which always lies."""
    return max((guess for guess in guesses if guess <= answer), default=lowest)


def score(table: Mapping[str, Any], deck: Deck | None) -> Json:
    """The winning guess and the points of a round; with `totals` also the game's state.

    Raises UsageError for a round that breaks the rules.
    """
    rules = deck["rules"] if deck is not None else RULES
    lowest = rules["lowest_guess"]
    optional = ("deck", "game", "totals", "youngest_first")
    given.members(table, "The round", ("answer", "guesses", "meeples"), optional)
    answer = given.whole(table["answer"], "answer", lowest)
    guesses = _guesses(table["guesses"], lowest)
    meeples = _meeples(table["meeples"], guesses, rules)
    winning = winning_guess(answer, list(guesses.values()), lowest)
    worth = rules["points"]
    points = {player: worth["writer"] * (guess == winning) for player, guess in guesses.items()}
    for meeple in meeples:
        points[meeple.player] += worth[meeple.size] * (meeple.on == winning)
    found: Json = {"winning_guess": winning, "points": points}
    if "totals" not in table:
        return found
    totals = _totals(table["totals"], points)
    youngest = given.words(table.get("youngest_first", []), "youngest_first")
    return {**found, "totals": totals, "winners": winners(totals, rules["target_score"], youngest)}


def winners(totals: Mapping[str, int], target: int, youngest_first: Sequence[str]) -> list[str]:
    """Who has won: none below `target`; the highest total; of several the youngest.

    Several are left when `youngest_first` names none of them.
    """
    best = max(totals.values(), default=0)
    if best < target:
        return []
    leaders = [player for player, total in totals.items() if total == best]
    return next(([p] for p in youngest_first if p in leaders), leaders)


def _guesses(value: Any, lowest: int) -> dict[str, int]:
    """The guess of each player."""
    found: dict[str, int] = {}
    for index, item in enumerate(given.items(value, "guesses")):
        where = f"guesses[{index}]"
        given.members(item, where, ("player", "guess"))
        player = given.word(item["player"], f"{where}.player")
        if player in found:
            raise UsageError(f"{quoted(player)} has written two guesses.", "Each writes one.")
        found[player] = given.whole(item["guess"], f"{where}.guess", lowest)
    if not found:
        raise UsageError("Nobody has written a guess.", "Every player writes one.")
    return found


def _meeples(value: Any, guesses: Mapping[str, int], rules: Mapping[str, Any]) -> list[Meeple]:
    """The Meeples that lie on boards of the table."""
    found: list[Meeple] = []
    boards = sorted({rules["lowest_guess"], *guesses.values()})
    for index, item in enumerate(given.items(value, "meeples")):
        where = f"meeples[{index}]"
        given.members(item, where, ("player", "size", "on"))
        player = given.word(item["player"], f"{where}.player")
        if player not in guesses:
            hint = did_you_mean(player, guesses) or "Every player who bets has written a guess."
            raise UsageError(f"{quoted(player)} has written no guess.", hint)
        size = given.word(item["size"], f"{where}.size")
        if size not in SIZES:
            raise UsageError(f"{where}.size is {quoted(size)}.", f"It is {any_of(SIZES)}.")
        on = given.whole(item["on"], f"{where}.on", rules["lowest_guess"])
        if on not in boards:
            shown = ", ".join(str(board) for board in boards)
            raise UsageError(f"No board shows {on}.", f"The boards show {shown}.")
        found.append(Meeple(player, size, on))
        _check_supply(found, player, size, rules["meeples"])
    return found


def _check_supply(
    meeples: Sequence[Meeple], player: str, size: str, supply: Mapping[str, int]
) -> None:
    """Nobody bets with more Meeples than there are in a colour."""
    own = [meeple.size for meeple in meeples if meeple.player == player]
    most = sum(supply.values())
    if len(own) > most:
        raise UsageError(
            f"{quoted(player)} has placed {number(len(own), 'Meeple')}.",
            f"Each player has {most}: one small, one large.",
        )
    if own.count(size) > supply[size]:
        raise UsageError(
            f"{quoted(player)} has placed {own.count(size)} {size} Meeples.",
            f"Each player has {supply[size]} {size} Meeple.",
        )


def _totals(value: Any, points: Mapping[str, int]) -> dict[str, int]:
    """The totals after the round, from those before it."""
    if not isinstance(value, dict):
        raise UsageError("totals is not a JSON object.", "It names each player's points so far.")
    before = {player: given.whole(n, f"totals, {player}", 0) for player, n in value.items()}
    unknown = next((player for player in before if player not in points), None)
    if unknown is not None:
        hint = did_you_mean(unknown, points)
        raise UsageError(f"{quoted(unknown)} of totals has written no guess.", hint)
    return {player: before.get(player, 0) + n for player, n in points.items()}
