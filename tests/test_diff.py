"""Comparing decks: folders, workbooks, deck.json files and git revisions."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from deckkit.decks import to_bytes
from deckkit.diff import Impact, Kind, Side, compare, faces_changed, load_side, render
from deckkit.diff.compare import noun_of
from deckkit.errors import UsageError
from deckkit.game import installed_games
from tests.support import ROOT, WITS, run, to_workbook, write_deck

SHIPPED = ROOT / "sources" / "quizwiz"


def git(folder: Path, *args: str) -> str:
    options = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *options, *args], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


def repository(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    return folder


def commit(folder: Path, message: str = "x") -> str:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message)
    return git(folder, "rev-parse", "HEAD")


def edit_csv(path: Path, change) -> None:
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = list(rows[0])
    rows = change({row["id"]: row for row in rows})
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows.values())


def reworked(rows):
    """One changed text, one corrected answer, one removed and one added card."""
    rows["S001"]["text"] += " of the Earth"
    rows["S002"]["answers"] = rows["S002"]["answers"].replace("Cuba; ", "")
    rows["S002"]["answers"] += "; Chile"
    rows["S002"]["count"] = str(int(rows["S002"]["count"]) + 0)
    rows["S999"] = {**rows["S003"], "id": "S999", "text": "is a land of pure invention"}
    del rows["S005"]
    return rows


@pytest.fixture(scope="module")
def copies(tmp_path_factory):
    folder = tmp_path_factory.mktemp("copies")
    shutil.copytree(SHIPPED, folder / "old")
    shutil.copytree(SHIPPED, folder / "new")
    edit_csv(folder / "new" / "statements.csv", reworked)
    old, new = (load_side(str(folder / name)) for name in ("old", "new"))
    return old, new


def test_the_shipped_deck_against_a_reworked_copy(copies):
    old, new = copies
    diff = compare(old, new)
    statement = {s["id"]: s for s in old.deck["statements"]}
    cuba = "Cuba" in next(
        c["name"] for c in old.deck["countries"] if c["code"] == "CUB"
    )  # the deck has the country the test takes away
    assert cuba
    found = {change.id: change for change in diff.records}
    assert set(found) == {"S001", "S002", "S005", "S999"}
    assert {i: c.kind for i, c in found.items()} == {
        "S001": Kind.CHANGED,
        "S002": Kind.CHANGED,
        "S005": Kind.REMOVED,
        "S999": Kind.ADDED,
    }
    text = found["S001"].fields
    assert [(f.field, f.impact) for f in text] == [("text", Impact.NOTABLE)]
    assert (
        text[0].new == text[0].old + " of the Earth" == statement["S001"]["text"] + " of the Earth"
    )
    (answers,) = found["S002"].fields
    assert (answers.field, answers.gained, answers.lost) == ("countries", ("Chile",), ("Cuba",))
    assert found["S002"].reasons == ("published answer changed without a note",)
    assert found["S005"].label == statement["S005"]["text"]
    assert {i: c.impact for i, c in found.items()} == {
        "S001": Impact.NOTABLE,
        "S002": Impact.BREAKING,
        "S005": Impact.BREAKING,
        "S999": Impact.NOTABLE,
    }
    assert diff.deck == ()
    assert [note.message for note in diff.notes] == [
        f"The content changed, but the version is still {old.version}: raise it."
    ]
    assert found["S001"].place.row == 2
    assert found["S001"].place.file.endswith("new/statements.csv")


def test_exactly_these_faces_are_to_be_printed_again(copies):
    old, new = copies
    game = installed_games().get("quizwiz")
    assert faces_changed(old.deck, new.deck, game) == ["S001", "S002", "S999"]
    assert faces_changed(old.deck, old.deck, game) == []


def test_no_difference(copies):
    old, _ = copies
    diff = compare(old, old)
    assert diff.impact is None
    assert not diff.worst_at_least(Impact.HARMLESS)
    assert render("terminal", diff).endswith("No differences.\n")


def test_a_note_explains_a_corrected_answer(copies, tmp_path):
    old, _ = copies
    shutil.copytree(SHIPPED, tmp_path / "new")

    def correct(rows):
        rows["S002"]["answers"] += "; Chile"
        rows["S002"]["count"] = str(int(rows["S002"]["count"]) + 1)
        rows["S002"]["note"] = "Corrected: see the atlas."
        return rows

    edit_csv(tmp_path / "new" / "statements.csv", correct)
    toml = tmp_path / "new" / "deck.toml"
    toml.write_text(toml.read_text().replace(old.version, "2099.1"))
    diff = compare(old, load_side(str(tmp_path / "new")))
    (change,) = diff.records
    assert {f.field for f in change.fields} == {"count", "countries"}
    assert change.reasons == ('answer corrected: "Corrected: see the atlas."',)
    assert diff.impact is Impact.NOTABLE
    assert diff.notes == ()


def side(**members) -> Side:
    deck = {
        "$schema": "s",
        "schema_version": 1,
        "game": "quizwiz",
        "deck": {"id": "d", "title": "D", "version": "2026.1", "language": "en"},
        "rules": {"hand_size": 4},
        "countries": [{"code": "CHL", "name": "Chile"}, {"code": "PER", "name": "Peru"}],
        "statements": [
            {"id": "S1", "text": "has a long coast on an ocean", "count": 1, "countries": ["CHL"],
             "sources": ["a"]},
            {"id": "S2", "text": "grows a lot of coffee", "count": 2, "countries": ["CHL", "PER"],
             "sources": ["a"]},
        ],
    }  # fmt: skip
    deck.update(members)
    return Side(deck)


def changed(**members) -> dict[str, tuple[str, str]]:
    diff = compare(side(), side(**members))
    return {c.id: (c.kind.value, c.impact.value) for c in diff.records}


def statements(*changes: dict) -> list[dict]:
    return [{**s, **c} for s, c in zip(side().deck["statements"], changes, strict=True)]


@pytest.mark.parametrize(
    ("change", "kind", "impact"),
    [
        ({"text": "Has a long coast on an ocean."}, "changed", "harmless"),  # same words
        ({"text": "has a very long coast on an ocean"}, "changed", "notable"),
        ({"text": "once beat Brazil at football"}, "changed", "breaking"),  # id reused
        ({"sources": ["b"]}, "changed", "harmless"),
        ({"count": 2}, "changed", "breaking"),
        ({"countries": ["PER"]}, "changed", "breaking"),
        ({"new_member": 1}, "changed", "harmless"),
    ],
)
def test_impact_of_a_change(change, kind, impact):
    assert changed(statements=statements(change, {})) == {"S1": (kind, impact)}


def test_a_lost_member_breaks_readers():
    lost = statements({}, {})
    del lost[0]["count"]
    diff = compare(side(), side(statements=lost))
    assert diff.records[0].impact is Impact.BREAKING
    assert diff.records[0].reasons == ("the member count is gone",)


def test_a_renamed_country():
    countries = [{"code": "CHL", "name": "Chile"}, {"code": "PER", "name": "Perú (new)"}]
    assert changed(countries=countries) == {"PER": ("renamed", "notable")}


def test_a_renumbered_card_is_named():
    moved = statements({"id": "S9"}, {})
    diff = compare(side(), side(statements=moved))
    assert diff.records[0].reasons == ("the id became S9; ids stay with a card for ever",)


def test_order_alone_is_no_difference():
    deck = side()
    turned = side(statements=deck.deck["statements"][::-1])
    assert compare(deck, turned).impact is None


def test_schema_rules_and_meta():
    def impacts(**members):
        return {c.field: c.impact.value for c in compare(side(), side(**members)).deck}

    assert impacts(schema_version=2) == {"schema_version": "breaking"}
    assert impacts(rules={"hand_size": 5}) == {"rules.hand_size": "notable"}
    assert impacts(rules={}) == {"rules.hand_size": "breaking"}
    assert impacts(deck={**side().deck["deck"], "id": "e"}) == {"deck.id": "breaking"}
    assert impacts(deck={**side().deck["deck"], "version": "2026.2"}) == {
        "deck.version": "harmless"
    }


@pytest.mark.parametrize(("version", "raised"), [("2026.2", True), ("2026.10", True),
                                                  ("2027.0", True), ("2025.9", False),
                                                  ("2026.1", False)])  # fmt: skip
def test_version_is_to_be_raised(version, raised):
    new = side(
        statements=statements({"text": "has a very long coast on an ocean"}, {}),
        deck={**side().deck["deck"], "version": version},
    )
    assert bool(compare(side(), new).notes) is not raised


def test_other_games(tmp_path):
    """Wits & Wagers: the published number of a question, in the same words."""
    write_deck(tmp_path / "a", game="wits-and-wagers-family")
    text = WITS["questions"].replace(",8,planets", ",9,planets")
    write_deck(tmp_path / "b", {"questions": text}, game="wits-and-wagers-family")
    diff = compare(load_side(str(tmp_path / "a")), load_side(str(tmp_path / "b")))
    (change,) = diff.records
    assert (change.noun, change.id, change.impact) == ("question", "W001-top", Impact.BREAKING)
    assert [(f.field, f.old, f.new) for f in change.fields] == [("answer", 8, 9)]
    assert change.place.row == 2
    game = installed_games().get("wits-and-wagers-family")
    assert faces_changed(diff.old.deck, diff.new.deck, game) == ["W001"]
    write_deck(tmp_path / "c")
    with pytest.raises(UsageError, match=r"Compare two decks|one of"):
        compare(load_side(str(tmp_path / "a")), load_side(str(tmp_path / "c")))


def test_changed_facts_are_listed(tmp_path):
    facts = "code,coast\nCHL,true\nPER,true\nBOL,false\n"
    keys = "key,meaning,type,unit,source,as_of\ncoast,Has a coast,boolean,,An atlas,2023\n"
    old = write_deck(tmp_path / "a", {"facts": facts, "fact_keys": keys})
    new = write_deck(tmp_path / "b", {"facts": facts.replace("PER,true", "PER,false"),
                                      "fact_keys": keys})  # fmt: skip
    diff = compare(load_side(str(old)), load_side(str(new)))
    (change,) = diff.records
    assert (change.sheet, change.id, change.impact) == ("facts", "PER", Impact.HARMLESS)
    assert [(f.field, f.old, f.new) for f in change.fields] == [("coast", "true", "false")]


def test_every_form_of_a_deck(tmp_path):
    folder = write_deck(tmp_path / "deck")
    book = to_workbook(folder, tmp_path / "deck.xlsx")
    side_of_folder = load_side(str(folder))
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "deck.json").write_bytes(to_bytes(side_of_folder.deck))
    for spec in (book, tmp_path / "out", tmp_path / "out" / "deck.json"):
        assert load_side(str(spec)).deck["statements"] == side_of_folder.deck["statements"]


def test_git_revisions(tmp_path, monkeypatch):
    repo = repository(tmp_path / "repo")
    write_deck(repo / "decks" / "my deck")
    first = commit(repo)
    statements = repo / "decks" / "my deck" / "statements.csv"
    statements.write_text(statements.read_text().replace("has a coast", "has a long coast"))
    commit(repo)
    monkeypatch.chdir(repo / "decks")
    old = load_side(f"{first}:decks/my deck")
    assert old.shown == f"{first}:decks/my deck"
    new = load_side("main:./my deck")
    (change,) = compare(old, new).records
    assert change.id == "S001"
    assert change.place.file == "main:./my deck/statements.csv"
    assert compare(new, load_side("my deck")).impact is None
    assert load_side("HEAD~1:decks/my deck").deck == old.deck


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nowhere", "no file or folder"),
        ("nope:deck", "no git revision"),
        ("--output=x:deck", "not a git revision"),
        (":deck", "not a git revision"),
        ("HEAD:../deck", "out of the repository"),
        ("HEAD:/etc", "out of the repository"),
        ("HEAD:nothing", "no HEAD:nothing in git"),
        ("HEAD:link", "no HEAD:link in git"),
    ],
)
def test_specs_that_cannot_be_followed(tmp_path, monkeypatch, spec, message):
    repo = repository(tmp_path / "repo")
    write_deck(repo / "deck")
    (repo / "link").symlink_to("/etc/passwd")
    commit(repo)
    monkeypatch.chdir(repo)
    (tmp_path / "x").mkdir()
    with pytest.raises(UsageError, match=message):
        load_side(spec)
    assert not (repo / "x").exists()


def test_a_revision_cannot_write_outside(tmp_path, monkeypatch):
    """A tree with a name that leads out: git itself would refuse to check it out."""
    repo = repository(tmp_path / "repo")
    write_deck(repo / "deck")
    commit(repo)
    blob = git(repo, "hash-object", "-w", "deck/deck.toml")
    raw = b"100644 ../../escaped\0" + bytes.fromhex(blob)
    done = subprocess.run(
        ["git", "hash-object", "-t", "tree", "-w", "--stdin", "--literally"],
        cwd=repo, input=raw, capture_output=True, check=True,
    )  # fmt: skip
    evil = git(repo, "commit-tree", done.stdout.decode().strip(), "-m", "evil")
    monkeypatch.chdir(repo)
    with pytest.raises(UsageError, match=r"refused|git says"):
        load_side(f"{evil}:")
    assert not list(tmp_path.glob("escaped*"))


def test_nothing_is_executed(tmp_path, monkeypatch):
    """Filters and text conversions that a repository names are not run."""
    repo = repository(tmp_path / "repo")
    write_deck(repo / "deck")
    (repo / ".gitattributes").write_text("*.csv diff=evil filter=evil\n")
    commit(repo)
    trap = f"touch {tmp_path / 'ran'}"
    for name in ("diff.evil.textconv", "filter.evil.smudge", "core.fsmonitor"):
        git(repo, "config", name, trap)
    monkeypatch.chdir(repo)
    assert load_side("HEAD:deck").deck["statements"]
    assert not (tmp_path / "ran").exists()


def test_not_a_repository(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(UsageError, match=r"not a git repository|no git revision"):
        load_side("main:deck")


def test_json_that_is_no_deck(tmp_path):
    for text in ("[]", "{", '{"deck": {}, "game": "chess"}'):
        (tmp_path / "deck.json").write_text(text)
        with pytest.raises(UsageError):
            load_side(str(tmp_path / "deck.json"))


def test_errors_in_the_sources_are_said(tmp_path):
    old = write_deck(tmp_path / "a")
    bad = "id,category,difficulty,text,count,answers\nS001,land,9,has a coast,2,Chile; Peru\n"
    new = write_deck(tmp_path / "b", {"statements": bad})
    diff = compare(load_side(str(old)), load_side(str(new)))
    assert any("1 error" in note.message for note in diff.notes)


def test_formats(copies):
    diff = compare(*copies)
    data = json.loads(render("json", diff))
    assert data["impact"] == "breaking"
    assert data["summary"] == [
        {"sheet": "statements", "kind": "changed", "count": 2},
        {"sheet": "statements", "kind": "removed", "count": 1},
        {"sheet": "statements", "kind": "added", "count": 1},
    ]
    text = render("terminal", diff)
    assert "statements: 2 changed, 1 removed, 1 added" in text
    assert "countries: + Chile  − Cuba" in text
    assert "\x1b[" not in text
    assert "\x1b[" in render("terminal", diff, color=True)
    rows = [r for r in render("markdown", diff).splitlines() if r.startswith("| ")]
    assert len(rows) == 1 + 4
    assert "statement removed" in rows[1] + rows[2]


def test_markdown_is_safe_and_short():
    hostile = "](https://evil.example) @me <img> | x"
    first = side().deck["statements"][0]
    new = side(statements=[{**first, "text": f"{hostile} {n}", "id": f"N{n}"} for n in range(2000)])
    text = render("markdown", compare(side(), new))
    assert len(text.encode()) < 65_000
    assert "@me" not in text
    assert "<img" not in text
    assert "://" not in text
    assert "changes more: run" in text


@pytest.mark.parametrize(("sheet", "noun"), [("countries", "country"), ("setups", "setup"),
                                             ("special_statements", "special statement"),
                                             ("boss", "boss")])  # fmt: skip
def test_nouns(sheet, noun):
    assert noun_of(sheet) == noun


def test_a_workbook_without_deck_toml_is_compared_by_its_records(tmp_path):
    deck = write_deck(tmp_path / "deck")
    book = to_workbook(deck, tmp_path / "deck.xlsx")
    done = run("diff", str(deck), str(book))
    assert done.returncode == 0 and "No differences." in done.stdout, done.stdout
    sheet = deck / "statements.csv"
    sheet.write_text(sheet.read_text().replace("has a coast", "has beaches"))
    said = run("diff", str(deck), str(book)).stdout
    assert "S001 changed" in said and "raise it" not in said and "deck.version" not in said
