"""The zip container of .xlsx and .ods: opened with limits, its XML parts walked safely."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from xml.parsers import expat

from deckkit.sources import limits
from deckkit.sources.codes import files as codes
from deckkit.sources.grid import Refusal

Start = Callable[[str, dict[str, str]], None]
End = Callable[[str], None]
Text = Callable[[str], None]
_NEW_FILE = "Copy the tables into a new workbook, without pictures or unused formatting."
_FETCH = "Fetch the file again, or open it in a spreadsheet program and save it under a new name."


class Archive:
    """The parts of a workbook by name (lower case, forward slashes).

    Raises Refusal for a damaged, encrypted or oversized container, and for any part that
    declares a document type: entities are never defined, let alone resolved.
    """

    def __init__(self, data: bytes) -> None:
        """Open the container held in `data`."""
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            entries = self._zip.infolist()
        except _ZIP_ERRORS as error:
            message = "The workbook is cut off or damaged: its table of contents is missing."
            raise Refusal(codes.DAMAGED, message, _FETCH) from error
        _check(entries)
        self._parts = {_plain(entry.filename): entry for entry in entries}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parts."""
        return tuple(self._parts)

    def has(self, name: str) -> bool:
        """Whether there is a part of that name."""
        return _plain(name) in self._parts

    def text(self, name: str) -> str:
        """The first 1,000 characters of a small text part; empty when it is absent."""
        entry = self._parts.get(_plain(name))
        if entry is None:
            return ""
        try:
            with self._zip.open(entry) as stream:
                return stream.read(1000).decode("utf-8", errors="replace")
        except _ZIP_ERRORS as error:
            raise _damaged(name) from error

    def read(self, name: str) -> bytes:
        """The bytes of a part; raises KeyError when there is none."""
        entry = self._parts[_plain(name)]
        try:
            return self._zip.read(entry)
        except _ZIP_ERRORS as error:
            raise _damaged(name) from error

    def walk(self, name: str, start: Start, end: End, text: Text) -> bool:
        """Read an XML part from front to back; False when there is no such part.

        Handlers get element names without the prefix that the root element has; when it has
        none, names with a prefix are extensions and are passed on as they are.
        """
        entry = self._parts.get(_plain(name))
        if entry is None:
            return False
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.buffer_size = 1 << 16
        parser.StartDoctypeDeclHandler = _refuse_doctype

        def root(tag: str, attrs: dict[str, str]) -> None:
            parser.StartElementHandler = start
            parser.EndElementHandler = end
            parser.CharacterDataHandler = text
            if ":" in tag:
                parser.StartElementHandler = lambda tag, attrs: start(_local(tag), attrs)
                parser.EndElementHandler = lambda tag: end(_local(tag))
            start(_local(tag), attrs)

        parser.StartElementHandler = root
        try:
            with self._zip.open(entry) as stream:
                while chunk := stream.read(1 << 16):
                    parser.Parse(chunk, False)
                parser.Parse(b"", True)
        except _ZIP_ERRORS as error:
            raise _damaged(name) from error
        except expat.ExpatError as error:
            message = f'The part "{name}" of the workbook is not well formed.'
            raise Refusal(codes.DAMAGED, message, _FETCH) from error
        return True


# What zipfile and zlib raise over damaged containers; a handler's ValueError is damage as well.
_ZIP_ERRORS = (
    zipfile.BadZipFile, zlib.error, struct.error, EOFError, LookupError, NotImplementedError,
    OSError, RuntimeError, ValueError,
)  # fmt: skip


def _plain(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()


def _local(tag: str) -> str:
    return tag.rpartition(":")[2]


def _damaged(name: str) -> Refusal:
    return Refusal(
        codes.DAMAGED, f'The workbook is cut off or damaged in its part "{name}".', _FETCH
    )


def _refuse_doctype(*_: object) -> None:
    raise Refusal(
        codes.DTD,
        "A part of the workbook declares a document type (DTD), "
        "which could pull in other files; no spreadsheet program writes one.",
        "Do not use the file; copy its visible cells into a new workbook if you need them.",
    )


def _check(entries: list[zipfile.ZipInfo]) -> None:
    """Refuse what is encrypted, has two parts of one name, or unpacks to too much."""
    if len(entries) > limits.ZIP_ENTRIES:
        message = f"The workbook has {len(entries):,} parts; at most {limits.ZIP_ENTRIES:,}."
        raise Refusal(codes.TOO_LARGE, message, _NEW_FILE)
    total = sum(entry.file_size for entry in entries)
    if total > limits.ZIP_BYTES:
        raise Refusal(
            codes.TOO_LARGE,
            f"The workbook unpacks to {total / limits.MEGABYTE:,.0f} MB; "
            f"at most {limits.ZIP_BYTES // limits.MEGABYTE} MB are read.",
            _NEW_FILE,
        )
    for entry in entries:
        if entry.flag_bits & 1:
            raise Refusal(
                codes.PASSWORD,
                "The workbook is protected with a password.",
                "Open it with its password and save it without one.",
            )
        ratio = entry.file_size / max(entry.compress_size, 1)
        if entry.file_size > limits.RATIO_FROM and ratio > limits.ZIP_RATIO:
            raise Refusal(
                codes.TOO_LARGE,
                f'The part "{entry.filename}" unpacks to {entry.file_size / limits.MEGABYTE:,.0f} '
                f"MB, {ratio:,.0f} times its size, as a zip bomb does.",
                _NEW_FILE,
            )
    for entry in entries:
        if ".." in _plain(entry.filename).split("/"):
            message = f'The part "{entry.filename}" points out of the workbook.'
            raise Refusal(codes.DAMAGED, message, _FETCH)
    if len({_plain(entry.filename) for entry in entries}) < len(entries):
        raise Refusal(codes.DAMAGED, "The workbook holds two parts of one name.", _FETCH)
