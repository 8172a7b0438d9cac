"""Exports, each opened again by what reads it: tables by csv, flash cards by Anki."""

from __future__ import annotations

import copy
import csv
import dataclasses
import io
from pathlib import Path
from typing import Any

import pytest

from deckkit.errors import ExitCode, UsageError
from deckkit.export import anki, plain
from deckkit.game import Game

from .support import QUIZWIZ, ROOT, compiled, run, tree, write_deck

GAMES = {"quizwiz": 126, "wits-and-wagers-family": 250}
QUIZWIZ_DECK = 1327003786
EVIL = "=1+1<img src=x onerror=alert(1)>[sound:a.mp3][latex]x[/latex]\\(x\\){{c1::y}}&"


@pytest.fixture(scope="module")
def real() -> dict[str, tuple[dict[str, Any], Game]]:
    """Both decks, compiled, with their games."""
    return {deck["deck"]["id"]: (deck, game) for deck, game in compiled(ROOT / "sources")}


@pytest.fixture
def small(tmp_path) -> tuple[dict[str, Any], Game]:
    """A deck of a few cards."""
    return compiled(write_deck(tmp_path / "deck"))[0]


# CSV


@pytest.mark.parametrize("name", GAMES)
def test_a_table_has_a_line_for_each_question(name, real, tmp_path):
    deck, game = real[name]
    plain.write(deck, game, tmp_path)
    data = (tmp_path / f"{name}.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbfid,")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    questions = deck["statements" if name == "quizwiz" else "questions"]
    assert len(rows) == GAMES[name]
    assert [row["id"] for row in rows] == [question["id"] for question in questions]
    number = "count" if name == "quizwiz" else "answer"
    assert [row[number] for row in rows] == [str(question[number]) for question in questions]
    if name == "quizwiz":
        codes = {country["name"]: country["code"] for country in deck["countries"]}
        for row, statement in zip(rows, questions, strict=True):
            assert row["codes"].split() == statement["countries"]
            listed = [codes[country] for country in row["countries"].split("; ")]
            assert sorted(listed) == statement["countries"]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("  =1", "'  =1"),
        ("\uff1d1", "'\uff1d1"),
        ("a=1", "a=1"),
        ("100", "100"),
        ('say "hi", you', 'say "hi", you'),
        ("two\nlines", "two\nlines"),
        ("", ""),
    ],
)
def test_formulas_are_made_harmless(text, written, real):
    deck, game = copy.deepcopy(real["wits-and-wagers-family"][0]), real["wits-and-wagers-family"][1]
    deck["questions"][0]["text"] = text
    data = plain.to_bytes(plain.listing_of(deck, game)).decode("utf-8-sig")
    assert next(csv.DictReader(io.StringIO(data, newline="")))["question"] == written


def test_a_game_without_questions_says_so(small, tmp_path):
    deck, game = small
    bare = dataclasses.replace(game, listing=None)
    for module in (plain, anki):
        with pytest.raises(UsageError, match="has no questions to list"):
            module.write(deck, bare, tmp_path)


# Anki


def imported(collection: Any, path: Path) -> Any:
    from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

    request = ImportAnkiPackageRequest(
        package_path=str(path), options=ImportAnkiPackageOptions(merge_notetypes=True)
    )
    return collection.import_anki_package(request).log


@pytest.fixture
def collection(tmp_path):
    from anki.collection import Collection

    opened = Collection(str(tmp_path / "collection.anki2"))
    yield opened
    opened.close()


@pytest.mark.parametrize("name", GAMES)
def test_anki_opens_the_cards(name, real, collection, tmp_path):
    deck, game = real[name]
    anki.write(deck, game, tmp_path)
    log = imported(collection, tmp_path / f"{name}.apkg")
    assert len(log.new) == GAMES[name]
    assert collection.note_count() == collection.card_count() == GAMES[name]
    assert deck["deck"]["title"] in {d.name for d in collection.decks.all_names_and_ids()}
    row = plain.listing_of(deck, game).rows[0]
    (found,) = collection.find_notes(f'id:"{row["id"]}"')
    (card,) = collection.get_note(found).cards()
    key = "statement" if name == "quizwiz" else "question"
    number = "count" if name == "quizwiz" else "answer"
    assert row[key] in card.question()
    assert f'<div class="main">{row[number]}</div>' not in card.question()
    assert f'<div class="main">{row[number]}</div>' in card.answer()


