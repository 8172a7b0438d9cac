"""compare: two decks -> DeckDiff. Works on any deck.json: records are told by their ids.

A member of deck.json that is a list of objects holds records; their key is `id`, else `code`,
else `name`. A field that is a list is compared as a set; when its name is that of a list of
records, or of one of them, its values are shown by those records' names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckkit.config import UNVERSIONED
from deckkit.diff.model import (
    DeckDiff,
    FieldChange,
    Impact,
    Json,
    Key,
    Kind,
    Note,
    RecordChange,
    Side,
)
from deckkit.errors import UsageError
from deckkit.text import clean, fold, number, quoted, signature

KEYS = ("id", "code", "name")
LABELS = ("text", "name")
# The published answer of a record that states sources.
ANSWERS = frozenset({"answer", "answers", "count"})
# Members that change what a reader can look up, not what is played.
BACKGROUND = frozenset({"sources", "as_of"})
OWN = ("$schema", "schema_version", "game", "deck")
SAME_TEXT = 50  # percent of likeness below which an id was given to another card


def compare(old: Side, new: Side) -> DeckDiff:
    """Everything that differs between two decks of one game.

    Raises UsageError when they are decks of different games.
    """
    games = [str(side.deck.get("game")) for side in (old, new)]
    if games[0] != games[1]:
        raise UsageError(
            f"{old.shown or 'The old deck'} is a deck of {games[0]}, "
            f"{new.shown or 'the new deck'} one of {games[1]}.",
            "Compare two decks of one game.",
        )
    names = _Names(old.deck, new.deck)
    records = [
        change
        for sheet in dict.fromkeys((*old.deck, *new.deck))
        if sheet not in OWN and (_is_records(old.deck, sheet) or _is_records(new.deck, sheet))
        for change in _records(sheet, old, new, names)
    ]
    for sheet in dict.fromkeys((*old.extra, *new.extra)):
        records += _extra(sheet, old, new)
    bare = UNVERSIONED in (old.version, new.version)  # without deck.toml it says nothing of itself
    deck = tuple(c for c in _own(old.deck, new.deck) if not (bare and c.field.startswith("deck.")))
    content = bool(records) or any(c.field != "deck.version" for c in deck)
    return DeckDiff(old, new, tuple(records), deck, tuple(_notes(old, new, content and not bare)))


def noun_of(sheet: str) -> str:
    """What one record of a member is called: ``special_statements``: special statement."""
    word = sheet.replace("_", " ")
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _is_records(deck: Json, sheet: str) -> bool:
    value = deck.get(sheet)
    return isinstance(value, list) and all(isinstance(item, Mapping) for item in value)


def _by_key(deck: Json, sheet: str) -> dict[str, Json]:
    """The records of a member by key, in their order; of equal keys the first."""
    found: dict[str, Json] = {}
    for record in deck.get(sheet, ()) if _is_records(deck, sheet) else ():
        key = next((str(record[name]) for name in KEYS if record.get(name) is not None), "")
        found.setdefault(key, record)
    return found


def _label(record: Mapping[str, Any]) -> str:
    return next((str(record[name]) for name in LABELS if record.get(name)), "")


class _Names:
    """Names of records that other records refer to."""

    def __init__(self, *decks: Json) -> None:
        self._by_field: dict[str, dict[str, str]] = {}
        for deck in decks:  # names of the new deck win
            for sheet in deck:
                if sheet in OWN or not _is_records(deck, sheet):
                    continue
                labels = {
                    key: _label(record) or key for key, record in _by_key(deck, sheet).items()
                }
                for name in (sheet, noun_of(sheet).replace(" ", "_")):
                    self._by_field.setdefault(name, {}).update(labels)

    def refers(self, field: str) -> bool:
        """Whether values of this field are ids of records."""
        return field in self._by_field

    def of(self, field: str, value: Any) -> str:
        """The name of what a value of this field refers to, else the value itself."""
        return self._by_field.get(field, {}).get(str(value), str(value))


def _records(sheet: str, old: Side, new: Side, names: _Names) -> Iterator[RecordChange]:
    before, after = _by_key(old.deck, sheet), _by_key(new.deck, sheet)
    noun = noun_of(sheet)
    added = {fold(_label(record)): key for key, record in after.items() if key not in before}
    for key, record in before.items():
        label = _label(record)
        if key not in after:
            reasons = ["apps and printed copies may refer to the id"]
            moved = added.get(fold(label)) if label else None
            if moved:
                reasons = [f"the id became {moved}; ids stay with a card for ever"]
            place = old.places.get((sheet, key))
            yield RecordChange(
                Kind.REMOVED, sheet, noun, key, label, Impact.BREAKING, (), tuple(reasons), place
            )
        elif record != after[key]:
            yield _changed((sheet, key), record, after[key], old, new, names)
    for key, record in after.items():
        if key not in before:
            place = new.places.get((sheet, key))
            label = _label(record)
            yield RecordChange(Kind.ADDED, sheet, noun, key, label, Impact.NOTABLE, (), (), place)


def _changed(
    key: Key, before: Json, after: Json, old: Side, new: Side, names: _Names
) -> RecordChange:
    sheet, record_id = key
    claim = "sources" in before or "sources" in after
    note = clean(new.notes.get(key, ""))
    explained = bool(note) and note != clean(old.notes.get(key, ""))
    reasons: list[str] = []
    fields: list[FieldChange] = []
    for name, was, now in _flat(before, after):
        top = name.partition(".")[0]
        impact = Impact.NOTABLE
        if name not in LABELS and top in BACKGROUND:
            impact = Impact.HARMLESS
        elif was is _ABSENT or now is _ABSENT:
            impact = Impact.BREAKING if now is _ABSENT else Impact.HARMLESS
            if now is _ABSENT:
                reasons.append(f"the member {name} is gone")
        elif name == "text":
            impact, why = _text(str(was), str(now))
            reasons += [why] if why else []
        elif claim and _is_answer(top, was, names):
            impact = Impact.NOTABLE if explained else Impact.BREAKING
            why = "answer corrected" if explained else "published answer changed without a note"
            reasons += [f"{why}: {quoted(note, 200)}" if explained else why]
        fields.append(_field(name, was, now, impact, names))
    if not fields:  # the order of a list, which no reader depends on
        fields.append(FieldChange("order", None, None, Impact.HARMLESS))
    renamed = any(f.field == "name" for f in fields) and "text" not in after
    return RecordChange(
        Kind.RENAMED if renamed else Kind.CHANGED,
        sheet,
        noun_of(sheet),
        record_id,
        _label(after),
        min((f.impact for f in fields), key=lambda impact: impact.rank),
        tuple(fields),
        tuple(dict.fromkeys(reasons)),
        new.places.get(key),
    )


def _is_answer(field: str, value: Any, names: _Names) -> bool:
    return field in ANSWERS or (isinstance(value, list) and names.refers(field))


def _text(old: str, new: str) -> tuple[Impact, str]:
    """Whether a text was polished, changed, or given to another card."""
    from rapidfuzz import fuzz

    if signature(old) == signature(new):
        return Impact.HARMLESS, ""
    if fuzz.token_sort_ratio(fold(old), fold(new)) < SAME_TEXT:
        return Impact.BREAKING, "the id was given to another text"
    return Impact.NOTABLE, ""


class _Absent:
    """Marks a member that one of two records lacks."""


_ABSENT = _Absent()


def _flat(before: Json, after: Json, prefix: str = "") -> Iterator[tuple[str, Any, Any]]:
    """(path, old, new) of every member that differs; objects are looked into."""
    for name in dict.fromkeys((*before, *after)):
        was, now = before.get(name, _ABSENT), after.get(name, _ABSENT)
        if isinstance(was, Mapping) and isinstance(now, Mapping):
            yield from _flat(was, now, f"{prefix}{name}.")
        elif isinstance(was, list) and isinstance(now, list):
            if _texts(was) != _texts(now):
                yield prefix + name, was, now
        elif was != now:
            yield prefix + name, was, now


def _texts(values: Sequence[Any]) -> frozenset[str]:
    return frozenset(map(str, values))


def _field(name: str, was: Any, now: Any, impact: Impact, names: _Names) -> FieldChange:
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    if isinstance(was, list) and isinstance(now, list):
        gained = tuple(names.of(name, value) for value in now if str(value) not in _texts(was))
        lost = tuple(names.of(name, value) for value in was if str(value) not in _texts(now))
    elif names.refers(name):
        was, now = (v if isinstance(v, _Absent) else names.of(name, v) for v in (was, now))
    return FieldChange(name, _plain(was), _plain(now), impact, gained, lost)


def _plain(value: Any) -> Any:
    return None if isinstance(value, _Absent) else value


def _own(before: Json, after: Json) -> Iterator[FieldChange]:
    """Differences of the deck's own data, its rules and its schema."""
    for name in dict.fromkeys((*before, *after)):
        was, now = before.get(name, _ABSENT), after.get(name, _ABSENT)
        if _is_records(before, name) and _is_records(after, name):
            continue
        if was is _ABSENT or now is _ABSENT:
            impact = Impact.BREAKING if now is _ABSENT else Impact.HARMLESS
            yield FieldChange(name, None, None, impact)
        elif isinstance(was, Mapping) and isinstance(now, Mapping):
            for path, old, new in _flat(was, now, f"{name}."):
                if path != "deck.content_hash":
                    yield FieldChange(path, _plain(old), _plain(new), _own_impact(path, new))
        elif was != now:
            yield FieldChange(name, was, now, Impact.BREAKING)


