"""Everything that is proved about one Setup."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from deckkit.games.quizwiz.coverage.distribution import Histogram, enumerate_setup, sample_setup
from deckkit.games.quizwiz.coverage.draws import (
    Hall,
    Order,
    count_draws,
    hall,
    jam_probability,
    jams_at,
    missing_categories,
)
from deckkit.games.quizwiz.coverage.evidence import Effort, Evidence
from deckkit.games.quizwiz.coverage.health import hardness_bits
from deckkit.games.quizwiz.coverage.law import inclusion, marginals
from deckkit.games.quizwiz.coverage.model import Deck, Setup
from deckkit.games.quizwiz.coverage.search import Searcher
from deckkit.games.quizwiz.coverage.special import (
    SpecialCoverage,
    cover_special,
    dead_special,
    from_histogram,
)
from deckkit.games.quizwiz.coverage.stats import clopper_pearson
from deckkit.games.quizwiz.coverage.winnable import Winnable, conflict_sets, winnable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


@dataclass(frozen=True, slots=True)
class DeadCards:
    """Probability that more cards fit nothing than hands, open cards and Debate cards can hold.

    With at most `limit` dead cards and no forced mistake nobody is ever stuck.
    """

    limit: int
    p_over: float
    evidence: Evidence


@dataclass(frozen=True, slots=True, eq=False)
class SetupCoverage:
    """What is known about one Setup.

    `inclusion[s]` is the probability that Statement s is on the table. Fields from `winnable`
    on are None or empty when the Setup cannot be drawn.
    """

    setup: Setup
    draws: int
    hall: Hall
    order: Order
    jam: Fraction | float
    jam_level: int | None
    missing: int
    winnable: Winnable | None
    conflicts: tuple[tuple[int, ...], ...]
    dead_cards: DeadCards | None
    specials: tuple[SpecialCoverage, ...]
    hardness: float
    inclusion: npt.NDArray[np.float64] | None

    @property
    def drawable(self) -> bool:
        """Whether at least one legal draw exists."""
        return self.draws > 0

    @property
    def evidence(self) -> Evidence:
        """PROVEN when every claim is, else SAMPLED."""
        proven = all(s.evidence is Evidence.PROVEN for s in self.specials)
        proven = proven and (self.winnable is None or self.winnable.finished)
        return Evidence.PROVEN if proven else Evidence.SAMPLED


def prove_setup(deck: Deck, setup: Setup, order: Order, effort: Effort) -> SetupCoverage:
    """Everything that needs no look at all draws. Specials without a proof are left out."""
    counts = deck.counts
    draws = count_draws(counts, setup.need)
    base = SetupCoverage(
        setup=setup, draws=draws, hall=hall(counts, setup.need), order=order,
        jam=jam_probability(counts, setup.need, order),
        jam_level=jams_at(counts, setup.need, order) if draws else None,
        missing=missing_categories(counts, setup.need)[0],
        winnable=None, conflicts=(), dead_cards=None, specials=(),
        hardness=float("inf"), inclusion=None,
    )  # fmt: skip
    if not draws or not setup.size:
        return base
    if draws <= effort.enumerate_up_to:  # then proofs need not take longer than all draws
        effort = replace(effort, nodes=min(effort.nodes, max(300_000, draws // 100)))
    law = marginals(deck, setup, order)
    searcher = Searcher(deck, setup, order)
    specials = [deck.specials[id_] for id_ in setup.specials]
    found = [cover_special(searcher, special, law, effort) for special in specials]
    shares = inclusion(deck, setup.need, order)
    won = winnable(searcher, effort.nodes, effort.samples // 100)
    success = 1.0 - float(base.jam)
    if 0.0 < success < 1.0:
        won = replace(
            won,
            imperfect=replace(won.imperfect, p=won.imperfect.p / success),
            unwinnable=replace(won.unwinnable, p=won.unwinnable.p / success),
        )
    expected = [law.expected(special) if law else None for special in specials]
    return replace(
        base,
        winnable=won,
        conflicts=tuple(conflict_sets(deck, setup)),
        dead_cards=_dead_by_proof(searcher, effort, success),
        specials=tuple(item for item in found if item),
        hardness=hardness_bits(deck, setup, shares, expected),
        inclusion=shares,
    )


def _dead_limit(deck: Deck) -> int:
    """Most dead cards that cannot block a player: one fewer than the places that show them."""
    return deck.hand_size + deck.open_cards + deck.debate_cards - 1


def _dead_by_proof(searcher: Searcher, effort: Effort, success: float) -> DeadCards | None:
    """Dead cards without enumeration: none at all, or the rare draws counted."""
    deck, setup = searcher.deck, searcher.setup
    limit = _dead_limit(deck)
    special = dead_special(setup, [deck.specials[id_] for id_ in setup.specials])
    if special is None:
        return DeadCards(limit, 0.0, Evidence.PROVEN)
    tally = searcher.below(1, limit + 1, min(effort.nodes, 300_000))
    if not tally.finished:
        return None
    return DeadCards(limit, max(0.0, 1.0 - tally.p / success), Evidence.EXACT)


def complete_setup(
    deck: Deck, found: SetupCoverage, effort: Effort, executor: Executor | None
) -> SetupCoverage:
    """Add what needs all draws, or a sample where there are too many of them."""
    setup = found.setup
    if not found.drawable or not setup.size:
        return found
    proofs = {item.id: item for item in found.specials}
    specials = [deck.specials[id_] for id_ in setup.specials]
    dead = dead_special(setup, specials)
    enumerate_all = found.draws <= effort.enumerate_up_to
    open_ones = [special for special in specials if special.id not in proofs]
    if not enumerate_all and not open_ones and found.dead_cards:
        return found
    asked = (specials if enumerate_all else open_ones) + ([dead] if dead else [])
    if enumerate_all:
        histograms = enumerate_setup(deck, setup, found.order, asked, executor)
    else:
        histograms = sample_setup(deck, setup, found.order, asked, effort.samples)
    searcher = Searcher(deck, setup, found.order)
    for special, histogram in zip(asked, histograms, strict=True):
        if special is not dead:
            known = proofs.get(special.id)
            proofs[special.id] = from_histogram(searcher, special, histogram, known)
    dead_cards = found.dead_cards
    if dead and (enumerate_all or dead_cards is None):
        dead_cards = _dead_by_histogram(histograms[-1], _dead_limit(deck))
    return replace(
        found,
        specials=tuple(proofs[special.id] for special in specials),
        dead_cards=dead_cards,
    )


def _dead_by_histogram(histogram: Histogram, limit: int) -> DeadCards:
    count, p = histogram.below(limit + 1)
    if histogram.exact:
        return DeadCards(limit, max(0.0, 1.0 - p), Evidence.EXACT)
    total = sum(histogram.draws)
    return DeadCards(limit, clopper_pearson(total - count, total)[1], Evidence.SAMPLED)


def order_names(order: Sequence[int]) -> list[str]:
    """Names of the levels in drawing order."""
    return [("easy", "medium", "hard")[d] for d in order]
