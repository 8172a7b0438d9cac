"""The editors' workbook: lossless both ways, and only what changed comes back."""

from __future__ import annotations

import datetime
import io
import shutil
import tempfile
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckkit import workbook
from deckkit.decks import compile_deck, to_bytes
from deckkit.errors import UsageError
from deckkit.findings import Profile
from deckkit.game import installed_games
from deckkit.loading import find_decks, load
from deckkit.workbook import Change

from .support import QUIZWIZ, ROOT, WITS, check, run, tree, write_deck

SHIPPED = ["quizwiz", "wits-and-wagers-family"]


def loaded(path, profile=Profile.DRAFT):
    (deck,) = find_decks([path], installed_games())
    return load(deck, profile)


def deck_json(path):
    return to_bytes(compile_deck(loaded(path).sources))


def as_workbook_deck(folder, target):
    """A deck folder that holds the exported workbook instead of CSV files."""
    target.mkdir()
    shutil.copy(folder / "deck.toml", target)
    workbook.export(loaded(folder), target / "deck.xlsx")
    return target


def edit(path, change):
    book = openpyxl.load_workbook(path)
    change(book)
    book.save(path)
    book.close()


def export(deck, tmp_path):
    return workbook.export_deck(deck, tmp_path / "edit.xlsx").path


@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_decks_survive_both_ways(game, tmp_path):
    source = ROOT / "sources" / game
    assert deck_json(as_workbook_deck(source, tmp_path / "book")) == deck_json(source)
    copy = tmp_path / "copy"
    shutil.copytree(source, copy)
    done = workbook.import_deck(tmp_path / "book" / "deck.xlsx", copy)
    assert (done.changes, done.added, done.missing, done.notes, done.files) == ((), (), (), (), ())
    assert tree(copy) == tree(source)


# Texts that programs love to change: formulas, dates, numbers, codes, quotes, spaces, breaks.
ODD = st.sampled_from([
    "=1+1", "-1", "+49", "@x", "#N/A", "#REF!", "TRUE", "1e5", "007", "1-2", "1.50", "2024-01-02",
    "_x0041_", "_x005F_", ";x", ",x", "'", '"', '""', "x\ny", " x", "x ", "a\tb", "Fiji\xa0",
    "\xe9", "e\u0301", "\u65e5\u672c", "<b>&amp;", "\U0001f30d",
])  # fmt: skip
LETTERS = st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"), include_characters="\n")
WORDS = st.one_of(ODD, st.text(LETTERS, min_size=1, max_size=30))


@settings(max_examples=15, deadline=None)
@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=12))
def test_any_text_survives_both_ways(rows):
    lines = [f"S{n:03},land,1,{_csv(a)},2,Chile; Peru,2023,{_csv(b)},{_csv(c)}"
             for n, (a, b, c) in enumerate(rows)]  # fmt: skip
    header = "id,category,difficulty,text,count,answers,as_of,sources,note"
    with tempfile.TemporaryDirectory() as name:
        sheets = {"statements": "\n".join([header, *lines, ""])}
        deck = write_deck(Path(name) / "deck", sheets)
        before = tree(deck)
        try:
            book = as_workbook_deck(deck, Path(name) / "book")
        except UsageError as error:
            assert "an error" in error.message  # never for text
            raise
        ours, theirs = loaded(deck).sources, loaded(book).sources
        for sheet, table in ours.tables.items():
            assert _raw(theirs.tables[sheet]) == _raw(table)
        assert to_bytes(compile_deck(theirs)) == to_bytes(compile_deck(ours))
        done = workbook.import_deck(book / "deck.xlsx", deck)
        assert (done.changes, done.added, done.missing, done.files) == ((), (), (), ())
        assert tree(deck) == before


def _csv(text):
    return '"' + text.replace('"', '""') + '"'


def _raw(table):
    return [{name: cell.raw for name, cell in row.cells.items()} for row in table.sheet.rows]


