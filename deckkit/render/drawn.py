"""What the content streams of a PDF draw, held against PDF/A-2 and PDF/X-4.

Each complaint names its clause in ISO 19005-2; ISO 15930-7 asks the same of what is checked here,
with the colours of its own output intent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

_WORDS = (
    "b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J K k"
    " l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w"
    " W W* y ' \""
)
_OPERATORS = frozenset((*_WORDS.split(), "INLINE IMAGE"))
_INTENTS = {"/RelativeColorimetric", "/AbsoluteColorimetric", "/Perceptual", "/Saturation"}
_MODES = (
    "Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight"
    " SoftLight Difference Exclusion Hue Saturation Color Luminosity"
)
_BLENDS = frozenset(f"/{mode}" for mode in _MODES.split())
_DEVICE = {"g": "Gray", "G": "Gray", "rg": "RGB", "RG": "RGB", "k": "CMYK", "K": "CMYK"}
DEEPEST = 28  # levels of q and Q


@dataclass
class Drawn:
    """Complaints so far, each once, and the glyphs shown, by the id of their font object."""

    complaints: dict[str, None] = field(default_factory=dict)
    glyphs: dict[tuple[int, int], set[int]] = field(default_factory=dict)

    def say(self, clause: str, what: str) -> None:
        """Add a complaint."""
        self.complaints.setdefault(f"{what} (ISO 19005-2, {clause})")


def look(pdf: Any, intended: str) -> Drawn:
    """What all pages and forms draw; `intended` is RGB or CMYK, the colours of the output."""
    found = Drawn()
    for holder in _holders(pdf):
        _stream(holder, intended, found)
    for item in pdf.objects:
        _object(item, intended, found)
    return found


def _holders(pdf: Any) -> Iterator[Any]:
    import pikepdf

    yield from (page.obj for page in pdf.pages)
    for item in pdf.objects:
        if isinstance(item, pikepdf.Stream) and (
            item.get("/Subtype") == "/Form" or item.get("/PatternType") == 1
        ):
            yield item


def _stream(holder: Any, intended: str, found: Drawn) -> None:
    import pikepdf

    resources = holder.get("/Resources", pikepdf.Dictionary())
    spaces = resources.get("/ColorSpace", pikepdf.Dictionary())
    known = {"RGB", "Gray"} if intended == "RGB" else {"CMYK", "Gray"}
    known |= {kind for kind in ("RGB", "CMYK", "Gray") if f"/Default{kind}" in spaces}
    deep, font = 0, None
    for instruction in pikepdf.parse_content_stream(holder):
        operands: Any = instruction.operands
        name = str(instruction.operator)
        if name in ("Tj", "TJ", "'", '"'):
            _shown(operands[-1], font, found)
        elif name in _DEVICE:
            _colour(_DEVICE[name], known, found)
        elif name in ("cs", "CS"):
            space = str(operands[0])
            if space.startswith("/Device"):
                _colour(space[7:], known, found)
            elif space != "/Pattern" and space not in spaces:
                found.say("6.2.2", f"the colour space {space} is not among the resources")
        elif name == "Tf":
            font = resources.get("/Font", pikepdf.Dictionary()).get(operands[0])
            if font is None:
                found.say("6.2.2", f"the font {operands[0]} is not among the resources")
        elif name in ("gs", "Do", "sh"):
            table = {"gs": "/ExtGState", "Do": "/XObject", "sh": "/Shading"}[name]
            if operands[0] not in resources.get(table, {}):
                found.say("6.2.2", f"{operands[0]} is not among the resources")
        elif name in ("q", "Q"):
            deep += 1 if name == "q" else -1
            if deep > DEEPEST:
                found.say("6.1.13", f"graphics states nest deeper than {DEEPEST} levels")
        elif name == "ri" and str(operands[0]) not in _INTENTS:
            found.say("6.2.6", f"{operands[0]} is no rendering intent")
        elif name not in _OPERATORS:
            found.say("6.2.2", f'"{name}" is no operator')
        elif name == "INLINE IMAGE":
            found.say("6.1.10", "an image stands in a content stream")


def _shown(value: Any, font: Any, found: Drawn) -> None:
    """Take down the glyphs of a text-showing operator (two bytes each, Identity-H)."""
    import pikepdf

    if font is None:
        return
    shown = found.glyphs.setdefault(font.objgen, set())
    for part in value if isinstance(value, pikepdf.Array) else [value]:
        if isinstance(part, pikepdf.String):
            data = bytes(part)
            shown.update(int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2))


def _colour(kind: str, known: set[str], found: Drawn) -> None:
    if kind not in known:
        found.say("6.2.4.3", f"colours are Device{kind}, which the output intent does not cover")


def _object(item: Any, intended: str, found: Drawn) -> None:
    """Graphics states, images and forms by their dictionaries."""
    import pikepdf

    if not isinstance(item, pikepdf.Dictionary | pikepdf.Stream):
        return
    if any(key in item for key in ("/ca", "/CA", "/BM", "/SMask", "/TR", "/TR2", "/HT", "/HTP")):
        _state(item, found)
    resources: Any = item.get("/Resources", {})
    for state in resources.get("/ExtGState", {}).values():
        _state(state, found)
    kind = item.get("/Subtype") if isinstance(item, pikepdf.Stream) else None
    if kind == "/PS":
        found.say("6.2.9", "a PostScript XObject")
    if kind == "/Form" and any(key in item for key in ("/OPI", "/PS", "/Ref", "/Subtype2")):
        found.say("6.2.9", "a form with OPI, PostScript or a reference")
    if kind == "/Image":
        _image(item, intended, found)
    if "/ShadingType" in item and str(item.get("/ColorSpace")) == "/DeviceCMYK":
        _colour("CMYK", {intended}, found)


def _state(state: Any, found: Drawn) -> None:
    if any(key in state for key in ("/TR", "/HTP")) or state.get("/TR2", "/Default") != "/Default":
        found.say("6.2.5", "a graphics state with a transfer function or a halftone phase")
    if "/HT" in state:
        found.say("6.2.5", "a graphics state with a halftone")
    modes = state.get("/BM", "/Normal")
    for mode in [modes] if str(modes).startswith("/") else list(modes):
        if str(mode) not in _BLENDS:
            found.say("6.2.10", f"{mode} is no blend mode")


def _image(image: Any, intended: str, found: Drawn) -> None:
    if any(key in image for key in ("/Alternates", "/OPI")):
        found.say("6.2.8", "an image with alternates or OPI")
    if image.get("/Interpolate", False):
        found.say("6.2.8", "an image that is to be interpolated")
    if image.get("/BitsPerComponent", 8) not in (1, 2, 4, 8, 16):
        found.say("6.2.8", "an image of odd depth")
    if image.get("/Filter") == "/JPXDecode":
        found.say("6.2.8.3", "a JPEG 2000 image, which is not checked")
    space = str(image.get("/ColorSpace", ""))
    if space in ("/DeviceRGB", "/DeviceCMYK") and space[7:] != intended:
        found.say("6.2.4.3", f"an image in {space[1:]}, which the output intent does not cover")
