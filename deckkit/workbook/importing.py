"""What editors changed in a workbook, written back into the CSV files of its deck.

Only changed cells are touched; records keep their order, new ones go to the end, and a record
that the workbook lacks is reported and stays unless its removal is asked for. A row whose id
cannot be read is no new record: it may be an old one, so that it is left out.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from deckkit import output
from deckkit.editing import Refused, TextFile
from deckkit.errors import UsageError
from deckkit.findings import Location, Severity
from deckkit.game import SheetSpec
from deckkit.loading import Loaded
from deckkit.records import Table
from deckkit.schemas import RowSchema, row_schema
from deckkit.sources import Cell, Row, Sheet, key, read_book
from deckkit.sources.values import column_index
from deckkit.text import quoted
from deckkit.workbook.belonging import refuse_others
from deckkit.workbook.matching import Match, match_rows
from deckkit.workbook.outcome import Change, Imported, RecordRef
from deckkit.workbook.refusing import refusal, unnamed

Place = tuple[str | None, str | None]  # sheet and cell


@dataclass
class _Sheet:
    """The import of one sheet in the making."""

    changes: list[Change] = field(default_factory=list)
    added: list[RecordRef] = field(default_factory=list)
    missing: list[RecordRef] = field(default_factory=list)
    removed: list[RecordRef] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refused: set[Place] = field(default_factory=set)
    read: bool = True
    path: Path | None = None
    data: bytes = b""

    def refuse(self, cell: Cell, note: str) -> None:
        """Say once what is wrong with a cell."""
        self.notes.append(note)
        self.refused.add(_place(cell.location))


def import_(
    workbook: Path, loaded: Loaded, *, remove: bool = False, write: bool = True
) -> Imported:
    """Write what `workbook` changes into the CSV files of `loaded`.

    With `write` off nothing is written and the outcome says what would be. Raises UsageError
    when the workbook cannot be read or is of another deck, the deck is not a folder of CSV files,
    or a file would be harmed.
    """
    game = loaded.source.game
    schemas = {s.name: row_schema(game.schemas / "source" / game.id / s.schema)
               for s in game.sheets}  # fmt: skip
    keys = {name: frozenset(schema.columns) for name, schema in schemas.items()}
    book = read_book(workbook, workbook.as_posix(), sheet_keys=keys)
    if not book.sheets:
        first = book.findings[0]
        raise UsageError(f"{workbook}: {first.message}", first.hint)
    if not loaded.source.path.is_dir():
        raise UsageError(f"{loaded.source.shown} is not a folder of CSV files.")
    refuse_others(workbook, book.sheets, loaded, schemas)
    broken = {f.location.sheet for f in book.findings if f.severity is Severity.ERROR}
    plans: dict[str, _Sheet] = {}
    notes: list[str] = []
    for sheet in book.sheets:
        spec = next((s for s in game.sheets if s.name == key(sheet.name)), None)
        if spec is None:
            if not sheet.name.startswith("_"):
                notes.append(f"{sheet.location}: nothing reads this sheet; it was not taken over.")
            continue
        if spec.name in plans:
            raise UsageError(f"{workbook} holds the sheet {spec.name} twice.")
        table = loaded.sources.tables.get(spec.name)
        safe = remove and sheet.name not in broken
        if table is None:
            plans[spec.name] = _new(spec, schemas[spec.name], sheet, loaded.source.path)
        else:
            plans[spec.name] = _merge(table, schemas[spec.name], sheet, remove=safe)
        if plans[spec.name].missing and remove:
            notes.append(f"{sheet.location}: no row was removed, since the sheet has errors.")
    absent = [name for name in loaded.sources.tables if name not in plans]
    notes += [f"The workbook has no sheet {name}; the deck's stays as it is." for name in absent]
    files = [plan.path for plan in plans.values() if plan.path]
    if write:
        for plan in plans.values():
            if plan.path:
                _save(plan.path, plan.data)
    refused = {place for plan in plans.values() for place in plan.refused}
    return Imported(
        tuple(c for plan in plans.values() for c in plan.changes),
        tuple(r for plan in plans.values() for r in plan.added),
        tuple(r for plan in plans.values() for r in plan.missing),
        tuple(r for plan in plans.values() for r in plan.removed),
        (*notes, *(n for plan in plans.values() for n in plan.notes)),
        tuple(
            finding
            for finding in book.findings
            if finding.severity is Severity.INFO or _place(finding.location) not in refused
        ),
        tuple(files),
        read=any(plan.read for plan in plans.values()),
    )


def _merge(table: Table, schema: RowSchema, sheet: Sheet, *, remove: bool) -> _Sheet:
    """Compare a sheet of the workbook with the deck's, and edit its file accordingly."""
    plan = _Sheet()
    if table.sheet.workbook:
        raise UsageError(
            f"The deck keeps {table.spec.name} in {table.sheet.file}, which is no CSV file.",
            "Import goes into a folder of CSV files.",
        )
    if not _has_key(schema, sheet, plan):
        return plan
    path = Path(table.sheet.file)
    witnesses = tuple((table.spec.name, c.location.row or 0, _index(c), c.raw)
                      for c in table.sheet.headers)  # fmt: skip
    try:
        text = TextFile(path.read_bytes(), witnesses)
        named = _named(schema, sheet.rows, plan, blank=True)
        match = match_rows(schema.key, table.sheet, sheet.columns, named)
        _named(schema, match.unnamed, plan)
        plan.notes += [f"{sheet.location}: {note}" for note in match.notes]
        edit = _Editor(table, schema, sheet, text, plan)
        edit.change(match)
        edit.append(match)
        if match.unnamed or len(named) < len(sheet.rows):
            remove = False  # what seems to be missing may be a row that was left out
        for row in match.missing:
            listed = plan.removed if remove else plan.missing
            listed.append(RecordRef(table.spec.name, _id(schema, row), row.number))
            if remove:
                text.remove(row.number)
        if plan.changes or plan.added or plan.removed:
            plan.path, plan.data = path, text.data()
    except (Refused, UnicodeEncodeError) as error:
        reason = error.reason if isinstance(error, Refused) else f"{error.object!r} does not fit."
        raise UsageError(f"{path} cannot be edited: {reason}") from error
    return plan


