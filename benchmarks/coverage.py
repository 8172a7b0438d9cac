"""Draws per second of coverage analysis: naive Python, int bit sets, numpy, numba, proofs.

All in one run on one seeded deck, so that the ratios hold on any machine:

    python benchmarks/coverage.py [--draws 20000] [--statements 126 500 5000]
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from deckkit.games.quizwiz.coverage.distribution import enumerate_setup, sample_setup
from deckkit.games.quizwiz.coverage.draws import count_draws
from deckkit.games.quizwiz.coverage.health import pair_health
from deckkit.games.quizwiz.coverage.jit import COMPILED
from deckkit.games.quizwiz.coverage.model import Deck, Setup, Special, read_deck
from deckkit.games.quizwiz.coverage.search import Searcher
from deckkit.games.quizwiz.coverage.winnable import random_table, winnable

ORDER = (2, 1, 0)
SPECIALS = (
    Special("P1", "None", 0, 0),
    Special("P2", "Exactly 1", 1, 1),
    Special("P3", "1 or fewer", 0, 1),
    Special("P4", "2 or more", 2, None),
    Special("P5", "2 or fewer", 0, 2),
)


def make_deck(statements: int, categories: int = 12, seed: int = 1) -> Deck:
    """A deck whose answer sets share hidden traits of 72 countries, like real facts do."""
    rng = random.Random(seed)
    countries = [[rng.gauss(0, 1) for _ in range(5)] for _ in range(72)]
    rows: list[dict[str, Any]] = []
    for i in range(statements):
        trait = [rng.gauss(0, 1) for _ in range(5)]
        size = rng.randint(5, 32)
        ranked = sorted(
            range(72),
            key=lambda c: (
                sum(a * b for a, b in zip(trait, countries[c], strict=True)) + rng.gauss(0, 1.5)
            ),
        )
        rows.append(
            {
                "id": f"S{i}", "category": f"g{i // 3 % categories}", "difficulty": 1 + i % 3,
                "text": f"S{i}", "countries": [f"C{c}" for c in ranked[:size]],
            }
        )  # fmt: skip
    return read_deck(
        {
            "categories": [{"id": f"g{g}"} for g in range(categories)],
            "countries": [{"code": f"C{c}", "name": f"C{c}"} for c in range(72)],
            "statements": rows,
            "special_statements": [
                {"id": s.id, "text": s.text, "minimum": s.low, "maximum": s.high} for s in SPECIALS
            ],
            "setups": [],
        }
    )


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """CPU seconds of this process, and the result."""
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def naive(deck: Deck, tables: list[tuple[int, ...]]) -> list[Counter[int]]:
    """What a script would do: sets of names, a Counter per table."""
    sets = [{c for i, c in enumerate(deck.countries) if m >> i & 1} for m in deck.masks]
    out: list[Counter[int]] = [Counter() for _ in SPECIALS]
    for table in tables:
        times = Counter(c for s in table for c in sets[s])
        for j, special in enumerate(SPECIALS):
            out[j][sum(special.fits(times[c]) for c in deck.countries)] += 1
    return out


def bit_sets(deck: Deck, tables: list[tuple[int, ...]]) -> list[Counter[int]]:
    """Python whole numbers as bit sets, three planes."""
    out: list[Counter[int]] = [Counter() for _ in SPECIALS]
    n = len(deck.countries)
    for table in tables:
        one = two = three = 0
        for s in table:
            mask = deck.masks[s]
            three |= two & mask
            two |= one & mask
            one |= mask
        a, b, c = one.bit_count(), two.bit_count(), three.bit_count()
        for j, x in enumerate((n - a, a - b, n - b, b, n - c)):
            out[j][x] += 1
    return out


def speed(draws: int) -> None:
    """Draws per second of every way, all five specials, on a Setup of 2 + 2 + 1."""
    deck = make_deck(126)
    setup = Setup("M", "medium", (2, 2, 1), ())
    rng = random.Random(7)
    tables = [random_table(deck, setup, ORDER, rng) for _ in range(draws)]
    total = count_draws(deck.counts, setup.need)
    enumerate_setup(deck, Setup("w", "easy", (1, 1, 0), ()), ORDER, SPECIALS)  # compile
    sample_setup(deck, setup, ORDER, SPECIALS, 10)
    Searcher(deck, setup, ORDER).least(1)
    seconds, first = timed(lambda: naive(deck, tables))
    base = draws / seconds
    rows = [("naive Python sets", base)]
    seconds, second = timed(lambda: bit_sets(deck, tables))
    assert first == second
    rows.append(("Python int bit sets", draws / seconds))
    seconds, planes = timed(lambda: enumerate_setup(deck, setup, ORDER, SPECIALS, compiled=False))
    rows.append(("numpy bit planes, every draw", total / seconds))
    if COMPILED:
        seconds, _ = timed(lambda: sample_setup(deck, setup, ORDER, SPECIALS, 1_000_000))
        rows.append(("numba, sampled draws", 1_000_000 / seconds))
        seconds, every = timed(lambda: enumerate_setup(deck, setup, ORDER, SPECIALS))
        assert [h.draws for h in every] == [h.draws for h in planes]
        rows.append(("numba, every draw", total / seconds))
        seconds, _ = timed(lambda: enumerate_setup(deck, setup, ORDER, SPECIALS[2:3]))
        rows.append(("numba, every draw, one special", total / seconds))
    searcher = Searcher(deck, setup, ORDER)
    for special in SPECIALS[2:4]:
        seconds, least = timed(lambda s=special: searcher.least(s.accepted(setup.size)))
        rows.append((f'proof "{special.text}", {least.nodes:,} nodes', total / max(seconds, 1e-6)))
    print(f"{total:,} legal draws, draws per second and ratio:")
    for name, rate in rows:
        print(f"  {name:42} {rate:12.3g}  x{rate / base:,.0f}")


def growth(sizes: list[int]) -> None:
    """CPU seconds of the proofs as decks grow."""
    print("statements  Setup    legal draws   proof of ...")
    for size in sizes:
        deck = make_deck(size)
        nodes = 300_000_000 // size
        seconds, pairs = timed(lambda d=deck: pair_health(d))
        print(f"{size:10}  {len(pairs)} alike pairs in {seconds:.2f} s")
        for need in ((2, 1, 0), (2, 2, 1), (1, 3, 3)):
            setup = Setup("x", "easy", need, ("P3",))
            searcher = Searcher(deck, setup, ORDER)
            parts = []
            for special in (SPECIALS[2], SPECIALS[3]):
                accepted = special.accepted(setup.size)
                seconds, least = timed(lambda s=searcher, a=accepted, n=nodes: s.least(a, n))
                state = "" if least.finished else " not proven"
                parts.append(f'"{special.text}" {least.value}{state} {seconds:.2f} s')
            if size <= 500:
                seconds, won = timed(lambda s=searcher, n=nodes: winnable(s, n))
                state = "" if won.finished else " not proven"
                parts.append(f"winnable {won.unwinnable.count} lost{state} {seconds:.2f} s")
            draws = count_draws(deck.counts, need)
            print(f"{size:10}  {need!s:9} {draws:10.2g}   {'; '.join(parts)}")


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=20_000, help="tables for the slow ways")
    parser.add_argument("--statements", type=int, nargs="*", default=[126, 500, 5000])
    options = parser.parse_args()
    speed(options.draws)
    growth(options.statements)


if __name__ == "__main__":
    main()
