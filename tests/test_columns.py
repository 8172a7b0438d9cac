"""Tables with other headers (`[columns]`, --map) and rows that accept a finding."""

from __future__ import annotations

import pytest

from deckkit import columns
from deckkit.errors import UsageError

from .support import CONTENTS, check, deck_toml, of_code, run, write_deck

COUNTRIES = "ISO,country,continent,code\nCHL,Chile,South America,1\nPER,Peru,South America,2\n"
MAP = ("code=ISO", "name=country", "region=continent")


def countries(tmp_path, text=COUNTRIES, name="world.csv"):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    return file


def test_map_reads_public_tables_as_they_are(tmp_path):
    text = "ISO,country,continent\nCHL,Chile,South America\nPER,Peru,South America\n"
    report = check(countries(tmp_path, text), profile="draft", columns=MAP)
    assert report.findings == ()
    (counts,) = report.checked.values()
    assert (counts["game"], counts["countries"]) == ("quizwiz", 2)


def test_findings_stand_at_the_header_of_the_file(tmp_path):
    text = "ISO,country,continent\nCH1,Chile,South America\n"
    (found,) = check(countries(tmp_path, text), profile="draft", columns=MAP).findings
    assert found.code == "DK107"
    assert (found.location.cell, found.location.header) == ("A2", "ISO")


def test_a_mapped_column_wins_over_one_of_that_name_and_says_so(tmp_path):
    report = check(countries(tmp_path), profile="draft", columns=MAP)
    (twice,) = report.findings
    assert (twice.code, twice.location.cell) == ("DK103", "D1")


def test_the_header_row_below_a_title_is_found_by_mapped_headers(tmp_path):
    text = "Countries of the world,,\n,,\nISO,country,continent\nCHL,Chile,South America\n"
    report = check(countries(tmp_path, text), profile="draft", columns=MAP, game="quizwiz")
    assert [f.code for f in report.findings] == ["DK051"]


def test_deck_toml_names_columns_for_all_sheets_or_one(tmp_path):
    deck = write_deck(tmp_path / "deck", {"debates": "No,Clause\nD1,Park a country here.\n"})
    contents = CONTENTS["quizwiz"].replace("debates = 3", "debates = 1")
    toml = deck_toml("quizwiz", contents)
    toml += '\n[columns.debates]\nid = "No"\ntext = "Clause"\n'
    (deck / "deck.toml").write_text(toml, encoding="utf-8")
    report = check(deck, profile="print")
    assert [f.code for f in report.findings] == ["QW603"]
    (deck / "deck.toml").write_text(toml.replace("text =", "txet ="), encoding="utf-8")
    with pytest.raises(UsageError) as error:
        check(deck)
    assert error.value.message == 'There is no column "txet" to map to.'
    assert error.value.hint == 'Did you mean "text"?'


def test_the_command_line_beats_deck_toml():
    first = columns.names_of({"code": "A", "name": "B", "debates": {"text": "C"}})
    second = columns.parse(["code=X", "debates.text=Y"])
    joined = columns.joined(first, second)
    assert joined == {"": {"b": "name", "x": "code"}, "debates": {"y": "text"}}
    assert columns.for_sheet(joined, "debates") == {"b": "name", "x": "code", "y": "text"}


@pytest.mark.parametrize("word", ["code", "code=", "=ISO", ".text=A", "debates.=A"])
def test_map_words_are_checked(word):
    with pytest.raises(UsageError, match="says no column and header"):
        columns.parse([word])


def test_an_unknown_sheet_is_an_error(tmp_path):
    with pytest.raises(UsageError, match='no sheet "debate"'):
        check(countries(tmp_path), columns=("debate.text=Clause",), game="quizwiz")


def test_map_on_the_command_line(tmp_path):
    text = "ISO,country,continent\nCHL,Chile,South America\n"
    file = countries(tmp_path, text)
    done = run("validate", str(file), "--map", "code=ISO,name=country", "--map", "region=continent",
               "--profile", "draft", "--fail-on", "info")  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert "1 countries" in done.stdout


IGNORING = """\
id,category,difficulty,text,count,answers,as_of,sources,deckkit_ignore
S001,land,1,Has a coast.,2,Chile; Peru,2023,An atlas; Another atlas,QW402
S002,food,2,Grows potatoes,3,Chile; Peru; Bolivia,2023,An atlas; Another atlas,
"""


def test_a_row_ignores_its_own_findings_only(tmp_path):
    deck = write_deck(tmp_path / "deck", {"statements": IGNORING})
    report = check(deck)
    assert [f.code for f in report.findings] == ["QW402"]
    assert report.findings[0].location.record == "S002"


def test_an_ignore_of_a_row_without_effect_is_said(tmp_path):
    text = IGNORING.replace("QW402\n", "QW402; statement-shape QW999\n")
    deck = write_deck(tmp_path / "deck", {"statements": text})
    (idle,) = of_code(check(deck), "DK092")
    assert (idle.location.cell, idle.message) == ("I2", 'Nothing is ignored by "QW999".')
    assert not of_code(check(deck, profile="draft"), "DK092")
