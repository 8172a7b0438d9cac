"""The git drivers, through real `git diff` and `git merge` on real repositories."""

from __future__ import annotations

import csv
import io
import random
import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment

from deckkit.errors import UsageError
from deckkit.gitdrivers import install, merge_files, textconv
from deckkit.gitdrivers.install import ATTRIBUTES
from deckkit.gitdrivers.three import Table, merge, ordered
from tests.support import ROOT, check, of_code, to_workbook, write_deck

HEAD = "id,category,difficulty,text,count,answers,as_of,sources\n"
ROWS = [
    'S001,land,1,has a coast,2,Chile; Peru,2023,"An atlas, 2023"\n',
    "S002,food,2,grows potatoes,3,Chile; Peru; Bolivia,2023,An atlas\n",
    "S003,food,3,exports copper,2,Chile; Peru,2023,An atlas\n",
]
BASE = HEAD + "".join(ROWS)


def git(folder: Path, *args: str, ok: bool = True) -> subprocess.CompletedProcess[str]:
    options = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(
        ["git", *options, *args], cwd=folder, check=ok, capture_output=True, text=True
    )


@pytest.fixture
def repo(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    folder = tmp_path / "my repo"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    install(folder)
    return folder


def branches(repo: Path, path: str, base, ours, theirs) -> subprocess.CompletedProcess[str]:
    """Commit `base`, then `theirs` and `ours` on two branches, and merge the one into the other."""
    versions = {"base": base, "theirs": theirs, "ours": ours}
    for name, content in versions.items():
        if name == "theirs":
            git(repo, "checkout", "-q", "-b", "theirs")
        elif name == "ours":
            git(repo, "checkout", "-q", "main")
        file = repo / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if callable(content):
            content(file)
        else:
            file.write_bytes(content if isinstance(content, bytes) else content.encode())
        git(repo, "add", "-A")
        git(repo, "commit", "-q", "-m", name)
    return git(repo, "merge", "--no-edit", "theirs", ok=False)


def edited(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def merged_csv(tmp_path: Path, base: str, ours: str, theirs: str, name: str = "statements.csv"):
    """The driver alone: the merged text and its result."""
    files = []
    for word, text in (("base", base), ("ours", ours), ("theirs", theirs)):
        files.append(tmp_path / f".merge_file_{word}")
        files[-1].write_bytes(text.encode())
    result = merge_files(*files, name)
    return files[1].read_bytes().decode(), result


def test_csv_different_columns_of_one_row(repo):
    ours = edited(BASE, ("has a coast", "has a long coast"))
    theirs = edited(BASE, ("S001,land,1", "S001,land,2"), ("exports copper", "mines copper"))
    done = branches(repo, "deck/statements.csv", BASE, ours, theirs)
    assert done.returncode == 0, done.stderr + done.stdout
    text = (repo / "deck/statements.csv").read_text()
    assert text == edited(
        BASE,
        ("S001,land,1,has a coast", "S001,land,2,has a long coast"),
        ("exports copper", "mines copper"),
    )


def test_csv_both_add_at_the_end_and_one_removes(repo):
    new = [r.replace("S003", i).replace("exports copper", f"is new {i}") for i, r in
           (("S004", ROWS[2]), ("S005", ROWS[2]))]  # fmt: skip
    ours = HEAD + ROWS[0] + ROWS[1] + ROWS[2] + new[0]
    theirs = HEAD + ROWS[0] + ROWS[2] + new[1]
    done = branches(repo, "statements.csv", BASE, ours, theirs)
    assert done.returncode == 0, done.stderr + done.stdout
    text = (repo / "statements.csv").read_text()
    assert text == HEAD + ROWS[0] + ROWS[2] + new[0] + new[1]


def test_csv_true_conflict_is_reported_per_cell(repo):
    ours = edited(BASE, ("has a coast", "has a beach"), ("S001,land,1", "S001,land,3"))
    theirs = edited(BASE, ("has a coast", "has a shore"), ("grows", "eats"))
    done = branches(repo, "statements.csv", BASE, ours, theirs)
    assert done.returncode == 1
    said = done.stderr + done.stdout
    assert (
        'statements.csv S001 text: ours "has a beach", theirs "has a shore", before "has a coast".'
    ) in said
    text = (repo / "statements.csv").read_text()
    row = ROWS[0].replace("land,1", "land,3")
    assert text == (
        HEAD
        + "<<<<<<< ours\n" + row.replace("a coast", "a beach")
        + "=======\n" + row.replace("a coast", "a shore")
        + ">>>>>>> theirs\n" + ROWS[1].replace("grows", "eats") + ROWS[2]
    )  # fmt: skip
    assert git(repo, "ls-files", "-u").stdout.count("statements.csv") == 3


def test_csv_removed_and_changed(tmp_path):
    ours = HEAD + ROWS[0] + ROWS[2]
    theirs = edited(BASE, ("potatoes", "quinoa"))
    text, result = merged_csv(tmp_path, BASE, ours, theirs)
    assert not result.clean
    assert "S002: one side removed the row, the other changed it" in result.messages[0]
    row = ROWS[1].replace("potatoes", "quinoa")
    assert text == HEAD + ROWS[0] + f"<<<<<<< ours\n=======\n{row}>>>>>>> theirs\n" + ROWS[2]


def test_csv_a_new_column_and_a_changed_cell(tmp_path):
    lines = BASE.splitlines()
    ours = "\n".join(f"{line},{'note' if n == 0 else f'n{n}'}" for n, line in enumerate(lines))
    theirs = edited(BASE, ("has a coast", "has a shore"))
    text, result = merged_csv(tmp_path, BASE, ours + "\n", theirs)
    assert result.clean
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["text"], row["note"]) for row in rows] == [
        ("has a shore", "n1"), ("grows potatoes", "n2"), ("exports copper", "n3"),
    ]  # fmt: skip
    assert "S002,food,2,grows potatoes,3,Chile; Peru; Bolivia,2023,An atlas,n2\n" in text