def test_the_same_deck_gives_the_same_bytes(tmp_path, monkeypatch):
    one = export(write_deck(tmp_path / "a" / "deck"), tmp_path / "a")
    two = export(write_deck(tmp_path / "b" / "deck"), tmp_path / "b")
    assert one.read_bytes() == two.read_bytes()
    with zipfile.ZipFile(one) as archive:
        assert {entry.date_time[:3] for entry in archive.infolist()} == {(2023, 12, 31)}
        assert b"2023-12-31T00:00:00Z</dcterms:modified>" in archive.read("docProps/core.xml")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    later = workbook.export_deck(tmp_path / "a" / "deck", tmp_path / "later.xlsx").path
    with zipfile.ZipFile(later) as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(2023, 11, 14, 22, 13, 20)}


def test_what_editors_see(tmp_path):
    book = openpyxl.load_workbook(export(write_deck(tmp_path / "deck"), tmp_path))
    assert book.sheetnames == ["_how to", "countries", "categories", "statements",
                               "special_statements", "setups", "debates"]  # fmt: skip
    sheet = book["statements"]
    assert sheet.freeze_panes == "B2"
    assert sheet["A1"].font.bold
    note = sheet["C1"].comment.text
    assert "Difficulty" in note and "1 (easy), 2 (medium) or 3 (hard)" in note
    assert (sheet["A2"].number_format, sheet["A2"].data_type) == ("@", "s")
    assert (sheet["E2"].value, sheet["E2"].number_format) == (2, "0")
    lists = {str(v.sqref).split(":")[0]: v.formula1 for v in sheet.data_validations.dataValidation}
    assert lists["B2"] == "'categories'!$A$2:$A$3"
    assert lists["C2"] == '"1,2,3,easy,medium,hard"'
    assert sheet.protection.sheet and sheet.protection.password is None
    assert not sheet.protection.insertRows  # False: allowed
    locked = {cell.coordinate for row in sheet["A1:H3"] for cell in row if cell.protection.locked}
    assert locked == {"A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "A2", "A3"}
    assert not sheet.column_dimensions["A"].protection.locked  # new rows can be given an id
    tints = {rule.formula[0]: rule.dxf.fill.bgColor.rgb
             for rules in sheet.conditional_formatting for rule in rules.rules}  # fmt: skip
    assert tints['OR($B2="land",$B2="Land")'] == "FFD0DFE1"
    assert book["categories"]["C2"].fill.fgColor.rgb == "FF2A6F78"
    assert book["categories"]["A2"].fill.fgColor.rgb == "FFD0DFE1"
    words = " ".join(str(row[1]) for row in book["_how to"].iter_rows(values_only=True))
    assert "deckkit workbook import test.xlsx" in words
    book.close()


def test_it_is_a_deck_without_findings(tmp_path):
    deck = as_workbook_deck(write_deck(tmp_path / "deck"), tmp_path / "book")
    assert check(deck, profile="draft").findings == ()


def test_formula_like_text_stays_text(tmp_path):
    text = QUIZWIZ["statements"].replace("has a coast", "=HYPERLINK(0)").replace("grows", "@SUM")
    path = export(write_deck(tmp_path / "deck", {"statements": text}), tmp_path)
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            assert b"<f>" not in archive.read(name) and b"<f " not in archive.read(name)
    book = openpyxl.load_workbook(path)
    cell = book["statements"]["D2"]
    assert cell.quotePrefix and cell.number_format == "@"
    book.close()


def test_only_what_changed_comes_back(tmp_path):
    text = (
        "\ufeffid;category;difficulty;text;count;answers;as_of;sources\r\n"
        'S002;food;2;"grows ""potatoes""";3;Chile, Peru, Bolivia;2023;A\r\n'
        + 'S001;land;easy;has a coast ;02;Chile;2023;"B"\r\n'
    )
    deck = write_deck(tmp_path / "deck", {"statements": text.encode()})
    path = export(deck, tmp_path)

    def change(book):
        sheet = book["statements"]
        sheet["D2"] = 'grows; or "sells", potatoes'
        sheet["E3"] = 3
        sheet.append(["S003", "food", "1", "eats\nrice", 2, "Chile", "2023", "C"])

    edit(path, change)
    dry = workbook.import_deck(path, deck, write=False)
    assert (deck / "statements.csv").read_bytes() == text.encode()
    done = workbook.import_deck(path, deck)
    assert done == dry
    assert done.changes == (
        Change("statements", "S002", "text", 'grows "potatoes"', 'grows; or "sells", potatoes'),
        Change("statements", "S001", "count", "02", "3"),
    )
    assert [(r.sheet, r.record, r.row) for r in done.added] == [("statements", "S003", 4)]
    assert (deck / "statements.csv").read_bytes().decode() == (
        text.replace('grows ""potatoes""', 'grows; or ""sells"", potatoes').replace(";02;", ";3;")
        + 'S003;food;1;"eats\nrice";2;Chile;2023;C\r\n'
    )
    assert done.files == (deck / "statements.csv",)
    assert 'S001 count: "02" -> "3"' in workbook.render_import(done)
    again = workbook.import_deck(path, deck)
    assert (again.changes, again.added, again.files) == ((), (), ())


def test_a_missing_row_is_reported_and_removed_only_on_request(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)
    edit(path, lambda book: book["debates"].delete_rows(3))
    before = tree(deck)
    done = workbook.import_deck(path, deck)
    assert [(r.sheet, r.record) for r in done.missing] == [("debates", "D2")]
    assert tree(deck) == before
    assert "D2: not in the workbook; kept" in workbook.render_import(done)
    done = workbook.import_deck(path, deck, remove=True)
    assert done.removed and done.files == (deck / "debates.csv",)
    assert (deck / "debates.csv").read_text() == (
        "id,text\nD1,Park a country here.\nD3,Keep a doubtful country here.\n"
    )


def test_nothing_is_removed_from_a_sheet_that_cannot_be_trusted(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)

    def change(book):
        book["statements"].delete_rows(3)
        book["statements"]["E2"] = "=1+1"

    edit(path, change)
    before = tree(deck)
    done = workbook.import_deck(path, deck, remove=True)
    assert tree(deck) == before
    assert any("no row was removed" in note for note in done.notes)
    assert any("not taken over" in note for note in done.notes)


def test_values_that_a_program_made_are_not_taken_over(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)

    def change(book):
        book["statements"]["D2"] = datetime.datetime(2024, 5, 1)
        book["statements"]["D3"] = True

    edit(path, change)
    done = workbook.import_deck(path, deck)
    assert done.changes == ()
    assert [n.split(": ", 1)[1] for n in done.notes] == [
        '"2024-05-01" is a date of the spreadsheet program; not taken over. '
        "Format the cell as Text and type a clause that completes: This country ...",
        '"TRUE" is a yes-or-no value of the spreadsheet program; not taken over. '
        "Format the cell as Text and type a clause that completes: This country ...",
    ]


def test_a_date_of_the_program_is_one_where_dates_belong(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)

    def change(book):
        book["statements"]["G2"] = datetime.datetime(2024, 5, 1)
        book["statements"]["G2"].number_format = "d. mmm yyyy"
        book["statements"]["G3"] = datetime.datetime(2024, 5, 1, 12, 30)

    edit(path, change)
    done = workbook.import_deck(path, deck)
    assert [(c.record, c.column, c.new) for c in done.changes] == [("S001", "as_of", "2024-05-01")]
    assert done.notes[0].endswith(
        "is no day; not taken over. "
        "Format the cell as Text and type a date such as 2023-12-31, or a year."
    )
    assert check(deck).findings == ()


def error_value(cell):
    cell.value, cell.data_type = "#REF!", "e"


def test_each_cell_that_is_not_taken_over_is_said_once(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)

    def change(book):
        book["statements"]["E2"] = "=1+1"
        error_value(book["statements"]["D3"])

    edit(path, change)
    lines = workbook.render_import(workbook.import_deck(path, deck)).splitlines()
    assert lines == [
        f'{path} › statements!E2: "=1+1" is a formula without its result; not taken over. '
        "Type the number of answers.",
        f'{path} › statements!D3: "#REF!" is an error value; not taken over. '
        "Type a clause that completes: This country ...",
        "0 changed cells, 0 new records, 0 missing records.",
    ]


def a_date(cell):
    cell.value = datetime.datetime(2026, 2, 1)


def cleared(cell):
    cell.value = None


def a_formula(cell):
    cell.value = "=A2"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (a_date, '"2026-02-01" is a date of the spreadsheet program'),
        (error_value, '"#REF!" is an error value'),
        (a_formula, '"=A2" is a formula without its result'),
        (cleared, "the cell is empty"),
    ],
)
def test_a_row_whose_id_is_lost_is_no_new_record(spoil, said, tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)

    def change(book):
        spoil(book["statements"]["A3"])
        book["statements"]["D3"] = "grows maize"
        book["statements"]["D2"] = "has a beach"

    edit(path, change)
    done = workbook.import_deck(path, deck, remove=True)
    changed = QUIZWIZ["statements"].replace("has a coast", "has a beach")
    assert (deck / "statements.csv").read_text() == changed  # S002 stays, and once
    assert (done.added, done.removed) == ((), ())
    assert [(r.sheet, r.record) for r in done.missing] == [("statements", "S002")]
    said_once = (
        f"{path} › statements!A3: {said}; the row was not taken over. Format the cell as Text "
        "and type the id of the record again, or a new id for a new one."
    )
    shown = workbook.render_import(done)
    assert shown.count("statements!A3") == 1 and said_once in shown.splitlines()
    assert "no row was removed" in shown and ": removed" not in shown


