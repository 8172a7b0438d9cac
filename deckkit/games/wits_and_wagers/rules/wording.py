"""WW4xx: how questions are worded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckkit.findings import Profile, Severity
from deckkit.games.wits_and_wagers.reading import grade
from deckkit.games.wits_and_wagers.records import Question
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import number, quoted, signature

MAX_LENGTH = 120
MAX_GRADE = 8.0
_YEAR_WORDS = frozenset({"year", "years"})
_STALE = (
    "currently",
    "nowadays",
    "today",
    "right now",
    "are now",
    "is now",
    "at the moment",
    "this year",
    "so far",
)
_UNITS = {
    "km": "kilometres",
    "m": "metres",
    "cm": "centimetres",
    "mm": "millimetres",
    "kg": "kilograms",
    "g": "grams",
    "l": "litres",
    "h": "hour",
    "s": "seconds",
    "m2": "square metres",
    "km2": "square kilometres",
    "m3": "cubic metres",
    "%": "percent",
}
_LITTLE = frozenset({"per", "an", "a", "of", "in"})


@rule("WW401", "question-long", Severity.WARNING, sheets=("questions",), profile=Profile.REVIEW)
def question_long(src: Sources) -> Iterator[Hit]:
    """A question is longer than 120 characters.

    What it checks: every question has at most 120 characters.

    Why players care: a family reads the card aloud; nobody remembers the start of a long
    sentence at its end.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,"How many planets, counted without the dwarf planets and all of the smaller bodies that are found there, go around the Sun?",8,planets
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many planets go around the Sun?,8,planets
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: leave out what is not needed; definitions belong into `note`.
    """
    for question in src.records(Question, "question"):
        over = len(question.question) - MAX_LENGTH
        if over > 0:
            yield Hit(
                question.at("question"),
                f"The question has {len(question.question)} characters, {over} more than "
                f"{MAX_LENGTH}.",
                f"Shorten it by {number(over, 'character')}.",
                value=question.question,
            )


@rule("WW402", "question-shape", Severity.WARNING, sheets=("questions",), profile=Profile.REVIEW)
def question_shape(src: Sources) -> Iterator[Hit]:
    """A question is not one sentence that ends with a question mark.

    What it checks: the text starts with a capital letter, ends with `?` and has no other
    `?` or full stop that ends a sentence.

    Why players care: one sentence is easy to read aloud.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,how many planets go around the Sun,8,planets
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many planets go around the Sun?,8,planets
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: make it one sentence that ends with a question mark.
    """
    for question in src.records(Question, "question"):
        text = question.question
        problem = ""
        if not text.endswith("?"):
            problem = "does not end with a question mark"
        elif text[0].islower():
            problem = "starts with a small letter"
        elif text.count("?") > 1 or re.search(r"[a-z]{3,}[.!] +[A-Z]", text):
            problem = "is more than one sentence"
        if problem:
            yield Hit(
                question.at("question"),
                f"The question {problem}.",
                "Make it one sentence that ends with a question mark.",
                value=text,
            )


@rule("WW403", "unit-not-asked", Severity.WARNING, sheets=("questions",), profile=Profile.REVIEW)
def unit_not_asked(src: Sources) -> Iterator[Hit]:
    """The question does not say the unit of its answer.

    What it checks: the unit, or its singular, stands in the question.

    Why players care: a guess in miles loses against an answer in kilometres.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Land,How long is the river Thames?,346,kilometres
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Land,How many kilometres long is the river Thames?,346,kilometres
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: ask "How many <unit> ...?", or "In what year ...?".
    """
    for question in src.records(Question, "question", "unit"):
        words = set(signature(question.question).split())
        unit = [w for part in signature(question.unit).split() for w in _named(part)]
        if not all(words & _forms(word) for word in unit if word not in _LITTLE):
            yield Hit(
                question.at("question"),
                f"The question does not say its unit, {quoted(question.unit)}.",
                f"Ask for it: How many {question.unit} ...?",
                value=question.question,
            )


def _named(word: str) -> list[str]:
    """The words of a unit's symbol; any other word itself."""
    return _UNITS.get(word, word).split()


def _forms(word: str) -> set[str]:
    """A unit's word with its singular or plural."""
    found = {word}
    for form in tuple(found):
        found |= {form + "s", form.removesuffix("s"), form.removesuffix("es")}
        found |= {form.removesuffix("ies") + "y", form.removesuffix("y") + "ies"}
    if word in _YEAR_WORDS:
        found |= {"old", "when"}
    return found


@rule("WW404", "hard-to-read", Severity.WARNING, sheets=("questions",), profile=Profile.REVIEW)
def hard_to_read(src: Sources) -> Iterator[Hit]:
    """A question is hard to read for a ten-year-old.

    What it checks: the Flesch-Kincaid grade of the question, names left out of account, is at
    most 8 (see docs/editing.md).

    Why players care: in the family game the youngest reads aloud, too.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Law,"Approximately how many constitutionally independent administrative jurisdictions constitute contemporary international organisations?",193,jurisdictions
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Law,How many countries belong to the United Nations?,193,countries
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: use shorter words and a shorter sentence.
    """
    for question in src.records(Question, "question"):
        found = grade(question.question)
        if found > MAX_GRADE:
            yield Hit(
                question.at("question"),
                f"The question reads at school grade {found:.0f}, above {MAX_GRADE:.0f}.",
                "Use shorter words and a shorter sentence.",
                value=question.question,
            )


@rule("WW405", "goes-stale", Severity.WARNING, sheets=("questions",), profile=Profile.REVIEW)
def goes_stale(src: Sources) -> Iterator[Hit]:
    """A question asks for something that changes from month to month.

    What it checks: words such as "currently", "today", "right now" or "this year" that tie the
    answer to the day of reading.

    Why players care: a printed answer cannot follow the news.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many people are currently in space?,7,people
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Space,How many people had walked on the Moon by the end of 2023?,12,people
        W001,bottom,Games,How many squares are on a chessboard?,64,squares

    How to fix: fix the date in the question, or ask for something that stays.
    """
    for question in src.records(Question, "question"):
        text = f" {signature(question.question)} "
        for word in _STALE:
            if f" {word} " in text:
                yield Hit(
                    question.at("question"),
                    f"{quoted(word)} ties the answer to the day of reading.",
                    "Say a date, such as: by the end of 2023.",
                    value=question.question,
                )
