"""Delimited text: encodings, separators, quotation marks, ragged rows, odd characters."""

from __future__ import annotations

import codecs
import time
from typing import Any

import pytest

from deckkit.sources import Book, CellType
from deckkit.sources.encoding import decode

HEADER = "code,name,region"
PLAIN = f"{HEADER}\nCI,Côte d’Ivoire,Africa\nFJ,Fiji,Oceania\n"


def rows(book: Book) -> list[list[str]]:
    return [[cell.text for cell in row.cells.values()] for row in book.sheets[0]]


def found(book: Book) -> list[tuple[str, str, int | None, str | None]]:
    return [(f.name, f.severity.value, f.location.row, f.location.column) for f in book.findings]


@pytest.mark.parametrize(
    "data",
    [
        PLAIN.encode(),
        codecs.BOM_UTF8 + PLAIN.encode(),
        codecs.BOM_UTF8 * 2 + PLAIN.encode(),
        codecs.BOM_UTF16_LE + PLAIN.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + PLAIN.encode("utf-16-be"),
        PLAIN.encode("utf-16-le"),
        PLAIN.encode("utf-16-be"),
        codecs.BOM_UTF32_LE + PLAIN.encode("utf-32-le"),
        PLAIN.replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\r").encode(),
        PLAIN.rstrip("\n").encode(),
        ("sep=,\r\n" + PLAIN).encode(),
        PLAIN.replace(",", ";").encode(),
        PLAIN.replace(",", "\t").encode(),
        PLAIN.replace(",", "|").encode(),
        ('"sep=;"\n' + PLAIN.replace(",", ";")).encode(),
        ("\n\n" + PLAIN + "\n,,\n\n").encode(),
        "\n".join(f'"{part}"'.replace(",", '","') for part in PLAIN.split()).encode()
        if " " not in PLAIN
        else PLAIN.encode(),
    ],
)
def test_good_text_is_read_without_a_finding(read_bytes: Any, data: bytes) -> None:
    book = read_bytes(data)
    assert rows(book) == [["CI", "Côte d’Ivoire", "Africa"], ["FJ", "Fiji", "Oceania"]]
    assert book.findings == ()


@pytest.mark.parametrize(
    ("encoding", "label"),
    [("cp1252", "Windows-1252"), ("mac_roman", "Mac Roman"), ("cp850", "DOS (code page 850)")],
)
def test_single_byte_encodings_are_named(read_bytes: Any, encoding: str, label: str) -> None:
    text = f"{HEADER}\nCI,Côte d'Ivoire,Africa\nST,São Tomé and Príncipe,Africa\nCW,Curaçao,x\n"
    book = read_bytes(text.encode(encoding))
    assert [row[1] for row in rows(book)] == [
        "Côte d'Ivoire",
        "São Tomé and Príncipe",
        "Curaçao",
    ]
    assert found(book) == [("encoding-guessed", "warning", None, None)]
    assert label in book.findings[0].message
    assert "Côte" in book.findings[0].message


def test_windows_quotes_and_dashes(read_bytes: Any) -> None:
    text = f"{HEADER}\nCI,Côte d’Ivoire – “west”,Africa\n"
    assert rows(read_bytes(text.encode("cp1252")))[0][1] == "Côte d’Ivoire – “west”"


def test_another_alphabet_is_refused_rather_than_guessed(read_bytes: Any) -> None:
    book = read_bytes(f"{HEADER}\nCG,Конго,Африка\nRU,Россия,Европа\n".encode("cp1251"))
    assert book.sheets == ()
    assert found(book) == [("file-not-a-table", "error", None, None)]


def test_one_bad_byte_does_not_spoil_the_rest(read_bytes: Any) -> None:
    data = PLAIN.encode() + b"SE,Sm\xe5land,Europe\n"
    book = read_bytes(data)
    assert rows(book)[0][1] == "Côte d’Ivoire"
    assert ("encoding-broken", "error", 4, "B") in found(book)


def test_an_odd_utf16_file_is_reported(read_bytes: Any) -> None:
    book = read_bytes(codecs.BOM_UTF16_LE + PLAIN.encode("utf-16-le") + b"\x00")
    assert any(f.severity == "error" for f in book.findings)


