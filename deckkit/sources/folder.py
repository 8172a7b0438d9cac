"""find_files: the source files of a deck's folder, and the files that nothing reads."""

from __future__ import annotations

from pathlib import Path

from deckkit.findings import Finding, Location
from deckkit.sources.codes import files as codes
from deckkit.sources.sniff import SUFFIXES

ASSETS = "assets"
DECK_FILE = "deck.toml"
_ABOUT = ("readme", "licence", "license", "changelog", "contributing", "authors", "notice")
_ABOUT_SUFFIXES = (".md", ".rst", ".license", ".toml")
_EXPORT = {
    ".numbers": "In Numbers, choose File, Export To, Excel or CSV.",
    ".xlsb": "In Excel, save it as Excel Workbook (.xlsx).",
    ".gsheet": "In Google Sheets, choose File, Download, Microsoft Excel (.xlsx).",
    ".fods": "In LibreOffice, save it as ODF Spreadsheet (.ods).",
    ".docx": "Copy the table into a workbook and save it as .xlsx.",
}
_REMOVE = "Move it out of the deck's folder, or delete it."


def find_files(folder: Path, shown: str = "") -> tuple[tuple[Path, ...], tuple[Finding, ...]]:
    """The source files of a deck's folder in order of name, and notes on the other files.

    `shown` is the folder's path in findings. Hidden files, ``deck.toml``, the ``assets``
    folder and texts about the deck are passed over; lock files, links that lead out of the
    folder and files that nothing reads are findings.
    """
    found: list[Path] = []
    notes: list[Finding] = []
    root = folder.resolve()
    for path in sorted(folder.iterdir(), key=lambda p: p.name):
        name = path.name
        place = Location(f"{shown.rstrip('/')}/{name}" if shown else name, workbook=True)
        if name.startswith(("~$", ".~lock")):
            message = f'"{name}" shows that somebody has the table open; it is skipped.'
            notes.append(codes.LOCK_FILE.at(place, message, "Save and close the workbook."))
        elif name.startswith("."):
            continue
        elif not path.resolve().is_relative_to(root):
            message = f'"{name}" is a link that leads out of the deck\'s folder.'
            notes.append(codes.LINK.at(place, message, "Replace the link by a copy of the file."))
        elif path.is_dir():
            if name != ASSETS and any(p.suffix.lower() in SUFFIXES for p in path.iterdir()):
                message = f'Nothing reads the tables in the folder "{name}".'
                notes.append(codes.UNUSED.at(place, message, _REMOVE))
        elif _is_source(path):
            found.append(path)
        elif not _is_about(path):
            hint = _EXPORT.get(path.suffix.lower(), _REMOVE)
            notes.append(codes.UNUSED.at(place, f'Nothing reads the file "{name}".', hint))
    return tuple(found), tuple(notes)


def _is_source(path: Path) -> bool:
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES or (suffix == ".txt" and _names_a_text(path)):
        return False
    return suffix != ".txt" or _looks_like_table(path)


def _looks_like_table(path: Path) -> bool:
    """Whether the first line of a .txt file is split by tabs, as spreadsheets save it."""
    try:
        with path.open("rb") as stream:
            first = stream.read(4000).replace(b"\0", b"").splitlines()[:1]
    except OSError:
        return True  # let the reader say why it cannot be read
    return bool(first) and (b"\t" in first[0] or b";" in first[0] or first[0][:4] == b"sep=")


def _names_a_text(path: Path) -> bool:
    return path.stem.lower().startswith(_ABOUT)


def _is_about(path: Path) -> bool:
    suffix = path.suffix.lower()
    return path.name == DECK_FILE or suffix in (*_ABOUT_SUFFIXES, ".txt") or _names_a_text(path)
