"""What print has to say about a deck: findings of the family DK8."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from deckkit.findings import Finding, Location, Profile, Severity, declare
from deckkit.render.faces import Drawn
from deckkit.render.fit import Slot
from deckkit.text import visible

TOO_LONG = declare(
    "DK801",
    "text-does-not-fit",
    Severity.ERROR,
    """
    A text does not fit its place on the card, even at the smallest readable size.

    What it checks: Each text is printed at the largest size of its ladder at which it
    fits. The ladder ends
    at a floor (a statement 9 pt, answers 6.5 pt, a question 10 pt); a text that is still too
    long there is reported, with the number of characters too many. Nothing is ever cut off
    or made smaller than the floor.

    Why players care: Text below these sizes cannot be read across a table, and text that
    runs over the edge
    is cut away with the paper.

    Bad: A statement of 300 characters.

    Good: A statement of up to about 120 characters.

    How to fix: Shorten the text by the number of characters given, or choose a threshold
    with fewer
    answers.
    """,
    Profile.PRINT,
)
MISSING = declare(
    "DK802",
    "no-glyph",
    Severity.ERROR,
    """
    A character cannot be printed, because the card fonts have no glyph for it.

    What it checks: Every character of every printed text is looked up in all fonts of the cards.

    Why players care: The card would show a question mark, or a letter of a font that
    looks out of place.

    Bad: `Winner of the \u2605 prize`

    Good: `Winner of the star prize`

    How to fix: Replace the character. Letters of all European languages and of Vietnamese
    are there;
    emoji, arrows and other scripts are not.
    """,
    Profile.PRINT,
)
ENGINE = declare(
    "DK803",
    "layout-warning",
    Severity.ERROR,
    """
    The layout engine complained while it laid out a card.

    What it checks: Nothing that the engine logs is ignored: a refused address, an
    unreadable drawing, a
    style that it does not know.

    Why players care: Something on the card is missing or does not look as its template says.

    Bad: A template with a misspelt style.

    Good: A template that lays out in silence.

    How to fix: If the message names something of the deck, change it there; otherwise it
    is a mistake in
    a template.
    """,
    Profile.PRINT,
)
LIMIT = declare(
    "DK805",
    "layout-limit",
    Severity.ERROR,
    """
    A card takes too much time or memory to lay out, and was given up.

    What it checks: Cards are laid out in processes of their own, which may use only so much
    CPU time, memory and depth of nesting: many times what a usual card needs.

    Why players care: A drawing that never ends would hang the build, on every machine that
    builds the deck.

    Bad: A drawing that repeats itself 2 to the power of 18 times.

    Good: A drawing of some hundred shapes.

    How to fix: Simplify the template or the drawing of the card that the finding names.
    """,
    Profile.PRINT,
)
WRITTEN = declare(
    "DK804",
    "print-file-check",
    Severity.ERROR,
    """
    A PDF that was written does not hold what it should.

    What it checks: Every PDF is opened again after writing: number and size of pages,
    fonts embedded once,
    the words of every card found on its page,
    and what its standard asks where it is to be PDF/A or PDF/X.

    Why players care: A missing page or word is only noticed after printing.

    Bad: A file with 24 pages for 13 sheets.

    Good: A file with 26 pages for 13 sheets.

    How to fix: This is a fault of deckkit or of a template, not of the deck: please report it.
    """,
    Profile.PRINT,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What layout said about a face: heights in px of measured ids, lines that were logged, the
    limit at which it was given up."""

    heights: Mapping[str, float] = field(default_factory=dict)
    logs: tuple[str, ...] = ()
    exceeded: str = ""


class Locate(Protocol):
    """Where a record stands in the sources: the cell under `column`, else its row."""

    def __call__(self, record: str, column: str = "") -> Location:
        """The place; that of the deck for a record that is not in its sources."""


def unplaced(record: str, column: str = "") -> Location:
    """The place of a record whose sources are not at hand."""
    return Location(record)


_TOO_MUCH = {"time": "time", "memory": "memory", "depth": "nesting"}
_WHAT = {"answers": "list of answers"}
# Columns by the name of what is fitted, where they are not called alike.
_COLUMNS = {"source": "sources", "statement": "text"}


def of_faces(drawn: Iterable[Drawn], laid: Mapping[str, Outcome], locate: Locate) -> list[Finding]:
    """Findings about single faces: texts too long, characters without glyph, engine logs."""
    found: list[Finding] = []
    for item in drawn:
        face, result = item.face, laid.get(item.face.id)
        place = _at(locate, face.source, face.id)
        found += of_slots(item, locate, result.heights if result else {})
        if item.missing:
            found.append(no_glyph(place, item.missing))
        if result and result.exceeded:
            message = f"{face.id}: its layout needs too much {_TOO_MUCH[result.exceeded]}."
            found.append(LIMIT.at(place, message, "Simplify its drawing.", value=result.exceeded))
        found += [
            ENGINE.at(place, f"Layout: {visible(line)[:200]}.", value=line)
            for line in (result.logs if result else ())
        ]
    return list(dict.fromkeys(found))


def of_slots(
    item: Drawn, locate: Locate, heights: Mapping[str, float] | None = None
) -> list[Finding]:
    """Findings about the texts of a face that do not fit, by prediction and, where
    `heights` (px by id) has them, by layout."""
    found: list[Finding] = []
    for slot in item.slots:
        high = (heights or {}).get(slot.id, 0) - slot.limit
        if slot.excess or (high > 0.5 and slot.size <= slot.floor):
            record = slot.source or item.face.source
            name = slot.name.partition("-")[0]
            place = _at(locate, record, item.face.id, _COLUMNS.get(name, name))
            found.append(_too_long(slot, place, item.scale))
    return found


def no_glyph(place: Location, missing: str) -> Finding:
    """The finding about characters at `place` that no card font has."""
    chars = ", ".join(f'"{c}" (U+{ord(c):04X})' for c in missing[:5])
    return MISSING.at(
        place,
        f"The card fonts cannot print {chars}.",
        "Replace it with letters, digits or common punctuation.",
        value=missing,
    )


def _at(locate: Locate, record: str, face: str, column: str = "") -> Location:
    place = locate(record, column)
    return place if place.record else replace(place, record=record or face)


def _too_long(slot: Slot, place: Location, scale: float) -> Finding:
    name = slot.name.partition("-")[0]
    many = f"by about {slot.excess} characters" if slot.excess else "by a line"
    larger = ", or print larger cards" if scale < 1 else ""
    return TOO_LONG.at(
        place,
        f"The {_WHAT.get(name, name)} is too long {many} for its card at "
        f"{round(slot.floor * scale, 1):g} pt, the smallest readable size.",
        f"Shorten it{larger}; deckkit never prints smaller or cuts text off.",
        value=slot.name,
    )


def of_file(name: str, faults: Iterable[str], locate: Locate) -> list[Finding]:
    """Findings about a written PDF."""
    return [
        WRITTEN.at(locate(""), f"{name}: {fault}.", "Please report this.", value=f"{name}:{fault}")
        for fault in faults
    ]