@pytest.mark.parametrize(
    "text",
    ["CÃ´te d'Ivoire", "CÃ´te dâ€™Ivoire", "C√¥te d'Ivoire", "C├┤te d'Ivoire", "C™te d'Ivoire"],
)
def test_mojibake_inside_valid_utf8(read_bytes: Any, text: str) -> None:
    book = read_bytes(f"{HEADER}\nCI,{text},Africa\n")
    assert found(book) == [("mojibake", "error", 2, "B")]
    assert "Côte d" in book.findings[0].message


@pytest.mark.parametrize(
    "text",
    [
        "Âge",
        "TÂCHE",
        "Ångström",
        "SÃO",
        "“CAFÉ”",
        "√2 is irrational",
        "Ä–Z",
        "âme",
        "naïve",
        "Ça",
        "Lego™ bricks",
        "5 ‰ of it",
        "Škoda",
        "ŽIŽEK",
        "that ‹is› it",
    ],
)
def test_real_accents_are_no_mojibake(read_bytes: Any, text: str) -> None:
    assert read_bytes(f"{HEADER}\nCI,{text},Africa\n").findings == ()


def test_lost_characters(read_bytes: Any) -> None:
    book = read_bytes(
        f"{HEADER}\nCI,C\ufffdte,Africa\nCI,C?te,Africa\nA,Why? Because,http://x/a?b\n"
    )
    assert found(book) == [
        ("lost-character", "error", 2, "B"),
        ("lost-character", "warning", 3, "B"),
    ]


def test_line_numbers_stay_right_after_line_breaks_in_cells(read_bytes: Any) -> None:
    text = (
        'code,name,region\r\nA,"one\r\ntwo\nthree",x\r\n\r\nB,four,y\r\n"C\n",five,"z"\r\nD,six,w'
    )
    book = read_bytes(text)
    assert [row.number for row in book.sheets[0]] == [2, 6, 7, 9]
    assert book.sheets[0].rows[0]["name"].raw == "one\ntwo\nthree"


def test_unclosed_quote_is_found_where_it_opens(read_bytes: Any) -> None:
    book = read_bytes(f'{HEADER}\nA,"one,x\nB,"two",y\nC,three,z\n')
    assert found(book) == [("quote-unclosed", "error", 2, "B")]
    assert [row[0] for row in rows(book)] == ["A", "B", "C"]


def test_two_unclosed_quotes_do_not_swallow_the_rows_between(read_bytes: Any) -> None:
    book = read_bytes(f'{HEADER}\nA,"one,x\nB,two,y\nC,three",z\n')
    assert ("rows-swallowed", "error", 2, "B") in found(book)


def test_stray_quotes(read_bytes: Any) -> None:
    book = read_bytes(f'{HEADER}\nA,ends with "a",x\nB,"two" more,y\nC,"six ""6""",z\n')
    assert found(book) == [
        ("quote-stray", "warning", 2, "B"),
        ("quote-stray", "error", 3, "B"),
    ]
    assert [row[1] for row in rows(book)] == ['ends with "a"', '"two" more', 'six "6"']


def test_ragged_rows(read_bytes: Any) -> None:
    book = read_bytes(f"{HEADER}\nA,one,x,more\nB,two\nC,three,z,,\n")
    assert found(book) == [("row-too-long", "error", 2, "D"), ("row-too-short", "warning", 3, None)]
    assert '"more"' in book.findings[0].message
    assert rows(book)[1] == ["B", "two", ""]


def test_every_cell_is_text(read_bytes: Any) -> None:
    book = read_bytes(f"{HEADER}\n001,TRUE,NA\n2.0,,1E5\n")
    kinds = [[cell.type for cell in row.cells.values()] for row in book.sheets[0]]
    assert kinds == [[CellType.TEXT] * 3, [CellType.TEXT, CellType.EMPTY, CellType.TEXT]]
    assert found(book) == [("scientific-notation", "warning", 3, "C")]


