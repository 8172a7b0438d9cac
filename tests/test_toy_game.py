"""A third game, in this file alone, goes through validate and build: the core names no game."""

from __future__ import annotations

import json

import pytest

from deckkit import building, pipeline
from deckkit.findings import Profile
from deckkit.game import Card, Face, Game, Games, SheetSpec
from deckkit.records import Record
from deckkit.rules import Hit, rule

SCHEMA = "https://json-schema.org/draft/2020-12/schema"


class Riddle(Record):
    id: str
    riddle: str
    points: int


@rule("TY301", "riddle-without-question-mark", sheets=("riddles",))
def question_mark(src):
    """A riddle is not a question."""
    for riddle in src.records(Riddle, "riddle"):
        if not riddle.riddle.endswith("?"):
            yield Hit(riddle.at("riddle"), "A riddle ends with a question mark.", "Type ?")


def compile_deck(src):
    return {"riddles": [{"id": r.id, "riddle": r.riddle, "points": r.points}
                        for r in src.records(Riddle)]}  # fmt: skip


def cards(deck):
    back = Face("back", "toy/back.html", {})
    return [Card(r["id"], "riddle", Face(r["id"], "toy/front.html", r, r["id"]), back)
            for r in deck["riddles"]]  # fmt: skip


@pytest.fixture
def games(tmp_path):
    row = {"type": "object", "required": ["id", "riddle", "points"], "x-key": ["id"],
           "x-unique-text": ["riddle"], "additionalProperties": False,
           "properties": {"id": {"type": "string"}, "riddle": {"type": "string"},
                          "points": {"type": "integer", "maximum": 9}}}  # fmt: skip
    deck = {"$schema": SCHEMA, "$id": "https://toy.example/v1", "required": ["riddles"]}
    files = {
        "schemas/source/toy/riddles.schema.json": json.dumps(row),
        "schemas/deck/toy/v1.schema.json": json.dumps(deck),
        "templates/toy/front.html": '<p style="margin:20mm 8mm">{{ riddle }}</p>',
        "templates/toy/back.html": '<p style="margin:20mm 8mm">Toy</p>',
        "templates/toy/cards.css": "p { font-size: 12pt }",
        "deck/deck.toml": 'id = "toys"\ngame = "toy"\ntitle = "Toys"\nversion = "2026.1"\n'
        'as_of = "2026"\nlicence = "CC0-1.0"\n',
        "deck/riddles.csv": "id,riddle,points\nR1,What has keys but opens no door?,3\n"
        "R2,What gets wetter the more it dries?,5\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Games.of([Game("toy", "Toy", "TY", (SheetSpec("riddles", Riddle),), {"riddles": 2},
                          compile_deck, cards, tmp_path / "schemas", tmp_path / "templates",
                          (__name__,))])  # fmt: skip


def test_validate_and_build(games, tmp_path):
    options = pipeline.Options((tmp_path / "deck",), Profile.PRINT)
    report = pipeline.validate(options, games)
    assert report.findings == ()
    target = building.BuildOptions(tmp_path / "out", pdf=True, sheets=("a4-duplex",))
    built = building.build(options, target, games)
    assert [f.code for f in built.report.findings] == []
    assert (tmp_path / "out/toys/print/a4-duplex.pdf").read_bytes().startswith(b"%PDF")
    deck = json.loads((tmp_path / "out/toys/deck.json").read_bytes())
    assert [r["points"] for r in deck["riddles"]] == [3, 5]


def test_its_faults_are_found_like_any_others(games, tmp_path):
    (tmp_path / "deck/riddles.csv").write_text(
        "id,riddle,points\nR1,What has keys but opens no door,30\nr1,No door is opened!,2\n"
    )
    report = pipeline.validate(pipeline.Options((tmp_path / "deck",), Profile.PRINT), games)
    assert [(f.code, f.location.cell) for f in report.findings] == [
        ("TY301", "B2"),
        ("DK109", "C2"),
        ("DK201", "A3"),
        ("TY301", "B3"),
    ]
