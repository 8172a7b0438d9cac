"""Sheets that a deck has twice, or that nothing reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deckkit.findings import Finding, Location, Related, Severity, declare
from deckkit.game import Game
from deckkit.matching import by_header
from deckkit.sources import Sheet
from deckkit.sources.model import key
from deckkit.text import all_of, any_of, number, quoted, suggest

SHOWN = 3  # places of the other copies that one finding names
SHEET_TWICE = declare(
    "DK112",
    "sheet-twice",
    Severity.ERROR,
    """
    A deck has one sheet twice.

    What it checks: each sheet of the game comes from one place: one file, or one sheet of one
    workbook.

    Why players care: nobody can say which of the two versions is printed.

    Bad: a folder with statements.csv and a workbook that has a sheet statements.

    Good: either the folder of CSV files or the workbook.

    How to fix: delete or rename the copy that is not meant.
    """,
)
SHEET_UNUSED = declare(
    "DK113",
    "sheet-unused",
    Severity.WARNING,
    """
    Nothing reads this sheet or file.

    What it checks: every file of a deck folder and every sheet of a workbook is one that the
    game knows. It is an error when a sheet that the game needs is missing and this one looks
    like it.

    Why players care: cards in a sheet with a misspelt name are never printed.

    Bad: a file statments.csv.

    Good: a file statements.csv.

    How to fix: rename the sheet or file, or delete it. A sheet whose name starts with an
    underscore is left alone.
    """,
)


def twice(repeated: Iterable[tuple[str, Sheet, Sheet]]) -> Iterator[Finding]:
    """What is said of a name's first and second sheet: once for a workbook beside other files."""
    copies: dict[tuple[str, str], list[tuple[str, Sheet, Sheet]]] = {}
    for name, first, second in repeated:
        own, other = (first, second) if _is_copy(first, second) else (second, first)
        alone = name if own.file == other.file else ""
        copies.setdefault((own.file, alone), []).append((name, own, other))
    for (file, _), found in copies.items():
        name, own, other = found[0]
        if len(found) == 1:
            message = f"The sheet {name} is here and in {other.location}."
            hint, place = "Delete or rename the copy that is not meant.", own.location
        else:
            names = all_of([name for name, _, _ in found])
            message = f"{number(len(found), 'sheet')} are here and elsewhere too: {names}."
            hint = "Keep one of both."
            if _is_copy(own, other):
                hint = "Keep one of both; deckkit workbook import takes over changes of a workbook."
            place = Location(file)
        related = [Related(other.location, "the same sheet") for _, _, other in found[:SHOWN]]
        yield SHEET_TWICE.at(place, message, hint, related=related, value=name)


def _is_copy(first: Sheet, second: Sheet) -> bool:
    """Whether of two sheets it is the first one that seems too much."""
    return bool(first.workbook) and not second.workbook


def unused(sheet: Sheet, missing: Iterable[str], game: Game) -> Finding:
    """What is said of a sheet that nothing reads; `missing` are sheets that the deck lacks."""
    absent = list(missing)
    like = suggest(key(sheet.name), absent) or [n for n in absent if n in key(sheet.name)]
    if not like and (spec := by_header(sheet, game)) is not None and spec.name in absent:
        like = [spec.name]
    names = [spec.name for spec in game.sheets]
    message = f"Nothing reads the sheet {quoted(sheet.name)}."
    needed = [n for n in like if game.sheet(n).required]
    hint = f"Rename it to {any_of(like)}?" if like else f"{game.title} has {all_of(names)}."
    severity = Severity.ERROR if needed else Severity.WARNING
    return SHEET_UNUSED.at(sheet.location, message, hint, value=sheet.name, severity=severity)
