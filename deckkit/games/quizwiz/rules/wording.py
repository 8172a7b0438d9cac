"""QW4xx: how Statements are worded."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckkit.findings import Profile, Related, Severity
from deckkit.games.quizwiz.names import names
from deckkit.games.quizwiz.records import Country, Statement
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import fold, number, quoted

MAX_LENGTH = 90


@rule("QW401", "statement-long", Severity.WARNING, sheets=("statements",), profile=Profile.REVIEW)
def statement_long(src: Sources) -> Iterator[Hit]:
    """A Statement is longer than 90 characters.

    What it checks: the text of every Statement has at most 90 characters.

    Why players care: the card lies in the middle of the table and is read upside down.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,"has a coast on one of the world's five oceans or on a sea that is connected with an ocean somewhere",2,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: leave out what players do not need; definitions belong into `note`.
    """
    for statement in src.records(Statement, "text"):
        over = len(statement.text) - MAX_LENGTH
        if over > 0:
            yield Hit(
                statement.at("text"),
                f"The text has {len(statement.text)} characters, {over} more than {MAX_LENGTH}.",
                f"Shorten it by {number(over, 'character')}.",
                value=statement.text,
            )


@rule("QW402", "statement-shape", Severity.WARNING, sheets=("statements",), profile=Profile.REVIEW)
def statement_shape(src: Sources) -> Iterator[Hit]:
    """A Statement does not complete the sentence "This country ...".

    What it checks: the text starts with a small letter (a verb such as has, is, was, won), does
    not start with "This country", and has no full stop at the end.

    Why players care: all cards read alike, whoever wrote them.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,This country has a coast.,2,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: start with the verb, in small letters, and leave the full stop out.
    """
    for statement in src.records(Statement, "text"):
        text = statement.text
        problem = ""
        if fold(text).startswith(("this country", "it ", "the country")):
            problem = "repeats the words that the card prints before it"
        elif not text[0].islower():
            problem = "does not start with a verb in small letters"
        elif text.endswith((".", "!", "?", ";", ",")):
            problem = f"ends with {quoted(text[-1])}"
        if problem:
            yield Hit(
                statement.at("text"),
                f"The text {problem}.",
                "Write a clause that completes: This country ...",
                value=text,
            )


@rule("QW403", "answer-named", sheets=("statements", "countries"), profile=Profile.REVIEW)
def answer_named(src: Sources) -> Iterator[Hit]:
    """A Statement names a country that answers it.

    What it checks: no name, alias or demonym of a listed country stands in the text as a word
    of its own.

    Why players care: the first card is given away.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast like Chile,2,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: word the statement without the name, or take the country out of the answers when
    it is not meant.
    """
    known = names(src)
    words = {c.code: _words(c) for c in src.records(Country, "code", "name")}
    for statement in src.records(Statement, "text", "answers"):
        text = f" {_spaced(statement.text)} "
        for country in {c.code: c for a in statement.answers if (c := known.one(a))}.values():
            for word in words.get(country.code, ()):
                if (form := _spaced(word)) and f" {form} " in text:
                    yield Hit(
                        statement.at("text"),
                        f"The text names {quoted(word)}, and {country.name} is an answer.",
                        "Word the statement without the name.",
                        (Related(statement.at("answers"), "the answers"),),
                        value=word,
                    )
                    break


def _words(country: Country) -> tuple[str, ...]:
    """What a text must not contain: names of four letters and more, and demonyms."""
    every = (country.name, *country.aliases, *country.demonyms)
    return tuple(word for word in every if len(word) > 3)


def _spaced(text: str) -> str:
    return re.sub(r"[\W_]+", " ", fold(text)).strip()
