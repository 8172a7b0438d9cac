"""What can be wrong with one cell, one sheet or one rule: DK104 to DK109, DK112, DK113, DK090."""

from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from deckkit.findings import Finding, Location, Report, Severity
from deckkit.game import installed_games
from deckkit.records import Sources
from deckkit.rules import Hit
from deckkit.rules.registry import RULES, load
from deckkit.schemas import row_schema
from deckkit.sources.model import column_letter

from .support import BASES, QUIZWIZ, check, deck_toml, of_code, write_deck

WITS = "wits-and-wagers-family"
GAMES = installed_games()
load(GAMES.by_id.values())

# Rows for the sheets that the base decks leave out.
MORE = {
    "facts": "code,coast_km\nCHL,6435\nPER,2414\nBOL,0\n",
    "fact_keys": (
        "key,meaning,type,unit,source,licence,as_of,volatility\n"
        "coast_km,Length of coast,integer,km,An atlas,CC0-1.0,2023,stable\n"
    ),
    "players": "colour,name,board,meeples,shape\n#2a6f78,Teal,write,2,circle\n",
}
FULL = {
    "quizwiz": {**QUIZWIZ, "facts": MORE["facts"], "fact_keys": MORE["fact_keys"]},
    WITS: {**BASES[WITS], "players": MORE["players"]},
}


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text)))


def with_value(text: str, column: str, value: str) -> tuple[str, str]:
    """The sheet with another value in its first row, and the address of that cell."""
    rows = rows_of(text)
    if column not in rows[0]:
        rows = [[*row, column if row is rows[0] else ""] for row in rows]
    index = rows[0].index(column)
    rows[1][index] = value
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue(), f"{column_letter(index)}2"


def check_value(
    tmp_path: Path, where: str, value: str, profile: str = "print"
) -> tuple[Report, str]:
    """The report on a deck with one other value, at ``sheet.column``; and the cell's address."""
    sheet, column = where.split(".")
    game = WITS if sheet in ("questions", "players") else "quizwiz"
    text, cell = with_value(FULL[game][sheet], column, value)
    deck = write_deck(tmp_path / "deck", {**FULL[game], sheet: text}, game=game)
    return check(deck, profile=profile), cell