def test_csv_a_removed_column_that_the_other_changed(tmp_path):
    removed = "\n".join(line.rsplit(",", 1)[0] for line in BASE.replace("atlas, ", "atlas ")
                        .splitlines()) + "\n"  # fmt: skip
    base = BASE.replace("atlas, ", "atlas ")
    text, result = merged_csv(tmp_path, base, removed, base)
    assert result.clean
    assert text == removed
    theirs = edited(base, ("Bolivia,2023,An atlas", "Bolivia,2023,A map"))
    text, result = merged_csv(tmp_path, base, removed, theirs)
    assert not result.clean
    assert "removed the column sources" in result.messages[0]
    assert "A map" in text


def test_csv_sorted_by_one_side_keeps_its_order(tmp_path):
    theirs = HEAD + ROWS[2] + ROWS[1] + ROWS[0]
    ours = edited(BASE, ("potatoes", "quinoa"))
    text, result = merged_csv(tmp_path, BASE, ours, theirs)
    assert result.clean
    assert text == HEAD + ROWS[2] + ROWS[1].replace("potatoes", "quinoa") + ROWS[0]


def test_csv_in_the_writing_of_excel(tmp_path):
    """Our side saved with semicolons, a byte order mark and CRLF: the merge keeps that."""
    rows = list(csv.reader(io.StringIO(edited(BASE, ("a coast", "a beach")))))
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(rows)
    ours = "\ufeff" + out.getvalue()
    text, result = merged_csv(tmp_path, BASE, ours, edited(BASE, ("copper", "tin")))
    assert result.clean
    assert text.startswith("\ufeffid;")
    assert text == ours.replace("copper", "tin")


