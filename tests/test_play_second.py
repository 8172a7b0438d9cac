"""deckkit and the second implementation agree: tables, games, verdicts, rounds, vectors."""

from __future__ import annotations

import random

import pytest

from deckkit.decks import compile_deck
from deckkit.errors import UsageError
from deckkit.findings import Profile
from deckkit.game import Ask, installed_games
from deckkit.games.quizwiz.autoplay import play_out
from deckkit.games.quizwiz.play import lay_out
from deckkit.games.quizwiz.scoring import judge, score
from deckkit.games.wits_and_wagers.play import score as score_round
from deckkit.loading import find_decks, load
from deckkit.seeds import Random

from . import second_rules as second
from .support import ROOT


def shipped(name):
    deck = find_decks([ROOT / "sources" / name], installed_games())[0]
    return compile_deck(load(deck, Profile.DRAFT).sources)


@pytest.fixture(scope="module")
def deck():
    return shipped("quizwiz")


def same_table(deck, table, start, players):
    assert [s["id"] for s in table["statements"]] == [s["id"] for s in start["drawn"]]
    for player, hand in enumerate(table["hands"], start=1):
        assert hand == [c for c, place in start["where"].items() if place == ("hand", player)]
    assert table["open"] == [c for c, place in start["where"].items() if place[0] == "open"]
    assert table["pile"] == start["deck"]
    assert len(table["hands"]) == players


def test_a_thousand_seeded_tables_with_cards_put_anywhere(deck):
    anything = random.Random(8)
    for seed in range(1000):
        setup = deck["setups"][seed % len(deck["setups"])]
        players = seed % 6 + 1
        table = lay_out(deck, Ask(seed * 7919, players, setup["id"]))
        same_table(deck, table, second.set_up(deck, setup["id"], seed * 7919, players), players)
        codes = [country["code"] for country in deck["countries"]]
        anything.shuffle(codes)
        ids = [s["id"] for s in table["statements"]], setup["special_statements"]
        lying = [
            [(i, [codes.pop() for _ in range(anything.choice((2, 2, 3)))]) for i in k] for k in ids
        ]
        given = {
            name: [{"id": id_, "countries": countries} for id_, countries in rows]
            for name, rows in zip(("statements", "special_statements"), lying, strict=True)
        }
        rows, mistakes, won = second.check(deck, *lying)
        found = judge(deck, {**given, "setup": setup["id"]})
        assert found == {
            "verdicts": [
                {"slot": slot, "country": country, "correct": right, "count": count}
                for slot, country, right, count in rows
            ],
            "mistakes": mistakes,
            "won": won,
        }


@pytest.mark.parametrize("debate_mode", [False, True])
def test_whole_games(deck, debate_mode):
    ended = won = 0
    for n in range(150):
        setup = deck["setups"][n % len(deck["setups"])]["id"]
        players = n % 5 + 1
        table = lay_out(deck, Ask(n, players, setup))
        plays, _ = play_out(table, 2, 5 + n % 4, Random(n), debate_mode=debate_mode)
        moves = [play.as_json() for play in plays]
        game = {"setup": setup, "seed": n, "players": players, "plays": moves,
                "debate_mode": debate_mode}  # fmt: skip
        start = second.set_up(deck, setup, n, players)
        where, order = second.play(deck, start, players, moves, debate_mode)
        rows, mistakes, victory = second.check(
            deck,
            second.lying(where, order, [s["id"] for s in start["drawn"]]),
            second.lying(where, order, start["setup"]["special_statements"]),
        )
        found = score(game, deck)
        assert [tuple(v.values()) for v in found["verdicts"]] == rows
        assert (found["mistakes"], found["won"]) == (mistakes, victory)
        ended += "unfinished" not in found
        won += victory
    assert ended == 150
    assert 20 < won < 150


def test_spoilt_games_are_forbidden_by_both_or_by_none(deck):
    anything = random.Random(5)
    forbidden = 0
    for n in range(300):
        table = lay_out(deck, Ask(n, 3, "E1"))
        plays, _ = play_out(table, 2, 8, Random(n), debate_mode=False)
        moves = [play.as_json() for play in plays]
        move = anything.choice(moves)
        other = anything.choice(moves)
        member = anything.choice(["player", "country", "from", "to"])
        move[member] = other[member]
        game = {"setup": "E1", "seed": n, "players": 3, "plays": moves}
        try:
            second.play(deck, second.set_up(deck, "E1", n, 3), 3, moves, False)
        except second.Forbidden:
            forbidden += 1
            with pytest.raises(UsageError):
                score(game, deck)
        else:
            score(game, deck)
    assert 100 < forbidden < 300


