"""One report that holds everything a report can hold, and the comparison with snapshots."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import deckkit
from deckkit.findings import CODES, Finding, Fix, Location, Related, Report, Severity
from deckkit.game import installed_games
from deckkit.rules.registry import codes

SNAPSHOTS = Path(__file__).parent / "snapshots"
UPDATE = "UPDATE_SNAPSHOTS"

HOSTILE = (
    "](https://evil.example) @everyone #1 <img src=x onerror=alert(1)> `code` | **bold**\n"
    "::error file=a::injected %0A::set-env {0} \x00\x1b[31m\u202eabc\ufffe www.evil.example"
)


def _csv(row, column=None, header=None, record=None, file="sources/quizwiz/statements.csv"):
    return Location(file, "statements", row, column, header, record)


def _book(row=None, column=None, header=None, record=None, sheet="questions"):
    return Location("decks/my deck.xlsx", sheet, row, column, header, record, workbook=True)


def _finding(code, severity, message, place, hint="", **more):
    name = CODES[code].name if code in CODES else "unknown-code"
    return Finding(code, name, severity, message, place, hint, **more)


@pytest.fixture(scope="session")
def report():
    codes(installed_games().by_id.values())
    findings = [
        _finding(
            "QW301",
            Severity.ERROR,
            "The front says 3, the list has 2 countries.",
            _csv(17, "E", "count", "S016"),
            "Type 2, or add the missing country.",
            related=(Related(_csv(17, "F", "answers", "S016"), "the list of countries"),),
            fix=Fix("3", "2", safe=False),
            value="3",
        ),
        _finding(
            "DK201",
            Severity.ERROR,
            'The id "S016" is taken.',
            _csv(40, "A", "id", "S016"),
            "Give the card an id of its own.",
            related=(Related(_csv(17, "A", "id", "S016"), "first"),),
            value="S016",
        ),
        _finding(
            "DK103",
            Severity.WARNING,
            HOSTILE,
            _csv(41, "D", "text", "S040"),
            HOSTILE,
            fix=Fix("a", "b"),
            value=HOSTILE,
        ),
        _finding("QW302", Severity.INFO, "1 case is close.", _csv(50, "F", "answers", "S049")),
        _finding("QW302", Severity.INFO, "1 case is close.", _csv(50, "F", "answers", "S049")),
        _finding("DK001", Severity.ERROR, "The file is empty.", Location("a%20b/x:y,z.csv")),
        _finding(
            "WW301",
            Severity.WARNING,
            "A question without a question mark.",
            _book(5, "D", "question", "W002 top"),
            "Type ?",
            value="How many",
        ),
        _finding("DK113", Severity.WARNING, "Nothing reads it.", _book(sheet="notes")),
        _finding("QW401", Severity.WARNING, "2,500 more of this kind.", _book(9), rest=2500),
        _finding("DK008", Severity.ERROR, "It is locked.", Location("/abs/lock.xlsx", workbook=1)),
        _finding("ZZ999", Severity.ERROR, "A code nobody declared.", _book(9)),
    ]
    return Report(
        tuple(sorted(findings, key=lambda f: f.sort_key)),
        {
            "sources/quizwiz": {"game": "quizwiz", "countries": 72, "statements": 126, "rules": 40},
            "decks/my deck.xlsx": {"game": "wits-and-wagers-family", "questions": 250, "rules": 15},
        },
        ("decks/my deck.xlsx: WW601 players: no sheet players",),
    )


@pytest.fixture
def snapshot():
    """Compare a text with a file; UPDATE_SNAPSHOTS=1 writes the file instead."""

    def compare(text: str, name: str) -> None:
        path = SNAPSHOTS / name
        text = text.replace(f'"{deckkit.__version__}"', '"VERSION"')
        if os.environ.get(UPDATE):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="")
        assert path.is_file(), f"no snapshot {name}: run the tests with {UPDATE}=1"
        with path.open(encoding="utf-8", newline="") as file:
            assert text == file.read(), f"{name} differs: {UPDATE}=1 accepts the new text"

    return compare
