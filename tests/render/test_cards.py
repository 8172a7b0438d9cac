"""Cards made from decks: sources cut short, the picture of a table, conditions in words."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from deckkit.assets import folder
from deckkit.games.quizwiz.cards import _condition, _icon, _rows
from deckkit.games.quizwiz.cards import cards as cards_of
from deckkit.games.wits_and_wagers.cards import _source, cards
from deckkit.render.faces import FaceMaker
from tests.render.support import DECKS, load


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("https://www.example.org/a/b?c=d", "example.org"),
        ("An Almanac, 2023", "An Almanac, 2023"),
        ("A title - A paper - https://www.example.org/x/y-z", "A title – A paper"),
        ("A body, a page (example.org/long/path)", "A body, a page"),
        ("A page (seen in May)", "A page (seen in May)"),
        ("word " * 40, ("word " * 17).strip() + "…"),
    ],
)
def test_sources_on_cards_are_short(source: str, shown: str) -> None:
    question: dict[str, Any] = {"sources": [source, "Another"], "as_of": ""}
    assert _source(question, "en").replace("\u00a0", " ") == shown
    question["as_of"] = "2023-12-31"
    dated = _source(question, "en-GB").replace("\u00a0", " ")
    assert dated == f"{shown} · true as of 31 December 2023"
    assert _source(question, "de").endswith("2023-12-31")


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0, 0, "fit none of the Statements"),
        (1, 1, "fit exactly 1 Statement on"),
        (0, 1, "fit at most 1 Statement on"),
        (2, None, "fit at least 2 Statements on"),
        (1, 3, "fit 1 to 3 Statements on"),
    ],
)
def test_conditions_in_words(low: int, high: int | None, words: str) -> None:
    assert words in _condition(low, high)


@pytest.mark.parametrize("specials", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("wanted", [[(1, 3)], [(1, 3), (2, 1)], [(1, 1), (2, 5), (3, 7)]])
def test_the_picture_of_a_table_stays_in_its_panel(
    wanted: list[tuple[int, int]], specials: int
) -> None:
    names = ["2 or more"] * specials
    statements = {str(stars): number for stars, number in wanted}
    tall = _icon({"statements": statements, "special_statements": names})
    for row in _rows(wanted, names, tall):
        assert row["top"] >= 22.5 and row["top"] + row["height"] <= 78.1
        for box in row.get("specials", ()):
            assert box["left"] + box["width"] <= 61.6 and box["height"] >= 2.5
        if row["stars"]:
            assert row["at"][-1] + 82 <= row["across"] + 0.5
            assert all(b - a > 82 for a, b in pairwise(row["at"]))  # none covers another


def test_cards_are_drawn_in_one_size_on_all_setups() -> None:
    deck = load("quizwiz")
    deck["setups"].append({**deck["setups"][0], "id": "E9", "statements": {"1": 6}})
    pictures = [card.front.data["rows"] for card in cards_of(deck) if card.kind == "setup"]
    assert len({row["tall"] for rows in pictures for row in rows if row["stars"]}) == 1


def test_boards_and_meeples_per_player() -> None:
    found = {card.id: card.kind for card in cards(load("wits"))}
    assert [i for i, kind in found.items() if kind == "board"] == [
        "board-one", "board-red", "board-yellow",
    ]  # fmt: skip
    assert [i for i, kind in found.items() if kind == "meeple"] == [
        "meeple-red-1", "meeple-yellow-1",
    ]  # fmt: skip


def test_standing_meeples_say_what_they_are_worth() -> None:
    deck = load("wits")
    deck["rules"]["points"] = {"writer": 1, "small": 2, "large": 4}
    fronts = [card.front for card in cards(deck) if card.kind == "standee"]
    maker = FaceMaker(DECKS["wits"].templates, DECKS["wits"].id, folder("templates"))
    for front in fronts:
        html = maker.draw(front).html
        assert "4 points" in html and "2 points" in html
        assert html.count("<circle") >= 6
        assert len(re.findall(r"translate\(24 24\) scale\(-1\)", html)) == 4  # to be read behind
