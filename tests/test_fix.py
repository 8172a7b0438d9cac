"""deckkit fix: only the cells that findings name change, byte for byte."""

from __future__ import annotations

import re
import shutil
import tempfile
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation

from deckkit import fix, pipeline
from deckkit.editing import OdsFile, Refused, TextFile, XlsxFile
from deckkit.errors import UsageError
from deckkit.findings import Code, Fix, Location, Report, Severity
from deckkit.sources.delimited import records

from .support import QUIZWIZ, ROOT, check, of_code, to_workbook, tree, write_deck

HEAD = "id,category,difficulty,text,count,answers,as_of,sources"
CODE = Code("DK999", "test", Severity.ERROR, "A test.")


def run(*paths, write=True):
    return fix.fix(pipeline.Options(paths), write=write)


def made(done):
    return [(e.location.cell, e.old, e.new, e.code) for e in done.edits]


def report(file, *fixes):
    """A report with a fix for each (row, column letter, old, new)."""
    return Report(tuple(
        CODE.at(Location(Path(file).as_posix(), "statements", row, column), "", fix=Fix(old, new))
        for row, column, old, new in fixes
    ))  # fmt: skip


FAULTY = f'{HEAD}\nS001,land,1,"has a ""coast"" ",3,Chile; Peru,2023,"A; B"\n' \
    "S002,Land ,2,grows\xa0potatoes,3,Chile; Peru; Bolivia,2023,A; B\n"  # fmt: skip
FIXED = f'{HEAD}\nS001,land,1,"has a ""coast""",2,Chile; Peru,2023,"A; B"\n' \
    "S002,land,2,grows potatoes,3,Chile; Peru; Bolivia,2023,A; B\n"  # fmt: skip


def semicolons(text):
    """The table with another separator; lists inside cells then use line breaks or quotes."""
    text = text.replace("Chile; Peru; Bolivia", '"Chile; Peru; Bolivia"')
    text = text.replace(",Chile; Peru,", ',"Chile; Peru",').replace(",A; B\n", ',"A; B"\n')
    return text.replace(",", ";")


@pytest.mark.parametrize(
    "encode",
    [
        pytest.param(lambda t: t.encode(), id="plain"),
        pytest.param(lambda t: b"\xef\xbb\xbf" + t.replace("\n", "\r\n").encode(), id="bom-crlf"),
        pytest.param(lambda t: semicolons(t).encode(), id="semicolon"),
        pytest.param(lambda t: b"sep=;\r\n" + semicolons(t).encode(), id="sep-line"),
        pytest.param(lambda t: t.replace(",", "\t").encode(), id="tab"),
        pytest.param(lambda t: t.replace("\n", "\r").encode(), id="cr"),
        pytest.param(lambda t: t.replace("A; B", "Café; Brésil").encode("cp1252"), id="cp1252"),
        pytest.param(lambda t: b"\xff\xfe" + t.encode("utf-16-le"), id="utf-16"),
        pytest.param(lambda t: t.rstrip("\n").encode(), id="no-end"),
        pytest.param(lambda t: t.replace("\nS002", "\n\n,,,\nS002").encode(), id="blank-lines"),
    ],
)
def test_csv_keeps_everything_else(encode, tmp_path):
    deck = write_deck(tmp_path / "deck", {"statements": encode(FAULTY)})
    untouched = {name: data for name, data in tree(deck).items() if name != "statements.csv"}
    done = run(deck)
    assert [(e.location.header, e.code) for e in done.edits] == [
        ("text", "DK027"), ("count", "QW301"), ("category", "DK027, QW307"), ("text", "DK027")
    ]  # fmt: skip
    assert (deck / "statements.csv").read_bytes() == encode(FIXED)
    assert {name: data for name, data in tree(deck).items() if name in untouched} == untouched
    assert run(deck) == fix.Fixed()  # fix of fixed is fixed
    assert of_code(check(deck), "DK027") == of_code(check(deck), "QW301") == []


