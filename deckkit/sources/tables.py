"""Grid -> Sheet: find the header row, leave out what is no record, and say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from deckkit.findings import Finding, Location
from deckkit.sources import limits
from deckkit.sources.codes import sheets as codes
from deckkit.sources.codes import text as text_codes
from deckkit.sources.grid import Grid, TextGrid, Value
from deckkit.sources.model import Cell, CellType, Series, Sheet, column_letter, key
from deckkit.text import clean, number, quoted

TOTAL_WORDS = frozenset(
    {"total", "totals", "subtotal", "sum", "sums", "count", "average", "mean", "grand_total"}
    | {"summe", "gesamt", "gesamtsumme", "anzahl", "somme", "totale", "totaal", "suma", "soma"}
)


Keyed = dict[int, tuple[str, str, str]]


@dataclass(slots=True)
class Table:
    """A sheet, the row its header stands in, its column range, and what was found."""

    sheet: Sheet
    header_row: int
    columns: tuple[int, ...]
    findings: list[Finding] = field(default_factory=list)


def expected_headers(
    name: str, grid: Grid, sheet_keys: Mapping[str, Collection[str]]
) -> Collection[str]:
    """The headers known for the sheet of that name, else those that the grid shows most of."""
    if key(name) in sheet_keys:
        return sheet_keys[key(name)]
    rows = [grid.at(row) for row in grid.filled()[: limits.TITLE_ROWS]]
    best: Collection[str] = ()
    best_score = 1
    for headers in sheet_keys.values():
        score = max((_matches(values, headers) for values in rows), default=0)
        if score > best_score:
            best, best_score = headers, score
    return best


def build(grid: Grid, file: str, name: str, expected: Collection[str], *, workbook: bool) -> Table:
    """The table that a grid holds, under the sheet name `name`."""
    filled = grid.filled()
    header_row, titles = _header_row(grid, filled, expected)
    below = [row for row in filled if row > header_row]
    head = grid.at(header_row)
    columns = _columns(grid, head, header_row, below)

    def place(row: int | None, column: int | None = None, header: str | None = None) -> Location:
        letter = None if column is None else column_letter(column)
        return Location(file, name, row, letter, header, workbook=workbook)

    headers = []
    for column in columns:
        raw, kind = head.get(column, ("", CellType.EMPTY))
        headers.append(Cell(raw, kind, place(header_row, column, clean(raw) or None)))
    findings: list[Finding] = []
    if titles:
        findings.append(
            codes.TITLE_ROWS.at(
                place(filled[0]),
                f"The header row was not found in row {filled[0]}; it looks like it is row "
                f"{header_row}.",
                f"Delete {number(len(titles), 'row')} above the column names.",
                value=next(iter(grid.at(filled[0]).values()))[0],
            )
        )
    keyed = _keyed(headers, columns)
    names = {column: key(raw) for column, (raw, _) in head.items() if raw.strip()}
    places = [place(None, c, cell.text) for c, cell in zip(columns, headers, strict=True)]
    found = _series(grid, columns, below, places)
    again = _repeats(grid, below, found, names)
    totals = below[-4:] if len(below) > 1 else []
    refused = dict.fromkeys(again, codes.HEADER_AGAIN) | {
        row: codes.TOTALS
        for row in totals
        if row >= below[-1] - 3 and row not in again and _totals(grid.at(row), keyed)
    }
    for row in sorted(refused):
        code = refused[row]
        findings.append(code.at(place(row), _MESSAGES[code.code].format(row=row)))
    kept = [row for row in below if row not in refused] if refused else below
    if isinstance(grid, TextGrid):
        findings.extend(_ragged(grid, header_row, keyed, kept, place))
    if refused:
        found = _series(grid, columns, kept, places)
    series = {k[0]: found[c] for c, k in keyed.items()}
    if not kept and (filled or expected):
        findings.append(
            codes.NO_ROWS.at(
                place(header_row or None),
                "The table has a header row but no rows." if filled else "The sheet is empty.",
                "Fill in at least one row, or delete the sheet if it is not needed.",
            )
        )
    sheet = Sheet(file, name, tuple(headers), kept, series, workbook)
    return Table(sheet, header_row, tuple(columns), findings)


def _matches(values: Mapping[int, Value], expected: Collection[str]) -> int:
    return len({key(raw) for raw, _ in values.values()} & set(expected))


def _header_row(grid: Grid, filled: list[int], expected: Collection[str]) -> tuple[int, list[int]]:
    """The row of the column names, and the filled rows above it that are no header."""
    if not filled:
        return 0, []
    first, top = filled[0], filled[: limits.TITLE_ROWS]
    if expected:
        scores = {row: _matches(grid.at(row), expected) for row in top}
        best = max(top, key=lambda row: scores[row])
        enough = scores[best] >= min(2, len(expected)) and scores[best] > 2 * scores[first]
    else:
        filled_cells = {row: len(grid.at(row)) for row in top}
        best = next((row for row in top if filled_cells[row] > 1), first)
        enough = filled_cells[first] == 1 and filled_cells[best] > 2
    header = best if enough else first
    return header, [row for row in filled if row < header]


def _columns(grid: Grid, head: Mapping[int, Value], header_row: int, below: list[int]) -> list[int]:
    """Columns with a name or, in a workbook, with anything below the header row."""
    used = {column for column, (raw, _) in head.items() if raw.strip()}
    more = grid.present(below) - used
    if isinstance(grid, TextGrid):
        more &= set(range(len(grid.records.get(header_row, ()))))
    if more:
        found = zip(more, grid.series(more, below), strict=True)
        used |= {column for column, (raws, _) in found if any(map(str.strip, raws))}
    return sorted(used)


def _keyed(headers: list[Cell], columns: list[int]) -> Keyed:
    """Column -> folded header, header text, letter; of equal headers only the first."""
    keyed: Keyed = {}
    seen = {""}
    for cell, column in zip(headers, columns, strict=True):
        folded = key(cell.raw)
        if folded not in seen:
            seen.add(folded)
            keyed[column] = (folded, cell.text, cell.location.column or "")
    return keyed


_MESSAGES = {
    codes.HEADER_AGAIN.code: "Row {row} repeats the column names.",
    codes.TOTALS.code: "Row {row} looks like a totals row, not like a record.",
}


def _series(
    grid: Grid, columns: Sequence[int], rows: Sequence[int], places: Iterable[Location]
) -> dict[int, Series]:
    found = zip(places, grid.series(columns, rows), strict=True)
    made = [Series(place, raws, kinds) for place, (raws, kinds) in found]
    return dict(zip(columns, made, strict=True))


def _repeats(
    grid: Grid, rows: Sequence[int], columns: Mapping[int, Series], names: Mapping[int, str]
) -> set[int]:
    """The rows that hold the column names once more, and nothing else."""
    least = max(2, min(3, len(names)))
    hits: Counter[int] = Counter()
    for column, name in names.items():
        alike = _alike(columns[column], name)
        if alike:
            cells = zip(rows, columns[column].raws, strict=True)
            hits.update(row for row, raw in cells if raw in alike)
    return {row for row, count in hits.items() if count >= least and _all(grid.at(row), names)}


def _alike(series: Series, name: str) -> set[str]:
    """The different texts of a column that say its name."""
    word = name.split("_", maxsplit=1)[0]
    if word.isascii() and word not in series.joined.casefold():
        return set()
    return {raw for raw in set(series.raws) if len(raw) < 2 * len(name) + 9 and key(raw) == name}


def _all(values: Mapping[int, Value], names: Mapping[int, str]) -> bool:
    """Whether every filled cell of a row holds the name of its column."""
    cells = ((column, raw) for column, (raw, _) in values.items() if raw.strip())
    return all(key(raw) == names.get(column) for column, raw in cells)


def _totals(values: Mapping[int, Value], keyed: Keyed) -> bool:
    """Whether a row holds little but sums, with or without a word that says so."""
    filled = {c: (raw.strip(), kind) for c, (raw, kind) in values.items() if raw.strip()}
    if len(keyed) < 3 or 2 * len(filled) > len(keyed) + 1:
        return False
    texts = [raw for raw, kind in filled.values() if not _sum_like(raw, kind)]
    if texts:
        return len(texts) == 1 and _total_word(texts[0])
    return min(keyed) not in filled and len(filled) <= 2


def _total_word(raw: str) -> bool:
    words = key(raw.rstrip(":. "))
    return words in TOTAL_WORDS or words.split("_")[0] in ("total", "totals", "subtotal", "summe")


def _sum_like(raw: str, kind: CellType) -> bool:
    if kind in (CellType.NUMBER, CellType.FORMULA):
        return True
    digits = raw.replace(".", "").replace(",", "").lstrip("+-")
    return kind is CellType.TEXT and digits.isascii() and digits.isdigit()


def _ragged(
    grid: TextGrid, header_row: int, keyed: Keyed, kept: Iterable[int],
    place: Callable[[int, int | None], Location],
) -> Iterator[Finding]:  # fmt: skip
    """Records of delimited text with more or fewer values than the header has columns."""
    end = len(grid.records.get(header_row, ()))
    named = max(keyed, default=-1) + 1
    for row in [row for row in kept if len(grid.records[row]) != end]:
        values = grid.records[row]
        extra = [column for column in range(end, len(values)) if values[column].strip()]
        if extra:
            raw = values[extra[0]]
            yield text_codes.ROW_LONG.at(
                place(row, extra[0]),
                f"The row has {number(len(values), 'value')}, the header {end}: {quoted(raw)} "
                "has no column.",
                "Put a value that contains the separator in quotation marks.",
                value=raw,
            )
        elif len(values) < named:
            yield text_codes.ROW_SHORT.at(
                place(row, None),
                f"The row has {number(len(values), 'value')}, the header {named}.",
                "Add the missing values or separators.",
            )
