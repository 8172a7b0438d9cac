"""QuizWiz deck.

Made by make docs from schemas/deck/quizwiz/v1.schema.json.
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


class Rules(Model):
    """Every number of the rulebook that an app needs."""

    hand_size: int = Field(ge=1)
    """Country cards in a hand."""
    open_cards: int = Field(ge=0)
    """Country cards lying open."""
    cards_to_end: int = Field(ge=1)
    """Cards that every Statement and Special Statement needs for the game to end."""
    mistakes_allowed: int = Field(ge=0)
    """Mistakes with which the group still wins."""
    debate_cards: int = Field(ge=0)
    """Debate cards laid out."""


class Region(Model):
    """A region."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")
    """Id of the region."""
    name: str
    """Name to print."""


class Category(Model):
    """A category."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")
    """Id of the category."""
    name: str
    """Name to print."""
    colour: str = Field(pattern=r"^#[0-9A-Fa-f]{6}$")
    """Colour as #rrggbb."""
    icon: str
    """Name of its picture."""


class Country(Model):
    """A country."""

    code: str = Field(pattern=r"^[A-Z]{3}$")
    """ISO 3166 alpha-3 code."""
    alpha2: str | None = Field(pattern=r"^[A-Z]{2}$")
    """ISO 3166 alpha-2 code; null for user-assigned codes."""
    name: str = Field(min_length=1)
    """Name to print."""
    region: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")
    """Id of the region."""
    capital: str
    """Capital to print; may be empty."""


class Statement(Model):
    """A Statement card."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Id of the card; stays with it for ever."""
    category: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")
    """Id of the category."""
    difficulty: int = Field(ge=1, le=3)
    """1 easy, 2 medium, 3 hard."""
    text: str = Field(min_length=1)
    """A clause that completes: This country ..."""
    count: int = Field(ge=0)
    """Number of countries that match."""
    countries: list[str]
    """Codes of the countries that match, sorted."""
    as_of: str = Field(pattern=r"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$")
    """When it was true."""
    sources: list[str]
    """Where a reader can look it up."""


class SpecialStatement(Model):
    """A Special Statement card: how many of the Statements on the table list the country."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Id of the card; stays with it for ever."""
    text: str = Field(min_length=1)
    """Condition to print."""
    minimum: int = Field(ge=0)
    """At least so many."""
    maximum: int | None = Field(ge=0)
    """At most so many; null for no limit."""


class StatementCounts(Model):
    """Number of Statements by difficulty."""

    n1: int = Field(alias="1", ge=0)
    """Statements of difficulty 1."""
    n2: int = Field(alias="2", ge=0)
    """Statements of difficulty 2."""
    n3: int = Field(alias="3", ge=0)
    """Statements of difficulty 3."""


class Setup(Model):
    """A Setup card."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Id of the card; stays with it for ever."""
    level: Literal["easy", "medium", "hard"]
    """Level of the game."""
    statements: StatementCounts
    """Number of Statements by difficulty."""
    special_statements: list[str]
    """Ids of the Special Statements laid out."""


class Debate(Model):
    """A Debate card."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$")
    """Id of the card; stays with it for ever."""
    text: str = Field(min_length=1)
    """What is printed on it."""


class QuizWizDeck(Model):
    """A compiled deck. Members are never renamed or removed within schema_version 1."""

    schema_: str = Field(alias="$schema")
    """Id of this schema."""
    schema_version: Literal[1]
    """Version of this schema."""
    game: Literal["quizwiz"]
    """Id of the game."""
    deck: DeckInformation
    """Who the deck is."""
    rules: Rules
    """Every number of the rulebook that an app needs."""
    regions: list[Region]
    """Regions, by name."""
    categories: list[Category]
    """Categories of Statements."""
    countries: list[Country]
    """Country cards, by name."""
    statements: list[Statement]
    """Statement cards, in the order of the sources."""
    special_statements: list[SpecialStatement]
    """Special Statement cards."""
    setups: list[Setup]
    """Setup cards."""
    debates: list[Debate]
    """Debate cards."""
