"""Every code has a page with its sections; every rule's Bad example fires, its Good is silent."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckkit.catalogue import every_code
from deckkit.findings import Profile
from deckkit.game import installed_games
from deckkit.rules.registry import RULES, Rule

from .support import BASES, check, of_code, write_deck

ALL = every_code(installed_games().by_id.values())
OWN = sorted({code.code for code in ALL} & set(RULES))
SECTIONS = ("What it checks:", "Why players care:", "Bad:", "Good:", "How to fix:")


def section(page: str, name: str) -> str:
    names = "|".join(re.escape(s) for s in SECTIONS)
    found = re.search(rf"^{re.escape(name)}(.*?)(?=^(?:{names})|\Z)", page, re.M | re.S)
    assert found, f"no section {name}"
    return found.group(1)


def tables(text: str) -> dict[str, str]:
    """The sheets of an example, ``[name]`` and its lines; empty when the example is prose."""
    sheets: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in (line.strip() for line in text.strip().splitlines()):
        if re.fullmatch(r"\[\w+\]", line):
            current = sheets.setdefault(line[1:-1], [])
        elif current is not None and line:
            current.append(line)
    return {name: "\n".join(lines) + "\n" for name, lines in sheets.items()}


def games_of(rule: Rule) -> str:
    return "wits-and-wagers-family" if rule.code.code.startswith("WW") else "quizwiz"


@pytest.mark.parametrize("code", ALL, ids=lambda c: c.code)
def test_every_code_has_a_complete_page(code):
    assert code.page.splitlines()[0].endswith(".")
    for name in SECTIONS:
        assert len(section(code.page, name).strip()) > 4, name


@pytest.mark.parametrize("code", OWN)
@pytest.mark.parametrize("kind", ["Bad:", "Good:"])
def test_examples_do_what_the_page_says(code, kind, tmp_path):
    rule = RULES[code]
    sheets = tables(section(rule.code.page, kind))
    if not sheets:
        assert (Path(__file__).parent / "rules" / f"{code}.yaml").is_file(), "prose needs cases"
        return
    game = games_of(rule)
    assert set(sheets) <= {spec.name for spec in installed_games().get(game).sheets}
    deck = write_deck(tmp_path / "deck", sheets, game=game)
    found = of_code(check(deck, profile="print"), code)
    assert bool(found) is (kind == "Bad:"), [f.message for f in found]


def test_base_decks_have_no_finding_at_all(tmp_path):
    for game in BASES:
        report = check(write_deck(tmp_path / game, game=game), profile="print")
        assert report.findings == ()


def test_profiles_are_ordered():
    assert Profile.DRAFT < Profile.REVIEW < Profile.PRINT
