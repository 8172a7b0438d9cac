"""deckkit export: decks as files for the tables and programs that people already use.

- ``tts``: sheets of cards and a saved object for Tabletop Simulator
- ``csv``: the questions of a deck as one plain table
- ``anki``: the questions of a deck as flash cards for Anki
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from deckkit import output
from deckkit.building import Built
from deckkit.decks import compile_deck
from deckkit.errors import UsageError
from deckkit.export import anki, plain, tabletop
from deckkit.findings import Severity
from deckkit.game import Game, Games, Json, installed_games
from deckkit.loading import find_decks, load
from deckkit.pipeline import Options, check_all

__all__ = ["export_anki", "export_csv", "export_tabletop"]

Write = Callable[[Json, Game, Path], None]


def export_tabletop(
    options: Options, out: Path, games: Games | None = None, *, dpi: float = 300, base: str = ""
) -> Built:
    """Write ``<out>/<deck>/<deck>.json`` and its pictures for Tabletop Simulator.

    A card gets at most `dpi`, fewer where a sheet would grow above 4,096 px. `base` is put
    before each file name in the saved object. Raises UsageError as `building.build` does.
    """
    return _export(options, out, games, partial(tabletop.write, dpi=dpi, base=base), "tts")


def export_csv(options: Options, out: Path, games: Games | None = None) -> Built:
    """Write ``<out>/<deck>/<deck>.csv``; raises UsageError as `building.build` does."""
    return _export(options, out, games, plain.write, "csv")


def export_anki(options: Options, out: Path, games: Games | None = None) -> Built:
    """Write ``<out>/<deck>/<deck>.apkg``; raises UsageError as `building.build` does."""
    return _export(options, out, games, anki.write, "anki")


def _export(options: Options, out: Path, games: Games | None, write: Write, kind: str) -> Built:
    """Check and compile every deck and write each into a folder of its own, or none at all."""
    maker = f"export {kind}"
    found = find_decks(options.paths, games or installed_games(), options.game, options.sheet)
    decks = [load(deck, options.profile) for deck in found]
    report = check_all(decks, options)
    if report.worst_at_least(Severity.ERROR):
        return Built(report)
    compiled: Mapping[str, tuple[Json, Game]] = {
        loaded.source.config.id: (compile_deck(loaded.sources), loaded.source.game)
        for loaded in decks
    }
    if len(compiled) < len(decks):
        raise UsageError("Two decks have the same id.", "Change the id in one deck.toml.")
    places = {loaded.source.config.id: loaded.source.path for loaded in decks}
    with output.staging(out, places, maker) as stage:
        entries: dict[str, Json] = {}
        for name, (deck, game) in compiled.items():
            folder = stage / name
            folder.mkdir()
            write(deck, game, folder)
            made = (path for path in folder.rglob("*") if path.is_file())
            files: Json = {path.relative_to(folder).as_posix(): {} for path in made}
            entries[name] = output.entry(folder, deck, files)
        done = output.commit(stage, out, entries, maker)
    return Built(report, done.written, done.removed)
