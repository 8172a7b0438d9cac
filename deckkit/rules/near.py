"""DK204: texts that say the same in other words."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.duplicates import Kind, find
from deckkit.findings import Profile, Related, Severity
from deckkit.records import Sources
from deckkit.rules.registry import Hit, rule
from deckkit.text import fold, quoted, signature


@rule("DK204", "near-duplicate-text", Severity.WARNING, profile=Profile.REVIEW)
def near_duplicate_text(src: Sources) -> Iterator[Hit]:
    """Two records of a sheet say the same in other words.

    What it checks: texts of two words and more, compared by what they say: another order,
    synonyms such as "bigger" and "larger", "at least 5" and "more than 4", a slip of the
    finger. Another number, name, direction or a "not" makes another text, and so does one word
    that only one of the two has.

    Why players care: whoever has seen one card knows the answer of the other.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,is larger than one million square kilometres,2,Chile; Peru
        S002,food,2,"is bigger than 1,000,000 km²",2,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,is larger than one million square kilometres,2,Chile; Peru
        S002,food,2,is smaller than one million square kilometres,2,Chile; Peru

    How to fix: rewrite or delete one of the two. If they do ask for different things, say so
    more clearly.
    """
    for table in src.tables.values():
        for column in table.schema.unique_text:
            rows = [at for at, text in enumerate(table.texts(column)) if " " in text]
            texts = [table.texts(column)[at] for at in rows]
            first: dict[int, int] = {}
            for pair in find(texts):
                if pair.kind is Kind.DUPLICATE and not _same(texts[pair.first], texts[pair.second]):
                    first[pair.second] = min(pair.first, first.get(pair.second, pair.first))
            for second, one in sorted(first.items()):
                twin = table.records[rows[one]]
                yield Hit(
                    table.records[rows[second]].at(column),
                    f"This says the same as {twin.record_id or 'the record'} in row "
                    f"{twin.row.number}: {quoted(texts[one])}.",
                    "Rewrite or delete one of the two.",
                    (Related(twin.at(column), "first"),),
                    value=texts[second],
                )


def _same(one: str, two: str) -> bool:
    """Whether DK202 or DK203 says so."""
    return (signature(one) or fold(one)) == (signature(two) or fold(two))
