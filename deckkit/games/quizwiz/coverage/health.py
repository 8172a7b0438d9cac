"""Health of a deck: Statements, countries, pairs of answer sets, hardness in bits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import comb, inf, log2, sqrt
from typing import TYPE_CHECKING

from deckkit.games.quizwiz.coverage.model import Deck, Setup

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

FEW_MATCHES = 5
ALIKE = 0.8
FAR_FROM_MEAN = 2.5
BLOCK = 512


@dataclass(frozen=True, slots=True)
class StatementHealth:
    """A Statement: matches, bits of hardness, and its probability to be on each Setup's table."""

    id: str
    matches: int
    bits: float
    inclusion: Mapping[str, float]
    verdict: str


@dataclass(frozen=True, slots=True)
class CountryHealth:
    """A country: how many Statements list it, distance from the mean in standard deviations,
    and the country most like it with the number of Statements that tell them apart."""

    code: str
    name: str
    statements: int
    z: float
    nearest: str
    nearest_differs: int
    verdict: str


@dataclass(frozen=True, slots=True)
class PairHealth:
    """Two Statements whose answers are equal, complementary or overlap by at least 80 %."""

    first: str
    second: str
    relation: str
    overlap: float


def slot_bits(countries: int, fitting: float, demand: int = 2) -> float:
    """Hardness of a slot: log2 of the odds of filling it at random, C(N, 2) / C(n, 2).

    `fitting` may be an expected number; the binomial is continued as n (n - 1) / 2.
    """
    ways = fitting * (fitting - 1) / 2 if demand == 2 else float(comb(int(fitting), demand))
    return log2(comb(countries, demand) / ways) if ways > 0 else inf


def statement_health(
    deck: Deck, inclusion: Mapping[str, npt.NDArray[np.float64]]
) -> tuple[StatementHealth, ...]:
    """Every Statement, in deck order; `inclusion` maps Setups to probabilities per Statement."""
    out = []
    for s, id_ in enumerate(deck.ids):
        matches = deck.masks[s].bit_count()
        shares = {setup: float(p[s]) for setup, p in inclusion.items()}
        if matches < deck.cards_to_end:
            verdict = "error: can never be filled correctly"
        elif matches < FEW_MATCHES:
            verdict = "warning: few matches"
        elif shares and not any(shares.values()):
            verdict = "warning: never reaches a table"
        else:
            verdict = "ok"
        bits = slot_bits(len(deck.countries), matches, deck.cards_to_end)
        out.append(StatementHealth(id_, matches, bits, shares, verdict))
    return tuple(out)


def country_health(deck: Deck) -> tuple[CountryHealth, ...]:
    """Every country: too few or too many Statements, twins."""
    n = len(deck.countries)
    columns = [sum((mask >> i & 1) << s for s, mask in enumerate(deck.masks)) for i in range(n)]
    sizes = [column.bit_count() for column in columns]
    mean = sum(sizes) / n if n else 0.0
    spread = sqrt(sum((size - mean) ** 2 for size in sizes) / n) if n else 0.0
    out = []
    for i in range(n):
        z = (sizes[i] - mean) / spread if spread else 0.0
        others = [((columns[i] ^ columns[j]).bit_count(), j) for j in range(n) if j != i]
        distance, j = min(others, default=(0, i))
        if sizes[i] == 0:
            verdict = "warning: on no Statement"
        elif sizes[i] == len(deck.ids):
            verdict = "warning: on every Statement"
        elif others and distance == 0:
            verdict = f"warning: same Statements as {deck.country_names[j]}"
        elif z < -FAR_FROM_MEAN:
            verdict = "warning: on few Statements"
        elif z > FAR_FROM_MEAN:
            verdict = "warning: on many Statements"
        else:
            verdict = "ok"
        out.append(
            CountryHealth(
                deck.countries[i], deck.country_names[i], sizes[i], z,
                deck.countries[j], distance, verdict,
            )
        )  # fmt: skip
    return tuple(out)


def pair_health(deck: Deck) -> tuple[PairHealth, ...]:
    """Pairs of Statements with equal, complementary or strongly overlapping answers."""
    import numpy as np

    words = deck.words
    size = np.bitwise_count(words).sum(axis=1, dtype=np.int64)
    out = []
    for low in range(0, len(words), BLOCK):
        part = words[low : low + BLOCK]
        both = np.zeros((len(part), len(words)), np.int64)
        for w in range(2):
            both += np.bitwise_count(part[:, None, w] & words[None, :, w])
        union = size[low : low + BLOCK, None] + size[None, :] - both
        alike = (both >= ALIKE * union) & (union > 0)
        complement = (both == 0) & (union == len(deck.countries))
        for a, b in zip(*np.nonzero(alike | complement), strict=True):
            first, second = low + int(a), int(b)
            if first >= second:
                continue
            overlap = both[a, b] / union[a, b]
            equal = "equal" if overlap == 1 else "overlap"
            relation = "complement" if complement[a, b] else equal
            out.append(PairHealth(deck.ids[first], deck.ids[second], relation, float(overlap)))
    rank = {"equal": 0, "complement": 1, "overlap": 2}
    return tuple(sorted(out, key=lambda p: (rank[p.relation], -p.overlap, p.first, p.second)))


def hardness_bits(
    deck: Deck,
    setup: Setup,
    inclusion: npt.NDArray[np.float64] | None,
    expected: Sequence[float | None],
) -> float:
    """Expected hardness of a table: the bits of its slots added up.

    Statements count with their probability to be drawn, Special Statements with their expected
    number of satisfying countries. Ranks tables like simulated win rates do (see `play`).
    """
    if inclusion is None:
        return inf
    n = len(deck.countries)
    bits = 0.0
    for s, p in enumerate(inclusion):
        if p > 0:
            bits += float(p) * slot_bits(n, deck.masks[s].bit_count(), deck.cards_to_end)
    for value in expected:
        if value is not None:
            bits += slot_bits(n, value, deck.cards_to_end)
    return bits


def level_overlaps(hardness: Mapping[str, Sequence[float]]) -> list[tuple[str, str]]:
    """Pairs of neighbouring game levels whose Setups are not clearly apart in hardness."""
    order = [name for name in ("easy", "medium", "hard") if hardness.get(name)]
    return [
        (lower, upper)
        for lower, upper in pairwise(order)
        if max(hardness[lower]) >= min(hardness[upper])
    ]
