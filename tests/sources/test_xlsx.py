"""Excel workbooks: what the XML of a sheet says, what it hides, and what is refused."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

from deckkit.sources import Book, CellType, read_book
from deckkit.sources.values import column_index, exact, unescape

HEAD = (
    '<row r="1"><c r="A1" t="str"><v>code</v></c><c r="B1" t="str"><v>name</v></c>'
    '<c r="C1" t="str"><v>region</v></c></row>'
)
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def row(cells: str, number: int = 2) -> str:
    return f'{HEAD}<row r="{number}">{cells}</row>'


def found(book: Book) -> list[tuple[str, str, str | None]]:
    return [(f.name, f.severity.value, f.location.cell) for f in book.findings]


def only(book: Book, header: str = "name") -> tuple[str, CellType]:
    cell = book.sheets[0].rows[0][header]
    return cell.raw, cell.type


def styles(*formats: str, fonts: str = "<font/>", xf: str = "") -> dict[str, str | bytes]:
    codes = "".join(
        f'<numFmt numFmtId="{200 + at}" formatCode="{code}"/>' for at, code in enumerate(formats)
    )
    xfs = "".join(f'<xf numFmtId="{200 + at}" fontId="0"/>' for at in range(len(formats)))
    return {
        "xl/styles.xml": f'<styleSheet xmlns="{MAIN}"><numFmts>{codes}</numFmts>'
        f'<fonts>{fonts}</fonts><cellXfs><xf numFmtId="0"/>{xfs}{xf}</cellXfs></styleSheet>'
    }


@pytest.mark.parametrize(
    ("cell", "raw", "kind"),
    [
        ('<c r="B2"><v>2</v></c>', "2", "number"),
        ('<c r="B2"><v>2.0</v></c>', "2", "number"),
        ('<c r="B2" t="n"><v>2.5</v></c>', "2.5", "number"),
        ('<c r="B2"><v>1E3</v></c>', "1000", "number"),
        ('<c r="B2"><v>1.0E-3</v></c>', "0.001", "number"),
        ('<c r="B2" t="b"><v>1</v></c>', "TRUE", "boolean"),
        ('<c r="B2" t="b"><v>0</v></c>', "FALSE", "boolean"),
        ('<c r="B2" t="d"><v>2024-01-02</v></c>', "2024-01-02", "date"),
        ('<c r="B2" t="str"><v>NA</v></c>', "NA", "text"),
        ('<c r="B2" t="inlineStr"><is><t>001</t></is></c>', "001", "text"),
        ('<c r="B2" t="inlineStr"><is><t>a b</t></is></c>', "a b", "text"),
        ('<c r="B2"><f>1+1</f><v>2</v></c>', "2", "number"),
        ('<c r="B2" t="str"><f>A1</f><v>x</v></c>', "x", "text"),
        ('<c r="B2"><f ca="1">A1</f><v/></c>', "=A1", "formula"),
        ('<c r="B2"><f>A1</f></c>', "=A1", "formula"),
        ('<c r="B2" t="e"><v>#REF!</v></c>', "#REF!", "error"),
        ('<c r="B2" t="e"><f>A9</f><v>#N/A</v></c>', "#N/A", "error"),
        ('<c r="B2" t="inlineStr"><is><t>a_x000D_&#10;b_x005F_c</t></is></c>', "a\nb_c", "text"),
        ('<c r="B2" t="inlineStr"><is><r><t>DR </t></r><r><rPr><b/></rPr><t>Congo</t></r></is></c>',
         "DR Congo", "text"),
        ('<c r="B2" t="inlineStr"><is><t>課</t><rPh sb="0" eb="1"><t>カ</t></rPh></is></c>',
         "課", "text"),
        ('<c r="B2" t="s"><v>1</v></c>', "Fiji", "text"),
        ('<c><v>7</v></c><c t="str"><v>no address</v></c>', "no address", "text"),
    ],
)  # fmt: skip
def test_cells(read_xlsx: Any, cell: str, raw: str, kind: str) -> None:
    parts = {
        "xl/sharedStrings.xml": f'<sst xmlns="{MAIN}"><si><t>x</t></si><si><t>Fi</t>'
        "<phoneticPr/><t>ji</t></si></sst>"
    }
    book = read_xlsx(row(cell + '<c r="C2" t="str"><v>x</v></c>'), parts=parts)
    assert only(book) == (raw, CellType(kind))
    assert bool(book.findings) == (kind in ("formula", "error"))


@pytest.mark.parametrize(
    ("value", "code", "epoch", "raw"),
    [
        ("45293", "yyyy-mm-dd", False, "2024-01-02"),
        ("43831", "yyyy-mm-dd", True, "2024-01-02"),
        ("45293.5", "d/m/yy h:mm", False, "2024-01-02T12:00:00"),
        ("0.5", "h:mm", False, "12:00:00"),
        ("1.5", "[h]:mm", False, "36:00:00"),
        ("59", "d mmm", False, "1900-02-28"),
        ("61", "[$-407]d. mmmm yyyy", False, "1900-03-01"),
    ],
)
def test_dates(read_xlsx: Any, value: str, code: str, epoch: bool, raw: str) -> None:
    book = read_xlsx(
        row(f'<c r="B2" s="1"><v>{value}</v></c>'),
        workbook='<workbookPr date1904="1"/>' if epoch else "",
        parts=styles(code),
    )
    assert only(book) == (raw, CellType.DATE)
    assert book.findings == ()


@pytest.mark.parametrize(
    ("value", "code", "shown", "severity"),
    [
        ("1", "&quot;S&quot;00", "S01", "error"),
        ("1", "000", "001", "error"),
        ("1", "\\S0", "S1", "error"),
        ("0.02", "0 %", "2 %", "error"),
        ("0.02", "0%", "2%", "error"),
        ("1234567", "0.0,,", "1.2", "error"),
        ("2.5", "0", "3", "warning"),
        ("5", "0&quot; km&quot;", "5 km", "warning"),
        ("5", "[$€-407] #,##0", "€ 5", "warning"),
        ("7", ";;;", "nothing", "warning"),
        ("7", "&quot;seven&quot;", "seven", "error"),
        ("2", "0.00", "", ""),
        ("1234567", "#,##0", "", ""),
        ("-3", "0;-0", "", ""),
        ("-3", "#,##0.00_);(#,##0.00)", "", ""),
        ("0.5", "0.0;[Red]-0.0", "", ""),
        ("2", "General", "", ""),
        ("12", "@", "", ""),
        ("0.5", "# ?/?", "", ""),
    ],
)
def test_number_formats(read_xlsx: Any, value: str, code: str, shown: str, severity: str) -> None:
    book = read_xlsx(row(f'<c r="B2" s="1"><v>{value}</v></c>'), parts=styles(code))
    assert only(book) == (value, CellType.NUMBER)
    assert found(book) == ([("shown-differs", severity, "B2")] if severity else [])
    assert shown in "".join(f.message for f in book.findings)


STRUCK_FONTS = "<font/><font><strike/></font><font><strike val='0'/></font>"


@pytest.mark.parametrize(
    ("text", "shown", "severity"),
    [
        ("10^6", "10⁶", "error"),
        ("10^-6", "10⁻⁶", "error"),
        ("10^−6| m", "10⁻⁶ m", "error"),
        ("3^1|/_2", "3¹/2", "error"),
        ("x^2|3", "x²3", "error"),
        ("^23", "", ""),
        ("m^2", "m²", "warning"),
        ("km^2| of land", "km² of land", "warning"),
        ("CO_2", "CO₂", "warning"),
        ("Namibia^1", "Namibia¹", "warning"),
        ("^14|C", "¹⁴C", "warning"),
        ("2^n", "2ⁿ", "warning"),
        ("2^x", "2^x", "warning"),
        ("Lego^TM", "Lego™", "warning"),
        ("19^th| century", "", ""),
        ("the XX^e", "", ""),
        ("M^me| Curie", "", ""),
        ("n^o| 5", "", ""),
        ("half: ^1|/_2", "", ""),
        ("plain|ly", "", ""),
    ],
)
def test_raised_and_lowered(read_xlsx: Any, text: str, shown: str, severity: str) -> None:
    """^ raises and _ lowers the next run; runs end where the next one begins, or at |."""
    position = {"^": "superscript", "_": "subscript"}
    runs = "".join(
        f'<r><rPr><vertAlign val="{position.get(sign, "baseline")}"/></rPr>'
        f'<t xml:space="preserve">{run}</t></r>'
        for sign, run in re.findall(r"([\^_]?)([^\^_|]+)", text)
    )
    book = read_xlsx(row(f'<c r="B2" t="inlineStr"><is>{runs}</is></c>'))
    assert only(book)[0] == re.sub(r"[\^_|]", "", text)
    assert found(book) == ([("raised-characters", severity, "B2")] if severity else [])
    for finding in book.findings:
        assert f'shows "{shown}"' in finding.message
        assert finding.hint == (
            "Write it out in words." if "^" in shown else f'Type "{shown}", or write it out.'
        )


@pytest.mark.parametrize(
    ("cell", "struck"),
    [
        ('<c r="B2" s="1" t="str"><v>all</v></c>', "all"),
        ('<c r="B2" s="2" t="str"><v>all</v></c>', ""),
        ('<c r="B2" t="inlineStr"><is><r><t>NA; </t></r><r><rPr><strike/></rPr><t>GE</t></r></is>'
         "</c>", '"GE"'),
        ('<c r="B2" t="inlineStr"><is><r><rPr><strike val="false"/></rPr><t>GE</t></r></is></c>',
         ""),
    ],
)  # fmt: skip
def test_strike(read_xlsx: Any, cell: str, struck: str) -> None:
    parts = styles(
        fonts=STRUCK_FONTS,
        xf='<xf numFmtId="0" fontId="1"/><xf numFmtId="0" fontId="2"/>',
    )
    book = read_xlsx(row(cell), parts=parts)
    assert found(book) == ([("struck-through", "warning", "B2")] if struck else [])
    assert struck in "".join(f.message for f in book.findings)


def rows(*names: str) -> str:
    lines = "".join(
        f'<row r="{at}"{{}}><c r="A{at}" t="str"><v>C{at}</v></c>'
        f'<c r="B{at}" t="str"><v>{name}</v></c></row>'
        for at, name in enumerate(names, start=2)
    )
    return HEAD + lines


def test_a_linked_data_type_is_an_error_to_others(read_xlsx: Any) -> None:
    [finding] = read_xlsx(row('<c r="B2" t="e" vm="1"><v>#VALUE!</v></c>')).findings
    assert (finding.name, finding.location.cell) == ("error-value", "B2")
    assert "#VALUE! (a linked data type such as Geography, or a picture)" in finding.message


AREA = (
    '<row r="2"><c r="A2" t="str"><v>NA</v></c>{}</row><row r="3"><c r="A3" t="str"><v>FJ</v></c>{}'
    '</row><row r="4"><c r="A4" t="str"><v>NO</v></c>{}</row>'
)


@pytest.mark.parametrize(
    ("formula", "value", "others", "spots"),
    [
        ('<f t="array" ref="B2:B4">X1:X3</f>', "", ("", ""), ["B2", "B3", "B4"]),
        ('<f t="array" ref="B2:B4">X1:X3</f>', "", ("<v>2</v>", "<v/>"), ["B2", "B4"]),
        ('<f t="array" ref="B2:B4">X1:X3</f>', "<v>1</v>", ("<v>2</v>", "<v>3</v>"), []),
        ('<f t="array" ref="B2">X1</f>', "", ("<v>2</v>", "<v>3</v>"), ["B2"]),
        ('<f t="array" ref="B2:XFD1048576">X1</f>', "", ("", ""), ["B2", "B3", "B4"]),
        ('<f t="array" ref="B2:">X1</f>', "", ("", ""), ["B2"]),
        ('<f t="dataTable" ref="B2:B4" dt2D="0" dtr="0" r1="X1"/>', "", ("", ""),
         ["B2", "B3", "B4"]),
        ('<f t="dataTable" ref="B2:B4" r1="X1"/>', "<v>1</v>", ("<v>2</v>", "<v>3</v>"), []),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dynamic", ["", ' cm="1"'])
def test_formulas_that_fill_several_cells(
    read_xlsx: Any,
    formula: str,
    value: str,
    others: tuple[str, str],
    spots: list[str],
    dynamic: str,
) -> None:
    first = f'<c r="B2"{dynamic}>{formula}{value}</c>'
    rest = [f'<c r="B{at}">{v}</c>' for at, v in enumerate(others, 3)]
    head = HEAD.replace('<c r="C1" t="str"><v>region</v></c>', "")
    book = read_xlsx(head + AREA.format(first, *rest))
    assert found(book) == [("formula-without-result", "error", spot) for spot in spots]
    assert [row.number for row in book.sheets[0].rows] == [2, 3, 4]


@pytest.mark.parametrize(
    ("attrs", "cell", "names"),
    [
        ('fullCalcOnLoad="1"', "<c r='B2'><f>1+1</f><v>0</v></c>", ["results-stale"]),
        ('fullCalcOnLoad="1"', "<c r='B2'><v>0</v></c>", []),
        ('fullCalcOnLoad="1"', "<c r='B2' t='e'><f>X</f><v>#REF!</v></c>", ["error-value"]),
        ('fullCalcOnLoad="0"', "<c r='B2'><f>1+1</f><v>2</v></c>", []),
    ],
)
def test_results_that_wait_to_be_worked_out(
    read_xlsx: Any, attrs: str, cell: str, names: list[str]
) -> None:
    book = read_xlsx(row(cell), workbook=f"<calcPr {attrs}/>")
    assert [f.name for f in book.findings] == names


@pytest.mark.parametrize(
    ("attrs", "before", "place"),
    [
        ('ht="0" customHeight="1"', "", "3"),
        ('ht="0"', "", "3"),
        ('ht="0.75" customHeight="1"', "", "3"),
        ('hidden="1" outlineLevel="1"', "", "3"),
        ("", '<sheetFormatPr zeroHeight="1"/>', ""),  # hides the rows that are not there
        ('ht="8" customHeight="1"', '<sheetFormatPr defaultRowHeight="15"/>', ""),
        ('outlineLevel="1" collapsed="1"', "", ""),
        ('ht="tall"', "", ""),
        ("", '<cols><col min="2" max="2" width="0" customWidth="1"/></cols>', "B"),
        ("", '<cols><col min="2" max="2" width="0.1"/></cols>', "B"),
        ("", '<cols><col min="2" max="2" width="2" outlineLevel="1" hidden="1"/></cols>', "B"),
        ("", '<cols><col min="2" max="2" width="1.5"/></cols>', ""),
    ],
)
def test_too_small_to_be_seen(read_xlsx: Any, attrs: str, before: str, place: str) -> None:
    cells = "".join(f'<c t="str"><v>{word}</v></c>' for word in ("NA", "Namibia", "Africa"))
    body = f'{HEAD}<row r="2" ht="15">{cells}</row><row r="3" {attrs}>{cells}</row>'
    book = read_xlsx(body, before=before)
    spots = [str(f.location.row or f.location.column) for f in book.findings]
    assert spots == ([place] if place else [])


def test_hidden_rows_filters_and_columns(read_xlsx: Any) -> None:
    hidden = rows("one", "two", "three").format("", ' hidden="1"', ' hidden="true"')
    columns = '<cols><col min="2" max="2" hidden="1"/><col min="9" max="99" hidden="1"/></cols>'
    book = read_xlsx(hidden, before=columns)
    assert [f.name for f in book.findings] == ["hidden-content", "hidden-content"]
    assert "3 to 4" in book.findings[0].message
    assert book.findings[1].location.column == "B"
    filtered = '<autoFilter ref="A1:C4"><filterColumn colId="0"/></autoFilter>'
    assert [f.name for f in read_xlsx(hidden, after=filtered).findings] == ["filter-on"]
    plain = rows("one", "two", "three").format("", "", "")
    assert read_xlsx(plain, after='<autoFilter ref="A1:C4"/>').findings == ()


@pytest.mark.parametrize(
    ("ref", "cell"),
    [("B2:B3", "B2"), ("B1:C1", "B1"), ("B3:C3", "B3"), ("C2:C3", None), ("H2:H9", None)],
)
def test_merged_cells(read_xlsx: Any, ref: str, cell: str | None) -> None:
    text = rows("one", "two").format("", "")
    book = read_xlsx(text, after=f'<mergeCells><mergeCell ref="{ref}"/></mergeCells>')
    assert found(book) == ([("merged-cells", "error", cell)] if cell else [])


def test_gaps_stay_gaps(read_xlsx: Any) -> None:
    book = read_xlsx(
        '<row r="1"><c r="A1" t="str"><v>code</v></c><c r="C1" t="str"><v>name</v></c></row>'
        '<row r="4"><c r="A4" t="str"><v>NA</v></c><c r="C4" t="str"><v>Namibia</v></c></row>'
        '<row r="9"><c r="C9" t="str"><v>Fiji</v></c><c r="E9" t="str"><v>?</v></c></row>'
    )
    sheet = book.sheets[0]
    assert [cell.location.column for cell in sheet.headers] == ["A", "C", "E"]
    assert [record.number for record in sheet] == [4, 9]
    assert sheet.rows[1]["name"].location.cell == "C9"
    assert sheet.rows[1]["code"].empty


def test_ghost_rows_are_ignored(read_xlsx: Any) -> None:
    ghosts = "".join(f'<row r="{at}"><c r="A{at}" s="0"/></row>' for at in range(3, 30_000))
    book = read_xlsx(row('<c r="A2" t="str"><v>NA</v></c>') + ghosts)
    assert len(book.sheets[0].rows) == 1
    assert found(book) == [("used-range", "info", None)]


def test_the_dimension_is_never_trusted(read_xlsx: Any) -> None:
    for ref in ("A1", "A1:XFD1048576", "nonsense"):
        book = read_xlsx(rows("one", "two").format("", ""), before=f'<dimension ref="{ref}"/>')
        assert len(book.sheets[0].rows) == 2
        assert book.findings == ()


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        ('<c r="B2" t="s"><v>99</v></c>', "cell-unreadable"),
        ('<c r="B2"><v>many</v></c>', "cell-unreadable"),
        ('<c r="B2"><v>1</v></c><c r="B2"><v>2</v></c>', "cell-unreadable"),
        (f'<c r="B2" t="str"><v>{"x" * 32767}</v></c>', "text-too-long"),
        ('<c r="B2" t="str"><v>#REF!</v></c>', "error-value"),
        ('<c r="B2" t="str"><v>a_x005F_x000D_b</v></c>', "escape-left"),
    ],
)
def test_broken_cells(read_xlsx: Any, cell: str, name: str) -> None:
    assert [f.name for f in read_xlsx(row(cell)).findings] == [name]


def test_manual_calculation(read_xlsx: Any) -> None:
    cell = '<c r="B2"><f>1+1</f><v>3</v></c>'
    book = read_xlsx(row(cell), workbook='<calcPr calcMode="manual"/>')
    assert [f.name for f in book.findings] == ["results-stale"]
    assert read_xlsx(row(cell), workbook='<calcPr calcId="1"/>').findings == ()


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE a [<!ENTITY x "y">]>',
        '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>',
        '<!DOCTYPE a SYSTEM "http://example.invalid/x.dtd">',
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_document_types_are_refused(read_xlsx: Any, text: str, encoding: str) -> None:
    part = f'<?xml version="1.0" encoding="{encoding}"?>{text}<sst><si><t>x</t></si></sst>'
    book = read_xlsx(HEAD, parts={"xl/sharedStrings.xml": part.encode(encoding)})
    assert book.sheets == ()
    assert [f.name for f in book.findings] == ["file-dtd"]


def test_containers_are_refused_before_they_are_parsed(tmp_path: Path) -> None:
    def write(name: str, parts: dict[str, bytes]) -> Book:
        path = tmp_path / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for part, content in parts.items():
                archive.writestr(part, content)
        return read_book(path, name)

    main = {"xl/workbook.xml": b"<workbook/>"}
    many = {f"xl/media/{at}": b"" for at in range(2_001)}
    for name, parts, code in (
        ("bomb.xlsx", {**main, "xl/a": bytes(3_000_000)}, "file-too-large"),
        ("many.xlsx", {**main, **many}, "file-too-large"),
        ("binary.xlsx", {"xl/workbook.bin": b""}, "file-not-a-table"),
        ("word.xlsx", {"word/document.xml": b""}, "file-not-a-table"),
        ("apple.xlsx", {"Index/Document.iwa": b""}, "file-not-a-table"),
        ("zip.xlsx", {"hello.txt": b"hi"}, "file-not-a-table"),
        ("nosheets.xlsx", main, "file-damaged"),
        ("notxml.xlsx", {"xl/workbook.xml": b"<workbook><sheets>"}, "file-damaged"),
    ):
        book = write(name, parts)
        assert book.sheets == ()
        assert [f.name for f in book.findings] == [code], name


def test_every_truncation_is_a_finding(tmp_path: Path) -> None:
    data = (Path(__file__).parents[1] / "corpus" / "00_clean.xlsx").read_bytes()
    path = tmp_path / "cut.xlsx"
    for size in range(1, len(data), 97):
        path.write_bytes(data[:size])
        assert [f.severity for f in read_book(path, "cut.xlsx").findings] == ["error"]


def test_values() -> None:
    assert [column_index(word) for word in ("A", "Z", "AA", "XFD")] == [0, 25, 26, 16383]
    assert exact("0.1") == "0.1"
    assert exact("2.0000000001") == "2.0000000001"
    assert exact("1e400") is None
    assert exact("1_0") is None
    assert unescape("_x0041__xZZZZ_\r\nb\rc") == "A_xZZZZ_\nb\nc"


def test_no_damaged_byte_is_a_traceback(tmp_path: Path) -> None:
    data = (Path(__file__).parents[1] / "corpus" / "00_clean_shared.xlsx").read_bytes()
    path = tmp_path / "damaged.xlsx"
    for at in range(0, len(data), 13):
        for new in (data[:at] + b"\xff" + data[at + 1 :], data[:at] + data[at + 9 :]):
            path.write_bytes(new)
            book = read_book(path, "damaged.xlsx")
            assert book.sheets or [f for f in book.findings if f.severity == "error"]


@pytest.mark.parametrize("columns", ['min="²" max="2"', 'min="2" max="፩"'])
def test_a_number_that_is_none_hides_no_column(read_xlsx, columns):
    book = read_xlsx(
        '<row r="1"><c r="A1" t="inlineStr"><is><t>code</t></is></c></row>',
        before=f'<cols><col {columns} hidden="1"/></cols>',
    )
    assert [sheet.name for sheet in book.sheets] == ["countries"]
    assert not [f for f in book.findings if f.code == "DK003"]
