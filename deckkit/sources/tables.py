"""Grid -> Sheet: find the header row, leave out what is no record, and say so."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from deckkit.findings import Finding, Location
from deckkit.sources import limits
from deckkit.sources.codes import sheets as codes
from deckkit.sources.codes import text as text_codes
from deckkit.sources.grid import Grid, Value
from deckkit.sources.model import Cell, CellType, Row, Sheet, column_letter, key
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
    rows = _top(grid)
    best: Collection[str] = ()
    best_score = 1
    for headers in sheet_keys.values():
        score = max((_matches(grid.rows[row], headers) for row in rows), default=0)
        if score > best_score:
            best, best_score = headers, score
    return best


def build(grid: Grid, file: str, name: str, expected: Collection[str], *, workbook: bool) -> Table:
    """The table that a grid holds, under the sheet name `name`."""
    filled = [row for row in sorted(grid.rows) if _filled(grid.rows[row])]
    header_row, titles = _header_row(grid, filled, expected)
    below = [row for row in filled if row > header_row]
    head = grid.rows.get(header_row, {})
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
                value=next(iter(grid.rows[filled[0]].values()))[0],
            )
        )
    keyed = _keyed(headers, columns)
    names = {column: key(raw) for column, (raw, _) in head.items() if raw.strip()}
    kept = []
    for row in below:
        values = grid.rows[row]
        refused = None
        if _repeats(values, names):
            refused = codes.HEADER_AGAIN
        elif row >= below[-1] - 3 and len(below) > 1 and _totals(values, keyed):
            refused = codes.TOTALS
        if refused:
            findings.append(refused.at(place(row), _MESSAGES[refused.code].format(row=row)))
        else:
            kept.append(row)
    if grid.width is not None and header_row in grid.width:
        findings.extend(_ragged(grid, grid.width, header_row, keyed, kept, place))
    places = [(c, k[0], place(None, c, k[1])) for c, k in keyed.items()]
    rows = tuple(_row(row, grid.rows[row], places) for row in kept)
    if not rows and (filled or expected):
        findings.append(
            codes.NO_ROWS.at(
                place(header_row or None),
                "The table has a header row but no rows." if filled else "The sheet is empty.",
                "Fill in at least one row, or delete the sheet if it is not needed.",
            )
        )
    sheet = Sheet(file, name, tuple(headers), rows, workbook)
    return Table(sheet, header_row, tuple(columns), findings)


def _filled(values: Mapping[int, Value]) -> bool:
    return any(raw.strip() for raw, _ in values.values())


def _top(grid: Grid) -> list[int]:
    rows = [row for row in sorted(grid.rows)[: 4 * limits.TITLE_ROWS] if _filled(grid.rows[row])]
    return rows[: limits.TITLE_ROWS]


def _matches(values: Mapping[int, Value], expected: Collection[str]) -> int:
    return len({key(raw) for raw, _ in values.values()} & set(expected))


def _header_row(grid: Grid, filled: list[int], expected: Collection[str]) -> tuple[int, list[int]]:
    """The row of the column names, and the filled rows above it that are no header."""
    if not filled:
        return 0, []
    first, top = filled[0], filled[: limits.TITLE_ROWS]
    if expected:
        scores = {row: _matches(grid.rows[row], expected) for row in top}
        best = max(top, key=lambda row: scores[row])
        enough = scores[best] >= min(2, len(expected)) and scores[best] > 2 * scores[first]
    else:
        filled_cells = {row: len(grid.rows[row]) for row in top}
        best = next((row for row in top if filled_cells[row] > 1), first)
        enough = filled_cells[first] == 1 and filled_cells[best] > 2
    header = best if enough else first
    return header, [row for row in filled if row < header]


def _columns(grid: Grid, head: Mapping[int, Value], header_row: int, below: list[int]) -> list[int]:
    """Columns with a name or, in a workbook, with anything below the header row."""
    used = {column for column, (raw, _) in head.items() if raw.strip()}
    end = (grid.width or {}).get(header_row)
    for row in below:
        for column, (raw, _) in grid.rows[row].items():
            if column not in used and raw.strip() and (end is None or column < end):
                used.add(column)
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


def _row(row: int, values: Mapping[int, Value], places: list[tuple[int, str, Location]]) -> Row:
    cells = {}
    for column, folded, place in places:
        raw, kind = values.get(column, _NOTHING)
        cells[folded] = Cell(raw, kind, place, row)
    return Row(row, cells)


_NOTHING: Value = ("", CellType.EMPTY)
_MESSAGES = {
    codes.HEADER_AGAIN.code: "Row {row} repeats the column names.",
    codes.TOTALS.code: "Row {row} looks like a totals row, not like a record.",
}


def _repeats(values: Mapping[int, Value], names: Mapping[int, str]) -> bool:
    """Whether a row holds the column names once more."""
    least = max(2, min(3, len(names)))
    same = 0
    for column, (raw, _) in values.items():
        if raw.strip():
            if key(raw) != names.get(column):
                return False
            same += 1
    return same >= least


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
    grid: Grid, width: Mapping[int, int], header_row: int, keyed: Keyed, kept: Iterable[int],
    place: Callable[[int, int | None], Location],
) -> Iterator[Finding]:  # fmt: skip
    """Records of delimited text with more or fewer values than the header has columns."""
    end = width[header_row]
    named = max(keyed, default=-1) + 1
    for row in kept:
        extra = [c for c, (raw, _) in grid.rows[row].items() if c >= end and raw.strip()]
        if extra:
            raw = grid.rows[row][extra[0]][0]
            yield text_codes.ROW_LONG.at(
                place(row, extra[0]),
                f"The row has {number(width[row], 'value')}, the header {end}: {quoted(raw)} "
                "has no column.",
                "Put a value that contains the separator in quotation marks.",
                value=raw,
            )
        elif width[row] < named:
            yield text_codes.ROW_SHORT.at(
                place(row, None),
                f"The row has {number(width[row], 'value')}, the header {named}.",
                "Add the missing values or separators.",
            )
