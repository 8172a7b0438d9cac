"""The typefaces of the cards: static instances of the installed open fonts.

Variable fonts are pinned to one weight with HarfBuzz (the same bytes every time, so they are
kept between runs), so that layout, measuring and embedding all work on identical files.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any

from deckkit import dists, store

HEAD, BODY = "Deckkit Head", "Deckkit Body"

_SOURCES = {
    "head-600": ("fontpkg_baloo_2", "Baloo2[wght].ttf", HEAD, 600),
    "head-700": ("fontpkg_baloo_2", "Baloo2[wght].ttf", HEAD, 700),
    "body-600": ("fontpkg_nunito", "Nunito[wght].ttf", BODY, 600),
    "body-700": ("fontpkg_nunito", "Nunito[wght].ttf", BODY, 700),
    "body-800": ("fontpkg_nunito", "Nunito[wght].ttf", BODY, 800),
}
_PACKAGES = {"Baloo 2": "fontpkg-baloo-2", "Nunito": "fontpkg-nunito"}
_ASCII = frozenset(range(0x20, 0x7F))
_DROPPED = (range(0x0900, 0x0980), range(0xA8E0, 0xA900), range(0x1CD0, 0x1D00))


@dataclass(frozen=True)
class FontFile:
    """One static font: `key` such as ``head-700``, CSS family and weight, and the variable
    font it comes from."""

    key: str
    family: str
    weight: int
    source: Path

    @cached_property
    def data(self) -> bytes:
        """TrueType bytes; made once for all runs."""
        name = store.key({"font": self.key, "fonts": digest()})
        with store.Store() as kept:
            found = kept.get([name])
            if not found:
                found = {name: _instance(self.source, self.weight)}
                kept.put(found)
        return found[name]

    @property
    def url(self) -> str:
        """Address by which the style sheet asks the renderer for this font."""
        return f"deckkit://font/{self.key}.ttf"

    @property
    def postscript(self) -> str:
        """Name for PDF font dictionaries, without a subset tag."""
        return f"{self.family.replace(' ', '')}-{self.weight}"


@dataclass(frozen=True, slots=True)
class Metrics:
    """Metrics in thousandths of an em, for a PDF font descriptor."""

    ascent: int
    descent: int
    cap_height: int
    box: tuple[int, int, int, int]


@cache
def fonts() -> Mapping[str, FontFile]:
    """Every font by key, in a fixed order."""
    return {
        key: FontFile(key, family, weight, _path(package, file))
        for key, (package, file, family, weight) in _SOURCES.items()
    }


def _path(package: str, file: str) -> Path:
    return Path(import_module(package).ROOT) / "files" / file


def _instance(path: Path, weight: int) -> bytes:
    """The variable font at `path` pinned to `weight`, without scripts no deck uses yet."""
    import uharfbuzz as hb

    face = hb.Face(path.read_bytes())
    wanted = hb.SubsetInput()
    wanted.unicode_set.update(
        {code for code in face.unicodes if not any(code in block for block in _DROPPED)}
    )
    wanted.pin_axis_location(face, "wght", weight)
    return bytes(hb.subset(face, wanted).blob.data)


@cache
def shaper(key: str) -> Any:
    """HarfBuzz font object of that key."""
    import uharfbuzz as hb

    return hb.Font(hb.Face(fonts()[key].data))


@cache
def upem(key: str) -> int:
    """Units per em."""
    return int(shaper(key).face.upem)


@cache
def glyph_text(key: str) -> Mapping[int, str]:
    """Glyph id -> the character to find when a reader searches (the lowest code point)."""
    font = shaper(key)
    found: dict[int, str] = {}
    for code in sorted(font.face.unicodes):
        found.setdefault(font.get_nominal_glyph(code), chr(code))
    return found


@cache
def metrics(key: str) -> Metrics:
    """Metrics of a font; the box is the union over Latin capitals, accents and descenders."""
    font = shaper(key)
    scale = 1000 / upem(key)
    extents = font.get_font_extents("ltr")
    boxes = [font.get_glyph_extents(font.get_nominal_glyph(ord(c))) for c in "ÅÇŰgjpyW@|H"]
    box = (
        min(b.x_bearing for b in boxes),
        min(b.y_bearing + b.height for b in boxes),
        max(b.x_bearing + b.width for b in boxes),
        max(b.y_bearing for b in boxes),
    )
    left, low, right, high = (round(value * scale) for value in box)
    return Metrics(
        round(extents.ascender * scale),
        round(extents.descender * scale),
        round(boxes[-1].y_bearing * scale),
        (left, low, right, high),
    )


@cache
def covered() -> frozenset[int]:
    """Code points that every font has: text made of them never needs a system font."""
    name = store.key({"covered": list(fonts()), "fonts": digest()})
    with store.Store() as kept:
        found = kept.get([name]).get(name)
        if found is None:
            sets = [frozenset(shaper(key).face.unicodes) for key in fonts()]
            found = " ".join(map(str, sorted(frozenset.intersection(*sets)))).encode()
            kept.put({name: found})
    return frozenset(map(int, found.split()))


def printable(text: str) -> tuple[str, str]:
    """Text that the fonts can print, and the characters that they cannot.

    Control and format characters vanish, any white space becomes a space, and a character
    without a glyph becomes a question mark.
    """
    known = covered()
    if text.isascii() and text.isprintable() and known >= _ASCII:
        return text, ""
    out: list[str] = []
    missing: dict[str, None] = {}
    for char in unicodedata.normalize("NFC", text):
        if char.isspace() and char != "\u00a0":
            out.append(" ")
        elif unicodedata.category(char) in ("Cf", "Cc"):
            continue
        elif ord(char) in known:
            out.append(char)
        else:
            missing[char] = None
            out.append("?")
    return "".join(out), "".join(missing)


@cache
def digest() -> str:
    """Hex digest over all that makes the fonts, part of every cache key."""
    hasher = hashlib.blake2b(dists.version("uharfbuzz").encode(), digest_size=16)
    hasher.update(repr((sorted(_SOURCES.items()), _DROPPED)).encode())
    for path in sorted({font.source for font in fonts().values()}):
        hasher.update(path.read_bytes())
    return hasher.hexdigest()


def versions() -> dict[str, str]:
    """Versions of the font packages, for the manifest."""
    return {name: dists.version(package) for name, package in _PACKAGES.items()}


def css() -> str:
    """The @font-face rules of all fonts."""
    rule = '@font-face{{font-family:"{0.family}";font-weight:{0.weight};src:url({0.url})}}'
    return "".join(rule.format(font) for font in fonts().values())