def test_a_newer_deck_changes_notes_and_keeps_what_was_learnt(real, collection, tmp_path):
    deck, game = real["quizwiz"]
    anki.write(deck, game, tmp_path)
    imported(collection, tmp_path / "quizwiz.apkg")
    before = {n: collection.get_note(n).guid for n in collection.find_notes("")}
    newer = copy.deepcopy(deck)
    newer["deck"]["version"] = "2026.2"
    newer["statements"].reverse()
    newer["statements"][-1]["text"] = "has a brand-new text"
    anki.write(newer, game, tmp_path)
    log = imported(collection, tmp_path / "quizwiz.apkg")
    assert len(log.new) == 0
    assert {n: collection.get_note(n).guid for n in collection.find_notes("")} == before
    (found,) = collection.find_notes('statement:"has a brand-new text"')
    assert collection.get_note(found)["id"] == "S001"


def test_text_of_a_deck_is_only_text_in_anki(real, collection, tmp_path):
    deck, game = copy.deepcopy(real["wits-and-wagers-family"][0]), real["wits-and-wagers-family"][1]
    del deck["questions"][1:]
    deck["questions"][0].update(text=EVIL, unit=EVIL, category=EVIL, sources=[EVIL])
    deck["deck"].update(title=EVIL, licence=EVIL)
    anki.write(deck, game, tmp_path)
    imported(collection, tmp_path / "wits-and-wagers-family.apkg")
    (card,) = (collection.get_card(c) for c in collection.find_cards(""))
    output = card.render_output()
    assert output.question_av_tags == output.answer_av_tags == []
    assert "<img" not in card.answer()
    assert "&lt;img src=x onerror=alert(1)&gt;" in card.question()
    assert "[sound" not in card.answer()
    assert "[latex]" not in card.answer()
    assert "\\(" not in card.answer()


def test_packages_depend_on_the_deck_alone(real, tmp_path, monkeypatch):
    deck, game = real["quizwiz"]
    anki.write(deck, game, tmp_path)
    first = (tmp_path / "quizwiz.apkg").read_bytes()
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    anki.write(deck, game, tmp_path)
    assert (tmp_path / "quizwiz.apkg").read_bytes() == first


def test_ids_never_change():
    assert anki.number("deck", "quizwiz") == anki.number("deck", "quizwiz")
    assert anki.number("deck", "quizwiz") == QUIZWIZ_DECK
    assert all(1 << 30 <= anki.number("deck", str(n)) < 1 << 31 for n in range(1000))


def test_time_grows_with_the_version():
    order = ["2025.12", "2026.1", "2026.1.1", "2026.2", "2026.10", "2026.99999999", "2027.1"]
    times = [anki.modified(version) for version in order]
    assert times == sorted(times)
    assert len(set(times)) == len(times)


# Command line


def test_the_commands_write_files_and_name_them(tmp_path):
    write_deck(tmp_path / "sources" / "test")
    for kind, suffixes in (("tts", {".json", ".png"}), ("csv", {".csv"}), ("anki", {".apkg"})):
        extra = ["--dpi", "20"] if kind == "tts" else []
        done = run("export", kind, "--out", f"out/{kind}", *extra, cwd=tmp_path)
        assert done.returncode == ExitCode.OK, done.stderr
        named = done.stdout.split()
        assert named.pop() == f"out/{kind}/manifest.json"
        assert named == [
            f"out/{kind}/test/{name}" for name in tree(tmp_path / "out" / kind / "test")
        ]
        assert {Path(name).suffix for name in named} == suffixes


def test_nothing_is_exported_from_a_deck_with_errors(tmp_path):
    wrong = QUIZWIZ["statements"].replace("land,1,has a coast,2,", "land,1,has a coast,14,")
    write_deck(tmp_path / "sources" / "test", {"statements": wrong})
    done = run("export", "csv", "--out", "out", cwd=tmp_path)
    assert done.returncode == ExitCode.FINDINGS
    assert done.stdout == ""
    assert "Nothing was written" in done.stderr
    assert not (tmp_path / "out").exists()
