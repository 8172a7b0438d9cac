"""Proofs over all draws of a Setup: the least number of satisfying countries, and exact counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from deckkit.games.quizwiz.coverage.draws import Order, count_draws, jam_probability
from deckkit.games.quizwiz.coverage.model import Deck, Setup

NODE_LIMIT = 30_000_000
ALL = 1 << 60


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

    def __init__(self, deck: Deck, setup: Setup, order: Order) -> None:
        import numpy as np

        self.deck, self.setup, self.order = deck, setup, order
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
        result, witness, _ = self._run(_Bundle(self, [family]), 0, False, (node_limit, ALL), 0)
        value, _, nodes, finished = result
        return Least(int(value), witness, int(nodes), bool(finished))

    def find(self, accepted: int, value: int) -> tuple[int, ...]:
        """A draw with at most `value` countries listed an accepted number of times.

        Empty when there is none.
        """
        return self.union([Family((), 0, accepted, value)], 1 << 60, 0, 1).witness

    def below(
        self, accepted: int, limit: int, node_limit: int = NODE_LIMIT, keep: int = 0
    ) -> Tally:
        """Count the draws with fewer than `limit` countries listed an accepted number of times."""
        return self.union([Family((), 0, accepted, limit - 1)], node_limit, keep)

    def union(
        self,
        families: Sequence[Family],
        node_limit: int = NODE_LIMIT,
        keep: int = 0,
        enough: int = ALL,
    ) -> Tally:
        """Count the draws that belong to at least one family, each once.

        Lists the first `keep` of them and stops after `enough`.
        """
        count, p, nodes, finished = 0, 0.0, 0, True
        draws: list[tuple[int, ...]] = []
        first: tuple[int, ...] = ()
        bundle = _Bundle(self, families)
        if not families:
            return Tally(0, 0.0, (), (), 0, True)
        everything = any(not f.cards and not f.accepted for f in families)
        if everything and enough == ALL and not keep:
            return self._all_draws()
        for index in range(len(families)):
            room = max(0, keep - len(draws))
            limits = node_limit - nodes, enough - count
            result, witness, listed = self._run(bundle, index, True, limits, room)
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

    def _all_draws(self) -> Tally:
        """Every legal draw belongs: nothing to search."""
        counts, need = self.deck.counts, self.setup.need
        count = count_draws(counts, need)
        witness = self.union([Family((), 0, 0, 0)], enough=1).witness if count else ()
        success = 1.0 - float(jam_probability(counts, need, self.order))
        return Tally(count, success, witness, (), 0, True)

    def _run(
        self, bundle: _Bundle, index: int, counting: bool, limits: tuple[int, int], keep: int
    ) -> tuple[Any, tuple[int, ...], list[tuple[int, ...]]]:
        """One search: family `index`, draws of earlier families left out."""
        import numpy as np

        from deckkit.games.quizwiz.coverage.kernel_search import search

        family, size = bundle.families[index], self.setup.size
        need = list(self.setup.need)
        for s in family.cards:
            need[self.deck.levels[s]] -= 1
        listed = np.zeros((keep, size), np.int64)
        witness = np.zeros(size, np.int64)
        result = search(
            *self._shared,
            np.array(need, dtype=np.int64),
            np.array(family.cards, dtype=np.int64),
            bundle.table[bundle.kinds[index]],
            bundle.outside[index],
            family.limit + 1,
            counting,
            max(limits[0], 1),
            max(limits[1], 1),
            listed,
            witness,
            index if counting else 0,
            bundle.starts,
            bundle.members,
            bundle.outside,
            bundle.kinds,
            bundle.limits,
            bundle.table,
        )
        rows = [tuple(sorted(map(int, row))) for row in listed]
        return result, tuple(sorted(map(int, witness))), rows


class _Bundle:
    """Families as the arrays that the compiled search reads."""

    def __init__(self, searcher: Searcher, families: Sequence[Family]) -> None:
        import numpy as np

        size, everyone = searcher.setup.size, searcher.deck.everyone
        kinds = sorted({f.accepted for f in families})
        low = (1 << 64) - 1
        outside = [everyone & ~f.covered for f in families]
        self.families = families
        self.table = np.array(
            [[a >> k & 1 for k in range(size + 1)] for a in kinds], dtype=np.bool_
        )
        self.outside = np.array([(m & low, m >> 64) for m in outside], dtype=np.uint64)
        self.starts = np.cumsum([0, *(len(f.cards) for f in families)]).astype(np.int64)
        self.members = np.array([s for f in families for s in f.cards], dtype=np.int64)
        self.kinds = np.array([kinds.index(f.accepted) for f in families], dtype=np.int64)
        self.limits = np.array([f.limit for f in families], dtype=np.int64)
