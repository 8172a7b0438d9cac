"""DK2xx: ids and texts that occur twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache

from deckkit.findings import Related
from deckkit.records import Record, Sources
from deckkit.rules.registry import Hit, rule
from deckkit.text import fold, folded, quoted, signatures


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
        parts = zip(*map(table.texts, table.schema.key), strict=True)
        for one, two in _again(folded([" ".join(p) if all(p) else "" for p in parts])):
            first, record = table.records[one], table.records[two]
            column = table.schema.key[-1]
            yield Hit(
                record.at(column),
                f"{record.record_id} is already used in row {first.row.number}.",
                f"Give this {table.spec.noun or 'record'} an id of its own.",
                (Related(first.at(column), f"first {record.record_id}"),),
                value=record.record_id,
            )


def _again(forms: Sequence[str]) -> Iterator[tuple[int, int]]:
    """(first, later) indices of equal forms; an empty one is equal to none."""
    if len(set(forms)) == len(forms):
        return
    seen: dict[str, int] = {}
    for at, form in enumerate(forms):
        first = seen.setdefault(form, at)
        if form and first != at:
            yield first, at


@rule("DK205", "id-made-a-date")
def id_made_a_date(src: Sources) -> Iterator[Hit]:
    """An id looks like a date that a spreadsheet made of it.

    What it checks: ids such as `1-Feb`, `Mar-04` or `02/01/2024`, into which spreadsheet programs
    turn what was typed as 1-2, 3-4 and the like, also with the months of other languages
    (`01. Mär`, `févr-24`); and numbers such as 44256, by which they store days, among ids that are
    no numbers.

    Why players care: the card has lost the id under which apps and corrections know it.

    Bad:
        [debates]
        id,text
        1-Feb,Park a country here.

    Good:
        [debates]
        id,text
        D1,Park a country here.

    How to fix: format the column as Text and type the id again.
    """
    for table in src.tables.values():
        for column in table.schema.key:
            texts = table.texts(column)
            numbers = sum(map(str.isdecimal, texts))
            many = 2 * numbers >= sum(map(bool, texts))
            if not (numbers or any(sign in "".join(texts) for sign in "-/. ")):
                continue
            for at, text in enumerate(texts):
                match = _DATE.fullmatch(text.casefold())
                if not match and not many and _SERIAL.fullmatch(text):
                    day = date(1899, 12, 30) + timedelta(int(text))
                    yield Hit(
                        table.records[at].at(column),
                        f"{quoted(text)} is the number by which spreadsheets store {day}.",
                        "Format the column as Text and type the id again.",
                        value=text,
                    )
                if match:
                    was = _typed(match)
                    yield Hit(
                        table.records[at].at(column),
                        f"{quoted(text)} looks like a date made by a spreadsheet.",
                        f"Format the column as Text and type the id again{was}.",
                        value=text,
                    )


_SERIAL = re.compile(r"[2-5][0-9]{4}")  # 1954-10-03 to 2064-04-07
# As spreadsheets shorten them in the languages of many of their users. Those that are English words
# (set, out, gen) are left out: they are ids.
_MONTHS = {
    word: month
    for month, words in enumerate(
        (
            "jan jän janv ene sty", "feb fév févr fev lut", "mar mär mrz mars mrt",
            "apr avr avril abr kwi", "may mai maj mei", "jun juin giu cze", "jul juil",
            "aug août ago sie", "sep sept wrz", "oct okt ott paź", "nov", "dec dez déc dic gru",
        ),
        start=1,
    )
    for word in words.split()
}  # fmt: skip
_WORD = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DATE = re.compile(
    rf"(?P<day>[0-9]{{1,2}})(?:[-/ ]|\. ?)(?P<month>{_WORD})\.?(?:[-/ ][0-9]{{2,4}})?"
    rf"|(?P<month2>{_WORD})\.?[-/ ](?P<year>[0-9]{{2}})"
    r"|[0-9]{1,2}[/.][0-9]{1,2}[/.][0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2}"
)


def _typed(match: re.Match[str]) -> str:
    """What was probably typed, e.g. ``, perhaps 2-1 or 1-2``."""
    if match["day"]:
        day, month = int(match["day"]), _MONTHS[match["month"]]
        return f", perhaps {day}-{month} or {month}-{day}"
    if match["month2"]:
        return f", perhaps {_MONTHS[match['month2']]}-{int(match['year'])}"
    return ""


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
    for column, first, record, text, equal in _same(src):
        if equal is exact:
            how = "" if exact else ", but for case, punctuation or spaces"
            yield Hit(
                record.at(column),
                f"The same {column} as {first.record_id or 'the record'} in row "
                f"{first.row.number}{how}: {quoted(text)}.",
                "Rewrite or delete one of the two.",
                (Related(first.at(column), "first"),),
                value=text,
            )


@lru_cache(maxsize=2)
def _same(src: Sources) -> tuple[tuple[str, Record, Record, str, bool], ...]:
    """(column, first, second, its text, letter for letter) of each repeated text."""
    found = []
    for table in src.tables.values():
        for column in table.schema.unique_text:
            texts = table.texts(column)
            pairs = zip(signatures(texts), texts, strict=True)
            for one, two in _again([words or fold(text) for words, text in pairs]):
                first, record = table.records[one], table.records[two]
                found.append((column, first, record, texts[two], texts[one] == texts[two]))
    return tuple(found)
