"""What makes cards readable: contrast, sizes, colours of the deck kept in check."""

from __future__ import annotations

import re

import pytest

from deckkit.assets import folder
from deckkit.games.quizwiz.cards import BACKS, LEVELS, REGION_COLOURS
from deckkit.render import fonts
from deckkit.render.balance import advance, lines
from deckkit.render.colour import INK, PAPER, checked, contrast, deepen, ink_on, mix
from deckkit.render.fit import Fitter, ladder


@pytest.mark.parametrize(
    "ground", [*REGION_COLOURS, *BACKS.values(), *(colour for colour, _ in LEVELS.values())]
)
def test_white_text_is_readable_on_our_grounds(ground: str) -> None:
    assert contrast(ground, "#ffffff") >= 4.5


@pytest.mark.parametrize("colour", ["#ffffff", "#ffe066", "#00ff00", "#777777", "#000000"])
def test_any_colour_of_a_deck_becomes_readable(colour: str) -> None:
    assert contrast(deepen(colour), PAPER) >= 4.5
    assert contrast(deepen(colour, 4.6, "#ffffff"), "#ffffff") >= 4.5
    assert contrast(ink_on(colour), colour) >= 4.5
    tint = mix(deepen(colour, 4.6, "#ffffff"), PAPER, 0.16)
    assert contrast(INK, tint) >= 4.5


@pytest.mark.parametrize("bad", ["red", "#fff", "#12345g", "red;x:url(a)", "#123456;", None, 7])
def test_only_hex_colours_reach_a_style_sheet(bad: object) -> None:
    assert re.fullmatch(r"#[0-9a-f]{6}", checked(bad))


def test_no_text_below_five_and_a_half_points() -> None:
    for path in folder("templates").rglob("*.css"):
        sizes = re.findall(r"font-size:([\d.]+)pt", path.read_text("utf-8"))
        assert all(float(size) >= 5.5 for size in sizes), path.name


def test_drawings_hold_plain_shapes_only() -> None:
    for path in folder("templates").rglob("*.svg"):
        text = path.read_text("utf-8")
        assert not re.search(r"<(script|style|use|image|foreignObject|mask|a)\b|href|url\(", text)


def test_fonts_are_the_same_bytes_and_cover_their_letters() -> None:
    assert fonts.digest() == fonts.digest()
    assert fonts.printable("Łódź – “Việt Nam” 50 %")[1] == ""
    assert fonts.printable("a\u200bb\nc\u202e") == ("ab c", "")
    shown, missing = fonts.printable("x\U0001f600y")
    assert (shown, missing) == ("x?y", "\U0001f600")


def test_ladder_ends_at_the_floor() -> None:
    assert ladder(10, 9) == [10, 9.75, 9.5, 9.25, 9]


def test_a_word_wider_than_its_box_never_fits() -> None:
    assert lines("head-600", "Donaudampfschifffahrtsgesellschaft", 5) == 99
    slot = Fitter("x").text(
        "t", "Donaudampfschifffahrtsgesellschaft", "head-600", 30, 20, 1.1, 20, 9
    )
    assert slot.size == 9 and slot.excess > 0


REGIONS = {
    "Northern Europe": "Denmark, Finland, Iceland, Ireland, Norway, Sweden, United Kingdom",
    "Western Europe": "Austria, Belgium, France, Germany, Netherlands, Portugal, Spain",
    "Southern & Eastern Europe": "Croatia, Czechia, Greece, Italy, Poland",
    "Middle East & North Africa": "Egypt, Saudi Arabia, United Arab Emirates",
    "Sub-Saharan Africa": "Ethiopia, Madagascar, South Africa",
    "Central & South Asia": "Bangladesh, Kazakhstan, Sri Lanka, Uzbekistan",
    "East Asia & Pacific": "Indonesia, New Zealand, Philippines, South Korea",
    "North America & Caribbean": "Canada, Costa Rica, United States",
    "South America": "Argentina, Colombia, Ecuador, Uruguay",
}


def test_forty_answers_in_nine_regions_fit() -> None:
    groups = [(region, names.split(", ")) for region, names in REGIONS.items()]
    assert sum(len(names) for _, names in groups) == 40
    slot = Fitter("x").groups("answers", groups, 55, 65, 12.5, 6.5)
    assert slot.excess == 0 and slot.size >= 6.5


@pytest.mark.parametrize("region", ["Middle East & North Africa", "North America & Caribbean"])
def test_a_heading_stands_in_one_line_where_slightly_smaller_type_holds_it(region: str) -> None:
    slot = Fitter("x").groups("a", [(region, ["Cuba"])], 55, 65, 12.5, 6.5)
    assert lines("body-800", region, 53.2 * 72 / 25.4 / slot.size) == 1
    assert slot.size >= 12.5 * 0.92
    narrow = Fitter("x").groups("a", [(region, ["Cuba"])], 40, 65, 12.5, 6.5)
    assert narrow.size == 12.5


def test_a_list_begins_beside_its_heading_where_slightly_smaller_type_lets_it() -> None:
    groups = [(region, ["United Kingdom"]) for region in list(REGIONS)[:4]]
    slot = Fitter("x").groups("a", groups, 55, 20, 12.5, 6.5)
    assert slot.compact
    for region, _ in groups:
        taken = advance("body-800", f"{region}\u2002") + advance("body-600", "United\u00a0Kingdom")
        assert taken * slot.size <= 53.2 * 72 / 25.4
