"""The records of a QuizWiz deck, one class per sheet."""

from __future__ import annotations

from deckkit.records import Record


class Country(Record):
    """A Country card."""

    code: str
    name: str
    region: str
    capital: str = ""
    aliases: tuple[str, ...] = ()
    demonyms: tuple[str, ...] = ()


class Category(Record):
    """A category of Statements; a table never holds two Statements of one category."""

    id: str
    name: str
    colour: str = "#22313f"
    icon: str = "globe"


class Statement(Record):
    """A Statement card: a clause that completes "This country ...", and who it is true of."""

    id: str
    category: str
    difficulty: int
    text: str
    count: int
    answers: tuple[str, ...]
    as_of: str = ""
    sources: tuple[str, ...] = ()
    fact: str = ""
    note: str = ""


class SpecialStatement(Record):
    """A Special Statement: how many Statements on the table must list the country."""

    id: str
    text: str
    minimum: int
    maximum: int | None = None


class Setup(Record):
    """A Setup card: Statements per difficulty and the Special Statements laid out with them."""

    id: str
    level: str
    easy: int
    medium: int
    hard: int
    special_statements: tuple[str, ...] = ()

    @property
    def wanted(self) -> dict[int, int]:
        """Number of Statements by difficulty."""
        return {1: self.easy, 2: self.medium, 3: self.hard}


class Debate(Record):
    """A Debate card."""

    id: str
    text: str


class FactRow(Record):
    """The facts of one country; the columns beside `code` are fact keys."""

    code: str


class FactKey(Record):
    """What a column of the sheet facts means, and where its values come from."""

    key: str
    meaning: str
    type: str
    source: str
    unit: str = ""
    licence: str = ""
    as_of: str = ""
    volatility: str = "stable"
