"""deckkit workbook: a deck as one .xlsx for editors, and what they changed back into its CSV."""

from __future__ import annotations

from pathlib import Path

from deckkit.errors import UsageError
from deckkit.findings import Profile
from deckkit.game import Games, installed_games
from deckkit.loading import Loaded, find_decks, load
from deckkit.workbook.exporting import Exported, export, to_bytes
from deckkit.workbook.importing import import_
from deckkit.workbook.outcome import Change, Imported, RecordRef
from deckkit.workbook.reporting import render_export, render_import

__all__ = [
    "Change",
    "Exported",
    "Imported",
    "RecordRef",
    "export",
    "export_deck",
    "import_",
    "import_deck",
    "render_export",
    "render_import",
    "to_bytes",
]


def export_deck(
    deck: Path, out: Path | None = None, games: Games | None = None, *, force: bool = False
) -> Exported:
    """Write the workbook of the deck at `deck` to `out` (``<id>.xlsx`` when None).

    Raises UsageError when there is not exactly one deck, when `out` is not named .xlsx, exists
    (unless `force`), would lie among the deck's own sources, or when a cell cannot be kept as it
    is.
    """
    loaded = _only_deck(deck, games)
    path = out or Path(f"{loaded.source.config.id}.xlsx")
    if path.suffix.lower() != ".xlsx":
        raise UsageError(
            f"{path} is no name for a workbook: it is written as .xlsx only.",
            f"Write it with --out {path.parent / (path.stem or loaded.source.config.id)}.xlsx.",
        )
    if path.exists() and not force:
        raise UsageError(
            f"{path} exists already and may hold somebody's work.",
            "Choose another name with --out, or replace it with --force.",
        )
    if path.parent.resolve() == loaded.source.path.resolve():
        raise UsageError(
            f"{path} would lie among the deck's sources, which would then hold each sheet twice.",
            "Choose a place outside the deck's folder with --out.",
        )
    return export(loaded, path)


def import_deck(
    workbook: Path,
    deck: Path,
    games: Games | None = None,
    *,
    remove: bool = False,
    write: bool = True,
) -> Imported:
    """Write what changed in `workbook` back into the CSV files of the deck in the folder `deck`.

    Raises UsageError when there is no such deck or the workbook cannot be read.
    """
    if not workbook.is_file():
        raise UsageError(f"There is no file {workbook}.")
    return import_(workbook, _only_deck(deck, games), remove=remove, write=write)


def _only_deck(path: Path, games: Games | None) -> Loaded:
    decks = find_decks([path], games or installed_games())
    if len(decks) > 1:
        raise UsageError(
            f"There are {len(decks)} decks in {path}.", f"Name one, such as {decks[0].shown}."
        )
    return load(decks[0], Profile.DRAFT)
