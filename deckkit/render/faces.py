"""Faces: a face's template and data become one HTML fragment with fitted text sizes."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit import store
from deckkit.assets import folder
from deckkit.game import CARD, Face
from deckkit.render import colour, toolchain
from deckkit.render.fit import Fitter, Slot, joined
from deckkit.render.fonts import css as font_css
from deckkit.render.fonts import printable
from deckkit.text import held_together

if TYPE_CHECKING:
    from deckkit.render.boxes import Piece
    from deckkit.render.cache import Kept
    from deckkit.render.styles import Styles

Size = tuple[float, float]
WIDTH, HEIGHT = CARD
BLEED = 3.0  # mm
_ASSET = re.compile(r"[a-z0-9_-]+(/[a-z0-9_-]+)*\Z")


@dataclass(frozen=True, slots=True)
class Drawn:
    """A face as HTML (empty when it is kept from an earlier run): its fitted boxes, the
    characters that no font can print, the layers that lie under it, by id (drawings that many
    faces share), its trim in mm and the scale at which it is printed."""

    face: Face
    html: str = ""
    slots: tuple[Slot, ...] = ()
    missing: str = ""
    layers: Mapping[str, Drawn] = field(default_factory=dict)
    size: tuple[float, float] = CARD
    scale: float = 1.0

    @property
    def stack(self) -> tuple[str, ...]:
        """Ids of what to draw, from the bottom up."""
        return (*self.layers, self.face.id)


class FaceMaker:
    """Renders faces from the templates of one game and the shared ones.

    What a template puts into ``{% call layer() %}`` is laid out once for all faces on which
    it is the same, and lies under their own content.

    Values are only ever values: autoescape is on, an undefined name is an error, and nothing
    of a deck is read as a template.
    """

    def __init__(self, templates: Path, game: str, shared: Path) -> None:
        """`templates` is the game's root of templates, `shared` deckkit's own."""
        self._roots = list(dict.fromkeys([templates, shared]))
        self._assets = Assets(self._roots)
        styles = [shared / "shared" / "base.css", templates / game / "cards.css"]
        self._own_css = "".join(path.read_text("utf-8") for path in styles if path.is_file())
        self.css = font_css() + self._own_css
        self._drawn: dict[tuple[Any, ...], Drawn] = {}
        self.kept: dict[str, Kept] = {}  # read from the cache, and not yet printed

    @cached_property
    def _env(self) -> Any:
        import jinja2

        env = jinja2.Environment(
            loader=jinja2.FileSystemLoader([str(root) for root in self._roots]),
            autoescape=True,
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        env.filters.update(
            colour=colour.checked, ink=colour.ink_on, deep=colour.deepen, names=joined, big=big
        )
        env.globals.update(mix=colour.mix, svg=self._assets.svg, table=self._assets.table)
        return env

    @cached_property
    def _styles(self) -> Styles:
        from deckkit.render.styles import Styles

        return Styles.parse(self._own_css)

    @cached_property
    def _about(self) -> str:
        """Digest of everything that shapes a face besides its data."""
        tools = repr((BLEED, self.css, toolchain.drawing()))
        hasher = hashlib.blake2b(tools.encode(), digest_size=20)
        for root in self._roots:
            for entry in _files(root):
                name = os.path.relpath(entry.path, root).encode("utf-8", "surrogateescape")
                data = Path(entry.path).read_bytes()
                hasher.update(b"%d %s %d " % (len(name), name, len(data)) + data)
        return hasher.hexdigest()

    def key(
        self, face: Face, size: Size, scale: float, language: str, saver: Size | None
    ) -> str:  # fmt: skip
        """Content address of a face as it is printed: what it shows and all that shapes it."""
        what = (face.id, face.template, face.data, self._about, size, scale, language, saver)
        return store.key_of(repr(what))

    def layer_key(self, name: str, language: str, saver: Size | None) -> str:
        """Content address of a layer, whose name is a digest of what it shows."""
        return store.key_of(repr(("layer", name, self._about, language, saver)))

    def pieces(self, drawn: Drawn, *, saver: Size | None = None) -> list[Piece]:
        """The parts of a face or layer: drawn here (saving ink on that trim), or to be laid out
        by the engine."""
        from deckkit.render import boxes

        size = (drawn.size[0] + 2 * BLEED, drawn.size[1] + 2 * BLEED)
        measure = [slot.id for slot in drawn.slots]
        return boxes.pieces(drawn.face.id, drawn.html, self._styles, size, measure, saver)

    def draw(
        self, face: Face, steps: Mapping[str, int] | None = None,
        size: tuple[float, float] = CARD, scale: float = 1.0,
    ) -> Drawn:  # fmt: skip
        """The HTML of a face that is printed at that scale; `steps` makes named boxes smaller
        than predicted."""
        sizes = tuple(sorted((steps or {}).items()))
        mark = (face.id, face.template, repr(face.data), size, scale, sizes)
        if mark not in self._drawn:
            self._drawn[mark] = self._draw(face, steps or {}, size, scale)
        return self._drawn[mark]

    def _draw(
        self, face: Face, steps: Mapping[str, int], size: tuple[float, float], scale: float
    ) -> Drawn:  # fmt: skip
        missing: dict[str, None] = {}
        layers: dict[str, Drawn] = {}

        def layer(caller: Callable[[], str]) -> str:
            """Collect the body of a ``{% call layer() %}`` block as a layer of its own."""
            html = _section(caller())
            name = "layer-" + hashlib.blake2b(f"{size} {html}".encode(), digest_size=8).hexdigest()
            layers[name] = Drawn(Face(name, face.template, {}), html, size=size)
            return ""

        data = _printable(face.data, missing)
        fitter = Fitter(face.id, steps, scale=scale)
        template = self._env.get_template(face.template)
        html = _section(template.render(data, fit=fitter, face_id=face.id, layer=layer))
        return Drawn(face, html, tuple(fitter.slots), "".join(missing), layers, size, scale)


def maker_for(templates: Path, game: str) -> FaceMaker:
    """The maker of a game's faces; what it has drawn once it draws no second time, until a
    file of its templates changes."""
    shared = folder("templates")
    stats = [
        (entry.path, entry.stat().st_mtime_ns, entry.stat().st_size)
        for root in dict.fromkeys([templates, shared])
        for entry in _files(root)
    ]
    return _maker(templates, game, shared, tuple(stats))


@lru_cache(4)
def _maker(templates: Path, game: str, shared: Path, _stats: Sequence[Any]) -> FaceMaker:
    return FaceMaker(templates, game, shared)


def _files(root: str | Path) -> Iterator[os.DirEntry[str]]:
    """Every file below a folder, in a fixed order."""
    with os.scandir(root) as entries:
        for entry in sorted(entries, key=lambda entry: entry.name):
            if entry.is_dir():
                yield from _files(entry.path)
            elif entry.is_file():
                yield entry


def _section(html: str) -> str:
    body = re.sub(r"\n\s*(?=<)", "", html.strip())
    return f'<section class="face">{body}</section>'


class Assets:
    """Drawings and tables that ship with the templates, named from inside templates."""

    def __init__(self, roots: list[Path]) -> None:
        self._roots = roots
        self._read = lru_cache(maxsize=None)(self._read_file)
        self.table = lru_cache(maxsize=None)(self._table)

    def svg(self, name: str, css_class: str = "") -> Any:
        """The drawing ``<name>.svg`` as markup with that class; empty when there is none."""
        from markupsafe import Markup, escape

        text = self._read(name, "svg")
        return Markup(text.replace("<svg ", f'<svg class="{escape(css_class)}" ', 1))

    def _table(self, name: str) -> Mapping[str, Any]:
        """The JSON object ``<name>.json``."""
        found: Mapping[str, Any] = json.loads(self._read(name, "json") or "{}")
        return found

    def _read_file(self, name: str, suffix: str) -> str:
        if not _ASSET.match(name):
            return ""
        for root in self._roots:
            path = root / f"{name}.{suffix}"
            if path.is_file():
                return path.read_text("utf-8").strip()
        return ""


def big(number: int) -> str:
    """A number with thousands set apart, from 10,000 on: a year stays a year."""
    return f"{number:,}" if abs(number) >= 10_000 else str(number)


def _printable(value: Any, missing: dict[str, None]) -> Any:
    """`value` with every text in it made printable; `missing` collects the characters."""
    if isinstance(value, str):
        text, lost = printable(held_together(value))
        missing.update(dict.fromkeys(lost))
        return text
    if isinstance(value, Mapping):
        return {key: _printable(item, missing) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_printable(item, missing) for item in value)
    return value