def test_a_row_whose_id_is_lost_is_left_out_of_a_new_sheet(tmp_path):
    deck = write_deck(tmp_path / "deck", {"debates": ""})
    path = export(deck, tmp_path)

    def change(book):
        sheet = book.create_sheet("debates")
        for row in (["id", "text"], ["D1", "One."], [None, "Two."], ["D3", "Three."]):
            sheet.append(row)
        a_date(sheet["B4"])

    edit(path, change)
    done = workbook.import_deck(path, deck)
    assert (deck / "debates.csv").read_text() == "id,text\nD1,One.\nD3,\n"
    assert [note.split("!")[1].split(":")[0] for note in done.notes] == ["A3", "B4"]


def test_drafts_without_ids_match_while_no_record_lacks_its_row(tmp_path):
    text = "id,text\nD1,One.\n,Two.\n"
    deck = write_deck(tmp_path / "deck", {"debates": text})
    path = export(deck, tmp_path)
    edit(path, lambda book: book["debates"].__setitem__("B3", "Two more."))
    workbook.import_deck(path, deck)
    assert (deck / "debates.csv").read_text() == text.replace("Two", "Two more")

    def swap(book):
        book["debates"]["A2"], book["debates"]["A3"] = None, "D2"

    edit(path, swap)
    done = workbook.import_deck(path, deck)
    assert [(r.sheet, r.record) for r in done.added] == [("debates", "D2")]
    assert "debates!A2: the cell is empty" in "".join(done.notes)
    assert "D1,One.\n" in (deck / "debates.csv").read_text()


