"""The records of a Wits & Wagers Family deck, one class per sheet."""

from __future__ import annotations

from collections.abc import Mapping

from deckkit.records import Record, Sources

POSITIONS = ("top", "bottom")


class Question(Record):
    """One of the two questions of a Question card, with its whole-number answer."""

    card: str
    position: str
    question: str
    answer: int
    unit: str
    category: str = ""
    as_of: str = ""
    sources: tuple[str, ...] = ()
    fact: str = ""
    note: str = ""


class Player(Record):
    """An Answer Board and its Meeples; `board` is what stands on the board."""

    colour: str
    name: str
    board: str
    meeples: int
    shape: str = ""


def card_count(src: Sources) -> Mapping[str, int]:
    """Number of Question cards and of questions."""
    table = src.table(Question)
    cards = [card for card in table.values("card") if card is not None] if table else []
    return {"cards": len(set(cards)), "questions": len(cards)}
