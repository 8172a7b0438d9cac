"""The example page's own tests, run on both decks under Node and in headless Chromium."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from deckkit import decks

from .node import BROWSERS, WEB, needed, node_tests
from .support import ROOT, compiled


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both decks as `deckkit build` writes them."""
    out = tmp_path_factory.mktemp("build")
    for deck, game in compiled(ROOT / "sources"):
        folder = out / deck["deck"]["id"]
        folder.mkdir()
        (folder / "deck.json").write_bytes(decks.to_bytes(deck))
        (folder / "conformance.json").write_bytes(decks.to_bytes(decks.conformance(deck, game)))
    return out


def test_under_node(built):
    files = [WEB / "test" / f"{name}.test.js" for name in ("contract", "quizwiz", "wits")]
    node_tests(*files, DECKKIT_BUILD=str(built))


def test_in_a_browser(built):
    file = WEB / "test" / "browser.test.js"
    node_tests(file, DECKKIT_BUILD=str(built), CHROMIUM=needed(*BROWSERS))


def test_the_page_puts_text_in_as_text_and_needs_nobody_else():
    scripts = sorted(WEB.glob("*.js"))
    assert len(scripts) >= 9
    preview = sorted((ROOT / "templates" / "preview").iterdir())
    assert len(preview) == 3
    for path in [*scripts, *preview, WEB / "index.html", WEB / "style.css"]:
        text = path.read_text("utf-8")
        markup = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function"
        assert not re.search(markup, text), path.name
        assert not re.search(r"https?://(?!localhost)", text), path.name
    for path in scripts:
        for module in re.findall(r'from "([^"]+)"', path.read_text("utf-8")):
            assert (WEB / module).is_file(), f"{path.name} imports {module}"


def test_rules_of_the_games_need_no_page():
    for name in ("deck", "random", "quizwiz", "quizwiz-table", "wits"):
        text = (WEB / f"{name}.js").read_text("utf-8")
        assert not re.search(r"\b(document|window|location)\b\.", text), name


def test_the_lock_file_names_no_place_to_fetch_from():
    assert "resolved" not in (WEB / "package-lock.json").read_text("utf-8")
