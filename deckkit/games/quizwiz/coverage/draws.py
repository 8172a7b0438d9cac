"""Legal draws of a Setup: whether they exist, how many there are, and whether drawing can jam.

A draw takes `need[d]` Statements of each level d, all of different categories. The rulebook
draws them one after the other; a card of a category that is already on the table goes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from deckkit.games.quizwiz.coverage.model import LEVELS, Deck, Need

Order = tuple[int, int, int]

# Hard cards first: the level with the fewest categories is usually the last in a deck.
ORDERS: tuple[Order, ...] = (
    (2, 1, 0), (0, 1, 2), (2, 0, 1), (1, 2, 0), (1, 0, 2), (0, 2, 1),
)  # fmt: skip
STATE_LIMIT = 40_000


@dataclass(frozen=True, slots=True)
class Hall:
    """Smallest surplus of categories over Statements needed, and the levels where it is met.

    A Setup is drawable if and only if `slack` is at least 0.
    """

    slack: int
    tight: tuple[int, ...]


def hall(counts: Sequence[Sequence[int]], need: Need) -> Hall:
    """Hall's condition for a Setup.

    Slots of one level are interchangeable, so it is enough to look at sets of levels: the
    categories that have a card in any of them against the Statements needed from them.
    """
    best = Hall(len(counts[0]), ())
    wanted = [d for d in range(len(LEVELS)) if need[d]]
    for size in range(1, len(wanted) + 1):
        for levels in combinations(wanted, size):
            slack = len(_categories(counts, levels)) - sum(need[d] for d in levels)
            if slack < best.slack:
                best = Hall(slack, levels)
    return best


def _categories(counts: Sequence[Sequence[int]], levels: Sequence[int]) -> set[int]:
    return {g for d in levels for g, n in enumerate(counts[d]) if n}


def count_draws(counts: Sequence[Sequence[int]], need: Need) -> int:
    """Number of legal draws: the coefficient of x^e y^m z^h in prod_g (1 + ax + by + cz)."""
    poly = {(0, 0, 0): 1}
    for g in range(len(counts[0])):
        step = dict(poly)
        for (e, m, h), ways in poly.items():
            for key, d in (((e + 1, m, h), 0), ((e, m + 1, h), 1), ((e, m, h + 1), 2)):
                if key[d] <= need[d] and counts[d][g]:
                    step[key] = step.get(key, 0) + ways * counts[d][g]
        poly = step
    return poly.get(need, 0)


def jams_at(counts: Sequence[Sequence[int]], need: Need, order: Order) -> int | None:
    """The first level of `order` at which drawing can find no free category, or None.

    Earlier levels can use up at most nu of the categories of level d, where nu is the least
    of (cards of the levels outside D) + (categories of d shared with D) over sets D of earlier
    levels (Konig). Drawing can jam exactly when fewer than need[d] are left.
    """
    for position, d in enumerate(order):
        own = _categories(counts, (d,))
        earlier = order[:position]
        used = min(
            sum(need[e] for e in earlier if e not in chosen)
            + len(own & _categories(counts, chosen))
            for size in range(position + 1)
            for chosen in combinations(earlier, size)
        )
        if len(own) - used < need[d]:
            return d
    return None


def jam_probability(counts: Sequence[Sequence[int]], need: Need, order: Order) -> Fraction | float:
    """Probability that drawing in `order` finds no free category.

    An exact fraction by dynamic programming over sets of used categories; with too many
    categories for that, exact quadrature in floating point (see `quadrature`).
    """
    if hall(counts, need).slack < 0:
        return Fraction(1)
    if jams_at(counts, need, order) is None:
        return Fraction(0)
    states: dict[int, Fraction] = {0: Fraction(1)}
    for d in order:
        for _ in range(need[d]):
            states = _draw_one(states, counts[d])
            if len(states) > STATE_LIMIT:
                from deckkit.games.quizwiz.coverage.quadrature import success_probability

                return 1.0 - success_probability(counts, need, order)
    return 1 - sum(states.values(), Fraction(0))


def _draw_one(states: dict[int, Fraction], cards: Sequence[int]) -> dict[int, Fraction]:
    """One more card of a level: from each set of used categories to the next ones."""
    out: dict[int, Fraction] = {}
    for used, p in states.items():
        free = [(g, n) for g, n in enumerate(cards) if n and not used >> g & 1]
        total = sum(n for _, n in free)
        for g, n in free:
            key = used | 1 << g
            out[key] = out.get(key, Fraction(0)) + p * Fraction(n, total)
    return out


def safe_orders(counts: Sequence[Sequence[int]], need: Need) -> list[Order]:
    """The orders of levels in which drawing can never jam."""
    if hall(counts, need).slack < 0:
        return []
    return [order for order in ORDERS if jams_at(counts, need, order) is None]


def common_order(deck: Deck, preferred: Order | None = None) -> Order:
    """The order of levels to print on the rules sheet.

    It is safe for the most drawable Setups; `preferred` and then hard to easy win ties.
    """
    orders = ORDERS if preferred is None else (preferred, *ORDERS)
    setups = [s for s in deck.setups if hall(deck.counts, s.need).slack >= 0]

    def jams(order: Order) -> int:
        return sum(jams_at(deck.counts, s.need, order) is not None for s in setups)

    return min(orders, key=jams)


def missing_categories(counts: Sequence[Sequence[int]], need: Need) -> tuple[int, tuple[int, ...]]:
    """How many Statements must change category at least for a Setup to be drawable, and where.

    One card adds at most one category to a set of levels, so the largest shortage is a lower
    bound; moving that many cards of the tight levels to unused categories reaches it when
    every other set of levels has room.
    """
    found = hall(counts, need)
    return max(0, -found.slack), found.tight
