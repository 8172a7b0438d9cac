"""Complete enumeration and sampling of the draws of a Setup (compiled).

Three saturating bit planes (listed at least once, twice, three times) of two 64-bit words; the
last two cells of an assignment are joined into a table of pairs, so that a draw costs about ten
word operations and three popcounts. Specials that look beyond three listings need more planes
and take the general loop.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from deckkit.games.quizwiz.coverage.jit import jit, popcount

Array = Any


@jit
def enumerate_draws(  # noqa: PLR0915 (compiled: calls would cost more than the length)
    rows: Array,
    weights: Array,
    words: Array,
    cell_start: Array,
    cell_cards: Array,
    planes: int,
    lows: Array,
    highs: Array,
    countries: int,
    hist: Array,
    mass: Array,
) -> None:
    """Histograms of the number of satisfying countries over all draws of some assignments.

    `rows` (r, size >= 1) are cells, each draw of row r has probability weights[r]. Special j
    accepts lows[j] <= listings < highs[j], highs[j] <= planes, or highs[j] < 0 for no limit.
    Adds to hist (specials, countries + 1) and mass (same shape).
    """  # fmt: skip
    size = rows.shape[1]
    n_specials = len(lows)
    local = np.zeros((n_specials, countries + 1), np.int64)
    ge = np.zeros((size + 1, planes, 2), np.uint64)
    index = np.zeros(size, np.int64)
    cells = np.zeros(size, np.int64)
    longest = 1
    for c in range(len(cell_start) - 1):
        longest = max(longest, cell_start[c + 1] - cell_start[c])
    pairs = np.zeros((longest * longest, 4), np.uint64)
    at_least = np.zeros(planes + 2, np.int64)  # at_least[planes + 1] stays 0: no upper limit
    at_least[0] = countries
    low_at = lows.copy()
    high_at = highs.copy()
    for j in range(n_specials):
        if highs[j] < 0 or highs[j] > planes:
            high_at[j] = planes + 1
    wanted = np.zeros(max(planes, 3) + 2, np.bool_)  # planes that a special looks at
    for j in range(n_specials):
        wanted[low_at[j]] = True
        wanted[high_at[j]] = high_at[j] <= planes
    for r in range(rows.shape[0]):
        for a in range(size):  # small cells outside, the two largest inside
            cell = rows[r, a]
            b = a - 1
            length = cell_start[cell + 1] - cell_start[cell]
            while b >= 0 and cell_start[cells[b] + 1] - cell_start[cells[b]] > length:
                cells[b + 1] = cells[b]
                b -= 1
            cells[b + 1] = cell
        n_pairs = 0
        last = cells[size - 1]
        if size == 1:
            for y in range(cell_start[last], cell_start[last + 1]):
                for w in range(2):
                    pairs[n_pairs, w] = words[cell_cards[y], w]
                    pairs[n_pairs, 2 + w] = 0
                n_pairs += 1
        else:
            other = cells[size - 2]
            for x in range(cell_start[other], cell_start[other + 1]):
                for y in range(cell_start[last], cell_start[last + 1]):
                    for w in range(2):
                        one = words[cell_cards[x], w]
                        two = words[cell_cards[y], w]
                        pairs[n_pairs, w] = one | two
                        pairs[n_pairs, 2 + w] = one & two
                    n_pairs += 1
        outer = max(size - 2, 0)
        local[:] = 0
        depth = 0
        if outer > 0:
            index[0] = cell_start[cells[0]]
        while True:
            if depth < outer:
                if index[depth] == cell_start[cells[depth] + 1]:
                    depth -= 1
                    if depth < 0:
                        break
                    index[depth] += 1
                    continue
                s = cell_cards[index[depth]]
                for w in range(2):
                    carry = words[s, w]
                    for j in range(planes):
                        old = ge[depth, j, w]
                        ge[depth + 1, j, w] = old | carry
                        carry = carry & old
                depth += 1
                if depth < outer:
                    index[depth] = cell_start[cells[depth]]
                continue
            if planes <= 3:
                a1, b1 = ge[depth, 0, 0], ge[depth, 0, 1]
                a2 = a3 = b2 = b3 = np.uint64(0)
                if planes > 1:
                    a2, b2 = ge[depth, 1, 0], ge[depth, 1, 1]
                if planes > 2:
                    a3, b3 = ge[depth, 2, 0], ge[depth, 2, 1]
                for q in range(n_pairs):
                    p, u = pairs[q, 0], pairs[q, 1]
                    both, voth = pairs[q, 2], pairs[q, 3]
                    if wanted[1]:
                        at_least[1] = popcount(a1 | p) + popcount(b1 | u)
                    if wanted[2]:
                        at_least[2] = popcount(a2 | both | (a1 & p)) + popcount(
                            b2 | voth | (b1 & u)
                        )
                    if wanted[3]:
                        at_least[3] = popcount(a3 | (a2 & p) | (a1 & both)) + popcount(
                            b3 | (b2 & u) | (b1 & voth)
                        )
                    local[0, at_least[low_at[0]] - at_least[high_at[0]]] += 1
                    if n_specials > 1:
                        local[1, at_least[low_at[1]] - at_least[high_at[1]]] += 1
                    for j in range(2, n_specials):
                        local[j, at_least[low_at[j]] - at_least[high_at[j]]] += 1
            else:
                for q in range(n_pairs):
                    for j in range(planes):
                        total = 0
                        for w in range(2):
                            word = ge[depth, j, w]
                            if j == 0:
                                word = word | pairs[q, w]
                            else:
                                word = word | (ge[depth, j - 1, w] & pairs[q, w])
                            if j == 1:
                                word = word | pairs[q, 2 + w]
                            elif j > 1:
                                word = word | (ge[depth, j - 2, w] & pairs[q, 2 + w])
                            total += popcount(word)
                        at_least[j + 1] = total
                    for j in range(n_specials):
                        local[j, at_least[low_at[j]] - at_least[high_at[j]]] += 1
            if outer == 0:
                break
            depth -= 1
            index[depth] += 1
        for j in range(n_specials):
            for x in range(countries + 1):
                if local[j, x]:
                    hist[j, x] += local[j, x]
                    mass[j, x] += weights[r] * local[j, x]


@jit
def sample_draws(
    draws: int,
    seed: int,
    words: Array,
    cell_start: Array,
    cell_cards: Array,
    order: Array,
    need: Array,
    accepted: Array,
    countries: int,
    hist: Array,
) -> int:
    """Draw tables by the rulebook's procedure and count the satisfying countries.

    Adds to hist (specials, countries + 1); accepted has shape (specials, size + 1). Returns how
    many draws completed (the others jammed).
    """  # fmt: skip
    np.random.seed(seed)
    size = need.sum()
    categories = (len(cell_start) - 1) // 3
    used = np.zeros(categories, np.bool_)
    ge = np.zeros((size, 2), np.uint64)
    done = 0
    for _ in range(draws):
        used[:] = False
        ge[:] = 0
        jammed = False
        for d in order:
            first = d * categories
            total = cell_start[first + categories] - cell_start[first]
            for g in range(categories):
                if used[g]:
                    total -= cell_start[first + g + 1] - cell_start[first + g]
            for _slot in range(need[d]):
                if total <= 0:
                    jammed = True
                    break
                pick = np.random.randint(0, total)
                card = 0
                for g in range(categories):
                    if not used[g]:
                        n = cell_start[first + g + 1] - cell_start[first + g]
                        if pick < n:
                            card = cell_cards[cell_start[first + g] + pick]
                            used[g] = True
                            total -= n
                            break
                        pick -= n
                for w in range(2):
                    carry = words[card, w]
                    for j in range(size):
                        old = ge[j, w]
                        ge[j, w] = old | carry
                        carry = carry & old
            if jammed:
                break
        if jammed:
            continue
        done += 1
        for a in range(accepted.shape[0]):
            total = 0
            before = countries
            for k in range(size + 1):
                after = popcount(ge[k, 0]) + popcount(ge[k, 1]) if k < size else 0
                if accepted[a, k]:
                    total += before - after
                before = after
            hist[a, total] += 1
    return done
