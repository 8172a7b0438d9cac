"""Merging delimited text: unchanged records keep their bytes, conflicts get markers per row."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from deckkit.gitdrivers.keys import key_columns, known_sheets
from deckkit.gitdrivers.result import NotMergeable, Result, sentence
from deckkit.gitdrivers.three import Merged, Table
from deckkit.gitdrivers.three import merge as merge_tables
from deckkit.sources.delimited import Trouble, choose_delimiter, records
from deckkit.sources.model import key

BOM = "\ufeff"
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_BREAK = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True)
class _File:
    """A parsed file: its table, the text of each record, and how it is written."""

    table: Table[str]
    raw: Mapping[str, str]
    head: str
    headers: Mapping[str, str]
    delimiter: str
    end: str
    bom: bool


def merge(base: bytes, ours: bytes, theirs: bytes, path: str) -> Result:
    """Merge three versions of a table; raises NotMergeable when records cannot be told apart."""
    sheet = key(PurePosixPath(path).stem)
    files = [_parse(data, sheet) for data in (base, ours, theirs)]
    merged = merge_tables(files[0].table, files[1].table, files[2].table, "")
    text = "".join(_write(merged, files[1], files[2]))
    data = ((BOM if files[1].bom else "") + text).encode("utf-8")
    messages = tuple(sentence(conflict, path) for conflict in merged.conflicts)
    return Result(data, not merged.conflicts, messages)


def _parse(data: bytes, sheet: str) -> _File:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotMergeable("it is not UTF-8 text") from None
    bom = text.startswith(BOM)
    text = text.removeprefix(BOM)
    if not text.strip():
        return _File(Table(), {}, "", {}, ",", "\n", bom)
    known, _ = known_sheets().get(sheet, (frozenset(), ()))
    delimiter = choose_delimiter(text, known)
    troubles: list[Trouble] = []
    found = list(records(text, delimiter, troubles))
    if any(trouble.kind != "lines" for trouble in troubles):
        raise NotMergeable("a quotation mark is out of place")
    lines = _LINE.findall(text)
    starts = [number for number, _ in found]
    raws = [
        "".join(lines[start - 1 : stop - 1])
        for start, stop in zip(starts, [*starts[1:], len(lines) + 1], strict=True)
    ]
    names = [key(value) for value in found[0][1]]
    if "" in names or len(set(names)) < len(names):
        raise NotMergeable("its first line does not name every column once")
    rows, raw = _rows(found[1:], raws[1:], names, key_columns(sheet, names))
    breaks = _BREAK.findall(text)
    end = max(set(breaks), key=breaks.count, default="\n")
    headers = dict(zip(names, found[0][1], strict=True))
    return _File(Table(tuple(names), rows), raw, raws[0], headers, delimiter, end, bom)


def _rows(
    found: list[tuple[int, list[str]]], raws: list[str], names: list[str], keys: Collection[str]
) -> tuple[dict[str, dict[str, str]], dict[str, str]]:
    """Cells and text of each record by id."""
    if not keys:
        raise NotMergeable("no column is known to identify its records")
    rows: dict[str, dict[str, str]] = {}
    raw: dict[str, str] = {}
    for (_, values), text in zip(found, raws, strict=True):
        if not any(value.strip() for value in values):
            continue
        if any(values[len(names) :]):
            raise NotMergeable("a row has more values than there are columns")
        cells = dict(zip(names, (_BREAK.sub("\n", value) for value in values), strict=False))
        record = " ".join(cells.get(name, "").strip() for name in keys)
        if not record.strip() or record in rows:
            raise NotMergeable(f"the id {record!r} does not stand for one record")
        rows[record], raw[record] = cells, text
    return rows, raw


def _write(merged: Merged[str], ours: _File, theirs: _File) -> Iterator[str]:
    """The file in our way of writing; a conflict as two versions of its row."""
    style = ours if ours.table.columns else theirs
    headers = {**theirs.headers, **ours.headers}
    if merged.columns == ours.table.columns:
        yield _ended(ours.head, style.end)
    else:
        yield _record([headers[name] for name in merged.columns], style)
    disputed: dict[str, dict[str, str]] = {}
    for conflict in merged.conflicts:
        if conflict.record is not None:
            changed = disputed.setdefault(conflict.record, {})
            if conflict.column is not None:
                changed[conflict.column] = conflict.theirs or ""
    for record, cells in merged.rows.items():
        if record not in disputed:
            yield _row(record, cells, merged, ours, theirs, style)
            continue
        removed = not disputed[record]
        yield f"<<<<<<< ours{style.end}"
        if not removed or record in ours.table.rows:
            yield _row(record, cells, merged, ours, theirs, style)
        yield f"======={style.end}"
        if not removed or record in theirs.table.rows:
            yield _row(record, {**cells, **disputed[record]}, merged, ours, theirs, style)
        yield f">>>>>>> theirs{style.end}"


def _row(
    record: str,
    cells: Mapping[str, str],
    merged: Merged[str],
    ours: _File,
    theirs: _File,
    style: _File,
) -> str:
    """A record as one side wrote it when it says just that, else written anew."""
    for side in (ours, theirs):
        same = side.table.columns == merged.columns and side.delimiter == style.delimiter
        own = side.table.rows.get(record)
        if same and own is not None and all(own.get(n, "") == v for n, v in cells.items()):
            return _ended(side.raw[record], style.end)
    return _record([cells.get(name, "") for name in merged.columns], style)


def _record(values: list[str], style: _File) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=style.delimiter, lineterminator=style.end).writerow(values)
    return out.getvalue()


def _ended(raw: str, end: str) -> str:
    """A record's text with our kind of line end."""
    return raw.rstrip("\r\n") + end
