"""The law of the rulebook's drawing procedure, and what follows from it without enumeration.

Returning a card of a used category and drawing again picks uniformly among the cards of the
level whose category is free. Hence categories follow a Plackett-Luce law without replacement,
and given the categories the cards are independent and uniform inside their cells.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from deckkit.games.quizwiz.coverage.model import Deck, Need, Setup, Special

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]
    Ints = npt.NDArray[np.int64]

STATE_LIMIT = 30_000
ROWS = 200_000


@dataclass(frozen=True, slots=True, eq=False)
class Marginals:
    """Exact marginals of the procedure, given that the draw completes.

    `times[i, k]` is the probability that country i is listed by exactly k Statements,
    shape (countries, size + 1); `success` is the probability that drawing does not jam.
    """

    times: Floats
    success: float

    def expected(self, special: Special) -> float:
        """Expected number of countries that satisfy `special`."""
        fitting = [k for k in range(self.times.shape[1]) if special.fits(k)]
        return float(self.times[:, fitting].sum())


def marginals(deck: Deck, setup: Setup, order: tuple[int, ...]) -> Marginals | None:
    """Law of the listings of every country by dynamic programming over used categories.

    None when there are more sets of categories than fit in memory.
    """
    import numpy as np

    categories = len(deck.category_names)
    if comb(categories, min(setup.size, categories // 2)) > STATE_LIMIT:
        return None
    share = _shares(deck)
    counts = np.array(deck.counts, dtype=np.float64)
    masks = np.zeros(1, dtype=np.int64)
    table = np.zeros((1, len(deck.countries), setup.size + 1))
    table[0, :, 0] = 1.0
    drawn = 0
    for d in order:
        for _ in range(setup.need[d]):
            drawn += 1
            following = _subsets(categories, drawn)
            grown = np.zeros((len(following), *table.shape[1:]))
            free = _free_cards(masks, counts[d])
            for g in range(categories):
                ok = ((masks >> g) & 1 == 0) & (counts[d, g] > 0)
                if not ok.any():
                    continue
                target = np.searchsorted(following, masks[ok] | (1 << g))
                part = table[ok] * (counts[d, g] / free[ok])[:, None, None]
                p = share[d][g][None, :, None]
                grown[target] += part * (1 - p)
                grown[target, :, 1:] += part[:, :, :-1] * p
            masks, table = following, grown
    times = table.sum(axis=0)
    success = float(times[0].sum())
    if success > 0:
        times = times / success
    return Marginals(times=times, success=success)


def _subsets(n: int, size: int) -> Ints:
    """All subsets of n items with `size` members as sorted bit masks."""
    import numpy as np

    rows = np.array(list(combinations(range(n), size)), dtype=np.int64).reshape(-1, size)
    return np.sort((1 << rows).sum(axis=1))


def _free_cards(masks: Ints, cards: Floats) -> Floats:
    """Cards of a level in free categories for every set of used categories, at least 1."""
    import numpy as np

    used = np.zeros(len(masks))
    for g, n in enumerate(cards):
        used += n * ((masks >> g) & 1)
    free: Floats = np.maximum(cards.sum() - used, 1.0)
    return free


def _shares(deck: Deck) -> list[list[Floats]]:
    """Share of the cards of each cell that list each country."""
    import numpy as np

    bits = np.array(
        [[mask >> i & 1 for i in range(len(deck.countries))] for mask in deck.masks], dtype=float
    ).reshape(len(deck.masks), len(deck.countries))
    return [
        [bits[list(cell)].mean(axis=0) if cell else np.zeros(bits.shape[1]) for cell in row]
        for row in deck.cells
    ]


def assignments(
    deck: Deck, need: Need, order: tuple[int, ...]
) -> Iterator[tuple[npt.NDArray[np.int32], Floats]]:
    """All ways to give categories to the slots, with the probability of each single draw in it.

    Yields blocks (cells, weights): `cells[r]` names the cells ``level * categories + category``
    of one way, shape (rows, size); every draw that picks one card per cell has probability
    `weights[r]` (not yet divided by the probability that drawing completes).
    """
    import numpy as np

    categories = len(deck.category_names)
    counts = np.array(deck.counts, dtype=np.int64)
    blocks: Iterator[tuple[Ints, npt.NDArray[np.int32], Floats]] = iter(
        [(np.zeros(1, np.int64), np.zeros((1, 0), np.int32), np.ones(1))]
    )
    for d in order:
        if need[d]:
            blocks = _extend(blocks, counts[d], need[d], d * categories)
    for _, cells, weights in blocks:
        if len(cells):
            yield cells, weights


def _extend(
    blocks: Iterator[tuple[Ints, npt.NDArray[np.int32], Floats]], cards: Ints, need: int, base: int
) -> Iterator[tuple[Ints, npt.NDArray[np.int32], Floats]]:
    """Add one level to blocks of partial assignments."""
    import numpy as np

    present = [g for g, n in enumerate(cards) if n]
    sets = np.array(list(combinations(present, need)), dtype=np.int64).reshape(-1, need)
    bits = (1 << sets).sum(axis=1)
    if not len(sets):
        return
    for used, cells, weights in blocks:
        free = _free_cards(used, cards.astype(float))
        step = max(1, ROWS // len(sets))
        for low in range(0, len(used), step):
            part = slice(low, low + step)
            row, pick = np.nonzero((used[part, None] & bits[None, :]) == 0)
            row += low
            grown = np.concatenate([cells[row], (base + sets[pick]).astype(np.int32)], axis=1)
            factor = set_weight(cards[sets[pick]].astype(float), free[row])
            yield used[row] | bits[pick], grown, weights[row] * factor


def set_weight(cards: Floats, free: Floats) -> Floats:
    """Probability that one level draws one given card of each of its categories, in any order.

    Sum over all orders of prod 1 / (free - cards already excluded), by dynamic programming over
    subsets; `cards` has shape (rows, need), `free` (rows,).
    """
    import numpy as np

    need = cards.shape[1]
    size = [np.zeros(len(free))]
    value = [np.ones(len(free))]
    for subset in range(1, 1 << need):
        low = (subset & -subset).bit_length() - 1
        size.append(size[subset & (subset - 1)] + cards[:, low])
        total = np.zeros(len(free))
        for j in range(need):
            if subset >> j & 1:
                rest = subset & ~(1 << j)
                total = total + value[rest] / (free - size[rest])
        value.append(total)
    return value[-1]


def inclusion(deck: Deck, need: Need, order: tuple[int, ...]) -> Floats | None:
    """Probability that each Statement is on the table, given that drawing completes.

    Shape (statements,); None when the Setup cannot be drawn.
    """
    import numpy as np

    lengths = np.array(deck.counts, dtype=np.float64).ravel()
    share = np.zeros(len(lengths))
    total = 0.0
    for rows, weights in assignments(deck, need, order):
        mass = weights * lengths[rows].prod(axis=1)
        total += mass.sum()
        for slot in range(rows.shape[1]):
            share += np.bincount(rows[:, slot], weights=mass, minlength=len(lengths))
    if total <= 0:
        return None
    per_card = share / np.maximum(lengths, 1) / total
    cells = np.array(deck.levels) * len(deck.category_names) + np.array(deck.categories)
    return np.asarray(per_card[cells], dtype=np.float64)
