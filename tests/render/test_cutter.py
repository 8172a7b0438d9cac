"""Marks and outlines for cutting machines, in mm, as they come out on the page."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest

from deckkit.config import PrintConfig
from deckkit.errors import ExitCode, UsageError
from deckkit.game import CARD, Card, Face
from deckkit.render import SIZES, Options, marks_named, print_deck, write_outlines
from deckkit.render.cutter import boxes
from deckkit.render.png import rasterise
from deckkit.render.sheets import A4, LETTER, SHEETS, Mode, pages
from tests.render.support import DECKS, load, locate
from tests.support import run, write_deck

CUTTER = Options(marks="cutter")
PAIRED = [name for name, sheet in SHEETS.items() if sheet.mode not in (Mode.SINGLE, Mode.FOLD)]
MM = 25.4 / 72
# A square, and two angles of 5 mm: lines of 0.5 mm, centred 10 mm from the edges of A4.
MARKS = [
    (10.0, 10.0, 15.0, 15.0),
    (195.0, 9.75, 200.25, 10.25), (199.75, 9.75, 200.25, 15.0),
    (9.75, 286.75, 15.0, 287.25), (9.75, 282.0, 10.25, 287.25),
]  # fmt: skip
Box = tuple[float, ...]


def deck(count: int = 10, size: tuple[float, float] = CARD) -> list[Card]:
    return [Card(f"C{n}", "card", Face("f", "", {}), Face("b", "", {}), size) for n in range(count)]


def printed(folder: Path, name: str, sheet: str, options: Options, *, draft: bool = False) -> Path:
    files, findings = print_deck(
        load(name), DECKS[name], [sheet], folder, locate=locate, options=options, draft=draft
    )
    assert findings == []
    return files[0].path


def marks_on(path: Path, number: int) -> list[Box]:
    """Black rectangles among a page's own operators, in mm from its upper left corner."""
    with pikepdf.open(path) as pdf:
        page = pdf.pages[number]
        high = float(page.mediabox[3])
        found: list[Box] = []
        box: list[Box] = []
        black = False
        for instruction in pikepdf.parse_content_stream(page):
            operands, operator = instruction.operands, str(instruction.operator)
            if operator in ("q", "Q"):
                black, box = False, []
            elif operator == "g":
                black = float(operands[0]) == 0
            elif operator == "re" and black:
                x, y, w, h = (float(value) for value in operands)
                box.append(tuple(v * MM for v in (x, high - y - h, x + w, high - y)))
            elif operator == "f" and black:
                found += box
    return found


def apart(one: Box, other: Box) -> float:
    """How far two rectangles lie apart in mm, along the axis on which they lie apart more."""
    across = max(one[0] - other[2], other[0] - one[2])
    down = max(one[1] - other[3], other[1] - one[3])
    return max(across, down)


def test_the_marks_of_an_a4_sheet(tmp_path: Path) -> None:
    path = printed(tmp_path, "quizwiz", "a4-duplex", CUTTER)
    run = pages(DECKS["quizwiz"].cards(load("quizwiz")), SHEETS["a4-duplex"], CUTTER)
    for number, page in enumerate(run):
        found = marks_on(path, number)
        wanted = MARKS if page.side == "front" else []
        assert len(found) == len(wanted)
        for box, want in zip(found, wanted, strict=True):
            assert box == pytest.approx(want, abs=0.002)


@pytest.mark.parametrize("sheet", ["a4-duplex", "letter-duplex"])
def test_marks_are_black_on_clear_paper(tmp_path: Path, sheet: str) -> None:
    """On the picture of a page: black inside each mark, white for 1 mm around it."""
    path = printed(tmp_path, "quizwiz", sheet, CUTTER)
    (picture,) = (p.convert("L") for p in rasterise(path, 508, [0]))  # 20 pixels a mm
    dark = [tuple(round(v * 20) for v in (x, y, x + w, y + h)) for x, y, w, h in boxes(
        SHEETS[sheet].paper)]  # fmt: skip
    assert picture.size == pytest.approx([side * 20 for side in SHEETS[sheet].paper], abs=1.5)
    for box in dark:
        inner = picture.crop((box[0] + 2, box[1] + 2, box[2] - 2, box[3] - 2))
        assert inner.getextrema() == (0, 0)
    for box in dark:
        picture.paste(255, (box[0] - 2, box[1] - 2, box[2] + 2, box[3] + 2))
    for box in dark:
        around = picture.crop((box[0] - 19, box[1] - 19, box[2] + 19, box[3] + 19))
        assert around.getextrema() == (255, 255)


BOARDS = [(148.0, 105.0), (148.0, 210.0)]
TRIMS = [*SIZES.values(), *BOARDS, (60.0, 60.0), (190.0, 90.0)]


@pytest.mark.parametrize(("name", "size"), list(product(PAIRED, TRIMS)))
def test_marks_lie_outside_cards_of_every_size(name: str, size: tuple[float, float]) -> None:
    wide, high = SHEETS[name].paper
    cards = deck(30, size if size in BOARDS else CARD)
    how = CUTTER if size in BOARDS else Options(size=size, marks="cutter")
    for page in pages(cards, SHEETS[name], how):
        if page.side == "back":
            continue
        for left, top, w, h in boxes(page.paper):
            box = (left, top, left + w, top + h)
            assert min(left, top, wide - box[2], high - box[3]) >= 5
            for place in page.places:
                card = (place.x, place.y, place.x + place.size[0], place.y + place.size[1])
                assert apart(box, card) >= 1.25  # 0.5 mm of bleed, and clear paper


