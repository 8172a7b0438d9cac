"""A table that is wrong as a whole gives a number, not a flood; and the number is true."""

from __future__ import annotations

import json
import tracemalloc
from pathlib import Path

import pytest

from deckkit import baseline, pipeline
from deckkit.findings import Profile, Report, Severity
from deckkit.fix import fix
from deckkit.quota import LIMIT
from tests.support import QUIZWIZ, check, run, write_deck

HEAD = "id,category,difficulty,text,count,answers,as_of,sources"
ROWS = 2 * LIMIT + 500


def flood(rows: int = ROWS, column: str = "", cell: str = "") -> str:
    """Statements whose counts are all words."""
    lines = [f"S{n},land,1,has {n} names,many,Chile,2023,An atlas{cell}" for n in range(rows)]
    return "\n".join([HEAD + column, *lines, ""])


def deck(folder: Path, **sheets: str) -> Path:
    return write_deck(folder / "deck", sheets)


def of(report: Report, code: str) -> list[tuple[int | None, int]]:
    """Row and number of all findings of a code."""
    return [(f.location.row, f.count) for f in report.findings if f.code == code]


def test_the_last_finding_speaks_for_the_rest(tmp_path: Path) -> None:
    report = check(deck(tmp_path, statements=flood()), profile="draft", select=("DK",))
    found = of(report, "DK105")
    assert found == [*((row, 1) for row in range(2, LIMIT + 2)), (LIMIT + 2, ROWS - LIMIT)]
    last = [f for f in report.findings if f.rest][-1]
    assert last.message == (
        "Not listed: 1,500 more findings of this kind in this table; the first 1,000 are."
    )
    assert (last.location.column, last.location.record) == (None, None)
    assert report.count(Severity.ERROR) == ROWS
    assert report.worst_at_least(Severity.ERROR)


def test_up_to_the_limit_all_are_listed(tmp_path: Path) -> None:
    report = check(deck(tmp_path, statements=flood(LIMIT)), profile="draft", select=("DK",))
    assert len(of(report, "DK105")) == report.count(Severity.ERROR) == LIMIT
    report = check(deck(tmp_path, statements=flood(LIMIT + 1)), profile="draft", select=("DK",))
    assert of(report, "DK105")[-1] == (LIMIT + 2, 1)
    assert report.findings[-1].rest == 1


