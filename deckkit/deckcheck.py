"""Does a compiled deck keep to its schema? Asked at every build, so it is asked fast."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from deckkit.schemas import NOTES, compiled, validator_of

Check = Callable[[Any], bool]


def deck_problems(deck: Mapping[str, Any], schema: Mapping[str, Any]) -> list[str]:
    """Where a compiled deck breaks its schema, as ``$.statements[3].count: ...`` lines."""
    check = right(schema)
    if check is not None and check(deck):
        return []
    return [f"{e.json_path}: {e.message}" for e in validator_of(schema).iter_errors(deck)]


def right(schema: Mapping[str, Any]) -> Check | None:
    """A check that says yes only to values that are right by `schema`.

    It knows the keywords of decks; None for a schema with another one. Where it does not say
    yes, or is None, jsonschema has the only word.
    """
    rest = {k: v for k, v in schema.items() if k not in _NOTES}
    kind = rest.get("type")
    if isinstance(kind, list):  # something or null
        other = [name for name in kind if name != "null"]
        inner = right({**rest, "type": other[0]}) if len(other) == 1 < len(kind) else None
        return inner and _or_null(inner)
    if "const" in rest:
        return _only(rest)
    if kind == "object" or (kind is None and "required" in rest):
        return _members(rest)
    if kind == "array":
        return _series(rest)
    if kind == "boolean" and len(rest) == 1:
        return lambda value: isinstance(value, bool)
    return compiled(rest)


_NOTES = NOTES | {"$schema", "$id"}


def _or_null(inner: Check) -> Check:
    return lambda value: value is None or inner(value)


def _only(rest: Mapping[str, Any]) -> Check | None:
    wanted = rest["const"]
    if rest.keys() != {"const"} or type(wanted) not in (str, int):
        return None
    return lambda value: type(value) is type(wanted) and value == wanted


def _members(rest: Mapping[str, Any]) -> Check | None:
    if not rest.keys() <= {"type", "properties", "required", "additionalProperties"}:
        return None
    needed, more = frozenset(rest.get("required", ())), rest.get("additionalProperties", True)
    checks: dict[str, Check] = {}
    for name, own in rest.get("properties", {}).items():
        check = right(own)
        if check is None:
            return None
        checks[name] = check
    if not isinstance(more, bool):
        return None

    def members(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and value.keys() >= needed
            and (more or value.keys() <= checks.keys())
            and all(check(value[name]) for name, check in checks.items() if name in value)
        )

    return members


def _series(rest: Mapping[str, Any]) -> Check | None:
    if not rest.keys() <= {"type", "items", "minItems", "maxItems", "uniqueItems"}:
        return None
    bounds = compiled({k: v for k, v in rest.items() if k not in ("items", "uniqueItems")})
    item = right(rest["items"]) if "items" in rest else None
    if bounds is None or ("items" in rest and item is None):
        return None
    single = rest.get("uniqueItems", False)

    def series(value: Any) -> bool:
        return (
            bounds(value)
            and (item is None or all(map(item, value)))
            and (not single or _all_different(value))
        )

    return series


def _all_different(values: list[Any]) -> bool:
    """Whether these are texts that differ from each other; of other values it cannot tell."""
    return all(type(value) is str for value in values) and len(set(values)) == len(values)
