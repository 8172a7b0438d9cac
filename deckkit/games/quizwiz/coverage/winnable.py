"""Whether tables can be won: mistakes that even all-knowing players must make, and dead cards.

Every Statement and Special Statement (a slot) wants `cards_to_end` countries, and a country card
can serve once. By Konig's theorem for b-matchings the least number of wrong cards is the
deficiency, max over sets T of slots of (wanted by T - countries that fit some slot of T).

T splits into Statements A and Special Statements B. A table has deficiency at least t if and
only if some pair (A, B) has |N(A) | X_B| <= wanted - t, X_B being the countries whose number of
listings fits one of B. Since |N(A)| alone must not exceed that, only few sets A ("narrow sets")
matter; for each pair, branch and bound counts the tables that hold A and whose X_B is nearly
inside N(A). No enumeration of all draws is needed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from deckkit.games.quizwiz.coverage.model import Deck, Setup, Special
from deckkit.games.quizwiz.coverage.search import ALL, NODE_LIMIT, Family, Searcher, Tally
from deckkit.games.quizwiz.coverage.stats import clopper_pearson


@dataclass(frozen=True, slots=True)
class Winnable:
    """Winnability of a Setup over all its draws.

    `imperfect` and `unwinnable` count draws with at least one forced mistake and with more than
    are allowed; `worst_mistakes` is the largest deficiency of any draw, on table `witness`.
    """

    imperfect: Tally
    unwinnable: Tally
    worst_mistakes: int
    witness: tuple[int, ...]

    @property
    def finished(self) -> bool:
        """Whether all numbers are proven."""
        return self.imperfect.finished and self.unwinnable.finished


def deficiency(deck: Deck, table: Sequence[int], specials: Sequence[Special]) -> int:
    """Fewest wrong cards on one table, by looking at every set of slots."""
    slots = [deck.masks[s] for s in table]
    slots += [deck.satisfying(special, table) for special in specials]
    worst = 0
    unions = [(0, 0)]
    for slot in slots:
        unions += [(union | slot, wanted + deck.cards_to_end) for union, wanted in unions]
    for union, wanted in unions:
        worst = max(worst, wanted - union.bit_count())
    return worst


def narrow_sets(deck: Deck, setup: Setup, spare: int) -> list[tuple[tuple[int, ...], int]]:
    """Sets A of Statements that can share a table of the Setup with |N(A)| <= wanted by A + spare.

    Returns pairs (A, mask of N(A)); the empty set comes first.
    """
    demand = deck.cards_to_end
    ceiling = demand * setup.size + spare
    by_size = sorted(range(len(deck.ids)), key=lambda s: (deck.masks[s].bit_count(), s))
    found: list[tuple[tuple[int, ...], int]] = [((), 0)]

    def extend(start: int, chosen: tuple[int, ...], union: int, used: int, need: list[int]) -> None:
        if chosen and union.bit_count() <= demand * len(chosen) + spare:
            found.append((chosen, union))
        for place in range(start, len(by_size)):
            s = by_size[place]
            if deck.masks[s].bit_count() > ceiling:
                return
            level, category = deck.levels[s], deck.categories[s]
            grown = union | deck.masks[s]
            if need[level] and not used >> category & 1 and grown.bit_count() <= ceiling:
                need[level] -= 1
                extend(place + 1, (*chosen, s), grown, used | 1 << category, need)
                need[level] += 1

    extend(0, (), 0, 0, list(setup.need))
    return found


def conflict_sets(deck: Deck, setup: Setup) -> list[tuple[int, ...]]:
    """Minimal sets of Statements that cannot all be filled correctly at once."""
    found: list[tuple[int, ...]] = []
    for chosen, union in sorted(narrow_sets(deck, setup, -1), key=lambda pair: len(pair[0])):
        short = union.bit_count() < deck.cards_to_end * len(chosen)
        if chosen and short and not any(set(known) <= set(chosen) for known in found):
            found.append(chosen)
    return found


def families(
    deck: Deck, setup: Setup, narrow: Sequence[tuple[tuple[int, ...], int]], mistakes: int
) -> list[Family]:
    """The families whose union is the set of tables with at least `mistakes` forced mistakes."""
    specials = [deck.specials[id_] for id_ in setup.specials]
    out: dict[tuple[tuple[int, ...], int], Family] = {}
    for size in range(len(specials) + 1):
        for chosen in combinations(specials, size):
            accepted = 0
            for special in chosen:
                accepted |= special.accepted(setup.size)
            for cards, union in narrow:
                wanted = deck.cards_to_end * (len(cards) + size)
                limit = wanted - mistakes - union.bit_count()
                key = (cards, accepted)
                if limit >= 0 and (cards or chosen) and limit > getattr(out.get(key), "limit", -1):
                    out[key] = Family(cards, union, accepted, limit)
    return list(out.values())


def winnable(searcher: Searcher, node_limit: int = NODE_LIMIT, samples: int = 10_000) -> Winnable:
    """Count the draws that force a mistake, or more than are allowed, and find the worst.

    Where counting reaches the node limit, `samples` random draws bound the probabilities.
    """
    deck, setup = searcher.deck, searcher.setup
    specials = [deck.specials[id_] for id_ in setup.specials]
    narrow = narrow_sets(deck, setup, deck.cards_to_end * len(specials) - 1)

    def at_least(mistakes: int, enough: int = ALL) -> Tally:
        found = families(deck, setup, narrow, mistakes)
        return searcher.union(found, node_limit, enough=enough)

    limit = deck.mistakes_allowed + 1
    imperfect = at_least(1)
    unwinnable = at_least(limit) if limit > 1 and imperfect.witness else imperfect
    if not (imperfect.finished and unwinnable.finished):
        imperfect, unwinnable = _sampled(searcher, imperfect, unwinnable, samples)
    worst, witness = 0, imperfect.witness
    if imperfect.witness:
        worst, witness = (limit, unwinnable.witness) if unwinnable.witness else (1, witness)
        while more := at_least(worst + 1, 1).witness:
            worst, witness = worst + 1, more
    return Winnable(imperfect, unwinnable, worst, witness)


def _sampled(
    searcher: Searcher, imperfect: Tally, unwinnable: Tally, samples: int
) -> tuple[Tally, Tally]:
    """Upper bounds of both probabilities from random tables drawn by the rulebook's procedure."""
    deck, setup = searcher.deck, searcher.setup
    rng = random.Random(1)
    specials = [deck.specials[id_] for id_ in setup.specials]
    tables = (random_table(deck, setup, searcher.order, rng) for _ in range(samples))
    mistakes = [deficiency(deck, table, specials) for table in tables if table]

    def bound(tally: Tally, at_least: int) -> Tally:
        if tally.finished:
            return tally
        hits = sum(m >= at_least for m in mistakes)
        return replace(tally, p=clopper_pearson(hits, len(mistakes))[1])

    return bound(imperfect, 1), bound(unwinnable, deck.mistakes_allowed + 1)


def random_table(
    deck: Deck, setup: Setup, order: Sequence[int], rng: random.Random
) -> tuple[int, ...]:
    """One draw by the rulebook's procedure; empty when it jams."""
    table: list[int] = []
    used: set[int] = set()
    for level in order:
        for _ in range(setup.need[level]):
            row = enumerate(deck.cells[level])
            free = [s for category, cell in row if category not in used for s in cell]
            if not free:
                return ()
            table.append(rng.choice(free))
            used.add(deck.categories[table[-1]])
    return tuple(table)
