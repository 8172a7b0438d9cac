"""OpenDocument spreadsheets: types, repeats, and what the sheet hides."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from deckkit.sources import Book, CellType, read_book

SPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text", "style")
)
STYLES = (
    '<style:style style:name="gone" style:family="table">'
    '<style:table-properties table:display="false"/></style:style>'
    '<style:style style:name="struck" style:family="text">'
    '<style:text-properties style:text-line-through-style="solid"/></style:style>'
    '<style:style style:name="up" style:family="text">'
    '<style:text-properties style:text-position="super 58%"/></style:style>'
    '<style:style style:name="down" style:family="text">'
    '<style:text-properties style:text-position="-33% 58%"/></style:style>'
    '<style:style style:name="low" style:family="table-row">'
    '<style:table-row-properties style:row-height="0cm"/></style:style>'
    '<style:style style:name="high" style:family="table-row">'
    '<style:table-row-properties style:row-height="0.45cm"/></style:style>'
    '<style:style style:name="narrow" style:family="table-column">'
    '<style:table-column-properties style:column-width="0.01in"/></style:style>'
    '<style:style style:name="level" style:family="text">'
    '<style:text-properties style:text-position="0% 100%"/></style:style>'
)


def text(value: str, attrs: str = "") -> str:
    return f'<table:table-cell office:value-type="string" {attrs}>{value}</table:table-cell>'


def p(value: str) -> str:
    return text(f"<text:p>{value}</text:p>")


HEAD = f"<table:table-row>{p('code')}{p('name')}{p('region')}</table:table-row>"
Read = Callable[..., Book]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def build(rows: str, style: str = "", manifest: str = "") -> Book:
        path = tmp_path / "deck.ods"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
            archive.writestr("META-INF/manifest.xml", f"<manifest>{manifest}</manifest>")
            archive.writestr(
                "content.xml",
                f"<office:document-content {SPACES}><office:automatic-styles>{STYLES}"
                f"</office:automatic-styles><office:body><office:spreadsheet>"
                f'<table:table table:name="countries" table:style-name="{style}">{HEAD}{rows}'
                "</table:table></office:spreadsheet></office:body></office:document-content>",
            )
        return read_book(path, "deck.ods", sheet_keys={"countries": ["code", "name", "region"]})

    return build


def cell(kind: str, attrs: str, shown: str = "") -> str:
    return (
        f'<table:table-cell office:value-type="{kind}" {attrs}><text:p>{shown}</text:p>'
        "</table:table-cell>"
    )


@pytest.mark.parametrize(
    ("content", "raw", "kind", "name"),
    [
        (cell("float", 'office:value="2"', "2"), "2", "number", ""),
        (cell("float", 'office:value="2.5"', "2,5"), "2.5", "number", ""),
        (cell("float", 'office:value="1"', "S01"), "1", "number", "shown-differs"),
        (cell("percentage", 'office:value="0.02"', "2 %"), "0.02", "number", "shown-differs"),
        (cell("boolean", 'office:boolean-value="true"', "WAHR"), "TRUE", "boolean", ""),
        (cell("date", 'office:date-value="2024-01-02"', "2. Jan"), "2024-01-02", "date", ""),
        (p("one</text:p><text:p>two"), "one\ntwo", "text", ""),
        (p('a<text:s text:c="2"/>b'), "a  b", "text", ""),
        (p('10<text:span text:style-name="up">6</text:span>'), "106", "text", "raised-characters"),
        (p('CO<text:span text:style-name="down">2</text:span>'), "CO2", "text",
         "raised-characters"),
        (p('10<text:span text:style-name="level">6</text:span>'), "106", "text", ""),
        (p('NA; <text:span text:style-name="struck">GE</text:span>'), "NA; GE", "text",
         "struck-through"),
        (text("<office:annotation><text:p>ask</text:p></office:annotation><text:p>x</text:p>"),
         "x", "text", "comment"),
        ('<table:table-cell table:formula="of:=[.A1]"/>', "=[.A1]", "formula",
         "formula-without-result"),
        (text("<text:p>#REF!</text:p>", 'table:formula="of:=x"'), "#REF!", "error", "error-value"),
        (text("<text:p>x</text:p>", 'table:number-rows-spanned="2"'), "x", "text",
         "merged-cells"),
    ],
)  # fmt: skip
def test_cells(read: Read, content: str, raw: str, kind: str, name: str) -> None:
    book = read(f"<table:table-row>{p('NA')}{content}{p('x')}</table:table-row>")
    found = book.sheets[0].rows[0]["name"]
    assert (found.raw, found.type, found.location.cell) == (raw, CellType(kind), "B2")
    assert [f.name for f in book.findings] == ([name] if name else [])


@pytest.mark.parametrize(
    ("before", "row", "after", "found"),
    [
        ("", '<table:table-row table:style-name="low">', "", ["2"]),
        ("", '<table:table-row table:style-name="high">', "", []),
        ('<table:table-row-group table:display="false">', "<table:table-row>",
         "</table:table-row-group>", ["2"]),
        ("<table:table-row-group>", "<table:table-row>", "</table:table-row-group>", []),
        ('<table:table-column/><table:table-column table:style-name="narrow"/>',
         "<table:table-row>", "", ["B"]),
        ('<table:table-column-group table:display="false"><table:table-column/>'
         "</table:table-column-group><table:table-column/>", "<table:table-row>", "", ["A"]),
    ],
)  # fmt: skip
def test_too_small_to_be_seen(
    read: Read, before: str, row: str, after: str, found: list[str]
) -> None:
    book = read(f"{before}{row}{p('NA')}{p('Namibia')}{p('Africa')}</table:table-row>{after}")
    assert [str(f.location.row or f.location.column) for f in book.findings] == found


def test_repeats_gaps_and_hidden_rows(read: Read) -> None:
    book = read(
        '<table:table-row table:number-rows-repeated="5"><table:table-cell/></table:table-row>'
        f'<table:table-row table:visibility="collapse">{p("NA")}'
        f'<table:table-cell table:number-columns-repeated="2" office:value-type="string">'
        "<text:p>twice</text:p></table:table-cell></table:table-row>"
        '<table:table-row table:visibility="collapse" table:number-rows-repeated="999999999">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    (row,) = book.sheets[0].rows
    assert row.number == 7
    assert row["region"].raw == "twice"
    assert [(f.name, f.location.row) for f in book.findings] == [("hidden-content", 7)]


def test_refusals(read: Read) -> None:
    bomb = read(
        '<table:table-row table:number-rows-repeated="999999999">'
        '<table:table-cell table:number-columns-repeated="999" office:value-type="string">'
        "<text:p>x</text:p></table:table-cell></table:table-row>"
    )
    assert [f.name for f in bomb.findings] == ["file-too-large"]
    locked = read("", manifest="<encryption-data/>")
    assert [f.name for f in locked.findings] == ["file-password"]
    hidden = read(f"<table:table-row>{p('NA')}</table:table-row>", style="gone")
    assert [f.name for f in hidden.findings] == ["hidden-content"]
