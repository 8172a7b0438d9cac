"""What a comparison of two decks says: Side, DeckDiff and its changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from deckkit.findings import Location

Json = Mapping[str, Any]
Key = tuple[str, str]
"""A record: the member of deck.json (or the sheet) it is in, and its id."""


class Impact(StrEnum):
    """What a change means for apps and printed copies that use the old deck."""

    BREAKING = "breaking"
    NOTABLE = "notable"
    HARMLESS = "harmless"

    @property
    def rank(self) -> int:
        """0 for breaking, 1 for notable, 2 for harmless."""
        return list(Impact).index(self)


class Kind(StrEnum):
    """What happened to a record."""

    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two decks, as deck.json, with what only its sources know.

    `notes` holds the editors' note on a record, `places` the row it comes from, `extra` the
    rows of sheets that deck.json does not carry (sheet -> id -> column -> text), and `errors`
    the number of errors in the sources, whose records deck.json lacks.
    """

    deck: Json
    shown: str = ""
    notes: Mapping[Key, str] = field(default_factory=dict)
    places: Mapping[Key, Location] = field(default_factory=dict)
    extra: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    errors: int = 0

    @property
    def id(self) -> str:
        """The deck's id."""
        return str(self.deck.get("deck", {}).get("id", ""))

    @property
    def version(self) -> str:
        """The deck's version."""
        return str(self.deck.get("deck", {}).get("version", ""))

    def as_json(self) -> dict[str, Any]:
        """The side object of the JSON form."""
        return {"source": self.shown, "id": self.id, "version": self.version}


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field with another value; for a list also the entries gained and lost, by name."""

    field: str
    old: Any
    new: Any
    impact: Impact
    gained: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The field object of the JSON form."""
        return {
            "field": self.field,
            "impact": self.impact.value,
            "old": self.old,
            "new": self.new,
            "gained": list(self.gained),
            "lost": list(self.lost),
        }


@dataclass(frozen=True, slots=True)
class RecordChange:
    """What happened to one record.

    `sheet` is the member of deck.json, `noun` its singular in words, `label` the text or name
    a reader knows the record by, `reasons` say why the impact is what it is.
    """

    kind: Kind
    sheet: str
    noun: str
    id: str
    label: str
    impact: Impact
    fields: tuple[FieldChange, ...] = ()
    reasons: tuple[str, ...] = ()
    place: Location | None = None

    def as_json(self) -> dict[str, Any]:
        """The record object of the JSON form."""
        return {
            "kind": self.kind.value,
            "sheet": self.sheet,
            "id": self.id,
            "label": self.label,
            "impact": self.impact.value,
            "reasons": list(self.reasons),
            "fields": [change.as_json() for change in self.fields],
            "location": self.place.as_json() if self.place else None,
        }


@dataclass(frozen=True, slots=True)
class Note:
    """Something about the deck as a whole."""

    impact: Impact
    message: str

    def as_json(self) -> dict[str, Any]:
        """The note object of the JSON form."""
        return {"impact": self.impact.value, "message": self.message}


@dataclass(frozen=True, slots=True)
class DeckDiff:
    """All differences between two decks; `deck` are those of its own data and rules."""

    old: Side
    new: Side
    records: tuple[RecordChange, ...] = ()
    deck: tuple[FieldChange, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def impact(self) -> Impact | None:
        """The worst impact; None when nothing changed."""
        return min(self.impacts, key=lambda impact: impact.rank, default=None)

    @property
    def impacts(self) -> list[Impact]:
        """The impact of each change and note."""
        return [
            *(change.impact for change in self.records),
            *(change.impact for change in self.deck),
            *(note.impact for note in self.notes),
        ]

    def worst_at_least(self, impact: Impact) -> bool:
        """Whether anything is as bad as `impact` or worse."""
        return self.impact is not None and self.impact.rank <= impact.rank

    def of_kind(self, kind: Kind) -> tuple[RecordChange, ...]:
        """The records to which this happened."""
        return tuple(change for change in self.records if change.kind is kind)

    def counts(self) -> Iterator[tuple[str, Kind, int]]:
        """(sheet, kind, number), sheets and kinds in the order of the records."""
        totals: dict[tuple[str, Kind], int] = {}
        for change in self.records:
            key = (change.sheet, change.kind)
            totals[key] = totals.get(key, 0) + 1
        yield from ((sheet, kind, count) for (sheet, kind), count in totals.items())

    def as_json(self) -> dict[str, Any]:
        """The comparison as data, version 1."""
        impact = self.impact
        return {
            "version": 1,
            "old": self.old.as_json(),
            "new": self.new.as_json(),
            "impact": impact.value if impact else None,
            "summary": [
                {"sheet": sheet, "kind": kind.value, "count": count}
                for sheet, kind, count in self.counts()
            ],
            "notes": [note.as_json() for note in self.notes],
            "deck": [change.as_json() for change in self.deck],
            "records": [change.as_json() for change in self.records],
        }
