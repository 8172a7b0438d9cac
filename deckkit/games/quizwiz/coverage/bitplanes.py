"""Complete enumeration without a compiler: the same bit planes, a block of draws per operation."""

from __future__ import annotations

from typing import Any

Array = Any

BLOCK = 1 << 15


def enumerate_draws(
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
    """The same as `kernel_enum.enumerate_draws`, in numpy.

    Assignments are expanded cell by cell; blocks that grow beyond `BLOCK` draws are halved.
    """  # fmt: skip
    import numpy as np

    size = rows.shape[1]
    lengths = np.diff(cell_start)
    step = max(1, BLOCK // max(1, int(lengths.max()) ** 2))
    # ranges of rows, their planes so far (planes, 2, n), row of each partial draw, next slot
    stack = [
        (0, np.zeros((planes, 2, len(part)), np.uint64), part)
        for part in (
            np.arange(low, min(low + step, len(rows))) for low in range(0, len(rows), step)
        )
    ]
    while stack:
        slot, ge, owner = stack.pop()
        if slot == size:
            _tally(ge, owner, weights, lows, highs, countries, hist, mass)
            continue
        if len(owner) > BLOCK:
            half = len(owner) // 2
            stack += [(slot, ge[:, :, :half], owner[:half]), (slot, ge[:, :, half:], owner[half:])]
            continue
        cells = rows[owner, slot]
        copies = lengths[cells]
        owners = np.repeat(owner, copies)
        before = np.cumsum(copies) - copies
        within = np.arange(len(owners)) - np.repeat(before, copies)
        cards = cell_cards[cell_start[rows[owners, slot]] + within]
        carry = words[cards].T
        grown = np.repeat(ge, copies, axis=2)
        for j in range(planes):
            old = grown[j].copy()
            grown[j] |= carry
            carry = carry & old
        stack.append((slot + 1, grown, owners))


def _tally(
    ge: Array, owner: Array, weights: Array, lows: Array, highs: Array, countries: int,
    hist: Array, mass: Array,
) -> None:  # fmt: skip
    """Add complete draws to the histograms."""
    import numpy as np

    at_least = np.bitwise_count(ge).sum(axis=1, dtype=np.int64)
    total = np.full(ge.shape[2], countries, np.int64)
    for j, (low, high) in enumerate(zip(lows, highs, strict=True)):
        found = total if low == 0 else at_least[low - 1]
        if 0 < high <= len(at_least):
            found = found - at_least[high - 1]
        hist[j] += np.bincount(found, minlength=countries + 1)
        mass[j] += np.bincount(found, weights=weights[owner], minlength=countries + 1)
