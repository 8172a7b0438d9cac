"""How a number is known, and how hard to try."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Evidence(StrEnum):
    """How a claim is known."""

    PROVEN = "PROVEN"  # branch and bound, or every draw was looked at
    EXACT = "EXACT"  # a formula or a complete sum, up to rounding
    SAMPLED = "SAMPLED"  # an upper bound from random draws
    MODEL = "MODEL"  # a model of players


@dataclass(frozen=True, slots=True)
class Effort:
    """Limits of one analysis.

    A Setup is enumerated when it has at most `enumerate_up_to` legal draws (its distributions
    are then exact); a proof may take `nodes` nodes; what neither settles is sampled.
    """

    nodes: int
    enumerate_up_to: int
    samples: int
    repair_seconds: float
    games: int


EFFORTS = {
    "quick": Effort(3_000_000, 2_000_000, 1_000_000, 10.0, 0),
    "normal": Effort(30_000_000, 100_000_000, 4_000_000, 30.0, 400),
    "full": Effort(300_000_000, 30_000_000_000, 20_000_000, 120.0, 4_000),
}
