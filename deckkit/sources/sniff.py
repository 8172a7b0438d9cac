"""What a file really is: told by its first bytes, never by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from deckkit.sources import limits
from deckkit.sources.codes import files as codes
from deckkit.sources.grid import Refusal, Workbook

TEXT_SUFFIXES = (".csv", ".tsv", ".tab", ".txt")
SUFFIXES = (*TEXT_SUFFIXES, ".xlsx", ".xlsm", ".ods", ".xls")
_SAVE_AS = "Open it in the program it comes from and save it as an Excel workbook (.xlsx) or CSV."


class Kind(StrEnum):
    """The formats that are read."""

    TEXT = "delimited text (CSV)"
    XLSX = "an Excel workbook"
    ODS = "an OpenDocument spreadsheet"
    XLS = "an old Excel workbook (.xls)"


_KINDS = {
    ".xlsx": Kind.XLSX, ".xlsm": Kind.XLSX, ".xltx": Kind.XLSX, ".ods": Kind.ODS,
    ".xls": Kind.XLS, **dict.fromkeys(TEXT_SUFFIXES, Kind.TEXT),
}  # fmt: skip
_RENAME = {Kind.TEXT: ".csv", Kind.XLSX: ".xlsx", Kind.ODS: ".ods", Kind.XLS: ".xls"}

_MAGIC = (
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"{\\rtf", "a text document (RTF)"),
    (b"\x1f\x8b", "a compressed file (gzip)"),
    (b"7z\xbc\xaf", "a compressed file (7-Zip)"),
    (b"Rar!", "a compressed file (RAR)"),
    (b"BZh", "a compressed file (bzip2)"),
    (b"\xfd7zXZ", "a compressed file (xz)"),
    (b"SQLite format 3", "a database (SQLite)"),
    (b"PAR1", "a Parquet file"),
    (b"MIME-Version:", "a web page (MHTML), not a workbook"),
    (b"socialcalc:version:", "a SocialCalc sheet"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90", "a program"),
)
_BEFORE_EXCEL_5 = (b"\x09\x00\x04\x00", b"\x09\x02\x06\x00", b"\x09\x04\x06\x00")
_SYLK = re.compile(rb"ID;P[^\r\n]*[\r\n]+[A-Z]{1,2};")  # a CSV may begin with ID;Picture
_HTML = re.compile(rb"<(?:!doctype html|html|head|body|table|meta|div|script|style)\b", re.I)


def load(path: Path) -> bytes:
    """The bytes of a file that is not too large; raises Refusal."""
    try:
        size = path.stat().st_size
        if size > limits.FILE_BYTES:
            raise Refusal(
                codes.TOO_LARGE,
                f"The file has {size / limits.MEGABYTE:,.0f} MB; "
                f"at most {limits.FILE_BYTES // limits.MEGABYTE} MB are read.",
                "Copy the tables into a new workbook, without pictures or unused formatting.",
            )
        with path.open("rb") as stream:
            data = stream.read(limits.FILE_BYTES + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Refusal(
            codes.UNREADABLE,
            f"The file cannot be read: {reason}.",
            "Close it in other programs and check who may read it.",
        ) from error
    if not data:
        raise Refusal(
            codes.EMPTY, "The file is empty (0 bytes).", "Save the table again, or delete it."
        )
    return data


def identify(data: bytes, path: Path) -> Kind:
    """The format of `data`; raises Refusal when it is no table or its name misleads."""
    kind = _identify(data)
    suffix = path.suffix.lower()
    promised = _KINDS.get(suffix)
    if promised is not None and promised is not kind:
        raise Refusal(
            codes.MISNAMED,
            f'The file is {kind.value}, but its name ends with "{suffix}".',
            f'Rename it so that it ends with "{_RENAME[kind]}", or save it as {promised.value}.',
        )
    return kind


def _identify(data: bytes) -> Kind:
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return _in_zip(data)
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return _in_ole(data)
    for magic, what in _MAGIC:
        if data.startswith(magic):
            raise _no_table(what)
    if data[:2] == b"\x09\x08":
        return Kind.XLS
    if data[:4] in _BEFORE_EXCEL_5:
        raise _no_table("a sheet of Excel 2, 3 or 4, from before 1993")
    if _SYLK.match(data):
        raise _no_table("a SYLK file")
    head = data[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"version https://git-lfs"):
        raise Refusal(
            codes.LFS_POINTER,
            "The file is only a Git LFS pointer; the table itself was not fetched.",
            "Run git lfs pull; in a workflow, check out with lfs: true.",
        )
    if head.startswith(b"<"):
        _refuse_markup(head)
    if head[:1] in (b"{", b"[") and re.match(rb'[{\[]\s*["{\[]', head):
        raise _no_table("JSON")
    if data.count(b"\0") == len(data):
        raise Refusal(codes.DAMAGED, "The file holds only zero bytes.", "Fetch the file again.")
    if _binary(data):
        raise _no_table("neither text nor a workbook")
    return Kind.TEXT


def _binary(data: bytes) -> bool:
    """Whether data is no text: many control characters, and not 2 or 4 bytes per letter."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    head = data[:4096]
    odd = sum(byte < 9 or 13 < byte < 32 for byte in head)
    zeros = head.count(0)
    return odd > len(head) // 10 and not 0.3 < zeros / len(head) < 0.8


