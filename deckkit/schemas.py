"""JSON Schemas: row schemas of source sheets, compiled once, and the schemas of decks.

A row schema is a JSON Schema (draft 2020-12) of one row whose properties are columns. deckkit
adds these annotations:

- ``x-key``: the columns that identify a record;
- ``x-unique-text``: the columns whose text must not occur twice;
- on a column ``x-required-from``: the profile from which the column must be filled;
  ``x-expected``: what belongs there, in words; ``x-values``: value of each accepted word;
  ``x-date``: a date cell is accepted; ``x-printed``: false when no card shows it.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit.findings import Profile
from deckkit.text import any_of, did_you_mean, number, quoted

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

CONFORMANCE_VERSION = 1
Sentence = Callable[[], tuple[str, str]]  # gives message and hint, which take a while to word
DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True)
class Column:
    """One column of a sheet, as its schema describes it."""

    name: str
    schema: Mapping[str, Any]
    required: bool

    @cached_property
    def kind(self) -> str:
        """``string``, ``integer``, ``number``, ``boolean`` or ``array`` (a list in one cell)."""
        return str(self.schema.get("type", "string"))

    @cached_property
    def required_from(self) -> Profile | None:
        """The lowest profile that wants the cell filled; None when it may stay empty."""
        if self.required:
            return Profile.DRAFT
        word = self.schema.get("x-required-from")
        return Profile.parse(word) if word else None

    @property
    def expected(self) -> str:
        """What belongs into the cell, in words."""
        return str(self.schema.get("x-expected") or self.schema.get("title") or self.name)

    @cached_property
    def validator(self) -> Validator:
        """The compiled validator of one value."""
        return validator_of(self.schema)

    @cached_property
    def fast(self) -> Callable[[Any], bool] | None:
        """Whether a value is right, compiled; None when the schema says more than that can tell."""
        return compiled(self.schema)

    def problems(self, value: Any) -> Iterator[tuple[str, Sentence]]:
        """(keyword, sentence) for each way in which `value` breaks the schema."""
        if self.fast is None:
            for error in self.validator.iter_errors(value):
                keyword, limit = str(error.validator), error.validator_value
                yield keyword, partial(_sentence, self, keyword, limit, error.instance)
        elif not self.fast(value):
            for keyword, limit, part in _faults(self.schema, value):
                yield keyword, partial(_sentence, self, keyword, limit, part)


@dataclass(frozen=True)
class RowSchema:
    """The schema of a sheet's rows."""

    title: str
    columns: Mapping[str, Column]
    key: tuple[str, ...]
    unique_text: tuple[str, ...]
    open: bool


@cache
def row_schema(path: Path) -> RowSchema:
    """Load one row schema; cached, since the same sheet is checked again and again."""
    data = json.loads(path.read_text(encoding="utf-8"))
    required = set(data.get("required", ()))
    columns = {n: Column(n, s, n in required) for n, s in data["properties"].items()}
    return RowSchema(
        data.get("title", path.stem),
        columns,
        tuple(data.get("x-key", ())),
        tuple(data.get("x-unique-text", ())),
        data.get("additionalProperties", True) is not False,
    )


def deck_schema_path(schemas: Path, game_id: str, version: int = 1) -> Path:
    """The file of a game's deck schema."""
    return schemas / "deck" / game_id / f"v{version}.schema.json"


def conformance_schema_path(schemas: Path, game_id: str) -> Path:
    """The file of the schema of a game's conformance.json."""
    return schemas / "deck" / game_id / f"conformance.v{CONFORMANCE_VERSION}.schema.json"