def test_csv_two_new_files(tmp_path):
    text, result = merged_csv(tmp_path, "", HEAD + ROWS[0] + ROWS[1], HEAD + ROWS[0] + ROWS[2])
    assert result.clean
    assert text == BASE


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("statements.csv", lambda t: t.replace("S002", "S001")),  # an id twice
        ("statements.csv", lambda t: t.replace("grows", '"grows')),  # an open quotation mark
        ("statements.csv", lambda t: t.replace("Bolivia,2023", "Bolivia,2023,extra")),
        ("statements.csv", lambda t: t.replace("as_of", "text")),  # a header twice
        ("prices.csv", lambda t: t.replace("id,", "sku,")),  # no key that deckkit knows
    ],
)
def test_csv_falls_back_to_lines(tmp_path, name, change):
    base = change(BASE)
    ours = base.replace("has a coast", "has a beach")
    theirs = base.replace("exports copper", "mines copper")
    text, result = merged_csv(tmp_path, base, ours, theirs, name)
    assert "merged by lines" in result.messages[0]
    expected = ours.replace("exports copper", "mines copper")
    if result.clean:
        assert text == expected
    else:  # git finds neighbouring lines in conflict: both versions are there
        assert "has a beach" in text
        assert "mines copper" in text


def test_the_rest_of_a_csv_keeps_its_bytes(tmp_path):
    """The shipped sheets, as they are written: only the touched rows change."""
    source = (ROOT / "sources/quizwiz/statements.csv").read_text(encoding="utf-8")
    lines = source.splitlines(keepends=True)
    ours = "".join([lines[0], lines[1].replace("lies", "Lies", 1), *lines[2:]])
    theirs = "".join([*lines[:-1], lines[-1].replace("S126", "S926", 1)])
    text, result = merged_csv(tmp_path, source, ours, theirs)
    assert result.clean
    assert text == "".join([lines[0], lines[1].replace("lies", "Lies", 1), *lines[2:-1],
                            lines[-1].replace("S126", "S926", 1)])  # fmt: skip


def test_nothing_is_lost_in_random_merges():
    """Every value of either side is in the result, was replaced by one side, or in conflict."""
    dice = random.Random(7)
    for _ in range(300):
        base = Table(("a", "b"), {f"r{n}": {"a": f"a{n}", "b": f"b{n}"} for n in range(5)})
        sides = []
        for word in ("x", "y"):
            rows = {}
            for record, cells in base.rows.items():
                if dice.random() < 0.15:
                    continue
                rows[record] = {c: v if dice.random() < 0.7 else v + word for c, v in cells.items()}
            for n in range(dice.randint(0, 2)):
                rows[f"{word}{n}"] = {"a": word, "b": str(n)}
            items = list(rows.items())
            if dice.random() < 0.3:
                dice.shuffle(items)
            sides.append(Table(("a", "b"), dict(items)))
        result = merge(base, sides[0], sides[1], "")
        disputed = {(c.record, c.column) for c in result.conflicts}
        for mine, yours in (sides, sides[::-1]):
            for record, cells in mine.rows.items():
                old, other = base.rows.get(record), yours.rows.get(record)
                if record not in result.rows:
                    assert cells == old
                    assert other is None
                    continue
                for column, value in cells.items():
                    kept = result.rows[record][column] == value
                    replaced = old is not None and value == old[column] and other is not None
                    assert kept or replaced or (record, column) in disputed
                if old is not None and other is None:
                    assert (record, None) in disputed
        swapped = merge(base, sides[1], sides[0], "")
        assert set(swapped.rows) == set(result.rows)
        assert {(c.record, c.column) for c in swapped.conflicts} == disputed


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "result"),
    [
        ("abc", "abc", "abc", "abc"),
        ("abc", "abcx", "abcy", "abcxy"),
        ("abc", "abcd", "axbc", "axbcd"),
        ("abc", "cba", "abcx", "cxba"),
        ("abc", "axbc", "cba", "cbax"),
        ("abc", "ac", "abc", "abc"),
        ("", "x", "y", "xy"),
        ("abc", "abc", "xabc", "xabc"),
    ],
)
def test_order(base, ours, theirs, result):
    assert "".join(ordered(base, ours, theirs)) == result


