"""Special Statements on a Setup: the worst draw, the draws that fail, the distribution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deckkit.errors import InternalError
from deckkit.games.quizwiz.coverage.distribution import Histogram
from deckkit.games.quizwiz.coverage.evidence import Effort, Evidence
from deckkit.games.quizwiz.coverage.law import Marginals
from deckkit.games.quizwiz.coverage.model import Setup, Special
from deckkit.games.quizwiz.coverage.search import Searcher
from deckkit.games.quizwiz.coverage.stats import clopper_pearson


@dataclass(frozen=True, slots=True)
class SpecialCoverage:
    """One Special Statement on one Setup.

    `worst` is the least number of satisfying countries over all legal draws, on the table
    `witness`; `draws_below` counts the draws with fewer than `wanted` countries, which have
    probability `p_below` under the drawing procedure. With evidence SAMPLED, `worst` is the
    worst draw met, `draws_below` is unknown and `p_below` is an upper bound.
    """

    id: str
    text: str
    wanted: int
    expected: float | None
    worst: int
    witness: tuple[int, ...]
    draws_below: int | None
    p_below: float
    evidence: Evidence
    p_evidence: Evidence
    method: str
    distribution: Histogram | None = None

    @property
    def meetable(self) -> bool:
        """Whether every legal draw is proven to have enough satisfying countries."""
        return self.evidence is Evidence.PROVEN and self.worst >= self.wanted


def cover_special(
    searcher: Searcher, special: Special, law: Marginals | None, effort: Effort
) -> SpecialCoverage | None:
    """Worst draw and failing draws by branch and bound; None when the node limit is reached."""
    setup, wanted = searcher.setup, searcher.deck.cards_to_end
    accepted = special.accepted(setup.size)
    if not accepted:
        everything = searcher.below(0, wanted)
        return SpecialCoverage(
            special.id, special.text, wanted, 0.0, 0, everything.witness, everything.count, 1.0,
            Evidence.PROVEN, Evidence.EXACT, "no number of listings satisfies it",
        )  # fmt: skip
    least = searcher.least(accepted, effort.nodes)
    if not least.finished:
        return None
    count, p, nodes = 0, 0.0, least.nodes
    if least.value < wanted:
        tally = searcher.below(accepted, wanted, effort.nodes)
        if not tally.finished:
            return None
        count, p, nodes = tally.count, tally.p / (law.success if law else 1.0), nodes + tally.nodes
    return SpecialCoverage(
        id=special.id,
        text=special.text,
        wanted=wanted,
        expected=law.expected(special) if law else None,
        worst=least.value,
        witness=least.witness,
        draws_below=count,
        p_below=min(p, 1.0),
        evidence=Evidence.PROVEN,
        p_evidence=Evidence.EXACT,
        method=f"branch and bound, {nodes:,} nodes",
    )


def from_histogram(
    searcher: Searcher, special: Special, histogram: Histogram, known: SpecialCoverage | None
) -> SpecialCoverage:
    """Coverage read off a histogram of all draws (exact) or of a sample.

    `known` is the proof by branch and bound, if there is one: it must say the same.
    """
    wanted = searcher.deck.cards_to_end
    worst = next(x for x, n in enumerate(histogram.draws) if n)
    count, p = histogram.below(wanted)
    total = sum(histogram.draws)
    if not histogram.exact:
        tried = searcher.least(special.accepted(searcher.setup.size), 200_000)
        return SpecialCoverage(
            special.id, special.text, wanted, histogram.expected, min(worst, tried.value),
            tried.witness, None, clopper_pearson(count, total)[1], Evidence.SAMPLED,
            Evidence.SAMPLED, f"{total:,} random draws", histogram,
        )  # fmt: skip
    if known is None:
        witness = searcher.find(special.accepted(searcher.setup.size), worst)
    else:
        witness = known.witness
        if (known.worst, known.draws_below) != (worst, count):
            raise InternalError(
                f"{searcher.setup.id} {special.id}: branch and bound says {known.worst} and "
                f"{known.draws_below}, enumeration says {worst} and {count}."
            )
    return SpecialCoverage(
        special.id, special.text, wanted, histogram.expected, worst, witness, count, p,
        Evidence.PROVEN, Evidence.EXACT, f"all {total:,} draws", histogram,
    )  # fmt: skip


def dead_special(setup: Setup, specials: Sequence[Special]) -> Special | None:
    """What makes a country card dead on this Setup: listed by no Statement, fitting no special.

    None when a special takes such countries: then no card is ever dead.
    """
    if any(special.fits(0) for special in specials):
        return None
    return Special("dead", f"Cards that fit nothing ({setup.id})", 0, 0)
