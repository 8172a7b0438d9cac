"""PDF/A and PDF/X: what files of a standard say, and what the check of a standard refuses."""

from __future__ import annotations

import dataclasses
import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageCms, ImageDraw

from deckkit.errors import ExitCode, UsageError
from deckkit.render import STANDARDS, Options, Standard, conformance, icc, print_deck, standard
from deckkit.render.standards import pdf_date
from tests.render import press
from tests.render.support import DECKS, load, locate
from tests.support import run, write_deck

Dictionary, Name, Array, String = pikepdf.Dictionary, pikepdf.Name, pikepdf.Array, pikepdf.String


def made(folder: Path, name: str, deck: str = "quizwiz", sheet: str = "single") -> Path:
    kind = standard(name, press.write(folder / "press.icc"))
    files, findings = print_deck(
        load(deck), DECKS[deck], [sheet], folder, locate=locate, options=Options(standard=kind)
    )
    assert findings == []
    return files[0].path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A file of each standard, by its name."""
    folder = tmp_path_factory.mktemp("standards")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DECKKIT_CACHE", str(folder / "cache"))
        patch.delenv("SOURCE_DATE_EPOCH", raising=False)
        kept = {}
        for n, name in enumerate(STANDARDS):
            (folder / str(n)).mkdir()
            kept[name] = made(folder / str(n), name)
    return kept


def said(pdf: pikepdf.Pdf) -> dict[str, str]:
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as meta:
        return {key.rpartition("}")[2]: str(value) for key, value in meta.items()}


@pytest.mark.parametrize("level", ["b", "u"])
def test_what_a_pdf_a_says(files: dict[str, Path], level: str) -> None:
    data = files[f"pdf/a-2{level}"].read_bytes()
    assert data.startswith(b"%PDF-1.7\n%")
    with pikepdf.open(io.BytesIO(data)) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFA1"
        assert str(intent.OutputConditionIdentifier) == "sRGB IEC61966-2.1"
        assert intent.DestOutputProfile.N == 3
        assert intent.DestOutputProfile.read_bytes() == icc.srgb()
        assert pdf.Root.Metadata.get("/Filter") is None
        facts = said(pdf)
        assert (facts["part"], facts["conformance"]) == ("2", level.upper())
        assert facts["title"] == str(pdf.docinfo["/Title"]) == "Mini QuizWiz 2026.1 (single)"
        assert facts["CreatorTool"] == str(pdf.docinfo["/Creator"]) == "deckkit"
        assert str(pdf.docinfo["/CreationDate"]) == "D:20231231000000Z"
        assert facts["CreateDate"] == "2023-12-31T00:00:00Z"
        assert str(pdf.Root.Lang) == "en" and pdf.trailer.ID


def test_what_a_pdf_x_says(files: dict[str, Path]) -> None:
    path = files["pdf/x-4"]
    assert path.read_bytes().startswith(b"%PDF-1.6\n%")
    with pikepdf.open(path) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert intent.S == "/GTS_PDFX" and intent.DestOutputProfile.N == 4
        assert str(intent.OutputConditionIdentifier) == "Custom"
        assert str(intent.Info) == "Press of the tests" and "/RegistryName" not in intent
        facts = said(pdf)
        assert facts["GTS_PDFXVersion"] == "PDF/X-4" and facts["Trapped"] == "False"
        assert facts["DocumentID"].startswith("uuid:") and facts["RenditionClass"] == "default"
        assert facts["CreateDate"] == facts["ModifyDate"] == facts["MetadataDate"]
        assert pdf.docinfo["/Trapped"] == "/False"
        assert str(pdf.docinfo["/ModDate"]) == str(pdf.docinfo["/CreationDate"])
        trim = [float(v) for v in pdf.pages[0].trimbox]  # 63 x 88 mm in 3 mm of bleed
        assert trim == pytest.approx([8.504, 8.504, 187.087, 257.953], abs=0.001)
        assert all(page.obj.BleedBox == page.obj.MediaBox for page in pdf.pages)
        rgb = pdf.pages[0].obj.Resources.ColorSpace.DefaultRGB
        assert rgb[0] == "/ICCBased" and rgb[1].read_bytes() == icc.srgb()
        for form in pdf.objects:
            if isinstance(form, pikepdf.Stream) and form.get("/Subtype") == "/Form":
                assert form.Resources.ColorSpace.DefaultRGB == rgb


def test_sheets_in_pdf_x_are_their_own_trim(tmp_path: Path) -> None:
    with pikepdf.open(made(tmp_path, "pdf/x-4", "wits", "a4-duplex")) as pdf:
        assert all(page.obj.TrimBox == page.obj.MediaBox for page in pdf.pages)


def test_a_standard_changes_no_drawing(files: dict[str, Path], tmp_path: Path) -> None:
    deck = load("quizwiz")
    (plain,), _ = print_deck(deck, DECKS["quizwiz"], ["single"], tmp_path, locate=locate)
    documents = [pypdfium2.PdfDocument(path) for path in (plain.path, *files.values())]
    for number in (0, 1, 40):
        pictures = {document[number].render(scale=1).to_pil().tobytes() for document in documents}
        assert len(pictures) == 1
    for document in documents:
        document.close()


def test_the_same_bytes_again_and_a_few_kb_more(files: dict[str, Path], tmp_path: Path) -> None:
    again = made(tmp_path, "pdf/a-2u")
    assert again.read_bytes() == files["pdf/a-2u"].read_bytes()
    (plain,), _ = print_deck(
        load("quizwiz"), DECKS["quizwiz"], ["single"], tmp_path / "plain", locate=locate
    )
    assert again.stat().st_size - plain.path.stat().st_size < 5000
    with pikepdf.open(plain.path) as pdf:
        assert "/OutputIntents" not in pdf.Root and "/Metadata" not in pdf.Root


def _set(obj: str, key: str, value: Any) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        owner = {"root": pdf.Root, "page": pdf.pages[0].obj, "info": pdf.trailer.Info,
                 "intent": pdf.Root.OutputIntents[0]}[obj]  # fmt: skip
        if value is None:
            del owner[key]
        else:
            owner[key] = value(pdf) if callable(value) else value

    return change


def _draw(content: bytes, resources: dict[str, Any] | None = None) -> Callable[[Any], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[0].obj
        page.Contents = pdf.make_indirect(pikepdf.Stream(pdf, content))
        for table, entries in (resources or {}).items():
            page.Resources[table] = Dictionary(
                {key: make(pdf) if callable(make) else make for key, make in entries.items()}
            )

    return change


def _fonts(change: Callable[[Any, Any], None]) -> Callable[[pikepdf.Pdf], None]:
    def each(pdf: pikepdf.Pdf) -> None:
        for item in pdf.objects:
            if isinstance(item, Dictionary) and item.get("/Subtype") == "/Type0":
                change(item, item.DescendantFonts[0])

    return each


def _xmp(old: bytes, new: bytes) -> Callable[[pikepdf.Pdf], None]:
    def change(pdf: pikepdf.Pdf) -> None:
        data = pdf.Root.Metadata.read_bytes()
        assert old in data
        pdf.Root.Metadata.write(data.replace(old, new))

    return change


def _image(**entries: Any) -> Callable[[pikepdf.Pdf], Any]:
    given: dict[str, Any] = {
        "Type": Name.XObject, "Subtype": Name.Image, "Width": 1, "Height": 1,
        "BitsPerComponent": 8, "ColorSpace": Name.DeviceGray, **entries,
    }  # fmt: skip
    named = {f"/{key}": value for key, value in given.items()}
    return lambda pdf: pdf.make_indirect(pikepdf.Stream(pdf, b"\0\0\0\0", named))


def _lzw(pdf: pikepdf.Pdf) -> None:
    stream = pikepdf.Stream(pdf, b"")
    stream.write(b"\x80\x0b\x60\x50\x22\x0c\x0c\x85\x01", filter=Name.LZWDecode)
    pdf.pages[0].obj.Extra = pdf.make_indirect(stream)


def _without_font(font: Any, child: Any) -> None:
    del child.FontDescriptor["/FontFile2"]


def _without_unicode(font: Any, child: Any) -> None:
    font.ToUnicode.write(b"")


def _wide(font: Any, child: Any) -> None:
    child.W = Array()


def _without_map(font: Any, child: Any) -> None:
    del child["/CIDToGIDMap"]


ACTION = Dictionary(S=Name.JavaScript, JS=String("1"))
FAULTS: list[tuple[str, str, Callable[[pikepdf.Pdf], None]]] = [
    ("6.1.7.2", "packed by LZWDecode", _lzw),
    ("6.1.13", "the name /XXXX", _set("page", "/" + "X" * 128, 1)),
    ("6.1.13", "the text /PieceInfo", _set("page", "/PieceInfo", String("x" * 32768))),
    ("6.1.13", "the MediaBox of page 1", _set("page", "/MediaBox", Array([0, 0, 15000, 15000]))),
    ("6.1.13", "nest deeper than 28", _draw(b"q " * 29 + b"Q " * 29)),
    ("6.2.2", '"fly" is no operator', _draw(b"1 2 fly")),
    ("6.2.2", "the font /Nope is not", _draw(b"BT /Nope 9 Tf ET")),
    ("6.2.2", "/G9 is not among", _draw(b"/G9 gs")),
    ("6.2.2", "/F99 is not among", _draw(b"/F99 Do")),
    ("6.2.2", "the colour space /Mine", _draw(b"/Mine cs")),
    ("6.2.4.3", "DeviceCMYK", _draw(b"0 0 0 1 k")),
    ("6.2.4.3", "DeviceCMYK", _draw(b"/DeviceCMYK CS")),
    ("6.2.4.3", "an image in DeviceCMYK",
     _draw(b"", {"/XObject": {"/I": _image(ColorSpace=Name.DeviceCMYK)}})),
    ("6.2.5", "transfer function",
     _draw(b"", {"/ExtGState": {"/S": Dictionary(TR=Name.Identity)}})),
    ("6.2.6", "/Vivid is no rendering intent", _draw(b"/Vivid ri")),
    ("6.2.8", "interpolated", _draw(b"", {"/XObject": {"/I": _image(Interpolate=True)}})),
    ("6.2.8", "with alternates", _draw(b"", {"/XObject": {"/I": _image(Alternates=Array())}})),
    ("6.2.9", "PostScript XObject", _draw(b"", {"/XObject": {"/I": _image(Subtype=Name.PS)}})),
    ("6.2.9", "a form with OPI",
     _draw(b"", {"/XObject": {"/I": _image(Subtype=Name.Form, Ref=Dictionary())}})),
    ("6.2.10", "/Burn is no blend mode",
     _draw(b"", {"/ExtGState": {"/S": Dictionary(BM=Name.Burn)}})),
    ("6.2.11.3.2", "has no CIDToGIDMap", _fonts(_without_map)),
    ("6.2.11.4.1", "is not embedded", _fonts(_without_font)),
    ("6.2.11.5", "says a wrong width", _fonts(_wide)),
    ("6.2.11.7.2", "has no characters", _fonts(_without_unicode)),
    ("6.3", "actions or annotations", _set("page", "/Annots", Array([Dictionary()]))),
    ("6.4", "/AcroForm", _set("root", "/AcroForm", Dictionary())),
    ("6.5.1", "an action /JavaScript",
     _set("root", "/Extra", lambda pdf: pdf.make_indirect(ACTION))),
    ("6.5.1", "JavaScript", _set("root", "/Names", Dictionary(JavaScript=Dictionary()))),
    ("6.6", "there is no metadata", _set("root", "/Metadata", None)),
    ("6.6", "not well-formed", _xmp(b"</dc:title>", b"")),
    ("6.6", "dc:title and Title differ", _set("info", "/Title", String("Else"))),
    ("6.6", "the dates of creation", _set("info", "/CreationDate", String("D:2025"))),
    ("6.6", "pdfaid:part is 3", _xmp(b"<pdfaid:part>2", b"<pdfaid:part>3")),
    ("6.6", "pdfaid:conformance is B", _xmp(b"conformance>U", b"conformance>B")),
    ("6.8", "EmbeddedFiles", _set("root", "/Names", Dictionary(EmbeddedFiles=Dictionary()))),
    ("6.9", "/OCProperties", _set("root", "/OCProperties", Dictionary())),
    ("6.2.3", "0 output intents", _set("root", "/OutputIntents", Array())),
    ("6.2.3", "embeds no profile", _set("intent", "/DestOutputProfile", None)),
    ("6.2.3", "of the wrong kind",
     _set("intent", "/DestOutputProfile",
          lambda pdf: pdf.make_indirect(pikepdf.Stream(pdf, press.profile("x"), N=3)))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("clause", "what", "change"), FAULTS, ids=[f"{c} {w}" for c, w, _ in FAULTS]
)
def test_a_fault_is_named_with_its_clause(
    files: dict[str, Path], tmp_path: Path, clause: str, what: str, change: Callable[[Any], None]
) -> None:
    path = tmp_path / "bad.pdf"
    with pikepdf.open(files["pdf/a-2u"]) as pdf:
        change(pdf)
        pdf.save(path, compress_streams=False, fix_metadata_version=False, force_version="1.7")
    found = conformance.faults(path, Standard("pdf/a-2u"))
    assert [f for f in found if what in f and clause in f], found
    assert all(fault.startswith("PDF/A-2U: ") and "ISO 19005-2, " in fault for fault in found)


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("has no TrimBox", _set("page", "/TrimBox", None)),
        ("sticks out", _set("page", "/TrimBox", Array([0, 0, 900, 900]))),
        ("no ModDate or Trapped", _set("info", "/Trapped", None)),
        ("no ModDate or Trapped", _set("info", "/ModDate", None)),
        ("GTS_PDFXVersion is PDF/X-3", _xmp(b">PDF/X-4<", b">PDF/X-3<")),
        ("no title or no ids", _xmp(b"xmpMM:VersionID>", b"xmpMM:Other>")),
        ("DeviceRGB", _draw(b"1 0 0 rg", {"/ColorSpace": {}})),
        ("0 output intents", _set("intent", "/S", Name.GTS_PDFA1)),
        ("embeds no profile", _set("intent", "/DestOutputProfileRef", Dictionary())),
        ("wrong kind", _set("intent", "/DestOutputProfile", lambda pdf: pdf.make_indirect(
            pikepdf.Stream(pdf, press.profile("x", b"scnr"), N=4)))),
    ],
)  # fmt: skip
def test_a_fault_in_a_pdf_x(
    files: dict[str, Path], tmp_path: Path, what: str, change: Callable[[Any], None]
) -> None:
    path = tmp_path / "bad.pdf"
    with pikepdf.open(files["pdf/x-4"]) as pdf:
        change(pdf)
        pdf.save(path, force_version="1.6")
    found = conformance.faults(path, Standard("pdf/x-4"))
    assert len([f for f in found if what in f]) == 1, found


def test_faults_of_the_file_itself(files: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "bad.pdf"
    kind = Standard("pdf/a-2b")
    assert conformance.faults(files["pdf/a-2b"], kind) == []
    assert conformance.faults(files["pdf/a-2b"], None) == []
    path.write_bytes(files["pdf/a-2b"].read_bytes() + b"more\n")
    assert "6.1.3" in conformance.faults(path, kind)[0]
    with pikepdf.open(files["pdf/a-2b"]) as pdf:
        pdf.save(path, force_version="2.0")
        assert "6.1.2" in conformance.faults(path, kind)[0]
        pdf.save(path, encryption=pikepdf.Encryption(owner="x", user="", R=4), force_version="1.7")
    assert any("encrypted" in fault for fault in conformance.faults(path, kind))


def test_a_missing_glyph_is_a_fault(files: dict[str, Path], tmp_path: Path) -> None:
    path = tmp_path / "bad.pdf"
    with pikepdf.open(files["pdf/a-2b"]) as pdf:
        page = pdf.pages[0].obj
        font = next(iter(page.Resources.Font.keys())).encode()
        page.Contents = pdf.make_indirect(
            pikepdf.Stream(pdf, b"BT " + font + b" 9 Tf [<0000>] TJ <ffff> Tj ET")
        )
        pdf.save(path, force_version="1.7")
    found = conformance.faults(path, Standard("pdf/a-2b"))
    assert any("missing glyph" in f and "6.2.11.8" in f for f in found)
    assert any("lacks the glyphs [65535]" in f and "6.2.11.4.1" in f for f in found)


def test_a_template_that_breaks_the_standard_is_a_finding(tmp_path: Path) -> None:
    """A colour in CMYK in a template: fine in a plain PDF, an error in a PDF/A."""
    game = DECKS["quizwiz"]
    shutil.copytree(game.templates, tmp_path / "templates")
    face = tmp_path / "templates" / "quizwiz" / "debate_front.html"
    look = "position:absolute;left:0;top:0;width:9mm;height:9mm;background:device-cmyk(0 1 0 0)"
    face.write_text(face.read_text("utf-8") + f'<div style="{look}"></div>', "utf-8")
    mine = dataclasses.replace(game, templates=tmp_path / "templates")
    kinds = (None, Standard("pdf/a-2u"), standard("pdf/x-4", press.write(tmp_path / "a.icc")))
    found = []
    for kind in kinds:
        _, findings = print_deck(
            load("quizwiz"), mine, ["single"], tmp_path / "out", locate=locate,
            options=Options(standard=kind),
        )  # fmt: skip
        found.append([(f.code, f.message) for f in findings])
    fault = "colours are DeviceCMYK, which the output intent does not cover (ISO 19005-2, 6.2.4.3)"
    assert found == [[], [("DK804", f"single.pdf: PDF/A-2U: {fault}.")], []]


def test_the_srgb_profile_is_srgb() -> None:
    ours = ImageCms.ImageCmsProfile(io.BytesIO(icc.srgb()))
    picture = Image.new("RGB", (256, 3))
    draw = ImageDraw.Draw(picture)
    for n in range(256):
        for row, colour in enumerate([(n, n, n), (n, 255 - n, n // 2), (255, n, 0)]):
            draw.point((n, row), colour)
    same = ImageCms.profileToProfile(picture, ours, ImageCms.createProfile("sRGB"))
    assert same is not None
    pairs = zip(picture.tobytes(), same.tobytes(), strict=True)
    assert max(abs(a - b) for a, b in pairs) <= 1
    assert len(icc.srgb()) == 2520


def test_the_profile_of_a_press(tmp_path: Path) -> None:
    found = icc.output_profile(press.write(tmp_path / "a.icc", "ISO Coated v2 300% (ECI)"))
    assert (found.description, found.condition) == ("ISO Coated v2 300% (ECI)", "FOGRA39")
    opened = ImageCms.ImageCmsProfile(io.BytesIO(found.data))
    assert opened.profile.device_class == "prtr" and opened.profile.xcolor_space == "CMYK"
    for text, condition in (
        ("Coated FOGRA39 (ISO 12647-2:2004)", "FOGRA39"), ("PSO Coated v3", "FOGRA51"),
        ("U.S. Web Coated (SWOP) v2", "CGATS TR 001"), ("Our own press", ""),
    ):  # fmt: skip
        assert icc.OutputProfile(b"", text).condition == condition


def test_what_is_no_profile_of_a_press(tmp_path: Path) -> None:
    screen, other = tmp_path / "sRGB.icc", tmp_path / "letter.txt"
    screen.write_bytes(icc.srgb())
    other.write_bytes(b"Dear printer, " * 20)
    new = bytearray(press.profile("x"))
    new[8] = 5
    (tmp_path / "new.icc").write_bytes(new)
    for path, what in (
        (screen, "class is mntr"), (other, "not an ICC profile"), (tmp_path / "x.icc", "No such"),
        (tmp_path / "new.icc", "version 5"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=what) as raised:
            standard("pdf/x-4", path)
        assert "print shop" in str(raised.value.hint)


def test_names_of_standards() -> None:
    assert standard("none") is None
    assert standard("PDF/A-2u") == Standard("pdf/a-2u")
    with pytest.raises(UsageError, match="no profile is named"):
        standard("pdf/x-4")
    with pytest.raises(UsageError, match="pdf/x4") as raised:
        standard("pdf/x4")
    assert '"pdf/x-4"' in str(raised.value.hint)
    with pytest.raises(UsageError) as raised:
        standard("paper")
    assert '"pdf/a-2b", "pdf/a-2u", "pdf/x-4" or "none"' in str(raised.value.hint)


def test_dates() -> None:
    assert pdf_date("2023") == "D:20230101000000Z"
    assert pdf_date("2023-12") == "D:20231201000000Z"
    assert pdf_date("2023-12-31") == "D:20231231000000Z"


def test_the_command_line_and_deck_toml(tmp_path: Path) -> None:
    deck, out = write_deck(tmp_path / "deck"), tmp_path / "out"
    press.write(deck / "press.icc", "PSO Coated v3")
    toml = (deck / "deck.toml").read_text("utf-8")
    own = '\n[print]\nsheets = ["single"]\nstandard = "pdf/x-4"\noutput_profile = "press.icc"\n'
    (deck / "deck.toml").write_text(toml + own)
    done = run("build", str(deck), "--pdf", "--out", str(out))
    assert done.returncode == ExitCode.OK, done.stderr + done.stdout
    with pikepdf.open(out / "test/print/single.pdf") as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert str(intent.OutputConditionIdentifier) == "FOGRA51"
        assert str(intent.RegistryName) == "http://www.color.org"
    done = run("build", str(deck), "--standard", "pdf/a-2b", "--out", str(out))
    assert done.returncode == ExitCode.OK, done.stderr + done.stdout
    with pikepdf.open(out / "test/print/single.pdf") as pdf:
        assert said(pdf)["conformance"] == "B"
    done = run("build", str(deck), "--standard", "pdfa-2", "--out", str(out))
    assert done.returncode == ExitCode.USAGE and "pdf/a-2b" in done.stderr
    (deck / "deck.toml").write_text(toml + '\n[print]\nstandard = "pdf/a-2"\n')
    done = run("build", str(deck), "--pdf", "--out", str(out))
    assert done.returncode == ExitCode.USAGE
    assert "print.standard has no value 'pdf/a-2'" in done.stderr and "pdf/a-2u" in done.stderr
