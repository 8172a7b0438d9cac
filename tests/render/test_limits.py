"""Child processes with limits: what runs away is stopped and named, the rest is printed."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from deckkit.game import Card, Face, Game
from deckkit.render import codes, layout, print_deck
from deckkit.render.layout import Job, lay_out_all
from deckkit.render.limits import Exceeded, Limits, run_all
from tests.render.support import DECKS, locate
from tests.support import ROOT

BOMB = (
    '<svg viewBox="0 0 9 9" style="position:absolute;left:0;top:0;width:9mm;height:9mm"><defs>'
    '<path id="u0" d="M0 0h1v1z"/>'
    + "".join(f'<g id="u{n + 1}"><use href="#u{n}"/><use href="#u{n}"/></g>' for n in range(24))
    + '</defs><use href="#u24"/></svg>'
)
FINE = '<p style="position:absolute;left:0;top:0;width:9mm;transform:rotate(3deg)">fine</p>'


def spin(_: Any) -> None:
    while True:
        pass


def sleep(_: Any) -> None:
    time.sleep(60)


def hoard(_: Any) -> int:
    return len(b"x" * (1 << 30))


def fail(_: Any) -> None:
    raise ValueError("because")


def double(value: int) -> int:
    return 2 * value


@pytest.mark.parametrize(
    ("function", "limits", "what"),
    [
        (spin, Limits(1, 60), "time"),
        (sleep, Limits(30, 0.5), "time"),
        (hoard, Limits(30, 60, 1 << 28), "memory"),
    ],
)
def test_children_that_run_away_are_stopped(function: Any, limits: Limits, what: str) -> None:
    assert run_all(function, [1], lambda _: limits) == [Exceeded(what)]


def test_answers_come_in_order_and_errors_are_raised() -> None:
    assert run_all(double, [1, 2, 3, 4, 5], lambda _: Limits(30, 60)) == [2, 4, 6, 8, 10]
    with pytest.raises(RuntimeError, match="because"):
        run_all(fail, [1], lambda _: Limits(30, 60))


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "allowed", lambda job: Limits(3, 60))


@pytest.mark.usefixtures("strict")
def test_a_bomb_is_given_up_and_its_neighbours_are_not() -> None:
    html = tuple(f'<section class="face">{body}</section>' for body in (FINE, BOMB))
    faces = lay_out_all(Job(html, ((), ()), "", "en", 69, 94))
    assert [face.exceeded for face in faces] == ["", "time"]
    assert faces[0].form["c"] and not faces[1].form["c"]


@pytest.mark.usefixtures("strict")
def test_a_card_that_runs_away_is_a_finding_on_it(tmp_path: Path) -> None:
    templates = tmp_path / "templates"
    (templates / "toy").mkdir(parents=True)
    (templates / "toy" / "fine.html").write_text(FINE)
    (templates / "toy" / "bomb.html").write_text(BOMB)
    fine, bomb = (Face(n, f"toy/{n}.html", {}, f"{n}-record") for n in ("fine", "bomb"))
    cards = [Card("C1", "toy", fine, bomb)]
    game: Game = replace(DECKS["wits"], id="toy", templates=templates, cards=lambda _: cards)
    head = {"title": "T", "version": "1", "as_of": "", "language": "en", "licence": "CC0-1.0"}
    files, findings = print_deck({"deck": head}, game, ["single"], tmp_path / "out", locate=locate)
    assert files == [] and not (tmp_path / "out").exists()
    assert [(f.code, f.location.record) for f in findings] == [("DK805", "bomb-record")]
    assert "needs too much time" in findings[0].message


def test_every_limit_has_words() -> None:
    assert set(codes._TOO_MUCH) == {"time", "memory", "depth"}


INTERRUPTED_IN_A_FORK = """
import os, signal, sys
from deckkit.render.limits import Limits, run_all
os.register_at_fork(before=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    run_all(abs, [1], lambda _: Limits(30, 60))
except KeyboardInterrupt:
    print("heard", len(sys.modules["multiprocessing"].active_children()))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no fork")
def test_ctrl_c_during_a_fork_is_heard() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IN_A_FORK], cwd=ROOT, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("heard 0\n", "")
