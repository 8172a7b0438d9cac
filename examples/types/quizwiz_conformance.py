"""QuizWiz conformance vectors.

Made by make docs from schemas/deck/quizwiz/conformance.v1.schema.json.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """A part of the file; members that a later version adds are passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)


class DeckReference(Model):
    """The deck that the vectors belong to."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")
    """Id of the deck."""
    version: str
    """Content version of the deck."""
    content_hash: str = Field(pattern=r"^sha256:[0-9a-f]{64}$")
    """Hash of its content, as in deck.json."""


class BoundedSample(Model):
    """Bounded draws with one bound."""

    count: int = Field(ge=1)
    """The bound: values are from 0 to count - 1."""
    values: list[int]
    """The values."""


class RandomSample(Model):
    """The stream of one seed, in the order in which it is used: next, below, shuffled."""

    seed: int = Field(ge=0, le=9007199254740991)
    """Seed of the random stream."""
    next: list[str]
    """The first four values, 64 bits each, as 16 hexadecimal digits."""
    below: list[BoundedSample]
    """Bounded draws that follow, one group after the other."""
    shuffled: list[int]
    """The numbers 0 to 9 shuffled, after all of these."""


class Deal(Model):
    """A dealt table, by ids."""

    setup: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Setup card."""
    seed: int = Field(ge=0, le=9007199254740991)
    """Seed of the random stream."""
    players: int = Field(ge=1)
    """Number of players."""
    statements: list[str]
    """Ids of the Statements, in the order drawn."""
    special_statements: list[str]
    """Ids of the Special Statements."""
    debates: list[str]
    """Ids of the Debate cards."""
    hands: list[list[str]]
    """The hand of each player."""
    open: list[str]
    """Countries lying open."""
    pile: list[str]
    """The Country deck, the next card first."""


class Play(Model):
    """One turn."""

    player: int = Field(ge=1)
    """Number of the player, from 1."""
    country: str = Field(pattern=r"^[A-Z]{3}$")
    """The country played."""
    from_: str = Field(alias="from", pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """hand, open, or the id of the Debate card that it lay on."""
    to: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Id of the Statement, Special Statement or Debate card."""


class Game(Model):
    """A game on a dealt table, as deckkit score takes it."""

    setup: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Setup card."""
    seed: int = Field(ge=0, le=9007199254740991)
    """Seed of the random stream."""
    players: int = Field(ge=1)
    """Number of players."""
    debate_mode: bool | None = Field(default=None)
    """Whether Debate cards never leave the game."""
    plays: list[Play]
    """Every play, in order."""


class Slot(Model):
    """A card with the countries that lie on it."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Id of the Statement."""
    countries: list[str]
    """Countries on it, in the order played."""


class Parked(Model):
    """A Debate card with a country on it."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Id of the Debate card."""
    country: str = Field(pattern=r"^[A-Z]{3}$")
    """ISO 3166 alpha-3 code of a country."""


class Table(Model):
    """The cards that lie on a table, as deckkit score takes them."""

    statements: list[Slot]
    """Statements on the table."""
    special_statements: list[Slot]
    """Special Statements on the table."""
    debates: list[Parked] | None = Field(default=None)
    """Countries parked on Debate cards."""


class Verdict(Model):
    """The verdict on one Country card."""

    slot: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Id of the Statement or Special Statement."""
    country: str = Field(pattern=r"^[A-Z]{3}$")
    """ISO 3166 alpha-3 code of a country."""
    correct: bool
    """Whether it is right there."""
    count: int = Field(ge=0)
    """How many Statements on the table list the country."""


class Result(Model):
    """What deckkit score answers."""

    verdicts: list[Verdict]
    """A verdict for each Country card on a Statement or Special Statement."""
    mistakes: int = Field(ge=0)
    """Number of cards that are wrong."""
    won: bool
    """Whether the group wins: the game has ended, with no more mistakes than allowed."""
    unfinished: list[str] | None = Field(default=None)
    """Ids of the cards that hold too few countries for the game to end; absent when it has
    ended."""


class GameVector(Model):
    """A game with its outcome."""

    name: str = Field(min_length=1)
    """What the vector shows."""
    game: Game
    """A game on a dealt table, as deckkit score takes it."""
    table: Table
    """The cards that lie on a table, as deckkit score takes them."""
    result: Result
    """What deckkit score answers."""


class ExampleVector(Model):
    """A finished table with its outcome."""

    name: str = Field(min_length=1)
    """What the vector shows."""
    table: Table
    """The cards that lie on a table, as deckkit score takes them."""
    result: Result
    """What deckkit score answers."""


class RefusedVector(Model):
    """Input that must be refused."""

    name: str = Field(min_length=1)
    """What the vector shows."""
    table: dict[str, Any]
    """A table as in examples, with or without setup, or a game as in games."""
    why: str = Field(min_length=1)
    """The reason in words; another wording is as good."""


class QuizWizConformanceVectors(Model):
    """Vectors by which an app tests its own rules. Members are never renamed or removed within
    conformance_version 1."""

    schema_: str = Field(alias="$schema")
    """Id of this schema."""
    conformance_version: Literal[1]
    """Version of this schema."""
    game: Literal["quizwiz"]
    """Id of the game."""
    deck: DeckReference
    """The deck that the vectors belong to."""
    random: list[RandomSample]
    """Values of the random stream, to test an implementation of it."""
    deals: list[Deal]
    """Set-ups: this Setup, seed and number of players give this table."""
    games: list[GameVector]
    """Games on dealt tables: these plays give this table and these verdicts."""
    example_deck: dict[str, Any]
    """The deck of examples and refused: a complete deck.json (v1.schema.json) that is not for
    play."""
    examples: list[ExampleVector]
    """Tables of example_deck with their verdicts, the rulebook's worked check first."""
    refused: list[RefusedVector]
    """Tables and games of example_deck that break a rule."""