def test_an_id_that_stands_twice_is_left_alone(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)
    edit(path, lambda book: book["debates"].append(["D2", "A copy with the same id."]))
    before = tree(deck)
    done = workbook.import_deck(path, deck, remove=True)
    assert tree(deck) == before
    assert done.missing == ()
    assert any('2 rows with "D2", but 1 in the deck' in note for note in done.notes)


def test_new_columns_and_sheets(tmp_path):
    deck = write_deck(tmp_path / "deck", {"special_statements": ""})
    path = export(deck, tmp_path)

    def change(book):
        sheet = book["countries"]
        sheet["F1"], sheet["F3"] = "_todo", "check, please"
        sheet["G1"], sheet["G2"] = "flag", "red"
        extra = book.create_sheet("Special Statements")
        extra.append(["id", "text", "minimum"])
        extra.append(["P1", "None", 0])
        book.create_sheet("ideas").append(["x"])
        del book["debates"]

    edit(path, change)
    done = workbook.import_deck(path, deck, remove=True)
    assert (deck / "countries.csv").read_text() == (
        "code,name,region,capital,aliases,_todo\n"
        "CHL,Chile,South America,Santiago,,\n"
        'PER,Peru,South America,Lima,,"check, please"\n'
        "BOL,Bolivia,South America,Sucre,,\n"
    )
    assert (deck / "special_statements.csv").read_text() == "id,text,minimum\nP1,None,0\n"
    notes = "\n".join(done.notes)
    assert '"flag" is no column; not taken over' in notes
    assert "ideas: nothing reads this sheet" in notes
    assert "no sheet debates; the deck's stays as it is" in notes
    assert (deck / "debates.csv").read_text() == QUIZWIZ["debates"]


