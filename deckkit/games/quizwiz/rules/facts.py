"""QW5xx: facts and sources behind Statements."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.facts import FactError
from deckkit.findings import Profile, Related, Severity
from deckkit.games.quizwiz.facts import Outcome, recompute
from deckkit.games.quizwiz.records import Statement
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import fold, number

_SHEETS = ("statements", "countries", "facts", "fact_keys")


@rule("QW501", "fact-unusable", sheets=_SHEETS)
def fact_unusable(src: Sources) -> Iterator[Hit]:
    """A fact cannot be worked out.

    What it checks: the expression under `fact` is well formed, uses only fact keys of the deck
    and allowed signs and functions, has a value for every country, and gives yes or no.

    Why players care: an answer list that cannot be recomputed is only somebody's word.

    Bad:
        [fact_keys]
        key,meaning,type,source
        coast_km,Length of coast,integer,An atlas
        [facts]
        code,coast_km
        CHL,6435
        PER,2414
        BOL,0
        [statements]
        id,category,difficulty,text,count,answers,fact
        S001,land,1,has a coast,2,Chile; Peru,cost_km > 0

    Good:
        [fact_keys]
        key,meaning,type,source
        coast_km,Length of coast,integer,An atlas
        [facts]
        code,coast_km
        CHL,6435
        PER,2414
        BOL,0
        [statements]
        id,category,difficulty,text,count,answers,fact
        S001,land,1,has a coast,2,Chile; Peru,coast_km > 0

    How to fix: correct the expression as the hint says, or add the missing key or value to the
    sheets facts and fact_keys.
    """
    for statement in src.records(Statement, "answers", "fact"):
        if statement.fact:
            try:
                recompute(src, statement)
            except FactError as error:
                yield Hit(statement.at("fact"), error.message, error.hint, value=statement.fact)


@rule("QW502", "fact-differs", sheets=_SHEETS)
def fact_differs(src: Sources) -> Iterator[Hit]:
    """The printed answers are not the ones that the fact gives.

    What it checks: the answers are recomputed from the sheet facts; every country that is
    missing or too many is named with the value that decides.

    Why players care: the back of the card would be wrong.

    Bad:
        [fact_keys]
        key,meaning,type,source
        coast_km,Length of coast,integer,An atlas
        [facts]
        code,coast_km
        CHL,6435
        PER,2414
        BOL,0
        [statements]
        id,category,difficulty,text,count,answers,fact
        S001,land,1,has a coast,2,Chile; Bolivia,coast_km > 0

    Good:
        [fact_keys]
        key,meaning,type,source
        coast_km,Length of coast,integer,An atlas
        [facts]
        code,coast_km
        CHL,6435
        PER,2414
        BOL,0
        [statements]
        id,category,difficulty,text,count,answers,fact
        S001,land,1,has a coast,2,Chile; Peru,coast_km > 0

    How to fix: look up the named countries; correct the answers (and the count), or the value
    in facts.
    """
    for statement, outcome in _outcomes(src):
        if not outcome.equal:
            values = outcome.values or {}
            parts = [f"{n} is missing ({values[n]})" for n in outcome.missing]
            parts += [f"{n} should not be listed ({values[n]})" for n in outcome.surplus]
            yield Hit(
                statement.at("answers"),
                f"By the fact {statement.fact}: {'; '.join(parts)}.",
                "Correct the answers and the count, or the values in facts.",
                (Related(statement.at("fact"), "the fact"),),
                value="; ".join((*outcome.missing, *outcome.surplus)),
            )


@rule("QW503", "fact-near-threshold", Severity.WARNING, sheets=_SHEETS, profile=Profile.REVIEW)
def fact_near_threshold(src: Sources) -> Iterator[Hit]:
    """A country lies within 2 % of the number that decides.

    What it checks: for every comparison of a fact with a number, whether a country whose
    verdict depends on it lies within 2 % of that number. A `note` that names the second source
    settles it.

    Why players care: another good source may put the country on the other side.

    Bad:
        [fact_keys]
        key,meaning,type,source
        area_km2,Area,integer,An atlas
        [facts]
        code,area_km2
        CHL,756102
        PER,1285216
        BOL,1001000
        [statements]
        id,category,difficulty,text,count,answers,fact
        S001,land,1,is larger than a million square kilometres,2,Peru; Bolivia,area_km2 > 1000000

    Good:
        [fact_keys]
        key,meaning,type,source
        area_km2,Area,integer,An atlas
        [facts]
        code,area_km2
        CHL,756102
        PER,1285216
        BOL,1098581
        [statements]
        id,category,difficulty,text,count,answers,fact
        S001,land,1,is larger than a million square kilometres,2,Peru; Bolivia,area_km2 > 1000000

    How to fix: choose a threshold with a gap around it, or write into `note` which second source
    agrees.
    """
    for statement, outcome in _outcomes(src):
        if outcome.near and not statement.raw("note"):
            values = outcome.values or {}
            near = [f"{name} ({values[name]})" for name, _ in outcome.near]
            yield Hit(
                statement.at("fact"),
                f"Within 2 % of the threshold: {', '.join(near)}.",
                "Name a second source in note, or choose another threshold.",
                value=statement.fact,
            )


@rule("QW506", "too-few-sources", sheets=("statements",), profile=Profile.REVIEW)
def too_few_sources(src: Sources) -> Iterator[Hit]:
    """A Statement without a fact names fewer than two sources.

    What it checks: a Statement whose answers are not recomputed from facts has at least two
    sources, separated by `;`.

    Why players care: one source is wrong more often than two that agree.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers,sources,as_of
        S001,land,1,has a coast,2,Chile; Peru,An atlas,2023

    Good:
        [statements]
        id,category,difficulty,text,count,answers,sources,as_of
        S001,land,1,has a coast,2,Chile; Peru,An atlas; Another atlas,2023

    How to fix: look the list up in a second, independent source and name both, or write a fact.
    """
    for statement in src.records(Statement, "sources", "fact"):
        different = len({fold(source) for source in statement.sources})
        if not statement.fact and different < 2:
            found = number(different, "source")
            yield Hit(
                statement.at("sources"),
                f"{found}, and no fact to recompute the answers from.",
                "Name two independent sources separated by ;.",
                value=statement.raw("sources"),
            )


def _outcomes(src: Sources) -> Iterator[tuple[Statement, Outcome]]:
    for statement in src.records(Statement, "answers", "fact"):
        if statement.fact:
            try:
                yield statement, recompute(src, statement)
            except FactError:
                continue  # QW501 says so
