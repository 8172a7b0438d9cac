"""The text of a cell -> the typed value its column wants, or what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any

from deckkit.cellcodes import BAD_FORMAT, EMPTY, NOT_ALLOWED, NOT_INTEGER, NOT_TEXT, OUT_OF_RANGE
from deckkit.findings import Code, Profile
from deckkit.schemas import Column, Sentence
from deckkit.sources import Cell, CellType
from deckkit.sources.model import Series, whole
from deckkit.text import clean, quoted

Problem = tuple[Code, Sentence]
_SPLIT = re.compile(r"[;\n]")

_BY_KEYWORD: Mapping[str, Code] = {
    "enum": NOT_ALLOWED,
    **dict.fromkeys(
        ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"), OUT_OF_RANGE
    ),
}


def quick(column: Column, series: Series) -> list[Any]:
    """The values of the cells that are right at first sight; None for any other, see `value_of`.

    Equal cells have equal values, so each kind of cell is looked at once.
    """
    single, texts = _single(column), series.texts
    known = {text: single(text) if text else None for text in set(texts)}
    if series.kinds is None:
        same = column.kind == "string" and "x-values" not in column.schema
        if same and None not in known.values():
            return list(texts)
        return list(map(known.__getitem__, texts))
    plain = (CellType.TEXT, CellType.NUMBER)
    return [
        known[text] if kind in plain else None
        for text, kind in zip(texts, series.kinds, strict=True)
    ]


def _single(column: Column) -> Callable[[str], Any]:
    """The value that a text stands for; None when it may be wrong."""
    fast, words = column.fast, column.schema.get("x-values")
    dated = bool(column.schema.get("x-date"))
    if fast is None:
        return lambda _: None
    if column.kind == "array":

        def several(text: str) -> Any:
            parts = _parts(text)
            return tuple(parts) if parts and fast(parts) else None

        return several
    whole_number = column.kind == "integer"

    def one(text: str) -> Any:
        value: Any = whole(text) if whole_number else text
        if words is not None:
            return words.get(str(value).casefold())
        right = value and fast(value) and (not dated or _is_day(value))
        return value if right else None

    return one


def _parts(text: str) -> list[str]:
    """The entries of a list in one cell."""
    return [part for piece in _SPLIT.split(text) if (part := clean(piece))]


def value_of(column: Column, cell: Cell, profile: Profile) -> tuple[Any, list[Problem]]:
    """The typed value of a cell, or None, and what is wrong with it."""
    if cell.type in (CellType.ERROR, CellType.FORMULA):
        return None, []  # the reader has said so
    if cell.empty:
        if column.required_from is not None and profile >= column.required_from:
            return None, [(EMPTY, lambda: (f"{column.name} is empty.", f"Type {column.expected}."))]
        return None, []
    value: Any = cell.text
    match column.kind:
        case "integer":
            value = cell.integer
            if value is None:
                return None, [(NOT_INTEGER, partial(_no_integer, column, cell))]
        case _ if made := _made_by_spreadsheet(column, cell):
            return None, [(NOT_TEXT, partial(_no_text, cell, made))]
        case "array":
            value = _parts(cell.text)
    words = column.schema.get("x-values")
    if words is not None and str(value).casefold() in words:
        return words[str(value).casefold()], []
    found = [
        (_BY_KEYWORD.get(keyword, BAD_FORMAT), sentence)
        for keyword, sentence in column.problems(value)
    ]
    if not found and column.schema.get("x-date") and not _is_day(cell.text):
        found = [(BAD_FORMAT, partial(_no_day, column, cell))]
    if isinstance(value, list):
        value = tuple(value)
    return (None if found else value), found


def _is_day(text: str) -> bool:
    """Whether a date of the right form is in the calendar; years and months are."""
    try:
        return len(text) < 10 or bool(date.fromisoformat(text))
    except ValueError:
        return False


def _no_day(column: Column, cell: Cell) -> tuple[str, str]:
    return f"{quoted(cell.text)} is not {column.expected}.", f"Type {column.expected}."


def _no_integer(column: Column, cell: Cell) -> tuple[str, str]:
    how = "; in digits only." if "," in column.expected else " in digits only."
    return f"{quoted(cell.raw)} is not a whole number.", f"Type {column.expected}{how}"


def _no_text(cell: Cell, made: str) -> tuple[str, str]:
    hint = "Format the column as Text, then type the value again."
    return f"{quoted(cell.raw)} is {made}, not text.", hint


def _made_by_spreadsheet(column: Column, cell: Cell) -> str:
    """What a spreadsheet made of a text; empty when it is text, or a date where dates belong."""
    if cell.type is CellType.DATE and not column.schema.get("x-date"):
        return "a date"
    return "a yes/no value" if cell.type is CellType.BOOLEAN else ""
