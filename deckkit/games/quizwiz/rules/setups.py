"""QW3xx and QW6xx: Setup, Special Statement and Debate cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from deckkit.findings import Fix, Profile, Severity
from deckkit.games.quizwiz.categories import canonical
from deckkit.games.quizwiz.draws import LEVEL_NAMES, draw_problem
from deckkit.games.quizwiz.records import Debate, Setup, SpecialStatement, Statement
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.rules.lists import rewritten
from deckkit.text import all_of, fold, number, quoted


@rule("QW309", "special-statement-unknown", sheets=("setups", "special_statements"))
def special_statement_unknown(src: Sources) -> Iterator[Hit]:
    """A Setup names a Special Statement that does not exist, or one twice.

    What it checks: every entry under `special_statements` is an id of that sheet, once.

    Why players care: the Setup card asks for a card that is not in the box.

    Bad:
        [setups]
        id,level,easy,medium,hard,special_statements
        U01,easy,1,0,0,P9

    Good:
        [setups]
        id,level,easy,medium,hard,special_statements
        U01,easy,1,0,0,P1

    How to fix: type the ids of existing Special Statements, separated by `;`. `deckkit fix`
    corrects the letter case.
    """
    ids = [s.id for s in src.records(SpecialStatement, "id")]
    forms = Counter(map(fold, ids))
    by_form = {fold(i): i for i in ids if forms[fold(i)] == 1}
    for setup in src.records(Setup, "special_statements"):
        seen: set[str] = set()
        text, named = setup.raw("special_statements"), setup.special_statements
        meant = Counter(by_form.get(fold(word), "") for word in named)
        new = {w: i for w in named if (i := by_form.get(fold(w))) and w != i and meant[i] == 1}
        for wanted in setup.special_statements:
            if wanted not in ids:
                yield Hit(
                    setup.at("special_statements"),
                    f"{quoted(wanted)} is not the id of a Special Statement.",
                    f"Known ids: {all_of(ids)}.",
                    fix=Fix(text, rewritten(text, new)) if wanted in new else None,
                    value=wanted,
                )
            elif wanted in seen:
                message = f"{quoted(wanted)} is named twice."
                yield Hit(setup.at("special_statements"), message, "Delete one.", value=wanted)
            seen.add(wanted)


@rule("QW310", "special-statement-range", sheets=("special_statements",))
def special_statement_range(src: Sources) -> Iterator[Hit]:
    """A Special Statement's minimum is above its maximum.

    What it checks: `minimum` is at most `maximum` (an empty maximum means no limit).

    Why players care: no country could ever meet it.

    Bad:
        [special_statements]
        id,text,minimum,maximum
        P1,"2 or more",2,1

    Good:
        [special_statements]
        id,text,minimum,maximum
        P1,"2 or more",2,

    How to fix: correct the two numbers; leave maximum empty for "or more".
    """
    for special in src.records(SpecialStatement, "minimum", "maximum"):
        if special.maximum is not None and special.minimum > special.maximum:
            yield Hit(
                special.at("minimum"),
                f"The minimum {special.minimum} is above the maximum {special.maximum}.",
                "Swap or correct the two numbers.",
                value=special.raw("minimum"),
            )


@rule("QW601", "setup-not-drawable", sheets=("setups", "statements"))
def setup_not_drawable(src: Sources) -> Iterator[Hit]:
    """A Setup asks for Statements that cannot be drawn with different categories.

    What it checks: for every Setup, whether the deck has Statements of the wanted
    difficulties whose categories all differ (a matching of slots and categories exists).

    Why players care: setting up would never end: every card drawn goes back.

    Bad:
        [setups]
        id,level,easy,medium,hard,special_statements
        U01,easy,5,0,0,P1

    Good:
        [setups]
        id,level,easy,medium,hard,special_statements
        U01,easy,1,0,0,P1

    How to fix: ask for fewer Statements of the named difficulties, or add Statements of these
    difficulties in other categories.
    """
    levels: dict[int, set[str]] = {1: set(), 2: set(), 3: set()}
    for statement in src.records(Statement, "category", "difficulty"):
        levels[statement.difficulty].add(canonical(src, statement.category))
    for setup in src.records(Setup, "easy", "medium", "hard"):
        tight, problem = draw_problem(setup.wanted, levels)
        if problem:
            yield Hit(
                setup.at(LEVEL_NAMES[tight[0]]),
                problem,
                "Ask for fewer Statements, or add some in other categories.",
                value=f"{setup.easy} {setup.medium} {setup.hard}",
            )


@rule("QW602", "setup-empty", sheets=("setups",))
def setup_empty(src: Sources) -> Iterator[Hit]:
    """A Setup lays out no Statement at all.

    What it checks: easy, medium and hard of a Setup add up to at least 1.

    Why players care: there would be nothing to play on.

    Bad:
        [setups]
        id,level,easy,medium,hard,special_statements
        U01,easy,0,0,0,P1

    Good:
        [setups]
        id,level,easy,medium,hard,special_statements
        U01,easy,1,0,0,P1

    How to fix: say how many Statements of each difficulty the Setup asks for.
    """
    for setup in src.records(Setup, "easy", "medium", "hard"):
        if not sum(setup.wanted.values()):
            yield Hit(setup.at("easy"), "The Setup asks for no Statement.", "Type a number.")


@rule("QW603", "debate-cards-short", Severity.WARNING, sheets=("debates",), profile=Profile.PRINT)
def debate_cards_short(src: Sources) -> Iterator[Hit]:
    """There are fewer Debate cards than a table needs.

    What it checks: at least 3 Debate cards, since every game lays out three.

    Why players care: there is nowhere to park the third country.

    Bad:
        [debates]
        id,text
        D1,Park a country here.

    Good:
        [debates]
        id,text
        D1,Park a country here.
        D2,Talk about one country here.
        D3,Keep a doubtful country here.

    How to fix: add Debate cards.
    """
    found = len(src.records(Debate, "id"))
    if found < 3:
        sheet = src.tables["debates"].sheet
        message = f"Only {number(found, 'Debate card')}; every table lays out 3."
        yield Hit(sheet.location, message, "Add Debate cards.", value=str(found))
