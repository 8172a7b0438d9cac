"""Small random decks and brute force: every number by listing all draws, with none of the code
under test. Probabilities are exact fractions of the rulebook's procedure, step by step."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import maximum_bipartite_matching

Json = dict[str, Any]
NAMES = ("easy", "medium", "hard")


def deck(
    seed: int,
    *,
    statements: int = 12,
    countries: int = 10,
    categories: int = 5,
    sizes: tuple[int, int] = (1, 6),
    needs: tuple[tuple[int, int, int], ...] = ((1, 1, 1), (2, 1, 0), (1, 2, 1)),
) -> Json:
    """A random deck.json (the parts coverage reads)."""
    rng = random.Random(seed)
    codes = [f"C{i:02}" for i in range(countries)]
    groups = [f"g{i}" for i in range(categories)]
    rows = []
    for i in range(statements):
        listed = rng.sample(codes, rng.randint(*sizes))
        rows.append(
            {
                "id": f"S{i:03}",
                "category": rng.choice(groups),
                "difficulty": 1 + i % 3,
                "text": f"statement {i}",
                "count": len(listed),
                "countries": sorted(listed),
            }
        )
    specials = [("none", 0, 0), ("one", 1, 1), ("two", 2, None), ("few", 0, 1), ("mid", 1, 2)]
    return {
        "deck": {"content_hash": f"seed {seed}"},
        "rules": {
            "hand_size": 1, "open_cards": 1, "cards_to_end": 2, "mistakes_allowed": 1,
            "debate_cards": 1,
        },
        "categories": [{"id": g, "name": g.upper()} for g in groups],
        "countries": [{"code": c, "name": c.title()} for c in codes],
        "statements": rows,
        "special_statements": [
            {"id": i, "text": i, "minimum": low, "maximum": high} for i, low, high in specials
        ],
        "setups": [
            {
                "id": f"U{n}",
                "level": NAMES[n % 3],
                "statements": {"1": need[0], "2": need[1], "3": need[2]},
                "special_statements": rng.sample([s[0] for s in specials], n % 4),
            }
            for n, need in enumerate(needs)
        ],
    }  # fmt: skip


class Brute:
    """All legal draws of one Setup."""

    def __init__(self, deck: Json, setup: Json, order: tuple[str, ...]) -> None:
        self.deck, self.setup = deck, setup
        self.rows = {s["id"]: s for s in deck["statements"]}
        self.codes = [c["code"] for c in deck["countries"]]
        self.need = {d: setup["statements"][d] for d in "123"}
        self.order = [str(NAMES.index(name) + 1) for name in order]
        self.limits = {s["id"]: (s["minimum"], s["maximum"]) for s in deck["special_statements"]}
        self.p: dict[frozenset[str], Fraction] = {}
        self.jam = Fraction(0)
        self._draw((), [d for d in self.order for _ in range(self.need[d])], Fraction(1))

    def _draw(self, done: tuple[str, ...], slots: list[str], p: Fraction) -> None:
        if not slots:
            key = frozenset(done)
            self.p[key] = self.p.get(key, Fraction(0)) + p
            return
        used = {self.rows[s]["category"] for s in done}
        free = [
            i for i, s in self.rows.items()
            if str(s["difficulty"]) == slots[0] and s["category"] not in used
        ]  # fmt: skip
        if not free:
            self.jam += p
        for i in free:
            self._draw((*done, i), slots[1:], p / len(free))

    def given(self, draws: Iterator[frozenset[str]] | list[frozenset[str]]) -> float:
        """Probability of some draws, given that drawing completes."""
        return float(sum((self.p[d] for d in draws), Fraction(0)) / (1 - self.jam))

    def legal(self) -> set[frozenset[str]]:
        """All legal draws, without the procedure."""
        out = set()
        for cards in combinations(self.rows, sum(self.need.values())):
            levels = [str(self.rows[s]["difficulty"]) for s in cards]
            different = len({self.rows[s]["category"] for s in cards}) == len(cards)
            if different and all(levels.count(d) == n for d, n in self.need.items()):
                out.add(frozenset(cards))
        return out

    def fitting(self, special: str, draw: frozenset[str]) -> set[str]:
        """Countries that satisfy a special on a table."""
        low, high = self.limits[special]
        times = {c: sum(c in self.rows[s]["countries"] for s in draw) for c in self.codes}
        return {c for c, k in times.items() if low <= k and (high is None or k <= high)}

    def slots(self, draw: frozenset[str]) -> list[set[str]]:
        """Countries that fit each slot of a table."""
        slots = [set(self.rows[s]["countries"]) for s in sorted(draw)]
        return slots + [self.fitting(s, draw) for s in self.setup["special_statements"]]

    def mistakes(self, draw: frozenset[str]) -> int:
        """Two cards wanted per slot, minus a largest matching (scipy's)."""
        places = [slot for slot in self.slots(draw) for _ in range(2)]
        graph = csr_matrix([[int(c in place) for c in self.codes] for place in places])
        matched = maximum_bipartite_matching(graph, perm_type="column")
        return int((matched < 0).sum())

    def dead(self, draw: frozenset[str]) -> int:
        """Country cards that fit no slot."""
        return len(set(self.codes) - set().union(*self.slots(draw)))