def book_of(*sheets: tuple[str, str], style: bool = True):
    """A function that writes a workbook from CSV texts."""

    def save(path: Path) -> None:
        book = openpyxl.Workbook()
        book.remove(book.worksheets[0])
        for name, text in sheets:
            sheet = book.create_sheet(name)
            for row in csv.reader(io.StringIO(text)):
                sheet.append([int(v) if v.isdecimal() else v for v in row])
            if style:
                sheet.freeze_panes = "A2"
                sheet["A1"].font = openpyxl.styles.Font(bold=True)
                sheet.column_dimensions["D"].width = 50
        book.save(path)

    return save


def change_book(*changes: tuple[str, str, object]):
    """A function that opens the workbook there and sets cells."""

    def save(path: Path) -> None:
        book = openpyxl.load_workbook(path)
        for sheet, cell, value in changes:
            book[sheet][cell] = value
        book.save(path)

    return save


def values(path: Path, sheet: str = "statements") -> list[list[object]]:
    rows = openpyxl.load_workbook(path)[sheet].iter_rows(values_only=True)
    return [list(row) for row in rows if any(v is not None for v in row)]


def test_two_branches_edit_one_workbook(repo, tmp_path):
    """Different cells, one of them in the same row: `git merge` has no conflict."""
    folder = write_deck(tmp_path / "deck")
    done = branches(
        repo,
        "deck.xlsx",
        lambda path: to_workbook(folder, path),
        change_book(("statements", "D2", "has a long coast"), ("countries", "D2", "Santiago de X")),
        change_book(("statements", "G2", 2024), ("debates", "B3", "Talk about it.")),
    )
    assert done.returncode == 0, done.stderr + done.stdout
    rows = values(repo / "deck.xlsx")
    assert [rows[1][n] for n in (0, 3, 6)] == ["S001", "has a long coast", 2024]
    assert values(repo / "deck.xlsx", "countries")[1][3] == "Santiago de X"
    assert values(repo / "deck.xlsx", "debates")[2][1] == "Talk about it."
    report = check(repo / "deck.xlsx", profile="draft", game="quizwiz")
    assert not [f for f in report.findings if f.severity == "error"]


def test_workbook_rows_added_removed_and_moved(repo):
    def ours(path):
        book = openpyxl.load_workbook(path)
        sheet = book["statements"]
        sheet.insert_rows(3)
        for column, value in enumerate(["S009", "land", 1, "=2+2 is four", 0, "Peru"], 1):
            sheet.cell(3, column).value = value
            if column == 4:
                sheet.cell(3, column).data_type = "s"
        sheet["D2"].comment = Comment("look here", "me")
        sheet["D2"].font = openpyxl.styles.Font(italic=True)
        book.save(path)

    def theirs(path):
        book = openpyxl.load_workbook(path)
        book["statements"].delete_rows(3)  # S002
        book["statements"].append(["S010", "food", 2, "grows maize", 1, "Peru"])
        book.create_sheet("debates").append(["id", "text"])
        book["debates"].append(["D1", "=cmd|' /C calc'!A0"])
        book["debates"]["B2"].data_type = "s"
        book.save(path)

    done = branches(repo, "deck.xlsx", book_of(("statements", BASE)), ours, theirs)
    assert done.returncode == 0, done.stderr + done.stdout
    rows = values(repo / "deck.xlsx")
    assert [row[0] for row in rows[1:]] == ["S001", "S009", "S003", "S010"]
    book = openpyxl.load_workbook(repo / "deck.xlsx")
    sheet = book["statements"]
    assert sheet["D2"].comment.text == "look here"
    assert sheet["D2"].font.italic
    assert sheet.freeze_panes == "A2"
    assert sheet.column_dimensions["D"].width == 50
    assert (sheet["D3"].value, sheet["D3"].data_type) == ("=2+2 is four", "s")
    assert book["debates"]["B2"].data_type == "s"