def test_how_many_cards_fit() -> None:
    assert SHEETS["a4-duplex"].paper == A4 and SHEETS["letter-duplex"].paper == LETTER
    counts = {name: SHEETS[name].grid(cutter=True).per_page for name in PAIRED}
    assert counts == {name: 6 if "letter" in name else 9 for name in PAIRED}
    assert SHEETS["letter-duplex"].grid().per_page == 9
    with pytest.raises(UsageError, match=r"190 x 270 mm with the marks .* sheets a4-duplex"):
        SHEETS["a4-duplex"].grid((190, 270), cutter=True)
    assert SHEETS["a4-duplex"].grid((190, 270)).per_page == 1


def test_bleed_is_cut_back_on_the_marked_side(tmp_path: Path) -> None:
    path = printed(tmp_path, "quizwiz", "a4-duplex", CUTTER)
    front, back = (p.convert("L") for p in rasterise(path, 254, [0, 1]))  # 10 pixels a mm
    for x, sides in ((10.5 - 0.3, (True, True)), (10.5 - 0.8, (False, True))):
        seen = [p.getpixel((round(x * 10), 250)) for p in (front, back)]
        assert tuple(value < 250 for value in seen) == sides


def test_texts_keep_clear_of_the_marks(tmp_path: Path) -> None:
    """Cards of 60 x 88 mm leave room beside them, where the line of text stands."""
    options = Options(size=(57.0, 92.0), marks="cutter")
    path = printed(tmp_path, "wits", "letter-duplex", options, draft=True)
    document = pypdfium2.PdfDocument(path)
    page = document[0]
    high = page.get_height()
    text = page.get_textpage()
    found = 0
    for n in range(text.count_rects()):
        left, low, right, up = text.get_rect(n)
        box = tuple(v * MM for v in (left, high - up, right, high - low))
        for x, y, w, h in boxes(LETTER):
            assert apart(box, (x, y, x + w, y + h)) > 0.5
        found += 1
    document.close()
    assert found > 3


def test_outlines_lie_where_the_cards_do(tmp_path: Path) -> None:
    cards = DECKS["wits"].cards(load("wits"))
    files = write_outlines(cards, ["a4-duplex", "letter-duplex"], tmp_path, CUTTER)
    sizes = list(dict.fromkeys(card.size for card in cards))
    names = [f"{s}-cut{m}.svg" for s in ("a4-duplex", "letter-duplex")
             for m in ("" if z == CARD else f"-{z[0]:g}x{z[1]:g}" for z in sizes)]  # fmt: skip
    assert [path.name for path, _ in files] == names
    for (path, sheet), size in zip(files, sizes * 2, strict=True):
        tree = ElementTree.fromstring(path.read_text("utf-8"))
        paper = SHEETS[sheet].paper
        assert (tree.get("width"), tree.get("height")) == tuple(f"{side:g}mm" for side in paper)
        assert tree.get("viewBox") == f"0 0 {paper[0]:g} {paper[1]:g}"
        drawn = [
            tuple(float(rect.get(key, "")) for key in ("x", "y", "width", "height", "rx"))
            for rect in tree.iter("{http://www.w3.org/2000/svg}rect")
        ]
        front = pages(deck(30, size), SHEETS[sheet], CUTTER)[0]
        assert drawn == [pytest.approx((p.x, p.y, *size, 3)) for p in front.places]


@pytest.mark.parametrize("sheet", ["single", "a4-fold", "letter-fold"])
def test_sheets_that_no_machine_cuts(tmp_path: Path, sheet: str) -> None:
    with pytest.raises(UsageError, match=f"sheets {sheet} have no room"):
        write_outlines(deck(), ["a4-duplex", sheet], tmp_path, CUTTER)
    assert list(tmp_path.iterdir()) == []


def test_names_of_marks() -> None:
    assert [marks_named(w, "front") for w in ("crop", "cutter", "none")] == [
        "front", "cutter", "none",
    ]  # fmt: skip
    with pytest.raises(UsageError, match="cuter") as raised:
        marks_named("cuter", "both")
    assert '"cutter"' in str(raised.value.hint)
    with pytest.raises(ValueError, match="PrintConfig"):
        PrintConfig.model_validate({"marks": "cuter"})


def test_the_command_line(tmp_path: Path) -> None:
    folder, out = write_deck(tmp_path / "deck"), tmp_path / "out"
    done = run("build", str(folder), "--marks", "cutter", "--png", "--out", str(out))
    assert done.returncode == ExitCode.OK, done.stderr + done.stdout
    files = json.loads((out / "manifest.json").read_text("utf-8"))["decks"]["test"]["files"]
    for sheet in ("a4-duplex", "letter-duplex"):
        assert files[f"print/{sheet}-cut.svg"]["cut"] == sheet
        assert len(marks_on(out / f"test/print/{sheet}.pdf", 0)) == 5
    toml = folder / "deck.toml"
    toml.write_text(toml.read_text("utf-8") + '\n[print]\nmarks = "cutter"\n')
    done = run("build", str(folder), "--sheets", "a4-fold", "--out", str(out))
    assert done.returncode == ExitCode.USAGE and "a4-fold" in done.stderr
    done = run("build", str(folder), "--sheets", "a4-fold", "--marks", "crop", "--out", str(out))
    assert done.returncode == ExitCode.OK, done.stderr + done.stdout
