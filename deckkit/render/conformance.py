"""A written PDF held against the standard that it claims: PDF/A-2 (b, u) or PDF/X-4.

The clauses are those of ISO 19005-2:2011, and of ISO 15930-7:2010 where it asks for more, that
can apply to files such as ours; what we never write (annotations, forms, actions, attachments,
layers, signatures) is refused altogether. No validator of others is needed, and none is replaced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit.render import drawn
from deckkit.render.standards import SPACES, X_4, Standard, pdf_date

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_PACKED = "ASCIIHex ASCII85 Flate RunLength CCITTFax JBIG2 DCT JPX"
FILTERS = frozenset(f"/{name}Decode" for name in _PACKED.split())
# Entries that would make a file active, interactive or incomplete.
_ROOT = ("/AA", "/OpenAction", "/AcroForm", "/OCProperties", "/NeedsRendering", "/Perms", "/AF",
         "/Requirements", "/Collection")  # fmt: skip
_DOING = (
    "JavaScript Launch URI GoTo GoToR GoToE Thread Named SubmitForm Hide Sound Movie ResetForm"
    " ImportData SetOCGState Rendition Trans GoTo3DView"
)
_ACTIONS = frozenset(f"/{name}" for name in _DOING.split())
_BFCHAR = re.compile(rb"<([0-9a-fA-F]{4})> <([0-9a-fA-F]+)>")
_A = "ISO 19005-2"
_X = "ISO 15930-7"


def faults(path: Path, kind: Standard | None) -> list[str]:
    """What keeps a file from the standard, in sentences that name the clause; empty without one."""
    if kind is None:
        return []
    import pikepdf

    with pikepdf.open(path) as pdf:
        found = [*_file(path.read_bytes(), pdf, kind), *_catalogue(pdf), *_objects(pdf)]
        found += _intent(pdf, kind)
        shown = drawn.look(pdf, "CMYK" if kind.name == X_4 else "RGB")
        found += shown.complaints
        found += _fonts(pdf, shown)
        found += _metadata(pdf, kind)
        found += _boxes(pdf, kind)
    return [f"{kind.name.upper()}: {fault}" for fault in found]


def _file(data: bytes, pdf: Any, kind: Standard) -> Iterator[str]:
    newest = b"6" if kind.name == X_4 else b"7"
    if not re.match(rb"%%PDF-1\.[0-%s]\r?\n%%[\x80-\xff]{4}" % newest, data):
        yield f"the header is not that of PDF {kind.version} ({_A}, 6.1.2)"
    if not data.rstrip(b"\r\n").endswith(b"%%EOF"):
        yield f"data follows the end of the file ({_A}, 6.1.3)"
    ids = pdf.trailer.get("/ID")
    if ids is None or not all(bytes(part) for part in ids):
        yield f"the trailer has no ID ({_A}, 6.1.3)"
    if pdf.is_encrypted:
        yield f"the file is encrypted ({_A}, 6.1.3)"


def _catalogue(pdf: Any) -> Iterator[str]:
    for key in _ROOT:
        if key in pdf.Root:
            yield f"the catalogue has {key} ({_A}, 6.4 to 6.9)"
    for name in ("/JavaScript", "/EmbeddedFiles"):
        if name in pdf.Root.get("/Names", {}):
            yield f"the file has {name[1:]} ({_A}, 6.5.1 and 6.8)"
    for number, page in enumerate(pdf.pages, 1):
        if "/AA" in page.obj or len(page.obj.get("/Annots", [])):
            yield f"page {number} has actions or annotations ({_A}, 6.3 and 6.5.2)"


def _objects(pdf: Any) -> Iterator[str]:
    """Filters, external streams, actions and the limits of names and strings."""
    import pikepdf

    if len(pdf.objects) > 8_388_607:
        yield f"there are too many objects ({_A}, 6.1.13)"
    for item in pdf.objects:
        if isinstance(item, pikepdf.Stream):
            filters: Any = item.get("/Filter", [])
            for name in [filters] if isinstance(filters, pikepdf.Name) else list(filters):
                if str(name) not in FILTERS:
                    yield f"a stream is packed by {str(name)[1:]} ({_A}, 6.1.7.2)"
            if any(key in item for key in ("/F", "/FFilter", "/FDecodeParms")):
                yield f"a stream lies outside the file ({_A}, 6.1.7.1)"
        if isinstance(item, pikepdf.Dictionary):
            if str(item.get("/S")) in _ACTIONS:
                yield f"there is an action {item.S} ({_A}, 6.5.1)"
            for key, value in item.items():
                if len(key) > 128:
                    yield f"the name {key[:20]}... is too long ({_A}, 6.1.13)"
                if isinstance(value, pikepdf.String) and len(bytes(value)) > 32767:
                    yield f"the text {key} is too long ({_A}, 6.1.13)"


def _intent(pdf: Any, kind: Standard) -> Iterator[str]:
    wanted = "/GTS_PDFX" if kind.name == X_4 else "/GTS_PDFA1"
    clause = f"{_X}, 6.2.2" if kind.name == X_4 else f"{_A}, 6.2.3"
    intents = [item for item in pdf.Root.get("/OutputIntents", []) if item.get("/S") == wanted]
    if len(intents) != 1:
        yield f"there are {len(intents)} output intents {wanted[1:]} instead of one ({clause})"
        return
    (intent,) = intents
    if "/OutputConditionIdentifier" not in intent:
        yield f"the output intent names no condition ({clause})"
    if "/DestOutputProfileRef" in intent or "/DestOutputProfile" not in intent:
        yield f"the output intent embeds no profile ({clause})"
        return
    data = intent.DestOutputProfile.read_bytes()
    classes, space, number = (
        ((b"prtr",), b"CMYK", 4) if kind.name == X_4 else ((b"prtr", b"mntr"), b"RGB ", 3)
    )
    if data[12:16] not in classes or data[16:20] != space or data[8] >= 5:
        yield f"the output intent's profile is of the wrong kind ({clause})"
    if intent.DestOutputProfile.get("/N") != number:
        yield f"the output intent's profile has a wrong N ({clause})"


def _fonts(pdf: Any, shown: drawn.Drawn) -> Iterator[str]:
    import pikepdf

    for item in pdf.objects:
        if not isinstance(item, pikepdf.Dictionary) or item.get("/Type") != "/Font":
            continue
        if item.get("/Subtype") == "/CIDFontType2":
            continue  # looked at with its parent
        name = str(item.get("/BaseFont", "?"))[1:]
        if item.get("/Subtype") != "/Type0" or item.get("/Encoding") != "/Identity-H":
            yield f"the font {name} is not of the kind that deckkit writes ({_A}, 6.2.11.2)"
            continue
        child = item.DescendantFonts[0]
        if child.get("/CIDToGIDMap") != "/Identity":
            yield f"the font {name} has no CIDToGIDMap ({_A}, 6.2.11.3.2)"
        if "/FontFile2" not in child.get("/FontDescriptor", {}):
            yield f"the font {name} is not embedded ({_A}, 6.2.11.4.1)"
            continue
        if child.get("/BaseFont") != item.BaseFont:
            yield f"the font {name} has two names ({_A}, 6.2.11.2)"
        yield from _glyphs(item, name, shown.glyphs.get(item.objgen, set()))


def _glyphs(font: Any, name: str, used: set[int]) -> Iterator[str]:
    """Every glyph shown is there, as wide as the file says, and has a character."""
    import uharfbuzz as hb

    child = font.DescendantFonts[0]
    face = hb.Face(child.FontDescriptor.FontFile2.read_bytes())
    program = hb.Font(face)
    if 0 in used:
        yield f"the font {name} shows a missing glyph ({_A}, 6.2.11.8)"
    lost = sorted(glyph for glyph in used if glyph >= face.glyph_count)
    if lost:
        yield f"the font {name} lacks the glyphs {lost[:5]} ({_A}, 6.2.11.4.1)"
    widths: dict[int, float] = {}
    table = list(child.get("/W", []))
    for first, given in zip(table[::2], table[1::2], strict=False):
        widths |= {int(first) + n: float(width) for n, width in enumerate(given)}
    default = float(child.get("/DW", 1000))
    for glyph in sorted(used - set(lost)):
        real = program.get_glyph_h_advance(glyph) * 1000 / face.upem
        if abs(real - widths.get(glyph, default)) > 1:
            yield f"the font {name} says a wrong width of glyph {glyph} ({_A}, 6.2.11.5)"
            break
    unicode = {int(m[1], 16): m[2].lower() for m in _BFCHAR.finditer(font.ToUnicode.read_bytes())}
    bare = sorted(glyph for glyph in used if unicode.get(glyph, b"0000") in _NO_CHARACTER)
    if bare:
        yield f"the font {name} has no characters for the glyphs {bare[:5]} ({_A}, 6.2.11.7.2)"


_NO_CHARACTER = (b"0000", b"feff", b"fffe")


def _metadata(pdf: Any, kind: Standard) -> Iterator[str]:
    from xml.etree import ElementTree

    clause = f"{_X}, 6.1" if kind.name == X_4 else f"{_A}, 6.6"
    if "/Metadata" not in pdf.Root:
        yield f"there is no metadata ({clause})"
        return
    data = pdf.Root.Metadata.read_bytes()
    if not data.startswith(b'<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?>'):
        yield f"the metadata does not begin as XMP does ({clause})"
    if pdf.Root.Metadata.get("/Filter") is not None:
        yield f"the metadata is packed ({clause})"
    try:
        tree = ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        yield f"the metadata is not well-formed: {error} ({clause})"
        return
    said = {name: _text(tree, name) for name in _SAID}
    info = pdf.docinfo
    pairs = [("dc:title", "/Title"), ("dc:description", "/Subject"), ("dc:creator", "/Author"),
             ("xmp:CreatorTool", "/Creator")]  # fmt: skip
    for name, key in pairs:
        if said[name] != str(info.get(key, "")):
            yield f"{name} and {key[1:]} differ ({clause})"
    if pdf_date(said["xmp:CreateDate"][:10]) != str(info.get("/CreationDate", "")):
        yield f"the dates of creation differ ({clause})"
    wanted = {"pdfaid:part": "2", "pdfaid:conformance": kind.name[-1].upper()}
    if kind.name == X_4:
        wanted = {"pdfxid:GTS_PDFXVersion": "PDF/X-4", "pdf:Trapped": "False"}
        wanted |= dict.fromkeys(("xmp:ModifyDate", "xmp:MetadataDate"), said["xmp:CreateDate"])
        if (
            not all(said[name] for name in _SAID if name.startswith("xmpMM"))
            or not said["dc:title"]
        ):
            yield f"the document has no title or no ids ({clause})"
        if str(info.get("/Trapped", "")) != "/False" or "/ModDate" not in info:
            yield f"the information dictionary says no ModDate or Trapped ({clause})"
    for name, value in wanted.items():
        if said[name] != value:
            yield f"{name} is {said[name] or 'missing'} instead of {value} ({clause})"


_SAID = ("dc:title", "dc:description", "dc:creator", "xmp:CreatorTool", "xmp:CreateDate",
         "xmp:ModifyDate", "xmp:MetadataDate", "xmpMM:DocumentID", "xmpMM:RenditionClass",
         "xmpMM:VersionID", "pdf:Trapped", "pdfaid:part", "pdfaid:conformance",
         "pdfxid:GTS_PDFXVersion")  # fmt: skip


def _text(tree: Element, name: str) -> str:
    prefix, _, local = name.partition(":")
    found = tree.find(f".//{{{SPACES[prefix]}}}{local}")
    return "" if found is None else "".join(found.itertext()).strip()


def _boxes(pdf: Any, kind: Standard) -> Iterator[str]:
    for number, page in enumerate(pdf.pages, 1):
        outer: list[float] | None = None
        for key in ("/MediaBox", "/BleedBox", "/TrimBox"):
            if key not in page.obj:
                if key == "/TrimBox" and kind.name == X_4:
                    yield f"page {number} has no TrimBox ({_X}, 6.1)"
                continue
            box = [float(value) for value in page.obj[key]]
            sides = (box[2] - box[0], box[3] - box[1])
            if min(sides) < 3 or max(sides) > 14400:
                yield f"the {key[1:]} of page {number} is out of bounds ({_A}, 6.1.13)"
            if outer and (box[0] < outer[0] or box[1] < outer[1] or box[2] > outer[2]
                          or box[3] > outer[3]):  # fmt: skip
                yield f"the {key[1:]} of page {number} sticks out ({_X}, 6.1)"
            outer = box
