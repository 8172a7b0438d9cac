"""The faces of one output PDF, drawn on its pages.

What is drawn more than once is a Form XObject; what is drawn once goes straight into the
content of its page, where nine faces compress together (a third of the bytes).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from deckkit.render.forms import thaw
from deckkit.render.layout import LaidOut

_PLAIN = {"/ExtGState"}
_BOX = re.compile(r"^\S+ \S+ \S+ rg .+ f$", re.MULTILINE)
_TEXT = re.compile(r"\bBT\b.*?\bET\b", re.DOTALL)


@dataclass
class Resources:
    """Fonts, graphics states and forms that a page names."""

    fonts: dict[str, str] = field(default_factory=dict)
    states: dict[str, Any] = field(default_factory=dict)
    forms: dict[str, str] = field(default_factory=dict)


class Stock:
    """Draws faces on pages of `pdf`; `uses` lists every drawing of a face in the file."""

    def __init__(
        self, pdf: Any, faces: Mapping[str, LaidOut], uses: Iterable[str], fonts: Mapping[str, Any]
    ) -> None:
        self._pdf = pdf
        self._faces = dict(faces)
        self._uses = Counter(uses)
        self._fonts = fonts
        self._forms: dict[str, Any] = {}
        self._shared: dict[str, Any] = {}

    def draw(self, name: str, page: Resources) -> str:
        """Operators that draw a face with its lower left corner at the origin, in pt."""
        if self._uses[name] == 1 and self._merges(self._faces[name], page):
            return self._inline(self._faces[name], page)
        return f"{page.forms.setdefault(name, f'/F{len(page.forms)}')} Do"

    def ground(self, name: str, page: Resources) -> str:
        """Operators that draw the plain boxes of a face; of one of the engine's, all but text."""
        bare = f"{name}~"
        if bare not in self._faces:
            face = self._faces[name]
            content = str(face.form.get("c", ""))
            text = "\n".join(_BOX.findall(content)) or _TEXT.sub("", content)
            self._faces[bare] = replace(face, form={**face.form, "c": text}, glyphs={}, fonts={})
        return f"{page.forms.setdefault(bare, f'/F{len(page.forms)}')} Do"

    def _merges(self, face: LaidOut, page: Resources) -> bool:
        """Whether the resources of a face can join those of a page under their own names."""
        resources = face.form["d"].get("/Resources", {"d": {}})["d"]
        if not resources.keys() <= _PLAIN or "c" not in face.form:
            return False
        states = resources.get("/ExtGState", {"d": {}})["d"]
        return all(page.states.get(key, state) == state for key, state in states.items()) and all(
            page.fonts.get(name, key) == key for name, key in face.fonts.items()
        )

    def _inline(self, face: LaidOut, page: Resources) -> str:
        entries = face.form["d"]
        page.states.update(
            entries.get("/Resources", {"d": {}})["d"].get("/ExtGState", {"d": {}})["d"]
        )
        page.fonts.update(face.fonts)
        matrix = " ".join(f"{value:g}" for value in entries.get("/Matrix", (1, 0, 0, 1, 0, 0)))
        return f"q {matrix} cm\n{face.form['c']}\nQ"

    def resources(self, page: Resources) -> Any:
        """The resource dictionary of a page."""
        from pikepdf import Dictionary

        found = Dictionary()
        if page.fonts:
            found.Font = Dictionary(
                {f"/{name}": self._fonts[key] for name, key in sorted(page.fonts.items())}
            )
        if page.states:
            found.ExtGState = Dictionary(
                {key: self._state(state) for key, state in sorted(page.states.items())}
            )
        if page.forms:
            found.XObject = Dictionary({key: self._form(name) for name, key in page.forms.items()})
        return found

    def _state(self, state: Any) -> Any:
        mark = repr(state)
        if mark not in self._shared:
            made = thaw(self._pdf, state, {}, self._shared)
            self._shared[mark] = self._pdf.make_indirect(made)
        return self._shared[mark]

    def _form(self, name: str) -> Any:
        if name not in self._forms:
            face = self._faces[name]
            fonts = {font: self._fonts[key] for font, key in face.fonts.items()}
            form = thaw(self._pdf, face.form, fonts, self._shared)
            self._forms[name] = self._pdf.make_indirect(form)
        return self._forms[name]
