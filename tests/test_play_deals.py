"""deckkit deal: legal tables, the same for one seed, as frequent as the exact law says."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest
from scipy.stats import chi2

from deckkit import playing
from deckkit.decks import compile_deck, to_bytes
from deckkit.errors import ExitCode, UsageError
from deckkit.findings import Profile
from deckkit.game import Ask, installed_games
from deckkit.games.quizwiz.coverage.law import inclusion
from deckkit.games.quizwiz.coverage.model import read_deck
from deckkit.games.quizwiz.play import Drawing, lay_out
from deckkit.games.quizwiz.play import deal as quizwiz_deal
from deckkit.loading import find_decks, load
from deckkit.seeds import LARGEST_SEED, Random

from .support import ROOT, run, write_deck

SHIPPED = ROOT / "sources" / "quizwiz"


@pytest.fixture(scope="module")
def deck():
    source = find_decks([SHIPPED], installed_games())[0]
    return compile_deck(load(source, Profile.DRAFT).sources)


def test_the_stream_is_splitmix64():
    # Values of the reference implementation for this seed, as published with it.
    stream = Random(1234567)
    assert [stream.next() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_bounded_draws_are_unbiased_where_a_plain_remainder_is_not():
    # 3 * 2^30 values: a plain remainder of 32 bits would make the lowest third twice as likely.
    stream, bound = Random(1), 3 * 2**30
    low = sum(stream.below(bound) < 2**30 for _ in range(30_000))
    assert abs(low - 10_000) < 5 * sqrt(30_000 * (1 / 3) * (2 / 3))


def test_every_dealt_table_is_legal(deck):
    specials = {special["id"]: special for special in deck["special_statements"]}
    codes = sorted(country["code"] for country in deck["countries"])
    backs = {s["id"]: s for s in deck["statements"]}
    for seed in range(60):
        for place, setup in enumerate(deck["setups"]):
            players = (seed + place) % 17 + 1
            table = lay_out(deck, Ask(seed, players, setup["id"]))
            rows = [backs[s["id"]] for s in table["statements"]]
            assert len({row["category"] for row in rows}) == len(rows)
            found = Counter(str(row["difficulty"]) for row in rows)
            assert found == Counter(setup["statements"])
            assert table["special_statements"] == [specials[i] for i in setup["special_statements"]]
            assert [len(hand) for hand in table["hands"]] == [4] * players
            assert len(table["open"]) == 3
            dealt = [code for hand in table["hands"] for code in hand]
            assert sorted(dealt + table["open"] + table["pile"]) == codes
            assert table["debates"] == ["D1", "D2", "D3"]


SMALL = {
    "setups": [{"id": "U", "statements": {"1": 2, "2": 1, "3": 1}, "special_statements": []}],
    "statements": [
        {"id": f"{difficulty}{category}{n}", "difficulty": difficulty, "category": category}
        for difficulty, cards in ((1, "aabcd"), (2, "abbc"), (3, "ac"))
        for n, category in enumerate(cards)
    ],
}


def exact(cards):
    """Probability of every ordered draw, by going through all of them.

    A card that goes back leaves each free card equally likely. Draws that jam start again, so
    what is left is divided by their sum.
    """
    found = {}

    def go(drawn, wanted, chance):
        if not wanted:
            found[tuple(card["id"] for card in drawn)] = chance
            return
        level = [card for card in cards if card["difficulty"] == wanted[0]]
        free = [c for c in level if c["category"] not in [d["category"] for d in drawn]]
        for card in free:
            go([*drawn, card], wanted[1:], chance / len(free))

    go([], [1, 1, 2, 3], Fraction(1))
    total = sum(found.values())
    return {draw: chance / total for draw, chance in found.items()}, total


def test_a_hundred_thousand_draws_of_a_small_deck_follow_the_exact_law():
    law, success = exact(SMALL["statements"])
    assert 0 < success < 1  # drawing can jam, so that starting again is tested too
    drawing = Drawing(SMALL, SMALL["setups"][0])
    counts = Counter(
        tuple(card["id"] for card in drawing.draw(Random(seed))) for seed in range(100_000)
    )
    assert set(counts) <= set(law)
    statistic = sum((counts[d] - 100_000 * p) ** 2 / (100_000 * p) for d, p in law.items())
    assert chi2.sf(float(statistic), len(law) - 1) > 0.001


def test_a_hundred_thousand_deals_follow_the_law_of_the_coverage_analysis(deck):
    numbers = read_deck(deck)
    setup = max(deck["setups"], key=lambda row: sum(row["statements"].values()))
    need = tuple(setup["statements"][level] for level in "123")
    law = inclusion(numbers, need, (0, 1, 2))
    assert law is not None
    drawing, stream, deals = Drawing(deck, setup), Random(12), 100_000
    counts = Counter(s["id"] for _ in range(deals) for s in drawing.draw(stream))
    worst = 0.0
    for id_, p in zip(numbers.ids, law, strict=True):
        if p in (0, 1):
            assert counts[id_] == p * deals
        else:
            worst = max(worst, abs(counts[id_] - deals * p) / sqrt(deals * p * (1 - p)))
    # The largest of 126 standard normal values is above 4.5 once in 1,000 times.
    assert worst < 4.5


def test_the_same_seed_gives_the_same_table_from_sources_and_from_deck_json(deck, tmp_path):
    args = ("deal", "--setup", "E1", "--seed", "7", "--players", "4")
    first = run(*args, cwd=ROOT)
    assert first.returncode == ExitCode.OK, first.stderr
    assert run(*args, cwd=ROOT, PYTHONHASHSEED="3").stdout == first.stdout
    assert "Player 4: " in first.stdout
    (tmp_path / "deck.json").write_bytes(to_bytes(deck))
    for spec in (SHIPPED, tmp_path, tmp_path / "deck.json"):
        assert playing.deal(str(spec), Ask(7, 4, "E1")).text == first.stdout
    assert playing.deal(str(tmp_path), Ask(8, 4, "E1")).text != first.stdout


def test_answers_are_shown_only_when_asked_for(deck, tmp_path):
    (tmp_path / "deck.json").write_bytes(to_bytes(deck))
    args = ("deal", str(tmp_path), "--setup", "E1", "--seed", "7", "--format", "json")
    hidden, shown = (json.loads(run(*args, *more).stdout) for more in ((), ("--answers",)))
    assert all("countries" not in s for s in hidden["statements"])
    assert all(len(s["countries"]) == s["count"] for s in shown["statements"])
    for table in (hidden, shown):
        for s in table["statements"]:
            s.pop("countries", None)
    assert hidden == shown


def test_the_terminal_shows_what_is_right_only_with_answers(deck):
    texts = [quizwiz_deal(deck, Ask(7, 2, "E1", answers)).text for answers in (False, True)]
    table = lay_out(deck, Ask(7, 2, "E1"))
    names = {country["code"]: country["name"] for country in deck["countries"]}
    for s in table["statements"]:
        line = f"{s['count']} countries: " + ", ".join(names[code] for code in s["countries"])
        assert line not in texts[0]
        assert line in texts[1]
    lists = [s["countries"] for s in table["statements"]]
    nowhere = [n for code, n in names.items() if not any(code in listed for listed in lists)]
    assert f"P1  None\n        {', '.join(nowhere)}\n" in texts[1]


def test_wits_questions_come_top_first_in_one_order():
    spec = str(ROOT / "sources" / "wits-and-wagers-family")
    table = playing.deal(spec, Ask(7, 3)).data
    ids = [question["id"] for question in table["questions"]]
    assert len(ids) == len(set(ids)) == 250
    tops = [id_.removesuffix("-top") for id_ in ids[:125]]
    assert [id_.removesuffix("-bottom") for id_ in ids[125:]] == tops
    assert tops != sorted(tops)
    assert table["boards"] == ["Red", "Blue", "Yellow"]
    assert "answer" not in table["questions"][0]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (Ask(7, 4, "E99"), "There is no Setup"),
        (Ask(7, 4), "No Setup is named"),
        (Ask(7, 0, "E1"), "0 players cannot play with 72 Country cards"),
        (Ask(7, 18, "E1"), "18 players cannot play with 72 Country cards"),
        (Ask(-1, 4, "E1"), "out of range"),
        (Ask(LARGEST_SEED + 1, 4, "E1"), "out of range"),
    ],
)
def test_what_cannot_be_dealt(deck, tmp_path, ask, said):
    (tmp_path / "deck.json").write_bytes(to_bytes(deck))
    with pytest.raises(UsageError, match=said):
        playing.deal(str(tmp_path), ask)


def test_a_wits_deck_has_no_setups_and_a_board_for_each():
    spec = str(ROOT / "sources" / "wits-and-wagers-family")
    with pytest.raises(UsageError, match="has no Setup cards"):
        playing.deal(spec, Ask(7, 3, "E1"))
    with pytest.raises(UsageError, match="9 players cannot play"):
        playing.deal(spec, Ask(7, 9))


def test_without_a_deck_and_a_setup_it_asks_which_deck_is_meant():
    done = run("deal", "--setup", "E99", cwd=ROOT)
    assert done.returncode == ExitCode.USAGE
    assert "Which deck is meant?" in done.stderr
    assert 'There is no Setup "E99"' in done.stderr


def test_a_setup_that_cannot_be_drawn_says_why():
    small = {**SMALL, "setups": [{"id": "U", "statements": {"1": 0, "2": 4, "3": 0}}]}
    with pytest.raises(UsageError, match="The Setup U cannot be drawn") as caught:
        Drawing(small, small["setups"][0])
    assert "only 3 categories" in caught.value.hint


def test_too_few_countries_for_anyone(tmp_path):
    done = run("deal", str(write_deck(tmp_path / "d")), "--setup", "U01", "--players", "1")
    assert done.returncode == ExitCode.USAGE
    assert "1 player cannot play with 3 Country cards" in done.stderr
