"""QW320 and others: answers a row too high or low, cards that nothing uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from deckkit.facts import FactError
from deckkit.findings import Profile, Related, Severity
from deckkit.games.quizwiz.categories import canonical
from deckkit.games.quizwiz.facts import expected, recompute
from deckkit.games.quizwiz.names import alpha3, names
from deckkit.games.quizwiz.records import Category, Country, Setup, Statement
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import fold, number, quoted

RUN = 3  # so many rows in a row are no coincidence
_LEVELS = ("easy", "medium", "hard")


@rule("QW320", "answers-shifted", sheets=("statements", "countries"))
def answers_shifted(src: Sources) -> Iterator[Hit]:
    """The answers of several rows fit the rows above or below them.

    What it checks: three and more Statements in a row whose answers fit neither their count nor
    their fact, and all of which fit when the answers are moved up or down by one row.

    Why players care: one cell inserted or deleted in a spreadsheet spoils every card below it.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru; Bolivia
        S002,food,2,grows potatoes,3,Chile
        S003,land,3,has the driest desert,1,Bolivia; Peru
        S004,land,2,shares Lake Titicaca,2,Chile; Peru; Bolivia

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,food,2,grows potatoes,3,Chile; Peru; Bolivia
        S003,land,3,has the driest desert,1,Chile
        S004,land,2,shares Lake Titicaca,2,Bolivia; Peru

    How to fix: move the answers of these rows back by one row; look for a cell that was deleted
    or inserted where the run begins.
    """
    statements = src.records(Statement, "count", "answers")
    wrong = [_wrong(src, statement) for statement in statements]
    longest = max((len(list(run)) for odd, run in groupby(wrong) if odd), default=0)
    if longest < RUN:
        return
    sets = [_answers(src, statement) for statement in statements]
    wanted = [_fact(src, statement) for statement in statements]

    def fits(at: int, of: int) -> bool:
        same = wanted[at] is None or wanted[at] == sets[of]
        return len(sets[of]) == statements[at].count and same

    done = 0
    for step in (1, -1):
        moved = [
            odd and 0 <= at + step < len(sets) and fits(at, at + step)
            for at, odd in enumerate(wrong)
        ]
        for good, group in groupby(range(len(moved)), key=moved.__getitem__):
            run = list(group)
            if good and len(run) >= RUN and run[0] >= done and _telling(statements, run, wanted):
                done = run[-1] + 1
                first, last = statements[run[0]], statements[run[-1]]
                where = "below" if step > 0 else "above"
                yield Hit(
                    first.at("answers"),
                    f"From {first.id} to {last.id} (row {first.row.number} to {last.row.number}) "
                    f"the answers of the row {where} fit better: they have slipped by one row.",
                    f"Move the answers {'up' if step > 0 else 'down'} by one row.",
                    (Related(last.at("answers"), "the last one"),),
                    value=f"{first.id} {last.id}",
                )


def _wrong(src: Sources, statement: Statement) -> bool:
    """Whether the answers of a Statement do not fit its count or its fact."""
    if len(_answers(src, statement)) != statement.count:
        return True
    if not statement.fact or not src.has("facts", "fact_keys"):
        return False
    try:
        return not recompute(src, statement).equal
    except FactError:
        return False  # QW501 says so


def _telling(
    statements: Sequence[Statement], run: Sequence[int], wanted: Sequence[frozenset[str] | None]
) -> bool:
    """Whether the fit of a run can hardly be chance: facts, or counts that change."""
    counts = [statements[at].count for at in run]
    return any(wanted[at] is not None for at in run) or len(set(counts)) > 1


def _answers(src: Sources, statement: Statement) -> frozenset[str]:
    known = names(src)
    return frozenset(alpha3(c.code) if (c := known.one(a)) else fold(a) for a in statement.answers)


def _fact(src: Sources, statement: Statement) -> frozenset[str] | None:
    """The countries that the fact gives; None without a usable one."""
    if not statement.fact or not src.has("facts", "fact_keys"):
        return None
    try:
        return expected(src, statement.fact)
    except FactError:
        return None  # QW501 says so


@rule(
    "QW313",
    "category-unused",
    Severity.INFO,
    sheets=("categories", "statements"),
    profile=Profile.REVIEW,
)
def category_unused(src: Sources) -> Iterator[Hit]:
    """No Statement is of a category.

    What it checks: every category of the sheet categories has at least one Statement.

    Why players care: the legend of the deck promises a topic that never comes.

    Bad:
        [categories]
        id,name
        land,Land
        food,Food
        music,Music

    Good:
        [categories]
        id,name
        land,Land
        food,Food

    How to fix: write Statements of that category, or delete it.
    """
    used = {canonical(src, s.category) for s in src.records(Statement, "category")}
    for category in src.records(Category, "id"):
        if canonical(src, category.id) not in used:
            message = f"No Statement is of the category {quoted(category.id)}."
            yield Hit(category.at("id"), message, "Write one, or delete it.", value=category.id)


@rule(
    "QW314",
    "country-unused",
    Severity.WARNING,
    sheets=("countries", "statements"),
    profile=Profile.REVIEW,
)
def country_unused(src: Sources) -> Iterator[Hit]:
    """A country matches no Statement at all.

    What it checks: every country is among the answers of at least one Statement.

    Why players care: whoever draws the card can never play it without a mistake.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,food,2,grows quinoa,1,Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,food,2,grows potatoes,3,Chile; Peru; Bolivia

    How to fix: write a Statement that the country matches, or take the card out.
    """
    statements = src.records(Statement, "answers")
    known = names(src)
    used = {c.code for s in statements for a in s.answers for c in known.find(a)}
    for country in src.records(Country, "code", "name") if statements else ():
        if country.code not in used:
            message = f"{country.name} matches none of {number(len(statements), 'Statement')}."
            hint = "Write a Statement that it matches."
            yield Hit(country.at("name"), message, hint, value=country.code)


@rule("QW604", "setups-unsorted", Severity.INFO, sheets=("setups",), profile=Profile.PRINT)
def setups_unsorted(src: Sources) -> Iterator[Hit]:
    """The Setup cards are not in the order easy, medium, hard.

    What it checks: in the sheet setups no easier level follows a harder one.

    Why players care: the cards are printed in this order, and players look for their level.

    Bad:
        [setups]
        id,level,easy,medium,hard,special_statements
        U01,medium,1,1,0,P1
        U02,easy,1,0,0,P1

    Good:
        [setups]
        id,level,easy,medium,hard,special_statements
        U01,easy,1,0,0,P1
        U02,medium,1,1,0,P1

    How to fix: sort the sheet by level.
    """
    before: Setup | None = None
    for setup in src.records(Setup, "level"):
        if before and _LEVELS.index(setup.level) < _LEVELS.index(before.level):
            yield Hit(
                setup.at("level"),
                f"{setup.level} follows {before.level} (row {before.row.number}).",
                "Sort the sheet by level.",
                value=setup.level,
            )
            return
        before = setup
