"""Proofs over all draws of a Setup: the least number of satisfying countries, and exact counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .model import Deck, Setup

NODE_LIMIT = 30_000_000


@dataclass(frozen=True, slots=True)
class Least:
    """Result of a minimisation: `value` is proven when `finished`, else only an upper bound."""

    value: int
    witness: tuple[int, ...]
    nodes: int
    finished: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Result of counting: exact when `finished`, else a lower bound.

    `p` is the probability of the counted draws; `draws` lists the first ones.
    """

    count: int
    p: float
    witness: tuple[int, ...]
    draws: tuple[tuple[int, ...], ...]
    nodes: int
    finished: bool


@dataclass(frozen=True, slots=True)
class Family:
    """Tables that hold `cards` and have at most `limit` countries outside `covered` that are
    listed an accepted number of times (bit set `accepted`)."""

    cards: tuple[int, ...]
    covered: int
    accepted: int
    limit: int


class Searcher:
    """Branch and bound for one Setup of a deck; `order` is the order of drawing levels."""

    def __init__(self, deck: Deck, setup: Setup, order: Sequence[int]) -> None:
        import numpy as np

        self.deck, self.setup = deck, setup
        self._shared = (
            deck.words,
            np.array(deck.levels, dtype=np.int64),
            np.array(deck.categories, dtype=np.int64),
            np.array(deck.counts, dtype=np.int64),
            np.array(order, dtype=np.int64),
        )

    def least(self, accepted: int, node_limit: int = NODE_LIMIT) -> Least:
        """The draw with the fewest countries listed an accepted number of times."""
        family = Family((), 0, accepted, len(self.deck.countries))
        result, witness, _ = self._run([family], 0, False, node_limit, 0)
        value, _, nodes, finished = result
        return Least(int(value), witness, int(nodes), bool(finished))

    def below(
        self, accepted: int, limit: int, node_limit: int = NODE_LIMIT, keep: int = 0
    ) -> Tally:
        """Count the draws with fewer than `limit` countries listed an accepted number of times."""
        return self.union([Family((), 0, accepted, limit - 1)], node_limit, keep)

    def union(
        self, families: Sequence[Family], node_limit: int = NODE_LIMIT, keep: int = 0
    ) -> Tally:
        """Count the draws that belong to at least one family, each once."""
        count, p, nodes, finished = 0, 0.0, 0, True
        draws: list[tuple[int, ...]] = []
        first: tuple[int, ...] = ()
        for index in range(len(families)):
            room = max(0, keep - len(draws))
            left = node_limit - nodes
            result, witness, listed = self._run(families, index, True, left, room)
            found, mass, visited, done = result
            if found and not first:
                first = witness
            count += int(found)
            p += float(mass)
            nodes += int(visited)
            draws += listed[: min(room, int(found))]
            if not done:
                finished = False
                break
        return Tally(count, p, first, tuple(draws), nodes, finished)

    def _run(
        self, families: Sequence[Family], index: int, counting: bool, node_limit: int, keep: int
    ) -> tuple[Any, tuple[int, ...], list[tuple[int, ...]]]:
        """One search: family `index`, draws of earlier families left out."""
        import numpy as np

        from .kernel_search import search

        family, size = families[index], self.setup.size
        need = list(self.setup.need)
        for s in family.cards:
            need[self.deck.levels[s]] -= 1
        kinds = sorted({f.accepted for f in families})
        table = np.array([[a >> k & 1 for k in range(size + 1)] for a in kinds], dtype=np.bool_)
        outside = np.array([_words(self.deck.everyone & ~f.covered) for f in families], np.uint64)
        starts = np.cumsum([0, *(len(f.cards) for f in families)]).astype(np.int64)
        members = np.array([s for f in families for s in f.cards], dtype=np.int64)
        listed = np.zeros((keep, size), np.int64)
        witness = np.zeros(size, np.int64)
        result = search(
            *self._shared,
            np.array(need, dtype=np.int64),
            np.array(family.cards, dtype=np.int64),
            table[kinds.index(family.accepted)],
            outside[index],
            family.limit + 1,
            counting,
            max(node_limit, 1),
            listed,
            witness,
            index if counting else 0,
            starts,
            members,
            outside,
            np.array([kinds.index(f.accepted) for f in families], dtype=np.int64),
            np.array([f.limit for f in families], dtype=np.int64),
            table,
        )
        rows = [tuple(sorted(map(int, row))) for row in listed]
        return result, tuple(sorted(map(int, witness))), rows


def _words(mask: int) -> tuple[int, int]:
    return mask & ((1 << 64) - 1), mask >> 64
