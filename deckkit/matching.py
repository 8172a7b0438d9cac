"""Which sheet of a game a table is: by its name, by its file's name, by its header."""

from __future__ import annotations

from deckkit.game import Game, SheetSpec
from deckkit.schemas import RowSchema, row_schema
from deckkit.sources import Sheet
from deckkit.sources.model import key


def spec_of(sheet: Sheet, game: Game, asked: str | None, *, lone: bool) -> SheetSpec | None:
    """Which sheet of the game this is: by `--sheet`, by name, a lone CSV also by its header."""
    if lone and asked is not None:
        return game.sheet(key(asked))
    for spec in game.sheets:
        if spec.name == key(sheet.name):
            return spec
    return (_by_words(sheet, game) or by_header(sheet, game)) if lone else None


def _by_words(sheet: Sheet, game: Game) -> SheetSpec | None:
    """The sheet that a file's name holds (07_countries_new.csv), when some columns are its."""
    words = f"_{key(sheet.name)}_"
    for spec in sorted(game.sheets, key=lambda spec: -len(spec.name)):
        if f"_{spec.name}_" in words and set(schema_of(game, spec).columns) & set(sheet.columns):
            return spec
    return None


def by_header(sheet: Sheet, game: Game) -> SheetSpec | None:
    """The sheet most of whose needed columns are here; None when none fits or two do."""
    fits: list[tuple[int, SheetSpec]] = []
    for spec in game.sheets:
        schema = schema_of(game, spec)
        needed = {c.name for c in schema.columns.values() if c.required}
        if needed and needed <= set(sheet.columns):
            fits.append((len(needed), spec))
    fits.sort(key=lambda fit: -fit[0])
    if not fits or (len(fits) > 1 and fits[0][0] == fits[1][0]):
        return None
    return fits[0][1]


def schema_of(game: Game, spec: SheetSpec) -> RowSchema:
    """The schema of a game's sheet."""
    return row_schema(game.schemas / "source" / game.id / spec.schema)
