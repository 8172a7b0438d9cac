"""The Game contract: everything the core knows about a game is a value of this type.

Add a game by making one `Game` and naming it under the entry point group ``deckkit.games``.
The core never names a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit.errors import UsageError
from deckkit.text import any_of, did_you_mean

if TYPE_CHECKING:
    from deckkit.facts import FactLine
    from deckkit.records import Record, Sources
    from deckkit.stats import Chart

ENTRY_POINTS = "deckkit.games"

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SheetSpec:
    """A sheet of a game: its name, the record its rows become, and whether a deck needs it.

    `schema` is the file of the row schema below ``<game.schemas>/source/<game.id>/``.
    """

    name: str
    record: type[Record]
    required: bool = True
    noun: str = ""

    @property
    def schema(self) -> str:
        """File name of the JSON Schema of one row."""
        return f"{self.name}.schema.json"


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a card: a template with its data.

    Faces with one `id` are the same face and are laid out once (a common back).
    `source` is the id of the record that the face prints, for findings about its fit.
    """

    id: str
    template: str
    data: Mapping[str, Any]
    source: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """A card to print: `kind` groups cards on sheets and in bookmarks."""

    id: str
    kind: str
    front: Face
    back: Face


@dataclass(frozen=True)
class Game:
    """A game that decks can be made for.

    `id` names folders and deck.toml entries; `prefix` starts the codes of its rules;
    `sheets` are the tables of a source deck in the order they are described;
    `contents` says how many records of each sheet a complete deck holds;
    `compile` turns checked sources into the game's own part of deck.json;
    `cards` turns a deck.json into cards (faces are rendered from the compiled deck only);
    `schemas` and `templates` are the folders that hold the game's own;
    `rules` are the modules whose import registers the game's rules;
    `contents_of` counts records where rows of sheets are not what is counted;
    `facts` recomputes every record that has a fact;
    `charts` says what there is to count in a deck.json.
    """

    id: str
    title: str
    prefix: str
    sheets: tuple[SheetSpec, ...]
    contents: Mapping[str, int]
    compile: Callable[[Sources], Json]
    cards: Callable[[Mapping[str, Any]], Sequence[Card]]
    schemas: Path
    templates: Path
    rules: tuple[str, ...] = ()
    contents_of: Callable[[Sources], Mapping[str, int]] | None = field(default=None)
    facts: Callable[[Sources], Sequence[FactLine]] | None = field(default=None)
    charts: Callable[[Mapping[str, Any]], Sequence[Chart]] | None = field(default=None)

    def sheet(self, name: str) -> SheetSpec:
        """The sheet of that name; raises KeyError when the game has none."""
        for spec in self.sheets:
            if spec.name == name:
                return spec
        raise KeyError(name)


@dataclass(frozen=True)
class Games:
    """The games known to this run, by id."""

    by_id: Mapping[str, Game]

    @classmethod
    def of(cls, games: Iterable[Game]) -> Games:
        """A set of games given directly (tests, embedding)."""
        return cls({game.id: game for game in games})

    def get(self, game_id: str) -> Game:
        """The game of that id; raises UsageError naming the known ones."""
        if game_id in self.by_id:
            return self.by_id[game_id]
        hint = did_you_mean(game_id, self.by_id) or f"Known games: {any_of(sorted(self.by_id))}."
        raise UsageError(f'There is no game "{game_id}".', hint)


@cache
def installed_games() -> Games:
    """Every game that an installed package offers under the entry point group."""
    return Games.of(
        entry.load() for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda e: e.name)
    )
