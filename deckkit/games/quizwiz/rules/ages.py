"""QW508: facts that change and are older than the deck."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.facts import FactError, parse
from deckkit.findings import Profile, Related, Severity
from deckkit.games.quizwiz.facts import table
from deckkit.games.quizwiz.records import Statement
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import quoted

VOLATILE = ("yearly", "election")


@rule(
    "QW508",
    "fact-out-of-date",
    Severity.WARNING,
    sheets=("statements", "facts", "fact_keys"),
    profile=Profile.REVIEW,
)
def fact_out_of_date(src: Sources) -> Iterator[Hit]:
    """A Statement rests on a fact that changes and is older than the deck.

    What it checks: fact keys of the volatility `yearly` or `election` whose year is before the
    year of `as_of` in deck.toml. A Statement whose text names that year is right.

    Why players care: the answers were right once; the card says that they are.

    Bad:
        [fact_keys]
        key,meaning,type,source,as_of,volatility
        visitors,Visitors a year,integer,An atlas,2019,yearly
        [facts]
        code,visitors
        CHL,4518
        PER,4372
        BOL,1239
        [statements]
        id,category,difficulty,text,count,answers,fact
        S001,land,1,has more than 4 million visitors a year,2,Chile; Peru,visitors > 4000

    Good:
        [fact_keys]
        key,meaning,type,source,as_of,volatility
        visitors,Visitors a year,integer,An atlas,2019,yearly
        [facts]
        code,visitors
        CHL,4518
        PER,4372
        BOL,1239
        [statements]
        id,category,difficulty,text,count,answers,fact
        S001,land,1,had more than 4 million visitors in 2019,2,Chile; Peru,visitors > 4000

    How to fix: look the fact up anew, or name its year in the text.
    """
    keys = table(src).keys
    year = src.config.as_of[:4]
    for statement in src.records(Statement, "text", "fact"):
        if not statement.fact:
            continue
        try:
            used = parse(statement.fact).keys
        except FactError:
            continue  # QW501 says so
        for name in used:
            key = keys.get(name)
            if key is None or key.volatility not in VOLATILE or not key.as_of:
                continue
            of = key.as_of[:4]
            if of < year and of not in statement.text:
                yield Hit(
                    statement.at("text"),
                    f"The fact {quoted(name)} is {key.volatility} and of {of}; the deck is of "
                    f"{year}.",
                    f"Look it up anew, or name the year {of} in the text.",
                    (Related(key.at("as_of"), "the fact's date"),),
                    value=name,
                )
