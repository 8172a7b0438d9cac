"""Options of a print run: sizes, shift of backs, marks, copies, saving ink, pictures."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from deckkit.config import PrintConfig
from deckkit.errors import ExitCode, UsageError
from deckkit.game import CARD, Card, Face
from deckkit.render import SIZES, Options, card_size, print_deck, write_calibration
from deckkit.render.boxes import pieces
from deckkit.render.impose import _placed
from deckkit.render.png import rasterise
from deckkit.render.sheets import SHEETS, Mode, pages
from deckkit.render.styles import Styles
from tests.render.support import DECKS, load, locate
from tests.support import run, write_deck

DECK = [Card(f"C{n}", "card", Face(f"f{n}", "", {}), Face(f"b{n}", "", {})) for n in range(10)]
WITS_GAME = "wits-and-wagers-family"
MM = 72 / 25.4


def printed(folder: Path, name: str, sheet: str, options: Options) -> Path:
    files, findings = print_deck(
        load(name), DECKS[name], [sheet], folder, locate=locate, options=options
    )
    assert findings == []
    return files[0].path


@pytest.mark.parametrize("name", sorted(SIZES))
def test_sizes_from_the_table(name: str) -> None:
    size = card_size(name)
    options = Options(size=size)
    (front, back, *_) = pages(DECK, SHEETS["a4-duplex"], options)
    assert {place.size for place in front.places + back.places} == {size}
    scale = front.places[0].scale
    assert scale == pytest.approx(min(size[0] / CARD[0], size[1] / CARD[1]))


def test_only_cards_of_the_usual_size_change() -> None:
    board = Card("B", "board", Face("f", "", {}), Face("b", "", {}), (148.0, 105.0))
    run = pages([DECK[0], board], SHEETS["a4-duplex"], Options(size=(70, 120)))
    assert [(p.places[0].size, round(p.places[0].scale, 3)) for p in run] == [
        ((70, 120), 1.111), ((70, 120), 1.111), ((148, 105), 1), ((148, 105), 1),
    ]  # fmt: skip
    with pytest.raises(UsageError, match="tarrot"):
        card_size("tarrot")


@pytest.mark.parametrize("sheet", ["single", "a4-duplex", "a4-fold", "a4-duplex-short"])
def test_a_scaled_card_fills_its_bleed(tmp_path: Path, sheet: str) -> None:
    """No white shows between the drawing and the edge of a card of another shape."""
    path = printed(tmp_path, "quizwiz", sheet, Options(size=SIZES["70x120"], marks="none"))
    run = pages(DECKS["quizwiz"].cards(load("quizwiz")), SHEETS[sheet], Options(size=(70, 120)))
    for number, (page, picture) in enumerate(zip(run, rasterise(path, 40), strict=True)):
        for place in page.places if number < 6 else ():
            x, y = (3.0, 3.0) if page.mode is Mode.SINGLE else (place.x, place.y)
            for dx in (0.5, place.size[0] / 2, place.size[0] - 0.5):
                for dy in (0.5, place.size[1] - 0.5):
                    spot = tuple(int(v * 40 / 25.4) for v in (x + dx, y + dy))
                    assert picture.getpixel(spot) != (255, 255, 255), (place.card, dx, dy)


def test_text_of_a_scaled_card_is_found_once(tmp_path: Path) -> None:
    path = printed(tmp_path, "quizwiz", "single", Options(size=SIZES["tarot"]))
    document = pypdfium2.PdfDocument(path)
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert text.count(load("quizwiz")["countries"][0]["name"]) == 1


def test_small_cards_keep_the_floor_on_paper(tmp_path: Path) -> None:
    deck = load("quizwiz")
    deck["statements"][0]["text"] = "has a text that fits well at nine points " * 3
    usual = print_deck(deck, DECKS["quizwiz"], ["single"], tmp_path / "a", locate=locate)
    assert usual[1] == []
    _, findings = print_deck(
        deck, DECKS["quizwiz"], ["single"], tmp_path / "b", locate=locate,
        options=Options(size=SIZES["mini"]),
    )  # fmt: skip
    assert {f.code for f in findings} == {"DK801"}
    assert "S001" in {f.location.record for f in findings}


def test_the_offset_moves_backs_only() -> None:
    plain = pages(DECK, SHEETS["a4-duplex"])
    moved = pages(DECK, SHEETS["a4-duplex"], Options(offset=(0.5, -1.25)))
    for before, after in zip(plain, moved, strict=True):
        dx, dy = (0.5, -1.25) if after.side == "back" else (0, 0)
        assert [(p.x + dx, p.y + dy) for p in before.places] == [(p.x, p.y) for p in after.places]
    for sheet in ("single", "a4-fold"):
        assert pages(DECK, SHEETS[sheet], Options(offset=(2, 2))) == pages(DECK, SHEETS[sheet])


def test_copies_lie_side_by_side() -> None:
    run = pages(DECK[:2], SHEETS["a4-duplex"], Options(copies=3))
    assert [place.card for place in run[0].places] == ["C0"] * 3 + ["C1"] * 3


@pytest.mark.parametrize(
    ("marks", "sides"), [("both", (1, 1)), ("front", (1, 0)), ("none", (0, 0))]
)
def test_crop_marks_on_the_sides_asked_for(
    tmp_path: Path, marks: str, sides: tuple[int, int]
) -> None:
    path = printed(tmp_path, "wits", "a4-duplex", Options(marks=marks))
    pictures = list(rasterise(path, 100, [0, 1]))
    found = []
    for picture in pictures:  # the mark above the upper left corner of the grid
        x, y = (round(v * 100 / 25.4) for v in (10.5, 16.5 - 5.4))
        strip = picture.convert("L").crop((x - 3, y, x + 3, y + 1))
        found.append(int(strip.getextrema()[0] < 160))
    assert tuple(found) == sides


def test_saving_ink_whitens_grounds_and_keeps_texts(tmp_path: Path) -> None:
    def dark(path: Path) -> float:
        total = 0.0
        for picture in rasterise(path, 30):
            grey = picture.convert("L").histogram()
            total += sum((255 - n) * count for n, count in enumerate(grey))
        return total

    for name in DECKS:
        usual = printed(tmp_path / name, name, "a4-duplex", Options())
        saved = printed(tmp_path / f"{name}-ink", name, "a4-duplex", Options(ink_saver=True))
        assert dark(saved) < 0.45 * dark(usual)
        texts = []
        for path in (usual, saved):
            document = pypdfium2.PdfDocument(path)
            texts.append([page.get_textpage().get_text_range() for page in document])
            document.close()
        assert texts[0] == texts[1]


def test_saving_ink_makes_white_text_dark() -> None:
    css = (
        '.face{font-family:"Deckkit Body";font-weight:600;font-variant-ligatures:none}'
        ".a{position:absolute;left:0;top:0;width:50mm;font-size:9pt;line-height:1;color:#ffffff}"
        ".b{position:absolute;left:0;top:0;width:50mm;height:50mm;background:#222222}"
    )
    html = '<section class="face"><div class="b"></div><div class="a">x</div></section>'
    (piece,) = pieces("F", html, Styles.parse(css), (69, 94), (), (63, 88))
    assert piece.drawn
    content = piece.drawn.form["c"]
    assert content.startswith("1 1 1 rg") and "0.1333 0.1333 0.1333 RG" in content
    assert "0.1059 0.1647 0.2196 rg" in content


def test_the_calibration_page(tmp_path: Path) -> None:
    assert write_calibration(tmp_path / "a.pdf") == 4
    write_calibration(tmp_path / "b.pdf")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    front, back = (p.convert("L") for p in rasterise(tmp_path / "a.pdf", 100, [0, 1]))
    middle = (front.width // 2, front.height // 2)
    assert min(front.getpixel((middle[0] + dx, middle[1])) for dx in (-9, 9)) < 160
    assert min(back.getpixel((middle[0] + dx, middle[1])) for dx in (-9, 9)) < 160
    document = pypdfium2.PdfDocument(tmp_path / "a.pdf")
    assert "offset" in document[1].get_textpage().get_text_range()
    document.close()


def test_options_of_deck_toml() -> None:
    config = PrintConfig(card_size=(70, 120), offset=(1, -0.5), crop_marks="front", copies=2)
    assert card_size(config.card_size) == (70, 120)
    for wrong in (
        {"copies": 0},
        {"offset": (99, 0)},
        {"crop_marks": "left"},
        {"card_size": (1, 2)},
    ):
        with pytest.raises(ValueError, match="PrintConfig"):
            PrintConfig.model_validate(wrong)


def test_the_command_line(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck")
    toml = (deck / "deck.toml").read_text("utf-8")
    (deck / "deck.toml").write_text(toml + '\n[print]\nsheets = ["a4-fold"]\ncopies = 2\n')
    out = tmp_path / "out"
    done = run("build", str(deck), "--png", "--card-size", "poker", "--out", str(out))
    assert done.returncode == ExitCode.OK, done.stderr + done.stdout
    folder = out / "test" / "print"
    assert {p.name for p in folder.iterdir()} == {"a4-fold.pdf", "png"}
    assert {p.name for p in (folder / "png").glob("*.png")} == {
        p.name for p in (folder / "png" / "bleed").glob("*.png")
    }
    with Image.open(folder / "png" / "S001-front.png") as picture:
        assert picture.size == (750, 1050)
    with Image.open(folder / "png" / "bleed" / "CHL-back.png") as picture:
        assert picture.size == (821, 1121)
    with pikepdf.open(folder / "a4-fold.pdf") as pdf:
        assert len(pdf.pages) > 0
    done = run("build", str(deck), "--card-size", "tarrot", "--out", str(out))
    assert done.returncode == ExitCode.USAGE and "tarot" in done.stderr
    done = run("build", "--calibrate", "--out", str(out))
    assert done.stdout.strip() == (out / "calibration.pdf").as_posix()
    assert (folder / "a4-fold.pdf").is_file()


def test_cards_are_named_across_decks(tmp_path: Path) -> None:
    decks = [write_deck(tmp_path / "one"), write_deck(tmp_path / "two", game=WITS_GAME)]
    for deck in decks:
        toml = (deck / "deck.toml").read_text("utf-8")
        (deck / "deck.toml").write_text(toml.replace('id = "test"', f'id = "{deck.name}"'))
    out = tmp_path / "out"

    def pictures(*cards: str) -> dict[str, set[str]]:
        chosen = [word for card in cards for word in ("--cards", card)]
        done = run("build", *map(str, decks), "--png", *chosen, "--out", str(out))
        assert done.returncode == ExitCode.OK, done.stderr
        folders = ((deck.name, out / deck.name / "print" / "png") for deck in decks)
        return {
            name: {file.stem.removesuffix("-front") for file in png.glob("*-front.png")}
            for name, png in folders
        }

    assert pictures("s002,BOL-PER", "W001") == {
        "one": {"S002", "CHL", "PER", "BOL"},
        "two": {"W001"},
    }
    assert pictures("S001") == {"one": {"S001"}, "two": set()}
    assert pictures("Country,question", "D1") == {
        "one": {"BOL", "CHL", "PER", "D1"},
        "two": {"W001"},
    }
    assert pictures("S001") == {"one": {"S001"}, "two": set()}
    assert not (out / "two" / "print").exists() and (out / "two" / "deck.json").is_file()
    assert json.loads((out / "manifest.json").read_text("utf-8"))["tools"]
    for word, said in (
        ("S009", 'no card "S009". Did you mean'),
        ("CHL-BOL", "runs backwards. Type BOL-CHL"),
        ("CHL-W001", "runs from one deck into another"),
        ("S001-S009", 'no card "S001-S009"'),
        ("statment", 'no card "statment". Did you mean "statement"'),
        ("xyzzy", "Kinds of cards: "),
    ):
        done = run("build", *map(str, decks), "--cards", f"PER,{word}", "--out", str(out))
        assert done.returncode == ExitCode.USAGE and said in done.stderr, done.stderr
        assert not (out / "two" / "print").exists()
    for options, said in (
        (["--cards", ","], "No card is named"),
        (["--sheets", " , "], "--sheets names nothing"),
        (["--marks", ""], "--marks names nothing"),
        (["--output-profile", "x.icc"], "for PDF/X-4 only. Add --standard"),
    ):
        done = run("build", *map(str, decks), *options, "--out", str(out))
        assert done.returncode == ExitCode.USAGE and said in done.stderr, done.stderr


@pytest.mark.parametrize("name", ["tarot", "bridge", "70x120"])
def test_patterns_of_scaled_cards_go_on_to_the_bleed(tmp_path: Path, name: str) -> None:
    """Where the usual card ends, a card of another shape looks as it does a little outside."""
    path = printed(tmp_path, "wits", "single", Options(size=SIZES[name]))
    dpi, (width, height) = 200, SIZES[name]
    scale = min(width / CARD[0], height / CARD[1])
    (picture,) = (p.convert("RGB") for p in rasterise(path, dpi, [0]))
    old = (height + 6 - (CARD[1] + 6) * scale) / 2  # mm above the drawing
    line = [picture.getpixel((x, round(old * dpi / 25.4))) for x in range(picture.width)]
    near = [picture.getpixel((x, round(old * dpi / 25.4) - 4)) for x in range(picture.width)]
    assert len(set(near)) <= 12
    changed = sum(one != other for one, other in zip(line, near, strict=True))
    assert changed < picture.width / 8


@pytest.mark.parametrize("name", ["tarot", "poker"])
def test_grounds_of_scaled_cards_have_no_steps_and_no_lines(tmp_path: Path, name: str) -> None:
    """A Statement's header, paper and foot are three colours down to the corners of the bleed."""
    path = printed(tmp_path, "quizwiz", "single", Options(size=SIZES[name]))
    run = pages(DECKS["quizwiz"].cards(load("quizwiz")), SHEETS["single"])
    at = next(n for n, page in enumerate(run) if page.places[0].card == "S001")
    (picture,) = (p.convert("RGB") for p in rasterise(path, 600, [at]))
    for x in (1, picture.width // 16, picture.width - 2):
        column = [picture.getpixel((x, y)) for y in range(picture.height)]
        ends = [y for y, (one, other) in enumerate(pairwise(column)) if one != other]
        borders = [ends[0], *(y for before, y in pairwise(ends) if y - before > 1)]
        assert len(borders) == 2, (x, borders)


def test_saving_ink_outlines_every_card_inside_its_trim(tmp_path: Path) -> None:
    for size in ("standard", "70x120"):
        how = Options(size=SIZES[size], ink_saver=True, marks="none")
        path = printed(tmp_path / size, "quizwiz", "a4-duplex", how)
        run = pages(DECKS["quizwiz"].cards(load("quizwiz")), SHEETS["a4-duplex"], how)
        dpi = 200
        for page, picture in zip(run[:6], rasterise(path, dpi, range(6)), strict=True):
            grey = picture.convert("L")
            for place in page.places:
                x, y = place.x + 0.14, place.y + 0.3 * place.size[1]
                low = min(
                    grey.getpixel((round(x * dpi / 25.4) + dx, round(y * dpi / 25.4)))
                    for dx in (-1, 0, 1)
                )
                assert low < 225, (size, place.face)


def test_saving_ink_keeps_what_drawings_say() -> None:
    css = ".s{position:absolute;left:9mm;top:9mm;width:47mm;height:14mm}"
    shapes = (
        '<g transform="scale(.5)"><rect width="90" height="90" fill="#ffffff" fill-opacity=".2"/>'
        '</g><path fill="none" stroke="#dde4ea" stroke-width="3" d="M0 0h9"/>'
    )
    html = f'<section class="face"><svg class="s" viewBox="0 0 470 140">{shapes}</svg></section>'
    (piece,) = pieces("F", html, Styles.parse(css), (69, 94), (), (63, 88))
    assert piece.drawn
    content = piece.drawn.form["c"]
    dark, pale = "0.1059 0.1647 0.2196 RG", "0.8667 0.8941 0.9176 RG"
    assert dark in content and pale in content and " rg" not in content


def test_saving_ink_leaves_patterns_out() -> None:
    css = ".s{position:absolute;left:0;top:0;width:69mm;height:94mm}"
    html = '<section class="face"><svg class="s pattern" viewBox="0 0 69 94">{}</svg></section>'
    drawing = html.format('<circle cx="9" cy="9" r="4" fill="#433a8c"/>')
    for saver, shown in ((None, 1), ((63, 88), 0)):
        (piece,) = pieces("F", drawing, Styles.parse(css), (69, 94), (), saver)
        assert piece.drawn and piece.drawn.form["c"].count(" rg") == shown


@pytest.mark.parametrize("name", sorted(SIZES))
def test_no_card_lies_on_its_neighbour(tmp_path: Path, name: str) -> None:
    """A card beside others has no bleed on their side, in any size."""
    options = Options(size=SIZES[name])
    (page, *_) = pages(DECK, SHEETS["a4-duplex"], options)
    for place in page.places:
        clip = _placed("", "", place, page, CARD, (3.0, 3.0)).split(" re W n")[0].split()[1:]
        left, _, width, _ = (float(value) / MM for value in clip)
        over = {-1: place.x - left, 1: left + width - place.x - place.size[0]}
        for side, room in over.items():
            x = place.x + side * place.size[0]
            beside = any(abs(p.x - x) < 0.1 and abs(p.y - place.y) < 0.1 for p in page.places)
            assert room == pytest.approx(0.05 if beside else 3, abs=0.01), (name, place)


def test_pictures_are_the_same_with_copies(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck")

    def pictures(*extra: str) -> dict[str, bytes]:
        out = tmp_path / "out"
        done = run("build", str(deck), "--png", *extra, "--out", str(out))
        assert done.returncode == ExitCode.OK, done.stderr
        folder = out / "test" / "print" / "png"
        return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*.png")}

    assert pictures("--copies", "3") == pictures()
