"""A new deck to begin with: small, right in every cell, and ready to print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from deckkit import output, workbook
from deckkit.config import DECK_FILE
from deckkit.errors import UsageError
from deckkit.game import Game, Games, installed_games
from deckkit.text import any_of


@dataclass(frozen=True, slots=True)
class Started:
    """A deck that was begun: its files, and what it is called."""

    files: tuple[Path, ...]
    title: str


def start(
    place: Path, game_id: str | None, *, title: str = "", as_workbook: bool = False,
    games: Games | None = None, today: date | None = None,
) -> Started:  # fmt: skip
    """Write the game's starter deck into the new folder `place`, as CSV files or one workbook.

    Raises UsageError without a known game, and when `place` holds anything already or cannot be
    written.
    """
    known = games or installed_games()
    if game_id is None:
        ids = any_of([f"--game {name}" for name in sorted(known.by_id)])
        raise UsageError("Which game is the deck of?", f"Add {ids}.")
    game = known.get(game_id)
    named = place.resolve().name
    slug = re.sub(r"[^a-z0-9]+", "-", named.lower()).strip("-")[:64] or "deck"
    if place.is_file() or (place.is_dir() and any(place.iterdir())):
        raise UsageError(f"{place} exists already.", "Choose a new folder.")
    name = title or (slug.replace("-", " ").title() if named == slug else named)
    if not name.isprintable() or len(name) > 200:
        raise UsageError("The title is not a line of up to 200 characters.", "Shorten it.")
    made = today or date.today()
    words = {"id": slug, "title": name, "year": f"{made.year}", "date": made.isoformat()}
    with output.staging(place.resolve().parent) as stage:
        new = stage / slug
        new.mkdir()
        for file, text in _starter(game):
            (new / file).write_text(_filled(text, words), encoding="utf-8", newline="")
        if as_workbook:
            _join(new, stage, games)
        output.replace_folder(new, place.resolve())
    return Started(tuple(place / file.name for file in sorted(place.iterdir())), name)


def _starter(game: Game) -> Iterator[tuple[str, str]]:
    """Name and text of each file of the game's starter deck."""
    folder = game.templates / "starter" / game.id
    if not folder.is_dir():
        raise UsageError(f"{game.title} has no deck to begin with.", "Copy another of its decks.")
    for path in sorted(folder.iterdir()):
        yield path.name, path.read_text("utf-8")


def _filled(text: str, words: dict[str, str]) -> str:
    """`text` with each ``"@name@"`` replaced, as a text of TOML."""
    for name, value in words.items():
        quoted = value.replace("\\", "\\\\").replace('"', '\\"')
        text = text.replace(f"@{name}@", quoted)
    return text


def _join(deck: Path, stage: Path, games: Games | None) -> None:
    """Put one workbook in the place of the CSV files of a deck."""
    book = stage / f"{deck.name}.xlsx"
    workbook.export_deck(deck, book, games)
    for path in deck.iterdir():
        if path.name != DECK_FILE:
            path.unlink()
    book.rename(deck / book.name)
