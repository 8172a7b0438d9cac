"""The Statements of a QuizWiz deck as plain rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deckkit.game import Listing

COLUMNS = (
    "id", "category", "difficulty", "statement", "count", "countries", "codes", "as_of", "sources",
)  # fmt: skip


def listing(deck: Mapping[str, Any]) -> Listing:
    """A row for each Statement; countries by name, in the order of the Country cards."""
    categories = {category["id"]: category["name"] for category in deck["categories"]}
    names = {country["code"]: country["name"] for country in deck["countries"]}
    rows = [
        {
            "id": statement["id"],
            "category": categories[statement["category"]],
            "difficulty": str(statement["difficulty"]),
            "statement": statement["text"],
            "count": str(statement["count"]),
            "countries": "; ".join(n for c, n in names.items() if c in statement["countries"]),
            "codes": " ".join(statement["countries"]),
            "as_of": statement["as_of"],
            "sources": "; ".join(statement["sources"]),
        }
        for statement in deck["statements"]
    ]
    prompt = f"Which of the {len(names)} countries? How many are there?"
    return Listing(COLUMNS, rows, prompt, ("category", "statement"), ("count", "countries"))
