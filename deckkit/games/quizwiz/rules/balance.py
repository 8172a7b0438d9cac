"""QW6xx: the mix of a whole deck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import ceil, floor

from deckkit.findings import Profile, Related, Severity
from deckkit.games.quizwiz.categories import canonical
from deckkit.games.quizwiz.names import names
from deckkit.games.quizwiz.records import Country, Statement
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import number

# Below this many Statements shares say nothing.
ENOUGH = 60
FEWEST, MOST = 5, 40
RAREST, COMMONEST = 18 / 126, 60 / 126
OVERLAP = 0.8
SAME_SIZE = 5  # answer sets smaller than this overlap by chance


@rule(
    "QW610",
    "matches-out-of-bounds",
    Severity.WARNING,
    sheets=("statements", "countries"),
    profile=Profile.PRINT,
)
def matches_out_of_bounds(src: Sources) -> Iterator[Hit]:
    """Very few or very many countries match a Statement.

    What it checks: in a deck of 60 Statements and more, between 5 and 40 countries match each
    (of 72; in proportion otherwise).

    Why players care: with two matches nobody holds one; with sixty everything fits.

    Bad: a Statement that 3 of 72 countries match.

    Good: a Statement that 17 of 72 countries match.

    How to fix: widen or narrow the Statement.
    """
    statements = src.records(Statement, "answers")
    countries = len(src.records(Country, "code", "name"))
    if len(statements) < ENOUGH or not countries:
        return
    low, high = ceil(FEWEST * countries / 72), floor(MOST * countries / 72)
    for statement, codes in zip(statements, _matches(src), strict=True):
        if not low <= len(codes) <= high:
            yield Hit(
                statement.at("answers"),
                f"{number(len(codes), 'country matches', 'countries match')}; between {low} "
                f"and {high} play best.",
                "Widen or narrow the Statement.",
                value=statement.raw("count"),
            )


@rule(
    "QW611",
    "country-out-of-balance",
    Severity.WARNING,
    sheets=("statements", "countries"),
    profile=Profile.PRINT,
)
def country_out_of_balance(src: Sources) -> Iterator[Hit]:
    """A country matches very few or very many Statements.

    What it checks: in a deck of 60 Statements and more, every country matches between one in
    seven and six in thirteen of them (18 to 60 of 126).

    Why players care: a card that fits nowhere is dead in the hand; one that fits everywhere
    needs no thought.

    Bad: a country on 9 of 126 Statements.

    Good: a country on 35 of 126 Statements.

    How to fix: replace Statements so that the country matches more, or fewer, of them.
    """
    total = len(src.records(Statement, "answers"))
    if total < ENOUGH:
        return
    low, high = ceil(RAREST * total), floor(COMMONEST * total)
    uses = Counter(code for codes in _matches(src) for code in codes)
    for country in src.records(Country, "code", "name"):
        count = uses[country.code]
        if not low <= count <= high:
            yield Hit(
                country.at("name"),
                f"{country.name} matches {count} of {total} Statements; between "
                f"{low} and {high} play best.",
                "Replace Statements so that the country matches more, or fewer.",
                value=country.code,
            )


@rule(
    "QW612", "category-lacks-level", Severity.WARNING, sheets=("statements",), profile=Profile.PRINT
)
def category_lacks_level(src: Sources) -> Iterator[Hit]:
    """A category has no Statement of one difficulty.

    What it checks: in a deck of 60 Statements and more, every category has easy, medium and
    hard Statements.

    Why players care: the more categories each difficulty has, the more tables can be drawn.

    Bad: a category with 12 Statements, none of them easy.

    Good: a category with 4 easy, 4 medium and 4 hard Statements.

    How to fix: add a Statement of that difficulty, or grade one anew.
    """
    statements = src.records(Statement, "category", "difficulty")
    if len(statements) < ENOUGH:
        return
    levels: dict[str, set[int]] = defaultdict(set)
    first: dict[str, Statement] = {}
    for statement in statements:
        category = canonical(src, statement.category)
        levels[category].add(statement.difficulty)
        first.setdefault(category, statement)
    for category, found in levels.items():
        for level, word in ((1, "easy"), (2, "medium"), (3, "hard")):
            if level not in found:
                yield Hit(
                    first[category].at("category"),
                    f"The category {first[category].category} has no {word} Statement.",
                    f"Add a Statement of difficulty {level}.",
                    value=f"{category} {level}",
                )


@rule(
    "QW613",
    "answers-alike",
    Severity.WARNING,
    sheets=("statements", "countries"),
    profile=Profile.PRINT,
)
def answers_alike(src: Sources) -> Iterator[Hit]:
    """Two Statements have nearly the same answers, or exactly opposite ones.

    What it checks: for every pair of Statements with five answers and more, whether the answer
    sets share more than 80 % of their countries, or one is exactly the rest of the other.

    Why players care: two such cards on one table play like one.

    Bad:
        [countries]
        code,name,region
        CHL,Chile,South America
        PER,Peru,South America
        BOL,Bolivia,South America
        ECU,Ecuador,South America
        COL,Colombia,South America
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,lies in the Andes,5,Chile; Peru; Bolivia; Ecuador; Colombia
        S002,food,2,grows potatoes,5,Chile; Peru; Bolivia; Ecuador; Colombia

    Good:
        [countries]
        code,name,region
        CHL,Chile,South America
        PER,Peru,South America
        BOL,Bolivia,South America
        ECU,Ecuador,South America
        COL,Colombia,South America
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,lies in the Andes,5,Chile; Peru; Bolivia; Ecuador; Colombia
        S002,food,2,grows rice,3,Peru; Ecuador; Colombia

    How to fix: replace or reword one of the two.
    """
    statements = src.records(Statement, "answers")
    every = {c.code for c in src.records(Country, "code", "name")}
    pairs = zip(statements, _matches(src), strict=True)
    big = [(s, codes) for s, codes in pairs if len(codes) >= SAME_SIZE]
    for (one, first), (two, second) in combinations(big, 2):
        share = len(first & second) / len(first | second)
        opposite = not first & second and first | second == every
        if share <= OVERLAP and not opposite:
            continue
        how = "exactly the other countries" if opposite else f"{100 * share:.0f} % of the answers"
        verb = "lists" if opposite else "shares"
        yield Hit(
            two.at("answers"),
            f"{two.record_id} {verb} {how} of {one.record_id} ({one.text}).",
            "Replace or reword one of the two.",
            (Related(one.at("answers"), "the other"),),
            value=one.record_id,
        )


@lru_cache(maxsize=8)
def _matches(src: Sources) -> tuple[frozenset[str], ...]:
    """The codes of the countries that match each Statement with usable answers."""
    known = names(src)
    return tuple(
        frozenset(c.code for a in s.answers if (c := known.one(a)))
        for s in src.records(Statement, "answers")
    )
