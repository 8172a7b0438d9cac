"""The example page's own tests, run on both decks under Node and in headless Chromium."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from deckkit import decks

from .support import ROOT, compiled

WEB = ROOT / "examples" / "web"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def needed(*names: str) -> str:
    """The first program of these that is installed; skips, and in CI fails, without any."""
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found and (WEB / "node_modules").is_dir():
        return found
    why = f"{names[0]} or examples/web/node_modules is missing: run make web"
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


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


def node_tests(node: str, built: Path, *files: str, **env: str) -> None:
    """Run test files under Node; all must pass and none may be skipped."""
    done = subprocess.run(
        [node, "--test", "--test-reporter=tap", *(f"test/{name}.test.js" for name in files)],
        cwd=WEB,
        env={**os.environ, "DECKKIT_BUILD": str(built), **env},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    counts = dict(re.findall(r"^# (pass|fail|cancelled|skipped|todo) (\d+)$", done.stdout, re.M))
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert int(counts.pop("pass")) > len(files)
    assert set(counts.values()) == {"0"}, counts


def test_under_node(built):
    node_tests(needed("node"), built, "contract", "quizwiz", "wits")


def test_in_a_browser(built):
    chromium = needed(*BROWSERS)
    node_tests(needed("node"), built, "browser", CHROMIUM=chromium)


def test_the_page_puts_text_in_as_text_and_needs_nobody_else():
    scripts = sorted(WEB.glob("*.js"))
    assert len(scripts) >= 9
    for path in [*scripts, WEB / "index.html", WEB / "style.css"]:
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
