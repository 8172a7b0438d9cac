"""Editing source files in place: one cell changes, every other byte or part stays."""

from __future__ import annotations

from pathlib import Path

from deckkit.editing.base import Document, Refused, Witness
from deckkit.editing.odsfile import OdsFile
from deckkit.editing.textfile import TextFile
from deckkit.editing.xlsxfile import XlsxFile
from deckkit.sources import sniff
from deckkit.sources.grid import Refusal

__all__ = ["Document", "OdsFile", "Refused", "TextFile", "Witness", "XlsxFile", "open_document"]


def open_document(path: Path, witnesses: tuple[Witness, ...] = ()) -> Document:
    """The file at `path`, ready for editing; raises Refused when it cannot be edited.

    `witnesses` are cells as they were read; they tell how a text file was split.
    """
    try:
        data = sniff.load(path)
        kind = sniff.identify(data, path)
        if kind is sniff.Kind.TEXT:
            return TextFile(data, witnesses)
        if kind is sniff.Kind.XLSX:
            return XlsxFile(data)
        if kind is sniff.Kind.ODS:
            return OdsFile(data)
    except Refusal as refusal:
        raise Refused(refusal.message) from refusal
    raise Refused(f"deckkit does not edit {kind.value}; save it as .xlsx or CSV first.")