def dressed(path):
    """A workbook with everything that other writers would lose."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, text in QUIZWIZ.items():
        sheet = book.create_sheet(name)
        for row in (FAULTY if name == "statements" else text).splitlines():
            values = next(v for _, v in records(row, ","))
            sheet.append([int(v) if v.isdigit() else v for v in values])
    sheet = book["statements"]
    sheet["E2"].font, sheet["E2"].fill = Font(bold=True), PatternFill("solid", fgColor="FFFF00")
    sheet["D1"].comment = Comment("What players read.", "ed")
    choice = DataValidation(type="list", formula1='"land,food"')
    choice.add("B2:B99")
    sheet.add_data_validation(choice)
    sheet.freeze_panes, sheet.auto_filter.ref = "B2", "A1:H3"
    sheet.column_dimensions["D"].width = 41
    book.save(path)
    return path


def parts(path):
    with zipfile.ZipFile(path) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}


def cells(xml):
    found = re.findall(rb'(<c r="([A-Z]+\d+)"[^>]*?(?:/>|>.*?</c>))', xml)
    return {ref: element for element, ref in found}


def test_xlsx_keeps_everything_else(tmp_path):
    path = dressed(tmp_path / "deck.xlsx")
    before = parts(path)
    assert made(run(path)) == [
        ("D2", 'has a "coast" ', 'has a "coast"', "DK027"),
        ("E2", "3", "2", "QW301"),
        ("B3", "Land ", "land", "DK027, QW307"),
        ("D3", "grows\xa0potatoes", "grows potatoes", "DK027"),
    ]
    after = parts(path)
    assert list(after) == list(before)
    (changed,) = [name for name in after if after[name] != before[name]]
    old, new = cells(before[changed]), cells(after[changed])
    differ = {ref: new[ref] for ref in new if new[ref] != old[ref]}
    style = re.search(rb' s="\d+"', old[b"E2"]).group()
    assert differ == {
        b"D2": b'<c r="D2" t="inlineStr"><is><t xml:space="preserve">has a "coast"</t></is></c>',
        b"E2": b'<c r="E2"' + style + b"><v>2</v></c>",
        b"B3": b'<c r="B3" t="inlineStr"><is><t xml:space="preserve">land</t></is></c>',
        b"D3": b'<c r="D3" t="inlineStr"><is><t xml:space="preserve">grows potatoes</t></is></c>',
    }
    blank = re.compile(rb'<c r="[A-Z]+\d+"[^>]*?(?:/>|>.*?</c>)')
    assert blank.sub(b"", before[changed]) == blank.sub(b"", after[changed])
    book = openpyxl.load_workbook(path)
    assert book["statements"]["E2"].font.bold and book["statements"]["D1"].comment
    book.close()
    assert run(path) == fix.Fixed()


SHARED = (
    '<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    "<si><t>plain </t></si><si><r><rPr><strike/></rPr><t>struck</t></r><r><t> text </t></r></si>"
    "<si><t>caf\u00e9 &amp; </t></si></sst>"
)
SHEET = (
    '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
    '<x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s" s="0"><x:v>1</x:v></x:c>'
    "<x:c><x:f>A1+1</x:f><x:v>3</x:v></x:c></x:row>"
    '<x:row r="4"><x:c r="B4" t="b"><x:v>1</x:v></x:c><x:c r="C4" t=\'s\'><x:v>2</x:v></x:c>'
    '<x:c r="D4"/><x:c t="str"><x:v>a &gt; b </x:v></x:c></x:row></x:sheetData></x:worksheet>'
)


def raw_workbook(path):
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    rels = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.comment = b"kept"
        archive.writestr("_rels/.rels", f'{rels}<Relationship Id="a" Type="{office}/officeDocument"'
                         ' Target="xl/workbook.xml"/></Relationships>')  # fmt: skip
        archive.writestr("xl/workbook.xml", f'<workbook xmlns:r="{office}"><sheets>'
                         '<sheet name="statements" r:id="b"/></sheets></workbook>')  # fmt: skip
        archive.writestr("xl/_rels/workbook.xml.rels", f'{rels}<Relationship Id="b" Type="{office}'
            f'/worksheet" Target="Sheet1.xml"/><Relationship Id="c" Type="{office}/sharedStrings"'
            ' Target="strings.xml"/></Relationships>')  # fmt: skip
        archive.writestr("xl/sheet1.xml", SHEET)
        archive.writestr("xl/strings.xml", SHARED)
    return path


def test_xlsx_cells_that_are_more_than_a_value_are_refused(tmp_path):
    path = raw_workbook(tmp_path / "raw.xlsx")
    found = fix.apply(report(
        path, (1, "A", "plain ", "plain"), (1, "B", "struck text ", "x"), (1, "C", "3", "4"),
        (4, "B", "TRUE", "x"), (4, "C", "caf\u00e9 & ", "caf\u00e9 & <\U0001f30d>"),
        (4, "D", "", "new"), (4, "E", "a > b ", "a > b"), (9, "A", "", "y"),
    ))  # fmt: skip
    assert [(e.location.cell, e.new) for e in found.edits] == [
        ("A1", "plain"), ("C4", "caf\u00e9 & <\U0001f30d>"), ("D4", "new"), ("E4", "a > b")
    ]  # fmt: skip
    assert [(r.edit.location.cell, r.reason.split(" Change")[0]) for r in found.refused] == [
        ("B1", "The cell holds text with formatted words."),
        ("C1", "The cell holds a formula."),
        ("B4", "The cell holds a boolean value."),
        ("A9", "The cell is no longer in the workbook."),
    ]
    after = parts(path)
    assert after["xl/strings.xml"] == SHARED.encode()
    text = '<x:c{} t="inlineStr"><x:is><x:t xml:space="preserve">{}</x:t></x:is></x:c>'
    expected = SHEET.replace('<x:c t="s"><x:v>0</x:v></x:c>', text.format("", "plain"))
    expected = expected.replace(
        "<x:c r=\"C4\" t='s'><x:v>2</x:v></x:c>",
        text.format(' r="C4"', "caf&#233; &amp; &lt;&#127757;&gt;"),
    )
    expected = expected.replace('<x:c r="D4"/>', text.format(' r="D4"', "new"))
    expected = expected.replace(
        '<x:c t="str"><x:v>a &gt; b </x:v></x:c>', text.format("", "a &gt; b")
    )
    assert after["xl/sheet1.xml"].decode() == expected
    with zipfile.ZipFile(path) as archive:
        assert archive.comment == b"kept"
    book = XlsxFile(path.read_bytes())
    assert [book.get("statements", 4, c) for c in range(1, 5)] == [
        "TRUE", "caf\u00e9 & <\U0001f30d>", "new", "a > b"
    ]  # fmt: skip


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_cell_that_changed_since_it_was_read_is_refused(form, tmp_path):
    deck = write_deck(tmp_path / "deck", {"statements": FAULTY})
    place = deck / "statements.csv"
    if form == "xlsx":
        deck = place = to_workbook(deck, tmp_path / "deck.xlsx")
    seen = check(deck)
    changed = FAULTY.replace(",3,Chile; Peru,", ",4,Chile; Peru,").replace("Land ", "Food")
    other = write_deck(tmp_path / "other", {"statements": changed})
    data = (other / "statements.csv").read_bytes()
    place.write_bytes(data if form == "csv" else to_workbook(other, place).read_bytes())
    done = fix.apply(seen)
    assert [e.location.cell for e in done.edits] == ["D2", "D3"]
    assert [(r.edit.location.cell, r.reason) for r in done.refused] == [
        ("B3", 'The cell now holds "Food".'),
        ("E2", 'The cell now holds "4".'),
        ("B3", 'The cell now holds "Food".'),
    ]
    assert [f.fix.old for f in of_code(check(deck), "QW301")] == ["4"]


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path, monkeypatch):
    deck = write_deck(tmp_path / "deck", {"statements": FAULTY})
    honest = pipeline.check

    def check_while_somebody_saves(loaded, options):
        (deck / "statements.csv").write_text(FAULTY + "\n")
        return honest(loaded, options)

    monkeypatch.setattr(pipeline, "check", check_while_somebody_saves)
    done = run(deck)
    assert done.edits == () and len(done.refused) == 4
    assert done.refused[0].reason == "The file was changed meanwhile; run again."
    assert (deck / "statements.csv").read_text() == FAULTY + "\n"


def test_diff_shows_and_writes_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_deck(tmp_path / "deck", {"statements": FAULTY})
    before = tree(tmp_path)
    shown = fix.render(run(Path("deck"), write=False), as_diff=True)
    assert tree(tmp_path) == before
    assert shown == (
        "--- deck/statements.csv\n+++ deck/statements.csv\n"
        '@@ statements D2 text [DK027] @@\n-"has a "coast" "\n+"has a "coast""\n'
        '@@ statements E2 count S001 [QW301] @@\n-"3"\n+"2"\n'
        '@@ statements B3 category [DK027, QW307] @@\n-"Land "\n+"land"\n'
        '@@ statements D3 text [DK027] @@\n-"grows<U+00A0>potatoes"\n+"grows potatoes"\n'
        "4 cells in 1 file would be fixed.\n"
    )
    assert "E2 count S001 [QW301]" in fix.diff(check(Path("deck")))
    assert tree(tmp_path) == before
    assert fix.render(run(Path("deck"))).endswith("4 cells in 1 file fixed.\n")
    assert fix.render(run(Path("deck"))) == "Nothing to fix.\n"


def test_all_cells_of_a_sheet_are_tidied_but_none_becomes_a_formula(tmp_path):
    text = " id ,text\nD1,\u2003Park a country\u202fhere. \nD2, =1+1\nD3,- a list \n"
    deck = write_deck(tmp_path / "deck", {"debates": text})
    assert made(run(deck)) == [
        ("A1", " id ", "id", "DK027"),
        ("B2", "\u2003Park a country\u202fhere. ", "Park a country here.", "DK027"),
        ("B4", "- a list ", "- a list", "DK027"),
    ]
    expected = "id,text\nD1,Park a country here.\nD2, =1+1\nD3,- a list\n"
    assert (deck / "debates.csv").read_text() == expected


def test_invisible_characters_go_where_the_script_does_not_need_them(tmp_path):
    text = "id,text\nD1, Pa\u200brk \u2060here\u00ad.\nD2,\u0e01\u200b\u0e02\n"
    deck = write_deck(tmp_path / "deck", {"debates": text})
    assert made(run(deck)) == [
        ("B2", " Pa\u200brk \u2060here\u00ad.", "Park here.", "DK026, DK027")
    ]
    assert (deck / "debates.csv").read_text() == "id,text\nD1,Park here.\nD2,\u0e01\u200b\u0e02\n"


def test_what_cannot_be_edited_is_said(tmp_path):
    xls = tmp_path / "deck.xls"
    shutil.copy(ROOT / "tests" / "corpus" / "A1_legacy.xls", xls)
    done = fix.apply(report(xls, (2, "A", "S01", "x")))
    assert done.edits == () and "save it as .xlsx or CSV" in done.refused[0].reason
    broken = tmp_path / "broken.csv"
    broken.write_bytes("a,b\nx ,\u00e9\u00e9\u00e9\u00e9".encode() + b"\xff\n")
    assert "no characters" in fix.apply(report(broken, (2, "A", "x ", "x"))).refused[0].reason
    latin = tmp_path / "latin.csv"
    latin.write_bytes("a,b\nx,caf\u00e9 \u20ac\n".encode("cp1252"))
    done = fix.apply(
        report(latin, (2, "A", "x", "\u65e5"), (2, "B", "caf\u00e9 \u20ac", "th\u00e9"))
    )
    assert "encoding has no" in done.refused[0].reason
    assert latin.read_bytes() == "a,b\nx,th\u00e9\n".encode("cp1252")
    quote = tmp_path / "quote.csv"
    quote.write_text('a,b\n"open,1\nx ,2\n')
    done = fix.apply(report(quote, (3, "A", "x ", ", y")))
    assert "quotation mark out of place" in done.refused[0].reason
    assert quote.read_text() == 'a,b\n"open,1\nx ,2\n'
    gone = fix.apply(report(tmp_path / "gone.csv", (2, "A", "x", "y")))
    assert "cannot be read" in gone.refused[0].reason
    assert "1 fix was refused" in fix.render(gone)


SPACES = {name: f"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"
          for name in ("office", "table", "text", "meta")}  # fmt: skip


def ods(path, rows):
    """A document with one sheet `statements` of the given rows, and a part that nobody reads."""
    names = "".join(f' xmlns:{name}="{space}"' for name, space in SPACES.items())
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content{names}>'
        '<office:body><office:spreadsheet><table:table table:name="statements">'
        f"{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    with zipfile.ZipFile(path, "w") as book:
        book.writestr("mimetype", kind)
        book.writestr("content.xml", content, zipfile.ZIP_DEFLATED)
        book.writestr("Thumbnails/thumbnail.png", b"\x89PNG not a picture")
    return path


def ods_parts(path):
    """The rows of the document, and its other parts as they are stored."""
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    content = parts.pop("content.xml").decode()
    return re.search(r'statements">(.*)</table:table>', content, re.DOTALL)[1], parts


def cell(text, more=""):
    return (
        f'<table:table-cell office:value-type="string"{more}>'
        f"<text:p>{text}</text:p></table:table-cell>"
    )


def row(*cells, more=""):
    return f"<table:table-row{more}>{''.join(cells)}</table:table-row>"


def test_ods_changes_one_cell_and_nothing_else(tmp_path):
    note = "<office:annotation><text:p>Why  so?</text:p></office:annotation>"
    noted = (
        f'<table:table-cell table:style-name="ce2" office:value-type="string">{note}'
        "<text:p>S01 </text:p></table:table-cell>"
    )
    rows = row(cell("id"), cell("text"), cell("count")), row(
        noted, cell("a &amp; b"),
        '<table:table-cell office:value-type="float" office:value="3"><text:p>3</text:p>'
        "</table:table-cell>",
    )  # fmt: skip
    path = ods(tmp_path / "a.ods", "".join(rows))
    before, parts = ods_parts(path)
    fixes = (2, "A", "S01 ", "S01"), (2, "B", "a & b", "a < b\nand  c"), (2, "C", "3", "2")
    assert [e.new for e in fix.apply(report(path, *fixes)).edits] == ["S01", "a < b\nand  c", "2"]
    after, others = ods_parts(path)
    assert others == parts
    two = "<text:p>a &lt; b</text:p><text:p>and <text:s/>c</text:p>"
    plain = "<text:p>a &amp; b</text:p>"
    wanted = before.replace("<text:p>S01 </text:p>", "<text:p>S01</text:p>").replace(plain, two)
    wanted = wanted.replace('office:value="3"><text:p>3<', 'office:value="2"><text:p>2<')
    assert re.sub(" +", " ", after) == re.sub(" +", " ", wanted)


def test_ods_cells_and_rows_that_stand_for_several_are_split(tmp_path):
    many = cell("x ", ' table:number-columns-repeated="3"')
    rows = row(*map(cell, "abc")) + row(many, more=' table:number-rows-repeated="3"')
    path = ods(tmp_path / "a.ods", rows)
    done = fix.apply(report(path, (3, "B", "x ", "y")))
    assert made(done) == [("B3", "x ", "y", "DK999")]
    after, _ = ods_parts(path)
    three, one = 'table:number-columns-repeated="3"', 'table:number-rows-repeated="3"'
    assert one not in after and after.count(three) == 2
    assert after.count("<text:p>y</text:p>") == 1 and after.count("<table:table-row") == 4
    assert (
        fix.apply(report(path, (3, "B", "x ", "z"))).refused[0].reason == 'The cell now holds "y".'
    )


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        pytest.param('<table:table-cell table:formula="of:=1+1" office:value-type="float" '
                     'office:value="2"><text:p>2</text:p></table:table-cell>', "formula",
                     id="formula"),
        pytest.param('<table:table-cell office:value-type="date" office:date-value="2024-02-01">'
                     "<text:p>1 Feb</text:p></table:table-cell>", "date", id="date"),
        pytest.param(cell('<text:span text:style-name="T1">bold</text:span> word'), "formatted",
                     id="rich"),
    ],
)  # fmt: skip
def test_ods_cells_that_are_more_than_text_are_refused(inside, reason, tmp_path):
    path = ods(tmp_path / "a.ods", row(cell("a"), cell("b")) + row(inside, cell("c")))
    before = path.read_bytes()
    now = {"formula": "2", "date": "2024-02-01", "formatted": "bold word"}[reason]
    done = fix.apply(report(path, (2, "A", now, "x")))
    assert done.edits == () and reason in done.refused[0].reason
    assert path.read_bytes() == before


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.sampled_from(["a", "b", "c "]), st.integers(1, 3)), min_size=1, max_size=4
    ),
    st.integers(1, 3), st.data(), st.sampled_from(["new", "two  spaces", "a\nb", "7", "<&>"]),
)  # fmt: skip
def test_setting_one_cell_of_an_ods_changes_one_cell(cells, rows, data, new):
    def table(file):
        grid = OdsFile(file)._grids["statements"]
        return {(r, c): v for r, found in grid.rows.items() for c, v in found.items()}

    body = "".join(cell(t, f' table:number-columns-repeated="{n}"') for t, n in cells)
    text = row(cell("head")) + row(body, more=f' table:number-rows-repeated="{rows}"')
    with tempfile.TemporaryDirectory() as name:
        before = ods(Path(name) / "a.ods", text).read_bytes()
    file = OdsFile(before)
    assert file.data() == before
    at = data.draw(st.sampled_from(sorted(table(before))))
    file.set("statements", *at, new)
    wanted = table(before) | {at: (new, table(before)[at][1])}
    assert table(file.data()) == wanted


def test_a_failed_write_leaves_the_file_whole(tmp_path, monkeypatch):
    path = tmp_path / "a.csv"
    path.write_text("a,b\nx ,2\n")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("deckkit.output.os.replace", fail)
    with pytest.raises(UsageError, match="No space left"):
        fix.apply(report(path, (2, "A", "x ", "x")))
    assert path.read_text() == "a,b\nx ,2\n"
    assert [p.name for p in tmp_path.iterdir()] == ["a.csv"]


FIELD = st.text(st.sampled_from("ab,;\"\n\r \t'|é=\xa0"), max_size=6)


@settings(max_examples=300, deadline=None)
@given(st.text(st.sampled_from('ab,;"\n\r \té'), max_size=60), FIELD, st.randoms())
def test_setting_one_cell_changes_one_cell(text, new, random):
    """Any text, any value: one cell changes and reads back, or the edit is refused."""
    try:
        file = TextFile(text.encode())
    except Refused:
        return
    assert file.data() == text.encode()
    delimiter = file._delimiter
    before = list(records(text, delimiter))
    if not before:
        return
    row, values = random.choice(before)
    column = random.randrange(len(values))
    file.set("", row, column, new)
    try:
        after = list(records(file.data().decode(), delimiter))
    except Refused:
        return

    def plain(value):
        return value.replace("\r\n", "\n").replace("\r", "\n")

    changed = [[plain(v) for v in vs] for _, vs in before]
    changed[before.index((row, values))][column] = plain(new)
    assert [[plain(v) for v in vs] for _, vs in after] == changed


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_fixes_of_one_cell_and_of_its_neighbours_add_up(form, tmp_path):
    """A former name, an alias, a code and an odd space in one list; then its count is certain."""
    sheets = {
        "countries": "code,name,region,aliases\nCHL,Chile,South America,\n"
        "per,Peru,south america,Perú\nSWZ,Eswatini,Africa,\nBOL,Bolivia,South America,\n",
        "statements": f"{HEAD}\nS001,land,1,has a coast,9,"
        "Chile;\xa0Perú; Swaziland; bol,2023,A; B\n",
    }
    deck = write_deck(tmp_path / "deck", sheets)
    if form == "xlsx":
        deck = to_workbook(deck, tmp_path / "deck.xlsx")
    done = {(e.location.sheet, e.location.cell): e.new for e in run(deck).edits}
    assert done == {
        ("countries", "A3"): "PER", ("countries", "C3"): "South America",
        ("statements", "E2"): "4", ("statements", "F2"): "Chile; Peru; Eswatini; Bolivia",
    }  # fmt: skip
    assert run(deck).edits == ()


CELL = st.text(st.sampled_from(" \xa0ab\u200b-=\n\u3000"), max_size=5)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(CELL, CELL), min_size=1, max_size=6), st.sampled_from(["csv", "xlsx"]))
def test_fix_of_fixed_is_fixed(rows, form):
    lines = [f'D{n},"{a}{b}"\n' for n, (a, b) in enumerate(rows)]
    with tempfile.TemporaryDirectory() as name:
        deck = write_deck(Path(name) / "deck", {"debates": "id,text\n" + "".join(lines)})
        if form == "xlsx":
            deck = to_workbook(deck, Path(name) / "deck.xlsx")
        run(deck)
        before = deck.read_bytes() if deck.is_file() else tree(deck)
        again = run(deck)
        assert again.edits == () and again.files == ()
        assert (deck.read_bytes() if deck.is_file() else tree(deck)) == before


@pytest.mark.parametrize("game", ["quizwiz", "wits-and-wagers-family"])
def test_the_shipped_decks_need_no_fix(game):
    assert run(ROOT / "sources" / game, write=False).edits == ()


CORPUS = sorted(p.name for p in (ROOT / "tests" / "corpus").iterdir()
                if p.suffix in {".csv", ".xlsx", ".ods"} and p.name[0] != "~")  # fmt: skip


@pytest.mark.parametrize("name", CORPUS)
def test_faulty_files_are_fixed_once_or_left_alone(name, tmp_path):
    path = tmp_path / name
    shutil.copy(ROOT / "tests" / "corpus" / name, path)
    options = pipeline.Options((path,), game="quizwiz")
    fix.fix(options)
    fixed = path.read_bytes()
    assert fix.fix(options).edits == ()
    assert path.read_bytes() == fixed
