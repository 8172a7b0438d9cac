"""WW4xx: how questions are worded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckkit.findings import Location, Profile, Severity
from deckkit.games.wits_and_wagers.reading import grade
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.rules.texts import matching
from deckkit.text import number, quoted, signature, signatures

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
_ANY_STALE = re.compile("|".join(_STALE))
_SEVERAL = re.compile(r"\?[^?]*\?|[.!](?<=[a-z]{3}.) +[A-Z]")
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
    for at, text in enumerate(_questions(src)):
        over = len(text) - MAX_LENGTH
        if over > 0:
            yield Hit(
                _place(src, at),
                f"The question has {len(text)} characters, {over} more than {MAX_LENGTH}.",
                f"Shorten it by {number(over, 'character')}.",
                value=text,
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
    texts = _questions(src)
    several = {*matching(texts, _SEVERAL)}
    for at, text in enumerate(texts):
        problem = ""
        if text and not text.endswith("?"):
            problem = "does not end with a question mark"
        elif text[:1].islower():
            problem = "starts with a small letter"
        elif at in several:
            problem = "is more than one sentence"
        if problem:
            yield Hit(
                _place(src, at),
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
    texts, units = _questions(src), src.tables["questions"].values("unit")
    wanted = {unit: _wanted(unit) for unit in set(units) - {None}}
    for at, (text, said, unit) in enumerate(zip(texts, signatures(texts), units, strict=True)):
        if not text or unit is None:
            continue
        words = said.split()
        if any(forms.isdisjoint(words) for forms in wanted[unit]):
            yield Hit(
                _place(src, at),
                f"The question does not say its unit, {quoted(unit)}.",
                f"Ask for it: How many {unit} ...?",
                value=text,
            )


def _wanted(unit: str) -> list[set[str]]:
    """For each word of a unit that counts, the forms of it, one of which a question has."""
    words = [word for part in signature(unit).split() for word in _named(part)]
    return [_forms(word) for word in words if word not in _LITTLE]


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
    for at, text in enumerate(_questions(src)):
        found = grade(text)
        if found > MAX_GRADE:
            yield Hit(
                _place(src, at),
                f"The question reads at school grade {found:.0f}, above {MAX_GRADE:.0f}.",
                "Use shorter words and a shorter sentence.",
                value=text,
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
    texts = _questions(src)
    said = signatures(texts)
    for at in matching(said, _ANY_STALE):
        for word in _STALE:
            if f" {word} " in f" {said[at]} ":
                yield Hit(
                    _place(src, at),
                    f"{quoted(word)} ties the answer to the day of reading.",
                    "Say a date, such as: by the end of 2023.",
                    value=texts[at],
                )


def _questions(src: Sources) -> list[str]:
    """The text of every question; empty where it is not usable."""
    return [text or "" for text in src.tables["questions"].values("question")]


def _place(src: Sources, at: int) -> Location:
    return src.tables["questions"].records[at].at("question")
