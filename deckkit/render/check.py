"""Every written PDF is opened again: pages, boxes, fonts, and the text of every card."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

from deckkit.render.fit import PT_PER_MM
from deckkit.render.sheets import Mode, Page, Sheet

_TAG = re.compile(r"<(style|title)\b.*?</\1>|<[^>]*>", re.DOTALL)
_BREAK = re.compile(r"[-\u2010-\u2015/]")


def words(fragment: str) -> set[str]:
    """The words that a face's HTML prints, in the parts into which a line end may split them."""
    text = _BREAK.sub(" ", html.unescape(_TAG.sub(" ", fragment)))
    return set(_plain(text).split())


def _plain(text: str) -> str:
    """Letters and digits, and spaces for white space; marks differ between PDF readers."""
    kept = (c if c.isalnum() else " " if c.isspace() else "" for c in text)
    return unicodedata.normalize("NFKC", "".join(kept))


def faults(
    path: Path, sheet: Sheet, run: Sequence[Page], words_of: Mapping[str, set[str]]
) -> list[str]:
    """What is wrong with a written PDF, in sentences; empty when all is well."""
    return [*_structure(path, sheet, run), *_text(path, run, words_of)]


def _structure(path: Path, sheet: Sheet, run: Sequence[Page]) -> list[str]:
    import pikepdf

    found: list[str] = []
    with pikepdf.open(path) as pdf:
        if len(pdf.pages) != len(run):
            found.append(f"{len(pdf.pages)} pages instead of {len(run)}")
        for number, page in enumerate(pdf.pages, 1):
            want = [round(side * PT_PER_MM, 2) for side in run[min(number, len(run)) - 1].paper]
            box = [round(float(value), 2) for value in page.mediabox]
            if box[2:] != want:
                found.append(f"page {number} measures {box[2:]} pt instead of {want}")
            if sheet.mode is Mode.SINGLE and "/TrimBox" not in page.obj:
                found.append(f"page {number} has no TrimBox")
        names: list[str] = []
        for item in pdf.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                names.append(str(item.FontName).partition("+")[2])
                if "/FontFile2" not in item:
                    found.append(f"font {names[-1]} is not embedded")
        twice = sorted({name for name in names if names.count(name) > 1})
        found += [f"font {name} is embedded twice" for name in twice]
    return found


def _text(path: Path, run: Sequence[Page], words_of: Mapping[str, set[str]]) -> list[str]:
    import pypdfium2

    found: list[str] = []
    document = pypdfium2.PdfDocument(path)
    try:
        for number, page in enumerate(run[: len(document)]):
            view = document[number].get_textpage()
            text = re.sub(r"\s+", "", _plain(view.get_text_range()))
            for place in page.places:
                lost = sorted(w for w in words_of.get(place.face, ()) if w not in text)
                if lost:
                    found.append(f"page {number + 1}: {place.card} lacks {', '.join(lost[:5])}")
    finally:
        document.close()
    return found
