"""The smallest repair: fewest Statements to rework so that no legal draw fails.

Failing draws are sets of Statements; every one must lose a member, and taking Statements away
makes no new draws. So the smallest repair is a minimum hitting set of all failing draws. They are
not all listed: failing draws that avoid the current candidate are searched for and added until
there are none (implicit hitting set). The last candidate hits every failing draw and is a minimum
for the listed ones, hence a minimum for all. New answers for the reworked Statements must be
checked again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from deckkit.games.quizwiz.coverage.draws import Order
from deckkit.games.quizwiz.coverage.evidence import Evidence
from deckkit.games.quizwiz.coverage.model import Deck, Setup
from deckkit.games.quizwiz.coverage.search import Family, Searcher
from deckkit.games.quizwiz.coverage.setup import SetupCoverage, order_names
from deckkit.games.quizwiz.coverage.winnable import families, narrow_sets

BATCH = 400
HOPELESS = 0.01  # a special that fails more often than this belongs on other Setups
NODES = 3_000_000


@dataclass(frozen=True, slots=True)
class Repair:
    """One suggestion.

    `kind` is ``rework`` (Statements whose answers must change), ``move-special`` (the special
    fails too often on this Setup) or ``categories`` (the Setup cannot be drawn: `count`
    Statements of the levels named must move to new categories). `minimal` is how the smallness
    is known; `agreed` tells whether a second solver found the same size.
    """

    kind: str
    setups: tuple[str, ...]
    statements: tuple[str, ...]
    count: int
    text: str
    minimal: Evidence | None
    agreed: bool | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that must hold on every draw of a Setup: no draw belongs to a family."""

    setup: Setup
    special: str | None  # None: the table must be winnable


def repairs(deck: Deck, found: Sequence[SetupCoverage], seconds: float) -> tuple[Repair, ...]:
    """Smallest repairs of everything that fails in `found`."""
    out: list[Repair] = []
    claims: list[Claim] = []
    for item in found:
        setup = item.setup
        if item.missing:
            names = " and ".join(order_names(item.hall.tight))
            out.append(
                Repair(
                    "categories", (setup.id,), (), item.missing,
                    f"move at least {item.missing} {names} Statement(s) to categories that no "
                    f"{names} Statement has, or ask for fewer of them on the Setup card",
                    Evidence.PROVEN,
                )
            )  # fmt: skip
            continue
        for special in item.specials:
            if special.p_below > HOPELESS:
                out.append(
                    Repair(
                        "move-special", (setup.id,), (), 1,
                        f'take "{special.text}" off this Setup: it cannot be met on '
                        f"{special.p_below:.1%} of the tables",
                        None,
                    )
                )  # fmt: skip
            elif special.draws_below or special.evidence is Evidence.SAMPLED:
                claims.append(Claim(setup, special.id))
        hopeless = any(s.p_below > HOPELESS for s in item.specials)
        if item.winnable and item.winnable.unwinnable.p > 0 and not hopeless:
            claims.append(Claim(setup, None))
    if claims:
        out.append(rework(deck, claims, found[0].order, seconds))
    return tuple(out)


def rework(deck: Deck, claims: Sequence[Claim], order: Order, seconds: float) -> Repair:
    """Fewest Statements to rework so that every claim holds on the draws without them."""
    deadline = time.monotonic() + seconds
    failing: list[frozenset[int]] = []
    chosen: frozenset[int] = frozenset()
    proven = False
    setups = tuple(dict.fromkeys(claim.setup.id for claim in claims))
    while time.monotonic() < deadline:
        fresh, complete = _failing_without(deck, claims, order, chosen)
        if not fresh:
            proven = complete
            break
        while fresh and time.monotonic() < deadline:  # cheap candidates find more failing draws
            failing += fresh
            chosen = _greedy(failing)
            fresh, complete = _failing_without(deck, claims, order, chosen)
        chosen, optimal = smallest_hitting_set(failing, max(1.0, deadline - time.monotonic()))
        if not optimal:
            break
    ids = tuple(deck.ids[s] for s in sorted(chosen))
    agreed = _second_opinion(failing, len(chosen)) if proven else None
    text = (
        f"rework {len(ids)} Statement(s) and every check holds on every draw without them"
        if proven
        else f"rework at least {len(ids)} Statement(s); the search for the smallest set did not end"
    )
    minimal = Evidence.PROVEN if proven else None
    return Repair("rework", setups, ids, len(ids), text, minimal, agreed)