def test_a_key_of_two_columns(tmp_path):
    deck = write_deck(tmp_path / "deck", game="wits-and-wagers-family")
    path = export(deck, tmp_path)
    edit(path, lambda book: book["questions"].__setitem__("E3", 65))
    done = workbook.import_deck(path, deck)
    assert done.changes == (Change("questions", "W001 bottom", "answer", "64", "65"),)
    assert (deck / "questions.csv").read_text() == WITS["questions"].replace(",64,", ",65,")


def test_numbers_in_open_columns_are_numbers(tmp_path):
    facts = "code,area_km2,dial,share\nCHL,756102,0056,0.5\nPER,1285216,051,-1.25\n"
    keys = "key,meaning,type,unit,source\n" + "".join(
        f"{name},m,{kind},,s\n" for name, kind in
        [("area_km2", "integer"), ("dial", "text"), ("share", "number")]
    )  # fmt: skip
    deck = write_deck(tmp_path / "deck", {"facts": facts, "fact_keys": keys})
    path = export(deck, tmp_path)
    book = openpyxl.load_workbook(path)
    rows = list(book["facts"].iter_rows(values_only=True))
    book.close()
    assert rows[1:] == [("CHL", 756102, "0056", 0.5), ("PER", 1285216, "051", -1.25)]
    assert workbook.import_deck(path, deck).files == ()


def test_export_says_what_it_cannot_do(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)
    with pytest.raises(UsageError, match="exists already"):
        workbook.export_deck(deck, path)
    workbook.export_deck(deck, path, force=True)
    with pytest.raises(UsageError, match="each sheet twice"):
        workbook.export_deck(deck, deck / "edit.xlsx")
    long = QUIZWIZ["debates"] + "D4," + "x" * 40_000 + "\n"
    with pytest.raises(UsageError, match="40,000 characters"):
        workbook.export_deck(write_deck(tmp_path / "l", {"debates": long}), tmp_path / "l.xlsx")
    twice = "id,text,Text,\nD1,a,b,c\n"
    done = workbook.export_deck(write_deck(tmp_path / "t", {"debates": twice}), tmp_path / "t.xlsx")
    assert [text.split(": ")[1] for text in done.left_out] == [
        "a second column Text",
        "a column without a header",
    ]
    assert "a second column Text" in workbook.render_export(done)


@pytest.mark.parametrize("name", ["my.csv", "my.ods", "my.xlsm", "my"])
def test_export_writes_no_workbook_under_another_suffix(name, tmp_path):
    with pytest.raises(UsageError, match=r"is written as \.xlsx only") as refused:
        workbook.export_deck(write_deck(tmp_path / "deck"), tmp_path / name, force=True)
    assert f"{tmp_path / 'my.xlsx'}" in refused.value.hint
    assert not (tmp_path / name).exists()