def test_ten_thousand_random_rounds():
    anything = random.Random(4)
    winners = 0
    for _ in range(10_000):
        answer = anything.choice((1, 2, 3, 10, 100, anything.randint(1, 10**9)))
        names = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen"][: anything.randint(1, 7)]
        around = [1, max(answer - 1, 1), answer, answer + 1, anything.randint(1, 2 * answer + 2)]
        guesses = [(name, anything.choice(around)) for name in names]
        boards = [1, *(number for _, number in guesses)]
        meeples = [(n, size, anything.choice(boards)) for n in names for size in ("small", "large")]
        meeples = anything.sample(meeples, anything.randint(0, len(meeples)))
        totals = {name: anything.randint(0, 15) for name in names}
        young = anything.sample(names, anything.randint(0, len(names)))
        found = score_round(
            {
                "answer": answer,
                "guesses": [{"player": p, "guess": g} for p, g in guesses],
                "meeples": [{"player": p, "size": s, "on": on} for p, s, on in meeples],
                "totals": totals,
                "youngest_first": young,
            },
            None,
        )
        winning, points = second.bets(answer, guesses, meeples)
        after = {name: totals[name] + points[name] for name in names}
        assert found == {
            "winning_guess": winning,
            "points": points,
            "totals": after,
            "winners": second.ranking(after, young),
        }
        winners += len(found["winners"]) > 1
    assert winners > 50


def test_it_agrees_with_every_vector(deck):
    vectors = installed_games().get("quizwiz").conformance(deck)
    assert len(vectors["deals"]) == len(deck["setups"])
    for deal in vectors["deals"]:
        start = second.set_up(deck, deal["setup"], deal["seed"], deal["players"])
        same_table(
            deck,
            {**deal, "statements": [{"id": i} for i in deal["statements"]]},
            start,
            deal["players"],
        )
    for vector in vectors["games"]:
        game = vector["game"]
        start = second.set_up(deck, game["setup"], game["seed"], game["players"])
        where, order = second.play(deck, start, game["players"], game["plays"], game["debate_mode"])
        assert [(s["id"], s["countries"]) for s in vector["table"]["statements"]] == second.lying(
            where, order, [s["id"] for s in start["drawn"]]
        )
        assert judge(deck, vector["table"]) == vector["result"]
    for vector in vectors["examples"]:
        lying = [
            [(row["id"], row["countries"]) for row in vector["table"][kind]]
            for kind in ("statements", "special_statements")
        ]
        rows, mistakes, won = second.check(vectors["example_deck"], *lying)
        assert [tuple(v.values()) for v in vector["result"]["verdicts"]] == rows
        assert (vector["result"]["mistakes"], vector["result"]["won"]) == (mistakes, won)
    for sample in vectors["random"]:
        values = second.stream(sample["seed"])
        assert sample["next"] == [f"{next(values):016x}" for _ in range(4)]
        for below in sample["below"]:
            assert below["values"] == [second.roll(values, below["count"]) for _ in range(8)]
        assert sample["shuffled"] == second.mix(values, list(range(10)))


def test_it_agrees_with_every_round_vector():
    deck = shipped("wits-and-wagers-family")
    vectors = installed_games().get("wits-and-wagers-family").conformance(deck)
    answers = {q["id"]: q["answer"] for q in deck["questions"]}
    for vector in vectors["rounds"] + vectors["examples"]:
        table, result = vector["table"], vector["result"]
        assert answers.get(vector.get("question"), table["answer"]) == table["answer"]
        guesses = [tuple(g.values()) for g in table["guesses"]]
        meeples = [tuple(m.values()) for m in table["meeples"]]
        winning, points = second.bets(table["answer"], guesses, meeples)
        assert (result["winning_guess"], result["points"]) == (winning, points)
        if "totals" in table:
            young = table.get("youngest_first", [])
            assert result["winners"] == second.ranking(result["totals"], young)
    for deal in vectors["deals"]:
        cards = list(dict.fromkeys(q["card"] for q in deck["questions"]))
        order = second.mix(second.stream(deal["seed"]), cards)
        places = [f"{card}-{half}" for half in ("top", "bottom") for card in order]
        assert deal["questions"] == places
        assert len(deal["boards"]) == deal["players"]
