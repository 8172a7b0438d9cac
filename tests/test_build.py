"""What a build leaves behind: bytes, hashes, schemas; and what it never leaves behind."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deckkit import building, decks, output, pipeline
from deckkit.errors import ExitCode, InternalError, UsageError
from deckkit.findings import Profile

from .support import QUIZWIZ, ROOT, WITS, run, to_workbook, tree, write_deck

GAMES = ["quizwiz", "wits-and-wagers-family"]


def build(*paths, out, **options):
    return building.build(
        pipeline.Options(paths, Profile.PRINT), building.BuildOptions(out, **options)
    )


def refusal(deck, out):
    """Why a deck is not built."""
    with pytest.raises(UsageError) as caught:
        build(deck, out=out)
    return caught.value


@pytest.mark.parametrize("game", GAMES)
def test_deck_json_follows_its_schema_and_its_hash(game, tmp_path):
    built = build(write_deck(tmp_path / "d", game=game), out=tmp_path / "out")
    assert built.report.findings == ()
    deck = json.loads((tmp_path / "out/test/deck.json").read_bytes())
    assert deck["game"] == game
    assert deck["schema_version"] == 1
    assert deck["deck"]["content_hash"] == decks.content_hash(deck)
    assert deck["deck"]["version"] == "2026.1"
    manifest = json.loads((tmp_path / "out/manifest.json").read_bytes())
    entry = manifest["decks"]["test"]["files"]["deck.json"]
    data = (tmp_path / "out/test/deck.json").read_bytes()
    assert entry["sha256"] == hashlib.sha256(data).hexdigest()
    assert entry["bytes"] == len(data)
    assert entry["schema"] == deck["$schema"]


def test_quizwiz_deck_says_what_the_sheets_say(tmp_path):
    build(write_deck(tmp_path / "d"), out=tmp_path / "out")
    deck = json.loads((tmp_path / "out/test/deck.json").read_bytes())
    assert deck["countries"][0] == {
        "code": "BOL",
        "alpha2": "BO",
        "name": "Bolivia",
        "region": "south-america",
        "capital": "Sucre",
    }
    assert deck["regions"] == [{"id": "south-america", "name": "South America"}]
    assert deck["statements"][0] == {
        "id": "S001",
        "category": "land",
        "difficulty": 1,
        "text": "has a coast",
        "count": 2,
        "countries": ["CHL", "PER"],
        "as_of": "2023",
        "sources": ["An atlas", "Another atlas"],
    }
    assert deck["setups"][0]["statements"] == {"1": 1, "2": 1, "3": 0}
    assert deck["special_statements"][0] == {"id": "P1", "text": "None", "minimum": 0, "maximum": 0}


def test_wits_deck_says_what_the_sheets_say(tmp_path):
    build(write_deck(tmp_path / "d", game=GAMES[1]), out=tmp_path / "out")
    deck = json.loads((tmp_path / "out/test/deck.json").read_bytes())
    assert [q["id"] for q in deck["questions"]] == ["W001-top", "W001-bottom"]
    assert deck["questions"][1]["answer"] == 64
    assert deck["rules"]["points"] == {"writer": 1, "small": 1, "large": 2}


@pytest.mark.parametrize("game", GAMES)
def test_a_csv_folder_and_a_workbook_give_the_same_bytes(game, tmp_path):
    folder = write_deck(tmp_path / "csv", game=game)
    book = tmp_path / "xlsx"
    book.mkdir()
    shutil.copy(folder / "deck.toml", book)
    to_workbook(folder, book / "deck.xlsx")
    build(folder, out=tmp_path / "one")
    build(book, out=tmp_path / "two")
    assert tree(tmp_path / "one") == tree(tmp_path / "two")


@pytest.mark.parametrize("game", GAMES)
def test_two_builds_in_two_folders_are_the_same_bytes(game, tmp_path):
    deck = write_deck(tmp_path / "d", game=game)
    for name, cache in (("one", "cache1"), ("two", "cache2")):
        done = run(
            "build", "--pdf", str(deck), "--out", str(tmp_path / name),
            DECKKIT_CACHE=str(tmp_path / cache), PYTHONHASHSEED="7" if name == "one" else "random",
        )  # fmt: skip
        assert done.returncode == ExitCode.OK, done.stderr + done.stdout
    one = tree(tmp_path / "one")
    assert one == tree(tmp_path / "two")
    assert set(one) == {
        "manifest.json",
        "test/conformance.json",
        "test/deck.json",
        "test/print/a4-duplex.pdf",
        "test/print/letter-duplex.pdf",
    }
    manifest = json.loads(one["manifest.json"])
    assert manifest["decks"]["test"]["files"]["print/a4-duplex.pdf"]["pages"] > 0
    assert {"weasyprint", "pango"} <= {name.lower() for name in manifest["tools"]}


def test_errors_stop_the_build_and_leave_the_last_good_one(tmp_path):
    deck = write_deck(tmp_path / "d")
    build(deck, out=tmp_path / "out")
    before = tree(tmp_path / "out")
    bad = QUIZWIZ["statements"].replace("Chile; Peru,", "Chile; Perru,")
    built = build(write_deck(deck, {"statements": bad}), out=tmp_path / "out")
    assert built.files == ()
    assert [f.code for f in built.report.findings] == ["QW302"]
    assert tree(tmp_path / "out") == before


def test_a_draft_is_written_in_spite_of_errors(tmp_path):
    bad = QUIZWIZ["statements"].replace("coast,2,Chile; Peru,", "coast,7,Chile; Perru,")
    bad += "S003,unheard of,1,is new,2,Chile; Peru,2023,a; b\n"
    bad += "S004,land,one,is newer,2,Chile; Peru,2023,a; b\n"
    deck = write_deck(tmp_path / "d", {"statements": bad})
    done = run("build", "--draft", str(deck), "--out", str(tmp_path / "out"))
    assert done.returncode == ExitCode.OK, done.stderr
    assert "QW302" in done.stderr
    found = json.loads((tmp_path / "out/test/deck.json").read_bytes())
    assert [s["id"] for s in found["statements"]] == ["S001", "S002", "S003"]
    assert "unheard-of" in [c["id"] for c in found["categories"]]


def test_two_decks_of_one_id_are_refused(tmp_path):
    one, two = write_deck(tmp_path / "a"), write_deck(tmp_path / "b")
    with pytest.raises(UsageError, match="Two decks have the id test"):
        build(one, two, out=tmp_path / "out")


def test_a_deck_that_breaks_its_schema_is_our_fault(tmp_path, monkeypatch):
    from deckkit.games.quizwiz import compile as module

    monkeypatch.setattr(module, "RULES", {"hand_size": "four"})
    with pytest.raises(InternalError, match="breaks its schema"):
        build(write_deck(tmp_path / "d"), out=tmp_path / "out")
    assert not list((tmp_path / "out").rglob("*"))


def test_building_one_deck_keeps_the_manifest_entry_of_another(tmp_path):
    one = write_deck(tmp_path / "a")
    two = write_deck(tmp_path / "b", game=GAMES[1])
    toml = two / "deck.toml"
    toml.write_text(toml.read_text().replace('id = "test"', 'id = "other"'))
    build(one, two, out=tmp_path / "both")
    build(one, out=tmp_path / "steps")
    build(two, out=tmp_path / "steps")
    assert tree(tmp_path / "both") == tree(tmp_path / "steps")


def test_a_failed_swap_puts_the_old_folder_back(tmp_path, monkeypatch):
    new, place = tmp_path / "stage/new", tmp_path / "new"
    for folder, text in ((new, "new"), (place, "old")):
        folder.mkdir(parents=True)
        (folder / "f").write_text(text)
    rename = os.rename

    def refuse(source, target):
        if str(source) == str(new):
            raise OSError(28, "No space left on device")
        rename(source, target)

    monkeypatch.setattr(output, "_exchange", lambda one, two: False)
    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(OSError, match="No space"):
        output.replace_folder(new, place)
    assert (place / "f").read_text() == "old"


def test_folders_are_swapped_in_one_step_or_in_two(tmp_path, monkeypatch):
    for exchange in (output._exchange, lambda one, two: False):
        new, place = tmp_path / "stage/new", tmp_path / "new"
        shutil.rmtree(tmp_path / "stage", ignore_errors=True)
        shutil.rmtree(place, ignore_errors=True)
        for folder, text in ((new, "new"), (place, "old")):
            folder.mkdir(parents=True)
            (folder / "f").write_text(text)
        monkeypatch.setattr(output, "_exchange", exchange)
        output.replace_folder(new, place)
        assert (place / "f").read_text() == "new"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("2023-12-31", ""),  # a date of TOML, without quotes
        ('"2023-12"', ""),
        ("2023", "as_of = 2023 is not a date, such as"),
        ("true", "as_of = true is not a date, such as"),
        ("2023-12-31T10:00:00", "as_of = 2023-12-31T10:00:00 is not a date, such as"),
    ],
)
def test_as_of_is_a_date_with_or_without_quotes(tmp_path, typed, said):
    deck, out = write_deck(tmp_path / "d"), tmp_path / "out"
    toml = (deck / "deck.toml").read_text().replace('"2023-12-31"', typed)
    (deck / "deck.toml").write_text(toml)
    if said:
        with pytest.raises(UsageError, match=said):
            build(deck, out=out)
    else:
        build(deck, out=out)
        made = json.loads((out / "test/deck.json").read_bytes())
        assert made["deck"]["as_of"] == typed.strip('"')


@pytest.mark.parametrize("epoch", ["", "²", "soon", "-1"])
def test_an_odd_time_of_the_build_is_no_reason_to_break(tmp_path, epoch):
    deck = str(write_deck(tmp_path / "d"))
    done = run("build", "--pdf", deck, "--out", str(tmp_path / "o"), SOURCE_DATE_EPOCH=epoch)
    assert done.returncode == 0, done.stderr
    book = str(tmp_path / "b.xlsx")
    done = run("workbook", "export", deck, "--out", book, SOURCE_DATE_EPOCH=epoch)
    assert done.returncode == 0, done.stderr


def test_what_killed_builds_left_is_swept_away(tmp_path):
    out = tmp_path / "out"
    for name, age in (
        (".deckkit-stage-old", 7200),
        (".stage-mine", 7200),
        (".deckkit-stage-running", 60),
    ):
        (out / name).mkdir(parents=True)
        os.utime(out / name, (time.time() - age, time.time() - age))
    build(write_deck(tmp_path / "d"), out=out)
    assert not (out / ".deckkit-stage-old").exists()
    assert (out / ".deckkit-stage-running").exists() and (out / ".stage-mine").exists()


def test_killing_a_build_leaves_the_previous_output_whole(tmp_path):
    deck = write_deck(tmp_path / "d")
    out = tmp_path / "out"
    assert run("build", "--pdf", str(deck), "--out", str(out)).returncode == 0
    before = tree(out)
    changed = QUIZWIZ["statements"].replace("has a coast", "has a long coast")
    write_deck(deck, {"statements": changed})
    command = [sys.executable, "-m", "deckkit", "build", "--pdf", str(deck), "--out", str(out)]
    for delay in (0.2, 0.6, 1.0, 1.5, 2.0):
        with subprocess.Popen(command, stdout=-3, stderr=-3, cwd=ROOT) as process:
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
        after = {k: v for k, v in tree(out).items() if not k.startswith(".")}
        deck_json = json.loads(after["test/deck.json"])
        assert deck_json["deck"]["content_hash"] == decks.content_hash(deck_json)
        assert after == before or b"long coast" in after["test/deck.json"]
        assert set(after) == set(before)


def test_sources_are_never_written(tmp_path):
    deck = write_deck(tmp_path / "d")
    before = tree(deck)
    for path in deck.iterdir():
        path.chmod(0o444)
    build(deck, out=tmp_path / "out")
    assert tree(deck) == before


def test_questions_come_in_card_order_top_first(tmp_path):
    lines = WITS["questions"].splitlines()
    text = "\n".join([lines[0], lines[2], lines[1]]) + "\n"
    build(write_deck(tmp_path / "d", {"questions": text}, game=GAMES[1]), out=tmp_path / "out")
    deck = json.loads((tmp_path / "out/test/deck.json").read_bytes())
    assert [q["position"] for q in deck["questions"]] == ["top", "bottom"]


def test_other_peoples_files_stay_and_those_of_earlier_builds_go(tmp_path):
    deck, out = write_deck(tmp_path / "d"), tmp_path / "out"
    assert build(deck, out=out, pdf=True, sheets=("a4-duplex",)).removed == ()
    folder = out / "test"
    own = {
        "notes.txt": "mine",
        "print/proof.pdf": "signed",
        "print/old/x": "x",
        "deck.json.bak": "1",
    }
    for name, text in own.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    (folder / "empty").mkdir(mode=0o750)
    (folder / "link").symlink_to(tmp_path)
    stamp = (folder / "notes.txt").stat().st_mtime_ns
    built = build(deck, out=out, pdf=True, sheets=("letter-duplex",))
    assert built.removed == (folder / "print/a4-duplex.pdf",)
    assert {name: (folder / name).read_text() for name in own} == own
    assert (folder / "notes.txt").stat().st_mtime_ns == stamp
    assert (folder / "link").readlink() == tmp_path
    assert (folder / "empty").stat().st_mode & 0o777 == 0o750
    assert {p.name for p in (folder / "print").iterdir()} == {
        "letter-duplex.pdf",
        "proof.pdf",
        "old",
    }
    assert set(built.files) == {
        folder / "deck.json", folder / "conformance.json", folder / "print/letter-duplex.pdf",
        out / "manifest.json",
    }  # fmt: skip
    assert build(deck, out=out).removed == (folder / "print/letter-duplex.pdf",)
    assert {name: (folder / name).read_text() for name in own} == own


def test_a_file_in_the_way_is_named_and_nothing_is_moved(tmp_path):
    deck, out = write_deck(tmp_path / "d"), tmp_path / "out"
    (out / "test").mkdir(parents=True)
    for name, said in (("print", "print"), ("deck.json/x", "deck.json")):
        (out / "test" / name).parent.mkdir(exist_ok=True)
        (out / "test" / name).write_text("mine")
        before = tree(out)
        with pytest.raises(UsageError, match=f"{said} is in the way"):
            build(deck, out=out, pdf=True)
        assert tree(out) == before
        (out / "test" / name).unlink()
    (out / "test" / "deck.json").rmdir()
    (out / "test").rmdir()
    for make in (lambda p: p.write_text("mine"), lambda p: p.symlink_to(tmp_path / "nowhere")):
        make(out / "test")
        with pytest.raises(UsageError, match="test is in the way: it is no folder"):
            build(deck, out=out)
        (out / "test").unlink()


@pytest.mark.parametrize("where", ["decks", "decks/one/..", "."])
def test_sources_are_never_built_over(tmp_path, where):
    deck = write_deck(tmp_path / "decks" / "test")
    before = tree(tmp_path)
    toml = (deck / "deck.toml").read_text()
    if where == ".":
        (deck / "deck.toml").write_text(toml.replace('id = "test"', 'id = "decks"'))
        before = tree(tmp_path)
    for command in (["build"], ["export", "csv"]):
        done = run(*command, str(deck), "--out", str(tmp_path / where), "--profile", "draft")
        assert done.returncode == ExitCode.USAGE, done.stdout
        assert "which would be written over. Choose another folder" in done.stderr
    assert tree(tmp_path) == before
    assert run("build", str(deck), "--out", str(deck / "build")).returncode == ExitCode.OK


def test_a_manifest_of_others_is_not_overwritten(tmp_path):
    (tmp_path / "manifest.json").write_text('{"name": "A web app"}')
    with pytest.raises(UsageError, match=r"manifest\.json was not written by this deckkit"):
        build(write_deck(tmp_path / "d"), out=tmp_path)
    assert (tmp_path / "manifest.json").read_text() == '{"name": "A web app"}'


def test_an_export_removes_the_pictures_of_the_last_one(tmp_path):
    deck = write_deck(tmp_path / "d", game=GAMES[1])
    first = run("export", "tts", str(deck), "--out", str(tmp_path / "t"), "--profile", "draft")
    assert first.returncode == ExitCode.OK, first.stderr
    (tmp_path / "t/test/mine.txt").write_text("mine")
    sheet = deck / "questions.csv"
    sheet.write_text(sheet.read_text().replace("How many planets", "How many big planets"))
    second = run("export", "tts", str(deck), "--out", str(tmp_path / "t"), "--profile", "draft")
    assert second.stderr.count(", of an earlier run.") >= 1, second.stderr
    names = {p.as_posix() for p in (tmp_path / "t").rglob("*") if p.is_file()}
    assert names == {*second.stdout.splitlines(), (tmp_path / "t/test/mine.txt").as_posix()}


def test_texts_too_long_are_named_beside_other_errors_each_at_its_cell(tmp_path):
    statements = QUIZWIZ["statements"].replace("has a coast,2", f"{'W' * 90},7")
    deck = write_deck(tmp_path / "d", {"statements": statements})
    found = build(deck, out=tmp_path / "out").report.findings
    cells = {(f.code, f.location.row, f.location.header) for f in found}
    assert {("QW301", 2, "count"), ("DK801", 2, "text")} <= cells
    assert not (tmp_path / "out" / "test").exists()


def test_a_lone_sheet_is_checked_for_print_without_what_it_lacks(tmp_path):
    (tmp_path / "statements.csv").write_text(QUIZWIZ["statements"])
    done = run("validate", "statements.csv", "--profile", "print", cwd=tmp_path)
    assert done.returncode == ExitCode.FINDINGS, done.stderr
    assert "no sheet countries" in done.stdout or "DK111" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "card_size = [20, 20]",
            "print.card_size = [20, 20] is not a name such as poker, or [width",
        ),
        ("tit-le = 1", "has an unknown entry: print.tit-le."),
        ('"a.b c" = 1', "has an unknown entry: print.a.b c."),
        ("offset = 20", "print.offset = 20 is not [right, down] in mm, each from -10 to 10."),
        ('ink_saver = "yes"', "print.ink_saver = 'yes' is not true or false."),
        ("copies = 0", "print.copies = 0 is not a whole number from 1 to 20."),
        ('sheets = "a4"', "print.sheets = 'a4' is not a list of sheets"),
        (
            "copies = 1\ncopies = 2",
            "). Each name may stand once.",
        ),
    ],
)
def test_print_options_of_deck_toml_say_what_they_may_be(tmp_path, line, said):
    deck = write_deck(tmp_path / "d")
    toml = (deck / "deck.toml").read_text()
    (deck / "deck.toml").write_text(f"{toml}\n[print]\n{line}\n")
    error = refusal(deck, tmp_path / "out")
    assert said in f"{error.message} {error.hint}"


def test_what_another_command_wrote_is_not_replaced(tmp_path):
    deck, out = write_deck(tmp_path / "d"), str(tmp_path / "out")
    assert run("build", str(deck), "--out", out).returncode == ExitCode.OK
    before = tree(tmp_path / "out")
    done = run("export", "csv", str(deck), "--out", out, "--profile", "draft")
    assert done.returncode == ExitCode.USAGE
    assert "holds what deckkit build wrote. Choose another folder" in done.stderr
    assert tree(tmp_path / "out") == before


@pytest.mark.parametrize(
    "text", ["", "[]", "null", '{"manifest_version": 1, "decks": []}', '{"manifest_version": 2}',
             '{"manifest_version": 1, "decks": {"test": 5}}', '{"decks": {}}'],
)  # fmt: skip
def test_odd_manifests_are_refused(tmp_path, text):
    (tmp_path / "out").mkdir()
    (tmp_path / "out/manifest.json").write_text(text)
    with pytest.raises(UsageError, match="was not written by this deckkit"):
        build(write_deck(tmp_path / "d"), out=tmp_path / "out")


def test_the_folder_of_the_deck_itself_is_no_output(tmp_path):
    deck = write_deck(tmp_path / "d")
    with pytest.raises(UsageError, match="is the folder of the deck test itself"):
        build(deck, out=deck)


def test_builds_at_once_keep_each_others_entries(tmp_path):
    decks = [write_deck(tmp_path / f"d{n}") for n in range(6)]
    for n, deck in enumerate(decks):
        toml = (deck / "deck.toml").read_text()
        (deck / "deck.toml").write_text(toml.replace('id = "test"', f'id = "d{n}"'))
    command = [sys.executable, "-m", "deckkit", "build", "--out", str(tmp_path / "out")]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = [subprocess.Popen([*command, str(deck)], env=env) for deck in decks]
    assert [process.wait(120) for process in started] == [0] * len(decks)
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    assert list(manifest["decks"]) == [f"d{n}" for n in range(6)]


def test_between_two_steps_of_a_commit_nothing_is_forgotten(tmp_path, monkeypatch):
    deck, out = write_deck(tmp_path / "d"), tmp_path / "out"
    build(deck, out=out, pdf=True, sheets=("a4-duplex",))

    def killed(new, place):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(output, "replace_folder", killed)
        build(deck, out=out, pdf=True, sheets=("letter-duplex",))
    assert (out / "test/print/a4-duplex.pdf").is_file()
    built = build(deck, out=out, pdf=True, sheets=("a4-fold",))
    assert out / "test/print/a4-duplex.pdf" in built.removed
    assert [p.name for p in (out / "test/print").iterdir()] == ["a4-fold.pdf"]
    files = json.loads((out / "manifest.json").read_text())["decks"]["test"]["files"]
    assert set(files) == {"conformance.json", "deck.json", "print/a4-fold.pdf"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk")
def test_a_full_disk_is_said_in_a_line(tmp_path, monkeypatch):
    write = Path.write_bytes

    def full(path, data):
        if path.suffix == ".pdf":
            with Path("/dev/full").open("wb") as file:
                file.write(data)
        return write(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    for sheets in (("single",), ("single", "a4-duplex", "a4-fold")):  # here, and in children
        with pytest.raises(UsageError, match="cannot be written: No space left on device"):
            build(write_deck(tmp_path / "d"), out=tmp_path / "out", pdf=True, sheets=sheets)
        assert tree(tmp_path / "out") == {}


def test_categories_and_regions_in_any_script_stay_apart(tmp_path):
    sheets = {
        "countries": QUIZWIZ["countries"].replace("PER,Peru,South America", "PER,Peru,Южная"),
        "statements": QUIZWIZ["statements"].replace(",land,", ",日本,").replace(",food,", ",中国,"),
        "categories": "",
    }
    deck = write_deck(tmp_path / "d", sheets)
    assert build(deck, out=tmp_path / "out", draft=True).files
    made = json.loads((tmp_path / "out/test/deck.json").read_text())
    assert {c["name"] for c in made["categories"]} == {"日本", "中国"}
    assert len({c["id"] for c in made["categories"]}) == 2
    assert len({c["region"] for c in made["countries"]}) == 2


@pytest.mark.parametrize("entry", ["tit-le", '"ä ö"', '""', "constrained-str"])
def test_any_unknown_entry_of_deck_toml_is_named(tmp_path, entry):
    deck = write_deck(tmp_path / "d")
    (deck / "deck.toml").write_text(f"{entry} = 1\n" + (deck / "deck.toml").read_text())
    with pytest.raises(UsageError, match=f"has an unknown entry: {entry.strip(chr(34))}"):
        build(deck, out=tmp_path / "out")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[columns]\ncode = 5", "columns.code = 5 is not"),
        ("[columns.statements]\ntext = 5", "columns.statements"),
        ('[contents]\nstatements = "six"', "contents.statements = 'six' is not"),
        ("[spelling]\nwords = [1]", "spelling"),
    ],
)
def test_entries_of_tables_say_what_is_wrong(tmp_path, line, said):
    deck = write_deck(tmp_path / "d")
    text = (deck / "deck.toml").read_text()
    (deck / "deck.toml").write_text(f"{text.partition('[contents]')[0]}\n{line}\n")
    error = refusal(deck, tmp_path / "out")
    assert said in error.message and "constrained" not in error.message
