"""Wits & Wagers Family conformance vectors.

Made by make docs from schemas/deck/wits-and-wagers-family/conformance.v1.schema.json.
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
    """A shuffled deck, by ids."""

    seed: int = Field(ge=0, le=9007199254740991)
    """Seed of the random stream."""
    players: int = Field(ge=1)
    """Number of players."""
    boards: list[str]
    """Name of each player's Answer Board."""
    questions: list[str]
    """Ids of the questions in the order they are played."""


class Guess(Model):
    """An Answer Board with a guess."""

    player: str = Field(min_length=1)
    """Name of the player."""
    guess: int = Field(ge=1)
    """The guess."""


class Meeple(Model):
    """A Meeple on a guess."""

    player: str = Field(min_length=1)
    """Name of the player."""
    size: Literal["small", "large"]
    """Size of the Meeple."""
    on: int = Field(ge=1)
    """The guess it is on; 1 is also the board 1."""


class Round(Model):
    """A round, as deckkit score takes it."""

    answer: int = Field(ge=1)
    """The answer."""
    guesses: list[Guess]
    """The guess of each player."""
    meeples: list[Meeple]
    """The Meeples placed."""
    totals: dict[str, int] | None = Field(default=None)
    """Points of each player before the round."""
    youngest_first: list[str] | None = Field(default=None)
    """Players by age, the youngest first; decides ties."""


class Result(Model):
    """What deckkit score answers."""

    winning_guess: int = Field(ge=1)
    """The closest guess that does not go over; 1 when every guess does."""
    points: dict[str, int]
    """Points of each player in the round."""
    totals: dict[str, int] | None = Field(default=None)
    """Points of each player after the round; only when the round gives totals."""
    winners: list[str] | None = Field(default=None)
    """Who has won: nobody below the target score; several only in a tie that age does not
    decide."""


class RoundVector(Model):
    """A round with its outcome."""

    question: str
    """Id of the question."""
    table: Round
    """A round, as deckkit score takes it."""
    result: Result
    """What deckkit score answers."""


class ExampleVector(Model):
    """A round with its outcome."""

    name: str = Field(min_length=1)
    """What the vector shows."""
    table: Round
    """A round, as deckkit score takes it."""
    result: Result
    """What deckkit score answers."""


class RefusedVector(Model):
    """Input that must be refused."""

    name: str = Field(min_length=1)
    """What the vector shows."""
    table: dict[str, Any]
    """A round as in examples."""
    why: str = Field(min_length=1)
    """The reason in words; another wording is as good."""


class WitsWagersFamilyConformanceVectors(Model):
    """Vectors by which an app tests its own rules. Members are never renamed or removed within
    conformance_version 1."""

    schema_: str = Field(alias="$schema")
    """Id of this schema."""
    conformance_version: Literal[1]
    """Version of this schema."""
    game: Literal["wits-and-wagers-family"]
    """Id of the game."""
    deck: DeckReference
    """The deck that the vectors belong to."""
    random: list[RandomSample]
    """Values of the random stream, to test an implementation of it."""
    deals: list[Deal]
    """Shuffled decks: this seed and number of players give this order."""
    rounds: list[RoundVector]
    """Rounds on questions of the deck."""
    examples: list[ExampleVector]
    """The rulebook's worked examples, ties and the end of the game."""
    refused: list[RefusedVector]
    """Rounds that break a rule."""
