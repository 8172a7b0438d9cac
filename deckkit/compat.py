"""What a change of a JSON Schema means to apps that read what it describes.

- *compatible*: the same documents are valid (titles, descriptions, examples, order);
- *additive*: old documents stay valid, and new ones may have further optional members, or
  further words where the old schema says ``"x-extensible": true``;
- *breaking*: everything else. A further word of an ordinary enum is breaking, since an app may
  have a case for each word and none for another. So is a limit that becomes looser (apps rely
  on it) or tighter (published documents may lie beyond it).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import Any

from deckkit.errors import UsageError
from deckkit.text import quoted

Schema = Mapping[str, Any]

ANNOTATIONS = frozenset({"title", "description", "examples", "$comment", "default", "deprecated"})
_STRUCTURE = frozenset({"properties", "required", "items", "enum", "$defs", "$schema"})
_OTHERS = "additionalProperties"
_LOCAL = "#/$defs/"


class Verdict(IntEnum):
    """The weight of a change."""

    COMPATIBLE = 0
    ADDITIVE = 1
    BREAKING = 2

    @property
    def word(self) -> str:
        """The verdict as printed."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: its weight, the place in documents, and what differs."""

    verdict: Verdict
    place: str
    what: str


# One of these a schema has; a deck.json has none.
_KEYWORDS = frozenset(
    {"type", "properties", "items", "enum", "const", "$ref", "$defs", "allOf", "anyOf", "oneOf"}
)


def check(old: Path, new: Path) -> list[Change]:
    """The changes between two schema files; raises UsageError for what is no schema."""
    return compare(_read(old), _read(new))


def verdict_of(changes: Sequence[Change]) -> Verdict:
    """The weight of the worst change; compatible when there is none."""
    return max((change.verdict for change in changes), default=Verdict.COMPATIBLE)


def compare(old: Schema, new: Schema) -> list[Change]:
    """The changes between two schemas, in the order of the old one."""
    return list(_Comparison(old, new).changes(old, new, "$"))


def render(changes: Sequence[Change]) -> str:
    """One line a change, then the verdict."""
    lines = [f"{c.verdict.word:<10}  {c.place}: {c.what}" for c in changes]
    return "\n".join([*lines, verdict_of(changes).word])


def as_json(changes: Sequence[Change]) -> str:
    """The verdict and the changes as JSON."""
    rows = [{"verdict": c.verdict.word, "place": c.place, "what": c.what} for c in changes]
    return json.dumps({"verdict": verdict_of(changes).word, "changes": rows}, indent=2)


def _read(path: Path) -> Schema:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path} cannot be read as JSON: {error}.") from error
    if not isinstance(data, dict) or (data and not data.keys() & _KEYWORDS):
        raise UsageError(f"{path} is not a JSON Schema.", "deckkit schema prints one.")
    return data


