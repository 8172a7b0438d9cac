"""The command line as users type it: streams, exit codes, one clear line for bad input."""

from __future__ import annotations

import json
import os

import pytest

from deckkit.errors import ExitCode

from .support import QUIZWIZ, run, tree, write_deck

WRONG_COUNT = QUIZWIZ["statements"].replace("land,1,has a coast,2,", "land,1,has a coast,14,")


@pytest.fixture
def deck(tmp_path):
    return write_deck(tmp_path / "sources" / "test")


@pytest.fixture
def wrong(tmp_path):
    return write_deck(tmp_path / "sources" / "test", {"statements": WRONG_COUNT})


def test_validate_says_what_it_checked(deck, tmp_path):
    done = run("validate", "sources", cwd=tmp_path)
    assert done.returncode == ExitCode.OK
    assert done.stderr == ""
    assert "Checked sources/test: 3 countries, 2 categories, 2 statements" in done.stdout
    assert "No findings." in done.stdout


def test_validate_looks_into_sources_by_default(deck, tmp_path):
    assert run("validate", cwd=tmp_path).stdout == run("validate", "sources", cwd=tmp_path).stdout


def test_wrong_count_names_file_row_column_and_both_numbers(wrong, tmp_path):
    done = run("validate", "sources", cwd=tmp_path)
    assert done.returncode == ExitCode.FINDINGS
    assert done.stdout.splitlines()[:3] == [
        "sources/test/statements.csv",
        "  ✗ line 2, E (count)  S001: The count says 14, but 2 countries are listed.  QW301",
        "      → Type 2, or correct the list of answers.",
    ]
    assert "1 error. What a code means: deckkit explain QW301" in done.stdout


def test_json_report_has_the_documented_shape(wrong, tmp_path):
    done = run("validate", "sources", "--format", "json", cwd=tmp_path)
    assert done.returncode == ExitCode.FINDINGS
    report = json.loads(done.stdout)
    assert report["version"] == 1
    assert report["summary"] == {"error": 1, "warning": 0, "info": 0}
    assert report["checked"]["sources/test"]["statements"] == 2
    (finding,) = report["findings"]
    assert finding["code"] == "QW301"
    assert finding["name"] == "count-differs"
    assert finding["severity"] == "error"
    assert finding["location"] == {
        "file": "sources/test/statements.csv",
        "sheet": "statements",
        "row": 2,
        "column": "E",
        "cell": "E2",
        "header": "count",
        "record": "S001",
    }
    assert finding["fix"] == {"old": "14", "new": "2", "safe": True}
    assert finding["related"][0]["location"]["cell"] == "F2"
    assert len(finding["fingerprint"]) == 16


def test_fingerprints_survive_sorting_the_sheet(tmp_path):
    lines = WRONG_COUNT.splitlines()
    swapped = "\n".join([lines[0], lines[2], lines[1]]) + "\n"
    prints = []
    for text in (WRONG_COUNT, swapped):
        write_deck(tmp_path / "d", {"statements": text})
        done = run("validate", "d", "--format", "json", cwd=tmp_path)
        prints.append([f["fingerprint"] for f in json.loads(done.stdout)["findings"]])
    assert prints[0] == prints[1]


def test_select_ignore_exit_zero_and_fail_on(wrong, tmp_path):
    assert run("validate", "--ignore", "QW301", cwd=tmp_path).returncode == ExitCode.OK
    assert run("validate", "--ignore", "count-differs", cwd=tmp_path).returncode == ExitCode.OK
    assert run("validate", "--select", "DK", cwd=tmp_path).returncode == ExitCode.OK
    assert run("validate", "--select", "QW", cwd=tmp_path).returncode == ExitCode.FINDINGS
    assert run("validate", "--exit-zero", cwd=tmp_path).returncode == ExitCode.OK
    write_deck(wrong, {"countries": QUIZWIZ["countries"].replace("aliases", "nicknames")})
    assert run("validate", cwd=tmp_path).returncode == ExitCode.OK  # a warning only
    assert run("validate", "--fail-on", "warning", cwd=tmp_path).returncode == ExitCode.FINDINGS


def test_quiet_prints_only_the_summary(wrong, tmp_path):
    out = run("validate", "-q", cwd=tmp_path).stdout
    assert "QW301" in out.splitlines()[-1]
    assert len(out.splitlines()) == 3  # checked, rules that could not run, totals