def test_workbook_conflict_is_listed_per_cell(repo):
    done = branches(
        repo,
        "deck.xlsx",
        book_of(("statements", BASE)),
        change_book(("statements", "D2", "has a beach"), ("statements", "C2", 3)),
        change_book(("statements", "D2", "=HYPERLINK(1)"), ("statements", "D3", "eats potatoes")),
    )
    assert done.returncode == 1
    assert 'deck.xlsx › statements S001 text: ours "has a beach"' in done.stderr + done.stdout
    rows = values(repo / "deck.xlsx")
    assert rows[1][2:4] == [3, "has a beach"]
    assert rows[2][3] == "eats potatoes"
    book = openpyxl.load_workbook(repo / "deck.xlsx")
    listed = [[cell.value for cell in row] for row in book["_conflicts"].iter_rows()]
    assert listed[1] == ["statements", "S001", "text", "has a coast", "has a beach",
                         "=HYPERLINK(1)"]  # fmt: skip
    assert book["_conflicts"]["F2"].data_type == "s"
    assert git(repo, "ls-files", "-u").stdout.count("deck.xlsx") == 3


def test_workbook_conflict_is_an_error_until_it_is_settled(repo):
    done = branches(
        repo,
        "deck/deck.xlsx",
        book_of(("statements", BASE)),
        change_book(("statements", "D2", "has a beach"), ("statements", "D3", "eats potatoes")),
        change_book(("statements", "D2", "has a shore"), ("statements", "D3", "likes potatoes")),
    )
    assert done.returncode == 1
    found = of_code(check(repo / "deck/deck.xlsx", profile="draft", game="quizwiz"), "DK036")
    assert [(f.location.sheet, f.location.row, f.severity.value) for f in found] == [
        ("_conflicts", 2, "error"),
        ("_conflicts", 3, "error"),
    ]
    assert found[0].message == (
        "A merge conflict of Git was not settled: statements S001 text "
        '(ours "has a beach", theirs "has a shore").'
    )
    book = openpyxl.load_workbook(repo / "deck/deck.xlsx")
    book["_conflicts"].delete_rows(2, 2)
    book.save(repo / "deck/deck.xlsx")
    report = check(repo / "deck/deck.xlsx", profile="draft", game="quizwiz")
    assert of_code(report, "DK036") == []


def test_a_sheet_of_notes_that_has_the_name_of_the_list_of_conflicts_is_none(tmp_path):
    notes = ("_conflicts", "sheet,whom to ask\nstatements,Ann\n")
    book_of(("statements", BASE), notes)(tmp_path / "deck.xlsx")
    assert of_code(check(tmp_path / "deck.xlsx", game="quizwiz"), "DK036") == []