@dataclass(frozen=True, slots=True)
class _Comparison:
    """Two schemas with their own ``$defs``; local references are followed, others compared."""

    old: Schema
    new: Schema

    def changes(
        self, old: Any, new: Any, place: str, seen: tuple[str, ...] = ()
    ) -> Iterator[Change]:
        """Differences of two subschemas that describe the same place of a document."""
        reference = old.get("$ref", "") if isinstance(old, dict) else ""
        if reference in seen and reference == new.get("$ref", ""):
            return
        old, new = _resolved(old, self.old), _resolved(new, self.new)
        if not isinstance(old, dict) or not isinstance(new, dict):
            if old != new:
                yield Change(Verdict.BREAKING, place, f"{_shown(old)} became {_shown(new)}")
            return
        seen = (*seen, reference) if reference else seen
        yield from _keywords(old, new, place)
        yield from _enum(old, new, place)
        yield from self._members(old, new, place, seen)
        if isinstance(old.get(_OTHERS), dict) and isinstance(new.get(_OTHERS), dict):
            yield from self.changes(old[_OTHERS], new[_OTHERS], f"{place}.*", seen)
        if "items" in old and "items" in new:
            yield from self.changes(old["items"], new["items"], f"{place}[]", seen)
        elif "items" in old or "items" in new:
            word = "removed" if "items" in old else "added"
            yield Change(Verdict.BREAKING, place, f"the schema of its items was {word}")

    def _members(
        self, old: Schema, new: Schema, place: str, seen: tuple[str, ...]
    ) -> Iterator[Change]:
        before, after = old.get("properties", {}), new.get("properties", {})
        needed, needs = set(old.get("required", ())), set(new.get("required", ()))
        for name in before:
            at = f"{place}.{name}"
            if name not in after:
                yield Change(Verdict.BREAKING, at, "the member was removed")
                continue
            if name in needed - needs:
                yield Change(Verdict.BREAKING, at, "the member may now be missing")
            if name in needs - needed:
                yield Change(Verdict.BREAKING, at, "old documents may lack what is now required")
            yield from self.changes(before[name], after[name], at, seen)
        for name in after:
            if name not in before:
                at = f"{place}.{name}"
                if name in needs:
                    what = "a required member was added, which old documents lack"
                    yield Change(Verdict.BREAKING, at, what)
                else:
                    yield Change(Verdict.ADDITIVE, at, "an optional member was added")


def _resolved(schema: Any, root: Schema) -> Any:
    """`schema` with a local reference replaced by what it names."""
    reference = schema.get("$ref", "") if isinstance(schema, dict) else ""
    if not isinstance(reference, str) or not reference.startswith(_LOCAL):
        return schema
    target = root.get("$defs", {}).get(reference.removeprefix(_LOCAL))
    if not isinstance(target, dict):
        raise UsageError(f"The schema refers to {reference}, which it does not have.", "")
    return {**target, **{k: v for k, v in schema.items() if k != "$ref"}}


def _keywords(old: Schema, new: Schema, place: str) -> Iterator[Change]:
    """Differences of all keywords without a structure of their own."""
    for name in dict.fromkeys((*old, *new)):
        was, now = old.get(name), new.get(name)
        if name in _STRUCTURE or _shown(was) == _shown(now):
            continue
        if name == _OTHERS and isinstance(was, dict) and isinstance(now, dict):
            continue
        if name in ANNOTATIONS or (name.startswith("x-") and name != "x-extensible"):
            yield Change(Verdict.COMPATIBLE, place, f"{name} was changed")
        elif name == "x-extensible":
            # Apps may only rely on what was said before.
            verdict = Verdict.BREAKING if was else Verdict.COMPATIBLE
            yield Change(verdict, place, f"x-extensible was {_shown(was)}, now {_shown(now)}")
        elif name == "type" and _types(was) == _types(now):
            continue
        elif name not in old:
            yield Change(Verdict.BREAKING, place, f"{name} {_shown(now)} was added")
        elif name not in new:
            yield Change(Verdict.BREAKING, place, f"{name} {_shown(was)} was removed")
        else:
            yield Change(Verdict.BREAKING, place, f"{name} was {_shown(was)}, now {_shown(now)}")


def _enum(old: Schema, new: Schema, place: str) -> Iterator[Change]:
    """Words that an enum lost or gained."""
    if "enum" not in old and "enum" not in new:
        return
    if "enum" not in old or "enum" not in new:
        word = "removed" if "enum" in old else "added"
        yield Change(Verdict.BREAKING, place, f"the list of values was {word}")
        return
    for value in old["enum"]:
        if value not in new["enum"]:
            yield Change(Verdict.BREAKING, place, f"the value {_shown(value)} was removed")
    for value in new["enum"]:
        if value not in old["enum"]:
            known = old.get("x-extensible") is True
            verdict = Verdict.ADDITIVE if known else Verdict.BREAKING
            yield Change(verdict, place, f"the value {_shown(value)} was added")


def _types(value: Any) -> frozenset[str]:
    return frozenset([value] if isinstance(value, str) else value or ())


def _shown(value: Any) -> str:
    return quoted(value, 200) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
