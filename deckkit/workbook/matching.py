"""Which row of the workbook is which record of the deck."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field

from deckkit.sources import Row, Sheet
from deckkit.text import number, quoted


@dataclass
class Match:
    """Pairs of (record of the deck, row of the workbook), and rows that only one of them has.

    `unnamed` are rows of the workbook that lack an id and may be any record.
    """

    pairs: list[tuple[Row, Row]] = field(default_factory=list)
    added: list[Row] = field(default_factory=list)
    missing: list[Row] = field(default_factory=list)
    unnamed: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def match_rows(
    keys: Sequence[str], deck: Sheet, columns: Container[str], rows: Sequence[Row]
) -> Match:
    """Match the workbook's `rows` by the columns `keys` (all shared `columns` when none).

    Rows that share an id match in their order as long as both sides have equally many; else
    nobody can tell which is which, and all of them are left alone. Rows without an id match only
    when no other record lacks its row.
    """
    shared = keys or [name for name in deck.columns if name in columns]
    theirs, ours = _by_key(shared, rows), _by_key(shared, deck.rows)

    def blank(word: tuple[str, ...]) -> bool:
        return bool(keys) and not all(word)

    found = Match()
    for word in sorted(ours, key=blank):
        records, others = ours[word], theirs.get(word, [])
        if not others:
            found.missing += records
        elif blank(word) and (found.missing or len(others) != len(records)):
            found.unnamed += others
        elif len(others) == len(records):
            found.pairs += zip(records, others, strict=True)
        else:
            found.notes.append(
                f"{number(len(others), 'row')} with {quoted(' '.join(word).strip())}, but "
                f"{len(records)} in the deck; none of them was taken over. Give each row an id of "
                "its own."
            )
    for row in rows:
        if (word := _key(shared, row)) not in ours:
            (found.unnamed if blank(word) else found.added).append(row)
    return found


def _by_key(keys: Sequence[str], rows: Iterable[Row]) -> dict[tuple[str, ...], list[Row]]:
    found: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        found[_key(keys, row)].append(row)
    return dict(found)


def _key(keys: Sequence[str], row: Row) -> tuple[str, ...]:
    return tuple(cell.text if (cell := row.get(name)) else "" for name in keys)
