"""From a compiled deck to checked PDFs: faces, fit, cache, layout, sheets, check."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from deckkit.findings import Finding, Location, Severity
from deckkit.game import Card, Game
from deckkit.render import check, codes, fonts
from deckkit.render.cache import FaceCache, key
from deckkit.render.faces import BLEED, HEIGHT, WIDTH, Drawn, FaceMaker
from deckkit.render.impose import About, write
from deckkit.render.layout import Job, LaidOut, lay_out_all
from deckkit.render.sheets import SHEETS, pages

Locate = Callable[[str], Location]
ROUNDS = 6
TOLERANCE = 0.5  # px by which a box may be higher than asked before it is fitted again


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A written PDF: its path, pages, cards on it and the name of its layout."""

    path: Path
    pages: int
    cards: int
    sheet: str


def print_deck(
    deck: Mapping[str, Any], game: Game, sheets: Sequence[str], out: Path, *,
    locate: Locate, draft: bool = False, executor: Executor | None = None,
    only: Collection[str] | None = None,
) -> tuple[list[PrintedFile], list[Finding]]:  # fmt: skip
    """Write ``<out>/<sheet>.pdf`` for each named sheet of a deck.

    `locate` gives the place in the sources of a record id. With an error among the findings
    nothing is written, unless `draft` is set: then every page says DRAFT. An `executor`
    takes over the layout of faces in batches; `only` keeps cards with these ids.
    """
    cards = [card for card in game.cards(deck) if only is None or card.id in only]
    about = _about(deck, draft)
    drawn, laid = lay_out_faces(cards, game, about.language, executor, hopeless=draft)
    findings = codes.of_faces(drawn.values(), laid, locate)
    if not draft and any(f.severity is Severity.ERROR for f in findings):
        return [], findings
    stacks = {name: face.stack for name, face in drawn.items()}
    texts = {name: check.words(face.html) for name, face in drawn.items()}
    words = {name: set().union(*(texts[f] for f in stack)) for name, stack in stacks.items()}
    out.mkdir(parents=True, exist_ok=True)
    files = []
    for name in sheets:
        run = pages(cards, SHEETS[name])
        path = out / f"{name}.pdf"
        count = write(path, SHEETS[name], run, laid, stacks, about)
        files.append(PrintedFile(path, count, len(cards), name))
        faults = check.faults(path, SHEETS[name], run, words)
        findings += codes.of_file(path.name, faults, locate)
    return files, findings


def lay_out_faces(
    cards: Sequence[Card], game: Game, language: str, executor: Executor | None = None, *,
    hopeless: bool = True,
) -> tuple[dict[str, Drawn], dict[str, LaidOut]]:  # fmt: skip
    """Every distinct face and layer of `cards`, drawn and laid out, by id.

    Faces whose laid-out text is higher than its box are drawn again a step smaller. Without
    `hopeless`, faces with a text that cannot fit are drawn but not laid out.
    """
    from deckkit.assets import folder

    maker = FaceMaker(game.templates, game.id, folder("templates"))
    faces = {face.id: face for card in cards for face in (card.front, card.back)}
    drawn = {name: maker.draw(face) for name, face in faces.items()}
    for own in list(drawn.values()):
        drawn.update(own.layers)
    keys = {name: _key(drawn[name], maker.css, language) for name in drawn}
    store = FaceCache()
    try:
        kept = store.get(keys.values())
        laid = {name: kept[keys[name]] for name in drawn if keys[name] in kept}
        job = Job((), (), maker.css, language, WIDTH + 2 * BLEED, HEIGHT + 2 * BLEED)
        todo = {
            name: face
            for name, face in drawn.items()
            if name not in laid and (hopeless or not any(slot.excess for slot in face.slots))
        }
        new: dict[str, LaidOut] = {}
        for _ in range(ROUNDS):
            new.update(_batch(job, todo, executor))
            high = [name for name in todo if _too_high(drawn[name], new[name])]
            todo = {name: _smaller(maker, drawn[name], new[name]) for name in high}
            drawn.update(todo)
            if not todo:
                break
        store.put({keys[name]: face for name, face in new.items() if not face.logs})
    finally:
        store.close()
    return drawn, {**laid, **new}


def _batch(job: Job, todo: Mapping[str, Drawn], executor: Executor | None) -> dict[str, LaidOut]:
    part = replace(
        job,
        fragments=tuple(face.html for face in todo.values()),
        measure=tuple(tuple(slot.id for slot in face.slots) for face in todo.values()),
    )
    return dict(zip(todo, lay_out_all(part, executor), strict=True))


def _too_high(face: Drawn, laid: LaidOut) -> bool:
    """Whether a box is too high and could still be made smaller."""
    return any(
        laid.heights.get(slot.id, 0) > slot.limit + TOLERANCE and slot.size > slot.floor
        for slot in face.slots
    )


def _smaller(maker: FaceMaker, face: Drawn, laid: LaidOut) -> Drawn:
    steps = {
        slot.name: slot.step + (laid.heights.get(slot.id, 0) > slot.limit + TOLERANCE)
        for slot in face.slots
    }
    return maker.draw(face.face, {name: step for name, step in steps.items() if step})


def _key(face: Drawn, css: str, language: str) -> str:
    return key(
        {
            "html": face.html,
            "css": css,
            "language": language,
            "size": [WIDTH, HEIGHT, BLEED],
            "fonts": fonts.digest(),
            "engine": _engine(),
            "renderer": _renderer(),
        }
    )


@cache
def _renderer() -> str:
    """Digest of the modules that turn HTML into forms: a change to them empties the cache."""
    import hashlib

    files = [Path(__file__).with_name(f"{name}.py") for name in ("forms", "layout")]
    return hashlib.blake2b(b"".join(f.read_bytes() for f in files), digest_size=8).hexdigest()


@cache
def _engine() -> dict[str, str]:
    """Versions that shape a page, without importing the engine."""
    from importlib.metadata import version

    names = ("weasyprint", "pydyf", "tinycss2", "uharfbuzz", "pikepdf")
    return {name: version(name) for name in names} | {"pango": _pango()}


@cache
def _pango() -> str:
    """Version of the Pango library that layout will load; empty when it cannot be found."""
    import ctypes
    import ctypes.util

    for name in ("libpango-1.0.so.0", "libpango-1.0.0.dylib", "libpango-1.0-0.dll"):
        try:
            library = ctypes.CDLL(name)
        except OSError:
            found = ctypes.util.find_library("pango-1.0")
            if not found:
                continue
            try:
                library = ctypes.CDLL(found)
            except OSError:
                continue
        library.pango_version_string.restype = ctypes.c_char_p
        return str(library.pango_version_string().decode())
    return ""


def versions() -> dict[str, str]:
    """Versions of everything that shapes a PDF, for the manifest."""
    import uharfbuzz

    return {
        **_engine(),
        "harfbuzz": str(uharfbuzz.version_string()),
        **{f"font {name}": number for name, number in fonts.versions().items()},
    }


def _about(deck: Mapping[str, Any], draft: bool) -> About:
    head = deck["deck"]
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdigit():
        date = datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    else:
        date = str(head["as_of"] or "")
    language = "".join(c for c in str(head["language"]) if c.isalnum() or c == "-") or "en"
    return About(
        str(head["title"]), str(head["version"]), language,
        tuple(str(author) for author in head.get("authors", ())),
        str(head["licence"]), date, draft,
    )  # fmt: skip
