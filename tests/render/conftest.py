"""Fixtures of the print tests: a cache of their own, and a printer of decks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from deckkit.findings import Finding
from deckkit.game import Game
from deckkit.render import PrintedFile, print_deck
from tests.render.support import DECKS, Printer, load, locate


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test starts with an empty cache of its own."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("DECKKIT_CACHE", str(folder))
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    return folder


@pytest.fixture
def printer(tmp_path: Path) -> Printer:
    """Print a deck: (name or deck, sheets, folder name) -> files and findings."""

    def run(
        deck: str | dict[str, Any], *sheets: str, out: str = "out", game: Game | None = None,
        draft: bool = False,
    ) -> tuple[list[PrintedFile], list[Finding]]:  # fmt: skip
        data = load(deck) if isinstance(deck, str) else deck
        chosen = game or DECKS["quizwiz" if data["game"] == "quizwiz" else "wits"]
        return print_deck(data, chosen, sheets, tmp_path / out, locate=locate, draft=draft)

    return run
