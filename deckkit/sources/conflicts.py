"""Conflicts of a merge that nobody settled: the lines that Git leaves in a table.

In a workbook deckkit's own merge driver lists them on a sheet, a row for each cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deckkit.sources.grid import Grid

SHEET = "_conflicts"
HEADERS = ("sheet", "record", "column", "before", "ours", "theirs")

_ENDS = re.compile(r"(\r\n|\r|\n)")
_OPENS, _CLOSES = "<" * 7, ">" * 7
_BETWEEN = ("=" * 7, "|" * 7)


@dataclass(frozen=True, slots=True)
class Conflict:
    """The lines of the signs that belong together, and what they call the two versions."""

    lines: tuple[int, ...]
    names: tuple[str, ...]


def take_out(text: str) -> tuple[str, tuple[Conflict, ...]]:
    """`text` with an empty line for each sign of a conflict, and the conflicts."""
    if _OPENS not in text and _CLOSES not in text:
        return text, ()
    pieces = _ENDS.split(text)  # the lines, and between them what ends each
    found = tuple(_conflicts(enumerate(pieces[::2], 1)))
    for line in (line for conflict in found for line in conflict.lines):
        pieces[2 * (line - 1)] = ""
    return "".join(pieces), found


def take_out_rows(grid: Grid) -> tuple[Conflict, ...]:
    """Empty the rows of a sheet that hold nothing but a sign of a conflict."""
    alone = ((row, grid.rows[row]) for row in grid.filled() if len(grid.rows[row]) == 1)
    found = tuple(_conflicts((row, raw) for row, cells in alone for raw, _ in cells.values()))
    for row in (row for conflict in found for row in conflict.lines):
        del grid.rows[row]
    return found


def _conflicts(numbered: Iterable[tuple[int, str]]) -> Iterator[Conflict]:
    """Each sign that opens with what follows up to the one that closes, or alone."""
    lines: list[int] = []
    names: list[str] = []
    for number, line in numbered:
        sign, name = _sign(line)
        if not sign or (sign in _BETWEEN and not lines):
            continue
        if sign == _OPENS and lines:
            yield Conflict(tuple(lines), tuple(names))
            lines, names = [], []
        lines.append(number)
        names += [name] if name and sign not in _BETWEEN else []
        if sign == _CLOSES:
            yield Conflict(tuple(lines), tuple(names))
            lines, names = [], []
    if lines:
        yield Conflict(tuple(lines), tuple(names))


def _sign(line: str) -> tuple[str, str]:
    """The sign of a conflict that a line is, and the name behind it; empty when it is none.

    A spreadsheet program that saved the file may have added quotation marks and separators.
    """
    body = line.removeprefix('"')
    sign = body[:7]
    if sign not in (_OPENS, _CLOSES, *_BETWEEN):
        return "", ""
    name = body[7:].rstrip(",;\t|").rstrip('"')
    if name and (name[0] not in " \t" or sign == _BETWEEN[0]):
        return "", ""
    return sign, name.strip()
