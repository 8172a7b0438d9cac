"""A new deck to begin with: small, right in every cell, and ready to print."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from deckkit import workbook
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
    name = title.strip() or (slug.replace("-", " ").title() if named == slug else named)
    if not name.isprintable() or len(name) > 200:
        raise UsageError("The title is not a line of up to 200 characters.", "Shorten it.")
    made = today or date.today()
    words = {"id": slug, "title": name, "year": f"{made.year}", "date": made.isoformat()}
    try:
        with tempfile.TemporaryDirectory(prefix=".deckkit-new-", dir=place.resolve().parent) as new:
            files = _write(Path(new, slug), game, words, as_workbook, games)
            place.mkdir(exist_ok=True)
            for file in files:
                file.rename(place / file.name)
    except OSError as error:
        raise UsageError(f"{place} cannot be made: {error.strerror}.", "Choose another.") from error
    return Started(tuple(place / file.name for file in files), name)


def _write(
    deck: Path, game: Game, words: Mapping[str, str], as_workbook: bool, games: Games | None
) -> list[Path]:
    """Write the starter deck into the folder `deck`; the files it then has."""
    deck.mkdir()
    for file, text in _starter(game):
        (deck / file).write_text(_filled(text, words), encoding="utf-8", newline="")
    if as_workbook:
        book = deck.with_suffix(".xlsx")
        workbook.export_deck(deck, book, games)
        for path in deck.iterdir():
            if path.name != DECK_FILE:
                path.unlink()
        book.rename(deck / book.name)
    return sorted(deck.iterdir())


def _starter(game: Game) -> Iterator[tuple[str, str]]:
    """Name and text of each file of the game's starter deck."""
    folder = game.templates / "starter" / game.id
    if not folder.is_dir():
        raise UsageError(f"{game.title} has no deck to begin with.", "Copy another of its decks.")
    for path in sorted(folder.iterdir()):
        yield path.name, path.read_text("utf-8")


def _filled(text: str, words: Mapping[str, str]) -> str:
    """`text` with each ``@name@`` replaced, as inside a text of TOML."""

    def value(match: re.Match[str]) -> str:
        return words[match[1]].replace("\\", "\\\\").replace('"', '\\"')

    return re.sub(f"@({'|'.join(words)})@", value, text)
