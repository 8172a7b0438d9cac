"""What print keeps between runs: laid-out forms, whole faces, and pages that were found right.

Keys name everything that could change an entry (see `deckkit.store`), entries are compressed
JSON. A face that has not changed is read, not drawn: no template, no fit, no engine.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from typing import Any

from deckkit.render.fit import Slot
from deckkit.render.layout import LaidOut
from deckkit.store import Store, key

__all__ = ["FaceCache", "Kept", "key"]


@dataclass(frozen=True, slots=True)
class Kept:
    """A face or layer as it was printed last: fitted boxes, characters without glyph, ids of the
    layers under it, its words, ids of its parts, and the parts as far as they are its own.

    `engine` names, for parts that the layout engine made, the entry that holds each.
    """

    slots: tuple[Slot, ...]
    missing: str
    layers: tuple[str, ...]
    words: tuple[str, ...]
    parts: tuple[str, ...]
    forms: Mapping[str, LaidOut] = field(default_factory=dict)
    engine: Mapping[str, str] = field(default_factory=dict)


class FaceCache:
    """Forms and faces in the store of the user."""

    def __init__(self) -> None:
        self._store = Store()

    def forms(self, keys: Iterable[str]) -> dict[str, LaidOut]:
        """The laid-out forms there are, by key."""
        return self._read(keys, _form)

    def keep_forms(self, forms: Mapping[str, LaidOut]) -> None:
        """Keep laid-out forms by key."""
        self._store.put({name: _packed(_plain(form)) for name, form in forms.items()})

    def faces(self, keys: Iterable[str]) -> dict[str, Kept]:
        """The faces there are, by key, each with all of its parts."""
        found = self._read(keys, _face)
        wanted = {name for face in found.values() for name in face.engine.values()}
        forms = self.forms(wanted) if wanted else {}
        return {
            name: _whole(face, forms)
            for name, face in found.items()
            if forms.keys() >= set(face.engine.values())
        }

    def keep_faces(self, faces: Mapping[str, Kept]) -> None:
        """Keep faces by key; forms of the engine are kept by `keep_forms`."""
        self._store.put({name: _packed(_listed(face)) for name, face in faces.items()})

    def close(self) -> None:
        """Close the file; the cache answers nothing afterwards."""
        self._store.close()

    def _read(self, keys: Iterable[str], read: Any) -> dict[str, Any]:
        found = {}
        for name, data in self._store.get(keys).items():
            try:
                found[name] = read(json.loads(zlib.decompress(data)))
            except (ValueError, TypeError, KeyError, zlib.error):
                continue
        return found


def _packed(value: Any) -> bytes:
    return zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 1)


def _plain(form: LaidOut) -> Sequence[Any]:
    return [form.form, form.glyphs, form.fonts, form.heights]


def _form(data: Any) -> LaidOut:
    content, glyphs, fonts, heights = data
    return LaidOut(content, glyphs, fonts, heights)


def _listed(face: Kept) -> Mapping[str, Any]:
    return {
        "slots": [astuple(slot) for slot in face.slots],
        "missing": face.missing,
        "layers": face.layers,
        "words": face.words,
        "parts": face.parts,
        "forms": {name: _plain(form) for name, form in face.forms.items()},
        "engine": dict(face.engine),
    }


def _face(data: Any) -> Kept:
    return Kept(
        tuple(Slot(*slot) for slot in data["slots"]), data["missing"], tuple(data["layers"]),
        tuple(data["words"]), tuple(data["parts"]),
        {name: _form(form) for name, form in data["forms"].items()}, data["engine"],
    )  # fmt: skip


def _whole(face: Kept, forms: Mapping[str, LaidOut]) -> Kept:
    """A face with the forms of the engine among its own."""
    if not face.engine:
        return face
    made = {name: forms[entry] for name, entry in face.engine.items()}
    return Kept(
        face.slots, face.missing, face.layers, face.words, face.parts, {**face.forms, **made},
        face.engine,
    )  # fmt: skip
