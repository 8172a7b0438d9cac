"""Drawing without jam for decks with very many categories: exact quadrature, no sets of sets.

Give every free category an exponential clock whose rate is its number of cards; the first
`need` clocks to ring are the draw. Given the time at which a level is complete, categories are
independent, so the probability is a coefficient of a product over categories, integrated over
u = exp(-time) of each level. The integrand is a polynomial in every u of degree below the number
of cards of the level: Gauss-Legendre quadrature with half as many nodes is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from deckkit.games.quizwiz.coverage.model import Need


def success_probability(counts: Sequence[Sequence[int]], need: Need, order: Sequence[int]) -> float:
    """Probability that drawing level after level in `order` never runs out of categories."""
    import numpy as np

    stages = [d for d in order if need[d]]
    axes = []
    for d in stages:
        nodes, weights = np.polynomial.legendre.leggauss(sum(counts[d]) // 2 + 1)
        axes.append(((nodes + 1) / 2, weights / 2))
    grids = np.meshgrid(*(u for u, _ in axes), indexing="ij")
    volume = np.ones_like(grids[0])
    for grid in np.meshgrid(*(w for _, w in axes), indexing="ij"):
        volume = volume * grid

    # poly[state]: state = per stage (categories that rang before the end, whether one ended it)
    start = tuple((0, 0) for _ in stages)
    poly = {start: np.ones_like(volume)}
    ranges = [list(product(range(need[d]), (0, 1))) for d in stages]
    for g in range(len(counts[0])):
        alive = np.ones_like(volume)
        terms = []
        for t, d in enumerate(stages):
            c = counts[d][g]
            if c:
                power = grids[t] ** (c - 1)
                terms.append((t, alive * (1 - power * grids[t]), alive * c * power))
                alive = alive * power * grids[t]
        step = {state: value * alive for state, value in poly.items()}
        for state, value in poly.items():
            for t, rang, ended in terms:
                n, last = state[t]
                for following, factor in (((n + 1, last), rang), ((n, last + 1), ended)):
                    if following in ranges[t]:
                        key = (*state[:t], following, *state[t + 1 :])
                        add = value * factor
                        step[key] = step[key] + add if key in step else add
        poly = step
    goal = tuple((need[d] - 1, 1) for d in stages)
    return float((poly[goal] * volume).sum()) if goal in poly else 0.0
