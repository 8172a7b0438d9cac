"""A DeckDiff as text for a terminal, as JSON, or as Markdown for a pull request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from deckkit.diff.model import DeckDiff, FieldChange, Impact, Kind, RecordChange, Side
from deckkit.reporters.common import markdown, one_line
from deckkit.text import number, quoted

MARKS = {Impact.BREAKING: "✗", Impact.NOTABLE: "!", Impact.HARMLESS: "·"}
STYLES = {Impact.BREAKING: "31;1", Impact.NOTABLE: "33;1", Impact.HARMLESS: "2"}
SIGNS = {Impact.BREAKING: "❌", Impact.NOTABLE: "✏️", Impact.HARMLESS: "▫️"}
LIMIT = 60_000  # bytes of Markdown: a comment on a code host holds 65,536 characters
LISTED = 30  # names of one list


def render(name: str, diff: DeckDiff, *, color: bool = False) -> str:
    """`diff` in the format `name`; raises KeyError for an unknown format."""
    return RENDERERS[name](diff, color)


def terminal(diff: DeckDiff, color: bool = False) -> str:
    """Text: the deck as a whole, then record by record."""

    def paint(text: str, style: str) -> str:
        return f"\x1b[{style}m{text}\x1b[0m" if color else text

    def mark(impact: Impact) -> str:
        return paint(MARKS[impact], STYLES[impact])

    lines = [paint(f"{_side(diff.old)} → {_side(diff.new)}", "1")]
    lines += [f"  {mark(note.impact)} {one_line(note.message)}" for note in diff.notes]
    lines += [f"  {mark(change.impact)} {_field(change)}" for change in diff.deck]
    sheet = ""
    for record in diff.records:
        if record.sheet != sheet:
            sheet = record.sheet
            lines += ["", paint(f"{_words(sheet)}: {_totals(diff, sheet)}", "1")]
        lines.append(f"  {mark(record.impact)} {_headline(record)}")
        lines += [f"      {_field(change)}" for change in record.fields]
        lines += [f"      {mark(record.impact)} {one_line(why)}" for why in record.reasons]
    lines += ["", _verdict(diff)]
    return "\n".join(lines) + "\n"


def as_json(diff: DeckDiff, color: bool = False) -> str:
    """The comparison as one JSON document, version 1."""
    return json.dumps(diff.as_json(), ensure_ascii=False, indent=2) + "\n"


def as_markdown(diff: DeckDiff, color: bool = False) -> str:
    """Markdown in which all text of the decks is escaped; it stays below `LIMIT` bytes."""
    lines = [f"## {markdown(_side(diff.old), 200)} → {markdown(_side(diff.new), 200)}", ""]
    lines += [f"{_verdict(diff)}", ""]
    lines += [f"- {SIGNS[note.impact]} {markdown(note.message)}" for note in diff.notes]
    lines += [f"- {SIGNS[change.impact]} {_field_markdown(change)}" for change in diff.deck]
    rows = list(_rows(diff))
    size = sum(len(line.encode()) + 1 for line in (*lines, *_HEAD)) + 200
    shown = 0
    for row in rows:
        size += len(row.encode()) + 1
        if size > LIMIT:
            break
        shown += 1
    if rows:
        lines += ["", *_HEAD, *rows[:shown]]
    if shown < len(rows):
        lines += ["", f"{number(len(rows) - shown, 'change')} more: run `deckkit diff`."]
    return "\n".join(lines).rstrip() + "\n"


RENDERERS: dict[str, Callable[[DeckDiff, bool], str]] = {
    "terminal": terminal,
    "json": as_json,
    "markdown": as_markdown,
}

_HEAD = ("| | What | Id | Change |", "|---|---|---|---|")


def _rows(diff: DeckDiff) -> Iterator[str]:
    """A table row a record, the worst first."""
    for record in sorted(diff.records, key=lambda change: change.impact.rank):
        parts = [f"**{markdown(record.label)}**"] if record.label else []
        parts += [_field_markdown(change) for change in record.fields]
        parts += [f"*{markdown(why)}*" for why in record.reasons]
        what = f"{markdown(record.noun)} {record.kind.value}"
        yield (
            f"| {SIGNS[record.impact]} | {what} | {markdown(record.id, 80)} "
            f"| {'<br>'.join(parts)} |"
        )


def _side(side: Side) -> str:
    name = " ".join(part for part in (side.id, side.version) if part)
    return f"{one_line(side.shown)} ({name})" if side.shown and name else side.shown or name


def _words(sheet: str) -> str:
    return one_line(sheet.replace("_", " "))


def _totals(diff: DeckDiff, sheet: str) -> str:
    return ", ".join(f"{n:,} {kind.value}" for name, kind, n in diff.counts() if name == sheet)


def _verdict(diff: DeckDiff) -> str:
    """One sentence over everything."""
    if diff.impact is None:
        return "No differences."
    counts = [
        f"{_words(sheet)}: {_totals(diff, sheet)}"
        for sheet in dict.fromkeys(change.sheet for change in diff.records)
    ]
    total = {impact: diff.impacts.count(impact) for impact in Impact}
    worst = ", ".join(f"{count:,} {impact.value}" for impact, count in total.items() if count)
    return "; ".join([*counts, worst]) + "."


def _headline(record: RecordChange) -> str:
    label = f" {quoted(record.label)}" if record.label else ""
    place = f"  {record.place}" if record.place and record.kind is not Kind.REMOVED else ""
    return f"{one_line(record.id)} {record.kind.value}{label}{one_line(place)}"


def _field(change: FieldChange) -> str:
    if change.gained or change.lost:
        signs = (("+", change.gained), ("−", change.lost))
        words = [f"{sign} {_listed(names)}" for sign, names in signs if names]
        return f"{one_line(change.field)}: {'  '.join(words)}"
    if change.old is None and change.new is None:
        return f"{one_line(change.field)} differs"
    return f"{one_line(change.field)}: {_value(change.old)} → {_value(change.new)}"


def _field_markdown(change: FieldChange) -> str:
    if isinstance(change.old, str) and isinstance(change.new, str):
        old, new = markdown(change.old), markdown(change.new)
        return f"{markdown(change.field, 80)}: ~~{old or 'nothing'}~~ → {new or 'nothing'}"
    return markdown(_field(change), 1500)


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return ", ".join(map(one_line, names[:LISTED])) + more


def _value(value: Any) -> str:
    if value is None:
        return "nothing"
    return quoted(value, 200) if isinstance(value, str) else one_line(str(value))