def _own_impact(path: str, new: Any) -> Impact:
    if new is _ABSENT or path in ("deck.id", "deck.language"):
        return Impact.BREAKING
    harmless = ("deck.version", "deck.as_of", "deck.authors")
    return Impact.HARMLESS if path in harmless else Impact.NOTABLE


def _extra(sheet: str, old: Side, new: Side) -> Iterator[RecordChange]:
    """Differences of sheets that only the sources have: nothing for apps to notice."""
    before, after = old.extra.get(sheet), new.extra.get(sheet)
    if before is None or after is None:
        return  # a deck.json does not carry the sheet: nothing to compare with
    noun = noun_of(sheet)
    for key in dict.fromkeys((*before, *after)):
        was, now = before.get(key), after.get(key)
        if was == now:
            continue
        kind = Kind.ADDED if was is None else Kind.REMOVED if now is None else Kind.CHANGED
        side = old if now is None else new
        fields = tuple(
            FieldChange(column, a or None, b or None, Impact.HARMLESS)
            for column in dict.fromkeys((*(was or ()), *(now or ())))
            if was and now and (a := was.get(column, "")) != (b := now.get(column, ""))
        )
        place = side.places.get((sheet, key))
        yield RecordChange(kind, sheet, noun, key, "", Impact.HARMLESS, fields, (), place)


def _notes(old: Side, new: Side, content: bool) -> Iterator[Note]:
    if content and _version(new.version) <= _version(old.version):
        word = "is still" if new.version == old.version else f"went from {old.version} to"
        message = f"The content changed, but the version {word} {new.version}: raise it."
        yield Note(Impact.BREAKING, message)
    for side, word in ((old, "old"), (new, "new")):
        if side.errors:
            message = (
                f"The {word} sources have {number(side.errors, 'error')}: "
                "rows with errors are left out of the comparison."
            )
            yield Note(Impact.NOTABLE, message)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdecimal() else 0 for part in text.split("."))
