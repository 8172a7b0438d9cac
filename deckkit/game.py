"""The Game contract: everything the core knows about a game is a value of this type.

Add a game by making one `Game` and naming it under the entry point group ``deckkit.games``.
The core never names a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from deckkit import assets
from deckkit.errors import UsageError
from deckkit.text import any_of, did_you_mean

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from deckkit.facts import FactLine
    from deckkit.records import Record, Sources
    from deckkit.stats import Chart

ENTRY_POINTS = "deckkit.games"

Json = dict[str, Any]

CARD, A5 = (63.0, 88.0), (148.0, 210.0)  # trims in mm, width and height


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
    """A card to print: `kind` groups cards on sheets and in bookmarks.

    `size` is its trim in mm, width and height; cards of one kind have one size.
    """

    id: str
    kind: str
    front: Face
    back: Face
    size: tuple[float, float] = CARD


@dataclass(frozen=True, slots=True)
class Ask:
    """The table that is wanted: `seed` decides every choice; `answers` shows what is right.

    `setup` is the id of what the game is set up from; None where a game has no such thing.
    """

    seed: int
    players: int
    setup: str | None = None
    answers: bool = False


@dataclass(frozen=True, slots=True)
class Dealt:
    """A table ready to play: as data, and as lines to read."""

    data: Json
    text: str


@dataclass(frozen=True, slots=True)
class Scoring:
    """How finished tables are scored.

    `members` are the members that tell a table of this game from those of others. `score`
    takes the table and its deck.json (None when the table names no deck) and raises
    UsageError for a table that breaks the rules.
    """

    members: tuple[str, ...]
    score: Callable[[Mapping[str, Any], Mapping[str, Any] | None], Json]


class CoverageResult(Protocol):
    """What an analysis of all tables of a deck found."""

    @property
    def proven(self) -> bool:
        """Whether nothing was only sampled."""

    def as_json(self) -> Json:
        """The published form."""

    def as_text(self) -> str:
        """The form for a terminal."""

    def as_markdown(self) -> str:
        """The form for a pull request."""

    def certificate(self) -> Json:
        """What a checker needs to test every claim again."""

    def plots(self) -> Mapping[str, str]:
        """SVG drawings by file name."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """A game's analysis of every table that can be drawn.

    `analyse` takes a deck.json, ids of Setups (None: all), a mode (quick, normal, full) and an
    executor (None: this process); `verify` gives the problems of a certificate.
    """

    analyse: Callable[
        [Mapping[str, Any], Sequence[str] | None, str, Executor | None], CoverageResult
    ]
    verify: Callable[[Mapping[str, Any], Mapping[str, Any]], list[str]]


@dataclass(frozen=True, slots=True)
class Listing:
    """The questions of a deck as plain rows, for tables and flash cards.

    Each row has a text for each of `columns`, the first of which is the record's id. A flash
    card asks with the columns `asks` and then `prompt`, and answers with the columns `tells`.
    """

    columns: tuple[str, ...]
    rows: Sequence[Mapping[str, str]]
    prompt: str
    asks: tuple[str, ...]
    tells: tuple[str, ...]


def late(name: str) -> Callable[..., Any]:
    """The function ``package.module:function``, whose module is imported by the first call.

    Games name their parts so: whoever only checks a deck loads nothing that prints or proves.
    """
    module, _, function = name.partition(":")

    def call(*args: Any) -> Any:
        return getattr(import_module(module), function)(*args)

    return call


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
    `coverage` analyses every table that can be drawn;
    `ahead` begins what rules of the print profile will take long over, for the time of a block;
    `charts` says what there is to count in a deck.json;
    `deal` lays out a legal table; `score` judges finished ones; `conformance` gives the
    vectors by which an app tests its own rules;
    `schema_version` is the version of its deck schema, and `earlier` turns a deck.json of it
    into the game's part of a deck.json of each older version that is still written.
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
    listing: Callable[[Mapping[str, Any]], Listing] | None = field(default=None)
    coverage: Coverage | None = field(default=None)
    ahead: Callable[[Sources], AbstractContextManager[None]] | None = field(default=None)
    deal: Callable[[Mapping[str, Any], Ask], Dealt] | None = field(default=None)
    score: Scoring | None = field(default=None)
    conformance: Callable[[Mapping[str, Any]], Json] | None = field(default=None)
    schema_version: int = 1
    earlier: Mapping[int, Callable[[Mapping[str, Any]], Json]] = field(default_factory=dict)

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
    from importlib.metadata import entry_points

    return Games.of(
        entry.load() for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda e: e.name)
    )


def data_folders() -> list[Path]:
    """Every folder of templates and schemas that a run may read, those of installed games too."""
    folders = {assets.folder("templates"), assets.folder("schemas")}
    for game in installed_games().by_id.values():
        folders |= {game.templates, game.schemas}
    return sorted(folders)