@pytest.mark.parametrize(
    ("cell", "name", "severity"),
    [
        ("#NAME?", "error-value", "error"),
        ("#DIV/0!", "error-value", "error"),
        ("#VALUE!", "error-value", "error"),
        ("#N/A", "error-value", "error"),
        ("#BEZUG!", "error-value", "error"),
        ("Err:502", "error-value", "error"),
        ("Error:508", "error-value", "error"),
        ("########", "error-value", "error"),
        ("a\x07b", "control-character", "error"),
        ("a\x9db", "control-character", "error"),
        ("a\u2067b", "bidi-control", "error"),
        ("Fi\u200bji", "invisible-character", "warning"),
        ("Fi\u00adji", "invisible-character", "warning"),
        ("=1+1", "formula-like-text", "warning"),
        ("@here", "formula-like-text", "warning"),
        ("-2+3", "formula-like-text", "warning"),
        ("-cmd", "formula-like-text", "warning"),
        (" Fiji", "stray-spaces", "info"),
        ("DR\u00a0Congo", "stray-spaces", "warning"),
        ("1.23E+05", "scientific-notation", "warning"),
        ("a_x000D_b", "escape-left", "warning"),
        ("x" * 32_767, "text-too-long", "error"),
        ("x" * 40_000, "text-too-long", "error"),
    ],
)
def test_odd_cells(read_bytes: Any, cell: str, name: str, severity: str) -> None:
    book = read_bytes(f"{HEADER}\nA,Namibia,x\nB,{cell},y\n")
    assert found(book) == [(name, severity, 3, "B")]


@pytest.mark.parametrize(
    "cell",
    ["-5", "+5", "-1.5", "- none", "-", "#1 song", "1E", "Errand: 5", "C#", "a@b", "(=)", "12e"],
)
def test_ordinary_cells(read_bytes: Any, cell: str) -> None:
    assert read_bytes(f"{HEADER}\nA,{cell},y\n").findings == ()


def test_an_escape_is_read_as_a_line_break(read_bytes: Any) -> None:
    book = read_bytes(f'{HEADER}\nA,"one_x000D_\ntwo",x\n')
    assert book.sheets[0].rows[0]["name"].raw == "one\ntwo"


def test_title_rows_totals_and_repeated_headers(read_bytes: Any) -> None:
    book = read_bytes(
        f"My countries,,\n,,\n{HEADER},capital\nA,one,x,c\n{HEADER},capital\nB,two,y,d\nTotal,2,,\n"
    )
    assert found(book) == [
        ("title-rows", "error", 1, None),
        ("header-repeated", "error", 5, None),
        ("totals-row", "error", 7, None),
    ]
    assert [row.number for row in book.sheets[0]] == [4, 6]


def test_a_record_is_no_totals_row(read_bytes: Any) -> None:
    text = "id,category,difficulty,text,count,answers\nS1,c,1,t,2,NA\nS2,Total,1,Sum of all,3,NA\n"
    assert read_bytes(text, "statements.csv").findings == ()


def test_a_semicolon_list_does_not_decide_the_separator(read_bytes: Any) -> None:
    text = "id,text,answers\n" + "\n".join(f"S{n},t,A; B; C; D; E; F" for n in range(9))
    book = read_bytes(text, "statements.csv")
    assert [cell.raw for cell in book.sheets[0].headers] == ["id", "text", "answers"]


@pytest.mark.parametrize(
    ("data", "suffix", "name"),
    [
        (b"", ".csv", "file-empty"),
        (b"\xef\xbb\xbf", ".csv", "file-empty"),
        (b" \r\n\r\n", ".csv", "file-empty"),
        (b"%PDF-1.7\n", ".csv", "file-not-a-table"),
        (b"\x89PNG\r\n\x1a\n", ".csv", "file-not-a-table"),
        (b"<!DOCTYPE html><html>", ".csv", "file-not-a-table"),
        (b"  <table><tr>", ".xls", "file-not-a-table"),
        (b'{"code": "NA"}', ".csv", "file-not-a-table"),
        (b"\x00" * 100, ".csv", "file-damaged"),
        (bytes(range(32)) * 9, ".csv", "file-not-a-table"),
        (b"PK\x03\x04 cut off", ".xlsx", "file-damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), ".xls", "file-not-a-table"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "Workbook".encode("utf-16-le"), ".xls",
         "file-damaged"),
        (b"code,name\nNA,Namibia\n", ".xlsx", "file-misnamed"),
        (b"code,name\nNA,Namibia\n", ".ods", "file-misnamed"),
        (b"version https://git-lfs.github.com/spec/v1\n", ".csv", "file-lfs-pointer"),
        (b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
         ".xls", "file-not-a-table"),
    ],
)  # fmt: skip
def test_refusals(read_bytes: Any, data: bytes, suffix: str, name: str) -> None:
    book = read_bytes(data, "countries" + suffix)
    assert book.sheets == ()
    assert [(f.name, f.severity.value) for f in book.findings] == [(name, "error")]
    assert book.findings[0].hint


