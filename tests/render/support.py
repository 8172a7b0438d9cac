"""The two small decks of these tests, their games, and where findings point."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from deckkit.findings import Finding, Location
from deckkit.games.quizwiz import game as quizwiz
from deckkit.games.wits_and_wagers import game as wits
from deckkit.render import PrintedFile

DECKS = {"quizwiz": quizwiz, "wits": wits}

Printer = Callable[..., tuple[list[PrintedFile], list[Finding]]]


def load(name: str) -> dict[str, Any]:
    deck: dict[str, Any] = json.loads(Path(__file__).with_name(f"{name}.json").read_text("utf-8"))
    return deck


def locate(record: str, column: str = "") -> Location:
    return Location("deck.csv", record=record, header=column or None)
