"""The fast check of compiled decks says yes only where jsonschema does."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from deckkit.deckcheck import deck_problems, right
from deckkit.decks import deck_schema
from deckkit.game import installed_games

DECKS = {
    "quizwiz": "quizwiz.json",
    "wits-and-wagers-family": "wits.json",
}
SMALL = st.integers(-2, 3)
LEAVES = (
    st.just({"type": "string", "minLength": 1})
    | st.just({"type": "boolean"})
    | st.just({"type": ["string", "null"], "pattern": "^a"})
    | st.just({"type": ["integer", "null"], "minimum": 0})
    | st.builds(
        lambda value: {"const": value, "description": "x"}, st.text("ab", max_size=2) | SMALL
    )
)


def _objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {"type": st.just("object"), "properties": st.dictionaries(st.sampled_from("ab"), inner)},
        optional={
            "required": st.lists(st.sampled_from("abc"), unique=True),
            "additionalProperties": st.booleans(),
        },
    )


def _arrays(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {"type": st.just("array")},
        optional={"items": inner, "minItems": SMALL.filter(lambda n: n >= 0),
                  "uniqueItems": st.booleans()},
    )  # fmt: skip


SCHEMAS = st.recursive(LEAVES, lambda inner: _objects(inner) | _arrays(inner), max_leaves=5)
VALUES = st.recursive(
    st.text("ab", max_size=2) | SMALL | st.booleans() | st.none() | st.just(1.0),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=600, deadline=None)
@given(SCHEMAS, VALUES)
def test_yes_means_that_jsonschema_finds_nothing(schema: dict[str, Any], value: Any) -> None:
    check = right(schema)
    assert check is not None
    if check(value):
        assert Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": {"$ref": "#/x"}}},
        {"type": "object", "patternProperties": {}},
        {"type": "object", "additionalProperties": {"type": "string"}},
        {"type": "array", "items": {"type": "number"}},
        {"type": ["string", "integer"]},
        {"type": ["string", "integer", "null"]},
        {"const": None},
        {"const": 1, "minimum": 0},
        {"anyOf": []},
        {},
    ],
)
def test_what_is_not_known_is_left_to_jsonschema(schema: dict[str, Any]) -> None:
    assert right(schema) is None


@pytest.mark.parametrize("game", DECKS)
def test_schemas_of_the_games_are_known_and_faults_are_named(game: str) -> None:
    deck = json.loads((Path(__file__).parent / "render" / DECKS[game]).read_text("utf-8"))
    schema = deck_schema(installed_games().get(game))
    check = right(schema)
    assert check is not None
    assert check(deck) is Draft202012Validator(schema).is_valid(deck)
    for broken in _broken(deck):
        wanted = [e.message for e in Draft202012Validator(schema).iter_errors(broken)]
        assert wanted
        found = deck_problems(broken, schema)
        assert [line.partition(": ")[2] for line in found] == wanted


def _broken(deck: dict[str, Any]) -> list[dict[str, Any]]:
    found = []
    for name in ("game", "schema_version", "deck"):
        found.append({key: value for key, value in deck.items() if key != name})
        other = copy.deepcopy(deck)
        other[name] = "wrong"
        found.append(other)
    found.append({**deck, "more": 1})
    return found
