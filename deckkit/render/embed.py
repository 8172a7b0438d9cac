"""Fonts in an output PDF: one subset per font, and text of our own set in them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from deckkit.render.fonts import fonts, glyph_text, metrics, shaper, upem

_DROPPED = ("GSUB", "GPOS", "GDEF", "BASE", "STAT", "name", "post", "kern", "DSIG")


@lru_cache(64)
def subset(key: str, glyphs: frozenset[int]) -> bytes:
    """TrueType bytes with exactly these glyphs, ids kept."""
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_HINTING
    for tag in _DROPPED:
        code = int.from_bytes(tag.ljust(4).encode(), "big")
        wanted.sets(hb.SubsetInputSets.DROP_TABLE_TAG).add(code)
    return bytes(hb.subset(shaper(key).face, wanted).blob.data)


def font_objects(pdf: Any, used: Mapping[str, Iterable[int]]) -> dict[str, Any]:
    """A Type0 font object in `pdf` for each font key, with the glyphs used of it."""
    return {key: _font(pdf, key, frozenset(used[key])) for key in sorted(used)}


def _font(pdf: Any, key: str, glyphs: frozenset[int]) -> Any:
    from pikepdf import Array, Dictionary, Name, Stream, String

    data = subset(key, glyphs)
    digest = hashlib.blake2b(data, digest_size=6).digest()
    tag = "".join(chr(65 + value % 26) for value in digest)
    name = Name(f"/{tag}+{fonts()[key].postscript}")
    font, scale, about = shaper(key), 1000 / upem(key), metrics(key)
    file = Stream(pdf, data)
    file.Length1 = len(data)
    descriptor = Dictionary(
        Type=Name.FontDescriptor, FontName=name, FontFamily=String(fonts()[key].family),
        Flags=4, ItalicAngle=0, Ascent=about.ascent, Descent=about.descent,
        CapHeight=about.cap_height, StemV=fonts()[key].weight // 5,
        FontBBox=Array(list(about.box)), FontFile2=pdf.make_indirect(file),
    )  # fmt: skip
    widths = Array()
    for glyph in sorted(glyphs):
        widths.append(glyph)
        widths.append(Array([round(font.get_glyph_h_advance(glyph) * scale)]))
    descendant = Dictionary(
        Type=Name.Font, Subtype=Name.CIDFontType2, BaseFont=name, CIDToGIDMap=Name.Identity,
        CIDSystemInfo=Dictionary(
            Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0
        ),
        W=widths, FontDescriptor=pdf.make_indirect(descriptor),
    )  # fmt: skip
    to_unicode = Stream(pdf, _to_unicode(key, glyphs))
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font, Subtype=Name.Type0, BaseFont=name, Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(descendant)]),
            ToUnicode=pdf.make_indirect(to_unicode),
        )
    )  # fmt: skip


def _to_unicode(key: str, glyphs: frozenset[int]) -> bytes:
    text = glyph_text(key)
    pairs = [(glyph, text[glyph]) for glyph in sorted(glyphs) if glyph in text]
    out = [
        "/CIDInit /ProcSet findresource begin", "12 dict begin", "begincmap",
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def",
        "/CMapName /Adobe-Identity-UCS def", "/CMapType 2 def",
        "1 begincodespacerange", "<0000> <ffff>", "endcodespacerange",
    ]  # fmt: skip
    for at in range(0, len(pairs), 100):
        part = pairs[at : at + 100]
        out.append(f"{len(part)} beginbfchar")
        out += [f"<{glyph:04x}> <{char.encode('utf-16-be').hex()}>" for glyph, char in part]
        out.append("endbfchar")
    out += ["endcmap", "CMapName currentdict /CMap defineresource pop", "end", "end"]
    return "\n".join(out).encode()


def glyphs_of(key: str, text: str) -> list[int]:
    """Glyph ids of a plain text, one per character that the font has."""
    font = shaper(key)
    found = (font.get_nominal_glyph(ord(char)) for char in text)
    return [glyph for glyph in found if glyph]


def text_width(key: str, text: str, size: float) -> float:
    """Width in pt of a plain text, kerning left out."""
    font = shaper(key)
    return float(sum(font.get_glyph_h_advance(g) for g in glyphs_of(key, text)) * size / upem(key))


def show(key: str, text: str, size: float) -> str:
    """Operators that show a plain text at the text position (font resource named `key`)."""
    return f"/{key} {size:g} Tf <{''.join(f'{g:04x}' for g in glyphs_of(key, text))}> Tj"
