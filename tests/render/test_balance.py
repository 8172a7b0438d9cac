"""Lines on cards: of even length, whole words and dates, and never more or smaller for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckkit.render.balance import FEW, advance, balanced, lines
from deckkit.render.fit import Fitter
from deckkit.render.text import Run, broken
from deckkit.text import held_together, spoken_date

FONT = "head-600"
_WORDS = (
    "a the of on Sea 9 2023-12-31 un-birthday record-breaking G20-like Mediterranean territory "
    "has (overseas aside) in is member -5 x- Ünion"
)
WORDS = st.sampled_from(tuple(_WORDS.split()))
TEXTS = st.lists(WORDS, min_size=1, max_size=9).map(" ".join)


def widths(text: str) -> list[float]:
    return [advance(FONT, line) for line in text.split("\n")]


def greedy(text: str, width: float) -> list[str]:
    shown = broken([Run(text, FONT, (0.0, 0.0, 0.0))], width, 1.0)
    return ["".join(run.text for run in line) for line in shown]


@given(TEXTS, st.floats(6, 30), st.booleans())
def test_as_many_lines_as_before_and_none_too_wide(text: str, width: float, whole: bool) -> None:
    count = lines(FONT, text, width, whole=whole)
    shown = balanced(FONT, text, width, whole=whole)
    assert "".join(shown.split()) == "".join(text.split())
    if count <= FEW:
        assert shown.count("\n") + 1 == count
        assert max(widths(shown)) <= width + 0.02 * len(text)  # kerning across spaces
        assert greedy(shown, width + 0.02 * len(text)) == shown.split("\n")


@given(TEXTS, st.floats(6, 30))
def test_lines_are_no_more_ragged_than_before(text: str, width: float) -> None:
    wanted = (word for word in text.split() if len(word) > 3 and "-" not in word)
    plain = " ".join(wanted) or "Mediterranean"
    if lines(FONT, plain, width) <= FEW:
        before = widths("\n".join(greedy(plain, width)))
        after = widths(balanced(FONT, plain, width))
        ragged = sum(w * w for w in after) > sum(w * w for w in before) + 0.5
        assert not ragged or min(after) > min(before)  # a very short line is worse


@given(TEXTS)
def test_a_text_keeps_its_size(text: str) -> None:
    slot = Fitter("x").text("t", text, FONT, 54, 38, 1.13, 23, 9)
    width = 54 * 72 / 25.4 / slot.size
    count = lines(FONT, text, width, whole=not slot.compact)
    if count <= FEW:
        assert slot.text.count("\n") + 1 == count
        room = 38 * 72 / 25.4 + 0.01
        assert (slot.text.count("\n") + 1) * slot.size * 1.13 <= room
        larger = slot.size + 0.25
        if larger <= 23:
            more = lines(FONT, text, 54 * 72 / 25.4 / larger, whole=True)
            assert more * larger * 1.13 > room


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("has a name that begins with C", 13, "has a name that/begins with C"),
        ("is landlocked", 9, "is landlocked"),
        ("true as of 2023-12-31 or so", 9, "true as of/2023-12-31 or so"),
        (
            "uses a currency whose name means “crown”",
            6.66,
            "uses a/currency/whose name/means “crown”",
        ),
        ("one un-birthday party a year", 9, "one un-birthday/party a year"),
    ],
)
def test_where_lines_end(text: str, width: float, shown: str) -> None:
    assert balanced(FONT, text, width) == shown.replace("/", "\n")


@pytest.mark.parametrize(
    ("date", "language", "shown"),
    [
        ("2023-05-13", "en", "13 May 2023"),
        ("2023-05", "en-GB", "May 2023"),
        ("2023", "en", "2023"),
        ("2023-05-13", "de", "2023-05-13"),
        ("2023-13-01", "en", "2023-13-01"),
        ("", "en", ""),
    ],
)
def test_dates_on_cards(date: str, language: str, shown: str) -> None:
    assert spoken_date(date, language).replace("\u00a0", " ") == shown


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("had a woman as head on 31 December 2023", "had a woman as head on 31~December~2023"),
        ("BBC, 24 January 2006, page 3", "BBC, 24~January~2006, page 3"),
        ("sold in October 2012 or May", "sold in October~2012 or May"),
        ("Did Apollo 11 carry Sputnik 1?", "Did Apollo~11 carry Sputnik~1?"),
        ("has fewer than 75 million inhabitants", "has fewer than 75 million inhabitants"),
        ("In 2022 the World Cup 2026", "In 2022 the World Cup 2026"),
    ],
)
def test_dates_and_numbered_names_are_held_together(text: str, held: str) -> None:
    assert held_together(text) == held.replace("~", "\u00a0")