def test_a_missing_file_and_a_folder(tmp_path: Any) -> None:
    from deckkit.sources import read_book

    for path in (tmp_path / "absent.csv", tmp_path):
        assert [f.name for f in read_book(path, "x.csv").findings] == ["file-unreadable"]


def test_large_tables_take_linear_time(read_bytes: Any) -> None:
    line = 'FJ,"Fiji, ""the"" islands",Oceania\n'
    started = time.process_time()
    book = read_bytes(f"{HEADER}\n" + line * 20_000)
    assert len(book.sheets[0].rows) == 20_000
    assert time.process_time() - started < 5


def test_decode_tells_text_from_noise() -> None:
    assert decode(b"\xfe\xfe\xfd\xfc\xfb\xfa\xf9" * 30) is None


def test_a_quotation_mark_after_a_space_opens_the_cell(read_bytes: Any) -> None:
    book = read_bytes('code, "name", "region"\nFJ, "Fiji, the ""islands""", "Oceania"\n')
    assert rows(book) == [["FJ", 'Fiji, the "islands"', "Oceania"]]
    assert found(book) == [
        ("quote-stray", "warning", row, column) for row in (1, 2) for column in "BC"
    ]


@pytest.mark.parametrize("data", [PLAIN + "\x1a", "sep = ,\n" + PLAIN])
def test_relics_of_old_programs_are_ignored(read_bytes: Any, data: str) -> None:
    book = read_bytes(data)
    assert rows(book) == [["CI", "Côte d’Ivoire", "Africa"], ["FJ", "Fiji", "Oceania"]]
    assert book.findings == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *((word, "error-value") for word in (
            "#SAKNAS!", "#NAMN?", "#DEEL/0!", "#ЗНАЧ!", "#N/D", "NULL", "nan", "undefined",
            "null", "[null]", "<null>", "<nil>", "\\N", "1.#QNAN", "-1.#IND", "(blank)",
            "[object Object]", "[object Promise]", "System.String[]",
            "[object Object]", "Loading…", "Wird geladen...",
        )),
        *((text, "escape-left") for text in ("C&ocirc;te", "d&#39;Ivoire", "one<br>two",
            "C%C3%B4te", "C\\u00f4te", "C\\xf4te", "C=C3=B4te", "Upper\\nVolta", "b'Fiji'",
            "<span class='x'>Fiji</span>", "<strong>Fiji</strong>", "<a href=x>Fiji</a>",
        )),
        *((text, "") for text in (
            "Q&A; R&B", "Trinidad &Tobago; Fiji", "a < b > c", "Nullarbor", "nano", "Laden ships",
            "#hashtag!", "#1!", "Loading bay",
            "a <b or a>b", "x=C3 chess", "100%, 20%25", "C:\\new", "AC\\DC", "a \\ b", "b'side",
            "https://example.invalid/C%C3%B4te", "undefined terms", "Null", "null and void", "None",
            "Nan",
        )),
    ],
)  # fmt: skip
def test_what_programs_leave_behind(read_bytes: Any, text: str, name: str) -> None:
    book = read_bytes(f"code|name|region\nFJ|{text}|Oceania\n")
    assert found(book) == ([(name, SEVERITIES[name], 2, "B")] if name else [])


SEVERITIES = {"error-value": "error", "escape-left": "warning"}


def test_a_column_named_id_is_no_sylk_file(read_bytes: Any) -> None:
    assert rows(read_bytes("ID;Picture;category\nS01;;Endings\n")) == [["S01", "", "Endings"]]
    sylk = read_bytes(b'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"code"\r\n')
    assert [f.name for f in sylk.findings] == ["file-not-a-table"]


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        *(
            ("mac_roman", name)
            for name in ("Côte d'Ivoire", "São Tomé", "Perú", "Curaçao", "Malmö")
        ),
        *(("mac_roman", name) for name in ("Bahía", "Éire", "Chocó", "CÔTE D'IVOIRE", "Malmö")),
        *(("cp850", name) for name in ("Côte d'Ivoire", "São Tomé", "Curaçao", "Åland", "Köln")),
        *(("cp1252", name) for name in ("Šibenik", "Niš", "Ærø", "Sana’a", "Côte d’Ivoire", "été")),
        *(("cp1252", name) for name in ("100 € each", "5 °C", "½ litre", "a – b", "£5", "3 × 4")),
        *(("cp1252", name) for name in ("“so” they say", "the players’ turn", "Lego™", "© 2023")),
    ],
)
def test_one_odd_letter_tells_the_encoding(read_bytes: Any, encoding: str, name: str) -> None:
    book = read_bytes(f"{HEADER}\nXX,{name},Africa\nFJ,Fiji,Oceania\n".encode(encoding))
    assert rows(book)[0][1] == name
    assert found(book) == [("encoding-guessed", "warning", None, None)]


