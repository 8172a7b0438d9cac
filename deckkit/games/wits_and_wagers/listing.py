"""The questions of a Wits & Wagers Family deck as plain rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.game import Listing

COLUMNS = (
    "id", "card", "position", "category", "question", "answer", "unit", "as_of", "sources",
)  # fmt: skip


def listing(deck: Mapping[str, Any]) -> Listing:
    """A row for each question, card by card, the top one first."""
    rows = [
        {
            "id": question["id"],
            "card": question["card"],
            "position": question["position"],
            "category": question["category"],
            "question": question["text"],
            "answer": str(question["answer"]),
            "unit": question["unit"],
            "as_of": question["as_of"],
            "sources": "; ".join(question["sources"]),
        }
        for question in deck["questions"]
    ]
    return Listing(
        COLUMNS, rows, "What is your guess?", ("category", "question"), ("answer", "unit")
    )
