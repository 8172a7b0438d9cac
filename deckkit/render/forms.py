"""Faces as data: a PDF Form XObject written to JSON and read back into any PDF.

Fonts are left out (only their names stay), because each output embeds one subset per font.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Any

_TEXT = re.compile(rb"/([A-Z]{6}) [\d.]+ Tf|<((?:[0-9a-fA-F]{4})+)>")
_LONG = re.compile(rb"-?\d*\.\d{4,}")
_COLOUR_SPACE = re.compile(rb"\s(cs|CS|sc|SC|scn|SCN)\s")

Frozen = dict[str, Any]


def freeze(form: Any) -> tuple[Frozen, dict[str, list[int]], dict[str, str]]:
    """A form as JSON, the glyph ids it uses by font name, and the fonts' full names."""
    glyphs: dict[str, set[int]] = {}
    names: dict[str, str] = {}
    frozen = _freeze(form, glyphs, names)
    return frozen, {name: sorted(ids) for name, ids in sorted(glyphs.items())}, names


def _freeze(value: Any, glyphs: dict[str, set[int]], names: dict[str, str]) -> Any:
    import pikepdf

    if isinstance(value, pikepdf.Name):
        return {"n": str(value)}
    if isinstance(value, pikepdf.String):
        return {"s": bytes(value).hex()}
    if isinstance(value, pikepdf.Array):
        return [_freeze(item, glyphs, names) for item in value]
    if isinstance(value, pikepdf.Stream):
        form = value.get("/Subtype") == "/Form" or "/PatternType" in value
        data = value.read_bytes() if form else value.read_raw_bytes()
        skipped = {"/Length", "/Filter", "/DecodeParms"} if form else {"/Length"}
        if form:
            data = tidy(data)
            _collect(data, glyphs)
        entries = _freeze_items(value, glyphs, names, skipped)
        if form and "/Resources" in entries:
            _drop_unused(entries["/Resources"]["d"], data)
        text = data.decode("latin-1") if form else base64.b64encode(data).decode()
        return {"d": entries, "c" if form else "b": text}
    if isinstance(value, pikepdf.Dictionary):
        return {"d": _freeze_items(value, glyphs, names, set())}
    if value is None or isinstance(value, bool | int | str):
        return value
    return float(value)


def _freeze_items(
    value: Any, glyphs: dict[str, set[int]], names: dict[str, str], skipped: set[str]
) -> Frozen:
    entries: Frozen = {}
    for key, item in sorted(value.items()):
        if key == "/Font" and all(i.get("/Type") == "/Font" for _, i in item.items()):
            names.update({name[1:]: str(font.BaseFont) for name, font in item.items()})
        elif key not in skipped:
            entries[key] = _freeze(item, glyphs, names)
    return entries


def tidy(content: bytes) -> bytes:
    """A content stream with numbers to a thousandth and without kerning by zero."""
    content = content.replace(b">0<", b"").replace(b">0]", b">]")
    return _LONG.sub(lambda number: f"{float(number[0]):.3f}".rstrip("0").encode(), content)


def _drop_unused(resources: Frozen, content: bytes) -> None:
    """Take out empty tables, and the colour spaces that every page of the engine names."""
    if not _COLOUR_SPACE.search(content):
        resources.pop("/ColorSpace", None)
    for name in [name for name, table in resources.items() if table == {"d": {}}]:
        del resources[name]


def _collect(content: bytes, glyphs: dict[str, set[int]]) -> None:
    current: set[int] = set()
    for match in _TEXT.finditer(content):
        if match[1]:
            current = glyphs.setdefault(match[1].decode(), set())
        else:
            digits = match[2]
            current.update(int(digits[i : i + 4], 16) for i in range(0, len(digits), 4))


def thaw(pdf: Any, frozen: Any, fonts: Mapping[str, Any], shared: dict[str, Any]) -> Any:
    """The PDF object of a frozen value in `pdf`.

    `fonts` holds the font object of each font name; `shared` keeps small dictionaries that many
    faces have in common, so that each is written once.
    """
    import pikepdf

    if isinstance(frozen, list):
        return pikepdf.Array([thaw(pdf, item, fonts, shared) for item in frozen])
    if not isinstance(frozen, Mapping):
        return round(frozen, 5) if isinstance(frozen, float) else frozen
    if "n" in frozen:
        return pikepdf.Name(frozen["n"])
    if "s" in frozen:
        return pikepdf.String(bytes.fromhex(frozen["s"]))
    items: dict[str, Any] = {}
    for key, item in frozen["d"].items():
        if key == "/ExtGState" and isinstance(item, Mapping) and "d" in item:
            items[key] = _states(pdf, item["d"], fonts, shared)
        else:
            items[key] = thaw(pdf, item, fonts, shared)
    if "c" in frozen or "b" in frozen:
        text = frozen.get("c")
        data = base64.b64decode(frozen["b"]) if text is None else text.encode("latin-1")
        if text is not None:
            used = sorted({m[1].decode() for m in _TEXT.finditer(data) if m[1]})
            resources = items.setdefault("/Resources", pikepdf.Dictionary())
            if used:
                resources["/Font"] = pikepdf.Dictionary({f"/{n}": fonts[n] for n in used})
        return pikepdf.Stream(pdf, data, items)
    return pikepdf.Dictionary(items)


def _states(
    pdf: Any, states: Mapping[str, Any], fonts: Mapping[str, Any], shared: dict[str, Any]
) -> Any:
    import pikepdf

    out = {}
    for name, state in states.items():
        mark = repr(state)
        if mark not in shared:
            shared[mark] = pdf.make_indirect(thaw(pdf, state, fonts, shared))
        out[name] = shared[mark]
    return pikepdf.Dictionary(out)
