"""DK2xx: ids and texts that occur twice."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.findings import Related
from deckkit.records import Record, Sources
from deckkit.rules.registry import Hit, rule
from deckkit.text import clean, fold, quoted, signature


@rule("DK201", "duplicate-id")
def duplicate_id(src: Sources) -> Iterator[Hit]:
    """Two records of a sheet have the same id.

    What it checks: the id (or code, or card with position) of every record is its own,
    whatever its case.

    Why players care: apps and corrections name cards by id; of two cards with one id, one is
    lost.

    Bad:
        [debates]
        id,text
        D1,Park a country here.
        d1,Talk about one country here.

    Good:
        [debates]
        id,text
        D1,Park a country here.
        D2,Talk about one country here.

    How to fix: give the newer record an id of its own. Never reuse the id of a retired card.
    """
    for table in src.tables.values():
        if not table.schema.key:
            continue
        seen: dict[str, Record] = {}
        for record in table.records:
            if not all(record.raw(name) for name in table.schema.key):
                continue
            first = seen.setdefault(fold(record.record_id), record)
            if first is not record:
                column = table.schema.key[-1]
                yield Hit(
                    record.at(column),
                    f"{record.record_id} is already used in row {first.row.number}.",
                    f"Give this {table.spec.noun or 'record'} an id of its own.",
                    (Related(first.at(column), f"first {record.record_id}"),),
                    value=record.record_id,
                )


@rule("DK202", "duplicate-text")
def duplicate_text(src: Sources) -> Iterator[Hit]:
    """Two records of a sheet have exactly the same text.

    What it checks: no statement, question or name occurs twice, letter for letter.

    Why players care: the same card twice spoils a game.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,food,2,has a coast,2,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,food,2,grows potatoes,2,Chile; Peru

    How to fix: rewrite or delete one of the two.
    """
    yield from _twins(src, exact=True)


@rule("DK203", "same-text")
def same_text(src: Sources) -> Iterator[Hit]:
    """Two records have the same words, but for case, accents, punctuation or spaces.

    What it checks: texts compared with case, accents, quotes, punctuation and spacing folded.

    Why players care: players see the same card twice, whatever its commas.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,food,2,"Has  a COAST!",2,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru
        S002,food,2,grows potatoes,2,Chile; Peru

    How to fix: rewrite or delete one of the two.
    """
    yield from _twins(src, exact=False)


def _twins(src: Sources, *, exact: bool) -> Iterator[Hit]:
    for table in src.tables.values():
        for column in table.schema.unique_text:
            seen: dict[str, Record] = {}
            for record in table.records:
                text = clean(record.raw(column))
                form = signature(text) or fold(text)
                if not form:
                    continue
                first = seen.setdefault(form, record)
                if first is record or (clean(first.raw(column)) == text) is not exact:
                    continue
                how = "" if exact else ", but for case, punctuation or spaces"
                yield Hit(
                    record.at(column),
                    f"The same {column} as {first.record_id or 'the record'} in row "
                    f"{first.row.number}{how}: {quoted(text)}.",
                    "Rewrite or delete one of the two.",
                    (Related(first.at(column), "first"),),
                    value=text,
                )