@cache
def load_schema(path: Path) -> Mapping[str, Any]:
    """A schema file as data."""
    loaded: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def compiled(schema: Mapping[str, Any]) -> Callable[[Any], bool] | None:
    """A check that says yes only to values that are right by `schema`.

    It knows the keywords of columns; None for a schema with another keyword or type, for which
    jsonschema has the only word. It is some twenty times faster than jsonschema.
    """
    rest = {k: v for k, v in schema.items() if k not in NOTES and not k.startswith("x-")}
    kind = rest.pop("type", None)
    if kind == "string" and rest.keys() <= {"enum", "pattern", "minLength", "maxLength"}:
        low, high = rest.get("minLength", 0), rest.get("maxLength", sys.maxsize)
        find = re.compile(rest.get("pattern", "")).search
        words = frozenset(rest["enum"]) if "enum" in rest else None

        def text(value: Any) -> bool:
            return (
                isinstance(value, str)
                and low <= len(value) <= high
                and (words is None or value in words)
                and find(value) is not None
            )

        return text
    if kind == "integer" and rest.keys() <= {"minimum", "maximum"}:
        least, most = rest.get("minimum", -math.inf), rest.get("maximum", math.inf)

        def whole(value: Any) -> bool:
            return type(value) is int and least <= value <= most

        return whole
    if kind == "array" and rest.keys() <= {"items", "minItems", "maxItems"}:
        few, many = rest.get("minItems", 0), rest.get("maxItems", sys.maxsize)
        item = compiled(rest["items"]) if "items" in rest else None
        if "items" in rest and item is None:
            return None

        def series(value: Any) -> bool:
            return (
                isinstance(value, list)
                and few <= len(value) <= many
                and (item is None or all(map(item, value)))
            )

        return series
    return None


_TYPES = {"string": str, "integer": int, "array": list}
_BREAKS: Mapping[str, Callable[[Any, Any], bool]] = {
    "pattern": lambda value, limit: re.search(limit, value) is None,
    "minLength": lambda value, limit: len(value) < limit,
    "maxLength": lambda value, limit: len(value) > limit,
    "minItems": lambda value, limit: len(value) < limit,
    "maxItems": lambda value, limit: len(value) > limit,
    "minimum": lambda value, limit: value < limit,
    "maximum": lambda value, limit: value > limit,
}


def _faults(schema: Mapping[str, Any], value: Any) -> Iterator[tuple[str, Any, Any]]:
    """(keyword, limit, part of the value) for each fault, by a schema that can be `compiled`."""
    typed = type(value) is _TYPES[schema["type"]]
    for keyword, limit in schema.items():
        if keyword == "items" and typed:
            for item in value:
                yield from _faults(limit, item)
        elif (
            (keyword == "type" and not typed)
            or (keyword == "enum" and value not in limit)
            or (typed and keyword in _BREAKS and _BREAKS[keyword](value, limit))
        ):
            yield keyword, limit, value


# Keywords that say nothing about what is right.
NOTES = frozenset({"title", "description", "examples", "default", "$comment"})


def validator_of(schema: Mapping[str, Any]) -> Validator:
    """jsonschema's validator, which takes a while to import."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(dict(schema))


def _sentence(column: Column, keyword: str, limit: Any, value: Any) -> tuple[str, str]:
    """What is wrong with `value`, and what to type, without regular expressions or types."""
    shown = quoted(str(value))
    match keyword:
        case "enum":
            words = [str(word) for word in limit]
            hint = did_you_mean(str(value), words) or f"Type {any_of(words)}."
            return f"{shown} is not one of {any_of(words)}.", hint
        case "maxLength":
            over = len(value) - limit
            return (
                f"{shown} is {number(over, 'character')} too long ({len(value)}, at most {limit}).",
                f"Shorten it by {number(over, 'character')}.",
            )
        case "minLength":
            return f"{shown} is too short (at least {limit}).", f"Type {column.expected}."
        case "minimum":
            return f"{value} is below {limit}.", f"Type {column.expected}."
        case "maximum":
            return f"{value} is above {limit}.", f"Type {column.expected}."
        case "minItems":
            return f"Only {number(len(value), 'entry', 'entries')}.", f"Type {column.expected}."
        case "maxItems":
            return (
                f"{number(len(value), 'entry', 'entries')} are more than {limit}.",
                f"Type {column.expected}.",
            )
        case _:
            return f"{shown} is not {column.expected}.", f"Type {column.expected}."
