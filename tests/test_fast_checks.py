"""The compiled checks of columns say what jsonschema says, and nothing is overlooked in rows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from deckkit.findings import Location
from deckkit.game import installed_games
from deckkit.schemas import Column, compiled, row_schema
from deckkit.sources import content
from deckkit.sources.model import Cell, CellType

COLUMNS = [
    column
    for game in installed_games().by_id.values()
    for spec in game.sheets
    for column in row_schema(game.schemas / "source" / game.id / spec.schema).columns.values()
]
SMALL = st.integers(-3, 12)
TEXT = st.text("ab1-#;é\n ", max_size=12)
STRINGS = st.fixed_dictionaries(
    {"type": st.just("string")},
    optional={
        "minLength": st.integers(0, 6),
        "maxLength": st.integers(0, 9),
        "enum": st.lists(TEXT, min_size=1, max_size=3),
        "pattern": st.sampled_from(["^a", "b$", "[0-9]", "^[a-b]{2,4}$", "", "^(a|1)-?$"]),
        "title": st.just("Title"),
        "x-printed": st.booleans(),
    },
)
INTEGERS = st.fixed_dictionaries(
    {"type": st.just("integer")}, optional={"minimum": SMALL, "maximum": SMALL}
)
ARRAYS = st.fixed_dictionaries(
    {"type": st.just("array")},
    optional={"minItems": st.integers(0, 3), "maxItems": st.integers(0, 4), "items": STRINGS},
)
SCHEMAS = STRINGS | INTEGERS | ARRAYS
# Values as cells give them: a float is never a whole number there.
VALUES = (
    TEXT | SMALL | st.booleans() | st.none() | st.just(2.5) | st.lists(TEXT | SMALL, max_size=5)
)


@settings(max_examples=400, deadline=None)
@given(SCHEMAS, VALUES)
def test_compiled_checks_agree_with_jsonschema(schema: dict[str, Any], value: Any) -> None:
    fast = compiled(schema)
    assert fast is not None
    assert fast(value) is Draft202012Validator(schema).is_valid(value)


@pytest.mark.parametrize("column", COLUMNS, ids=lambda c: c.name)
def test_every_column_of_the_games_is_compiled_and_agrees(column: Column) -> None:
    fast = column.fast
    assert fast is not None
    reference = Draft202012Validator(dict(column.schema))
    pattern = column.schema.get("pattern")
    near = st.from_regex(pattern) if pattern else TEXT
    values = VALUES | near | st.integers() | st.sampled_from(column.schema.get("enum", ["easy"]))

    @settings(max_examples=25, deadline=None, database=None)
    @given(values | st.lists(near, max_size=3))
    def agree(value: Any) -> None:
        assert fast(value) is reference.is_valid(value)

    agree()


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "format": "date"},
        {"type": ["string", "null"]},
        {"const": 1},
        {"type": "number"},
        {"type": "array", "items": {"type": "object"}},
        {"type": "array", "uniqueItems": True},
        {"$ref": "#/x"},
    ],
)
def test_what_is_not_known_is_left_to_jsonschema(schema: dict[str, Any]) -> None:
    assert compiled(schema) is None
    column = Column("x", {"type": "number", "multipleOf": 2}, required=False)
    assert [keyword for keyword, _, _ in column.problems(3)] == ["multipleOf"]


ODD = st.text(
    st.sampled_from("ab1eE?=+-@#, \n\t\u00a0\u200b\u202e\ufffdÃ¼â€™é\x07") | st.characters(),
    min_size=1,
    max_size=9,
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(ODD, min_size=1, max_size=4), min_size=1, max_size=3))
def test_rows_that_are_passed_over_have_nothing_to_find(rows: list[list[str]]) -> None:
    lines = [
        [Cell(raw, CellType.TEXT, Location("a.csv", "a", 0, "A"), at) for raw in row]
        for at, row in enumerate(rows, 1)
    ]
    every = [
        finding
        for line in lines
        for cell in line
        for finding in content._look(cell)  # the closer look that no cell is spared here
    ]
    found = [f for f in content.check(lines) if f.code != content.text_codes.SPACES.code]
    assert found == every


def test_locations_of_cells_are_those_of_their_column_and_row() -> None:
    column = Location("a.csv", "a", None, "C", "text", workbook=True)
    assert Cell("x", CellType.TEXT, column, 7).location.cell == "C7"
    assert Cell("x", CellType.TEXT, column).location is column