def test_workbook_notes_merge_like_cells(repo):
    def annotate(cell, text):
        def save(path):
            book = openpyxl.load_workbook(path)
            book["statements"][cell].comment = Comment(text, "me")
            book.save(path)

        return save

    done = branches(
        repo, "deck.xlsx", book_of(("statements", BASE)),
        annotate("D2", "ours"), annotate("D3", "theirs"),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    sheet = openpyxl.load_workbook(repo / "deck.xlsx")["statements"]
    assert [sheet[c].comment.text for c in ("D2", "D3")] == ["ours", "theirs"]


def test_workbook_sheet_without_ids(repo):
    free = ("how to", "Read me\nFill in the rows\n")
    base = book_of(("statements", BASE), free)
    done = branches(
        repo, "deck.xlsx", base,
        change_book(("how to", "A2", "ours")), change_book(("how to", "A2", "theirs")),
    )  # fmt: skip
    assert done.returncode == 1
    assert "the whole sheet, which has no ids" in done.stderr + done.stdout
    assert values(repo / "deck.xlsx", "how to")[1] == ["ours"]


def test_workbook_sheet_without_ids_changed_by_one(repo):
    free = ("how to", "Read me\nFill in the rows\n")
    done = branches(
        repo, "deck.xlsx", book_of(("statements", BASE), free),
        change_book(("statements", "D2", "has a beach")), change_book(("how to", "A2", "theirs")),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert values(repo / "deck.xlsx", "how to")[1] == ["theirs"]


def test_workbook_with_a_chart_is_left_alone(repo):
    def with_chart(text):
        def save(path):
            from openpyxl.chart import BarChart, Reference

            book = openpyxl.Workbook()
            sheet = book.active
            sheet.title = "statements"
            for row in csv.reader(io.StringIO(text)):
                sheet.append(row)
            chart = BarChart()
            chart.add_data(Reference(sheet, min_col=5, min_row=1, max_row=4))
            sheet.add_chart(chart, "K2")
            book.save(path)

        return save

    ours = BASE.replace("a coast", "a beach")
    done = branches(repo, "my deck.xlsx", with_chart(BASE), with_chart(ours),
                    with_chart(BASE.replace("copper", "tin")))  # fmt: skip
    assert done.returncode == 1
    assert "a merge would lose its part xl/" in done.stderr + done.stdout
    assert values(repo / "my deck.xlsx")[1][3] == "has a beach"


def test_workbook_that_is_damaged(tmp_path):
    good, bad = tmp_path / "good", tmp_path / "bad"
    book_of(("statements", BASE))(good)
    bad.write_bytes(b"PK\x03\x04 nonsense")
    before = good.read_bytes()
    result = merge_files(good, good, bad, "deck.xlsx")
    assert not result.clean
    assert result.data is None
    assert good.read_bytes() == before


def test_git_diff_shows_workbooks_as_text(repo, tmp_path):
    folder = write_deck(tmp_path / "deck")
    to_workbook(folder, repo / "deck.xlsx")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "x")
    change_book(("statements", "D2", "has a long\ncoast"))(repo / "deck.xlsx")
    shown = git(repo, "diff").stdout
    changed = [line for line in shown.splitlines() if line[:1] in "+-" and line[1:2] not in "+-"]
    assert changed == ["-S001 text: has a coast", "+S001 text: has a long⏎coast"]
    assert "@@ statements\n" in shown


def test_textconv_does_not_depend_on_the_place_of_rows(tmp_path):
    first, second = tmp_path / "a.xlsx", tmp_path / "b.xlsx"
    book_of(("statements", BASE))(first)
    book_of(("statements", HEAD + ROWS[2] + ROWS[0] + ROWS[1]))(second)
    assert sorted(textconv(first).splitlines()) == sorted(textconv(second).splitlines())


def test_textconv_of_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "deck.xlsx").write_bytes(b"no workbook")
    assert textconv(tmp_path / "deck.xlsx").startswith("! ")


def test_install_is_idempotent_and_keeps_what_is_there(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitattributes").write_text("*.png binary\n*.csv   merge=deckkit")
    (tmp_path / "sub").mkdir()
    done = install(tmp_path / "sub")
    assert len(done) == 4 + len(ATTRIBUTES) - 1
    lines = (tmp_path / ".gitattributes").read_text().splitlines()
    assert lines[:2] == ["*.png binary", "*.csv   merge=deckkit"]
    assert set(ATTRIBUTES[1:]) == set(lines[2:])
    driver = git(tmp_path, "config", "merge.deckkit.driver").stdout.strip()
    assert driver.endswith("-P -m deckkit.gitdrivers merge %O %A %B %P")
    assert install(tmp_path) == []


def test_install_outside_a_repository(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UsageError, match="not a git repository"):
        install(tmp_path)


def test_modules_of_the_repository_are_not_imported(repo):
    """A repository with a json.py: `-P` keeps the driver from running it."""
    trap = repo.parent / "ran"
    for name in ("json.py", "deckkit.py", "csv.py"):
        (repo / name).write_text(f"open({str(trap)!r}, 'w')\nraise SystemExit(0)\n")
    done = branches(repo, "statements.csv", BASE, BASE.replace("a coast", "a beach"),
                    BASE.replace("copper", "tin"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not trap.exists()


def test_wrong_arguments():
    done = subprocess.run(
        [sys.executable, "-P", "-m", "deckkit.gitdrivers", "merge", "one"],
        env={"PYTHONPATH": str(ROOT)}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 129
