"""deck.toml: who a deck is, and what it deviates from its game in."""

from __future__ import annotations

import re
import tomllib
from datetime import date, time
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from deckkit.errors import UsageError
from deckkit.text import all_of, any_of, did_you_mean

DECK_FILE = "deck.toml"

Slug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")]
Version = Annotated[str, Field(pattern=r"^\d{4}\.\d+(\.\d+)?$")]
Date = Annotated[
    str, BeforeValidator(lambda v: v.isoformat() if type(v) is date else v),
    Field(pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$"),
]  # fmt: skip
Trim = Annotated[float, Field(ge=30, le=300, strict=False)]
Shift = Annotated[float, Field(ge=-10, le=10, strict=False)]
Line = Annotated[str, Field(min_length=1, max_length=200)]

_EXPECTED = {
    "id": "lower-case letters, digits and hyphens, such as quizwiz",
    "game": "the id of a game, such as quizwiz",
    "version": 'a year and a number, such as "2026.1"',
    "as_of": 'a date, such as "2023-12-31"',
    "language": 'a language tag, such as "en"',
    "print.sheets": 'a list of sheets, such as ["a4-duplex"]',
    "print.card_size": "a name such as poker, or [width, height] from 30 to 300 mm",
    "print.offset": "[right, down] in mm, each from -10 to 10",
    "print.output_profile": "the name of an ICC file beside deck.toml",
    "print.ink_saver": "true or false",
    "print.copies": "a whole number from 1 to 20",
    "columns": 'a header, such as code = "ISO"',
}


class PrintConfig(BaseModel):
    """The ``[print]`` table: what `build --pdf` writes unless told otherwise.

    `card_size` is a name or a trim in mm; `offset` moves back pages right and down, in mm;
    `crop_marks` are the sides of a sheet with crop marks where `marks` is ``crop``;
    `output_profile` is the ICC file of a press, beside deck.toml, for the standard PDF/X-4.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    sheets: tuple[str, ...] = ("a4-duplex", "letter-duplex")
    card_size: Line | tuple[Trim, Trim] = "standard"
    offset: tuple[Shift, Shift] = (0.0, 0.0)
    marks: Literal["crop", "cutter", "none"] = "crop"
    crop_marks: Literal["both", "front", "none"] = "both"
    standard: Literal["none", "pdf/a-2b", "pdf/a-2u", "pdf/x-4"] = "none"
    output_profile: Annotated[str, Field(max_length=200)] = ""
    ink_saver: Annotated[bool, Field(strict=True)] = False
    copies: Annotated[int, Field(ge=1, le=20)] = 1


class IgnoreConfig(BaseModel):
    """An ``[[ignore]]`` entry: findings that the deck's editors accept, and why."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: Line
    reason: Line
    path: str = ""
    record: str = ""


class SpellingConfig(BaseModel):
    """The ``[spelling]`` table: words that the deck uses and the word list lacks."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    words: tuple[Line, ...] = ()


class DeckConfig(BaseModel):
    """A deck's own data. `contents` replaces the game's numbers of cards where it names them.

    `columns` says under which header a column stands in the files: ``code = "ISO"`` for all
    sheets, or ``[columns.statements]`` for one.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Slug
    game: Slug
    title: Line
    version: Version
    as_of: Date
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$")] = "en"
    licence: Line
    authors: tuple[Line, ...] = ()
    contents: dict[str, Annotated[int, Field(ge=0, le=100_000)]] = {}
    print: PrintConfig = PrintConfig()
    ignore: tuple[IgnoreConfig, ...] = ()
    spelling: SpellingConfig = SpellingConfig()
    columns: dict[str, Line | dict[str, Line]] = {}

    @property
    def accepted(self) -> dict[str, tuple[str, ...]]:
        """Codes that are ignored for single records, by record."""
        records = {ignore.record for ignore in self.ignore if ignore.record}
        return {r: tuple(i.code for i in self.ignore if i.record == r) for r in records}


def load(path: Path, shown: str) -> DeckConfig:
    """Read a deck.toml; raises UsageError that names file, entry and what to type."""
    try:
        data = tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise UsageError(f"{shown} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{shown} is not UTF-8 text.", "Save it again as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        said = re.sub(r"\('(.+?)',?\)", lambda m: m[1].replace("', '", "."), str(error))
        twice = "twice" in said or "overwrite" in said
        hint = "Each name may stand once." if twice else 'Texts stand in quotes: title = "QuizWiz".'
        raise UsageError(f"{shown} is not valid TOML: {said}.", hint) from error
    try:
        return DeckConfig.model_validate(data)
    except ValidationError as error:
        # A misspelt entry is also a missing one: the misspelling explains both.
        first = sorted(error.errors(), key=lambda e: e["type"] != "extra_forbidden")[0]
        raise _usage_error(shown, first) from None


UNVERSIONED = "0000.0"  # of what has no deck.toml


def bare(game_id: str, name: str) -> DeckConfig:
    """The configuration of a file or folder that has no deck.toml."""
    slug = "".join(c if c.isascii() and c.isalnum() else "-" for c in name.lower()).strip("-")
    return DeckConfig(
        id=slug[:64] or "deck",
        game=game_id,
        title=name,
        version=UNVERSIONED,
        as_of="0001-01-01",
        licence="unknown",
    )


def _usage_error(shown: str, error: Any) -> UsageError:
    """One sentence for the first problem pydantic found."""
    # Behind the name of an entry pydantic names the kind of value that it tried.
    first, *rest = map(str, error["loc"])
    words = [first, *(part for part in rest if not re.search(r"\[|\A(?:constrained-|dict)", part))]
    path, last = ".".join(words[:2] if words[0] == "print" else words), words[-1]
    if error["type"] == "extra_forbidden":
        nested: dict[str, type[BaseModel]] = {
            "print": PrintConfig,
            "ignore": IgnoreConfig,
            "spelling": SpellingConfig,
        }
        table = nested[str(error["loc"][0])] if len(error["loc"]) > 1 else DeckConfig
        known = table.model_fields
        hint = did_you_mean(last, known) or f"Known entries: {all_of(list(known))}."
        return UsageError(f"{shown} has an unknown entry: {path}.", hint)
    if error["type"] == "missing":
        return UsageError(
            f"{shown} lacks the entry {path}.", f"Add {path} = ...: {_expected(path)}."
        )
    if error["type"] == "literal_error":
        words = re.findall(r"'([^']*)'", error["ctx"]["expected"])
        hint = did_you_mean(str(error["input"]), words) or f"Known words: {any_of(words)}."
        return UsageError(f"{shown}: {path} has no value {error['input']!r}.", hint)
    return UsageError(f"{shown}: {path} = {_typed(error['input'])} is not {_expected(path)}.")


def _typed(value: Any) -> str:
    """A value as it is typed in TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, date | time) else repr(value)


def _expected(path: str) -> str:
    known = _EXPECTED.get(path) or _EXPECTED.get(path.split(".", maxsplit=1)[0])
    return known or "what belongs there (see docs/editing.md)"
