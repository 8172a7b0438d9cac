"""Branch and bound over the legal draws of a Setup (compiled).

The objective X of a draw is the number of countries of a given set whose number of listings is
accepted. A node is a partial draw; its children pick one of the remaining candidate cards, and
the candidates before it are excluded, so that every draw is met once. Two bounds:

* a country that is accepted now needs e more listings to fall out, so a card takes away at most
  sum of 1/e over its countries: the largest losses that fill the open slots bound the loss;
* when nothing can fall out ("k or more"), X never falls, and each open slot adds at least the
  gain of the cheapest candidate left for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from deckkit.games.quizwiz.coverage.jit import jit, popcount
from deckkit.games.quizwiz.coverage.kernel_table import (
    count_accepted,
    draw_weight,
    earlier_family,
    times_planes,
)

SCALE = 2520  # divisible by 1..10: losses are whole numbers
NEVER = 1 << 30

Array = Any


@jit
def search(  # noqa: PLR0915 (compiled: calls would cost more than the length)
    words: Array,
    levels: Array,
    categories: Array,
    counts: Array,
    order: Array,
    need: Array,
    forced: Array,
    accepted: Array,
    universe: Array,
    limit: int,
    counting: bool,
    node_limit: int,
    enough: int,
    listed: Array,
    witness: Array,
    mine: int,
    starts: Array,
    members: Array,
    outside: Array,
    kinds: Array,
    limits: Array,
    all_accepted: Array,
) -> Any:
    """Least X over the draws that hold `forced`, or the number of draws with X < limit.

    `need` is what is still to be drawn, `accepted[k]` for k = 0..size. Minimising, `limit` is
    an upper bound that is not reached (countries + 1) and falls with each better draw.
    Counting stops after `enough` draws.
    Returns (least X or number of draws, probability of the counted draws, nodes, finished);
    `witness` gets the best (or first) draw, `listed` the first draws counted.
    """  # fmt: skip
    n_cards = words.shape[0]
    size = len(forced) + need.sum()
    top = len(accepted) - 1
    width = counts.shape[1]
    sel = np.zeros(size, np.int64)
    planes = np.zeros((size + 1, top, 2), np.uint64)
    spare = np.zeros((top, 2), np.uint64)
    cand = np.zeros((size + 1, n_cards), np.int32)
    value = np.zeros((size + 1, n_cards), np.int64)
    n_cand = np.zeros(size + 1, np.int64)
    place = np.zeros(size + 1, np.int64)
    now = np.zeros(size + 1, np.int64)
    rem = need.copy()
    rising = np.zeros(top + 1, np.bool_)  # level k is accepted for ever
    rising[top] = accepted[top]
    for k in range(top - 1, -1, -1):
        rising[k] = accepted[k] and rising[k + 1]
    monotone = True
    for k in range(top + 1):
        if accepted[k] and not rising[k]:
            monotone = False
    seen = np.zeros((3, width), np.int64)
    stamp = 0
    taken = np.zeros(width, np.bool_)
    base = len(forced)
    for a in range(base):
        sel[a] = forced[a]
        taken[categories[forced[a]]] = True
    times_planes(sel, base, words, planes[base])
    for s in range(n_cards):
        if rem[levels[s]] > 0 and not taken[categories[s]]:
            cand[base, n_cand[base]] = s
            n_cand[base] += 1
    best = limit
    total = 0
    mass = 0.0
    nodes = 0
    depth = base
    entering = True
    level_in = np.zeros((top + 1, 2), np.uint64)
    weight = np.zeros(top + 1, np.int64)
    while True:
        if entering:
            nodes += 1
            if nodes > node_limit:
                return best if not counting else total, mass, nodes, False
            entering = False
            place[depth] = 0
            left = size - depth
            now[depth] = count_accepted(planes[depth], depth, accepted, universe)
            if left == 0:  # only when everything is forced
                if now[depth] < best and not earlier_family(
                    sel, size, words, spare, mine, starts, members, outside, kinds, limits,
                    all_accepted,
                ):  # fmt: skip
                    witness[:size] = sel
                    if counting:
                        if total < len(listed):
                            listed[total, :size] = sel
                        total += 1
                        mass += draw_weight(sel, levels, categories, counts, order, size)
                    else:
                        best = now[depth]
                return best if not counting else total, mass, nodes, True
            for k in range(depth + 1):
                for w in range(2):
                    word = universe[w]
                    if k > 0:
                        word = word & planes[depth, k - 1, w]
                    if k < depth:
                        word = word & ~planes[depth, k, w]
                    level_in[k, w] = word
                steps = NEVER
                if accepted[k]:
                    for e in range(1, left + 1):
                        if not accepted[k + e]:
                            steps = e
                            break
                if left == 1:  # exact change of X by one more listing
                    weight[k] = int(accepted[k]) - int(accepted[k + 1])
                elif monotone:  # gain
                    weight[k] = int(accepted[k + 1]) - int(accepted[k])
                elif accepted[k] and steps != NEVER:
                    weight[k] = SCALE // steps if steps <= 10 else SCALE // 10
                else:
                    weight[k] = 0
            for c in range(n_cand[depth]):
                s = cand[depth, c]
                v = 0
                for k in range(depth + 1):
                    if weight[k] != 0:
                        hits = popcount(words[s, 0] & level_in[k, 0])
                        hits += popcount(words[s, 1] & level_in[k, 1])
                        v += weight[k] * hits
                value[depth, c] = v
            if left == 1:
                for c in range(n_cand[depth]):
                    x = now[depth] - value[depth, c]
                    if x < best:
                        sel[depth] = cand[depth, c]
                        if earlier_family(
                            sel, size, words, spare, mine, starts, members, outside, kinds,
                            limits, all_accepted,
                        ):  # fmt: skip
                            continue
                        if counting:
                            if total == 0:
                                witness[:size] = sel
                            if total < len(listed):
                                listed[total, :size] = sel
                            total += 1
                            mass += draw_weight(sel, levels, categories, counts, order, size)
                            if total >= enough:
                                return total, mass, nodes, False
                        else:
                            best = x
                            witness[:size] = sel
                n_cand[depth] = 0
            else:
                sign = 1 if monotone else -1  # gains ascending, losses descending
                for c in range(1, n_cand[depth]):
                    s = cand[depth, c]
                    v = value[depth, c]
                    b = c - 1
                    while b >= 0 and sign * value[depth, b] > sign * v:
                        value[depth, b + 1] = value[depth, b]
                        cand[depth, b + 1] = cand[depth, b]
                        b -= 1
                    value[depth, b + 1] = v
                    cand[depth, b + 1] = s
        # next child of `depth`
        start = place[depth]
        missing = size - depth
        open_ = rem.copy()
        loss = 0
        gain = 0
        stamp += 1
        c = start
        while missing > 0 and c < n_cand[depth]:
            s = cand[depth, c]
            d = levels[s]
            if open_[d] > 0 and seen[d, categories[s]] != stamp:
                seen[d, categories[s]] = stamp
                open_[d] -= 1
                missing -= 1
                loss += value[depth, c]
                gain = value[depth, c]  # ascending: the last slot filled has the largest gain
            c += 1
        if missing > 0:
            bounded = True
        elif monotone:
            bounded = now[depth] + gain >= best
        else:
            bounded = now[depth] - loss // SCALE >= best
        if bounded:
            if depth == base:
                return best if not counting else total, mass, nodes, True
            depth -= 1
            s = sel[depth]
            rem[levels[s]] += 1
            taken[categories[s]] = False
            continue
        s = cand[depth, start]
        place[depth] = start + 1
        sel[depth] = s
        rem[levels[s]] -= 1
        taken[categories[s]] = True
        for w in range(2):
            carry = words[s, w]
            for j in range(depth + 1):
                old = planes[depth, j, w]
                planes[depth + 1, j, w] = old | carry
                carry = carry & old
        n = 0
        for c in range(start + 1, n_cand[depth]):
            other = cand[depth, c]
            if rem[levels[other]] > 0 and not taken[categories[other]]:
                cand[depth + 1, n] = other
                n += 1
        n_cand[depth + 1] = n
        depth += 1
        entering = True