def _failing_without(
    deck: Deck, claims: Sequence[Claim], order: Order, removed: frozenset[int]
) -> tuple[list[frozenset[int]], bool]:
    """Some failing draws of every claim that avoid `removed`; whether the search was complete."""
    keep = [s for s in range(len(deck.ids)) if s not in removed]
    smaller = deck.without(sorted(removed))
    fresh: list[frozenset[int]] = []
    complete = True
    for claim in claims:
        searcher = Searcher(smaller, claim.setup, order)
        tally = searcher.union(list(_families(smaller, claim)), NODES, BATCH, BATCH)
        fresh += [frozenset(keep[s] for s in draw) for draw in tally.draws]
        complete = complete and (tally.finished or bool(tally.draws))
    return fresh, complete


def _families(deck: Deck, claim: Claim) -> Iterator[Family]:
    """The families whose tables break a claim."""
    size, demand = claim.setup.size, deck.cards_to_end
    if claim.special is not None:
        yield Family((), 0, deck.specials[claim.special].accepted(size), demand - 1)
        return
    narrow = narrow_sets(deck, claim.setup, demand * len(claim.setup.specials) - 1)
    yield from families(deck, claim.setup, narrow, deck.mistakes_allowed + 1)


def _greedy(sets: Sequence[frozenset[int]]) -> frozenset[int]:
    """A hitting set, not necessarily smallest: again and again the most frequent element."""
    left, chosen = list(sets), set()
    while left:
        tally: dict[int, int] = {}
        for members in left:
            for s in members:
                tally[s] = tally.get(s, 0) + 1
        best = min(tally, key=lambda s: (-tally[s], s))
        chosen.add(best)
        left = [members for members in left if best not in members]
    return frozenset(chosen)


def smallest_hitting_set(
    sets: Sequence[frozenset[int]], seconds: float
) -> tuple[frozenset[int], bool]:
    """A smallest set that meets every given set, by CP-SAT, and whether that is proven."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    elements = sorted(set().union(*sets))
    var = {s: model.new_bool_var(f"s{s}") for s in elements}
    for members in dict.fromkeys(sets):
        model.add_bool_or([var[s] for s in sorted(members)])
    model.minimize(sum(var.values()))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return _greedy(sets), False
    chosen = frozenset(s for s in elements if solver.value(var[s]))
    return chosen, bool(status == cp_model.OPTIMAL)


def _second_opinion(sets: Sequence[frozenset[int]], size: int) -> bool | None:
    """Whether HiGHS finds the same smallest size; None when it does not close."""
    import numpy as np
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import csr_matrix

    if not sets:
        return size == 0
    elements = sorted(set().union(*sets))
    place = {s: i for i, s in enumerate(elements)}
    rows = list(dict.fromkeys(sets))
    at = [(r, place[s]) for r, members in enumerate(rows) for s in members]
    matrix = csr_matrix(
        (np.ones(len(at)), ([r for r, _ in at], [c for _, c in at])),
        shape=(len(rows), len(elements)),
    )
    result: Any = milp(
        np.ones(len(elements)),
        constraints=LinearConstraint(matrix, lb=1.0),
        integrality=np.ones(len(elements), dtype=np.int64),
        bounds=Bounds(0, 1),
        options={"time_limit": 20.0},
    )
    return round(result.fun) == size if result.status == 0 else None


def repaired(deck: Deck, repair: Repair) -> Deck:
    """The deck without the Statements of a repair (for checking it)."""
    gone = set(repair.statements)
    return deck.without([s for s, id_ in enumerate(deck.ids) if id_ in gone])
