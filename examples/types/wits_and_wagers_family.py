"""Wits & Wagers Family deck.

Made by make docs from schemas/deck/wits-and-wagers-family/v1.schema.json.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    """A part of the file; members that a later version adds are passed over."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)


class DeckInformation(Model):
    """Who the deck is."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")
    """Id of the deck; names its folder."""
    title: str = Field(min_length=1)
    """Title to show."""
    version: str = Field(pattern=r"^[0-9]{4}\.[0-9]+(\.[0-9]+)?$")
    """Content version (CalVer)."""
    as_of: str = Field(pattern=r"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$")
    """Date on which the content was true."""
    language: str
    """BCP 47 language tag."""
    licence: str
    """Licence of the content."""
    authors: list[str]
    """Who made the content."""
    content_hash: str = Field(pattern=r"^sha256:[0-9a-f]{64}$")
    """sha256 over the canonical JSON of this file without this member."""


class MeepleSupply(Model):
    """Meeples of each player."""

    small: int
    """Small Meeples."""
    large: int
    """Large Meeples."""


class Points(Model):
    """Points of a round."""

    writer: int
    """For having written the winning guess."""
    small: int
    """For a small Meeple on it."""
    large: int
    """For a large Meeple on it."""


class Rules(Model):
    """Every number of the rulebook that an app needs."""

    target_score: int = Field(ge=1)
    """Points that end the game."""
    lowest_guess: int
    """The guess on the board that wins when all guesses are too high."""
    meeples: MeepleSupply
    """Meeples of each player."""
    points: Points
    """Points of a round."""


class Question(Model):
    """A question."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}-(top|bottom)$")
    """Card id and position."""
    card: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Id of the card; stays with it for ever."""
    position: Literal["top", "bottom"]
    """Half of the card."""
    category: str
    """Topic."""
    text: str = Field(min_length=1)
    """The question."""
    answer: int = Field(ge=1)
    """The answer."""
    unit: str = Field(min_length=1)
    """Unit of the answer."""
    as_of: str = Field(pattern=r"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$")
    """When it was true."""
    sources: list[str]
    """Where a reader can look it up."""


class Player(Model):
    """An Answer Board."""

    name: str
    """Name of the colour, or 1."""
    colour: str = Field(pattern=r"^#[0-9A-Fa-f]{6}$")
    """Colour as #rrggbb."""
    shape: str
    """Shape that tells it apart without colour; empty for none."""
    board: str
    """What stands on the board."""
    meeples: int = Field(ge=0)
    """Number of Meeples."""


class WitsWagersFamilyDeck(Model):
    """A compiled deck. Members are never renamed or removed within schema_version 1."""

    schema_: str = Field(alias="$schema")
    """Id of this schema."""
    schema_version: Literal[1]
    """Version of this schema."""
    game: Literal["wits-and-wagers-family"]
    """Id of the game."""
    deck: DeckInformation
    """Who the deck is."""
    rules: Rules
    """Every number of the rulebook that an app needs."""
    questions: list[Question]
    """Questions by card, top first."""
    players: list[Player]
    """Answer Boards with their Meeples."""
