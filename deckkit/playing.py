"""deal and score: which deck and game is meant, then the game's own rules."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from deckkit import given
from deckkit.config import DECK_FILE
from deckkit.deckcheck import deck_problems
from deckkit.decks import deck_schema
from deckkit.diff.sides import DECK_JSON, load_side
from deckkit.errors import UsageError
from deckkit.game import Ask, Dealt, Game, Games, Json, installed_games
from deckkit.loading import find_decks
from deckkit.seeds import LARGEST_SEED
from deckkit.text import any_of, quoted

STDIN = "-"
SOURCES = Path("sources")


def deal(spec: str | None, ask: Ask, games: Games | None = None) -> Dealt:
    """A table of the deck that `spec` names: a folder, workbook, deck.json or REVISION:path.

    Without `spec` it is the one deck below sources/ that can be dealt so.

    Raises UsageError for a deck or table that cannot be had.
    """
    known = games or installed_games()
    if not 0 <= ask.seed <= LARGEST_SEED:
        raise UsageError(f"The seed {ask.seed} is out of range.", f"Use 0 to {LARGEST_SEED}.")
    if spec is not None:
        return _deal(_load(spec, known), ask, known)
    specs = [deck.shown for deck in find_decks([SOURCES], known)]
    dealt: list[tuple[str, Dealt]] = []
    refused: list[UsageError] = []
    for candidate in specs:
        try:
            dealt.append((candidate, _deal(_load(candidate, known), ask, known)))
        except UsageError as error:
            refused.append(error)
    if len(dealt) == 1:
        return dealt[0][1]
    if len(refused) == 1 and not dealt:
        raise refused[0]
    reasons = "; ".join(f"{s}: {e.message}" for s, e in zip(specs, refused, strict=False))
    raise UsageError(
        f"Which deck is meant? {SOURCES}/ holds {any_of(specs)}.",
        f"Name one of them. {reasons if not dealt else ''}".rstrip(),
    )


def score(path: str, games: Games | None = None) -> Json:
    """The verdicts on the table in a JSON file (``-``: standard input).

    The table's `deck` is a deck.json, or the path of a deck: below the working folder, or
    else below the folder of the file. Raises UsageError for what is no legal table.
    """
    known = games or installed_games()
    data, shown, folder = _read(path)
    table = given.parse(data, shown)
    if not isinstance(table, dict):
        raise UsageError(f"{shown} is not a JSON object.", "docs/json.md describes tables.")
    deck = _deck_of(table, folder, known)
    game = _game_of(table, deck, known)
    if game.score is None:
        raise UsageError(f"Tables of {game.title} cannot be scored.", "")
    return game.score.score(table, deck)


def _read(path: str) -> tuple[bytes, str, Path]:
    """Bytes, name and folder of the input."""
    if path == STDIN:
        return sys.stdin.buffer.read(given.SIZE_LIMIT + 1), "The standard input", Path()
    file = Path(path)
    try:
        with file.open("rb") as stream:
            return stream.read(given.SIZE_LIMIT + 1), path, file.parent
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error


def _deck_of(table: Mapping[str, Any], folder: Path, games: Games) -> Json | None:
    deck = table.get("deck")
    if deck is None:
        return None
    if isinstance(deck, dict):
        return _checked(deck, "The table's deck", games)
    spec = given.word(deck, "deck")
    for place in (Path(spec), folder / spec):
        if place.exists():
            return _load(place.as_posix(), games)
    raise UsageError(f"There is no file or folder {spec}.", '"deck" is the path of a deck.')


def _game_of(table: Mapping[str, Any], deck: Json | None, games: Games) -> Game:
    """The game of the deck, else the one that the table names or looks like."""
    named = table.get("game")
    if named is not None and deck is not None and named != deck["game"]:
        raise UsageError(f"The table is of {named}, its deck of {deck['game']}.", "")
    if deck is not None or named is not None:
        return games.get(deck["game"] if deck is not None else given.word(named, "game"))
    scored = [game for game in games.by_id.values() if game.score is not None]
    found = [g for g in scored if g.score and any(name in table for name in g.score.members)]
    if len(found) == 1:
        return found[0]
    raise UsageError(
        "It cannot be told of which game the table is.",
        f'Add "game": {any_of(sorted(game.id for game in scored))}.',
    )


def _deal(deck: Json, ask: Ask, games: Games) -> Dealt:
    game = games.get(deck["game"])
    if game.deal is None:
        raise UsageError(f"Tables of {game.title} cannot be dealt.", "")
    return game.deal(deck, ask)


def _load(spec: str, games: Games) -> Json:
    deck = dict(load_side(spec, games).deck)
    path = Path(spec)
    compiled = path.suffix.lower() != ".json" and not (
        path.is_dir() and (path / DECK_JSON).is_file() and not (path / DECK_FILE).is_file()
    )
    return deck if compiled else _checked(deck, spec, games)


def _checked(deck: Json, shown: str, games: Games) -> Json:
    """`deck` when it follows the schema it was written in."""
    if not isinstance(deck.get("game"), str):
        raise UsageError(f"{shown} is not a deck.json.", "deckkit build writes one.")
    problems = deck_problems(deck, deck_schema(games.get(deck["game"])))
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        raise UsageError(f"{shown} breaks its schema: {quoted(problems[0], 160)}{more}.", "")
    return deck
