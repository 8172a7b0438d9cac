"""diff, diff --reprint, git install and several reports in one run, as typed."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import openpyxl
import pypdfium2
import pytest

from deckkit.errors import ExitCode
from tests.actions import git
from tests.support import QUIZWIZ, ROOT, run, to_workbook, write_deck

SHIPPED = ROOT / "sources" / "quizwiz"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """The shipped deck, and a copy with a text changed, an answer corrected, a card removed
    and a card added.
    """
    folder = tmp_path_factory.mktemp("decks")
    for name in ("old", "new"):
        shutil.copytree(SHIPPED, folder / name)
    sheet = folder / "new" / "statements.csv"
    with sheet.open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row for row in csv.DictReader(file)}
    rows["S001"]["text"] += " of the Earth"
    answers = rows["S002"]["answers"].split("; ")
    rows["S002"]["answers"] = "; ".join([*answers[1:], "Chile"])
    rows["S999"] = {**rows["S003"], "id": "S999", "text": "is a land of pure invention"}
    del rows["S005"]
    with sheet.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows["S001"]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())
    return folder


def test_diff_says_precisely_that(folder):
    done = run("diff", "old", "new", "--format", "json", cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    found = {r["id"]: (r["kind"], [f["field"] for f in r["fields"]]) for r in data["records"]}
    assert found == {
        "S001": ("changed", ["text"]),
        "S002": ("changed", ["countries"]),
        "S005": ("removed", []),
        "S999": ("added", []),
    }
    (answers,) = next(r["fields"] for r in data["records"] if r["id"] == "S002")
    assert answers["gained"] == ["Chile"]
    assert len(answers["lost"]) == 1
    text = run("diff", "old", "new", cwd=folder).stdout
    assert "statements: 2 changed, 1 removed, 1 added; 3 breaking, 2 notable." in text
    assert run("diff", "old", "new", "--fail-on", "breaking", cwd=folder).returncode == 1
    assert run("diff", "old", "old", "--fail-on", "harmless", cwd=folder).returncode == 0


def test_reprint_has_exactly_the_faces_that_changed(folder):
    done = run("diff", "old", "new", "--reprint", "again", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert done.stderr == "again/a4-duplex.pdf\n"
    pages = [
        " ".join(page.get_textpage().get_text_range().split())
        for page in pypdfium2.PdfDocument(folder / "again" / "a4-duplex.pdf")
    ]
    assert len(pages) == 2  # fronts, backs
    for page in pages:
        assert re.findall(r"\b[SDPU]\d{2,3}\b", page) == ["S001", "S002", "S999"]
        assert "of the Earth" in page
        assert "is a land of pure invention" in page
    assert "Chile" in pages[1]
    nothing = run("diff", "old", "old", "--reprint", "none", cwd=folder)
    assert (nothing.returncode, nothing.stderr) == (0, "")
    assert not (folder / "none").exists()


def test_diff_against_a_revision(tmp_path):
    write_deck(tmp_path / "sources" / "test")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "x")
    long = QUIZWIZ["statements"].replace("has a coast", "has a long coast")
    write_deck(tmp_path / "sources" / "test", {"statements": long})
    done = run("diff", "main:sources/test", "sources/test", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert 'text: "has a coast" → "has a long coast"' in done.stdout


def test_several_reports_in_one_run(tmp_path):
    wrong = QUIZWIZ["statements"].replace("coast,2,", "coast,3,")
    write_deck(tmp_path / "sources" / "test", {"statements": wrong})
    args = ["--report", "sarif=a.sarif", "--report", "junit=a.xml", "--format", "terminal"]
    done = run("validate", *args, cwd=tmp_path)
    assert done.returncode == ExitCode.FINDINGS
    assert "  ✗ line 2, E (count)  S001: The count says 3" in done.stdout
    (result,) = json.loads((tmp_path / "a.sarif").read_text())["runs"][0]["results"]
    assert result["ruleId"] == "QW301"
    assert ET.parse(tmp_path / "a.xml").getroot().get("failures") == "1"
    plain = run("validate", cwd=tmp_path, GITHUB_ACTIONS="true")
    assert plain.stdout.startswith("::error file=sources/test/statements.csv,line=2,title=QW301")


def test_a_folder_with_the_name_of_a_command(tmp_path):
    write_deck(tmp_path / "sources" / "##[add-mask]x")
    done = run("validate", cwd=tmp_path, GITHUB_ACTIONS="true")
    assert (done.returncode, done.stdout) == (0, "No findings in sources/#[add-mask]x.\n")


@pytest.mark.parametrize(
    ("report", "line"),
    [
        ("sarif", "deckkit: --report sarif is not FORMAT=PATH."),
        ("pdf=a.pdf", "deckkit: --report pdf=a.pdf is not FORMAT=PATH."),
        (
            "sarif=sources/test/deck.toml/a.sarif",
            "deckkit: sources/test/deck.toml/a.sarif cannot be",
        ),
    ],
)
def test_reports_that_cannot_be(tmp_path, report, line):
    write_deck(tmp_path / "sources" / "test")
    done = run("validate", "--report", report, cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.startswith(line)
    assert len(done.stderr.splitlines()) == 1


@pytest.fixture
def repo(tmp_path, monkeypatch) -> Path:
    """A repository with one workbook, set up by `deckkit git install`."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    folder = tmp_path / "repo"
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    done = run("git", "install", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "added '*.xlsx diff=deckkit merge=deckkit' to .gitattributes" in done.stdout
    assert run("git", "install", cwd=folder).stdout == ""
    to_workbook(write_deck(tmp_path / "deck"), folder / "deck.xlsx")
    commit(folder, "base")
    git(folder, "branch", "theirs")
    return folder


def commit(repo: Path, message: str) -> None:
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", message)


def edit(repo: Path, branch: str, **cells: object) -> None:
    """Change cells of the sheet statements on a branch."""
    git(repo, "checkout", "-q", branch)
    book = openpyxl.load_workbook(repo / "deck.xlsx")
    for cell, value in cells.items():
        book["statements"][cell] = value
    book.save(repo / "deck.xlsx")
    commit(repo, branch)


def merge(repo: Path) -> subprocess.CompletedProcess[str]:
    config = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    return subprocess.run(
        ["git", *config, "merge", "--no-edit", "theirs"],
        cwd=repo, check=False, capture_output=True, text=True,
    )  # fmt: skip


def test_two_branches_edit_one_workbook(repo):
    edit(repo, "theirs", D3="grows many potatoes", G2=2024)
    edit(repo, "main", D2="has a long coast", G3=2022)
    done = merge(repo)
    assert done.returncode == 0, done.stdout + done.stderr
    sheet = openpyxl.load_workbook(repo / "deck.xlsx")["statements"]
    assert [sheet[cell].value for cell in ("D2", "D3", "G2", "G3")] == [
        "has a long coast", "grows many potatoes", 2024, 2022,
    ]  # fmt: skip
    assert git(repo, "status", "--porcelain") == ""
    shown = git(repo, "diff", "HEAD^1", "HEAD", "--", "deck.xlsx")
    assert "Binary" not in shown
    assert re.search(r"^\+.*grows many potatoes", shown, re.MULTILINE)


def test_a_true_conflict_is_reported_by_cell(repo):
    edit(repo, "theirs", D2="has a rocky coast", G3=2022)
    edit(repo, "main", D2="has a long coast")
    done = merge(repo)
    assert done.returncode == 1
    assert "S001" in done.stderr
    assert all(text in done.stderr for text in ("has a rocky coast", "has a long coast", "text"))
    book = openpyxl.load_workbook(repo / "deck.xlsx")
    assert book["statements"]["G3"].value == 2022  # the rest is merged
    listed = [list(row) for row in book["_conflicts"].iter_rows(values_only=True)]
    assert listed[1:] == [
        ["statements", "S001", "text", "has a coast", "has a long coast", "has a rocky coast"]
    ]


def test_the_merge_command_by_hand(tmp_path):
    head, row, other = QUIZWIZ["statements"].splitlines()
    versions = {
        "base": row,
        "ours": row.replace("has a coast", "has a long coast"),
        "theirs": row.replace("2023", "2024"),
    }
    for name, text in versions.items():
        (tmp_path / name).write_text(f"{head}\n{text}\n{other}\n")
    done = run("git", "merge", "base", "ours", "theirs", "statements.csv", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    merged = versions["ours"].replace("2023", "2024")
    assert (tmp_path / "ours").read_text() == f"{head}\n{merged}\n{other}\n"
    text = run("git", "textconv", str(ROOT / "tests" / "corpus" / "00_clean.xlsx"), cwd=tmp_path)
    assert text.returncode == 0
    assert "Namibia" in text.stdout
    assert sys.executable in git_config(tmp_path)


def git_config(folder: Path) -> str:
    git(folder, "init", "-q")
    run("git", "install", cwd=folder)
    return git(folder, "config", "merge.deckkit.driver")
