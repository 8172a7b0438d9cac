"""Whole print runs of two small decks: files, bytes, text, fonts, findings."""

from __future__ import annotations

import re
import sqlite3
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from deckkit.render import print_deck, versions
from deckkit.render.png import rasterise
from deckkit.render.sheets import SHEETS, Mode
from tests.render.support import DECKS, Printer, load, locate


def text_of(pdf: Path) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        pages = [document[n].get_textpage().get_text_range() for n in range(len(document))]
    finally:
        document.close()
    return re.sub(r"\s+", " ", " ".join(pages))


@pytest.mark.parametrize("name", ["quizwiz", "wits"])
def test_every_layout_prints_without_findings(printer: Printer, name: str) -> None:
    files, findings = printer(name, *SHEETS)
    assert findings == []
    assert [file.sheet for file in files] == list(SHEETS)
    cards = DECKS[name].cards(load(name))
    kinds = {(c.kind, c.size): 0 for c in cards}
    for card in cards:
        kinds[card.kind, card.size] += 1
    for file in files:
        expected = 0
        for (_, size), count in kinds.items():
            grid = SHEETS[file.sheet].grid(size)
            papers = -(-count // grid.per_page)
            expected += papers if grid.mode is Mode.FOLD else 2 * papers
        assert file.pages == expected and file.cards == len(cards)
        with pikepdf.open(file.path) as pdf:
            assert len(pdf.pages) == expected


def test_the_same_bytes_cold_warm_parallel_and_elsewhere(printer: Printer, tmp_path: Path) -> None:
    first, _ = printer("quizwiz", "a4-duplex", "single", out="one")
    warm, _ = printer("quizwiz", "a4-duplex", "single", out="two/deeper")
    assert [f.path.read_bytes() for f in first] == [f.path.read_bytes() for f in warm]


def test_the_same_bytes_from_an_executor(
    printer: Printer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone, _ = printer("wits", "a4-duplex", out="alone")
    monkeypatch.setenv("DECKKIT_CACHE", str(tmp_path / "another-cache"))
    with ProcessPoolExecutor(2) as pool:
        others, _ = print_deck(
            load("wits"), DECKS["wits"], ["a4-duplex"], tmp_path / "pool", locate=locate,
            executor=pool,
        )  # fmt: skip
    assert alone[0].path.read_bytes() == others[0].path.read_bytes()


def test_one_changed_cell_gives_the_bytes_of_a_clean_build(
    printer: Printer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = load("quizwiz")
    deck["statements"][0]["text"] = "Has no coast: it is landlocked"
    printer("quizwiz", "a4-duplex", out="before")
    changed, _ = printer(deck, "a4-duplex", out="changed")
    monkeypatch.setenv("DECKKIT_CACHE", str(tmp_path / "another-cache"))
    clean, _ = printer(deck, "a4-duplex", out="clean")
    assert changed[0].path.read_bytes() == clean[0].path.read_bytes()


@pytest.mark.parametrize("damage", ["garbage", "entries", "folder"])
def test_a_damaged_cache_costs_time_only(
    printer: Printer, own_cache: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    good, _ = printer("quizwiz", "a4-duplex", out="good")
    (file,) = own_cache.glob("*.sqlite")
    if damage == "garbage":
        file.write_bytes(b"this is not a database" * 1000)
    elif damage == "entries":
        with closing(sqlite3.connect(file)) as db, db:
            db.execute("UPDATE entries SET data = x'00112233445566778899aabb'")
        db.close()
    else:
        blocked = own_cache / "a-file"
        blocked.write_text("no folder")
        monkeypatch.setenv("DECKKIT_CACHE", str(blocked))
    again, findings = printer("quizwiz", "a4-duplex", out="again")
    assert findings == []
    assert good[0].path.read_bytes() == again[0].path.read_bytes()


def test_text_is_searchable_and_fonts_are_embedded_once(printer: Printer) -> None:
    files, _ = printer("quizwiz", "a4-duplex")
    text = text_of(files[0].path)
    for words in ("Sri Jayewardenepura Kotte", "Is landlocked", "of 12 countries fit", "Brasília"):
        assert words in text
    with pikepdf.open(files[0].path) as pdf:
        found = [
            (str(item.FontName), "/FontFile2" in item)
            for item in pdf.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor"
        ]
    names = [name.partition("+")[2] for name, _ in found]
    assert all(embedded for _, embedded in found)
    assert len(names) == len(set(names))
    assert set(names) <= {f"Deckkit{kind}" for kind in
                          ("Head-600", "Head-700", "Body-600", "Body-700", "Body-800")}  # fmt: skip


def test_a_pdf_says_what_it_is(printer: Printer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    files, _ = printer("quizwiz", "a4-duplex")
    with pikepdf.open(files[0].path) as pdf:
        assert str(pdf.Root.Lang) == "en"
        assert str(pdf.docinfo["/Title"]) == "Mini QuizWiz 2026.1 (a4-duplex)"
        assert str(pdf.docinfo["/CreationDate"]).startswith("D:20231114")
        labels = [str(item.P) for item in list(pdf.Root.PageLabels.Nums)[1::2]]
        with pdf.open_outline() as outline:
            marks = [item.title for item in outline.root]
    assert labels[:2] == ["1 front", "1 back"]
    assert marks == ["Country", "Setup", "Special", "Debate", "Statement", "Rules"]
    assert "sheet 1 of" in text_of(files[0].path)


def test_draft_is_said_on_every_page(printer: Printer) -> None:
    for sheet in ("a4-duplex", "single"):
        files, _ = printer("quizwiz", sheet, out=f"draft-{sheet}", draft=True)
        document = pypdfium2.PdfDocument(files[0].path)
        pages = [document[n].get_textpage().get_text_range() for n in range(len(document))]
        document.close()
        assert all("DRAFT" in page for page in pages)
        if sheet == "a4-duplex":
            assert pages[0].count("DRAFT") == 1 + min(9, len(load("quizwiz")["countries"]))
        assert "DRAFT" not in text_of(printer("quizwiz", sheet, out="final")[0][0].path)


def test_draft_stands_on_white_inside_the_trim(printer: Printer) -> None:
    files, _ = printer("quizwiz", "single", draft=True)
    (front, back) = (p.convert("L") for p in rasterise(files[0].path, 254, [0, 1]))
    for picture in (front, back):  # 10 pixels a mm
        plate = picture.crop((300, 872, 390, 910))
        rows = [max(plate.crop((0, y, 90, y + 1)).tobytes()) == 255 for y in range(plate.height)]
        assert sum(rows) >= 22
        assert plate.getextrema()[0] < 60


def test_text_too_long_is_a_finding_and_nothing_is_written(
    printer: Printer, tmp_path: Path
) -> None:
    deck = load("quizwiz")
    deck["statements"][0]["text"] = "Has at least one very long river " * 14
    files, findings = printer(deck, "a4-duplex")
    assert files == [] and not (tmp_path / "out").exists()
    assert {(f.code, f.location.record) for f in findings} == {("DK801", "S001")}
    assert re.search(r"by about \d+ characters .* at 9 pt", findings[0].message)
    drafted, again = printer(deck, "a4-duplex", draft=True)
    assert len(drafted) == 1 and {f.code for f in again} == {"DK801"}


def test_too_many_answers_are_a_finding(printer: Printer) -> None:
    deck = load("quizwiz")
    deck["countries"] = [
        {"code": f"X{n:02}", "alpha2": None, "name": f"Long Country Name {n}",
         "region": deck["regions"][n % 4]["id"], "capital": "Town"}
        for n in range(72)
    ]  # fmt: skip
    codes = [country["code"] for country in deck["countries"]]
    deck["statements"] = deck["statements"][:1]
    deck["statements"][0].update(countries=codes, count=72)
    _, findings = printer(deck, "a4-duplex")
    assert [f.code for f in findings] == ["DK801"]
    assert "list of answers" in findings[0].message and "6.5 pt" in findings[0].message


def test_a_question_too_long_names_its_own_record(printer: Printer) -> None:
    deck = load("wits")
    deck["questions"][1]["text"] = "How many things are there in this very long question " * 6 + "?"
    _, findings = printer(deck, "a4-duplex")
    assert {(f.code, f.location.record) for f in findings} == {("DK801", "W001-bottom")}


def test_characters_without_glyph_are_a_finding(printer: Printer) -> None:
    deck = load("quizwiz")
    deck["statements"][0]["text"] = "Won the \u2605 prize \U0001f3c6"
    _, findings = printer(deck, "a4-duplex")
    assert {f.code for f in findings} == {"DK802"}
    assert "U+2605" in findings[0].message


@pytest.mark.parametrize("game", ["quizwiz", "wits"])
def test_letters_of_many_languages_print(printer: Printer, game: str) -> None:
    deck = load(game)
    words = "Łódź Ağrı Şırnak Ștefan Győr Việt Nam Ísland Çanakkale Þór Curaçao"
    records: list[Any] = deck["statements" if game == "quizwiz" else "questions"]
    records[0]["text"] = words
    files, findings = printer(deck, "single")
    assert findings == []
    shown = re.sub(r"\s", "", text_of(files[0].path))
    assert all(word in shown for word in words.split())


def test_versions_name_everything_that_shapes_a_page() -> None:
    found = versions()
    assert {"weasyprint", "pango", "harfbuzz", "pikepdf", "font Nunito"} <= set(found)
    assert all(found.values())
