"""load_side: a folder, workbook, deck.json or git revision -> Side."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from deckkit.decks import compile_deck
from deckkit.diff import revision
from deckkit.diff.model import Json, Key, Side
from deckkit.errors import InternalError, UsageError
from deckkit.findings import Location, Profile, Severity
from deckkit.game import Games, installed_games
from deckkit.loading import Loaded, find_decks, load

DECK_JSON = "deck.json"


def load_side(
    spec: str, games: Games | None = None, game_id: str | None = None, repository: Path = Path()
) -> Side:
    """The deck that `spec` names: a path, or ``REVISION:path`` in the git `repository`.

    A path is a folder of sources, a workbook, a deck.json or a folder that holds one. Sources
    are compiled under the profile draft; nothing in them or in the repository is executed.

    Raises UsageError when there is no such deck, or more than one.
    """
    path = Path(spec)
    known = games or installed_games()
    if path.exists():
        return _at(path, spec, known, game_id)
    if ":" not in spec:
        raise UsageError(
            f"There is no file or folder {spec}.",
            "For a git revision type REVISION:path, such as main:sources/quizwiz.",
        )
    rev, _, inside = spec.partition(":")
    with tempfile.TemporaryDirectory(prefix="deckkit-diff-") as folder:
        found = revision.extract(repository, rev, inside, Path(folder))
        side = _at(found, spec, known, game_id)
        return replace(side, places=dict(_renamed(side.places, found.as_posix(), spec)))


def _renamed(
    places: Mapping[Key, Location], prefix: str, spec: str
) -> Iterator[tuple[Key, Location]]:
    """Places in the temporary folder named as the revision's own files."""
    for key, place in places.items():
        yield key, replace(place, file=place.file.replace(prefix, spec, 1))


def _at(path: Path, shown: str, games: Games, game_id: str | None) -> Side:
    if path.is_dir() and (path / DECK_JSON).is_file() and not (path / "deck.toml").is_file():
        path = path / DECK_JSON
    if path.suffix.lower() == ".json":
        return Side(_read(path, shown, games), shown)
    decks = find_decks([path], games, game_id)
    if len(decks) > 1:
        names = ", ".join(deck.shown for deck in decks)
        raise UsageError(f"{shown} holds {len(decks)} decks: {names}.", "Name one of them.")
    return _compiled(load(decks[0], Profile.DRAFT), shown)


def _read(path: Path, shown: str, games: Games) -> Json:
    try:
        deck = json.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise UsageError(f"{shown} cannot be read as JSON: {error}.") from error
    if not isinstance(deck, dict) or not isinstance(deck.get("deck"), dict) or "game" not in deck:
        raise UsageError(f"{shown} is not a deck.json.", "deckkit build writes one.")
    games.get(str(deck["game"]))
    return deck


def _compiled(loaded: Loaded, shown: str) -> Side:
    sources = loaded.sources
    try:
        deck = compile_deck(sources)
    except (InternalError, LookupError, ValueError) as error:
        hint = f"Run deckkit validate {loaded.source.shown} and correct its errors first."
        raise UsageError(f"{shown} has errors and cannot be compared.", hint) from error
    errors = sum(finding.severity is Severity.ERROR for finding in loaded.findings)
    notes: dict[Key, str] = {}
    places: dict[Key, Location] = {}
    extra: dict[str, dict[str, dict[str, str]]] = {}
    for name, table in sources.tables.items():
        rows: dict[str, dict[str, str]] = {}
        for record in table.records:
            key = (name, record.record_id.replace(" ", "-"))
            places.setdefault(key, record.place)
            notes.setdefault(key, record.raw("note"))
            texts = {header: cell.text for header, cell in record.row.cells.items()}
            rows.setdefault(key[1], texts)
        if name not in deck:
            extra[name] = rows
    return Side(deck, shown, notes, places, extra, errors)