def test_a_rule_that_fires_often_is_summarised(tmp_path):
    rows = "".join(f"S1{i:02},land,1,text number {i},9,Chile; Peru,2023,a; b\n" for i in range(40))
    write_deck(tmp_path / "d", {"statements": QUIZWIZ["statements"] + rows})
    short = run("validate", "d", cwd=tmp_path).stdout
    assert "… and 37 more QW301 count-differs (-v shows all)" in short
    assert short.count("The count says 9") == 3
    assert run("validate", "d", "-v", cwd=tmp_path).stdout.count("The count says 9") == 40


def test_colour_only_on_request_when_piped(wrong, tmp_path):
    assert "\x1b[" not in run("validate", cwd=tmp_path).stdout
    assert "\x1b[" in run("validate", "--color", cwd=tmp_path).stdout
    assert "\x1b[" not in run("validate", cwd=tmp_path, FORCE_COLOR="", NO_COLOR="1").stdout


@pytest.mark.parametrize(
    ("args", "code", "line"),
    [
        (["validate", "nowhere"], 2, "deckkit: There is no file or folder nowhere."),
        (["validate", "empty"], 3, "deckkit: There is no deck in empty."),
        (["build", "nowhere"], 2, "deckkit: There is no file or folder nowhere."),
        (["build", "empty"], 3, "deckkit: There is no deck in empty."),
        (
            ["build", "good", "--out", "file"],
            2,
            "deckkit: The output folder file cannot be written",
        ),
        (
            ["build", "good", "--pdf", "--sheets", "a5"],
            2,
            'deckkit: There is no sheet layout "a5".',
        ),
        (["validate", "good", "--game", "quizwizz"], 2, 'deckkit: There is no game "quizwizz".'),
        (["validate", "badgame"], 2, 'deckkit: There is no game "chess".'),
        (["validate", "badtoml"], 2, "deckkit: badtoml/deck.toml is not valid TOML"),
        (["validate", "badkey"], 2, "deckkit: badkey/deck.toml has an unknown entry: titel."),
        (["validate", "badversion"], 2, "deckkit: badversion/deck.toml: version = '1' is not"),
        (["validate", "lacking"], 2, "deckkit: lacking/deck.toml lacks the entry licence."),
        (["validate", "mystery.csv"], 2, "deckkit: Which game is mystery.csv a deck of?"),
        (["validate", "good", "--sheet", "x"], 0, ""),
        (
            ["validate", "lone.csv", "--game", "quizwiz", "--sheet", "x"],
            2,
            "deckkit: QuizWiz has no",
        ),
        (["explain", "QW999"], 2, "deckkit: There is no code QW999."),
        (["schema", "quizwiz/statement"], 2, "deckkit: There is no schema quizwiz/statement."),
        (["validate", "--profile", "strict"], 2, ""),
    ],
)
def test_bad_usage_is_one_line_and_a_documented_code(args, code, line, tmp_path):
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    (tmp_path / "mystery.csv").write_text("a,b\n1,2\n")
    (tmp_path / "lone.csv").write_text(QUIZWIZ["statements"])
    good = write_deck(tmp_path / "good")
    toml = (good / "deck.toml").read_text()
    for name, text in {
        "badgame": toml.replace('"quizwiz"', '"chess"'),
        "badtoml": "id = ",
        "badkey": toml.replace("title", "titel"),
        "badversion": toml.replace('"2026.1"', '"1"'),
        "lacking": toml.replace('licence = "CC0-1.0"\n', ""),
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "deck.toml").write_text(text)
    done = run(*args, cwd=tmp_path)
    assert done.returncode == code, done.stderr + done.stdout
    assert "Traceback" not in done.stderr + done.stdout
    if line:
        assert done.stderr.startswith(line)
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="files without read permission are a POSIX matter")
def test_a_file_that_is_no_spreadsheet_is_a_finding(tmp_path):
    (tmp_path / "statements.xlsx").write_bytes(b"\x00\x01 no workbook")
    done = run("validate", "statements.xlsx", "--game", "quizwiz", cwd=tmp_path)
    assert done.returncode == ExitCode.FINDINGS
    assert "statements.xlsx" in done.stdout
    assert done.stderr == ""


