"""Compiled decks: records -> deck.json, its bytes and its hash, checked against the schema."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from deckkit.errors import InternalError
from deckkit.game import Game, Json
from deckkit.records import Sources
from deckkit.schemas import deck_problems, deck_schema_path, load_schema

SCHEMA_VERSION = 1


def compile_deck(src: Sources) -> Json:
    """The deck of `src` as apps load it.

    Raises InternalError when the result breaks the game's deck schema: sources without
    findings must always compile.
    """
    schema = deck_schema(src.game)
    config = src.config
    deck: Json = {
        "$schema": schema["$id"],
        "schema_version": SCHEMA_VERSION,
        "game": src.game.id,
        "deck": {
            "id": config.id,
            "title": config.title,
            "version": config.version,
            "as_of": config.as_of,
            "language": config.language,
            "licence": config.licence,
            "authors": list(config.authors),
        },
        **src.game.compile(src),
    }
    deck["deck"]["content_hash"] = content_hash(deck)
    problems = deck_problems(deck, schema)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise InternalError(f"The compiled deck {config.id} breaks its schema: {problems[0]}{more}")
    return deck


def deck_schema(game: Game) -> Mapping[str, Any]:
    """The schema that decks of `game` are written in."""
    return load_schema(deck_schema_path(game.schemas, game.id, SCHEMA_VERSION))


def to_bytes(data: Any) -> bytes:
    """Deterministic JSON: UTF-8, two spaces, members in the order given, final line feed."""
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def content_hash(deck: Mapping[str, Any]) -> str:
    """``sha256:`` and 64 hex digits over the canonical JSON of `deck` without its hash.

    Canonical: UTF-8, members sorted, no space between tokens.
    """
    meta = {key: value for key, value in deck["deck"].items() if key != "content_hash"}
    canonical = json.dumps(
        {**deck, "deck": meta}, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return "sha256:" + hashlib.sha256(canonical.encode("utf-8")).hexdigest()
