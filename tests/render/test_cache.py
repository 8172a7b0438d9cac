"""What print keeps: unchanged faces are not drawn again, changed ones always are."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from deckkit import store
from deckkit.assets import folder
from deckkit.game import Game
from deckkit.render import Options, check, faces, preflight, print_deck
from deckkit.render.cache import FaceCache, Kept
from deckkit.render.faces import FaceMaker
from deckkit.render.fit import Slot
from deckkit.render.layout import LaidOut
from deckkit.render.sheets import SHEETS, pages
from tests.render.support import DECKS, Printer, load, locate


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Ids of the faces that were drawn since; makers are forgotten, as in a new process."""
    found: list[str] = []
    real = FaceMaker._draw

    def draw(self: FaceMaker, face: Any, *rest: Any) -> Any:
        found.append(face.id)
        return real(self, face, *rest)

    monkeypatch.setattr(FaceMaker, "_draw", draw)
    faces._maker.cache_clear()
    return found


def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    """From here on as a new process with another, empty cache."""
    faces._maker.cache_clear()
    monkeypatch.setenv("DECKKIT_CACHE", str(tmp_path / name))


@pytest.mark.parametrize("name", ["quizwiz", "wits"])
def test_a_second_build_draws_nothing(printer: Printer, drawn: list[str], name: str) -> None:
    first, said = printer(name, "a4-duplex", "single", out="one")
    assert drawn
    faces._maker.cache_clear()
    drawn.clear()
    second, again = printer(name, "a4-duplex", "single", out="two")
    assert drawn == []
    assert said == again
    assert [f.path.read_bytes() for f in first] == [f.path.read_bytes() for f in second]


