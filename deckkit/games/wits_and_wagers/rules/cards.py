"""WW3xx: the questions of Wits & Wagers Family and their answers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from deckkit.findings import Related
from deckkit.games.wits_and_wagers.records import POSITIONS, Question
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import clean, fold, number, quoted


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
    for question in src.records(Question, "answer"):
        if question.answer < 1:
            yield Hit(
                question.at("answer"),
                f"The answer {question.answer} is below 1.",
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
    for card, positions in _cards(src).items():
        missing = [p for p in POSITIONS if p not in positions]
        for position in missing:
            first = next(iter(positions.values()))[0]
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
    for card, positions in _cards(src).items():
        for position, found in positions.items():
            for extra in found[1:]:
                yield Hit(
                    extra.at("position"),
                    f"Card {card} has two {position} questions; the first is in row "
                    f"{found[0].row.number}.",
                    "Make one of them the other position, or give it another card.",
                    (Related(found[0].at("position"), "first"),),
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
    for card, positions in _cards(src).items():
        if all(p in positions for p in POSITIONS):
            top, bottom = (positions[p][0] for p in POSITIONS)
            if clean(top.raw("category")) and fold(top.raw("category")) == fold(
                bottom.raw("category")
            ):
                yield Hit(
                    bottom.at("category"),
                    f"Both questions of card {card} are about {quoted(top.raw('category'))}.",
                    "Swap one of them with a question of another card.",
                    (Related(top.at("category"), "the top question"),),
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
    for question in src.records(Question, "question", "answer"):
        numbers = re.findall(r"(?<!\w)[0-9]+(?:[.,][0-9]+)*(?!\w)", question.question)
        if str(question.answer) in {n.replace(",", "") for n in numbers}:
            yield Hit(
                question.at("question"),
                f"The question contains its answer {question.answer}.",
                "Word the question without the number.",
                value=question.question,
            )


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
    for card, positions in _cards(src).items():
        found = sorted(
            (q for group in positions.values() for q in group), key=lambda q: q.row.number
        )
        for extra in found[2:]:
            yield Hit(
                extra.at("card"),
                f"Card {card} has {number(len(found), 'question')}.",
                "Give this question a card of its own.",
                value=card,
            )


def _cards(src: Sources) -> dict[str, dict[str, list[Question]]]:
    """Questions by card and position, in file order."""
    found: dict[str, dict[str, list[Question]]] = defaultdict(lambda: defaultdict(list))
    for question in src.records(Question, "card", "position"):
        found[question.card][question.position].append(question)
    return found
