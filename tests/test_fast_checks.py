"""The compiled checks of columns say what jsonschema says, and nothing is overlooked in rows."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from deckkit.findings import Location
from deckkit.game import installed_games
from deckkit.schemas import Column, compiled, row_schema
from deckkit.sources import content
from deckkit.sources.delimited import Trouble, quick_records, records
from deckkit.sources.model import Cell, CellType, Series, Sheet, whole
from deckkit.text import clean, fold, folded, signature, signatures

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
    errors = [str(error.validator) for error in Draft202012Validator(schema).iter_errors(value)]
    assert fast(value) is (not errors)
    if not isinstance(value, float):  # no cell is read as one
        assert [keyword for keyword, _ in Column("x", schema, False).problems(value)] == errors


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
    assert [keyword for keyword, _ in column.problems(3)] == ["multipleOf"]


# What spreadsheets hold, and what gives a cell away.
ODD = st.text(
    st.sampled_from("ab1eE?=+-@#, \n\t\u00a0\u200b\u202e\ufffdÃ¼â€™é\x07") | st.characters(),
    min_size=1,
    max_size=9,
)


@settings(max_examples=300, deadline=None)
@example([["\n"]])
@example([["a", "b\n"], ["\n c"]])
@given(st.lists(st.lists(ODD, min_size=1, max_size=4), min_size=1, max_size=3))
def test_rows_that_are_passed_over_have_nothing_to_find(rows: list[list[str]]) -> None:
    width = max(map(len, rows))
    filled = [[*row, *[""] * (width - len(row))] for row in rows]
    columns = {str(n): Series(Location("a.csv", "a", None, "A"), raws) for n, raws in
               enumerate(zip(*filled, strict=True))}  # fmt: skip
    sheet = Sheet("a.csv", "a", (), range(1, len(rows) + 1), columns)
    cells = [cell for row in sheet for cell in row.cells.values() if cell.raw]
    every = [
        finding
        for cell in cells
        for finding in content._look(cell)  # the closer look that no cell is spared here
    ]
    spaced = [cell.raw for cell in cells if content._SPACE.search(cell.raw)]
    found = list(content.check(sheet))
    spaces = [f for f in found if f.code == content.text_codes.SPACES.code]
    assert [f for f in found if f not in spaces] == every
    assert bool(spaces) is bool(spaced)


def test_locations_of_cells_are_those_of_their_column_and_row() -> None:
    column = Location("a.csv", "a", None, "C", "text", workbook=True)
    assert Cell("x", CellType.TEXT, column, 7).location.cell == "C7"
    assert Cell("x", CellType.TEXT, column).location is column


DELIMITED = st.lists(
    st.sampled_from(['"', '""', ",", ";", "\n", "\r", "\r\n", " ", "a", "é", "\x00", "b,c", '"a"'])
    | st.text(max_size=3),
    max_size=14,
).map("".join)


@settings(max_examples=600, deadline=None)
@given(DELIMITED, st.sampled_from(",;\t|"), st.integers(1, 3))
def test_delimited_text_is_read_the_same_in_both_ways(text: str, delimiter: str, line: int) -> None:
    slow: list[Trouble] = []
    quick: list[Trouble] = []
    wanted = {
        number: [value.replace("\r\n", "\n").replace("\r", "\n") for value in values]
        for number, values in records(text, delimiter, slow, line)
    }
    found = quick_records(text, delimiter, quick, line)
    if found is None:
        assert not quick
        assert '"' in text
    else:
        assert {number: list(values) for number, values in found.items()} == wanted
        assert quick == slow


TEXTS = st.lists(
    st.text(st.sampled_from("aB1é`'’- _.+=\n\t\u00a0ß") | st.characters(), max_size=8).map(clean),
    max_size=5,
)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_texts_are_folded_together_as_one_by_one(texts: list[str]) -> None:
    assert folded(texts) == [fold(text) for text in texts]
    assert signatures(texts) == [signature(text) for text in texts]


@settings(max_examples=300, deadline=None)
@example(["a\n", "\n"])
@given(st.lists(st.text(st.sampled_from("a \n\té\u00a0\x1f") | st.characters(), max_size=6)))
def test_a_column_cleans_its_cells_as_each_cell_does(raws: list[str]) -> None:
    column = Series(Location("a.csv", "a", None, "A"), raws)
    assert list(column.texts) == [column.cell(at, 1).text for at in range(len(raws))]
    assert [column.kind(at) is CellType.EMPTY for at in range(len(raws))] == [not r for r in raws]


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), ("+7", 7), ("-7", -7), ("007", 7), ("7.0", 7), ("7.", None), ("7.5", None),
     ("", None), ("-", None), ("7,0", None), ("1_000", None), ("\u0663", None),
     ("9" * 39, int("9" * 39)), ("9" * 40, None)],
)  # fmt: skip
def test_whole_numbers(text: str, value: int | None) -> None:
    assert whole(text) == value
    assert Cell(text, CellType.TEXT, Location("a.csv")).integer == value
    assert Cell(text, CellType.DATE, Location("a.csv")).integer is None
