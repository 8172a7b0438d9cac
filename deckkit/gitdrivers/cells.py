"""Cells of openpyxl worksheets: reading values, writing a merged table in place."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from deckkit.gitdrivers.three import Merged
from deckkit.sources import Sheet

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

NOTE = "\0note"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Value:
    """A cell's value with openpyxl's letter for its type (s text, n number, f formula ...)."""

    value: Any = None
    kind: str = "n"

    def __bool__(self) -> bool:
        """Whether there is a value."""
        return self.value is not None

    def __str__(self) -> str:
        """The value as a message shows it."""
        return "" if self.value is None else str(self.value)


EMPTY = Value()


def quietly(call: Callable[[], T]) -> T:
    """Call openpyxl without its warnings about what it does not know."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call()


def value(cell: Any) -> Value:
    """The value of a cell; blank text is empty, formulas compare by their text."""
    found = cell.value
    if found is None or found == "":
        return EMPTY
    if cell.data_type == "f" and not isinstance(found, str):
        found = getattr(found, "text", None) or str(found)  # an array or table formula
    return Value(found, cell.data_type)


def note(cell: Any) -> Value:
    """The note on a cell as a value."""
    return Value(cell.comment.text, "s") if cell.comment is not None else EMPTY


def letters(sheet: Sheet) -> dict[str, str]:
    """Folded header -> column letter."""
    return {name: cell.location.column or "" for name, cell in sheet.columns.items() if name}


def has_formula(sheet: Worksheet) -> bool:
    """Whether any cell is a formula."""
    return any(cell.data_type == "f" for row in sheet.iter_rows() for cell in row)


def same(one: Worksheet | None, two: Worksheet | None) -> bool:
    """Whether two worksheets hold the same values and notes at the same places."""
    return _content(one) == _content(two)


def _content(sheet: Worksheet | None) -> dict[str, tuple[Value, Value]] | None:
    if sheet is None:
        return None
    return {
        cell.coordinate: found
        for row in sheet.iter_rows()
        for cell in row
        if any(found := (value(cell), note(cell)))
    }


def replace(target: Worksheet, source: Worksheet) -> None:
    """Give `target` the values and notes of `source`, and the looks where it is new."""
    new = target.max_row == 1 and target.max_column == 1 and target["A1"].value is None
    for row in target.iter_rows():
        for cell in row:
            if not new and (value(cell) or note(cell)):
                _clear(cell)
    for row in source.iter_rows():
        for cell in row:
            if not (value(cell) or note(cell)):
                continue
            place: Any = target[cell.coordinate]
            put(place, value(cell))
            put_note(place, note(cell))
            if new:
                place.number_format = cell.number_format
                for part in ("font", "fill", "border", "alignment"):
                    setattr(place, part, copy(getattr(cell, part)))
    if new:
        target.freeze_panes = source.freeze_panes
        for letter, size in source.column_dimensions.items():
            target.column_dimensions[letter].width = size.width


def put(cell: Any, new: Value) -> None:
    """Write a value as the type it has; text that looks like a formula stays text."""
    if value(cell) == new or _covered(cell):
        return
    cell.value = new.value
    if new.kind in ("s", "e") and new.value is not None:
        cell.data_type = new.kind


def put_text(cell: Any, text: str) -> None:
    """Write text as text."""
    put(cell, Value(text, "s") if text else EMPTY)


def put_note(cell: Any, new: Value) -> None:
    """Write or remove a cell's note."""
    from openpyxl.comments import Comment

    if note(cell) != new and not _covered(cell):
        cell.comment = Comment(str(new), "deckkit") if new else None


def _covered(cell: Any) -> bool:
    """Whether a cell lies under a merged one and can hold nothing."""
    return type(cell).__name__ == "MergedCell"


def _clear(cell: Any) -> None:
    if _covered(cell):
        return
    cell.value = None
    cell.comment = None
    cell.hyperlink = None


