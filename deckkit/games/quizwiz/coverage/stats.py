"""Bounds for probabilities that were only sampled."""

from __future__ import annotations

CONFIDENCE = 0.999


def clopper_pearson(hits: int, draws: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Exact two-sided confidence interval of a probability after `hits` in `draws` draws.

    Clopper and Pearson (1934); with no hit the upper bound is one-sided.
    """
    from scipy.stats import beta

    if draws <= 0:
        return 0.0, 1.0
    tail = 1 - confidence
    if 0 < hits < draws:
        tail /= 2
    low = float(beta.ppf(tail, hits, draws - hits + 1)) if hits else 0.0
    high = float(beta.ppf(1 - tail, hits + 1, draws - hits)) if hits < draws else 1.0
    return low, high
