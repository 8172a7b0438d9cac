"""tests/rules/<code>.yaml: what each rule finds, cell by cell, and what it leaves alone."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml

from deckkit.game import installed_games
from deckkit.rules.registry import RULES, load

from .support import ROOT, check, of_code, write_deck

load(installed_games().by_id.values())
FOLDER = Path(__file__).parent / "rules"
CASES = [
    pytest.param(path.stem, case, id=f"{path.stem}-{case['name']}")
    for path in sorted(FOLDER.glob("*.yaml"))
    for case in yaml.safe_load(path.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(("code", "case"), CASES)
def test_case(code, case, tmp_path, monkeypatch):
    deck = tmp_path / "deck"
    if case.get("shipped"):  # the deck in sources/, with some sheets replaced or edited
        shutil.copytree(ROOT / "sources" / case["game"], deck)
        for name, edits in case.get("edits", {}).items():
            text = (deck / f"{name}.csv").read_text(encoding="utf-8")
            for old, new in edits:
                text = re.sub(old, new, text, flags=re.MULTILINE)
            (deck / f"{name}.csv").write_text(text, encoding="utf-8")
        for name, text in case["sheets"].items():
            (deck / f"{name}.csv").write_text(text, encoding="utf-8")
    else:
        write_deck(deck, case.get("sheets"), game=case["game"], contents=case.get("contents"))
    if case.get("plain"):  # without proofs that another test may have kept
        monkeypatch.setenv("DECKKIT_CACHE", str(tmp_path / "cache"))
        monkeypatch.setattr("deckkit.games.quizwiz.coverage.jit.COMPILED", False)
    report = check(deck, profile=case.get("profile", "print"))
    found = of_code(report, code)
    shown = [(f.location.cell, f.message) for f in found]
    assert len(found) == len(case["finds"]), shown
    for finding, wanted in zip(found, case["finds"], strict=True):
        for name in ("cell", "sheet", "record"):
            if name in wanted:
                assert getattr(finding.location, name) == wanted[name], shown
        if "severity" in wanted:
            assert finding.severity.value == wanted["severity"]
        for name in ("message", "hint"):
            assert wanted.get(name, "") in getattr(finding, name), shown
        if "safe" in wanted:
            assert finding.fix.safe is wanted["safe"]
        if "fix" in wanted:
            assert (finding.fix.new if finding.fix else None) == wanted["fix"]


def test_every_rule_has_good_and_bad_cases():
    names = {path.stem for path in FOLDER.glob("*.yaml")}
    assert names >= {code for code, rule in RULES.items() if rule.module.startswith("deckkit.")}
    for path in FOLDER.glob("*.yaml"):
        cases = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert any(case["finds"] for case in cases), path.name
        assert any(not case["finds"] for case in cases), path.name
