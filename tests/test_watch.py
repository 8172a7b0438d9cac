"""watch builds at once, again after each change, and says what it cannot follow."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deckkit import building, pipeline, watching
from deckkit.findings import Profile
from tests.support import ROOT, WITS, run, write_deck

GAME = "wits-and-wagers-family"


class Stuck(Exception):
    """Nothing has changed for long."""


def rounds(
    deck: Path, out: Path, during: Callable[[int], None] = lambda _: None
) -> Iterator[watching.Round]:
    """The rounds of watching `deck`; `during` may change files in each pause."""
    pauses = 0

    def sleep(_: float) -> None:
        nonlocal pauses
        pauses += 1
        if pauses > 40:
            raise Stuck
        during(pauses)

    options = pipeline.Options((deck,), Profile.REVIEW)
    return watching.watch(options, building.BuildOptions(out), sleep=sleep)


def texts(out: Path) -> str:
    return (out / "test" / "deck.json").read_text("utf-8")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def test_each_change_is_built(tmp_path: Path) -> None:
    deck, out = write_deck(tmp_path / "deck", game=GAME), tmp_path / "deck" / "build"
    found = rounds(deck, out)
    first = next(found)
    assert first.built is not None and first.built.files and not first.problem
    before = texts(out)
    change(deck / "deck.toml", 'title = "Test"', 'title = "Another"')
    second = next(found)
    assert second.built is not None and second.built.files
    assert json.loads(texts(out))["deck"]["title"] == "Another"
    assert before != texts(out)
    with pytest.raises(Stuck):  # what was written below the deck is no change
        next(found)


def test_a_file_that_is_being_written_is_waited_for(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", game=GAME)
    whole = (deck / "deck.toml").read_text("utf-8")
    writing = False

    def during(pause: int) -> None:
        if writing and pause % 8:
            with (deck / "deck.toml").open("a", encoding="utf-8") as file:
                file.write(f"# {pause}\n")

    found = rounds(deck, tmp_path / "out", during)
    next(found)
    writing = True
    (deck / "deck.toml").write_text(whole.replace("Test", "Written"), "utf-8")
    done = next(found)
    assert done.built is not None and done.built.files
    assert (deck / "deck.toml").read_text("utf-8").count("#") > 2


def test_errors_and_half_typed_files_end_nothing(tmp_path: Path) -> None:
    deck, out = write_deck(tmp_path / "deck", game=GAME), tmp_path / "out"
    found = rounds(deck, out)
    next(found)
    before = texts(out)
    change(deck / "deck.toml", 'title = "Test"', "title = ")
    half = next(found)
    assert half.built is None and "deck.toml is not valid TOML" in half.problem
    change(deck / "deck.toml", "title = ", 'title = "Test"')
    (sheet,) = (deck / f"{name}.csv" for name in WITS if name == "questions")
    good = sheet.read_text("utf-8")
    sheet.write_text(good.splitlines()[0] + "\n" + "x," * 9 + "\n", "utf-8")
    bad = next(found)
    assert bad.built is not None and not bad.built.files and bad.built.report.findings
    assert texts(out) == before
    sheet.write_text(good, "utf-8")
    mended = next(found)
    assert mended.built is not None and mended.built.files


def test_the_command_builds_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", game=GAME)
    command = [sys.executable, "-m", "deckkit", "watch", str(deck), "--out", str(tmp_path / "out")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
    ) as process:
        assert process.stdout is not None
        for title in ("Test", "Second"):
            lines: list[str] = []
            while not (lines and "Waiting for changes; Ctrl-C ends." in lines[-1]):
                lines.append(process.stdout.readline())
                assert lines[-1], "it ended"
            assert "files written" in lines[-1]
            assert json.loads(texts(tmp_path / "out"))["deck"]["title"] == title
            change(deck / "deck.toml", f'title = "{title}"', 'title = "Second"')
            (deck / "deck.toml").touch()
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        assert process.returncode == 0


def test_what_editors_leave_beside_is_no_change_and_a_restless_file_no_end(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", game=GAME)
    (deck / "sub").mkdir()

    def seen() -> watching.Stamps:
        return watching.stamps([deck])

    before = seen()
    for name in (
        ".questions.csv.swp",
        "~$questions.xlsx",
        "questions.csv~",
        "x.log",
        "4913",
        "a.tmp",
    ):
        (deck / name).write_text("x")
    os.mkfifo(deck / "pipe.csv")
    assert seen() == before
    (deck / "sub" / "players.csv").write_text("x")
    assert seen() != before

    looks = 0

    def sleep(_: float) -> None:
        nonlocal looks
        looks += 1
        (deck / "questions.csv").write_text("x" * looks)

    next(watching.changes([deck], sleep=sleep))
    assert looks == watching.LOOKS


def test_what_breaks_is_said_and_the_watch_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    deck = write_deck(tmp_path / "deck", game=GAME)
    found = rounds(deck, tmp_path / "out")
    assert next(found).built

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(watching, "build", broken)
        change(deck / "deck.toml", 'title = "Test"', 'title = "Another"')
        assert next(found).problem.startswith("deckkit broke: ZeroDivisionError(). The log is ")
    change(deck / "deck.toml", 'title = "Another"', 'title = "Test"')
    assert next(found).built


def test_a_pipe_is_neither_file_nor_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.csv")
    done = run("validate", str(tmp_path / "p.csv"))
    assert done.returncode == 2 and "is neither a file nor a folder" in done.stderr
