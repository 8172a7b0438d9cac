"""Proofs are kept for a deck of the same numbers, and made anew for any other."""

from __future__ import annotations

import copy
import sqlite3
from contextlib import closing, nullcontext
from math import inf
from pathlib import Path
from typing import Any

import pytest

from deckkit.games.quizwiz import coverage
from deckkit.games.quizwiz.rules import coverage as rules
from deckkit.games.quizwiz.rules import proofs
from tests.coverage import brute
from tests.coverage.test_planted import broken_deck, sound_deck
from tests.support import ROOT, check


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("DECKKIT_CACHE", str(tmp_path))
    return tmp_path / "cache-2.sqlite"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[brute.Json]:
    """Decks that were analysed."""
    found: list[brute.Json] = []
    real = coverage.analyse

    def analyse(deck: Any, **options: Any) -> Any:
        found.append(deck)
        return real(deck, **options)

    monkeypatch.setattr(coverage, "analyse", analyse)
    return found


@pytest.mark.parametrize("make", [sound_deck, broken_deck])
def test_kept_proofs_are_those_that_were_made(
    cache: Path, made: list[brute.Json], make: Any
) -> None:
    first = proofs.proofs_of(make())
    assert first is not None
    assert len(made) == 1
    assert proofs.proofs_of(make()) == first
    assert len(made) == 1
    report = coverage.analyse(make(), mode="quick", repair=False, play=False)
    assert proofs._of(report) == first
    assert [p.setup for p in first.setups] == [f.setup.id for f in report.setups if f.drawable]


def _answer(deck: brute.Json) -> None:
    deck["statements"][4]["countries"].pop()


def _level(deck: brute.Json) -> None:
    deck["statements"][4]["difficulty"] = 3


def _category(deck: brute.Json) -> None:
    deck["statements"][4]["category"] = deck["categories"][0]["id"]


def _need(deck: brute.Json) -> None:
    deck["setups"][0]["statements"]["1"] = 2


def _special(deck: brute.Json) -> None:
    deck["special_statements"][0]["minimum"] += 1


def _placed(deck: brute.Json) -> None:
    deck["setups"][0]["special_statements"] = ["few"]


def _country(deck: brute.Json) -> None:
    deck["countries"].append({**deck["countries"][0], "code": "ZZZ"})


def _order(deck: brute.Json) -> None:
    deck["statements"].reverse()


def _rule(deck: brute.Json) -> None:
    deck["rules"] = {**deck.get("rules", {}), "mistakes_allowed": 7}


EDITS = [_answer, _level, _category, _need, _special, _placed, _country, _order, _rule]


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_of_a_number_is_proved_anew(cache: Path, made: list[brute.Json], edit: Any) -> None:
    deck = sound_deck()
    proofs.proofs_of(deck)
    changed = copy.deepcopy(deck)
    edit(changed)
    found = proofs.proofs_of(changed)
    assert made == [deck, changed]
    cache.unlink()
    assert proofs.proofs_of(changed) == found


def test_an_edit_of_a_text_is_not(cache: Path, made: list[brute.Json]) -> None:
    deck = sound_deck()
    proofs.proofs_of(deck)
    for row in (*deck["statements"], *deck["special_statements"]):
        row["text"] = f"{row['text']}, mended"
    proofs.proofs_of(deck)
    assert len(made) == 1


def test_another_version_of_the_code_proves_anew(
    cache: Path, made: list[brute.Json], monkeypatch: pytest.MonkeyPatch
) -> None:
    proofs.proofs_of(sound_deck())
    monkeypatch.setattr(proofs, "_code", lambda: ["another version"])
    proofs.proofs_of(sound_deck())
    assert len(made) == 2


@pytest.mark.parametrize("damage", ["x'5b5d'", "x'00'", "substr(data, 1, 20)"])
def test_a_damaged_entry_is_not_believed(cache: Path, made: list[brute.Json], damage: str) -> None:
    first = proofs.proofs_of(sound_deck())
    with closing(sqlite3.connect(cache)) as db, db:
        db.execute(f"UPDATE entries SET data = {damage}")
    db.close()
    assert proofs.proofs_of(sound_deck()) == first
    assert len(made) == 2


@pytest.mark.parametrize("data", [None, b"", b"[]", b"[[[1]], {}, []]", b"[[], [], []]", b"7"])
def test_what_is_no_entry_is_none(data: bytes | None) -> None:
    assert proofs._read(data) is None


def test_a_setup_that_nobody_can_meet_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    made = proofs.Proofs((), {"easy": (15.4, inf), "medium": (26.0,)}, (("easy", "medium"),))
    monkeypatch.setattr(rules, "_proofs", lambda _: made)
    monkeypatch.setattr(rules, "proving", lambda _: nullcontext())
    report = check(ROOT / "sources/quizwiz", profile="print", select=("QW625", "DK090"))
    assert [f.message for f in report.findings] == [
        "easy Setups have [15, inf] bits, medium ones [26]."
    ]
