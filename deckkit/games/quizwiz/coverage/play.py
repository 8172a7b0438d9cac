"""Win rates of a model of players: good for comparing Setups, no promise about people."""

from __future__ import annotations

import random
from dataclasses import dataclass
from math import sqrt

from deckkit.games.quizwiz.coverage.draws import Order
from deckkit.games.quizwiz.coverage.model import Deck, Setup
from deckkit.games.quizwiz.coverage.winnable import random_table

# Share of easy, medium and hard facts that a player knows.
KNOWLEDGE = {
    "beginners": (0.70, 0.50, 0.30),
    "families": (0.85, 0.70, 0.50),
    "experts": (0.95, 0.85, 0.70),
}
THRESHOLD = 0.55
PLAYERS = (1, 2, 3, 4, 5)


@dataclass(frozen=True, slots=True)
class PlayResult:
    """Games of one Setup with one number of players and one knowledge level (MODEL)."""

    players: int
    knowledge: str
    games: int
    win_rate: float
    deck_empty: float
    turns: float

    @property
    def error(self) -> float:
        """Standard error of the win rate."""
        return sqrt(max(self.win_rate * (1 - self.win_rate), 0.25 / self.games) / self.games)


def simulate_setup(
    deck: Deck, setup: Setup, order: Order, games: int, seed: int = 1
) -> tuple[PlayResult, ...]:
    """Win rates of a Setup for 1 to 5 players at every knowledge level.

    All combinations play the same random tables, so that their differences are not noise.
    Numbers of players that need more Country cards than there are are left out.
    """
    import numpy as np

    from deckkit.games.quizwiz.coverage.kernel_play import play_games

    rng = random.Random(seed)
    drawn = [random_table(deck, setup, order, rng) for _ in range(games)]
    tables = np.array([t for t in drawn if t], dtype=np.int64)
    if not len(tables):
        return ()
    n = len(deck.countries)
    lists = np.array([[mask >> i & 1 for i in range(n)] for mask in deck.masks], dtype=np.bool_)
    accepted = np.array(
        [[deck.specials[id_].fits(k) for k in range(setup.size + 1)] for id_ in setup.specials],
        dtype=np.bool_,
    ).reshape(len(setup.specials), setup.size + 1)
    out = []
    for knowledge, shares in KNOWLEDGE.items():
        for players in PLAYERS:
            if players * deck.hand_size + deck.open_cards > n:
                continue
            wins, empty, turns = play_games(
                tables, lists, np.array(deck.levels, np.int64), accepted, players,
                np.array(shares), THRESHOLD, deck.hand_size, deck.open_cards, deck.debate_cards,
                deck.cards_to_end, deck.mistakes_allowed, seed,
            )  # fmt: skip
            n_games = len(tables)
            out.append(
                PlayResult(
                    players, knowledge, n_games, wins / n_games, empty / n_games, turns / n_games
                )
            )
    return tuple(out)
