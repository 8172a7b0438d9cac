"""Every distinct face and layer of a deck: as it was kept, or drawn, fitted and laid out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckkit.game import Card, Face
from deckkit.render import check, codes, fonts, toolchain
from deckkit.render.cache import FaceCache, Kept, key
from deckkit.render.faces import BLEED, Drawn, FaceMaker, maker_for
from deckkit.render.layout import Job, LaidOut, lay_out_all
from deckkit.render.sheets import Options

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from deckkit.game import Game
    from deckkit.render.boxes import Piece

ROUNDS = 6
TOLERANCE = 0.5  # px by which a box may be higher than asked before it is fitted again
Wanted = Mapping[str, tuple[Face, tuple[float, float]]]


@dataclass(frozen=True)
class Faces:
    """Every distinct face and layer, drawn and laid out.

    `forms` are the laid-out parts by id, `stacks` the parts of each face from the bottom up,
    `outcomes` what layout said about each face, `words` what each face prints.
    """

    drawn: dict[str, Drawn]
    forms: dict[str, LaidOut]
    stacks: dict[str, tuple[str, ...]]
    outcomes: dict[str, codes.Outcome]
    words: dict[str, frozenset[str]]

    @property
    def sizes(self) -> dict[str, tuple[float, float]]:
        """The trim in mm at which each face is drawn."""
        return {name: face.size for name, face in self.drawn.items()}


def faces_of(cards: Iterable[Card]) -> dict[str, tuple[Face, tuple[float, float]]]:
    """Each distinct face of `cards` with the trim in mm at which it is drawn."""
    found: dict[str, tuple[Face, tuple[float, float]]] = {}
    for card in cards:
        for face in (card.front, card.back):
            found.setdefault(face.id, (face, card.size))
    return found


def language_of(deck: Mapping[str, Any]) -> str:
    """The language tag of a deck, fit for markup."""
    tag = str(deck["deck"]["language"])
    return "".join(c for c in tag if c.isalnum() or c == "-") or "en"


def known(
    maker: FaceMaker, wanted: Wanted, language: str, how: Options, cache: FaceCache
) -> dict[str, tuple[Drawn, Kept]]:
    """Faces and their layers that are kept from an earlier run, by id.

    A face without one of its layers is not known.
    """
    keys = {
        name: maker.key(face, size, how.scale(size), language, how.saver(size))
        for name, (face, size) in wanted.items()
    }
    kept = _entries(maker, keys, cache)
    layers = {
        layer: maker.layer_key(layer, language, how.saver(wanted[name][1]))
        for name in wanted.keys() & kept.keys()
        for layer in kept[name].layers
    }
    under = _entries(maker, layers, cache)
    found: dict[str, tuple[Drawn, Kept]] = {}
    for name, (face, size) in wanted.items():
        own = kept.get(name)
        if own is None or not under.keys() >= set(own.layers):
            continue
        below: dict[str, Drawn] = {}
        for layer in own.layers:
            if layer not in found:
                drawn = Drawn(Face(layer, face.template, {}), size=size)
                found[layer] = drawn, under[layer]
            below[layer] = found[layer][0]
        whole = Drawn(face, "", own.slots, own.missing, below, size, how.scale(size))
        found[name] = whole, own
    return found


def _entries(maker: FaceMaker, keys: Mapping[str, str], cache: FaceCache) -> dict[str, Kept]:
    """Entries by name; what was read already in this process is not read again."""
    maker.kept.update(cache.faces(k for k in keys.values() if k not in maker.kept))
    return {name: maker.kept[k] for name, k in keys.items() if k in maker.kept}


def prepare(
    cards: Sequence[Card], game: Game, language: str, executor: Executor | None = None, *,
    hopeless: bool = True, options: Options | None = None,
) -> Faces:  # fmt: skip
    """Every distinct face and layer of `cards`, drawn and laid out.

    Faces whose laid-out text is higher than its box are drawn again a step smaller. Without
    `hopeless`, faces with a text that cannot fit are drawn but not laid out.
    """
    maker, how = maker_for(game.templates, game.id), options or Options()
    wanted = faces_of(cards)
    cache = FaceCache()
    try:
        old = known(maker, wanted, language, how, cache)
        maker.kept.clear()
        new = _Fresh(maker, language, how, cache, executor)
        new.draw({n: pair for n, pair in wanted.items() if n not in old}, old)
        new.lay_out(hopeless=hopeless)
        new.keep()
    finally:
        cache.close()
    drawn = {name: (old[name][0] if name in old else new.drawn[name]) for name in wanted}
    drawn.update({name: pair[0] for name, pair in old.items()} | new.drawn)
    forms = {part: form for _, kept in old.values() for part, form in kept.forms.items()}
    forms.update(new.forms)
    parts = {name: kept.parts for name, (_, kept) in old.items()}
    parts.update({name: tuple(p.id for p in found) for name, found in new.parts.items()})
    stacks = {
        name: tuple(part for layer in face.stack for part in parts.get(layer, ()))
        for name, face in drawn.items()
    }
    words = {name: frozenset(kept.words) for name, (_, kept) in old.items()} | new.words
    outcomes = {name: _outcome(found, forms) for name, found in parts.items()}
    return Faces(drawn, forms, stacks, outcomes, words)


class _Fresh:
    """Faces and layers that are not kept from an earlier run."""

    def __init__(
        self, maker: FaceMaker, language: str, how: Options, cache: FaceCache,
        executor: Executor | None,
    ) -> None:  # fmt: skip
        self.drawn: dict[str, Drawn] = {}
        self._layers: set[str] = set()
        self.parts: dict[str, Sequence[Piece]] = {}
        self.forms: dict[str, LaidOut] = {}
        self._engine: dict[str, str] = {}
        self._maker, self._language, self._how = maker, language, how
        self._cache, self._executor = cache, executor

    @property
    def words(self) -> dict[str, frozenset[str]]:
        """What each face prints."""
        return {name: frozenset(check.words(face.html)) for name, face in self.drawn.items()}

    def draw(self, wanted: Wanted, old: Mapping[str, Any]) -> None:
        """Draw faces, and their layers as far as they are not among `old`."""
        for name, (face, size) in wanted.items():
            self.drawn[name] = self._maker.draw(face, size=size, scale=self._how.scale(size))
        for own in list(self.drawn.values()):
            under = {n: layer for n, layer in own.layers.items() if n not in old}
            self.drawn.update(under)
            self._layers.update(under)

    def lay_out(self, *, hopeless: bool) -> None:
        """Lay out what is drawn, smaller where a text turns out too high."""
        todo = {
            name: face
            for name, face in self.drawn.items()
            if hopeless or not any(slot.excess for slot in face.slots)
        }
        for _ in range(ROUNDS):
            now = {
                name: self._maker.pieces(face, saver=self._how.saver(face.size))
                for name, face in todo.items()
            }
            self.parts.update(now)
            self._lay_out(now)
            said = {name: self._said(name) for name in todo}
            todo = {
                name: _smaller(self._maker, self.drawn[name], said[name])
                for name in todo
                if _too_high(self.drawn[name], said[name])
            }
            self.drawn.update(todo)
            if not todo:
                break

    def keep(self) -> None:
        """Keep every face about which the engine had nothing to say."""
        self._cache.keep_faces(
            {
                self._key(face): self._kept(name, face)
                for name, face in self.drawn.items()
                if name in self.parts and all(_clean(self.forms[p.id]) for p in self.parts[name])
            }
        )

    def _key(self, face: Drawn) -> str:
        saver = self._how.saver(face.size)
        if face.face.id in self._layers:
            return self._maker.layer_key(face.face.id, self._language, saver)
        return self._maker.key(face.face, face.size, face.scale, self._language, saver)

    def _kept(self, name: str, face: Drawn) -> Kept:
        ids = [piece.id for piece in self.parts[name]]
        return Kept(
            face.slots, face.missing, tuple(face.layers), tuple(sorted(check.words(face.html))),
            tuple(ids), {n: self.forms[n] for n in ids if n not in self._engine},
            {n: self._engine[n] for n in ids if n in self._engine},
        )  # fmt: skip

    def _said(self, name: str) -> codes.Outcome:
        return _outcome([piece.id for piece in self.parts[name]], self.forms)

    def _lay_out(self, parts: Mapping[str, Sequence[Piece]]) -> None:
        """Add the parts by id: drawn ones as they are, others from the cache or the engine."""
        todo: dict[tuple[float, float], dict[str, Piece]] = {}
        for name, found in parts.items():
            for piece in found:
                if piece.drawn is not None:
                    self.forms[piece.id] = piece.drawn
                elif piece.id not in self.forms:
                    todo.setdefault(self.drawn[name].size, {})[piece.id] = piece
        for size, wanted in todo.items():
            css = self._maker.css
            keys = {n: _form_key(p.html, css, self._language, size) for n, p in wanted.items()}
            self._engine.update(keys)
            kept = self._cache.forms(keys.values())
            self.forms.update({name: kept[key_] for name, key_ in keys.items() if key_ in kept})
            missing = [piece for name, piece in wanted.items() if name not in self.forms]
            job = Job(
                tuple(piece.html for piece in missing), tuple(piece.measure for piece in missing),
                css, self._language, size[0] + 2 * BLEED, size[1] + 2 * BLEED,
            )  # fmt: skip
            names = [piece.id for piece in missing]
            made = dict(zip(names, lay_out_all(job, self._executor), strict=True))
            self._cache.keep_forms({keys[n]: form for n, form in made.items() if _clean(form)})
            self.forms.update(made)


def _outcome(parts: Iterable[str], forms: Mapping[str, LaidOut]) -> codes.Outcome:
    heights: dict[str, float] = {}
    logs: list[str] = []
    exceeded = ""
    for part in parts:
        heights |= forms[part].heights
        logs += forms[part].logs
        exceeded = exceeded or forms[part].exceeded
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


def _form_key(html: str, css: str, language: str, size: tuple[float, float]) -> str:
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