def _no_table(what: str, hint: str = _SAVE_AS) -> Refusal:
    return Refusal(codes.NOT_A_TABLE, f"The file is {what}.", hint)


def _refuse_markup(head: bytes) -> None:
    if _HTML.search(head):
        raise _no_table("a web page (HTML), not a workbook")
    if b"urn:schemas-microsoft-com:office:spreadsheet" in head:
        raise _no_table("an Excel 2003 XML spreadsheet")
    if b"urn:oasis:names:tc:opendocument" in head:
        raise _no_table("a flat OpenDocument file")
    if head.startswith((b"<?xml", b"<svg", b"<rss", b"<feed")):
        raise _no_table("an XML file, not a workbook")


def _in_zip(data: bytes) -> Kind:
    from deckkit.sources.archive import Archive

    archive = Archive(data)
    mimetype = archive.text("mimetype")
    if "opendocument.spreadsheet" in mimetype:
        return Kind.ODS
    names = archive.names
    if any(name.endswith(".iwa") or name == "index.zip" for name in names):
        raise _no_table(
            "an Apple Numbers document", "In Numbers, choose File, Export To, Excel or CSV."
        )
    if "xl/workbook.bin" in names:
        raise _no_table(
            "a binary Excel workbook (.xlsb)", "In Excel, save it as Excel Workbook (.xlsx)."
        )
    if any(name.startswith("word/") for name in names) or "opendocument.text" in mimetype:
        raise _no_table("a text document, not a workbook")
    if any(name.startswith("ppt/") for name in names) or mimetype:
        raise _no_table("a document of another kind, not a workbook")
    if any(name.startswith(("xl/", "_rels/")) for name in names):
        return Kind.XLSX
    raise _no_table("a zip archive, not a workbook", "Unpack it and use the tables inside.")


def _in_ole(data: bytes) -> Kind:
    def has(stream: str) -> bool:
        return stream.encode("utf-16-le") in data

    if has("EncryptedPackage") or has("EncryptionInfo"):
        raise Refusal(
            codes.PASSWORD,
            "The workbook is protected with a password.",
            "Open it with its password and save it without one.",
        )
    if has("WordDocument") or has("PowerPoint Document"):
        raise _no_table("a text document or presentation, not a workbook")
    if has("Workbook") or has("Book"):
        return Kind.XLS
    raise _no_table("a document of another kind, or a damaged workbook")


def workbook_reader(kind: Kind) -> Callable[[bytes], Workbook]:
    """The function that reads workbooks of that kind; its module is imported only now."""
    if kind is Kind.XLSX:
        from deckkit.sources.xlsx import read
    elif kind is Kind.ODS:
        from deckkit.sources.ods import read
    else:
        from deckkit.sources.xls import read
    return read