def write_workbook(
    folder: Path, cells: Mapping[str, Any], sheets: Mapping[str, str] = QUIZWIZ
) -> Path:
    """A deck whose sheets are in one workbook; `cells` are values by address, ``sheet!A1``."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "deck.toml").write_text(deck_toml("quizwiz"), encoding="utf-8")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, text in sheets.items():
        page = book.create_sheet(name)
        for row in rows_of(text):
            page.append([int(v) if v.isdigit() else v or None for v in row])
    for address, value in cells.items():
        name, _, cell = address.partition("!")
        page = book[name]
        if page[cell].value is None and page.cell(1, page[cell].column).value is None:
            raise AssertionError(f"{address} is outside the table")
        page[cell].value = value
    book.save(folder / "deck.xlsx")
    return folder


def only(findings: list[Finding]) -> Finding:
    assert len(findings) == 1, [(f.code, f.location.cell, f.message) for f in findings]
    return findings[0]


def test_the_full_decks_have_no_finding(tmp_path):
    for game, sheets in FULL.items():
        deck = write_deck(tmp_path / game, sheets, game=game)
        assert check(deck, profile="print").findings == ()


def test_the_workbook_has_no_finding(tmp_path):
    assert check(write_workbook(tmp_path / "deck", {}), profile="print").findings == ()


# DK104: empty cells


def required() -> list[str]:
    found = []
    for game_id, sheets in FULL.items():
        game = GAMES.get(game_id)
        for name in sheets:
            schema = row_schema(game.schemas / "source" / game.id / game.sheet(name).schema)
            found += [f"{name}.{c.name}" for c in schema.columns.values() if c.required]
    return found


@pytest.mark.parametrize("where", required())
def test_an_empty_cell_is_named(where, tmp_path):
    report, cell = check_value(tmp_path, where, "", profile="draft")
    finding = only(of_code(report, "DK104"))
    sheet, column = where.split(".")
    assert (finding.location.sheet, finding.location.cell) == (sheet, cell)
    assert finding.location.header == column
    assert finding.message == f"{column} is empty."
    assert finding.hint.startswith("Type ")
    assert finding.severity is Severity.ERROR


@pytest.mark.parametrize(
    ("where", "hint", "record"),
    [
        ("statements.count", "Type the number of answers.", "S001"),
        ("statements.answers", "Type countries separated by ;.", "S001"),
        ("statements.difficulty", "Type 1 (easy), 2 (medium) or 3 (hard).", "S001"),
        ("statements.id", "Type an id of letters and digits such as S012.", None),
        ("setups.hard", "Type a number from 0 to 12.", "U01"),
        ("questions.answer", "Type a whole number.", "W001 top"),
        ("questions.unit", "Type a unit such as metres.", "W001 top"),
    ],
)
def test_the_hint_says_what_belongs_into_an_empty_cell(where, hint, record, tmp_path):
    report, _ = check_value(tmp_path, where, "", profile="draft")
    finding = only(of_code(report, "DK104"))
    assert (finding.hint, finding.location.record) == (hint, record)


def test_a_cell_of_spaces_is_empty(tmp_path):
    report, cell = check_value(tmp_path, "statements.category", " \u00a0 ")
    assert only(of_code(report, "DK104")).location.cell == cell == "B2"


@pytest.mark.parametrize(
    ("where", "profile"),
    [
        ("countries.capital", "print"),
        ("statements.as_of", "review"),
        ("questions.sources", "review"),
    ],
)
def test_some_columns_are_needed_from_a_profile_on(where, profile, tmp_path):
    profiles = ["draft", "review", "print"]
    for name in profiles:
        report, cell = check_value(tmp_path / name, where, "", profile=name)
        found = [f.location.cell for f in of_code(report, "DK104")]
        assert found == ([cell] if profiles.index(name) >= profiles.index(profile) else []), name


@pytest.mark.parametrize(
    "where",
    [
        "countries.aliases", "countries.demonyms", "categories.colour", "categories.icon",
        "statements.fact", "statements.note", "special_statements.maximum",
        "setups.special_statements", "fact_keys.unit", "players.shape",
    ],
)  # fmt: skip
def test_optional_cells_may_be_empty(where, tmp_path):
    report, _ = check_value(tmp_path, where, "")
    assert report.findings == ()


# DK105: whole numbers

INTEGERS = {
    "statements.count": "Type the number of answers in digits only.",
    "special_statements.minimum": "Type a whole number from 0 on in digits only.",
    "setups.easy": "Type a number from 0 to 12 in digits only.",
    "questions.answer": "Type a whole number in digits only.",
    "players.meeples": "Type 0 or 2 in digits only.",
}


@pytest.mark.parametrize(
    "value",
    ["2.5", "2,0", "twelve", "TRUE", "1 000", "1,000", "2e0", "0x2", "2.", ".0", "½", "٢", "２"],
)
def test_what_is_no_whole_number(value, tmp_path):
    report, _ = check_value(tmp_path, "statements.count", value)
    finding = only(of_code(report, "DK105"))
    assert (finding.location.cell, finding.location.record) == ("E2", "S001")
    assert finding.message == f'"{value}" is not a whole number.'
    assert finding.hint == "Type the number of answers in digits only."
    assert not of_code(report, "QW301")


@pytest.mark.parametrize("where", INTEGERS)
def test_every_whole_number_column(where, tmp_path):
    report, cell = check_value(tmp_path, where, "two")
    finding = only(of_code(report, "DK105"))
    assert finding.location.cell == cell
    assert (finding.message, finding.hint) == ('"two" is not a whole number.', INTEGERS[where])


@pytest.mark.parametrize("value", ["2", "2.0", "2.000", "02", "+2", " 2 "])
def test_what_is_a_whole_number(value, tmp_path):
    report, _ = check_value(tmp_path, "statements.count", value)
    assert not [f for f in report.findings if f.code in ("DK104", "DK105", "DK109", "QW301")]


def test_a_column_that_may_be_empty_reads_well(tmp_path):
    report, cell = check_value(tmp_path, "special_statements.maximum", "many")
    finding = only(of_code(report, "DK105"))
    assert finding.location.cell == cell == "D2"
    assert finding.hint in (
        "Type a whole number in digits only, or nothing.",
        "Type a whole number, or nothing; in digits only.",
    )


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (2.5, "2.5"),
        (True, "TRUE"),
        (False, "FALSE"),
        (date(2024, 1, 2), "2024-01-02"),
        ("2,0", "2,0"),
    ],
)
def test_workbook_cells_that_are_no_whole_number(value, shown, tmp_path):
    deck = write_workbook(tmp_path / "deck", {"statements!E3": value})
    finding = only(of_code(check(deck), "DK105"))
    place = finding.location
    assert (place.sheet, place.cell, place.record, place.workbook) == (
        "statements", "E3", "S002", True,
    )  # fmt: skip
    assert finding.message == f'"{shown}" is not a whole number.'
    assert str(place).endswith("deck.xlsx › statements!E3")


@pytest.mark.parametrize("value", [3, 3.0, "3", "3.0"])
def test_workbook_cells_that_are_whole_numbers(value, tmp_path):
    report = check(write_workbook(tmp_path / "deck", {"statements!E3": value}))
    assert not [f for f in report.findings if f.code.startswith(("DK10", "QW"))]


def test_an_empty_workbook_cell(tmp_path):
    deck = write_workbook(tmp_path / "deck", {"statements!E3": None})
    assert only(of_code(check(deck), "DK104")).location.cell == "E3"


def test_a_formula_without_result_is_not_called_empty_too(tmp_path):
    report = check(write_workbook(tmp_path / "deck", {"statements!E3": "=1+2"}))
    assert only(of_code(report, "DK041")).location.cell == "E3"
    assert not [f for f in report.findings if f.code.startswith(("DK10", "QW3"))]


# DK106: dates and yes/no values in text columns


@pytest.mark.parametrize(
    ("cell", "value", "message"),
    [
        ("debates!A2", date(2024, 1, 2), '"2024-01-02" is a date, not text.'),
        ("debates!A2", True, '"TRUE" is a yes/no value, not text.'),
        ("countries!B2", False, '"FALSE" is a yes/no value, not text.'),
        ("special_statements!B2", date(2024, 3, 2), '"2024-03-02" is a date, not text.'),
        ("statements!C2", True, '"TRUE" is a yes/no value, not text.'),
    ],
)
def test_what_a_spreadsheet_made_of_a_text(cell, value, message, tmp_path):
    finding = only(of_code(check(write_workbook(tmp_path / "deck", {cell: value})), "DK106"))
    assert f"{finding.location.sheet}!{finding.location.cell}" == cell
    assert finding.message == message
    assert finding.hint == "Format the column as Text, then type the value again."


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("statements!H2", date(2024, 1, 2)),
        ("statements!F2", True),
        ("countries!E2", True),
        ("setups!F2", datetime(2024, 1, 2)),
    ],
)
def test_what_a_spreadsheet_made_of_a_list(cell, value, tmp_path):
    found = of_code(check(write_workbook(tmp_path / "deck", {cell: value})), "DK106")
    assert f"{only(found).location.sheet}!{only(found).location.cell}" == cell


@pytest.mark.parametrize(
    ("cell", "value"), [("debates!A2", 12), ("statements!C2", 1), ("statements!C2", 1.0)]
)
def test_a_plain_number_is_text_enough(cell, value, tmp_path):
    assert check(write_workbook(tmp_path / "deck", {cell: value})).findings == ()


@pytest.mark.parametrize("value", [2023, date(2023, 12, 31), datetime(2023, 12, 31)])
def test_a_date_under_as_of_is_a_date(value, tmp_path):
    assert check(write_workbook(tmp_path / "deck", {"statements!G2": value})).findings == ()


def test_words_in_text_files_stay_words(tmp_path):
    report, _ = check_value(tmp_path, "statements.text", "TRUE")
    assert not of_code(report, "DK106")


# DK107: forms


@pytest.mark.parametrize(
    ("where", "value", "expected"),
    [
        ("statements.id", "S 01", "an id of letters and digits such as S012"),
        ("statements.id", "_S01", "an id of letters and digits such as S012"),
        ("statements.id", "S" * 33, "an id of letters and digits such as S012"),
        ("statements.id", "Sé1", "an id of letters and digits such as S012"),
        ("questions.card", "W/1", "an id of letters and digits such as W001"),
        ("countries.code", "CHILE", "a country code of two or three letters such as CHL"),
        ("countries.code", "C", "a country code of two or three letters such as CHL"),
        ("categories.id", "Land", "lower-case letters, digits and hyphens such as food"),
        ("categories.colour", "2a6f78", "a colour such as #2a6f78"),
        ("categories.colour", "#2a6f7", "a colour such as #2a6f78"),
        (
            "fact_keys.key",
            "Area km2",
            "lower-case letters, digits and underscores such as area_km2",
        ),
        ("statements.as_of", "31.12.2023", "a date such as 2023-12-31, or a year"),
        ("statements.as_of", "2023-13", "a date such as 2023-12-31, or a year"),
        ("statements.as_of", "2023-12-32", "a date such as 2023-12-31, or a year"),
        ("statements.as_of", "2023-1-2", "a date such as 2023-12-31, or a year"),
        ("statements.as_of", "23", "a date such as 2023-12-31, or a year"),
        ("statements.as_of", "２０２３", "a date such as 2023-12-31, or a year"),
        ("statements.as_of", "2023-02-30", "a date such as 2023-12-31, or a year"),
    ],
)
def test_the_message_says_which_form_is_wanted(where, value, expected, tmp_path):
    report, cell = check_value(tmp_path, where, value)
    finding = only(of_code(report, "DK107"))
    assert finding.location.cell == cell
    assert finding.message == f'"{value}" is not {expected}.'
    assert finding.hint == f"Type {expected}."


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("statements.id", "1"),
        ("statements.id", "s-0_1"),
        ("statements.id", "S" * 32),
        ("countries.code", "cl"),
        ("categories.id", "sea-life-2"),
        ("categories.colour", "#ABCDEF"),
        ("statements.as_of", "2023"),
        ("statements.as_of", "2023-12"),
        ("statements.as_of", "2024-02-29"),
    ],
)
def test_forms_that_are_right(where, value, tmp_path):
    report, _ = check_value(tmp_path, where, value)
    assert not of_code(report, "DK107")


# DK108: words


@pytest.mark.parametrize(
    ("where", "value", "message", "hint"),
    [
        ("statements.difficulty", "esay", '"esay" is not one of "1", ', 'Did you mean "easy"?'),
        ("statements.difficulty", "4", '"4" is not one of "1", ', 'Type "1", "2", "3", "easy"'),
        ("statements.difficulty", "***", '"***" is not one of "1", ', 'Type "1", "2", "3", "easy"'),
        (
            "setups.level",
            "1",
            '"1" is not one of "easy", "medium" or "hard".',
            'Type "easy", "medium" or "hard".',
        ),
        ("questions.position", "upper", 'not one of "top" or "bottom".', 'Type "top" or "bottom".'),
        ("questions.position", "botom", 'not one of "top" or "bottom".', 'Did you mean "bottom"?'),
        ("categories.icon", "forks", '"forks" is not one of', 'Did you mean "fork"?'),
        ("fact_keys.type", "bool", '"bool" is not one of', 'Did you mean "boolean"?'),
        ("players.shape", "blob", '"blob" is not one of', 'Type "none", "circle"'),
    ],
)
def test_words_that_are_not_accepted(where, value, message, hint, tmp_path):
    report, cell = check_value(tmp_path, where, value)
    finding = only(of_code(report, "DK108"))
    assert finding.location.cell == cell
    assert message in finding.message
    assert finding.hint.startswith(hint)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("statements.difficulty", "easy"),
        ("statements.difficulty", "EASY"),
        ("statements.difficulty", " 1 "),
        ("setups.level", "Easy"),
        ("questions.position", "Top"),
        ("categories.icon", "leaf"),
    ],
)
def test_words_that_are_accepted_in_any_case(where, value, tmp_path):
    report, _ = check_value(tmp_path, where, value)
    assert not [f for f in report.findings if f.severity is Severity.ERROR]


# DK109: limits


@pytest.mark.parametrize(
    ("where", "value", "message", "hint"),
    [
        (
            "statements.text",
            "has " + "x" * 197,
            "is 1 character too long (201, at most 200).",
            "Shorten it by 1 character.",
        ),
        (
            "countries.name",
            "C" * 45,
            "is 5 characters too long (45, at most 40).",
            "Shorten it by 5",
        ),
        ("statements.count", "-1", "-1 is below 0.", "Type the number of answers."),
        ("statements.count", "1001", "1001 is above 1000.", "Type the number of answers."),
        ("statements.count", "9" * 20, "is above 1000.", "Type the number of answers."),
        ("special_statements.minimum", "-1", "-1 is below 0.", "Type a whole number from 0 on."),
        ("setups.easy", "13", "13 is above 12.", "Type a number from 0 to 12."),
        ("players.meeples", "3", "3 is above 2.", "Type 0 or 2."),
        ("questions.answer", "1000000000001", "is above 1000000000000.", "Type a whole number."),
        ("statements.answers", " ; ", "Only 0 entries.", "Type countries separated by ;."),
        (
            "setups.special_statements",
            "; ".join(f"P{n}" for n in range(11)),
            "11 entries are more than 10.",
            "Type ids of Special Statements separated by ;.",
        ),
        (
            "countries.aliases",
            ";".join("abcdefghijklmnopqrstu"),
            "21 entries are more than 20.",
            "Type other names separated by ;.",
        ),
    ],
)
def test_values_outside_their_limits(where, value, message, hint, tmp_path):
    report, cell = check_value(tmp_path, where, value)
    finding = only(of_code(report, "DK109"))
    assert finding.location.cell == cell
    assert finding.message.endswith(message)
    assert finding.hint.startswith(hint)


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("statements.text", "has " + "x" * 196),
        ("countries.name", "C" * 40),
        ("statements.count", "1000"),
        ("statements.count", "0"),
        ("setups.easy", "12"),
        ("setups.easy", "0"),
        ("players.meeples", "0"),
        ("questions.answer", "1000000000000"),
        ("statements.answers", "Chile"),
        ("setups.special_statements", ";".join(f"P{n}" for n in range(10))),
        ("countries.aliases", ";".join("abcdefghijklmnopqrst")),
    ],
)
def test_values_on_their_limits(where, value, tmp_path):
    report, _ = check_value(tmp_path, where, value)
    assert not of_code(report, "DK109")


def test_a_long_text_is_cut_in_the_message_and_counted_in_full(tmp_path):
    report, _ = check_value(tmp_path, "statements.text", "has " + "x" * 300)
    assert len(only(of_code(report, "DK109")).message) < 130


# DK112 and DK113: sheets


def test_one_sheet_in_two_files(tmp_path):
    deck = write_workbook(tmp_path / "deck", {}, {"statements": QUIZWIZ["statements"]})
    write_deck(deck)
    finding = only(of_code(check(deck), "DK112"))
    assert finding.message.startswith("The sheet statements is here and in ")
    assert finding.hint == "Delete or rename the copy that is not meant."
    assert finding.severity is Severity.ERROR
    files = {finding.location.file, finding.related[0].location.file}
    assert {Path(file).name for file in files} == {"deck.xlsx", "statements.csv"}


@pytest.mark.parametrize("name", ["a.xlsx", "z.xlsx"])  # read before the CSV files, and after
def test_a_workbook_beside_its_csv_files_is_said_once(tmp_path, name):
    deck = write_workbook(tmp_path / "deck", {}, QUIZWIZ)
    (deck / "deck.xlsx").rename(deck / name)
    write_deck(deck)
    finding = only(of_code(check(deck), "DK112"))
    assert finding.location == Location((deck / name).as_posix())
    assert finding.message.startswith(f"{len(QUIZWIZ)} sheets are here and elsewhere too: ")
    assert all(f'"{sheet}"' in finding.message for sheet in QUIZWIZ)
    assert "deckkit workbook import" in finding.hint
    assert all(other.location.file.endswith(".csv") for other in finding.related)


def test_two_versions_of_a_workbook_are_said_once(tmp_path):
    deck = write_workbook(tmp_path / "deck", {}, QUIZWIZ)
    shutil.copy(deck / "deck.xlsx", deck / "deck (2).xlsx")
    finding = only(of_code(check(deck), "DK112"))
    assert finding.location.file.endswith("deck.xlsx")
    assert finding.related[0].location.file.endswith("deck (2).xlsx")
    assert finding.hint == "Keep one of both."


def test_each_copy_within_one_workbook_is_named(tmp_path):
    copies = {f"{name.title()} ": QUIZWIZ[name] for name in ("statements", "setups")}
    found = of_code(check(write_workbook(tmp_path / "deck", {}, QUIZWIZ | copies)), "DK112")
    assert [f.location.sheet for f in found] == ["Setups ", "Statements "]
    assert found[0].message.endswith("deck.xlsx › setups.")


def test_one_sheet_twice_in_a_workbook(tmp_path):
    sheets = {**QUIZWIZ, "Special Statements": QUIZWIZ["special_statements"]}
    finding = only(of_code(check(write_workbook(tmp_path / "deck", {}, sheets)), "DK112"))
    assert finding.location.sheet == "Special Statements"
    assert finding.message.startswith("The sheet special_statements is here and in ")


def test_a_private_copy_is_not_a_second_sheet(tmp_path):
    deck = write_deck(tmp_path / "deck", {"_statements": "id,text\nS001,an older version\n"})
    assert check(deck).findings == ()


def test_a_private_copy_is_not_read(tmp_path):
    sheets = {"statements": "", "_statements": QUIZWIZ["statements"]}
    report = check(write_deck(tmp_path / "deck", sheets))
    assert only(of_code(report, "DK111")).message == 'The deck has no sheet "statements".'


def test_a_misspelt_file_name_when_the_sheet_is_missing(tmp_path):
    sheets = {"statements": "", "statments": QUIZWIZ["statements"]}
    finding = only(of_code(check(write_deck(tmp_path / "deck", sheets), profile="draft"), "DK113"))
    assert finding.severity is Severity.ERROR
    assert finding.message == 'Nothing reads the sheet "statments".'
    assert finding.hint == 'Rename it to "statements"?'
    assert finding.location.file.endswith("statments.csv")
    assert finding.location.cell is None


def test_a_misspelt_sheet_of_a_workbook(tmp_path):
    sheets = {("Staetments" if name == "statements" else name): t for name, t in QUIZWIZ.items()}
    finding = only(of_code(check(write_workbook(tmp_path / "deck", {}, sheets)), "DK113"))
    assert (finding.severity, finding.location.sheet) == (Severity.ERROR, "Staetments")
    assert finding.hint == 'Rename it to "statements"?'


def test_a_misspelt_name_beside_the_right_one(tmp_path):
    deck = write_deck(tmp_path / "deck", {"statments": QUIZWIZ["statements"]})
    finding = only(of_code(check(deck), "DK113"))
    assert finding.severity is Severity.WARNING
    assert finding.hint.startswith('QuizWiz has "countries", "categories", "statements"')


def test_a_sheet_that_need_not_exist(tmp_path):
    deck = write_deck(tmp_path / "deck", {"fcats": MORE["facts"]})
    finding = only(of_code(check(deck), "DK113"))
    assert (finding.severity, finding.hint) == (Severity.WARNING, 'Rename it to "facts"?')


def test_a_sheet_of_notes(tmp_path):
    deck = write_deck(tmp_path / "deck", {"ideas": "who,what\nAna,more rivers\n"})
    finding = only(of_code(check(deck), "DK113"))
    assert finding.severity is Severity.WARNING
    assert finding.message == 'Nothing reads the sheet "ideas".'


def test_names_in_any_case_and_private_sheets(tmp_path):
    sheets = {
        "special_statements": "", "Special Statements": QUIZWIZ["special_statements"],
        "setups": "", "SETUPS": QUIZWIZ["setups"],
        "_ideas": "who,what\nAna,more rivers\n",
    }  # fmt: skip
    assert check(write_deck(tmp_path / "deck", sheets), profile="print").findings == ()


# DK090: a rule that breaks


def test_a_rule_that_breaks_is_a_finding(tmp_path, monkeypatch):
    def broken(src: Sources) -> Iterator[Hit]:
        yield Hit(src.place, "found before it broke")
        raise ZeroDivisionError("no such luck")

    monkeypatch.setitem(RULES, "QW310", replace(RULES["QW310"], check=broken))
    deck = write_deck(
        tmp_path / "deck",
        {"debates": "id,text\nD1,one\nd1,two\n", "setups": QUIZWIZ["setups"].replace("1,1", "0,0")},
    )
    report = check(deck)
    finding = only(of_code(report, "DK090"))
    assert finding.severity is Severity.ERROR
    assert "QW310 (special-statement-range) broke" in finding.message
    assert "no such luck" in finding.message
    assert "report" in finding.hint
    assert only(of_code(report, "QW310")).message == "found before it broke"
    assert only(of_code(report, "DK201")).location.cell == "A3"
    assert only(of_code(report, "QW602")).location.cell == "C2"


def test_two_rules_that_break_are_two_findings(tmp_path, monkeypatch):
    def broken(src: Sources) -> list[Hit]:
        raise KeyError(src.place.file)

    for code in ("QW310", "DK201"):
        monkeypatch.setitem(RULES, code, replace(RULES[code], check=broken))
    found = of_code(check(write_deck(tmp_path / "deck")), "DK090")
    assert ["DK201" in f.message for f in found] == [True, False]
    assert len({f.fingerprint for f in found}) == 2
