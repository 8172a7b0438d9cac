"""Distribution of the number of satisfying countries over the draws of a Setup."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckkit.games.quizwiz.coverage.law import assignments
from deckkit.games.quizwiz.coverage.model import Deck, Setup, Special

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

TASK_DRAWS = 20_000_000


@dataclass(frozen=True, slots=True, eq=False)
class Histogram:
    """Number of draws (`draws[x]`) and probability (`p[x]`) with x satisfying countries.

    Enumerated histograms are exact; sampled ones count the draws sampled.
    """

    draws: tuple[int, ...]
    p: tuple[float, ...]
    exact: bool

    @property
    def expected(self) -> float:
        """Mean number of satisfying countries under the drawing procedure."""
        return sum(x * p for x, p in enumerate(self.p))

    def below(self, limit: int) -> tuple[int, float]:
        """Number and probability of the draws with fewer than `limit` countries."""
        return sum(self.draws[:limit]), sum(self.p[:limit])


def enumerate_setup(
    deck: Deck,
    setup: Setup,
    order: Sequence[int],
    specials: Sequence[Special],
    executor: Executor | None = None,
    compiled: bool | None = None,
) -> list[Histogram]:
    """Exact histogram of each special over every draw of the Setup.

    `compiled` False takes the numpy path; None takes numba when it is installed.
    """  # fmt: skip
    if not specials:
        return []
    tasks = _tasks(deck, setup, tuple(order), tuple(specials), compiled)
    run: Callable[..., Any] = map if executor is None else executor.map
    counts = [[0] * (len(deck.countries) + 1) for _ in specials]
    mass = [[0.0] * (len(deck.countries) + 1) for _ in specials]
    for hist, part in run(_enumerate, tasks):
        for j in range(len(specials)):
            counts[j] = [a + int(b) for a, b in zip(counts[j], hist[j], strict=True)]
            mass[j] = [a + float(b) for a, b in zip(mass[j], part[j], strict=True)]
    out = []
    for j in range(len(specials)):
        total = sum(mass[j]) or 1.0
        out.append(Histogram(tuple(counts[j]), tuple(m / total for m in mass[j]), True))
    return out


Task = tuple[Any, Any, Deck, Setup, tuple[Special, ...], bool | None]


def _tasks(
    deck: Deck, setup: Setup, order: tuple[int, ...], specials: tuple[Special, ...],
    compiled: bool | None,
) -> Iterator[Task]:  # fmt: skip
    """Pieces of work of at most about `TASK_DRAWS` draws."""
    import numpy as np

    lengths = np.array(deck.counts, dtype=np.int64).ravel()
    for rows, weights in assignments(deck, setup.need, order):
        draws = np.cumsum(lengths[rows].prod(axis=1, dtype=np.float64))
        cuts = np.unique((draws // TASK_DRAWS).astype(np.int64), return_index=True)[1]
        for low, high in zip(cuts, [*cuts[1:], len(rows)], strict=True):
            yield rows[low:high], weights[low:high], deck, setup, specials, compiled


def _enumerate(task: Task) -> tuple[Any, Any]:
    """Histograms of one piece of work; runs in any process."""
    import numpy as np

    rows, weights, deck, setup, specials, compiled = task
    if compiled is None:
        from deckkit.games.quizwiz.coverage.jit import COMPILED

        compiled = COMPILED
    starts, cards = cell_arrays(deck)
    lows: list[int] = []
    highs: list[int] = []
    for special in specials:
        if not special.accepted(setup.size):
            lows.append(1)  # nobody ever satisfies it: at least once minus at least once
            highs.append(1)
        else:
            unlimited = special.high is None or special.high >= setup.size
            lows.append(special.low)
            highs.append(-1 if unlimited else int(special.high or 0) + 1)
    planes = max([1, *lows, *highs])
    shape = (len(specials), len(deck.countries) + 1)
    hist, mass = np.zeros(shape, np.int64), np.zeros(shape)
    if compiled:
        from deckkit.games.quizwiz.coverage.kernel_enum import enumerate_draws
    else:
        from deckkit.games.quizwiz.coverage.bitplanes import enumerate_draws
    enumerate_draws(
        rows, weights, deck.words, starts, cards, planes,
        np.array(lows, np.int64), np.array(highs, np.int64), len(deck.countries), hist, mass,
    )  # fmt: skip
    return hist, mass


def cell_arrays(deck: Deck) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Statements sorted by cell: cell c holds cards[starts[c]:starts[c + 1]]."""
    import numpy as np

    flat = [cell for row in deck.cells for cell in row]
    starts = np.cumsum([0, *(len(cell) for cell in flat)]).astype(np.int64)
    return starts, np.array([s for cell in flat for s in cell], dtype=np.int64)


def sample_setup(
    deck: Deck,
    setup: Setup,
    order: Sequence[int],
    specials: Sequence[Special],
    draws: int,
    seed: int = 1,
) -> list[Histogram]:
    """Sampled histogram of each special, by the rulebook's procedure."""  # fmt: skip
    import numpy as np

    from deckkit.games.quizwiz.coverage.kernel_enum import sample_draws

    starts, cards = cell_arrays(deck)
    accepted = np.array(
        [[s.fits(k) for k in range(setup.size + 1)] for s in specials], dtype=np.bool_
    )
    hist = np.zeros((len(specials), len(deck.countries) + 1), np.int64)
    done = sample_draws(
        draws, seed, deck.words, starts, cards, np.array(order, np.int64),
        np.array(setup.need, np.int64), accepted, len(deck.countries), hist,
    )  # fmt: skip
    return [
        Histogram(tuple(map(int, row)), tuple(float(x) / max(done, 1) for x in row), False)
        for row in hist
    ]