def test_after_an_edit_one_card_is_drawn(
    printer: Printer, drawn: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printer("quizwiz", "a4-duplex", out="before")
    deck = load("quizwiz")
    deck["statements"][0]["text"] = "Has exactly nine neighbours"
    faces._maker.cache_clear()
    drawn.clear()
    after, _ = printer(deck, "a4-duplex", out="after")
    number = deck["statements"][0]["id"]
    assert drawn == [f"{number}-front", f"{number}-back"]  # both show the text
    fresh(monkeypatch, tmp_path, "elsewhere")
    clean, _ = printer(deck, "a4-duplex", out="clean")
    assert after[0].path.read_bytes() == clean[0].path.read_bytes()


def edited(game: Game, where: Path, file: str, old: str, new: str) -> Game:
    """The game with one template changed."""
    if not where.exists():
        shutil.copytree(folder("templates"), where)
    path = where / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")
    return replace(game, templates=where)


def test_a_changed_template_is_seen(
    printer: Printer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = edited(DECKS["wits"], tmp_path / "templates", f"{DECKS['wits'].id}/cards.css", "", "")
    one, _ = printer("wits", "a4-duplex", game=game, out="one")
    files = sorted((tmp_path / "templates").rglob("*.css"))
    css = next(path for path in files if "#" in path.read_text("utf-8") and game.id in str(path))
    text = css.read_text("utf-8")
    at = text.index("#")
    css.write_text(f"{text[:at]}#123456{text[at + 7 :]}", "utf-8")
    two, _ = printer("wits", "a4-duplex", game=game, out="two")
    fresh(monkeypatch, tmp_path, "elsewhere")
    clean, _ = printer("wits", "a4-duplex", game=game, out="clean")
    assert one[0].path.read_bytes() != two[0].path.read_bytes()
    assert two[0].path.read_bytes() == clean[0].path.read_bytes()


def test_what_else_shapes_a_face_is_in_its_key() -> None:
    maker = faces.maker_for(DECKS["quizwiz"].templates, "quizwiz")
    face = DECKS["quizwiz"].cards(load("quizwiz"))[0].front
    first = maker.key(face, (63, 88), 1.0, "en", False)
    others = {
        maker.key(face, (63, 88.5), 1.0, "en", False),
        maker.key(face, (63, 88), 0.9, "en", False),
        maker.key(face, (63, 88), 1.0, "de", False),
        maker.key(face, (63, 88), 1.0, "en", True),
        maker.key(replace(face, id="another"), (63, 88), 1.0, "en", False),
        maker.key(replace(face, template="x.html"), (63, 88), 1.0, "en", False),
        maker.key(replace(face, data={**face.data, "x": 1}), (63, 88), 1.0, "en", False),
    }
    assert first not in others
    assert len(others) == 7


def test_ink_saver_and_size_do_not_mix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def printed(out: str, options: Options) -> bytes:
        files, _ = print_deck(
            load("wits"), DECKS["wits"], ["single"], tmp_path / out, locate=locate, options=options
        )
        return files[0].path.read_bytes()

    ways = [Options(), Options(ink_saver=True), Options(size=(70.0, 120.0))]
    warm = [printed(f"warm{n}", ways[n % 3]) for n in range(6)]
    assert warm[:3] == warm[3:]
    assert len(set(warm)) == 3
    for n, way in enumerate(ways):
        fresh(monkeypatch, tmp_path, f"elsewhere{n}")
        assert printed(f"cold{n}", way) == warm[n]


def test_a_face_without_one_of_its_layers_is_drawn_again(
    printer: Printer, own_cache: Path, drawn: list[str]
) -> None:
    first, _ = printer("quizwiz", "a4-duplex", out="one")
    with closing(sqlite3.connect(own_cache / "cache-2.sqlite")) as db, db:
        rows = db.execute("SELECT key FROM entries ORDER BY rowid").fetchall()
        db.executemany("DELETE FROM entries WHERE key = ?", rows[::2])
    db.close()
    faces._maker.cache_clear()
    drawn.clear()
    again, findings = printer("quizwiz", "a4-duplex", out="two")
    assert findings == [] and drawn
    assert first[0].path.read_bytes() == again[0].path.read_bytes()


def test_a_face_comes_back_as_it_was_and_nonsense_does_not() -> None:
    slot = Slot("f.text", "text", 9.0, 8.5, 100.0, 1, 0, True, "S1", 0.25)
    own = LaidOut({"d": {"/BBox": [0, 0, 1.5, 2]}, "c": "q ü Q"}, {"DKBGAA": [3, 4]},
                  {"DKBGAA": "body-600"}, {"f.text": 88.125})  # fmt: skip
    other = replace(own, heights={})
    face = Kept((slot,), "☆", ("layer-1",), ("a", "b"), ("f#0", "piece-1"), {"f#0": own},
                {"piece-1": "k1"})  # fmt: skip
    cache = FaceCache()
    cache.keep_faces({"face": face})
    assert cache.faces(["face"]) == {}  # without the form of the engine it is not whole
    cache.keep_forms({"k1": other})
    assert cache.faces(["face"]) == {"face": replace(face, forms={"f#0": own, "piece-1": other})}
    cache.close()
    with store.Store() as kept:
        kept.put({"face": b"not compressed", "k1": b"x\x9c\x03\x00\x00\x00\x00\x01"})
    cache = FaceCache()
    assert cache.faces(["face"]) == {}
    assert cache.forms(["k1"]) == {}
    cache.close()


def test_preflight_takes_printed_faces_from_the_cache(printer: Printer, drawn: list[str]) -> None:
    deck = load("wits")
    printer(deck, "a4-duplex")
    faces._maker.cache_clear()
    drawn.clear()
    assert preflight.fit(deck, DECKS["wits"], locate) == []
    assert drawn == []


def test_a_page_is_read_until_it_was_found_right(
    printer: Printer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,), _ = printer("wits", "single")
    run = pages(DECKS["wits"].cards(load("wits")), SHEETS["single"])
    read: list[int] = []
    real = check._text

    def text(path: Path, run_: Any, words: Any, which: Any) -> Any:
        read.extend(which)
        return real(path, run_, words, which)

    monkeypatch.setattr(check, "_text", text)
    words: dict[str, set[str]] = {place.face: set() for page in run for place in page.places}
    assert check.faults(file.path, SHEETS["single"], run, words) == []
    assert len(read) > len(run) / 2  # pages without words were found right by the build
    read.clear()
    assert check.faults(file.path, SHEETS["single"], run, words) == []
    assert read == []
    words[run[3].places[0].face] = {"Xylophon"}
    for _ in range(2):  # what is wrong is said every time
        (fault,) = check.faults(file.path, SHEETS["single"], run, words)
        assert fault == f"page 4: {run[3].places[0].card} lacks Xylophon"
        assert 3 in read
        read.clear()


def test_a_page_that_shows_something_else_is_read_again(printer: Printer, tmp_path: Path) -> None:
    (file,), _ = printer("wits", "single")
    run = pages(DECKS["wits"].cards(load("wits")), SHEETS["single"])
    with pikepdf.open(file.path) as pdf:
        marks = [check._page_mark(page.obj, {}) for page in pdf.pages]
    with pikepdf.open(file.path) as pdf:
        page = pdf.pages[0]
        page.obj.Contents = pdf.make_stream(page.Contents.read_bytes() + b" q Q")
        pdf.pages[1].obj.MediaBox[3] = 400
        font = next(o for o in pdf.objects if isinstance(o, pikepdf.Stream) and "/Length1" in o)
        pdf.pages[2].obj.Extra = font
        page = pdf.pages[3]
        page.obj.Resources = pikepdf.Dictionary()
        pdf.save(tmp_path / "other.pdf")
    with pikepdf.open(tmp_path / "other.pdf") as pdf:
        others = [check._page_mark(page.obj, {}) for page in pdf.pages]
    assert len(run) == len(marks) == len(others)
    assert [at for at in range(8) if marks[at] != others[at]] == [0, 1, 2, 3]
    with pikepdf.open(tmp_path / "other.pdf") as pdf:
        pdf.Root.Pages.Rotate = 90
        pdf.save(tmp_path / "turned.pdf")
    with pikepdf.open(tmp_path / "turned.pdf") as pdf:
        turned = [check._page_mark(page.obj, {}) for page in pdf.pages]
    assert not set(turned) & set(others)
    with pikepdf.open(file.path) as pdf:
        for item in pdf.objects:
            if isinstance(item, pikepdf.Stream) and "/Length1" in item:
                item.write(item.read_bytes() + b"\0")
        pdf.save(tmp_path / "fonts.pdf")
    with pikepdf.open(tmp_path / "fonts.pdf") as pdf:
        fonts = [check._page_mark(page.obj, {}) for page in pdf.pages]
    assert sum(one == other for one, other in zip(fonts, marks, strict=True)) < len(marks) / 2


def test_a_page_may_inherit_and_refer_to_itself(printer: Printer, tmp_path: Path) -> None:
    (file,), _ = printer("wits", "single")
    marks = []
    for turn in (0, 90):
        with pikepdf.open(file.path) as pdf:
            pages_ = pdf.Root.Pages
            inner = pdf.make_indirect(
                pikepdf.Dictionary(
                    Type=pikepdf.Name.Pages, Kids=pages_.Kids, Count=pages_.Count, Parent=pages_
                )
            )
            for kid in inner.Kids:
                kid.Parent = inner
            pages_.Kids = pikepdf.Array([inner])
            pages_.Rotate = turn  # two levels above each page
            marks.append(check._page_mark(inner.Kids[0], {}))
    assert marks[0] != marks[1]
    with pikepdf.open(file.path) as pdf:
        page = pdf.pages[0].obj
        ring = pdf.make_indirect(pikepdf.Dictionary(Text="one"))
        ring.Self = ring
        page.Ring = ring
        assert check._page_mark(page, {}) != check._page_mark(page, {})
