"""Compiled decks: records -> deck.json, checked against its schema, and conformance.json."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from deckkit.canonical import content_hash, to_bytes
from deckkit.deckcheck import deck_problems
from deckkit.errors import InternalError
from deckkit.game import Game, Json
from deckkit.records import Sources
from deckkit.schemas import (
    CONFORMANCE_VERSION,
    conformance_schema_path,
    deck_schema_path,
    load_schema,
)

__all__ = [
    "compile_deck",
    "conformance",
    "conformance_schema",
    "content_hash",
    "deck_schema",
    "earlier_decks",
    "to_bytes",
]


def compile_deck(src: Sources) -> Json:
    """The deck of `src` as apps load it.

    Raises InternalError when the result breaks the game's deck schema: sources without
    findings must always compile.
    """
    config = src.config
    meta = {
        "id": config.id,
        "title": config.title,
        "version": config.version,
        "as_of": config.as_of,
        "language": config.language,
        "licence": config.licence,
        "authors": list(config.authors),
    }
    return _deck(src.game, src.game.schema_version, meta, src.game.compile(src))


def earlier_decks(deck: Json, game: Game) -> Iterator[Json]:
    """`deck` in each older version of its schema that the game still writes, newest first."""
    meta = {key: value for key, value in deck["deck"].items() if key != "content_hash"}
    for version in sorted(game.earlier, reverse=True):
        yield _deck(game, version, meta, game.earlier[version](deck))


def conformance(deck: Json, game: Game) -> Json | None:
    """The vectors by which an app tests its own rules; None when the game has none."""
    if game.conformance is None:
        return None
    return {
        "$schema": conformance_schema(game)["$id"],
        "conformance_version": CONFORMANCE_VERSION,
        "game": game.id,
        "deck": {key: deck["deck"][key] for key in ("id", "version", "content_hash")},
        **game.conformance(deck),
    }


def deck_schema(game: Game, version: int | None = None) -> Mapping[str, Any]:
    """The schema that decks of `game` are written in, or an older version of it."""
    return load_schema(deck_schema_path(game.schemas, game.id, version or game.schema_version))


def conformance_schema(game: Game) -> Mapping[str, Any]:
    """The schema that conformance.json of `game` is written in."""
    return load_schema(conformance_schema_path(game.schemas, game.id))


def _deck(game: Game, version: int, meta: Json, members: Json) -> Json:
    """A whole deck.json of one schema version, with its hash."""
    schema = deck_schema(game, version)
    deck: Json = {
        "$schema": schema["$id"],
        "schema_version": version,
        "game": game.id,
        "deck": dict(meta),
        **members,
    }
    deck["deck"]["content_hash"] = content_hash(deck)
    problems = deck_problems(deck, schema)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        what = f"The compiled deck {meta['id']}"
        raise InternalError(f"{what} breaks its schema: {problems[0]}{more}")
    return deck
