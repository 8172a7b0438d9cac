"""CSV files edited in place: encoding, separators, line ends and other cells' quotes stay."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from deckkit.editing.base import Refused, Witness
from deckkit.sources.delimited import DELIMITERS, DIRECTIVE, field_pattern, records
from deckkit.sources.encoding import decode
from deckkit.sources.grid import Grid
from deckkit.text import clean

_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(slots=True)
class _Field:
    """The part of the text that is one value, without separator."""

    start: int
    end: int
    quoted: bool
    value: str


@dataclass(slots=True)
class _Record:
    line: int
    start: int
    end: int = 0  # behind its line end
    fields: list[_Field] = field(default_factory=list)


class TextFile:
    """A delimited text file; `sheet` is ignored, since such a file holds one table."""

    def __init__(self, data: bytes, witnesses: Sequence[Witness] = ()) -> None:
        """Take the file apart; raises Refused when its text would not survive being saved."""
        decoded = decode(data)
        if decoded is None:
            raise Refused("The file is not text in an encoding that deckkit knows.")
        self._encoding, self._text = decoded.encoding, decoded.text
        body = self._encode(self._text)
        if decoded.broken or not data.endswith(body):
            raise Refused("The file holds bytes that are no characters; save it as CSV UTF-8.")
        self._mark = data[: len(data) - len(body)]
        directive = DIRECTIVE.match(self._text)
        self._at, self._line = (directive.end(), 2) if directive else (0, 1)
        choices = directive.group(1) if directive else DELIMITERS
        self._split(max(choices, key=lambda d: self._agreement(d, witnesses)))
        self._edits: dict[tuple[int, int], str] = {}
        self._removed: set[int] = set()
        self._added: list[list[str]] = []

    def get(self, sheet: str, row: int, column: int) -> str:
        """The text of a cell as a reader would give it, edits included; empty when absent."""
        if (row, column) in self._edits:
            return self._edits[row, column]
        fields = self._records[row].fields if row in self._records else []
        return _as_read(fields[column].value) if column < len(fields) else ""

    def set(self, sheet: str, row: int, column: int, text: str) -> None:
        """Replace the text of a cell; a short record is filled up with empty cells."""
        if row not in self._records:
            raise Refused("The row is no longer in the file.")
        try:
            self._encode(text)
        except UnicodeEncodeError as error:
            char = text[error.start]
            raise Refused(
                f'The file\'s encoding has no "{char}"; save it as CSV UTF-8 first.'
            ) from error
        self._edits[row, column] = text

    def remove(self, row: int) -> None:
        """Take a record out, with its line end."""
        self._removed.add(row)

    def append(self, values: Sequence[str]) -> None:
        """Add a record at the end."""
        self._encode(self._quoted("".join(values)))
        self._added.append(list(values))

    def width(self, row: int) -> int:
        """How many values the record has that starts on line `row`; 0 when none does."""
        return len(self._records[row].fields) if row in self._records else 0

    def data(self) -> bytes:
        """The bytes of the file with all edits made; raises Refused when they clash."""
        pieces: list[str] = [self._text[: self._at]]
        wanted: list[list[str]] = []
        edits: dict[int, dict[int, str]] = {}
        for (row, column), text in self._edits.items():
            edits.setdefault(row, {})[column] = text
        for row, record in self._records.items():
            if row in self._removed:
                continue
            values, text = self._written(record, edits.get(row, {}))
            pieces.append(text)
            wanted.append(values)
        if self._added:
            if pieces[-1] and not _BREAK.search(pieces[-1][-1:]):
                pieces.append(self._newline)
            every = self._quotes_everything()
            for values in self._added:
                cells = (self._quoted(v) if every else self._plain(v, len(values)) for v in values)
                pieces.append(self._delimiter.join(cells) + self._newline)
                wanted.append(values)
        text = "".join(pieces)
        found = [values for _, values in records(text[self._at :], self._delimiter)]
        if [[_as_read(v) for v in r] for r in found] != [[_as_read(v) for v in r] for r in wanted]:
            raise Refused("A quotation mark out of place would move other cells; repair it first.")
        data = self._mark + self._encode(text)
        again = decode(data)
        if again is None or again.text != text:
            raise Refused("The encoding of the file could no longer be told; save it as CSV UTF-8.")
        return data

    def _encode(self, text: str) -> bytes:
        return text.encode(self._encoding)

    def _agreement(self, delimiter: str, witnesses: Sequence[Witness]) -> int:
        self._split(delimiter)
        self._edits = {}
        return sum(clean(self.get(s, r, c)) == clean(text) for s, r, c, text in witnesses)

    def _split(self, delimiter: str) -> None:
        """Find every value of the text, as `deckkit.sources.delimited.records` does."""
        match, text = field_pattern(delimiter).match, self._text
        self._delimiter, self._newline = delimiter, ""
        self._records: dict[int, _Record] = {}
        at, end, line = self._at, len(text), self._line
        record = _Record(line, at)
        while at < end or record.fields:
            found = match(text, at)
            assert found is not None  # the second alternative matches anything
            whole, bare, stop = found.group(1, 2, 3)
            if whole is None:
                record.fields.append(_Field(at, found.end(2), False, bare))
            else:
                last = found.end(1) + 1
                record.fields.append(_Field(at, last, True, whole.replace('""', '"')))
                line += len(_BREAK.findall(whole))
            at = found.end()
            if stop == delimiter:
                if at < end:
                    continue
                record.fields.append(_Field(at, at, False, ""))
            record.end = at
            self._records[record.line] = record
            self._newline = self._newline or (stop if stop != delimiter else "")
            line += 1
            record = _Record(line, at)
        self._newline = self._newline or "\n"

    def _written(self, record: _Record, edits: Mapping[int, str]) -> tuple[list[str], str]:
        """The values of a record with its edits, and its text."""
        values = [item.value for item in record.fields]
        width = max([len(values), *(column + 1 for column in edits)])
        pieces, at = [], record.start
        for column, item in enumerate(record.fields):
            if column in edits and edits[column] != _as_read(item.value):
                pieces += [self._text[at : item.start], self._rewritten(item, edits[column], width)]
                values[column], at = edits[column], item.end
        more = [edits.get(column, "") for column in range(len(values), width)]
        if more:
            last = record.fields[-1].end
            pieces.append(self._text[at:last])
            pieces += [self._delimiter + self._plain(text, width) for text in more]
            at = last
        return values + more, "".join(pieces) + self._text[at : record.end]

    def _rewritten(self, item: _Field, text: str, width: int) -> str:
        breaks = _BREAK.search(item.value)
        kept = breaks.group() if breaks else ("\r" if self._newline == "\r" else "\n")
        text = text.replace("\n", kept)
        return self._quoted(text) if item.quoted else self._plain(text, width)

    def _quoted(self, text: str) -> str:
        return '"' + text.replace('"', '""') + '"'

    def _plain(self, text: str, width: int) -> str:
        """`text` as a value, in quotation marks only when it needs them."""
        odd = any(char in text for char in (self._delimiter, '"', "\n", "\r"))
        return self._quoted(text) if odd or (width == 1 and not text) else text

    def _quotes_everything(self) -> bool:
        first = next(iter(self._records.values()), None)
        return first is not None and all(item.quoted for item in first.fields)


def _as_read(value: str) -> str:
    """A value as `Cell.raw` gives it: line breaks as LF, codes of line breaks resolved."""
    value = _BREAK.sub("\n", value) if "\r" in value else value
    return Grid("").unescaped(0, 0, value) if "_x00" in value else value
