"""Whether a workbook is one of the deck that it is to be written into."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from deckkit.errors import UsageError
from deckkit.loading import Loaded
from deckkit.schemas import RowSchema
from deckkit.sources import Sheet, key
from deckkit.text import all_of, quoted
from deckkit.workbook import howto

_FEW = 10  # one id in so many is hardly any


def refuse_others(
    workbook: Path, sheets: Iterable[Sheet], loaded: Loaded, schemas: Mapping[str, RowSchema]
) -> None:
    """Raise UsageError for the workbook of another deck.

    A workbook that was exported says which deck it is of; else the ids of the largest sheet tell.
    """
    deck, own = loaded.source, loaded.source.config.id
    known = [sheet for sheet in sheets if key(sheet.name) in schemas]
    if not known:
        wanted = all_of([spec.name for spec in deck.game.sheets])
        raise UsageError(
            f"{workbook} has no sheet of a {deck.game.title} deck; nothing was written.",
            f"Name the folder of the deck that it belongs to, or name its sheets {wanted}.",
        )
    found = howto.deck_of(sheets)
    if found is None:
        _compare(workbook, known, loaded, schemas)
    elif found != own:
        raise UsageError(
            f"{workbook} is the workbook of the deck {quoted(found)}, not of {quoted(own)} in "
            f"{deck.shown}; nothing was written.",
            "Name the folder of that deck. If this one is meant, replace "
            f"{quoted(howto.mark(found))} by {quoted(howto.mark(own))} on the sheet {howto.SHEET}.",
        )


def _compare(
    workbook: Path, sheets: Iterable[Sheet], loaded: Loaded, schemas: Mapping[str, RowSchema]
) -> None:
    smaller, common, name = 0, 0, ""
    for sheet in sheets:
        table = loaded.sources.tables.get(key(sheet.name))
        keys = schemas[key(sheet.name)].key
        if table is None or not keys:
            continue
        ours, theirs = _ids(table.sheet, keys), _ids(sheet, keys)
        if min(len(ours), len(theirs)) > smaller:
            smaller, common, name = min(len(ours), len(theirs)), len(ours & theirs), sheet.name
    if common * _FEW < smaller:
        raise UsageError(
            f"{workbook} is probably of another deck: hardly any id of its sheet {name} is in "
            f"{loaded.source.shown}; nothing was written.",
            "Name the folder of the deck that it belongs to.",
        )


def _ids(sheet: Sheet, keys: tuple[str, ...]) -> set[tuple[str, ...]]:
    if not set(keys) <= set(sheet.series):
        return set()
    columns = (sheet.series[name].texts for name in keys)
    return {record for record in zip(*columns, strict=True) if all(record)}
