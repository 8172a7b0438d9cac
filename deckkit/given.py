"""JSON that someone gave us: members, lists, words and numbers, or one clear UsageError."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from deckkit.errors import UsageError
from deckkit.text import all_of, any_of, did_you_mean, quoted

SIZE_LIMIT = 5_000_000  # bytes; a table has a few thousand
_DIGITS = 15  # a longer whole number is no guess, and JavaScript could not hold it


def parse(data: bytes, shown: str) -> Any:
    """`data` as JSON.

    Raises UsageError for what is no JSON, for a member given twice, and for more than 5 MB.
    """
    if len(data) > SIZE_LIMIT:
        raise UsageError(f"{shown} is larger than 5 MB.", "A table is a small JSON object.")
    try:
        return json.loads(data.decode("utf-8-sig"), object_pairs_hook=_once, parse_constant=_no)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{shown} cannot be read as JSON: {error}.") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the member {quoted(twice)} is given twice")
    return found


def _no(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def members(
    value: Any, where: str, required: Collection[str], optional: Collection[str] = ()
) -> Mapping[str, Any]:
    """`value` as an object that has the members `required` and no others but `optional`."""
    if not isinstance(value, dict):
        raise UsageError(f"{where} is not a JSON object.", f"It has {all_of(list(required))}.")
    missing = [name for name in required if name not in value]
    if missing:
        raise UsageError(f"{where} lacks {all_of(missing)}.", f"It has {all_of(list(required))}.")
    for name in value:
        known = [*required, *optional]
        if name not in known:
            hint = did_you_mean(name, known) or f"Known members: {any_of(known)}."
            raise UsageError(f"{where} has an unknown member {quoted(name)}.", hint)
    return value


def items(value: Any, where: str) -> list[Any]:
    """`value` as a list."""
    if not isinstance(value, list):
        raise UsageError(f"{where} is not a list.", "Write it in square brackets.")
    return value


def word(value: Any, where: str) -> str:
    """`value` as a text that is not empty."""
    if not isinstance(value, str) or not value:
        raise UsageError(f"{where} is not a text.", "Write it in quotes.")
    return value


def words(value: Any, where: str) -> list[str]:
    """`value` as a list of texts."""
    return [word(item, f"{where}[{index}]") for index, item in enumerate(items(value, where))]


def whole(value: Any, where: str, low: int, high: int = 10**_DIGITS - 1) -> int:
    """`value` as a whole number from `low` to `high`."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise UsageError(f"{where} is not a whole number.", "Write digits without quotes.")
    if not low <= value <= high:
        bound = f"below {low}" if value < low else f"above {high}"
        raise UsageError(f"{where} is {bound}.", f"It is a whole number from {low} to {high}.")
    return value


def yes(value: Any, where: str) -> bool:
    """`value` as true or false."""
    if not isinstance(value, bool):
        raise UsageError(f"{where} is neither true nor false.", "Write true or false.")
    return value
