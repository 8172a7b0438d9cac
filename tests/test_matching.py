"""Which sheet a file is taken for, and what is said when nothing reads it."""

import openpyxl

from deckkit.pipeline import Options, validate

HEAD = "id,category,difficulty,text,count,answers\n"


def found(path, game="quizwiz"):
    report = validate(Options((path,), game=game))
    return [(f.code, f.severity.value, f.location.sheet, f.value) for f in report.findings]


def test_a_lone_file_with_a_misspelt_header_is_what_its_name_says(tmp_path):
    path = tmp_path / "07_countries_new.csv"
    path.write_text("code,nmae,region\nCHL,Chile,South America\n")
    codes = found(path)
    assert ("DK101", "error", "07_countries_new", "name") in codes
    assert ("DK102", "warning", "07_countries_new", "nmae") in codes


def test_a_workbook_of_which_nothing_is_read_does_not_pass(tmp_path):
    path = tmp_path / "deck.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "Notes"
    book.active.append(["to do", "who"])
    book.active.append(["print", "me"])
    book.save(path)
    assert ("DK113", "error", "Notes", "Notes") in found(path)


def test_a_sheet_under_another_name_is_told_by_its_header(tmp_path):
    path = tmp_path / "deck.xlsx"
    book = openpyxl.Workbook()
    book.active.title = "countries"
    book.active.append(["code", "name", "region"])
    book.active.append(["CHL", "Chile", "South America"])
    other = book.create_sheet("Sheet2")
    other.append(HEAD.strip().split(","))
    other.append(["S001", "land", 1, "has a coast", 1, "Chile"])
    book.create_sheet("Sheet3")
    book.save(path)
    unused = [f for f in validate(Options((path,), game="quizwiz")).findings if f.code == "DK113"]
    assert [(f.location.sheet, f.severity.value) for f in unused] == [("Sheet2", "error")]
    assert "statements" in unused[0].hint
