"""QW30x: the categories of Statements."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from deckkit.findings import Fix, Severity
from deckkit.games.quizwiz.categories import ids
from deckkit.games.quizwiz.records import Category, Statement
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import all_of, any_of, fold, quoted, signature, suggest


@rule("QW306", "category-unknown", sheets=("statements", "categories"))
def category_unknown(src: Sources) -> Iterator[Hit]:
    """A Statement's category is not in the sheet categories.

    What it checks: `category` is the id or the name of a record of the sheet categories.

    Why players care: the categories on a table must differ; a misspelt one always does.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,lnd,1,has a coast,2,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: type the id of an existing category, or add the category.
    """
    categories = src.records(Category, "id")
    known = ids(src)
    slugs = [c.id for c in categories]
    for statement in src.records(Statement, "category"):
        if fold(statement.category) not in known:
            like = suggest(statement.category, slugs)
            hint = f"Did you mean {any_of(like)}?" if like else f"Known: {all_of(slugs)}."
            message = f"{quoted(statement.category)} is not one of the deck's categories."
            yield Hit(statement.at("category"), message, hint, value=statement.category)


@rule("QW307", "category-spelt-twice", sheets=("statements",))
def category_spelt_twice(src: Sources) -> Iterator[Hit]:
    """One category is written in two ways.

    What it checks: categories that differ only in case, accents, spaces or punctuation. A
    category's name in another case is understood, and only mentioned.

    Why players care: two spellings count as two categories, so both could be on one table.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,Land,1,has high mountains,2,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,land,1,has high mountains,2,Chile; Peru

    How to fix: use one spelling, best the id in the sheet categories.
    """
    known = set(ids(src).values())
    spellings: dict[str, Counter[str]] = defaultdict(Counter)
    titles = {fold(name): name for c in src.records(Category, "id") if (name := c.raw("name"))}
    statements = src.records(Statement, "category")
    for statement in statements:
        spellings[signature(statement.category)][statement.category] += 1
    for statement in statements:
        found = spellings[signature(statement.category)]
        usual = next((i for i in known if signature(i) == signature(statement.category)), "")
        name = "" if usual else titles.get(fold(statement.category), "")
        usual = usual or name or found.most_common(1)[0][0]
        if statement.category != usual:
            yield Hit(
                statement.at("category"),
                f"The category is written {quoted(statement.category)} here and {quoted(usual)} "
                "elsewhere.",
                f"Type {usual}.",
                fix=Fix(statement.raw("category"), usual),
                value=statement.category,
                severity=Severity.INFO if name else None,
            )
