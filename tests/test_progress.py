"""The line that says what a long command is at: on a terminal only, and gone at the end."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

import pytest

from deckkit import progress

from .support import ROOT, run, write_deck

# Without patience, so that a small deck shows its stages too.
NOW = "import deckkit.progress as p; p.AFTER = 0; from deckkit.cli import main; main()"


def on_a_terminal(*args: str, **env: str) -> tuple[int, str]:
    """Exit code and what a command writes to a terminal that is its stderr."""
    reader, writer = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, "-c", NOW, *args],
        stderr=writer, stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **env},
    )  # fmt: skip
    os.close(writer)
    said = b""
    while True:
        try:
            piece = os.read(reader, 4096)
        except OSError:  # how Linux says that the other side is closed
            break
        if not piece:
            break
        said += piece
    os.close(reader)
    return done.wait(60), said.decode()


@pytest.mark.parametrize("command", [["validate"], ["build", "--sheets", "single"]])
def test_stages_are_shown_and_leave_no_trace(tmp_path, command):
    deck = write_deck(tmp_path / "deck")
    out = ["--out", str(tmp_path / "out")] if command[0] == "build" else []
    code, said = on_a_terminal(*command, str(deck), "--profile", "draft", *out)
    assert code == 0
    stages = ["Reading…", f"Checking {deck}"[:20]]
    stages += ["Drawing the cards…", "Printing single…"] if out else []
    places = [said.index(stage) for stage in stages]
    assert places == sorted(places)
    lines = [line.split("\r\x1b[K")[-1].rstrip("\r") for line in said.split("\n")]
    assert not any(line.endswith("…") for line in lines), lines


def test_a_failure_clears_the_line_too(tmp_path):
    code, said = on_a_terminal("validate", str(tmp_path / "none"))
    assert code == 2
    assert said.split("\r\x1b[K")[-1].startswith("deckkit: There is no file or folder")


def test_nothing_is_shown_without_a_terminal(tmp_path):
    done = run("build", str(write_deck(tmp_path / "deck")), "--out", str(tmp_path / "out"))
    assert "…" not in done.stderr and "\x1b" not in done.stderr and "\r" not in done.stderr


def test_wide_letters_take_two_columns_and_dumb_terminals_nothing(monkeypatch):
    assert progress._cut("ab日本c", 6) == "ab日本" and progress._cut("abc", 2) == "ab"
    code, said = on_a_terminal("validate", "nowhere", TERM="dumb")
    assert code == 2 and "\x1b" not in said
