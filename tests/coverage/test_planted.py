"""Decks broken on purpose: the right witness, the right repair, and a checker that notices lies."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from itertools import chain, combinations, pairwise
from xml.etree import ElementTree

import pytest

from deckkit.errors import UsageError
from deckkit.games.quizwiz.coverage import analyse, certificate, verify
from deckkit.games.quizwiz.coverage.plots import (
    countries_by_statements,
    distributions,
    setups_by_specials,
)
from deckkit.games.quizwiz.coverage.repair import repaired, smallest_hitting_set
from deckkit.games.quizwiz.coverage.report import as_markdown, as_text
from tests.coverage import brute


def sound_deck() -> brute.Json:
    """Five categories with a card of each level; any table leaves many countries unlisted."""
    deck = brute.deck(0, statements=0, countries=20, categories=5, needs=((1, 1, 0), (1, 1, 1)))
    codes = [c["code"] for c in deck["countries"]]
    for i in range(15):
        start = 2 * (i % 5) + i // 5
        listed = [codes[(start + k) % 20] for k in range(6)]
        deck["statements"].append(
            {
                "id": f"S{i:03}", "category": f"g{i % 5}", "difficulty": 1 + i // 5,
                "text": f"statement {i}", "count": 6, "countries": listed,
            }
        )  # fmt: skip
    deck["setups"][0]["special_statements"] = ["none"]
    deck["setups"][1]["special_statements"] = ["few"]
    return deck


def broken_deck() -> brute.Json:
    """One Setup that cannot be drawn, one special unmeetable on exactly one table."""
    deck = sound_deck()
    codes = [c["code"] for c in deck["countries"]]
    for row, listed in (("S002", codes[:10]), ("S008", codes[9:19])):
        entry = next(s for s in deck["statements"] if s["id"] == row)
        entry.update(countries=listed, count=len(listed))
    deck["setups"].append(
        {
            "id": "jam", "level": "hard", "statements": {"1": 0, "2": 3, "3": 4},
            "special_statements": [],
        }
    )  # fmt: skip
    return deck


def test_sound_deck_is_proven() -> None:
    report = analyse(sound_deck(), mode="quick")
    assert report.proven
    assert report.repairs == ()
    assert all(s.meetable for found in report.setups for s in found.specials)
    assert verify(certificate(report), sound_deck()) == []


def test_broken_deck_is_refuted_with_witness_and_smallest_repair() -> None:
    deck = broken_deck()
    report = analyse(deck, mode="quick")
    first, _, jam = report.setups
    (none,) = first.specials
    assert (none.worst, none.draws_below, none.meetable) == (1, 1, False)
    assert [report.deck.ids[s] for s in none.witness] == ["S002", "S008"]
    assert none.p_below == pytest.approx(1 / 20)
    assert (jam.draws, jam.hall.slack, jam.hall.tight, jam.missing) == (0, -2, (1, 2), 2)
    kinds = {r.kind: r for r in report.repairs}
    assert kinds["categories"].count == 2
    # p = 5 % is beyond repair by single Statements: the advice is another Setup
    assert kinds["move-special"].setups == ("U0",)
    text = as_text(report)
    assert "CANNOT BE DRAWN: medium + hard need 2 more categories [PROVEN]" in text
    assert "S002 + S008" in text
    assert "| NO" not in as_markdown(report)
    assert verify(certificate(report), deck) == []


def test_rare_failure_is_repaired_by_the_fewest_statements(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("deckkit.games.quizwiz.coverage.repair.HOPELESS", 0.9)
    for seed in range(6):
        deck = brute.deck(seed, statements=14, countries=12, categories=5, sizes=(3, 8))
        for setup in deck["setups"]:
            setup["special_statements"] = ["none", "two"]
        report = analyse(deck, mode="quick", play=False)
        bad: set[frozenset[str]] = set()
        for row in deck["setups"]:
            truth = brute.Brute(deck, row, ("hard", "medium", "easy"))
            for draw in truth.p:
                few = any(len(truth.fitting(s, draw)) < 2 for s in row["special_statements"])
                if few or truth.mistakes(draw) > 1:
                    bad.add(draw)
        (fix,) = [r for r in report.repairs if r.kind == "rework"]
        assert all(draw & set(fix.statements) for draw in bad)
        ids = [s["id"] for s in deck["statements"]]
        smaller = chain.from_iterable(combinations(ids, k) for k in range(fix.count))
        assert not any(all(draw & set(few) for draw in bad) for few in smaller)
        assert (fix.minimal, fix.agreed) == ("PROVEN", True)
        again = repaired(report.deck, fix)
        assert len(again.ids) == len(ids) - fix.count


def test_smallest_hitting_set() -> None:
    sets = [frozenset(s) for s in ({1, 2}, {2, 3}, {3, 4}, {4, 1}, {5})]
    chosen, proven = smallest_hitting_set(sets, 5.0)
    assert (len(chosen), proven) == (3, True)
    assert all(chosen & members for members in sets)


def lies() -> list[tuple[str, str]]:
    """Ways to tamper with a certificate, and a word of the answer."""
    return [
        ("claim['draws'] += 1", "draws"),
        ("claim['slack'] -= 1", "spare"),
        ("claim['can_jam'] = not claim['can_jam']", "jam"),
        ("claim['specials'][0]['worst'] += 1", "witness"),
        ("claim['specials'][0]['worst'] -= 1", "witness"),
        ("claim['specials'][0]['draws_below'] += 1", "fail"),
        ("claim['specials'][0]['witness'] = claim['specials'][0]['witness'][:1]", "legal"),
        ("claim['specials'][0]['distribution'][claim['specials'][0]['worst']] = 0", "start"),
        ("claim['winnable']['draws_imperfect'] += 1", "force"),
        ("claim['winnable']['draws_unwinnable'] += 1", "cannot be won"),
        ("claim['winnable']['worst_mistakes'] += 1", "mistakes"),
    ]


@pytest.mark.parametrize(("lie", "word"), lies())
def test_tampered_certificate_is_refuted(lie: str, word: str) -> None:
    deck = broken_deck()
    honest = certificate(analyse(deck, mode="full", play=False, repair=False))
    claim = honest["setups"][0]
    exec(lie, {"claim": claim})
    problems = verify(honest, deck)
    assert problems
    assert any(word in p for p in problems), problems


def test_worse_draw_hidden_by_a_certificate_is_found() -> None:
    """A prover that overlooks the worst draw names a legal witness with a larger number."""
    deck = broken_deck()
    cert = certificate(analyse(deck, mode="quick", play=False, repair=False))
    claim = cert["setups"][0]["specials"][0]
    claim.update(worst=8, witness=["S000", "S006"], draws_below=0)
    claim.pop("distribution", None)
    problems = verify(cert, deck)
    assert any("S002 + S008 has fewer" in p for p in problems), problems


def test_certificate_of_another_deck() -> None:
    cert = certificate(analyse(sound_deck(), mode="quick", play=False))
    other = copy.deepcopy(sound_deck())
    other["deck"]["content_hash"] = "other"
    assert "another deck" in verify(cert, other)[0]


def test_bad_input_is_reported_not_raised() -> None:
    deck = sound_deck()
    deck["special_statements"].append({"id": "odd", "text": "odd", "minimum": 3, "maximum": 1})
    deck["setups"][0]["special_statements"] = ["odd"]
    deck["setups"].append(
        {
            "id": "big", "level": "hard", "statements": {"1": 9, "2": 9, "3": 9},
            "special_statements": ["none"],
        }
    )  # fmt: skip
    deck["setups"].append(
        {"id": "empty", "level": "easy", "statements": {}, "special_statements": ["none"]}
    )
    report = analyse(deck, mode="normal")
    odd = report.setups[0].specials[0]
    assert (odd.worst, odd.draws_below, odd.p_below) == (0, 20, 1.0)
    assert report.setups[2].draws == 0
    assert report.as_json()["setups"][2]["winnable"] is None
    deck["setups"] = []
    nothing = analyse(deck, mode="quick")
    assert nothing.setups == ()
    assert as_text(nothing)


def test_unknown_mode_and_setup() -> None:
    with pytest.raises(UsageError, match="mode"):
        analyse(sound_deck(), mode="fast")
    with pytest.raises(UsageError, match="U9"):
        analyse(sound_deck(), setups=["U9"])
    assert [s.setup.id for s in analyse(sound_deck(), setups=["U1"], mode="quick").setups] == ["U1"]


def test_plots_are_well_formed() -> None:
    report = analyse(broken_deck(), mode="full", play=False, repair=False)
    for svg in (
        setups_by_specials(report),
        countries_by_statements(report),
        distributions(report, "none"),
    ):
        assert ElementTree.fromstring(svg).tag.endswith("svg")


def test_play_model_orders_knowledge() -> None:
    report = analyse(sound_deck(), mode="quick", play=True, repair=False)
    for results in report.play.values():
        rates = {r.knowledge: r.win_rate for r in results if r.players == 3}
        assert rates["beginners"] <= rates["experts"] + 0.05
        assert all(r.turns > 0 for r in results)


def test_health() -> None:
    deck = sound_deck()
    rows = deck["statements"]
    rows[1].update(countries=rows[0]["countries"])
    everyone = {c["code"] for c in deck["countries"]}
    rows[2].update(countries=sorted(everyone - set(rows[0]["countries"])))
    rows[3].update(countries=rows[3]["countries"][:1])
    report = analyse(deck, mode="quick", play=False, repair=False)
    relations = {(p.first, p.second): p.relation for p in report.pairs}
    assert relations["S000", "S001"] == "equal"
    assert relations["S000", "S002"] == relations["S001", "S002"] == "complement"
    assert report.statements[3].verdict.startswith("error")
    assert sum(report.statements[0].inclusion.values()) > 0
    counts = [c.statements for c in report.countries]
    assert sum(counts) == sum(len(s["countries"]) for s in rows)
    for level, upper in pairwise(("easy", "medium", "hard")):
        assert (level, upper) in report.overlapping_levels or report.hardness[level] is not None


def test_without_numba_the_numbers_are_the_same() -> None:
    code = (
        "import json, sys\n"
        "from tests.coverage.test_planted import broken_deck\n"
        "from deckkit.games.quizwiz.coverage import analyse\n"
        "from deckkit.games.quizwiz.coverage.jit import COMPILED\n"
        "report = analyse(broken_deck(), mode='full', play=False).as_json()\n"
        "json.dump([COMPILED, report], sys.stdout)\n"
    )
    env = {**os.environ, "DECKKIT_NO_NUMBA": "1", "PYTHONPATH": "."}
    run = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    compiled, report = json.loads(run.stdout)
    assert compiled is False
    assert report == json.loads(
        json.dumps(analyse(broken_deck(), mode="full", play=False).as_json())
    )


def test_importing_the_package_is_cheap() -> None:
    code = (
        "import sys, deckkit.games.quizwiz.coverage\n"
        "heavy = {'numpy', 'numba', 'scipy', 'ortools', 'pandas', 'weasyprint', 'typer'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
