"""Excel workbooks (.xlsx, .xlsm): read from their XML parts, so that no cell loses its place.

Transitional and strict files differ only in namespaces, which are not looked at; styles,
names and dimensions never decide whether a file can be read.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from deckkit.sources.archive import Archive
from deckkit.sources.codes import files as codes
from deckkit.sources.grid import Grid, Refusal, Workbook
from deckkit.sources.values import Rich, RichText, column_index, unescape
from deckkit.sources.xlsx_sheet import Context, SheetReader
from deckkit.sources.xlsx_styles import read_styles


def read(data: bytes) -> Workbook:
    """Every worksheet of a workbook in its order; raises Refusal."""
    archive = Archive(data)
    main, links = _main(archive)
    context = Context(epoch_1904=main.epoch_1904)
    for kind, target in links.values():
        if kind == "sharedStrings":
            context.strings = _shared_strings(archive, target)
        elif kind == "styles":
            context.styles = read_styles(archive, target)
    book = Workbook(stale=main.manual or main.asks)
    for name, target, state in _worksheets(main, links):
        grid = Grid(name, hidden=state.lower() in ("hidden", "veryhidden"))
        reader = SheetReader(grid, context)
        if not archive.walk(target, reader.start, reader.end, reader.text):
            raise Refusal(
                codes.DAMAGED,
                f'The workbook lists the sheet "{name}", but its cells are not in the file.',
                "Open it in Excel or LibreOffice and save it under a new name.",
            )
        _read_comments(archive, target, grid)
        book.grids.append(grid)
    return book


def parts(archive: Archive) -> tuple[dict[str, str], str]:
    """The part of each worksheet by its name, and that of the shared strings ("" for none)."""
    main, links = _main(archive)
    strings = next((target for kind, target in links.values() if kind == "sharedStrings"), "")
    return {name: target for name, target, _ in _worksheets(main, links)}, strings


def _main(archive: Archive) -> tuple[_Main, dict[str, tuple[str, str]]]:
    part = _main_part(archive)
    main = _Main()
    if not archive.walk(part, main.start, _nothing, _nothing):
        raise Refusal(
            codes.DAMAGED,
            "The workbook has no list of sheets.",
            "Open it in Excel or LibreOffice and save it under a new name.",
        )
    return main, _links(archive, part)


def _worksheets(main: _Main, links: dict[str, tuple[str, str]]) -> Iterator[tuple[str, str, str]]:
    """Name, part and state of each sheet that holds cells."""
    for name, link, state in main.sheets:
        kind, target = links.get(link, ("", ""))
        if kind not in ("chartsheet", "dialogsheet", "xlMacrosheet", "xlIntlMacrosheet"):
            yield name, target, state


def _nothing(*_: object) -> None:
    return None


def _main_part(archive: Archive) -> str:
    for kind, target in _links(archive, "").values():
        if kind == "officeDocument" and archive.has(target):
            return target
    return "xl/workbook.xml"


def _links(archive: Archive, part: str) -> dict[str, tuple[str, str]]:
    """The relationships of a part: id -> (last word of the type, name of the target)."""
    folder, _, name = part.rpartition("/")
    found: dict[str, tuple[str, str]] = {}

    def start(tag: str, attrs: dict[str, str]) -> None:
        if tag == "Relationship" and attrs.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/" + folder, attrs.get("Target", "")))
            kind = attrs.get("Type", "").rpartition("/")[2]
            found[attrs.get("Id", str(len(found)))] = (kind, target.lstrip("/"))

    archive.walk(posixpath.join(folder, "_rels", name + ".rels"), start, _nothing, _nothing)
    return found


class _Main:
    """The workbook part: sheets as (name, relationship, state), date system, calculation."""

    def __init__(self) -> None:
        self.sheets: list[tuple[str, str, str]] = []
        self.epoch_1904 = False
        self.manual = self.asks = False

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        if tag == "sheet":
            link = next((v for k, v in attrs.items() if k.rpartition(":")[2] == "id"), "")
            self.sheets.append((unescape(attrs.get("name", "")), link, attrs.get("state", "")))
        elif tag == "workbookPr":
            self.epoch_1904 = attrs.get("date1904", "0").lower() in ("1", "true", "on")
        elif tag == "calcPr":
            self.manual = attrs.get("calcMode") == "manual"
            self.asks = attrs.get("fullCalcOnLoad", "0").lower() in ("1", "true", "on")


def _shared_strings(archive: Archive, part: str) -> list[Rich]:
    strings: list[Rich] = []
    rich = RichText()

    def end(tag: str) -> None:
        if tag == "si":
            strings.append(rich.value)
            rich.clear()
        else:
            rich.end(tag)

    archive.walk(part, rich.start, end, rich.text)
    return strings


def _read_comments(archive: Archive, part: str, grid: Grid) -> None:
    """Notes and threaded comments of a sheet; a thread replaces the note that mirrors it."""
    links = _links(archive, part).values()
    for wanted in ("comments", "threadedComment"):
        for kind, target in links:
            if kind == wanted:
                reader = _Comments(grid)
                archive.walk(target, reader.start, reader.end, reader.text)


class _Comments:
    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.address: tuple[int, int] | None = None
        self.parts: list[str] = []
        self.threads: set[tuple[int, int]] = set()
        self.taking = False

    def start(self, tag: str, attrs: dict[str, str]) -> None:
        if tag in ("comment", "threadedComment"):
            self.address, self.parts = _address(attrs.get("ref", "")), []
        self.taking = tag == "t" or (tag == "text" and self.address is not None)

    def end(self, tag: str) -> None:
        self.taking = False
        if tag not in ("comment", "threadedComment") or self.address is None:
            return
        text = unescape("".join(self.parts)).strip()
        if tag == "threadedComment":
            before = self.grid.comments.get(self.address, "")
            text = f"{before}\n{text}" if self.address in self.threads else text
            self.threads.add(self.address)
        if text:
            self.grid.comments[self.address] = text

    def text(self, piece: str) -> None:
        if self.taking:
            self.parts.append(piece)


def _address(ref: str) -> tuple[int, int] | None:
    letters = ref.rstrip("0123456789")
    digits = ref[len(letters) :]
    if not letters.isascii() or not letters.isalpha() or not digits:
        return None
    return int(digits), column_index(letters.upper())
