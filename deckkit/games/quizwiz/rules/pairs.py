"""QW614: Statements that are the opposite of another, or follow from it."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.duplicates import Kind, find
from deckkit.findings import Profile, Related, Severity
from deckkit.games.quizwiz.names import names
from deckkit.games.quizwiz.records import Country, Statement
from deckkit.games.quizwiz.rules.balance import OVERLAP, SAME_SIZE
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import quoted

Codes = frozenset[str]
SHOWN = 3


@rule(
    "QW614",
    "opposite-or-implied",
    Severity.WARNING,
    sheets=("statements", "countries"),
    profile=Profile.REVIEW,
)
def opposite_or_implied(src: Sources) -> Iterator[Hit]:
    """A Statement says the opposite of another one, or nearly the same with like answers.

    What it checks: pairs of Statements that differ in a "not" or in a direction only, and pairs
    that differ in a word or two and share half of their answers. Of opposites it says which
    countries are listed under both or under neither. Pairs that QW613 reports are left to it.

    Why players care: of two opposites on one table, one gives the other away; a country under
    both of them, or under neither, is a wrong answer on one of the cards.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,food,2,has no coast,2,Bolivia; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,food,2,grows potatoes,2,Bolivia; Peru

    How to fix: correct the answers if a country is listed under both or under neither; then
    replace one of the two.
    """
    known = names(src)
    statements = src.records(Statement, "text", "answers")
    answers = [frozenset(c.code for a in s.answers if (c := known.one(a))) for s in statements]
    every = frozenset(c.code for c in src.records(Country, "code", "name"))
    for pair in find([s.text for s in statements], answers, universe=every):
        one, two = statements[pair.first], statements[pair.second]
        first, second = answers[pair.first], answers[pair.second]
        if pair.wording is Kind.DUPLICATE or _alike(first, second, every):
            continue
        other = f"{one.record_id} ({quoted(one.text)})"
        if pair.kind is Kind.CONTRADICTORY:
            message = f"This says the opposite of {other}{_clash(src, first, second, every)}."
        else:
            shared = len(first & second)
            message = f"This says nearly what {other} says: {shared} answers are on both."
        yield Hit(
            two.at("text"),
            message,
            "Check the answers of both, then replace one of the two.",
            (Related(one.at("text"), "the other"),),
            value=one.record_id,
        )


def _alike(first: Codes, second: Codes, every: Codes) -> bool:
    """Whether QW613 reports the pair."""
    if min(len(first), len(second)) < SAME_SIZE:
        return False
    opposite = not first & second and first | second == every
    return opposite or len(first & second) > OVERLAP * len(first | second)


def _clash(src: Sources, first: Codes, second: Codes, every: Codes) -> str:
    """Which countries are under both of two opposites, or else under neither."""
    for codes, place in ((first & second, "both"), (every - first - second, "neither")):
        found = [c.name for c in src.records(Country, "code", "name") if c.code in codes]
        if found:
            more = f" and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
            return f"; on {place}: {', '.join(found[:SHOWN])}{more}"
    return ""