def test_guessing_an_encoding_takes_no_time(read_bytes: Any) -> None:
    line = "FJ,Côte d'Ivoire São Tomé Curaçao,Oceania\n"
    started = time.process_time()
    book = read_bytes((f"{HEADER}\n" + line * 20_000).encode("mac_roman"))
    assert rows(book)[-1][1] == "Côte d'Ivoire São Tomé Curaçao"
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    ("text", "name", "severity"),
    [
        ("\uf0b7 Namibia", "private-character", "error"),
        ("Apple \uf8ff", "private-character", "error"),
        ("x\U000f0001", "private-character", "error"),
        ("a\tb", "stray-spaces", "warning"),
        ("a\u200db", "invisible-character", "warning"),
        ("a\u200c", "invisible-character", "warning"),
        ("a\ufe0f", "invisible-character", "warning"),
        ("a\u3164b", "invisible-character", "warning"),
        ("a\u2800", "invisible-character", "warning"),
        ("n\u034fo", "invisible-character", "warning"),
        ("x\U000e0041\U000e0042", "invisible-character", "warning"),
        ("x\ufffc", "control-character", "error"),
        ("a\ufff9b\ufffac\ufffb", "control-character", "error"),
        ("a\ufdd0", "control-character", "error"),
        ("👩\u200d🔬 and ❤\ufe0f", "", ""),
        ("1\ufe0f\u20e3 ©\ufe0f", "", ""),
        ("🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "", ""),
        ("می\u200cخواهم", "", ""),
        ("क्\u200dष", "", ""),
        ("NA\tNA", "stray-spaces", "warning"),
    ],
)
def test_what_nobody_can_see(read_bytes: Any, text: str, name: str, severity: str) -> None:
    book = read_bytes(f"{HEADER}\nXX,{text},Africa\n")
    assert found(book) == ([(name, severity, 2, "B")] if name else [])


def test_a_tab_inside_a_cell_becomes_a_space(read_bytes: Any) -> None:
    [finding] = read_bytes(f'{HEADER}\nXX,"DR\tCongo",Africa\n').findings
    assert finding.fix is not None
    assert (finding.fix.old, finding.fix.new) == ("DR\tCongo", "DR Congo")


@pytest.mark.parametrize(
    ("lines", "rows_left", "wanted"),
    [
        (["<<<<<<< HEAD", "A,B,C", "=======", "D,E,F", ">>>>>>> autumn"], [3, 5], {2: "2 to 6"}),
        (["<<<<<<<", "A,B,C", "||||||| base", "X,Y,Z", "=======", "D,E,F", ">>>>>>>"], [3, 5, 7],
         {2: "2 to 8"}),
        (['"<<<<<<< HEAD",,', "A,B,C", "=======,,", ">>>>>>> autumn,,"], [3], {2: "2 to 5"}),
        (["<<<<<<< a, b", "A,B,C", "=======", "D,E,F", ">>>>>>> x", "G,H,I", ">>>>>>> y"],
         [3, 5, 7], {2: "2 to 6", 8: "Line 8"}),
        (["<<<<<<< a", "A,B,C", "<<<<<<< b", "D,E,F", "=======", ">>>>>>> c"], [3, 5],
         {2: "Line 2", 4: "4 to 7"}),
        (['A,"B', "<<<<<<< HEAD", "x", "=======", "y", ">>>>>>> b", '",C'], [2], {3: "3 to 7"}),
        (["A,B,C", "=======,=,=", "<<<<<<<<,B,C", ">> D,E,F"], [2, 3, 4, 5], {}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_merge_conflicts(
    read_bytes: Any, lines: list[str], rows_left: list[int], wanted: dict[int, str], end: str
) -> None:
    book = read_bytes(end.join([HEADER, *lines, ""]))
    assert [row.number for row in book.sheets[0].rows] == rows_left
    conflicts = [f for f in book.findings if f.name == "merge-conflict"]
    assert [f.location.row for f in conflicts] == list(wanted)
    assert all(words in f.message for f, words in zip(conflicts, wanted.values(), strict=True))