def test_explain_rules_schema_doctor(tmp_path):
    page = run("explain", "qw301").stdout
    assert page.startswith("# QW301 count-differs")
    assert "How to fix:" in page
    assert run("explain", "count-differs").stdout == page
    listing = run("rules", "--game", "quizwiz").stdout
    assert "QW301  count-differs" in listing
    assert "WW301" not in listing
    rows = json.loads(run("rules", "--format", "json").stdout)
    assert {"code", "name", "severity", "profile", "summary"} == set(rows[0])
    assert "quizwiz/statements" in run("schema").stdout.splitlines()
    assert json.loads(run("schema", "quizwiz").stdout)["additionalProperties"] is False
    doctor = run("doctor")
    assert doctor.returncode == ExitCode.OK
    assert "MISSING" not in doctor.stdout
    assert "weasyprint" in doctor.stdout


def test_help_imports_nothing_heavy():
    code = (
        "import sys; import deckkit.cli, deckkit.catalogue; deckkit.catalogue.page('QW301');"
        "heavy = {'pandas', 'openpyxl', 'weasyprint', 'numpy', 'jsonschema'} & set(sys.modules);"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    import subprocess
    import sys

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_lone_csv_is_known_by_its_header_and_a_workbook_by_its_sheets(tmp_path):
    (tmp_path / "my list.csv").write_text(QUIZWIZ["statements"])
    done = run("validate", "my list.csv", "--profile", "draft", cwd=tmp_path)
    assert done.returncode == ExitCode.OK, done.stdout + done.stderr
    assert "2 statements" in done.stdout
    named = run("validate", "my list.csv", "--game", "quizwiz", "--sheet", "statements",
                "--profile", "draft", cwd=tmp_path)  # fmt: skip
    assert "2 statements" in named.stdout


def test_one_file_of_a_deck_folder_checks_the_whole_deck(wrong, tmp_path):
    done = run("validate", "sources/test/countries.csv", cwd=tmp_path)
    assert done.returncode == ExitCode.FINDINGS
    assert "QW301" in done.stdout


@pytest.mark.parametrize(
    "command",
    [
        ("baseline", "deck", "--out", "deck/countries.csv"),
        ("baseline", "deck", "--out", "deck/new.txt"),
        ("validate", "deck", "--report", "json=deck/statements.csv"),
        ("validate", "deck", "--report", "junit=deck/deck.toml"),
        ("validate", "deck/statements.csv", "--report", "json=./deck/../deck/statements.csv"),
        ("coverage", "deck", "--quick", "--certificate", "deck/statements.csv"),
    ],
)
def test_results_never_take_the_place_of_sources(tmp_path, command):
    write_deck(tmp_path / "deck")
    before = tree(tmp_path)
    done = run(*command, cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE, done.stdout
    assert "is a source, or would be taken for one. Choose another." in done.stderr
    assert tree(tmp_path) == before


def test_results_may_lie_beside_sources(tmp_path):
    write_deck(tmp_path / "deck")
    done = run(
        "validate", "deck", "--profile", "draft", "--report", "json=deck/out/r.json", cwd=tmp_path
    )
    assert done.returncode == ExitCode.OK, done.stderr
    assert json.loads((tmp_path / "deck/out/r.json").read_text())["version"] == 1


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_codes_that_do_not_exist_are_refused(tmp_path, option):
    write_deck(tmp_path / "deck")
    for word, said in (
        ("QW31O", 'There is no code QW31O. Did you mean "QW310"'),
        ("count-difers", 'Did you mean "count-differs"'),
        ("XX", "deckkit rules lists all codes."),
    ):
        done = run("validate", "deck", option, f"DK1,{word}", cwd=tmp_path)
        assert done.returncode == ExitCode.USAGE and said in done.stderr, done.stderr
    for word in ("QW", "DK104", "count-differs"):
        assert run("validate", "deck", option, word, cwd=tmp_path).returncode == ExitCode.OK


def test_of_a_file_that_cannot_be_read_only_that_is_said(tmp_path):
    (tmp_path / "bad.xlsx").write_text("hello")
    done = run("validate", "bad.xlsx", "--game", "quizwiz", cwd=tmp_path)
    assert done.returncode == ExitCode.FINDINGS
    assert "DK007" in done.stdout and "DK111" not in done.stdout and "1 error." in done.stdout
    deck = write_deck(tmp_path / "deck", base=False)
    assert run("validate", str(deck)).stdout.count("DK111") >= 5
