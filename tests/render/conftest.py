from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from deckkit.findings import Finding, Location
from deckkit.game import Game
from deckkit.games.quizwiz import game as quizwiz
from deckkit.games.wits_and_wagers import game as wits
from deckkit.render import PrintedFile, print_deck

HERE = Path(__file__).parent
DECKS = {"quizwiz": quizwiz, "wits": wits}

Printer = Callable[..., tuple[list[PrintedFile], list[Finding]]]


def load(name: str) -> dict[str, Any]:
    return copy.deepcopy(json.loads((HERE / f"{name}.json").read_text("utf-8")))


def locate(record: str) -> Location:
    return Location("deck.csv", record=record)


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
        chosen = game or (quizwiz if data["game"] == "quizwiz" else wits)
        return print_deck(data, chosen, sheets, tmp_path / out, locate=locate, draft=draft)

    return run