class _Editor:
    """Edits the text of one sheet."""

    def __init__(
        self, table: Table, schema: RowSchema, sheet: Sheet, text: TextFile, plan: _Sheet
    ) -> None:
        self.table, self.schema, self.sheet = table, schema, sheet
        self.text, self.plan = text, plan
        self.head = next(c.location.row or 1 for c in table.sheet.headers)
        self.width = text.width(self.head)
        self.columns = {name: _index(c) for name, c in table.sheet.columns.items() if name}
        self.new = self._new_columns()

    def change(self, match: Match) -> None:
        """Write the cells of known records that differ."""
        if self.new:
            for name, at in self.new.items():
                self.text.set("", self.head, at, self.sheet.columns[name].text)
                self.plan.changes.append(
                    Change(self.table.spec.name, "", name, "", self.sheet.columns[name].text)
                )
            for row in self.table.sheet.rows:
                for at in self.new.values():
                    self.text.set("", row.number, at, "")
        for old, new in match.pairs:
            for name, at in (self.columns | self.new).items():
                cell = new.get(name)
                if cell is None or not self._usable(cell, name):
                    continue
                before = old.get(name)
                was = before.raw if before else ""
                if self._same(before, cell, name):
                    continue
                if self.text.get("", old.number, at) != was:
                    raise Refused("it was changed while the workbook was read; run again.")
                self.text.set("", old.number, at, cell.text)
                self.plan.changes.append(
                    Change(self.table.spec.name, _id(self.schema, old), name, was, cell.text)
                )

    def append(self, match: Match) -> None:
        """Add the records that only the workbook has."""
        for row in match.added:
            values = [""] * (self.width + len(self.new))
            for name, at in (self.columns | self.new).items():
                cell = row.get(name)
                if cell is not None and self._usable(cell, name):
                    values[at] = cell.text
            self.text.append(values)
            ref = RecordRef(self.table.spec.name, _id(self.schema, row), row.number)
            self.plan.added.append(ref)

    def _new_columns(self) -> dict[str, int]:
        """Columns that only the workbook has, and that hold something."""
        found: dict[str, int] = {}
        for name, header in self.sheet.columns.items():
            if not name or name in self.columns:
                continue
            if not any(row[name].text for row in self.sheet.rows):
                continue
            if name in self.schema.columns or self.schema.open or name.startswith("_"):
                found[name] = self.width + len(found)
            else:
                shown = quoted(header.text)
                self.plan.notes.append(f"{header.location}: {shown} is no column; not taken over.")
        return found

    def _usable(self, cell: Cell, name: str) -> bool:
        """Whether a cell holds a value; if not, a note says why it is not taken over."""
        note = refusal(self.schema, name, cell)
        if note:
            self.plan.refuse(cell, note)
        return not note

    def _same(self, old: Cell | None, new: Cell, name: str) -> bool:
        before = old.text if old else ""
        if before == new.text:
            return True
        column = self.schema.columns.get(name)
        if column is None or column.kind != "integer" or old is None:
            return False
        return old.integer is not None and old.integer == new.integer


def _save(path: Path, data: bytes) -> None:
    try:
        output.write_file(path.resolve(), data)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from error


def _new(spec: SheetSpec, schema: RowSchema, sheet: Sheet, folder: Path) -> _Sheet:
    """A sheet that the deck does not have yet becomes a CSV file."""
    plan = _Sheet()
    rows = _named(schema, sheet.rows, plan) if _has_key(schema, sheet, plan) else []
    if not rows:
        return plan
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    names = [name for name in sheet.columns if name]
    writer.writerow([sheet.columns[name].text for name in names])
    for row in rows:
        notes = {name: refusal(schema, name, row[name]) for name in names}
        writer.writerow(["" if notes[name] else row[name].text for name in names])
        for name in filter(notes.get, names):
            plan.refuse(row[name], notes[name])
        plan.added.append(RecordRef(spec.name, _id(schema, row), row.number))
    plan.path, plan.data = folder / f"{spec.name}.csv", out.getvalue().encode("utf-8")
    return plan


def _has_key(schema: RowSchema, sheet: Sheet, plan: _Sheet) -> bool:
    """Whether a sheet has the columns that name its records; if not, a note says so."""
    absent = [name for name in schema.key if name not in sheet.columns]
    plan.read = not absent
    if absent:
        plan.notes.append(f"{sheet.location}: there is no column {absent[0]}; nothing was read.")
    return plan.read


def _named(
    schema: RowSchema, rows: Iterable[Row], plan: _Sheet, *, blank: bool = False
) -> list[Row]:
    """The rows whose id can be read (or, with `blank`, is empty); the others are refused."""
    kept = []
    for row in rows:
        found = unnamed(schema, row)
        if found is None or (blank and found[0].empty):
            kept.append(row)
        else:
            plan.refuse(*found)
    return kept


def _id(schema: RowSchema, row: Row) -> str:
    return " ".join(cell.text for name in schema.key if (cell := row.get(name)) and cell.text)


def _place(location: Location) -> Place:
    return location.sheet, location.cell


def _index(cell: Cell) -> int:
    return column_index(cell.location.column or "A")
