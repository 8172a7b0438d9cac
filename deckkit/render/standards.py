"""PDF/A and PDF/X: what a file of that kind has to say about itself, and its colours.

ISO 19005-2 (PDF/A-2, levels b and u) and ISO 15930-7 (PDF/X-4). What a file must not contain is
checked afterwards, by `conformance`.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit.errors import UsageError
from deckkit.render import icc
from deckkit.text import any_of, did_you_mean

if TYPE_CHECKING:
    from deckkit.render.impose import About

A_2B, A_2U, X_4 = "pdf/a-2b", "pdf/a-2u", "pdf/x-4"
STANDARDS = (A_2B, A_2U, X_4)
NONE = "none"

SPACES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfaid": "http://www.aiim.org/pdfa/ns/id/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
}
_OURS = "https://pypi.org/project/deckkit/"


@dataclass(frozen=True, slots=True)
class Standard:
    """A standard by its name in `STANDARDS`; for PDF/X-4 with the profile of the press."""

    name: str
    profile: icc.OutputProfile | None = None

    @property
    def version(self) -> str:
        """The version of PDF that the standard builds on."""
        return "1.6" if self.name == X_4 else "1.7"


def standard(word: str, profile: Path | None = None) -> Standard | None:
    """The standard called `word`, or nothing for ``none``; `profile` is an ICC file.

    Raises UsageError for an unknown word, for PDF/X-4 without a profile, and for a profile that
    is none of a press.
    """
    name = word.strip().lower().replace(" ", "")
    if name == NONE:
        return None
    if name not in STANDARDS:
        hint = did_you_mean(name, (*STANDARDS, NONE))
        raise UsageError(
            f'There is no standard "{word}".',
            hint or f"Known standards: {any_of([*STANDARDS, NONE])}.",
        )
    if name != X_4:
        return Standard(name)
    if profile is None:
        raise UsageError(
            "PDF/X-4 names the press by its ICC profile, and no profile is named.",
            "Add --output-profile FILE, or output_profile in deck.toml, with the CMYK profile "
            "that the print shop asks for.",
        )
    return Standard(name, icc.output_profile(profile))


def conform(pdf: Any, kind: Standard, about: About, sheet: str) -> None:
    """Give a finished PDF what the standard wants: metadata, output intent, colours, boxes."""
    import pikepdf

    source = pikepdf.Stream(pdf, icc.srgb(), N=3)
    if kind.profile is None:
        _intend(pdf, "/GTS_PDFA1", source, "sRGB IEC61966-2.1", "sRGB IEC61966-2.1")
    else:
        press = pikepdf.Stream(pdf, kind.profile.data, N=4)
        name = kind.profile.condition
        _intend(pdf, "/GTS_PDFX", press, name, kind.profile.description)
        _default_rgb(pdf, pdf.make_indirect(source))
        for page in pdf.pages:  # a printed sheet is its own trim where nothing is cut off it
            if "/TrimBox" not in page.obj:
                page.obj.TrimBox = page.obj.MediaBox
    date = pdf_date(about.date)
    pdf.trailer.Info.CreationDate = pikepdf.String(date)
    if kind.name == X_4:
        pdf.trailer.Info.ModDate = pikepdf.String(date)
        pdf.trailer.Info.Trapped = pikepdf.Name("/False")
    stream = pikepdf.Stream(pdf, _metadata(kind, pdf.trailer.Info, about, sheet))
    stream.Type, stream.Subtype = pikepdf.Name.Metadata, pikepdf.Name.XML
    pdf.Root.Metadata = pdf.make_indirect(stream)


def pdf_date(date: str) -> str:
    """An ISO 8601 date (``2026``, ``2026-01`` or ``2026-01-31``) as PDF writes dates."""
    year, month, day = (*date.split("-"), "01", "01")[:3]
    return f"D:{year}{month}{day}000000Z"


def _intend(pdf: Any, kind: str, profile: Any, condition: str, info: str) -> None:
    import pikepdf

    intent = pikepdf.Dictionary(
        Type=pikepdf.Name.OutputIntent, S=pikepdf.Name(kind), Info=pikepdf.String(info),
        OutputConditionIdentifier=pikepdf.String(condition or "Custom"),
        DestOutputProfile=pdf.make_indirect(profile),
    )  # fmt: skip
    if condition:
        intent.RegistryName = pikepdf.String("http://www.color.org")
    pdf.Root.OutputIntents = pikepdf.Array([pdf.make_indirect(intent)])


def _default_rgb(pdf: Any, profile: Any) -> None:
    """Say of every page and form that its RGB is sRGB."""
    import pikepdf

    space = pdf.make_indirect(pikepdf.Array([pikepdf.Name.ICCBased, profile]))
    shared = pdf.make_indirect(pikepdf.Dictionary(DefaultRGB=space))
    for item in pdf.objects:
        if not isinstance(item, pikepdf.Stream | pikepdf.Dictionary):
            continue
        page = item.get("/Type") == "/Page"
        form = isinstance(item, pikepdf.Stream) and (
            item.get("/Subtype") == "/Form" or "/PatternType" in item
        )
        if not page and not form:
            continue
        if "/Resources" not in item:
            item.Resources = pikepdf.Dictionary()
        if "/ColorSpace" in item.Resources:
            item.Resources.ColorSpace.DefaultRGB = space
        else:
            item.Resources.ColorSpace = shared


def _metadata(kind: Standard, info: Any, about: About, sheet: str) -> bytes:
    """The XMP packet; what it has in common with the information dictionary is the same."""
    import uuid

    raw = str(info.CreationDate)
    date = f"{raw[2:6]}-{raw[6:8]}-{raw[8:10]}T00:00:00Z"
    title, subject = str(info.Title), str(info.Subject)
    key = "|".join((about.title, about.version, about.licence, about.date, sheet, kind.name))
    facts = [
        ("dc:format", "application/pdf"),
        ("dc:title", _alt(title)),
        ("dc:description", _alt(subject)),
        ("dc:language", _list("Bag", about.language)),
        ("dc:rights", _alt(about.licence)),
        ("xmp:CreatorTool", "deckkit"),
        ("xmp:CreateDate", date),
        ("xmpMM:DocumentID", f"uuid:{uuid.uuid5(uuid.NAMESPACE_URL, _OURS + key)}"),
    ]
    if "/Author" in info:  # one entry there, so one here
        facts.append(("dc:creator", _list("Seq", str(info.Author))))
    if kind.name == X_4:
        facts += [
            ("xmp:ModifyDate", date), ("xmp:MetadataDate", date),
            ("xmpMM:RenditionClass", "default"), ("xmpMM:VersionID", "1"),
            ("pdf:Trapped", "False"), ("pdfxid:GTS_PDFXVersion", "PDF/X-4"),
        ]  # fmt: skip
    else:
        facts += [("pdfaid:part", "2"), ("pdfaid:conformance", kind.name[-1].upper())]
    used = {name.partition(":")[0] for name, _ in facts}
    spaces = "".join(f' xmlns:{key}="{SPACES[key]}"' for key in sorted(used))
    lines = "\n".join(
        f"  <{name}>{value if value.startswith('<rdf:') else escape(value)}</{name}>"
        for name, value in facts
    )
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        f'<x:xmpmeta xmlns:x="adobe:ns:meta/">\n<rdf:RDF xmlns:rdf="{SPACES["rdf"]}">\n'
        f' <rdf:Description rdf:about=""{spaces}>\n{lines}\n </rdf:Description>\n'
        '</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>'
    ).encode()


def _alt(text: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(text)}</rdf:li></rdf:Alt>'


def _list(kind: str, item: str) -> str:
    return f"<rdf:{kind}><rdf:li>{escape(item)}</rdf:li></rdf:{kind}>"
