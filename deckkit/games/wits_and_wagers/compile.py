"""Checked Wits & Wagers Family sources -> the game's part of deck.json."""

from __future__ import annotations

from deckkit.game import Json
from deckkit.games.wits_and_wagers.records import POSITIONS, Player, Question
from deckkit.records import Sources

# Every number of the rulebook that an app needs.
RULES: Json = {
    "target_score": 15,
    "lowest_guess": 1,
    "meeples": {"small": 1, "large": 1},
    "points": {"writer": 1, "small": 1, "large": 2},
}


def compile_deck(src: Sources) -> Json:
    """The members of deck.json that belong to the game; questions by card, top first."""
    questions = [q for q in src.records(Question) if q.answer >= RULES["lowest_guess"]]
    order = {card: place for place, card in enumerate(dict.fromkeys(q.card for q in questions))}
    return {
        "rules": dict(RULES),
        "questions": [
            {
                "id": f"{q.card}-{q.position}",
                "card": q.card,
                "position": q.position,
                "category": q.category,
                "text": q.question,
                "answer": q.answer,
                "unit": q.unit,
                "as_of": q.as_of or src.config.as_of,
                "sources": list(q.sources),
            }
            for q in sorted(questions, key=lambda q: (order[q.card], POSITIONS.index(q.position)))
        ],
        "players": [
            {
                "name": p.name,
                "colour": p.colour,
                "shape": p.shape,
                "board": p.board,
                "meeples": p.meeples,
            }
            for p in src.records(Player)
        ],
    }
