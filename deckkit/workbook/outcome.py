"""What an import of a workbook changes: cells, records, and what it leaves out."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from deckkit.findings import Finding


@dataclass(frozen=True, slots=True)
class Change:
    """One cell of a record that the workbook changes."""

    sheet: str
    record: str
    column: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RecordRef:
    """A record as a whole: new in the workbook, or missing from it."""

    sheet: str
    record: str
    row: int


@dataclass(frozen=True)
class Imported:
    """What an import changed (or would), cell by cell.

    The workbook lacks the records `missing`, which stay, and `removed`, which were taken out.
    `notes` say what was not taken over, `findings` what reading the workbook found;
    `read` is false when not one sheet could be read.
    """

    changes: tuple[Change, ...] = ()
    added: tuple[RecordRef, ...] = ()
    missing: tuple[RecordRef, ...] = ()
    removed: tuple[RecordRef, ...] = ()
    notes: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    files: tuple[Path, ...] = ()
    read: bool = True
