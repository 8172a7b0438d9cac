from __future__ import annotations

import random

import pytest

from deckkit.games.quizwiz.coverage import analyse, certificate, verify
from deckkit.games.quizwiz.coverage.distribution import enumerate_setup, sample_setup
from deckkit.games.quizwiz.coverage.model import Special, read_deck
from deckkit.games.quizwiz.coverage.search import Family, Searcher
from deckkit.games.quizwiz.coverage.setup import order_names
from deckkit.games.quizwiz.coverage.stats import clopper_pearson
from deckkit.games.quizwiz.coverage.winnable import conflict_sets, deficiency
from tests.coverage import brute

NEEDS = ((1, 1, 1), (2, 1, 0), (1, 2, 1), (1, 1, 2), (0, 2, 0), (2, 2, 1))


def case(seed: int) -> brute.Json:
    rng = random.Random(seed)
    return brute.deck(
        seed,
        statements=rng.randint(9, 16),
        countries=rng.randint(6, 14),
        categories=rng.randint(4, 6),
        sizes=(1, rng.randint(3, 6)),
        needs=NEEDS,
    )


@pytest.mark.parametrize("mode", ["quick", "full"])
@pytest.mark.parametrize("seed", range(15))
def test_every_number_against_brute_force(seed: int, mode: str) -> None:
    deck = case(seed)
    report = analyse(deck, mode=mode, repair=False, play=False)
    assert report.proven
    for found, row in zip(report.setups, deck["setups"], strict=True):
        truth = brute.Brute(deck, row, tuple(order_names(report.order)))
        assert found.draws == len(truth.p)
        assert found.jam == (truth.jam if truth.p else 1)
        if not truth.p:
            assert found.winnable is None
            continue
        for item in found.specials:
            sizes = {d: len(truth.fitting(item.id, d)) for d in truth.p}
            below = [d for d, n in sizes.items() if n < 2]
            assert item.worst == min(sizes.values())
            assert sizes[frozenset(report.deck.ids[s] for s in item.witness)] == item.worst
            assert item.draws_below == len(below)
            assert item.p_below == pytest.approx(truth.given(below), abs=1e-12)
            mean = sum(n * float(truth.p[d]) for d, n in sizes.items()) / float(1 - truth.jam)
            assert item.expected == pytest.approx(mean)
            if item.distribution:
                for x, n in enumerate(item.distribution.draws):
                    draws = [d for d, size in sizes.items() if size == x]
                    assert n == len(draws)
                    assert item.distribution.p[x] == pytest.approx(truth.given(draws), abs=1e-12)
        won = found.winnable
        assert won is not None
        mistakes = {d: truth.mistakes(d) for d in truth.p}
        imperfect = [d for d, n in mistakes.items() if n]
        lost = [d for d, n in mistakes.items() if n > 1]
        assert (won.imperfect.count, won.unwinnable.count) == (len(imperfect), len(lost))
        assert won.imperfect.p == pytest.approx(truth.given(imperfect), abs=1e-12)
        assert won.unwinnable.p == pytest.approx(truth.given(lost), abs=1e-12)
        assert won.worst_mistakes == max(mistakes.values())
        if won.witness:
            witness = frozenset(report.deck.ids[s] for s in won.witness)
            assert mistakes[witness] == won.worst_mistakes
        dead = found.dead_cards
        assert dead is not None
        assert dead.limit == 2  # hand 1 + open 1 + debate 1 - 1
        many = [d for d in truth.p if truth.dead(d) > 2]
        assert dead.p_over == pytest.approx(truth.given(many), abs=1e-12)
    assert verify(certificate(report), deck) == []


@pytest.mark.parametrize("seed", range(8))
def test_conflict_sets_and_deficiency(seed: int) -> None:
    deck = case(seed)
    model = read_deck(deck)
    for setup, row in zip(model.setups, deck["setups"], strict=True):
        truth = brute.Brute(deck, row, ("hard", "medium", "easy"))
        conflicts = conflict_sets(model, setup)
        specials = [model.specials[i] for i in setup.specials]
        place = {id_: s for s, id_ in enumerate(model.ids)}
        for draw in truth.p:
            table = [place[id_] for id_ in draw]
            assert deficiency(model, table, specials) == truth.mistakes(draw)
            short = deficiency(model, table, []) > 0
            assert short == any(set(c) <= set(table) for c in conflicts)


@pytest.mark.parametrize("seed", range(6))
def test_numba_and_numpy_agree_also_beyond_three_listings(seed: int) -> None:
    deck = case(seed)
    model = read_deck(deck)
    setup = model.setups[-1]
    specials = [*model.specials.values(), Special("four", "", 4, None), Special("34", "", 3, 4)]
    one = enumerate_setup(model, setup, (2, 1, 0), specials, compiled=True)
    two = enumerate_setup(model, setup, (2, 1, 0), specials, compiled=False)
    truth = brute.Brute(deck, deck["setups"][-1], ("hard", "medium", "easy"))
    for a, b in zip(one, two, strict=True):
        assert a.draws == b.draws
        assert a.p == pytest.approx(b.p, abs=1e-14)
        assert sum(a.draws) == len(truth.p)


def test_sampling_agrees_with_the_exact_law() -> None:
    deck = case(4)
    model = read_deck(deck)
    setup = model.setups[2]
    specials = list(model.specials.values())
    exact = enumerate_setup(model, setup, (2, 1, 0), specials)
    sampled = sample_setup(model, setup, (2, 1, 0), specials, 40_000)
    for a, b in zip(exact, sampled, strict=True):
        for x, p in enumerate(a.p):
            error = (p * (1 - p) / 40_000) ** 0.5
            assert abs(b.p[x] - p) <= 5 * error + 1e-12


def test_clopper_pearson() -> None:
    assert clopper_pearson(0, 1000)[0] == 0.0
    assert clopper_pearson(0, 1000, 0.95)[1] == pytest.approx(1 - 0.05 ** (1 / 1000))
    low, high = clopper_pearson(10, 100, 0.95)
    assert (low, high) == pytest.approx((0.0490, 0.1762), abs=1e-4)
    assert clopper_pearson(7, 7)[1] == 1.0


def test_counting_stops_where_it_is_told() -> None:
    model = read_deck(case(1))
    searcher = Searcher(model, model.setups[0], (2, 1, 0))
    everything = searcher.below(0b1111, 100)
    assert everything.finished
    some = searcher.union([Family((), 0, 0b1111, 99)], enough=3, keep=9)
    assert (some.count, len(some.draws), some.finished) == (3, 3, False)
    assert not searcher.below(0b1111, 100, node_limit=2).finished
