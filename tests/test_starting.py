"""`deckkit new`: a deck that is right from its first minute."""

from __future__ import annotations

import tomllib
from datetime import date

import pytest

from deckkit import starting
from deckkit.errors import ExitCode, UsageError

from .support import run, tree

GAMES = ["quizwiz", "wits-and-wagers-family"]


@pytest.mark.parametrize("book", [(), ("--workbook",)], ids=["csv", "workbook"])
@pytest.mark.parametrize("game", GAMES)
def test_a_new_deck_has_no_findings_and_prints(tmp_path, game, book):
    done = run("new", "my-deck", "--game", game, *book, cwd=tmp_path)
    assert done.returncode == ExitCode.OK, done.stderr
    assert done.stdout.splitlines() == [f"my-deck/{name}" for name in tree(tmp_path / "my-deck")]
    assert "deckkit preview my-deck" in done.stderr
    toml = tomllib.loads((tmp_path / "my-deck/deck.toml").read_text("utf-8"))
    assert (toml["id"], toml["title"], toml["game"]) == ("my-deck", "My Deck", game)
    assert toml["as_of"] == date.today().isoformat()
    checked = run("validate", "my-deck", "--profile", "print", cwd=tmp_path)
    assert checked.returncode == ExitCode.OK and "No findings." in checked.stdout, checked.stdout
    built = run("build", "my-deck", "--pdf", cwd=tmp_path)
    assert "build/my-deck/print/a4-duplex.pdf" in built.stdout.splitlines(), built.stderr
    assert {p.name for p in tmp_path.iterdir()} == {"my-deck", "build"}


def test_setups_of_the_new_deck_are_proved(tmp_path):
    run("new", "q", "--game", "quizwiz", cwd=tmp_path)
    done = run("coverage", "q", "--quick", cwd=tmp_path)
    assert done.returncode == ExitCode.OK, done.stdout
    assert done.stdout.count("unwinnable 0, no perfect play 0") == 2
    assert "below 2" not in done.stdout


@pytest.mark.parametrize(
    ("place", "title", "wanted"),
    [
        ("Große Reise", "", ("gro-e-reise", "Große Reise")),
        ("日本", "", ("deck", "日本")),
        ("a" * 80, "", ("a" * 64, "a" * 80)),
        ("x", 'The "Big" \\ Quiz', ("x", 'The "Big" \\ Quiz')),
        ("x", "@date@", ("x", "@date@")),
        ("x", "  ", ("x", "X")),
    ],
)
def test_ids_and_titles(tmp_path, place, title, wanted):
    started = starting.start(tmp_path / place, GAMES[1], title=title)
    toml = tomllib.loads((tmp_path / place / "deck.toml").read_text("utf-8"))
    assert (toml["id"], toml["title"]) == wanted and started.title == wanted[1]
    assert run("validate", str(tmp_path / place)).returncode == ExitCode.OK


def test_what_exists_is_left_alone(tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "notes.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "empty").mkdir()
    (tmp_path / "manifest.json").write_text("{}")
    before = tree(tmp_path)
    for name, game, said in (
        ("full", GAMES[0], "exists already"), ("file", GAMES[0], "exists already"),
        ("x", None, "Which game"), ("x", "chess", "There is no game"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=said):
            starting.start(tmp_path / name, game)
    with pytest.raises(UsageError, match="title"):
        starting.start(tmp_path / "x", GAMES[0], title="two\nlines")
    assert tree(tmp_path) == before
    assert starting.start(tmp_path / "empty", GAMES[0]).files


def test_an_empty_folder_is_filled_where_one_stands(tmp_path):
    here = (tmp_path / "here").resolve()
    here.mkdir()
    inode = here.stat().st_ino
    done = run("new", ".", "--game", GAMES[1], cwd=here)
    assert done.returncode == ExitCode.OK, done.stderr
    assert done.stdout.splitlines() == list(tree(here)) and "deck.toml" in tree(here)
    assert here.stat().st_ino == inode and {p.name for p in tmp_path.iterdir()} == {"here"}
    assert run("validate", ".", cwd=here).returncode == ExitCode.OK
