"""Players who play a dealt table to its end, so that there are games to test apps with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckkit.games.quizwiz.play import fits
from deckkit.games.quizwiz.turns import HAND, OPEN, Play, State
from deckkit.seeds import Random

CAREFUL_TURNS = 60  # then nobody waits any longer for a card that fits
CARE = 8


def play_out(
    table: Mapping[str, Any], to_end: int, care: int, random: Random, *, debate_mode: bool
) -> tuple[list[Play], State]:
    """The plays of a whole game and its last state.

    `care` of 8 turns are played with knowledge, the others anyhow. The game ends as the rules
    say, or when no player has a card left.
    """
    state = State.of(table, to_end, debate_mode=debate_mode)
    right = _right(table)
    plays: list[Play] = []
    while not state.ended:
        cards = list(_cards(state))
        if not cards:
            break
        careful = state.turns < CAREFUL_TURNS and random.below(CARE) < care
        choices = _known(state, cards, right) if careful else ()
        origin, country, target = random.pick(choices or _any(state, cards))
        plays.append(Play(state.player, country, origin, target))
        state.apply(plays[-1])
    return plays, state


Choice = tuple[str, str, str]


def _cards(state: State) -> Iterator[tuple[str, str]]:
    """(where from, country) of each card that can be played."""
    yield from ((HAND, country) for country in state.hands[state.player - 1])
    yield from ((OPEN, country) for country in state.open)
    yield from ((id_, country) for country, id_ in state.parked.items())


def _needy(state: State) -> list[str]:
    return [id_ for id_, cards in state.slots.items() if len(cards) < state.to_end]


def _known(
    state: State, cards: Sequence[tuple[str, str]], right: Mapping[str, frozenset[str]]
) -> list[Choice]:
    """Right plays that bring the end nearer; else cards to park; else any right play."""
    fitting = [(o, c, id_) for id_ in state.slots for o, c in cards if c in right[id_]]
    needy = set(_needy(state))
    near = [choice for choice in fitting if choice[2] in needy]
    free = [id_ for id_, country in state.debates.items() if country is None]
    return near or [(o, c, id_) for o, c in cards if o == HAND for id_ in free] or fitting


def _any(state: State, cards: Sequence[tuple[str, str]]) -> list[Choice]:
    return [(origin, country, id_) for id_ in _needy(state) for origin, country in cards]


def _right(table: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """The countries that are right on each slot."""
    lists = {s["id"]: frozenset(s["countries"]) for s in table["statements"]}
    everyone = {
        c
        for cards in (*table["hands"], table["open"], table["pile"], *lists.values())
        for c in cards
    }
    for special in table["special_statements"]:
        counts = {
            code: sum(code in lists[s["id"]] for s in table["statements"]) for code in everyone
        }
        lists[special["id"]] = frozenset(c for c, n in counts.items() if fits(special, n))
    return lists
