"""What one table is worth (compiled): listings, accepted countries, probability, families."""

from __future__ import annotations

from typing import Any

import numpy as np

from deckkit.games.quizwiz.coverage.jit import jit, popcount

Array = Any


@jit
def times_planes(cards: Array, size: int, words: Array, planes: Array) -> None:
    """Bit planes of the listings of a table: planes[j] = countries listed by more than j cards."""
    for j in range(planes.shape[0]):
        planes[j, 0] = 0
        planes[j, 1] = 0
    for a in range(size):
        s = cards[a]
        for w in range(2):
            carry = words[s, w]
            for j in range(planes.shape[0]):
                old = planes[j, w]
                planes[j, w] = old | carry
                carry = carry & old


@jit
def count_accepted(planes: Array, size: int, accepted: Array, universe: Array) -> int:
    """Countries of `universe` whose number of listings (0..size) is accepted."""
    total = 0
    for k in range(size + 1):
        if accepted[k]:
            for w in range(2):
                word = universe[w]
                if k > 0:
                    word = word & planes[k - 1, w]
                if k < size:
                    word = word & ~planes[k, w]
                total += popcount(word)
    return total


@jit
def draw_weight(
    cards: Array, levels: Array, categories: Array, counts: Array, order: Array, size: int
) -> float:
    """Probability of one table under the drawing procedure (see `law.set_weight`)."""
    value = 1.0
    used = np.zeros(counts.shape[1], np.bool_)
    for d in order:
        free = 0.0
        for g in range(counts.shape[1]):
            if not used[g]:
                free += counts[d, g]
        mine = np.zeros(size, np.float64)
        n = 0
        for a in range(size):
            s = cards[a]
            if levels[s] == d:
                mine[n] = counts[d, categories[s]]
                used[categories[s]] = True
                n += 1
        part = np.zeros(1 << n, np.float64)
        part[0] = 1.0
        for subset in range(1, 1 << n):
            taken = 0.0
            for j in range(n):
                if (subset >> j) & 1:
                    taken += mine[j]
            for j in range(n):
                if (subset >> j) & 1:
                    part[subset] += part[subset ^ (1 << j)] / (free - (taken - mine[j]))
        value *= part[(1 << n) - 1]
    return value


@jit
def earlier_family(
    cards: Array,
    size: int,
    words: Array,
    planes: Array,
    mine: int,
    starts: Array,
    members: Array,
    outside: Array,
    kinds: Array,
    limits: Array,
    accepted: Array,
) -> bool:
    """Whether a family before `mine` also convicts this table (then it was counted there).

    Family f convicts a table that holds the cards members[starts[f]:starts[f+1]] and has at
    most limits[f] countries of outside[f] accepted by accepted[kinds[f]].
    """  # fmt: skip
    if mine == 0:
        return False
    times_planes(cards, size, words, planes)
    for f in range(mine):
        inside = True
        for a in range(starts[f], starts[f + 1]):
            found = False
            for b in range(size):
                if cards[b] == members[a]:
                    found = True
                    break
            if not found:
                inside = False
                break
        if not inside:
            continue
        if count_accepted(planes, size, accepted[kinds[f]], outside[f]) <= limits[f]:
            return True
    return False
