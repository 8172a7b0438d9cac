"""From a compiled deck to checked PDFs: faces, fit, cache, layout, sheets, check."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from deckkit.findings import Finding, Location, Severity
from deckkit.game import Card, Game
from deckkit.render import check, codes, conformance, fonts, limits, png, toolchain
from deckkit.render.boxes import Piece
from deckkit.render.cache import FaceCache, key
from deckkit.render.faces import BLEED, Drawn, FaceMaker, maker_for
from deckkit.render.impose import About, write
from deckkit.render.layout import Job, LaidOut, lay_out_all
from deckkit.render.sheets import SHEETS, Options, pages

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
    only: Collection[str] | None = None, options: Options | None = None,
) -> tuple[list[PrintedFile], list[Finding]]:  # fmt: skip
    """Write ``<out>/<sheet>.pdf`` for each named sheet of a deck.

    `locate` gives the place in the sources of a record id. With an error among the findings
    nothing is written, unless `draft` is set: then every page says DRAFT. An `executor`
    takes over the layout of faces in batches; `only` keeps cards with these ids.
    """
    cards = [card for card in game.cards(deck) if only is None or card.id in only]
    about = _about(deck, draft)
    laid = lay_out_faces(cards, game, about.language, executor, hopeless=draft, options=options)
    findings = codes.of_faces(laid.drawn.values(), laid.outcomes, locate)
    if not draft and any(f.severity is Severity.ERROR for f in findings):
        return [], findings
    texts = {name: check.words(face.html) for name, face in laid.drawn.items()}
    words = {
        name: set().union(*(texts[part] for part in face.stack))
        for name, face in laid.drawn.items()
    }
    out.mkdir(parents=True, exist_ok=True)
    runs = {name: pages(cards, SHEETS[name], options) for name in sheets}

    def print_sheet(name: str) -> tuple[PrintedFile, list[str]]:
        path = out / f"{name}.pdf"
        count = write(
            path, SHEETS[name], runs[name], laid.forms, laid.stacks, about, options, laid.sizes
        )
        printed = PrintedFile(path, count, len(cards), name)
        claimed = conformance.faults(path, options.standard if options else None)
        return printed, [*check.faults(path, SHEETS[name], runs[name], words), *claimed]

    files = []
    for printed, faults in _in_turn(print_sheet, sheets):
        files.append(printed)
        findings += codes.of_file(printed.path.name, faults, locate)
    return files, findings


def _in_turn(function: Callable[[str], Any], names: Sequence[str]) -> list[Any]:
    """``function(name)`` for every name, in two processes when there are many."""
    if len(names) <= 2 or not limits.may_fork():
        return [function(name) for name in names]
    answers = limits.run_all(function, names, lambda _: limits.Limits(600, 3600, 4 << 30))
    return [
        function(name) if isinstance(answer, limits.Exceeded) else answer
        for name, answer in zip(names, answers, strict=True)
    ]


def picture_cards(
    deck: Mapping[str, Any], game: Game, pdf: Path, out: Path, *,
    only: Collection[str] | None = None, options: Options | None = None,
) -> list[tuple[Path, str, str]]:  # fmt: skip
    """PNGs at 300 dpi of every card in a ``single`` PDF of the deck: path, card and face."""
    cards = [card for card in game.cards(deck) if only is None or card.id in only]
    once = replace(options or Options(), copies=1)
    run = pages(cards, SHEETS["single"], once)
    return [(path, place.card, place.face) for path, place in png.card_pictures(pdf, run, out)]


def contact_of(
    deck: Mapping[str, Any], game: Game, pdf: Path, out: Path, *,
    only: Collection[str] | None = None, options: Options | None = None,
) -> Path:  # fmt: skip
    """One picture with every distinct face of a ``single`` PDF of the deck."""
    cards = [card for card in game.cards(deck) if only is None or card.id in only]
    seen: dict[str, int] = {}
    for index, page in enumerate(pages(cards, SHEETS["single"], options)):
        seen.setdefault(page.places[0].face, index)
    return png.contact_sheet(pdf, out, columns=20, dpi=50, pages=list(seen.values()))


@dataclass(frozen=True)
class Faces:
    """Every distinct face and layer, drawn and laid out.

    `forms` are the laid-out parts by id, `stacks` the parts of each face from the bottom up,
    `outcomes` what layout said about each face.
    """

    drawn: dict[str, Drawn]
    forms: dict[str, LaidOut]
    stacks: dict[str, tuple[str, ...]]
    outcomes: dict[str, codes.Outcome]

    @property
    def sizes(self) -> dict[str, tuple[float, float]]:
        """The trim in mm at which each face is drawn."""
        return {name: face.size for name, face in self.drawn.items()}


def lay_out_faces(
    cards: Sequence[Card], game: Game, language: str, executor: Executor | None = None, *,
    hopeless: bool = True, options: Options | None = None,
) -> Faces:  # fmt: skip
    """Every distinct face and layer of `cards`, drawn and laid out.

    Faces whose laid-out text is higher than its box are drawn again a step smaller. Without
    `hopeless`, faces with a text that cannot fit are drawn but not laid out.
    """
    maker = maker_for(game.templates, game.id)
    how = options or Options()
    drawn: dict[str, Drawn] = {}
    for card in cards:
        for face in (card.front, card.back):
            if face.id not in drawn:
                scale = how.scale(card.size)
                drawn[face.id] = maker.draw(face, size=card.size, scale=scale)
    for own in list(drawn.values()):
        drawn.update(own.layers)
    todo = {
        name: face
        for name, face in drawn.items()
        if hopeless or not any(slot.excess for slot in face.slots)
    }
    forms: dict[str, LaidOut] = {}
    parts: dict[str, list[Piece]] = {}
    store = FaceCache()
    try:
        for _ in range(ROUNDS):
            now = {n: maker.pieces(face, ink_saver=how.ink_saver) for n, face in todo.items()}
            parts.update(now)
            forms.update(_laid_out(maker.css, language, now, drawn, forms, store, executor))
            high = [n for n in todo if _too_high(drawn[n], _outcome(parts[n], forms))]
            todo = {n: _smaller(maker, drawn[n], _outcome(parts[n], forms)) for n in high}
            drawn.update(todo)
            if not todo:
                break
    finally:
        store.close()
    own_parts = {name: tuple(piece.id for piece in found) for name, found in parts.items()}
    stacks = {
        name: tuple(part for layer in face.stack for part in own_parts.get(layer, ()))
        for name, face in drawn.items()
    }
    return Faces(drawn, forms, stacks, {n: _outcome(found, forms) for n, found in parts.items()})


def _laid_out(
    css: str, language: str, parts: Mapping[str, Sequence[Piece]], drawn: Mapping[str, Drawn],
    known: Mapping[str, LaidOut], store: FaceCache, executor: Executor | None,
) -> dict[str, LaidOut]:  # fmt: skip
    """The parts by id: drawn ones as they are, others from the cache or the engine."""
    laid: dict[str, LaidOut] = {}
    todo: dict[tuple[float, float], dict[str, Piece]] = {}
    for name, found in parts.items():
        for piece in found:
            if piece.drawn is not None:
                laid[piece.id] = piece.drawn
            elif piece.id not in known:
                todo.setdefault(drawn[name].size, {})[piece.id] = piece
    for size, wanted in todo.items():
        keys = {name: _key(piece.html, css, language, size) for name, piece in wanted.items()}
        kept = store.get(keys.values())
        laid.update({name: kept[key_] for name, key_ in keys.items() if key_ in kept})
        missing = [piece for name, piece in wanted.items() if name not in laid]
        job = Job(
            tuple(piece.html for piece in missing), tuple(piece.measure for piece in missing),
            css, language, size[0] + 2 * BLEED, size[1] + 2 * BLEED,
        )  # fmt: skip
        names = [piece.id for piece in missing]
        new = dict(zip(names, lay_out_all(job, executor), strict=True))
        store.put({keys[name]: face for name, face in new.items() if _clean(face)})
        laid.update(new)
    return laid


def _outcome(parts: Sequence[Piece], forms: Mapping[str, LaidOut]) -> codes.Outcome:
    heights: dict[str, float] = {}
    logs: list[str] = []
    exceeded = ""
    for piece in parts:
        heights |= forms[piece.id].heights
        logs += forms[piece.id].logs
        exceeded = exceeded or forms[piece.id].exceeded
    return codes.Outcome(heights, tuple(logs), exceeded)


def _clean(face: LaidOut) -> bool:
    """Whether a face may be kept for the next run."""
    return not face.logs and not face.exceeded


def _too_high(face: Drawn, laid: codes.Outcome) -> bool:
    """Whether a box is too high and could still be made smaller."""
    return any(
        laid.heights.get(slot.id, 0) > slot.limit + TOLERANCE and slot.size > slot.floor
        for slot in face.slots
    )


def _smaller(maker: FaceMaker, face: Drawn, laid: codes.Outcome) -> Drawn:
    steps = {
        slot.name: slot.step + (laid.heights.get(slot.id, 0) > slot.limit + TOLERANCE)
        for slot in face.slots
    }
    chosen = {name: step for name, step in steps.items() if step}
    return maker.draw(face.face, chosen, face.size, face.scale)


def _key(html: str, css: str, language: str, size: tuple[float, float]) -> str:
    return key(
        {
            "html": html,
            "css": css,
            "language": language,
            "size": [*size, BLEED],
            "fonts": fonts.digest(),
            "engine": toolchain.engine(),
            "renderer": toolchain.renderer(),
        }
    )


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