def test_import_says_what_it_cannot_do(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = tmp_path / "edit.xlsx"
    with pytest.raises(UsageError, match="no file"):
        workbook.import_deck(path, deck)
    path.write_bytes(b"PK\x03\x04 cut off")
    with pytest.raises(UsageError, match="cut off or damaged"):
        workbook.import_deck(path, deck)
    book = as_workbook_deck(deck, tmp_path / "book")
    workbook.export_deck(deck, path, force=True)
    with pytest.raises(UsageError, match="no CSV file"):
        workbook.import_deck(path, book)


def test_a_workbook_of_another_game_or_deck_is_refused(tmp_path):
    wits = export(write_deck(tmp_path / "wits", game="wits-and-wagers-family"), tmp_path)
    deck = write_deck(tmp_path / "deck")
    before = tree(deck)
    with pytest.raises(UsageError, match="no sheet of a QuizWiz deck"):
        workbook.import_deck(wits, deck)
    other = write_deck(tmp_path / "other")
    toml = (other / "deck.toml").read_text().replace('id = "test"', 'id = "other"')
    (other / "deck.toml").write_text(toml)
    path = workbook.export_deck(other, tmp_path / "other.xlsx").path
    edit(path, lambda book: book["debates"].__setitem__("B2", "Changed."))
    with pytest.raises(UsageError, match='of the deck "other", not of "test"') as refused:
        workbook.import_deck(path, deck)
    assert tree(deck) == before
    assert 'replace "Deck other" by "Deck test" on the sheet _how to' in refused.value.hint
    edit(path, lambda book: book["_how to"].__setitem__("A2", "Deck test"))
    assert len(workbook.import_deck(path, deck).changes) == 1


def test_a_workbook_that_names_no_deck_is_known_by_its_ids(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)
    before = tree(deck)

    def change(book):
        del book["_how to"]
        for row in range(2, 5):
            book["countries"][f"A{row}"] = ("FRA", "DEU", "ITA")[row - 2]

    edit(path, change)
    with pytest.raises(UsageError, match="hardly any id of its sheet countries"):
        workbook.import_deck(path, deck)
    assert tree(deck) == before
    edit(path, lambda book: book["countries"].__setitem__("A2", "CHL"))
    assert [r.record for r in workbook.import_deck(path, deck).added] == ["DEU", "ITA"]


def test_a_workbook_of_which_nothing_can_be_read_fails(tmp_path):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)

    def behead(book):
        for sheet in book.worksheets[1:]:
            sheet.delete_rows(1)

    edit(path, behead)
    done = run("workbook", "import", str(path), str(deck))
    assert done.returncode == 1
    assert "there is no column id; nothing was read" in done.stdout


def test_a_failed_write_leaves_the_deck_whole(tmp_path, monkeypatch):
    deck = write_deck(tmp_path / "deck")
    path = export(deck, tmp_path)
    edit(path, lambda book: book["debates"].__setitem__("B2", "Changed."))
    before = tree(deck)

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("deckkit.output.os.replace", fail)
    with pytest.raises(UsageError, match="No space left"):
        workbook.import_deck(path, deck)
    assert tree(deck) == before


def test_control_characters_are_kept_as_codes(tmp_path):
    text = QUIZWIZ["debates"].replace("Park", "Pa\x01rk").replace("Talk", "_x000A1_")
    deck = write_deck(tmp_path / "deck", {"debates": text})
    data = workbook.to_bytes(loaded(deck))
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = b"".join(archive.read(n) for n in archive.namelist())
    assert b"Pa_x0001_rk" in parts and b"_x000A1_" in parts
    book = as_workbook_deck(deck, tmp_path / "book")
    assert _raw(loaded(book).sources.tables["debates"]) == _raw(
        loaded(deck).sources.tables["debates"]
    )
