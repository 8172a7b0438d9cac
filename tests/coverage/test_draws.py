from __future__ import annotations

from fractions import Fraction

import pytest

from deckkit.games.quizwiz.coverage import draws, law, quadrature
from deckkit.games.quizwiz.coverage.model import Deck, read_deck
from deckkit.games.quizwiz.coverage.setup import order_names
from tests.coverage import brute

SEEDS = range(12)


def cases(seed: int) -> list[tuple[Deck, object, tuple[int, int, int], brute.Brute]]:
    deck = brute.deck(seed)
    model = read_deck(deck)
    return [
        (model, setup, order, brute.Brute(deck, row, tuple(order_names(order))))
        for setup, row in zip(model.setups, deck["setups"], strict=True)
        for order in draws.ORDERS
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_draws_and_jams_against_brute_force(seed: int) -> None:
    for model, setup, order, truth in cases(seed):
        legal = truth.legal()
        assert draws.count_draws(model.counts, setup.need) == len(legal)
        assert (draws.hall(model.counts, setup.need).slack >= 0) == bool(legal)
        jam = draws.jam_probability(model.counts, setup.need, order)
        assert jam == (truth.jam if legal else Fraction(1))
        if legal:
            assert (draws.jams_at(model.counts, setup.need, order) is not None) == (truth.jam > 0)
            assert (order in draws.safe_orders(model.counts, setup.need)) == (truth.jam == 0)
            success = quadrature.success_probability(model.counts, setup.need, order)
            assert success == pytest.approx(float(1 - truth.jam), abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_law_against_brute_force(seed: int) -> None:
    for model, setup, order, truth in cases(seed):
        if not truth.p:
            continue
        found = law.marginals(model, setup, order)
        assert found is not None
        assert found.success == pytest.approx(float(1 - truth.jam), abs=1e-12)
        for special in model.specials.values():
            mean = sum(len(truth.fitting(special.id, d)) * p for d, p in truth.p.items())
            mean /= 1 - truth.jam
            assert found.expected(special) == pytest.approx(float(mean), abs=1e-12)
        share = law.inclusion(model, setup.need, order)
        assert share is not None
        for s, id_ in enumerate(model.ids):
            assert share[s] == pytest.approx(truth.given([d for d in truth.p if id_ in d]))


def test_assignments_give_every_draw_its_probability() -> None:
    deck = brute.deck(3)
    model = read_deck(deck)
    setup, order = model.setups[2], (2, 0, 1)
    truth = brute.Brute(deck, deck["setups"][2], tuple(order_names(order)))
    width = len(model.category_names)
    seen: dict[frozenset[str], float] = {}
    for rows, weights in law.assignments(model, setup.need, order):
        for row, weight in zip(rows, weights, strict=True):
            partial: list[tuple[str, ...]] = [()]
            for cell in row:
                cards = model.cells[cell // width][cell % width]
                partial = [(*p, model.ids[s]) for p in partial for s in cards]
            for cards_drawn in partial:
                assert frozenset(cards_drawn) not in seen
                seen[frozenset(cards_drawn)] = float(weight)
    assert seen.keys() == truth.p.keys()
    for draw, p in truth.p.items():
        assert seen[draw] == pytest.approx(float(p))


def test_many_categories_use_quadrature(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = ((1,) * 6 + (0,) * 3, (2, 1, 0, 0, 0, 0, 1, 1, 0), (0, 0, 0, 0, 3, 1, 1, 0, 0))
    need, order = (3, 2, 3), (0, 1, 2)
    exact = draws.jam_probability(counts, need, order)
    assert isinstance(exact, Fraction)
    assert 0 < exact < 1
    monkeypatch.setattr(draws, "STATE_LIMIT", 3)
    assert draws.jam_probability(counts, need, order) == pytest.approx(float(exact), abs=1e-12)


def test_common_order_prefers_what_is_safe_for_most_setups() -> None:
    deck = brute.deck(0, needs=((1, 1, 1), (2, 1, 1), (1, 1, 2)))
    model = read_deck(deck)
    order = draws.common_order(model)

    def jams(o: tuple[int, int, int]) -> int:
        drawable = [s for s in model.setups if draws.hall(model.counts, s.need).slack >= 0]
        return sum(draws.jams_at(model.counts, s.need, o) is not None for s in drawable)

    assert jams(order) == min(map(jams, draws.ORDERS))
