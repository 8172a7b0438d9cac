"""baseline, --baseline and [[ignore]] as typed: what is known stays out, unused ones are said."""

from __future__ import annotations

import json

import pytest

from deckkit.errors import ExitCode

from .support import QUIZWIZ, run, write_deck

BAD = QUIZWIZ["statements"].replace("coast,2", "coast,3").replace("potatoes,3", "potatoes,2")
IGNORE = '\n[[ignore]]\ncode = "QW301"\nreason = "the printed counts are settled later"\n'


@pytest.fixture
def deck(tmp_path):
    return write_deck(tmp_path / "sources" / "test", {"statements": BAD})


def ignore(deck, text: str) -> None:
    with (deck / "deck.toml").open("a", encoding="utf-8") as file:
        file.write(text)


def findings(tmp_path, *args: str) -> list[dict]:
    return json.loads(run("validate", *args, "-f", "json", cwd=tmp_path).stdout)["findings"]


def test_adopting_late(deck, tmp_path):
    before = findings(tmp_path)
    assert [f["code"] for f in before if f["severity"] == "error"] == ["QW301", "QW301"]
    assert run("validate", cwd=tmp_path).returncode == ExitCode.FINDINGS
    done = run("baseline", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{len(before)} findings written to deckkit-baseline.json.\n"

    known = ("--baseline", "deckkit-baseline.json")
    assert run("validate", *known, cwd=tmp_path).returncode == ExitCode.OK
    assert findings(tmp_path, *known) == []

    new = BAD.replace("S002,food", "S002,foot")
    write_deck(deck, {"statements": new})
    assert {f["code"] for f in findings(tmp_path, *known)} >= {"QW306"}
    assert run("validate", *known, cwd=tmp_path).returncode == ExitCode.FINDINGS


def test_what_was_mended_is_said(deck, tmp_path):
    run("baseline", "sources", "--out", "known.json", cwd=tmp_path)
    write_deck(deck, {"statements": BAD.replace("coast,3", "coast,2")})
    done = run("validate", "--baseline", "known.json", cwd=tmp_path)
    assert done.returncode == ExitCode.OK
    (finding,) = findings(tmp_path, "--baseline", "known.json")
    assert (finding["code"], finding["severity"]) == ("DK091", "info")
    assert finding["message"] == "1 known finding of the baseline no longer occur."
    assert finding["location"]["file"] == "known.json"
    assert "deckkit baseline" in finding["hint"]


def test_a_baseline_does_not_depend_on_where_it_is_used(deck, tmp_path):
    run("baseline", "--out", "known.json", cwd=tmp_path)
    inside = run("validate", "test", "--baseline", "../known.json", cwd=deck.parent)
    elsewhere = run("validate", str(deck), "--baseline", str(tmp_path / "known.json"))
    assert elsewhere.returncode == ExitCode.OK, elsewhere.stdout
    assert inside.returncode == ExitCode.OK, inside.stdout


@pytest.mark.parametrize("text", ["", "[]", '{"version": 2}', '{"version": 1, "findings": [1]}'])
def test_a_file_that_is_no_baseline(deck, tmp_path, text):
    (tmp_path / "known.json").write_text(text)
    done = run("validate", "--baseline", "known.json", cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.startswith("deckkit: The baseline known.json")
    assert len(done.stderr.splitlines()) == 1


def test_ignores_with_a_reason(deck, tmp_path):
    ignore(deck, IGNORE)
    assert run("validate", cwd=tmp_path).returncode == ExitCode.OK
    assert not [f for f in findings(tmp_path) if f["code"] in ("QW301", "DK092")]


def test_an_ignore_for_one_record(deck, tmp_path):
    ignore(deck, IGNORE + 'record = "S001"\npath = "sources/*/statements.csv"\n')
    (left,) = [f for f in findings(tmp_path) if f["code"] == "QW301"]
    assert left["location"]["record"] == "S002"
    assert run("validate", cwd=tmp_path).returncode == ExitCode.FINDINGS


def test_an_unused_ignore_is_said(deck, tmp_path):
    ignore(deck, IGNORE + IGNORE.replace("QW301", "QW401"))
    (unused,) = [f for f in findings(tmp_path) if f["code"] == "DK092"]
    assert unused["message"] == 'Nothing is ignored by "QW401".'
    assert unused["severity"] == "info"
    assert unused["location"]["file"] == "sources/test/deck.toml"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (
            '\n[[ignore]]\ncode = "QW301"\n',
            "sources/test/deck.toml lacks the entry ignore.0.reason.",
        ),
        ('\n[[ignore]]\ncode = "QW301"\nreason = ""\n', "sources/test/deck.toml: ignore.0.reason"),
        (
            IGNORE + 'recrd = "S001"\n',
            "sources/test/deck.toml has an unknown entry: ignore.0.recrd.",
        ),
    ],
)
def test_an_ignore_needs_a_reason(deck, tmp_path, text, line):
    ignore(deck, text)
    done = run("validate", cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.startswith(f"deckkit: {line}")
    assert "code" not in done.stderr or "contents" not in done.stderr
    if "recrd" in text:
        assert 'Did you mean "record"?' in done.stderr
