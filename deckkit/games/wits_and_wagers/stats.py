"""What there is to count in a Wits & Wagers Family deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.stats import Chart


def charts(deck: Mapping[str, Any]) -> Sequence[Chart]:
    """Size of answers, and questions by category."""
    questions = [
        {
            "category": q["category"],
            "answer": q["answer"],
            "kind": "year" if q["unit"] == "year" else "number",
        }
        for q in deck["questions"]
    ]
    bins = (9, 30, 100, 300, 1000, 3000, 5000)
    return [
        Chart("Answers", questions, "answer", across="kind", bins=bins),
        Chart("Questions by category", questions, "category"),
    ]
