"""What there is to count in a QuizWiz deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.stats import Chart

_LEVELS = {1: "easy", 2: "medium", 3: "hard"}


def charts(deck: Mapping[str, Any]) -> Sequence[Chart]:
    """Matches per Statement and per country, categories by level."""
    names = {c["id"]: c["name"] for c in deck["categories"]}
    statements = [
        {
            "category": names[s["category"]],
            "level": f"{s['difficulty']} {_LEVELS[s['difficulty']]}",
            "matches": len(s["countries"]),
        }
        for s in deck["statements"]
    ]
    uses = Counter(code for s in deck["statements"] for code in s["countries"])
    countries = [{"country": c["name"], "statements": uses[c["code"]]} for c in deck["countries"]]
    return [
        Chart(
            "Countries per Statement", statements, "matches", bins=(4, 8, 12, 16, 20, 25, 30, 40)
        ),
        Chart(
            "Countries per Statement, by level",
            statements,
            "matches",
            across="level",
            bins=(4, 8, 12, 16, 20, 25, 30, 40),
        ),
        Chart(
            "Statements per country", countries, "statements", bins=(17, 20, 25, 30, 35, 40, 50, 60)
        ),
        Chart("Rarest and commonest countries", countries, "country", value="statements", top=6),
        Chart("Statements by category and level", statements, "category", across="level"),
    ]
