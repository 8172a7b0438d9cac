"""action.yml, step by step as GitHub runs it, on pull requests good, bad and hostile."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pypdfium2
import pytest
from jsonschema import Draft4Validator

from deckkit.ci.comment import read
from tests.actions import ACTION, OWN, SERVER, Outcome, Pull, pull_request, run_action
from tests.support import QUIZWIZ, ROOT, to_workbook, write_deck

DECK = "sources/test"
INSTALL = "Install deckkit"
SARIF = ROOT / "tests" / "reporters" / "schemas" / "sarif-2.1.0-rtm.5.json"
# Files that must stay data: each would leave a mark if it were imported, sourced or run.
MODULES = """
sitecustomize.py usercustomize.py json.py yaml.py typing.py conftest.py setup.py
deckkit/__init__.py deckkit/__main__.py pip/__init__.py pip/__main__.py venv/__init__.py
weasyprint/__init__.py sources/test/deckkit.py sources/test/json.py
"""
TRAPS = {
    **dict.fromkeys(MODULES.split(), "import pathlib\npathlib.Path(__file__ + '.ran').touch()\n"),
    "Makefile": "system:\n\ttouch Makefile.ran\n",
    ".gitattributes": "*.csv filter=evil diff=evil merge=evil\n",
    "pyvenv.cfg": "home = .\n",
    "pip.conf": "[global]\nindex-url = file:///nowhere\n",
    "deckkit.pth": "import pathlib; pathlib.Path('deckkit.pth.ran').touch()\n",
}


def base(work: Path) -> None:
    write_deck(work / DECK)


def statements(*changes: tuple[str, str]) -> str:
    text = QUIZWIZ["statements"]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def proposal(*changes: tuple[str, str], version: str = "2026.2"):
    """A pull request that edits statements.csv and raises the version."""

    def head(work: Path) -> None:
        (work / DECK / "statements.csv").write_text(statements(*changes), encoding="utf-8")
        toml = work / DECK / "deck.toml"
        toml.write_text(toml.read_text().replace('"2026.1"', f'"{version}"'), encoding="utf-8")

    return head


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """deckkit as the action installs it, from a workspace that is full of traps."""
    tmp = tmp_path_factory.mktemp("runner")
    workspace = tmp / "workspace"
    set_traps(workspace)
    done = run_action(ACTION, tmp / "temp", workspace, {}, only=INSTALL)
    assert done.codes == {INSTALL: 0}, done.log
    assert sprung(workspace) == []
    site = next((tmp / "temp" / "deckkit").rglob("site-packages"))
    assert (site / "deckkit" / "_data" / "schemas").is_dir()  # the wheel, not this checkout
    return tmp / "temp" / "deckkit"


def set_traps(folder: Path) -> None:
    for name, text in TRAPS.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def sprung(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*.ran")]


def test_the_traps_are_live(tmp_path):
    """Without -P they would spring."""
    set_traps(tmp_path)
    subprocess.run([sys.executable, "-m", "deckkit"], cwd=tmp_path, check=False)
    assert sprung(tmp_path)


@pytest.fixture
def check(installed, tmp_path):
    """Check out a pull request and run the action on it."""

    def run(pull: Pull, depth: int = 2, **inputs: str) -> Outcome:
        workspace = pull.checkout(tmp_path / "workspace", depth)
        temp = tmp_path / "temp"
        temp.mkdir()
        (temp / "deckkit").symlink_to(installed)
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        return run_action(ACTION, temp, workspace, pull.event, given, skip=(INSTALL,))

    return run


def sarif(done: Outcome) -> list[dict]:
    """The results of the uploaded SARIF, valid by its schema."""
    (path,) = (p for p in done.uploads["deckkit-reports"] if p.suffix == ".sarif")
    document = json.loads(path.read_text(encoding="utf-8"))
    schema = json.loads(SARIF.read_text(encoding="utf-8"))
    assert list(Draft4Validator(schema).iter_errors(document)) == []
    return document["runs"][0]["results"]


def test_a_clean_pull_request(tmp_path, check):
    meanwhile = {"countries": QUIZWIZ["countries"].replace("Lima,", "Lima,Perou")}
    pull = pull_request(
        tmp_path,
        base,
        proposal(("has a coast", "has a long coast")),
        meanwhile=lambda work: write_deck(work / DECK, meanwhile),
    )
    done = check(pull, comment="true")
    assert done.codes == {"Check": 0}
    assert done.annotations == []
    assert done.log == f"No findings in {DECK}.\n"
    assert done.summary.startswith("## ✅ No findings\n")
    assert f"# What changed\n\n## main:{DECK}" in done.summary
    rows = [line for line in done.summary.splitlines() if line.startswith("| ✏️")]
    assert rows == [
        "| ✏️ | statement changed | S001 | **has a long coast**<br>text: ~~has a coast~~ → "
        "has a long coast |"
    ]
    assert "Perou" not in done.summary  # somebody else's change
    assert re.search(r"^To print again: \d cards? \(S001\b", done.summary, re.MULTILINE)
    assert sarif(done) == []
    assert done.outputs == {
        "errors": "0", "warnings": "0", "impact": "notable",
        "results": str(tmp_path / "temp" / "deckkit-results"),
    }  # fmt: skip
    names = {name: [p.name for p in files] for name, files in done.uploads.items()}
    assert names == {
        "deckkit-reports": ["deckkit.sarif", "junit.xml", "report.json"],
        "deckkit-comment": ["comment.md", "pull-request.txt"],
    }
    number, text = (p.read_text() for p in reversed(done.uploads["deckkit-comment"]))
    assert number == "7\n"
    assert text.partition("\n")[2] == done.summary


def test_three_faults_in_csv(tmp_path, check):
    head = proposal(
        ("S001,land,1,", "S001,sea,1,"), ("coast,2,", "coast,3,"), ("Peru; Bolivia", "Peru; Bolvia")
    )
    done = check(pull_request(tmp_path, base, head))
    assert done.codes == {"Check": 1}
    found = [(level, p["file"], p["line"], p["title"]) for level, p, _ in done.annotations]
    file = f"{DECK}/statements.csv"
    errors = [entry for entry in found if entry[0] == "error"]
    assert {(f, line) for _, f, line, _ in errors} == {(file, "2"), (file, "3")}
    titles = " ".join(title for *_, title in errors)
    assert all(cell in titles for cell in ("B2 (category)", "E2 (count)", "F3 (answers)"))
    assert any("Bolvia" in text and "Bolivia" in text for _, _, text in done.annotations)
    results = sarif(done)
    lines = [
        (r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
         str(r["locations"][0]["physicalLocation"]["region"]["startLine"]))
        for r in results if r["level"] == "error"
    ]  # fmt: skip
    assert sorted(lines) == sorted((f, line) for _, f, line, _ in errors)
    assert f"## ❌ {len(errors)} errors" in done.summary
    assert f"{SERVER}/deckkit/deckkit/blob/HEAD/docs/rules/QW301.md" in done.summary
    assert done.outputs["errors"] == str(len(errors))
    (junit,) = (p for p in done.uploads["deckkit-reports"] if p.name == "junit.xml")
    assert ET.parse(junit).getroot().get("failures") == str(len(errors))


@pytest.mark.parametrize(("fail_on", "code"), [("warning", 1), ("never", 0)])
def test_fail_on(tmp_path, check, fail_on, code):
    head = {"countries": QUIZWIZ["countries"].replace("aliases", "nicknames")}
    pull = pull_request(tmp_path, base, lambda work: write_deck(work / DECK, head))
    done = check(pull, fail_on=fail_on, sarif="false")
    assert done.codes == {"Check": code}
    assert done.outputs["warnings"] == "1"
    assert done.uploads == {}


def test_a_workbook(tmp_path, check):
    def book(text: str):
        def write(work: Path) -> None:
            csv_deck = write_deck(work / "csv", {"statements": text})
            (work / DECK).mkdir(parents=True, exist_ok=True)
            to_workbook(csv_deck, work / DECK / "deck.xlsx")
            (csv_deck / "deck.toml").replace(work / DECK / "deck.toml")
            shutil.rmtree(csv_deck)

        return write

    head = statements(("coast,2,", "coast,3,"), ("grows potatoes", "grows many potatoes"))
    done = check(pull_request(tmp_path, book(QUIZWIZ["statements"]), book(head)))
    assert done.codes == {"Check": 1}
    ((level, properties, text),) = done.annotations
    assert (level, properties) == (
        "error",
        {"file": f"{DECK}/deck.xlsx", "title": "QW301 count-differs, statements!E2 (count)"},
    )
    assert text.startswith("S001: The count says 3, but 2 countries are listed.")
    (result,) = sarif(done)
    place = result["locations"][0]
    assert "region" not in place["physicalLocation"]
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "statements!E2"
    assert "grows potatoes~~ → grows many potatoes" in done.summary


def test_two_hundred_faults(tmp_path, check):
    rows = "".join(f"T{n:03},land,1,text {n},9,Chile; Peru,2023,a; b\n" for n in range(200))
    head = {"statements": QUIZWIZ["statements"] + rows}
    pull = pull_request(tmp_path, base, lambda work: write_deck(work / DECK, head))
    done = check(pull, comment="true")
    assert done.codes == {"Check": 1}
    levels = [level for level, *_ in done.annotations]
    assert levels.count("error") == 10
    assert levels.count("warning") <= 10
    counts = sum(r["ruleId"] == "QW301" for r in sarif(done))
    assert counts == 200
    assert int(done.outputs["errors"]) >= 200
    assert re.search(r"are annotations; the job summary has the full table\.$", done.log.strip())
    assert re.search(r"QW301\]\([^)]*\) count-differs \| 200 \|", done.summary)
    assert len(done.summary.encode()) < 1_000_000
    text, _ = done.uploads["deckkit-comment"]
    assert text.stat().st_size <= 60_000


def test_pdfs_of_the_cards_that_changed(tmp_path, check):
    pull = pull_request(tmp_path, base, proposal(("has a coast", "has a long coast")))
    done = check(pull, build_pdf="changed")
    assert done.codes == {"Check": 0}, done.log
    (pdf,) = done.uploads["deckkit-print"]
    assert pdf.relative_to(tmp_path).as_posix() == "temp/deckkit-results/print/test/a4-duplex.pdf"
    text = "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))
    assert "long coast" in " ".join(text.split())
    assert "potatoes" not in text
    assert "PDFs (artefact `deckkit-print`): test/a4-duplex.pdf." in done.summary


def test_no_pdfs_of_a_deck_with_errors(tmp_path, check):
    done = check(pull_request(tmp_path, base, proposal(("coast,2,", "coast,3,"))), build_pdf="true")
    assert done.codes == {"Check": 1}
    assert done.uploads["deckkit-print"] == []
    assert "No PDFs: they are made when there are no errors." in done.summary


def test_a_fork_is_checked_like_any_other(tmp_path, check):
    pull = pull_request(tmp_path, base, proposal(("coast,2,", "coast,3,")), fork="stranger/deckkit")
    done = check(pull, comment="true")
    assert done.codes == {"Check": 1}
    assert [p["title"] for _, p, _ in done.annotations] == ["QW301 count-differs, E2 (count)"]
    assert len(sarif(done)) == 1
    assert done.uploads["deckkit-comment"][1].read_text() == "7\n"
    assert "secret" not in done.log + done.summary


TEXTS = [
    "{{ 7*7 }}{% for x in range(9) %}x{% endfor %} ${{ secrets.TOKEN }}",
    '=HYPERLINK("https://evil.example";"x")',
    "::add-mask::a\n::error file=x::y\n##[add-mask]z",
    "<script>alert(1)</script><img src=https://evil.example/p.png> ![x](https://evil.example)",
    "@everyone [click](javascript:alert(1)) https://evil.example www.evil.example &#64;me",
    "a%0A::stop-commands::b$(touch shell.ran)`touch shell.ran` | x",
]


def hostile(work: Path) -> None:
    """Templates, formulas, commands, HTML, links out, a bomb, and modules that lie in wait."""
    set_traps(work)
    header = QUIZWIZ["statements"].splitlines()[0].split(",")
    with (work / DECK / "statements.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        for number, text in enumerate(TEXTS):
            writer.writerow([f"X{number:02}", text, 1, text, 9, text, "2023", text])
    (work / DECK / "debates.csv").unlink()
    (work / DECK / "debates.csv").symlink_to("/etc/passwd")
    (work / "sources" / "up").symlink_to("/etc")
    toml = (work / DECK / "deck.toml").read_text()
    corpus = ROOT / "tests" / "corpus"
    for name, book in (("##[add-mask]x", "57_image_path_traversal"), ("bomb", "87_zip_bomb")):
        (work / "sources" / name).mkdir()
        shutil.copy(corpus / f"{book}.xlsx", work / "sources" / name / "deck.xlsx")
        deck_id = f"{len(name)}"
        text = toml.replace('id = "test"', f'id = "{deck_id}"')
        (work / "sources" / name / "deck.toml").write_text(text)


def test_a_hostile_pull_request(tmp_path, check):
    pull = pull_request(tmp_path, base, hostile, fork="stranger/deckkit")
    done = check(pull, comment="true", build_pdf="true", profile="print")
    assert done.codes == {"Check": 1}
    assert sprung(tmp_path) == []
    # Only annotations reach the runner, with known properties, one to a line.
    *lines, last = done.log.splitlines()
    assert len(done.annotations) == len(lines) == 20
    assert {level for level, *_ in done.annotations} == {"error", "warning"}
    assert all(set(p) <= {"file", "line", "title"} for _, p, _ in done.annotations)
    assert not re.search(r"::|##\[", last)
    everything = json.dumps(sarif(done), ensure_ascii=False)
    codes = {result["ruleId"] for result in sarif(done)}
    assert {"DK008", "DK012", "DK042", "QW301", "QW306"} <= codes  # bomb, link, formula, content
    assert "unpacks to 143 MB" in everything
    assert "is a link that leads out of the deck" in everything
    assert "root:" not in everything + done.log + done.summary  # /etc/passwd was not read
    assert "{{{{ 7*7 }}}}{{% for" in everything  # in SARIF a doubled brace is a brace
    assert "\\{\\{ 7\\*7 \\}\\}\\{% for" in done.summary
    # The summary and the comment hold words only.
    comment = done.uploads["deckkit-comment"][0].read_text(encoding="utf-8")
    assert len(comment.encode()) <= 60_000
    for text in (done.summary, comment.partition("\n")[2]):
        assert not re.search(r"<(?!br>)", text)
        assert not re.search(r"@(?=\w)|&#64;", text)
        assert not re.search(r"(?<!\\)!\[|(?<!\\)\]\((?!https://github\.com/deckkit/)", text)
        found = re.findall(r"\S*://\S*", text)
        assert all(f"]({SERVER}/deckkit/deckkit/blob/HEAD/docs/rules/" in url for url in found)
    assert done.uploads["deckkit-print"] == []
    # The workflow that comments takes it.
    folder = done.uploads["deckkit-comment"][0].parent
    assert read(folder, f"{SERVER}/{OWN}/blob/") == (7, comment)


@pytest.mark.parametrize(
    ("change", "code", "text"),
    [
        ("broken", 2, "sources/test/deck.toml is not valid TOML"),
        ("gone", 2, "There is no file or folder sources."),
        ("empty", 3, "There is no deck in sources."),
        ("link", 2, "sources leads out of the repository."),
    ],
)
def test_what_cannot_be_checked_is_no_pass(tmp_path, check, change, code, text):
    def head(work: Path) -> None:
        if change == "broken":
            (work / DECK / "deck.toml").write_text("id = \n::warning::x")
            return
        shutil.rmtree(work / "sources")
        if change == "link":
            (work / "sources").symlink_to("/usr")
        if change == "empty":
            (work / "sources").mkdir()
            (work / "sources" / "README.md").write_text("Nothing here.")

    done = check(pull_request(tmp_path, base, head), comment="true")
    assert done.codes == {"Check": code}
    ((level, properties, message),) = done.annotations
    assert (level, properties) == ("error", {"title": "deckkit"})
    assert message.startswith(text)
    assert done.summary.startswith("## ❌ Nothing was checked")
    assert done.uploads["deckkit-comment"][0].is_file()


def test_without_the_base_the_summary_says_so(tmp_path, check):
    done = check(pull_request(tmp_path, base, proposal()), depth=1)
    assert done.codes == {"Check": 0}
    assert "set `fetch-depth: 2`" in done.summary


def test_decks_that_come_and_go(tmp_path, check):
    def head(work: Path) -> None:
        (work / DECK).rename(work / "sources" / "renamed")

    done = check(pull_request(tmp_path, base, head))
    assert "New deck: **sources/renamed**." in done.summary
    assert "❌ Removed deck: **sources/test**." in done.summary
    assert done.outputs["impact"] == "breaking"


def test_known_findings_do_not_count(tmp_path, check):
    bad = statements(("coast,2,", "coast,3,"))
    from deckkit import baseline
    from tests.support import check as validate

    known = write_deck(tmp_path / "x" / DECK, {"statements": bad})
    baseline.write(baseline.Baseline.of(validate(known)), tmp_path / "known.json")

    def head(work: Path) -> None:
        write_deck(work / DECK, {"statements": bad})
        shutil.copy(tmp_path / "known.json", work / "known.json")

    done = check(pull_request(tmp_path, base, head), baseline="known.json")
    assert done.codes == {"Check": 0}
    assert done.outputs["errors"] == "0"


def test_a_word_that_is_no_setting(tmp_path, check):
    done = check(pull_request(tmp_path, base, proposal()), fail_on="fatal")
    assert done.codes == {"Check": 2}
    assert 'DECKKIT_FAIL_ON is "fatal"' in done.log
