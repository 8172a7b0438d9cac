"""Random choices that any language repeats: SplitMix64 and unbiased bounded draws.

docs/json.md describes the algorithm; conformance.json holds values to test against.
Source: G. L. Steele, D. Lea, C. H. Flood, Fast Splittable Pseudorandom Number Generators
(OOPSLA 2014); constants of S. Vigna's splitmix64.c (public domain).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

LARGEST_SEED = 2**53 - 1  # the largest whole number that JavaScript holds exactly
_MASK = 2**64 - 1
_RANGE = 2**32


class Random:
    """A stream of whole numbers that `seed` (0 to 2^53 - 1) determines."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def next(self) -> int:
        """The next 64 bits of SplitMix64."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, count: int) -> int:
        """A number from 0 to `count` - 1 (`count` from 1 to 2^32), all equally likely.

        The upper 32 bits of the next value modulo `count`; values in the incomplete last run
        of length `count` are passed over.
        """
        limit = _RANGE - _RANGE % count
        while True:
            upper = self.next() >> 32
            if upper < limit:
                return upper % count

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`, all equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """`items` in random order (Fisher-Yates from the end)."""
        cards = list(items)
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return cards


def samples() -> list[dict[str, object]]:
    """Values by which another implementation of this stream can be tested."""
    found: list[dict[str, object]] = []
    for seed in (0, 7, 1234567, LARGEST_SEED):
        random = Random(seed)
        values = [f"{random.next():016x}" for _ in range(4)]
        below = [
            {"count": count, "values": [random.below(count) for _ in range(8)]}
            for count in (2, 6, 72, 3_000_000_000)
        ]
        shuffled = random.shuffled(range(10))
        found.append({"seed": seed, "next": values, "below": below, "shuffled": shuffled})
    return found