def test_two_columns_share_a_limit_row_by_row(tmp_path: Path) -> None:
    text = flood().replace(",land,1,", ",,,")
    found = of(check(deck(tmp_path, statements=text), profile="draft", select=("DK",)), "DK104")
    assert found[:3] == [(2, 1), (2, 1), (3, 1)]
    assert found[-1] == (LIMIT // 2 + 2, 2 * ROWS - LIMIT)


def test_what_the_reader_and_the_rules_find_is_limited_as_well(tmp_path: Path) -> None:
    rows = "".join(f"CHL,Fi?ji{n},Oceania,Suva,\n" for n in range(LIMIT + 7))
    sheet = f"code,name,region,capital,aliases\n{rows}"
    report = check(deck(tmp_path, countries=sheet), profile="draft", select=("DK",))
    assert of(report, "DK023")[-1] == (LIMIT + 2, 7)
    assert of(report, "DK201")[-1][1] == 6


def test_rows_that_accept_a_code_take_nobodys_place(tmp_path: Path) -> None:
    accepted = flood(column=",deckkit_ignore", cell=",DK105")
    report = check(deck(tmp_path, statements=accepted), profile="review")
    assert of(report, "DK105") == of(report, "DK092") == []
    mixed = accepted.replace(",DK105\n", ",DK4\n", 3)
    report = check(deck(tmp_path, statements=mixed), profile="draft", select=("DK",))
    assert of(report, "DK105") == [(2, 1), (3, 1), (4, 1)]


def test_records_that_deck_toml_accepts_take_nobodys_place(tmp_path: Path) -> None:
    folder = deck(tmp_path, statements=flood(LIMIT + 2))
    entry = '\n[[ignore]]\ncode = "not-a-whole-number"\nreason = "No."\nrecord = "S{}"\n'
    toml = (folder / "deck.toml").read_text()
    (folder / "deck.toml").write_text(toml + entry.format(LIMIT) + entry.format(LIMIT + 1))
    report = check(folder, profile="draft", select=("DK",))
    assert len(of(report, "DK105")) == report.count(Severity.ERROR) == LIMIT


def test_a_baseline_knows_the_rest(tmp_path: Path) -> None:
    folder = deck(tmp_path, statements=flood())
    options = pipeline.Options((folder,), Profile.DRAFT, select=("DK",))
    file = tmp_path / "baseline.json"
    baseline.write(baseline.Baseline.of(pipeline.validate(options)), file)

    def left() -> Report:
        return pipeline.without_known(pipeline.validate(options), file)

    assert left().total == 0
    sheet = folder / "statements.csv"
    sheet.write_text(flood().replace(",many,", ",1,", 20))  # 20 of the rest are listed now
    assert [(f.code, f.message.split()[0]) for f in left().findings] == [("DK091", "20")]
    sheet.write_text(flood(ROWS + 5))
    assert of(left(), "DK105") == [(LIMIT + 2, 5)]


def test_fix_mends_all(tmp_path: Path) -> None:
    rows = [f"D{n},Park  country {n} here." for n in range(LIMIT + 500)]
    folder = deck(tmp_path, debates="\n".join(["id,text", *rows, ""]))
    fixed = fix(pipeline.Options((folder,), select=("DK401",)))
    assert len(fixed.edits) == LIMIT + 500
    assert "  " not in (folder / "debates.csv").read_text()


@pytest.mark.parametrize(
    ("format_", "words"),
    [("json", '"error": 2500,'), ("github", "2,500 errors"), ("markdown", "2,500 errors")],
)
def test_reports_say_the_true_number(tmp_path: Path, format_: str, words: str) -> None:
    folder = deck(tmp_path, statements=flood())
    done = run("validate", "--profile", "draft", "--select", "DK", "--format", format_, str(folder))
    assert done.returncode == 1
    assert words in done.stdout
    if format_ == "json":
        assert sum(f["count"] for f in json.loads(done.stdout)["findings"]) == ROWS


def test_columns_beyond_a_dozen_are_one_finding(tmp_path: Path) -> None:
    more = [f"x{n}" for n in range(300)]
    sheet = QUIZWIZ["debates"].replace("id,text", ",".join(["id", "text", *more, "y", "y"]))
    report = check(deck(tmp_path, debates=sheet), profile="draft", select=("DK",))
    assert of(report, "DK102") == [*[(1, 1)] * 12, (1, 290)]
    [rest] = [finding for finding in report.findings if finding.rest]
    assert rest.message == "Not listed: 290 more columns (O to KR), not known to debates."
    assert [f.location.cell for f in report.findings if f.code == "DK103"] == ["KR1"]


def test_a_misspelt_column_is_always_named(tmp_path: Path) -> None:
    more = ",".join(f"x{n}" for n in range(300))
    head = f"code,name,region,{more},captial"
    sheet = f"{head}\nCHL,Chile,South America{301 * ','}\n"
    report = check(deck(tmp_path, countries=sheet), profile="draft", select=("DK",))
    hints = [f.hint for f in report.findings if f.code == "DK102" and "captial" in f.message]
    assert hints == ['Did you mean "capital"?']


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("countries.csv", f"code,name,region,{','.join(f'x{n}' for n in range(16_000))}\nNA,A,B\n"),
        ("statements.csv", flood(20_000).replace(",land,1,", ",,9,")),
        ("countries.csv", "code,name,region\n" + "NA,Fi?ji,Asia,one,too many\n" * 20_000),
    ],
)
def test_a_flood_takes_no_150_megabytes(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    report = check(tmp_path / name, profile="draft", game="quizwiz")
    assert len(report.findings) < 10 * LIMIT
    tracemalloc.start()
    try:
        check(tmp_path / name, profile="draft", game="quizwiz")
        assert tracemalloc.get_traced_memory()[1] < 150 * 2**20
    finally:
        tracemalloc.stop()