def write(
    own: Worksheet,
    other: Worksheet,
    sheet: Sheet,
    their_sheet: Sheet,
    merged: Merged[Value],
    ids: Mapping[str, int],
    their_ids: Mapping[str, int],
) -> None:
    """Bring our worksheet to the merged table: columns, then rows in order, then cells."""
    places = _columns(own, sheet, their_sheet, merged)
    rows = _rows(own, list(merged.rows), ids, max(ids.values(), default=_header_row(sheet)))
    for record, wanted in merged.rows.items():
        for name, letter in places.items():
            cell = own[f"{letter}{rows[record]}"]
            put(cell, wanted.get(name, EMPTY))
            put_note(cell, wanted.get(name + NOTE, EMPTY))
        height = other.row_dimensions[their_ids[record]].height if record in their_ids else None
        if record not in ids and height:
            own.row_dimensions[rows[record]].height = height


def _header_row(sheet: Sheet) -> int:
    return next((cell.location.row or 1 for cell in sheet.headers), 1)


def _columns(
    own: Worksheet, sheet: Sheet, their_sheet: Sheet, merged: Merged[Value]
) -> dict[str, str]:
    """Letter of each merged column; new ones are added on the right, removed ones cleared."""
    from openpyxl.utils import column_index_from_string, get_column_letter

    known = letters(sheet)
    last = max((column_index_from_string(letter) for letter in known.values()), default=0)
    header = _header_row(sheet)
    places: dict[str, str] = {}
    for name in merged.columns:
        if name.endswith(NOTE):
            continue
        if name not in known:
            last += 1
            text = their_sheet.columns[name].raw
            put_text(own[f"{get_column_letter(last)}{header}"], text)
        places[name] = known.get(name) or get_column_letter(last)
    for name, letter in known.items():
        if name not in places:
            for cell in own[letter]:
                if cell.row >= header:
                    _clear(cell)
    return places


@dataclass(frozen=True, slots=True)
class _Saved:
    """Everything about a cell that moves with its row."""

    value: Value
    raw: Any
    style: Any
    comment: Any
    link: Any


def _rows(own: Worksheet, wanted: list[str], ids: Mapping[str, int], last: int) -> dict[str, int]:
    """Row number of each record in the wanted order; our rows move with all they have."""
    free = sorted(ids.values())
    extra = len(wanted) - len(free)
    free += [last + n for n in range(1, extra + 1)]
    rows = dict(zip(wanted, free, strict=False))
    moving = {record: row for record, row in ids.items() if rows.get(record) != row}
    width = own.max_column
    model = max(ids.values(), default=None)
    saved = {record: _take(own, row, width) for record, row in moving.items()}
    looks = _take(own, model, width) if model else []
    for row in moving.values():
        for column in range(1, width + 1):
            _clear(own.cell(row, column))
    for record, row in rows.items():
        if record in saved:
            _give(own, row, saved[record])
        elif record not in ids:
            for column, old in enumerate(looks, 1):
                cell: Any = own.cell(row, column)
                cell._style = copy(old.style)
    return rows


def _take(own: Worksheet, row: int, width: int) -> list[_Saved]:
    found = []
    for column in range(1, width + 1):
        cell: Any = own.cell(row, column)
        if _covered(cell):
            found.append(_Saved(EMPTY, None, copy(cell._style), None, None))
            continue
        link, comment = copy(cell.hyperlink), copy(cell.comment)
        found.append(_Saved(value(cell), cell.value, copy(cell._style), comment, link))
    return found


def _give(own: Worksheet, row: int, saved: list[_Saved]) -> None:
    for column, old in enumerate(saved, 1):
        cell: Any = own.cell(row, column)
        if _covered(cell):
            continue
        cell.value = old.raw
        if old.value.kind in ("s", "e") and old.raw is not None:
            cell.data_type = old.value.kind
        cell._style = old.style
        cell.comment = old.comment
        if old.link is not None:
            old.link.ref = cell.coordinate
            cell.hyperlink = old.link
