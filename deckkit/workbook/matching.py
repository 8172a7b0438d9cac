"""Which row of the workbook is which record of the deck."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from deckkit.sources import Row, Sheet
from deckkit.text import number, quoted


@dataclass
class Match:
    """Pairs of (record of the deck, row of the workbook), and rows that only one of them has."""

    pairs: list[tuple[Row, Row]] = field(default_factory=list)
    added: list[Row] = field(default_factory=list)
    missing: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def match_rows(keys: Sequence[str], deck: Sheet, workbook: Sheet) -> Match:
    """Match by the columns `keys` (all shared columns when there are none).

    Rows that share an id match in their order as long as both sides have equally many; else
    nobody can tell which is which, and all of them are left alone.
    """
    shared = keys or [name for name in deck.columns if name in workbook.columns]
    theirs, ours = _by_key(shared, workbook.rows), _by_key(shared, deck.rows)
    found = Match()
    for word, rows in ours.items():
        others = theirs.get(word, [])
        if not others:
            found.missing += rows
        elif len(others) == len(rows):
            found.pairs += zip(rows, others, strict=True)
        else:
            shown = quoted(" ".join(word).strip()) if any(word) else "no id"
            found.notes.append(
                f"{number(len(others), 'row')} with {shown}, but {len(rows)} in the deck; "
                "none of them was taken over. Give each row an id of its own."
            )
    for row in workbook.rows:
        if _key(shared, row) not in ours:
            found.added.append(row)
    return found


def _by_key(keys: Sequence[str], rows: Iterable[Row]) -> dict[tuple[str, ...], list[Row]]:
    found: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows:
        found[_key(keys, row)].append(row)
    return dict(found)


def _key(keys: Sequence[str], row: Row) -> tuple[str, ...]:
    return tuple(cell.text if (cell := row.get(name)) else "" for name in keys)
