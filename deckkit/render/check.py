"""Every written PDF is opened again: pages, boxes, fonts, and the text of every card.

Reading text out of a page is slow, and what a reader finds depends on the page alone. So each
page is digested as it lies in the written file, with all that it refers to down to the bytes of
its fonts; a page of which the same reader has found the same words before is not read again.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from deckkit import dists, store
from deckkit.render.fit import PT_PER_MM
from deckkit.render.sheets import Mode, Page, Sheet

_TAG = re.compile(r"<(style|title)\b.*?</\1>|<[^>]*>", re.DOTALL)
LEVELS = 50  # of the tree of pages, for files that are none of ours
_BREAK = re.compile(r"[-\u2010-\u2015/]")


def words(fragment: str) -> set[str]:
    """The words that a face's HTML prints, in the parts into which a line end may split them."""
    import html

    text = _BREAK.sub(" ", html.unescape(_TAG.sub(" ", fragment)))
    return set(_plain(text).split())


def _plain(text: str) -> str:
    """Letters and digits, and spaces for white space; marks differ between PDF readers."""
    kept = (c if c.isalnum() else " " if c.isspace() else "" for c in text)
    return unicodedata.normalize("NFKC", "".join(kept))


def faults(
    path: Path, sheet: Sheet, run: Sequence[Page], words_of: Mapping[str, Collection[str]]
) -> list[str]:
    """What is wrong with a written PDF, in sentences; empty when all is well."""
    import pikepdf

    with pikepdf.open(path) as pdf:
        found = _structure(pdf, sheet, run)
        seen: dict[tuple[int, int], bytes] = {}
        marks = [_page_mark(page.obj, seen) for page in pdf.pages]
    wanted = {name: " ".join(sorted(words)) for name, words in words_of.items()}
    keys = [
        store.key(
            {
                "page": mark.hex(),
                "words": [wanted.get(place.face, "") for place in page.places],
                "reader": _reader(),
            }
        )
        for mark, page in zip(marks, run, strict=False)
    ]
    with store.Store() as kept:
        right = kept.get(keys)
        new = [at for at, name in enumerate(keys) if name not in right]
        lost = _text(path, run, words_of, new) if new else {}
        kept.put({keys[at]: b"" for at in new if at not in lost})
    return [*found, *(line for at in sorted(lost) for line in lost[at])]


@cache
def _reader() -> str:
    """What reads the text of a page: its version, this module, and Python's tables."""
    code = hashlib.blake2b(Path(__file__).read_bytes(), digest_size=16).hexdigest()
    return f"{dists.version('pypdfium2')} {code} {sys.version} {unicodedata.unidata_version}"


def _page_mark(page: Any, seen: dict[tuple[int, int], bytes]) -> bytes:
    """Digest of a page, of everything that it refers to and of what it may inherit."""
    own = {key: item for key, item in page.items() if key != "/Parent"}
    parts = [own]
    while "/Parent" in page and len(parts) < LEVELS:
        page = page.Parent
        parts.append({k: v for k, v in page.items() if k not in ("/Kids", "/Count", "/Parent")})
    return _sum(b"".join(_entries(part, seen) for part in parts))


def _mark(value: Any, seen: dict[tuple[int, int], bytes]) -> bytes:
    """Digest of a PDF object and of everything that it refers to.

    What refers to itself in a circle has another one each time, so that it is never known.
    """
    import pikepdf

    if isinstance(value, pikepdf.Array):
        text = value.unparse()
        if not text.rstrip(b" ]").endswith(b" R") and b" R " not in text:
            return _sum(text)
        return _sum(b"[" + b"".join(_mark(item, seen) for item in value))
    if not isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
        return _sum(value.unparse() if isinstance(value, pikepdf.Object) else repr(value).encode())
    name = value.objgen
    if name in seen and name != (0, 0):
        return seen[name]
    seen[name] = os.urandom(16)
    data = value.read_raw_bytes() if isinstance(value, pikepdf.Stream) else b""
    seen[name] = _sum(_entries(dict(value.items()), seen) + data)
    return seen[name]


def _entries(entries: Mapping[str, Any], seen: dict[tuple[int, int], bytes]) -> bytes:
    """Names and digests of the entries of a dictionary."""
    return _sum(
        b"".join(
            b"%d %s " % (len(key), key.encode("utf-8", "surrogateescape")) + _mark(item, seen)
            for key, item in sorted(entries.items())
        )
    )


def _sum(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def _structure(pdf: Any, sheet: Sheet, run: Sequence[Page]) -> list[str]:
    import pikepdf

    found: list[str] = []
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
    return found + [f"font {name} is embedded twice" for name in twice]


def _text(
    path: Path, run: Sequence[Page], words_of: Mapping[str, Collection[str]], which: Sequence[int]
) -> dict[int, list[str]]:
    """The words that the pages at these indices lack, in sentences; right ones are left out."""
    import pypdfium2

    found: dict[int, list[str]] = {}
    document = pypdfium2.PdfDocument(path)
    try:
        for number in which:
            view = document[number].get_textpage()
            text = re.sub(r"\s+", "", _plain(view.get_text_range()))
            for place in run[number].places:
                lost = sorted(w for w in words_of.get(place.face, ()) if w not in text)
                if lost:
                    line = f"page {number + 1}: {place.card} lacks {', '.join(lost[:5])}"
                    found.setdefault(number, []).append(line)
    finally:
        document.close()
    return found
