"""DK1xx: the columns of sheets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from deckkit.findings import Profile, Related, Severity
from deckkit.records import Sources
from deckkit.rules.registry import Hit, rule
from deckkit.sources.model import IGNORE_COLUMN, Cell, key
from deckkit.text import all_of, did_you_mean, number, quoted, suggest

LISTED = 12  # so many columns of one fault are named one by one
_PRIVATE = "A header that starts with _ is left alone."
_EMPTY = "Delete the columns that are not needed."


@rule("DK101", "column-missing")
def column_missing(src: Sources) -> Iterator[Hit]:
    """A column that the game needs is not in the sheet.

    What it checks: every sheet has the columns its game needs. Some are needed only from the
    profile `review` or `print` on.

    Why players care: without the column no card of the sheet is complete.

    Bad:
        [countries]
        code,name
        CHL,Chile

    Good:
        [countries]
        code,name,region,capital
        CHL,Chile,South America,Santiago

    How to fix: add a column with that header, or correct the header that was misspelt.
    """
    for table in src.tables.values():
        unknown = [c.text for k, c in table.sheet.columns.items() if k not in table.schema.columns]
        for column in table.schema.columns.values():
            wanted = column.required_from
            if wanted is None or src.profile < wanted or column.name in table.sheet.columns:
                continue
            misspelt = suggest(column.name, unknown)
            hint = f"Add a column {quoted(column.name)}: {column.expected}."
            if misspelt:
                hint = f"Rename the column {quoted(misspelt[0])} to {quoted(column.name)}."
            place = replace(table.sheet.location, row=_header_row(table.sheet.headers))
            message = f"The sheet {table.spec.name} has no column {quoted(column.name)}."
            yield Hit(place, message, hint, value=column.name)


@rule("DK102", "column-unknown", Severity.WARNING)
def column_unknown(src: Sources) -> Iterator[Hit]:
    """A column that nothing reads.

    What it checks: every header is one that the game knows. Sheets that are open by design
    (such as facts) may have further columns.

    Why players care: what an editor types under a misspelt header never reaches a card.

    Bad:
        [countries]
        code,name,region,captial
        CHL,Chile,South America,Santiago

    Good:
        [countries]
        code,name,region,capital
        CHL,Chile,South America,Santiago

    How to fix: correct the header; delete the column if it is not needed, or start its header
    with an underscore to keep it as a private note.
    """
    for table in src.tables.values():
        if table.schema.open:
            continue
        unknown = [
            header
            for header in table.sheet.headers
            if (name := key(header.text))
            and name not in table.schema.columns
            and name != IGNORE_COLUMN
            and not name.startswith("_")
        ]
        texts = [header.text for header in unknown]
        absent = [c for c in table.schema.columns if c not in table.sheet.columns]
        near = {text for column in absent for text in suggest(column, texts)}
        unknown.sort(key=lambda header: header.text not in near)  # a misspelt one is always listed
        known = f"Known columns: {all_of(list(table.schema.columns))}. {_PRIVATE}"
        for header in unknown[:LISTED]:
            yield Hit(
                header.location,
                f"{quoted(header.raw)} is not a column of {table.spec.name}.",
                did_you_mean(key(header.text), absent) or known,
                value=header.text,
            )
        yield from _more(unknown[LISTED:], f"not known to {table.spec.name}", known)


@rule("DK103", "column-duplicate")
def column_duplicate(src: Sources) -> Iterator[Hit]:
    """Two columns of a sheet have the same header.

    What it checks: each header stands once, whatever its case and spaces.

    Why players care: only one of the columns can reach the cards, and nobody knows which.

    Bad:
        [countries]
        code,name,Name,region
        CHL,Chile,Chili,South America

    Good:
        [countries]
        code,name,region
        CHL,Chile,South America

    How to fix: delete or rename one of the two columns.
    """
    for table in src.tables.values():
        twice = [
            header
            for header in table.sheet.headers
            if (name := key(header.text)) and header is not table.sheet.columns[name]
        ]
        for header in twice[:LISTED]:
            first = table.sheet.columns[key(header.text)]
            yield Hit(
                header.location,
                f"The header {quoted(header.text)} stands twice: in {first.location.cell} and in "
                f"{header.location.cell}.",
                "Delete or rename one of the two columns.",
                (Related(first.location, "first"),),
                value=header.text,
            )
        yield from _more(twice[LISTED:], "a header that stands twice", _EMPTY)


@rule("DK110", "column-without-header")
def column_without_header(src: Sources) -> Iterator[Hit]:
    """A column has values but no header.

    What it checks: every column with values has a header in the header row.

    Why players care: nobody can say what the values mean, so none of them is used.

    Bad:
        [countries]
        code,name,region,
        CHL,Chile,South America,old note

    Good:
        [countries]
        code,name,region
        CHL,Chile,South America

    How to fix: type a header, or empty the column.
    """
    for table in src.tables.values():
        bare = [header for header in table.sheet.headers if not key(header.text)]
        for header in bare[:LISTED]:
            yield Hit(
                header.location,
                f"Column {header.location.column} has values but no header.",
                "Type a header in this cell, or empty the column.",
            )
        yield from _more(bare[LISTED:], "values but no header", _EMPTY)


@rule("DK111", "sheet-missing", profile=Profile.REVIEW)
def sheet_missing(src: Sources) -> Iterator[Hit]:
    """A sheet that the game needs is missing.

    What it checks: from the profile `review` on, every sheet that the game needs exists. Of a deck
    whose files cannot be read at all only that is said.

    Why players care: a deck without its Setup cards, say, cannot be played.

    Bad: a QuizWiz deck without a sheet `setups`.

    Good: all sheets of the game, as files of one folder or sheets of one workbook.

    How to fix: add the sheet, or correct the name of the sheet or file that was misspelt.
    """
    for spec in src.game.sheets if not src.unread else ():
        if spec.required and not src.has(spec.name):
            message = f"The deck has no sheet {quoted(spec.name)}."
            hint = f"Add {spec.name}.csv, or a sheet {quoted(spec.name)} to the workbook."
            yield Hit(src.place, message, hint, value=spec.name)


def _more(headers: Sequence[Cell], what: str, hint: str) -> Iterator[Hit]:
    """One hit for the headers that are not listed."""
    if headers:
        letters = [header.location.column or "" for header in headers]
        span = f"{letters[0]} to {letters[-1]}" if letters[1:] else letters[0]
        more = number(len(headers), "more column")
        yield Hit(
            headers[0].location, f"Not listed: {more} ({span}), {what}.", hint, rest=len(headers)
        )


def _header_row(headers: tuple[object, ...]) -> int | None:
    rows = [h.location.row for h in headers if hasattr(h, "location")]
    return rows[0] if rows else None
