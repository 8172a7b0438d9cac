"""From a compiled deck to checked PDFs: faces, fit, cache, layout, sheets, check."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit import progress
from deckkit.findings import Finding, Severity
from deckkit.game import Card, Game
from deckkit.render import check, codes, limits
from deckkit.render.impose import About, write
from deckkit.render.prepare import language_of, prepare
from deckkit.render.sheets import SHEETS, Options, pages

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True, slots=True)
class PrintedFile:
    """A written PDF: its path, pages, cards on it and the name of its layout."""

    path: Path
    pages: int
    cards: int
    sheet: str


def print_deck(
    deck: Mapping[str, Any], game: Game, sheets: Sequence[str], out: Path, *,
    locate: codes.Locate, draft: bool = False, executor: Executor | None = None,
    only: Collection[str] | None = None, options: Options | None = None,
) -> tuple[list[PrintedFile], list[Finding]]:  # fmt: skip
    """Write ``<out>/<sheet>.pdf`` for each named sheet of a deck.

    `locate` gives the place in the sources of a record id. With an error among the findings
    nothing is written, unless `draft` is set: then every page says DRAFT. An `executor`
    takes over the layout of faces in batches; `only` keeps cards with these ids.
    """
    cards = [card for card in game.cards(deck) if only is None or card.id in only]
    about = _about(deck, draft)
    with progress.stage("Drawing the cards"):
        laid = prepare(cards, game, about.language, executor, hopeless=draft, options=options)
    findings = codes.of_faces(laid.drawn.values(), laid.outcomes, locate)
    if not draft and any(f.severity is Severity.ERROR for f in findings):
        return [], findings
    words = {
        name: frozenset().union(*(laid.words[part] for part in face.stack))
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
        faults = check.faults(path, SHEETS[name], runs[name], words)
        if options and options.standard:
            from deckkit.render import conformance

            faults += conformance.faults(path, options.standard)
        return printed, faults

    files = []
    with progress.stage(f"Printing {', '.join(sheets)}"):
        made = limits.share(print_sheet, sheets)
    for printed, faults in made:
        files.append(printed)
        findings += codes.of_file(printed.path.name, faults, locate)
    return files, findings


def picture_cards(
    deck: Mapping[str, Any], game: Game, pdf: Path, out: Path, *,
    only: Collection[str] | None = None, options: Options | None = None,
) -> list[tuple[Path, str, str]]:  # fmt: skip
    """PNGs at 300 dpi of every card in a ``single`` PDF of the deck: path, card and face."""
    from deckkit.render import png

    cards = [card for card in game.cards(deck) if only is None or card.id in only]
    run = pages(cards, SHEETS["single"], options)
    return [(path, place.card, place.face) for path, place in png.card_pictures(pdf, run, out)]


def contact_of(
    deck: Mapping[str, Any], game: Game, pdf: Path, out: Path, *,
    only: Collection[str] | None = None, options: Options | None = None,
) -> Path:  # fmt: skip
    """One picture with every distinct face of a ``single`` PDF of the deck."""
    from deckkit.render import png

    cards = [card for card in game.cards(deck) if only is None or card.id in only]
    first = png.first_pages(pages(cards, SHEETS["single"], options))
    return png.contact_sheet(pdf, out, columns=20, dpi=50, pages=list(first.values()))


def face_pages(
    cards: Sequence[Card], options: Options | None = None
) -> dict[str, tuple[int, tuple[float, float]]]:
    """Index and trim in mm of the first page with each face, in a ``single`` PDF of `cards`."""
    from deckkit.render import png

    run = pages(cards, SHEETS["single"], options)
    return {face: (at, run[at].places[0].size) for face, at in png.first_pages(run).items()}


def _about(deck: Mapping[str, Any], draft: bool) -> About:
    head = deck["deck"]
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        date = datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    else:
        date = str(head["as_of"] or "")
    return About(
        str(head["title"]), str(head["version"]), language_of(deck),
        tuple(str(author) for author in head.get("authors", ())),
        str(head["licence"]), date, draft,
    )  # fmt: skip
