"""What is known about tables: the headers and key columns of every game's sheets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache

from deckkit.game import installed_games
from deckkit.schemas import row_schema
from deckkit.sources.model import key

COMMON = ("id", "code", "key")


@cache
def known_sheets() -> Mapping[str, tuple[frozenset[str], tuple[str, ...]]]:
    """Sheet name -> headers and key columns, over all installed games."""
    found: dict[str, tuple[frozenset[str], tuple[str, ...]]] = {}
    for game in installed_games().by_id.values():
        for spec in game.sheets:
            schema = row_schema(game.schemas / "source" / game.id / spec.schema)
            found.setdefault(spec.name, (frozenset(schema.columns), schema.key))
    return found


def sheet_keys() -> Mapping[str, Collection[str]]:
    """Sheet name -> headers, as `read_book` wants them."""
    return {name: headers for name, (headers, _) in known_sheets().items()}


def key_columns(sheet: str, columns: Iterable[str]) -> tuple[str, ...]:
    """The columns that identify a record of this sheet; empty when none are known."""
    present = set(columns)
    _, own = known_sheets().get(key(sheet), (frozenset(), ()))
    if own and set(own) <= present:
        return own
    return next(((name,) for name in COMMON if name in present), ())
