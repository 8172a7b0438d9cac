"""A short run of tests/fuzz.py, and what long runs found."""

from __future__ import annotations

from . import fuzz
from .support import check, of_code, write_deck


def test_a_short_run_breaks_nothing():
    said: list[str] = []
    rounds, crashes = fuzz.run(20_000, 60, most=60, say=said.append)
    assert rounds == 60
    assert not crashes, said


def test_a_run_can_be_repeated(tmp_path):
    made = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        path, game = fuzz.make(tmp_path / name, fuzz.random.Random(3))
        made.append((path.name if path.is_file() else "", game))
    assert made[0] == made[1]


def test_a_word_of_forty_thousand_letters_is_no_slip(tmp_path):
    deck = write_deck(tmp_path / "deck", {"debates": f"id,text\nD1,{'x' * 40_000}\n"})
    report = check(deck)
    assert not of_code(report, "DK407")
    assert of_code(report, "DK109")


def test_two_spaces_in_a_text_that_is_printed(tmp_path):
    deck = write_deck(tmp_path / "deck", {"debates": "id,text\nD1,Park a  country.\n"})
    assert of_code(check(deck, profile="print"), "DK401")
