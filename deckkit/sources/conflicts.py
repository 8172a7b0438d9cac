"""Conflicts of a merge that nobody settled: the lines that Git leaves in a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deckkit.sources.grid import Grid

# A spreadsheet program that saved the file may have added quotation marks and separators.
_SIDE = re.compile(r'"?(?P<sign><{7}|>{7})(?:[ \t]+(?P<name>[^\r\n]*?))?"?[,;\t|]*\r?\Z')
_MIDDLE = re.compile(r'"?(?:={7}|\|{7}(?:[ \t][^\r\n]*?)?)"?[,;\t|]*\r?\Z')


@dataclass(frozen=True, slots=True)
class Conflict:
    """The lines of the signs that belong together, and what they call the two versions."""

    lines: tuple[int, ...]
    names: tuple[str, ...]


def take_out(text: str) -> tuple[str, tuple[Conflict, ...]]:
    """`text` with an empty line for each sign of a conflict, and the conflicts."""
    if "<<<<<<<" not in text and ">>>>>>>" not in text:
        return text, ()
    lines = text.split("\n")
    found = tuple(_conflicts(enumerate(lines, 1)))
    for line in (line for conflict in found for line in conflict.lines):
        lines[line - 1] = "\r" if lines[line - 1].endswith("\r") else ""
    return "\n".join(lines), found


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
        side = _SIDE.match(line)
        if lines and _MIDDLE.match(line):
            lines.append(number)
        elif side:
            if side["sign"][0] == "<" and lines:
                yield Conflict(tuple(lines), tuple(names))
                lines, names = [], []
            lines.append(number)
            names += [side["name"]] if side["name"] else []
            if side["sign"][0] == ">":
                yield Conflict(tuple(lines), tuple(names))
                lines, names = [], []
    if lines:
        yield Conflict(tuple(lines), tuple(names))
