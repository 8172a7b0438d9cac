"""Delimited text (.csv, .tsv, .txt): records with the line on which each one starts."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from deckkit.sources import limits
from deckkit.sources.codes import files
from deckkit.sources.grid import Refusal, TextGrid
from deckkit.sources.model import key

DELIMITERS = ",;\t|"
DIRECTIVE = re.compile(r'\A"?sep[ ]*=[ ]*([^\r\n])"?[ ,;\t|]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
_BREAK = re.compile(r"\r\n|\r|\n")
_SAMPLE = 60


@dataclass(slots=True)
class Trouble:
    """A quotation mark out of place: what kind, where, and the text around it."""

    kind: str  # "open", "stray", "after", "space" or "swallowed"
    line: int
    column: int
    text: str


@dataclass(slots=True)
class Parsed:
    """One file of delimited text: its grid and the quotation marks out of place."""

    grid: TextGrid
    delimiter: str
    troubles: list[Trouble] = field(default_factory=list)


def field_pattern(delimiter: str) -> re.Pattern[str]:
    """Matches one value and what ends it: group 1 in quotation marks, 2 bare, 3 the end."""
    d = re.escape(delimiter)
    before = "" if delimiter == " " else "[ ]*+"
    return re.compile(
        rf'(?:{before}"((?:[^"]++|"")*+)"[ ]*+(?={d}|[\r\n]|\Z)|([^{d}\r\n]*+))({d}|\r\n|\r|\n|\Z)'
    )


def records(
    text: str, delimiter: str, troubles: list[Trouble] | None = None, line: int = 1
) -> Iterator[tuple[int, list[str]]]:
    """Each record of `text` with the number of the line on which it starts.

    A quotation mark that is never closed does not swallow the rest of the file: it is kept
    as a character, noted in `troubles`, and reading goes on at the end of the line.
    """
    match = field_pattern(delimiter).match
    at, end, started = 0, len(text), line
    values: list[str] = []
    while at < end or values:
        found = match(text, at)
        assert found is not None  # the second alternative matches anything
        whole, bare, stop = found.group(1, 2, 3)
        if whole is not None:
            value = whole.replace('""', '"') if '"' in whole else whole
            breaks = len(_BREAK.findall(value)) if "\n" in value or "\r" in value else 0
            if text[at] == " " and troubles is not None:
                troubles.append(Trouble("space", line, len(values), value))
            if breaks and troubles is not None:
                troubles.append(Trouble("lines", line, len(values), value))
            line += breaks
        else:
            value = bare
            if '"' in value and troubles is not None:
                troubles.append(Trouble(_stray(text, at, value), line, len(values), value))
        values.append(value)
        at = found.end()
        if stop != delimiter:
            yield started, values
            values = []
            line += 1
            started = line
        elif at >= end:
            values.append("")
            yield started, values
            return


def _stray(text: str, at: int, value: str) -> str:
    """What kind of stray quotation mark an unquoted value holds."""
    if not value.startswith('"'):
        return "stray"
    close = re.compile(r'"(?:[^"]++|"")*+"').match(text, at)
    return "after" if close and close.end() <= at + len(value) else "open"


def parse(text: str, name: str, expected: Collection[str]) -> Parsed:
    """Read `text` into a grid; the delimiter is the one that gives the expected headers."""
    text = text.rstrip("\x1a")  # how DOS programs end a text file
    line = 1
    directive = DIRECTIVE.match(text)
    if directive:
        delimiter = directive.group(1)
        text, line = text[directive.end() :], 2
    else:
        delimiter = choose_delimiter(text, expected)
    parsed = Parsed(TextGrid(name), delimiter)
    grid = parsed.grid
    grid.records = quick_records(text, delimiter, parsed.troubles, line) or {
        number: [_BREAK.sub("\n", value) if "\r" in value else value for value in values]
        for number, values in records(text, delimiter, parsed.troubles, line)
    }
    if "_x00" in text:
        for number, values in grid.records.items():
            grid.records[number] = [
                grid.unescaped(number, column, value) if "_x00" in value else value
                for column, value in enumerate(values)
            ]
    if sum(map(len, grid.records.values())) > limits.CELLS:
        cells = sum(sum(map(bool, values)) for values in grid.records.values())
        if cells > limits.CELLS:
            raise Refusal(
                files.TOO_LARGE,
                f"The file has more than {limits.CELLS:,} filled cells.",
                "Split the table, or remove the rows that are not part of the deck.",
            )
    parsed.troubles = list(_judge(parsed))
    return parsed


def quick_records(
    text: str, delimiter: str, troubles: list[Trouble], line: int = 1
) -> dict[int, Sequence[str]] | None:
    """What `records` finds (line breaks as LF), by Python's own parser; None where it cannot tell.

    That parser knows nothing of quotation marks out of place: a record that has any inside its
    values is read again by `records`, and a file that it refuses is none of its business.
    """
    if delimiter not in DELIMITERS or _spaced_quote(text, delimiter):
        return None
    if '"' not in text:
        lines = (text if "\r" not in text else _BREAK.sub("\n", text)).split("\n")
        if not lines[-1]:
            lines.pop()
        return dict(enumerate([one.split(delimiter) for one in lines], line))
    lines = list(io.StringIO(text, newline=""))
    found: dict[int, Sequence[str]] = {}
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    start = 0
    try:
        for values in reader:
            end = reader.line_num
            if end - start > 1 or '"' in "".join(values):
                again = list(records("".join(lines[start:end]), delimiter, troubles, line + start))
                if len(again) != 1:
                    troubles.clear()
                    return None
                found[line + start] = [_BREAK.sub("\n", value) for value in again[0][1]]
            else:
                found[line + start] = values or [""]
            start = end
    except csv.Error:
        troubles.clear()
        return None
    return found


def _spaced_quote(text: str, delimiter: str) -> bool:
    """Whether a quotation mark may open a value after spaces, which Python's parser keeps."""
    pattern = rf'(?:\A|[{re.escape(delimiter)}\r\n])[ ]+"'
    return ' "' in text and re.search(pattern, text) is not None


def _judge(parsed: Parsed) -> Iterator[Trouble]:
    """Keep the real troubles: a cell with line breaks is one only when it holds records."""
    usual = next((len(values) for values in parsed.grid.records.values() if any(values)), 0)
    for trouble in parsed.troubles:
        if trouble.kind != "lines":
            yield trouble
            continue
        inner = _BREAK.split(trouble.text)[1:]
        if usual > 2 and any(_count(part, parsed.delimiter) == usual - 1 for part in inner):
            yield Trouble("swallowed", trouble.line, trouble.column, trouble.text)


def _count(line: str, delimiter: str) -> int:
    """Separators of a line that are not followed by a space, as in a list of answers."""
    return len(re.findall(re.escape(delimiter) + r"(?! )", line))


def choose_delimiter(text: str, expected: Collection[str]) -> str:
    """The delimiter under which the first records show most of the expected headers.

    Without expected headers, or when none is found: the one that gives the most columns
    to the most records.
    """
    head = text[:200_000]
    best, best_score = ",", (0, 0, 0)
    for delimiter in DELIMITERS:
        sample = [values for _, values in islice(records(head, delimiter), _SAMPLE)]
        known = max((len({key(v) for v in row} & set(expected)) for row in sample), default=0)
        widths = [len(row) for row in sample if any(row)]
        common = max(set(widths), key=widths.count, default=1)
        regular = widths.count(common) if common > 1 else 0
        score = (known, regular, common)
        if score > best_score:
            best, best_score = delimiter, score
    return best
