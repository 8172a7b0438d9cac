"""WW3xx: the questions of Wits & Wagers Family and their answers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache

from deckkit.findings import Related
from deckkit.games.wits_and_wagers.records import POSITIONS
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import fold, number, quoted


@rule("WW301", "answer-below-one", sheets=("questions",))
def answer_below_one(src: Sources) -> Iterator[Hit]:
    """An answer is below 1.

    What it checks: every answer is at least 1.

    Why players care: the lowest board shows 1; below it no guess could win.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Venus have?,0,moons
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Mars have?,2,moons
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: ask for something that is at least 1.
    """
    table = src.tables["questions"]
    for at, answer in enumerate(table.values("answer")):
        if answer is not None and answer < 1:
            question = table.records[at]
            yield Hit(
                question.at("answer"),
                f"The answer {answer} is below 1.",
                "Ask for something that is at least 1.",
                value=question.raw("answer"),
            )


@rule("WW302", "card-incomplete", sheets=("questions",))
def card_incomplete(src: Sources) -> Iterator[Hit]:
    """A card lacks its top or its bottom question.

    What it checks: every card has one question with the position top and one with bottom.

    Why players care: half of the card would be blank.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Mars have?,2,moons

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Mars have?,2,moons
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: add the missing question, or correct the card number of the other one.
    """
    records = src.tables["questions"].records
    for card, positions in _cards(src).items():
        missing = [p for p in POSITIONS if p not in positions]
        for position in missing:
            first = records[next(iter(positions.values()))[0]]
            yield Hit(
                first.at("card"),
                f"Card {card} has no {position} question.",
                f"Add a row with card {card} and position {position}.",
                value=f"{card} {position}",
            )


@rule("WW303", "position-doubled", sheets=("questions",))
def position_doubled(src: Sources) -> Iterator[Hit]:
    """A card has two questions in one position.

    What it checks: no card has two top or two bottom questions.

    Why players care: only one of the two can be printed.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Mars have?,2,moons
        W001,top,Games,How many squares are on a chessboard?,64,squares

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Mars have?,2,moons
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: make one of them bottom, or give it another card.
    """
    records = src.tables["questions"].records
    for card, positions in _cards(src).items():
        for position, found in positions.items():
            for extra in found[1:]:
                first = records[found[0]]
                yield Hit(
                    records[extra].at("position"),
                    f"Card {card} has two {position} questions; the first is in row "
                    f"{first.row.number}.",
                    "Make one of them the other position, or give it another card.",
                    (Related(first.at("position"), "first"),),
                    value=f"{card} {position}",
                )


@rule("WW304", "same-topic-on-card", sheets=("questions",))
def same_topic(src: Sources) -> Iterator[Hit]:
    """Both questions of a card are from one category.

    What it checks: the top and the bottom question of a card differ in category.

    Why players care: whoever plays both halves wants variety.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Mars have?,2,moons
        W001,bottom,Space,How many planets go around the Sun?,8,planets

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Mars have?,2,moons
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: swap one of the questions with one of another card.
    """
    table = src.tables["questions"]
    topics = table.texts("category")
    form = {topic: fold(topic) for topic in set(topics)}
    for card, positions in _cards(src).items():
        if len(positions) == len(POSITIONS):
            top, bottom = (positions[p][0] for p in POSITIONS)
            if topics[top] and form[topics[top]] == form[topics[bottom]]:
                yield Hit(
                    table.records[bottom].at("category"),
                    f"Both questions of card {card} are about {quoted(topics[top])}.",
                    "Swap one of them with a question of another card.",
                    (Related(table.records[top].at("category"), "the top question"),),
                    value=card,
                )


@rule("WW305", "answer-given-away", sheets=("questions",))
def answer_given_away(src: Sources) -> Iterator[Hit]:
    """The question contains its own answer.

    What it checks: the digits of the answer do not stand as a number in the question.

    Why players care: a guess is no guess when the answer is printed.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many of the 8 planets go around the Sun?,8,planets
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many planets go around the Sun?,8,planets
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: word the question without the number.
    """
    table = src.tables["questions"]
    pairs = zip(table.values("question"), table.values("answer"), strict=True)
    for at, (question, answer) in enumerate(pairs):
        if question is None or answer is None or not _DIGIT.search(question):
            continue
        numbers = _NUMBER.findall(question)
        if str(answer) in {n.replace(",", "") for n in numbers}:
            yield Hit(
                table.records[at].at("question"),
                f"The question contains its answer {answer}.",
                "Word the question without the number.",
                value=question,
            )


_DIGIT = re.compile(r"[0-9]")
_NUMBER = re.compile(r"(?<!\w)[0-9]+(?:[.,][0-9]+)*(?!\w)")


@rule("WW306", "card-scattered", sheets=("questions",))
def card_scattered(src: Sources) -> Iterator[Hit]:
    """A card has more than two questions.

    What it checks: no card number stands in more than two rows.

    Why players care: a card has room for two questions.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Mars have?,2,moons
        W001,bottom,Games,How many squares are on a chessboard?,64,squares
        W001,bottom,Body,How many teeth does an adult have?,32,teeth

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many moons does Mars have?,2,moons
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: give the surplus question a card of its own.
    """
    records = src.tables["questions"].records
    for card, positions in _cards(src).items():
        found = sorted(at for group in positions.values() for at in group)
        for extra in found[2:]:
            yield Hit(
                records[extra].at("card"),
                f"Card {card} has {number(len(found), 'question')}.",
                "Give this question a card of its own.",
                value=card,
            )


@lru_cache(maxsize=2)
def _cards(src: Sources) -> dict[str, dict[str, list[int]]]:
    """Indices of the questions by card and position, in file order."""
    found: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    table = src.tables["questions"]
    cards, positions = table.values("card"), table.values("position")
    for at in table.usable("card", "position"):
        found[cards[at]][positions[at]].append(at)
    return found
