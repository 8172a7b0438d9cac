"""WW5xx: facts and sources behind answers."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.facts import FactError
from deckkit.findings import Related
from deckkit.games.wits_and_wagers.facts import recompute
from deckkit.games.wits_and_wagers.records import Question
from deckkit.records import Sources
from deckkit.rules import Hit, rule


@rule("WW501", "answer-fact-unusable", sheets=("questions",))
def answer_fact_unusable(src: Sources) -> Iterator[Hit]:
    """A question's fact cannot be worked out.

    What it checks: the expression under `fact` is well formed and gives a whole number.

    Why players care: an answer that can be recomputed is never a slip of the pen.

    Bad:
        [questions]
        card,position,category,question,answer,unit,fact
        W001,top,Games,How many squares are on a chessboard?,64,squares,8 x 8
        W001,bottom,Time,How many hours are in a week?,168,hours,24 * 7

    Good:
        [questions]
        card,position,category,question,answer,unit,fact
        W001,top,Games,How many squares are on a chessboard?,64,squares,8 * 8
        W001,bottom,Time,How many hours are in a week?,168,hours,24 * 7

    How to fix: write plain arithmetic with + - * / and parentheses, or leave the cell empty.
    """
    for question in _with_fact(src):
        try:
            recompute(question)
        except FactError as error:
            hint = "Write arithmetic such as 24 * 7, with + - * / and parentheses."
            yield Hit(question.at("fact"), error.message, hint, value=question.fact)


def _with_fact(src: Sources) -> Iterator[Question]:
    """The questions that have a fact, and an answer."""
    table = src.tables["questions"]
    rows = zip(table.values("answer"), table.values("fact"), strict=True)
    for at, (answer, fact) in enumerate(rows):
        if fact and answer is not None:
            question = table.records[at]
            assert isinstance(question, Question)
            yield question


@rule("WW502", "answer-differs", sheets=("questions",))
def answer_differs(src: Sources) -> Iterator[Hit]:
    """The answer is not the number that the fact gives.

    What it checks: the answer is recomputed from the expression under `fact`.

    Why players care: the wrong guess would win.

    Bad:
        [questions]
        card,position,category,question,answer,unit,fact
        W001,top,Games,How many squares are on a chessboard?,46,squares,8 * 8
        W001,bottom,Time,How many hours are in a week?,168,hours,24 * 7

    Good:
        [questions]
        card,position,category,question,answer,unit,fact
        W001,top,Games,How many squares are on a chessboard?,64,squares,8 * 8
        W001,bottom,Time,How many hours are in a week?,168,hours,24 * 7

    How to fix: correct the answer or the fact.
    """
    for question in _with_fact(src):
        try:
            value = recompute(question)
        except FactError:
            continue  # WW501 says so
        if value != question.answer:
            yield Hit(
                question.at("answer"),
                f"The answer is {question.answer}, but {question.fact} is {value}.",
                f"Type {value}, or correct the fact.",
                (Related(question.at("fact"), "the fact"),),
                value=question.raw("answer"),
            )
