"""What the preview shows: the cards of each deck as pictures, and the findings on them."""

from __future__ import annotations

import hashlib
import json
import secrets
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

from deckkit import render, watching
from deckkit.building import BuildOptions, print_options
from deckkit.decks import compile_deck
from deckkit.errors import DeckkitError
from deckkit.findings import Finding, Report, Severity, merge
from deckkit.game import Card, Face, Games, Json
from deckkit.loading import DeckSource, Loaded, load
from deckkit.pipeline import Options, check, find, locator

DPI = (150, 300)  # of the pictures: among others, and alone
SHEET = "single"


@dataclass(frozen=True)
class Shown:
    """A deck as the preview shows it, and the pages its pictures are taken from.

    `data` is the deck's part of the page's JSON; `pages` are the index and trim in mm of the
    page with each picture, by the picture's name, in the PDF `pdf`.
    """

    data: Json
    report: Report
    pdf: bytes
    pages: Mapping[str, tuple[int, tuple[float, float]]]


class Pictures:
    """Pictures of faces as PNG, each drawn when it is first asked for.

    pdfium serves one thread at a time: `lock` is held by whoever uses it.
    """

    def __init__(self) -> None:
        """No deck is known yet."""
        self.lock = threading.Lock()
        self._now: Sequence[Shown] = ()
        self._before: Sequence[Shown] = ()
        self._made: dict[tuple[str, int], bytes] = {}

    def show(self, decks: Sequence[Shown]) -> None:
        """Take pictures from these decks from now on.

        Those of the decks before are kept as well: a page may still be asking for them.
        """
        self._before, self._now = self._now, decks
        names = {name for deck in (*self._now, *self._before) for name in deck.pages}
        self._made = {key: png for key, png in self._made.items() if key[0] in names}

    def png(self, name: str, dpi: int) -> bytes | None:
        """The picture of that name, cut at the trim; None when no deck has it (any more)."""
        with self.lock:
            found = self._made.get((name, dpi))
            decks = (*self._now, *self._before)
            deck = next((deck for deck in decks if name in deck.pages), None)
            if found is None and deck is not None:
                index, trim = deck.pages[name]
                out = BytesIO()
                picture = next(render.rasterise(deck.pdf, dpi, [index]))
                render.trimmed(picture, trim, dpi).save(out, "PNG", compress_level=1)
                found = self._made[name, dpi] = out.getvalue()
            return found


class Looker:
    """Looks at decks again and again; a deck whose files are as before is not read anew."""

    def __init__(self, options: Options, games: Games | None = None) -> None:
        """The decks at the paths of `options`."""
        self._options = options
        self._games = games
        self._salt = secrets.token_hex(4)  # another run may draw the same data in another way
        self._before: dict[Path, tuple[watching.Stamps, Shown]] = {}

    def look(self) -> list[Shown]:
        """Every deck as it is now; raises UsageError and NothingToCheck."""
        now: dict[Path, tuple[watching.Stamps, Shown]] = {}
        for deck in find(self._options, self._games):
            stamps = watching.stamps([deck.path])
            old = self._before.get(deck.path)
            now[deck.path] = old if old and old[0] == stamps else (stamps, self._shown(deck))
        self._before = now
        return [shown for _, shown in now.values()]

    def _shown(self, deck: DeckSource) -> Shown:
        loaded = load(deck, self._options.profile, self._options.limit)
        report = check(loaded, self._options)
        try:
            return _printed(loaded, report, self._salt)
        except DeckkitError:
            if not report.worst_at_least(Severity.ERROR):
                raise
            return Shown(_data(loaded, [], {}), report, b"", {})  # nothing to print as yet


def _printed(loaded: Loaded, report: Report, salt: str) -> Shown:
    """A deck with its faces laid out; cards of a deck with errors say DRAFT."""
    deck, game = compile_deck(loaded.sources), loaded.source.game
    draft = report.worst_at_least(Severity.ERROR)
    options = replace(print_options(loaded, BuildOptions(Path())), copies=1, standard=None)
    with tempfile.TemporaryDirectory(prefix="deckkit-preview-") as folder:

        def printed(draft: bool) -> tuple[Sequence[render.PrintedFile], list[Finding]]:
            return render.print_deck(
                deck, game, [SHEET], Path(folder), draft=draft,
                locate=locator(loaded.sources), options=options,
            )  # fmt: skip

        files, findings = printed(draft)
        if not files:  # a face does not fit: it is shown all the same
            draft = True
            files, findings = printed(draft)
        pdf = files[0].path.read_bytes()
    cards = game.cards(deck)
    places = render.face_pages(cards, options)
    say = json.dumps([salt, deck["deck"]["language"], options.size, options.ink_saver, draft])
    names = {face.id: _name(face, say) for card in cards for face in (card.front, card.back)}
    pages = {names[face]: place for face, place in places.items()}
    return Shown(_data(loaded, cards, names), merge([report, Report(tuple(findings))]), pdf, pages)


def _name(face: Face, say: str) -> str:
    """16 hex digits that stay while the picture of a face stays."""
    what = json.dumps([face.template, face.data, say], sort_keys=True, default=str)
    return hashlib.sha256(what.encode()).hexdigest()[:16]


def _data(loaded: Loaded, cards: Sequence[Card], names: Mapping[str, str]) -> Json:
    config = loaded.source.config
    return {
        "id": config.id,
        "title": config.title,
        "place": loaded.source.shown,
        "cards": [
            {
                "id": card.id,
                "kind": card.kind,
                "front": names[card.front.id],
                "back": names[card.back.id],
                "size": list(card.size),
                "records": sorted({card.id, card.front.source, card.back.source} - {""}),
                "text": " ".join(dict.fromkeys(_texts([card.front.data, card.back.data]))),
            }
            for card in cards
        ],
    }


def _texts(value: Any) -> Iterator[str]:
    """Every text inside the data of a face, for the search."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def findings_of(shown: Shown) -> list[Json]:
    """The findings on a deck for the page: the JSON report's, with the place in words."""
    return [_finding(finding) for finding in shown.report.findings]


def _finding(finding: Finding) -> Json:
    return {**finding.as_json(), "place": str(finding.location)}
