"""Where cards lie, in mm: fronts in front of their backs, marks outside the bleed."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckkit import render
from deckkit.errors import UsageError
from deckkit.game import Card, Face
from deckkit.render import marks, print_deck
from deckkit.render.png import rasterise
from deckkit.render.sheets import SHEETS, Mode, Options, Page, Sheet, pages, sheet_names
from tests.render.support import DECKS, Printer, load, locate

W, H = 63.0, 88.0
DECK = [Card(f"C{n}", "card", Face(f"f{n}", "", {}), Face(f"b{n}", "", {})) for n in range(20)]


def boxes(page: Page, prefix: str) -> dict[str, tuple[float, float, bool]]:
    return {p.card: (p.x, p.y, p.turned) for p in page.places if p.face.startswith(prefix)}


def pairs(sheet: Sheet) -> list[tuple[Page, Page]]:
    run = pages(DECK, sheet)
    if sheet.mode is Mode.FOLD:
        return [(page, page) for page in run]
    fronts = [page for page in run if page.side == "front"]
    backs = [page for page in run if page.side == "back"]
    return list(zip(fronts, backs, strict=True))


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=list(SHEETS))
def test_back_lies_exactly_behind_its_front(sheet: Sheet) -> None:
    width, height = sheet.paper
    seen = 0
    for front_page, back_page in pairs(sheet):
        fronts, backs = boxes(front_page, "f"), boxes(back_page, "b")
        assert fronts.keys() == backs.keys()
        for card, (x, y, _) in fronts.items():
            bx, by, turned = backs[card]
            if sheet.mode is Mode.SINGLE:
                expected = (x, y, False)
            elif sheet.mode in (Mode.DUPLEX_SHORT, Mode.FOLD):
                expected = (x, height - y - H, True)
            else:
                expected = (width - x - W, y, False)
            assert (bx, by, turned) == pytest.approx(expected)
            seen += 1
    assert seen == len(DECK)


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=list(SHEETS))
def test_cards_stay_on_the_paper_and_do_not_overlap(sheet: Sheet) -> None:
    margin = 3.0
    for page in pages(DECK, sheet):
        spots = [(place.x, place.y) for place in page.places]
        for x, y in spots:
            assert margin <= x and x + W <= sheet.paper[0] - margin + 1e-6
            assert margin <= y and y + H <= sheet.paper[1] - margin + 1e-6
        for n, (x, y) in enumerate(spots):
            for other_x, other_y in spots[n + 1 :]:
                assert abs(x - other_x) >= W - 1e-6 or abs(y - other_y) >= H - 1e-6


def test_each_kind_starts_a_sheet() -> None:
    cards = [Card(c.id, "a" if n < 10 else "b", c.front, c.back) for n, c in enumerate(DECK)]
    run = pages(cards, SHEETS["a4-duplex"])
    assert len(run) == 2 * (2 + 2)
    assert [page.starts for page in run if page.side == "front"] == [("a",), (), ("b",), ()]


def test_a4_grid_in_mm() -> None:
    (front, *_) = pages(DECK, SHEETS["a4-duplex"])
    assert boxes(front, "f")["C0"][:2] == pytest.approx((10.5, 16.5))
    assert boxes(front, "f")["C8"][:2] == pytest.approx((136.5, 192.5))


def test_printed_fronts_and_backs_meet(printer: Printer) -> None:
    """Both sides rasterised: where the front has ink, the mirrored back has ink too."""
    from deckkit.render.png import rasterise

    files, _ = printer("wits", "a4-duplex")
    images = list(rasterise(files[0].path, 50, [2, 3]))
    front, back = (image.convert("L").point(lambda v: 255 if v < 235 else 0) for image in images)
    width = front.width
    scale = width / 210
    for column in range(3):
        x = round((10.5 + 63 * column + 31) * scale)
        y = round((16.5 + 8) * scale)
        assert bool(front.getpixel((x, y))) == bool(back.getpixel((width - 1 - x, y)))


def test_single_pages_carry_print_boxes(printer: Printer) -> None:
    import pikepdf

    files, _ = printer("wits", "single")
    mm = 72 / 25.4
    with pikepdf.open(files[0].path) as pdf:
        for page in list(pdf.pages)[:4]:
            media = [float(v) / mm for v in page.mediabox]
            trim = [float(v) / mm for v in page.trimbox]
            bleed = [float(v) / mm for v in page.obj.BleedBox]
            assert media == pytest.approx([0, 0, 69, 94], abs=0.01)
            assert bleed == pytest.approx(media, abs=0.01)
            assert trim == pytest.approx([3, 3, 66, 91], abs=0.01)


SIZES = [(148.0, 105.0), (148.0, 210.0), (70.0, 120.0), (44.0, 67.0)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("sheet", SHEETS.values(), ids=list(SHEETS))
def test_cards_of_any_size_lie_behind_each_other_on_the_paper(
    sheet: Sheet, size: tuple[float, float]
) -> None:
    deck = [Card(c.id, "card", c.front, c.back, size) for c in DECK[:5]]
    run = pages(deck, sheet)
    seen = {}
    for page in run:
        for place in page.places:
            assert place.size == size
            margin = 3 if page.mode is Mode.SINGLE else 5
            assert margin - 1e-6 <= place.x <= page.paper[0] - size[0] - margin + 1e-6
            assert margin - 1e-6 <= place.y <= page.paper[1] - size[1] - margin + 1e-6
            seen[place.face] = (page, place)
    assert len(seen) == 10
    for card in deck:
        (front_page, front), (back_page, back) = seen[card.front.id], seen[card.back.id]
        assert front_page.number == back_page.number and front_page.paper == back_page.paper
        width, height = front_page.paper
        if front_page.mode is Mode.SINGLE:
            expected = (front.x, front.y)
        elif front_page.mode in (Mode.DUPLEX_SHORT, Mode.FOLD):
            expected = (front.x, height - front.y - size[1])
        else:
            expected = (width - front.x - size[0], front.y)
        assert (back.x, back.y) == pytest.approx(expected)
        if front_page.mode is Mode.FOLD:
            assert front_page is back_page and front.y + size[1] == pytest.approx(front_page.fold)


def test_cards_larger_than_the_paper_go_on_pages_of_their_own() -> None:
    large = [Card("A", "map", Face("f", "", {}), Face("b", "", {}), (250.0, 200.0))]
    with pytest.raises(UsageError, match="do not fit"):
        pages(large, SHEETS["a4-duplex"])
    assert [page.paper for page in pages(large, SHEETS["single"])] == [(256.0, 206.0)] * 2


def test_sheet_names() -> None:
    assert sheet_names("a4-duplex, single,a4-duplex") == ["a4-duplex", "single"]
    assert sheet_names("all") == list(SHEETS)
    assert sheet_names("") == ["a4-duplex", "letter-duplex"]
    with pytest.raises(UsageError):
        sheet_names("a4-duplx")


@pytest.mark.parametrize("sheet", [name for name, s in SHEETS.items() if s.mode is not Mode.SINGLE])
def test_crop_marks_lie_outside_the_bleed_and_where_printers_reach(sheet: str) -> None:
    """Home printers leave up to 4.2 mm of the paper white."""
    for size in render.SIZES.values():
        for page in pages(DECK, SHEETS[sheet], Options(size=size)):
            (beside, wide), (over, tall) = marks.reach(page)
            xs = [edge for p in page.places for edge in (p.x, p.x + p.size[0])]
            ys = [edge for p in page.places for edge in (p.y, p.y + p.size[1])]
            for ends, paper, away, length in (
                (xs, page.paper[0], beside, wide), (ys, page.paper[1], over, tall)
            ):  # fmt: skip
                room = min(*ends, paper - max(ends))
                assert length >= 1.5 and away + length <= room - 4.2 + 1e-6, (size, page.side)
            bleeds = marks.bleeds(page)
            assert 0.9 <= bleeds[0] <= beside - 0.4 + 1e-6 and 0.9 <= bleeds[1] <= over - 0.4 + 1e-6


def test_letter_sheets_have_marks_above_the_cards(tmp_path: Path) -> None:
    game, deck, name = DECKS["quizwiz"], load("quizwiz"), "letter-duplex"
    files, _ = print_deck(deck, game, [name], tmp_path, locate=locate)
    page = pages(game.cards(deck), SHEETS[name])[0]
    (picture,) = rasterise(files[0].path, 300, [0])
    _, (away, length) = marks.reach(page)
    x, top = page.places[0].x, page.places[0].y

    def dark(over: float) -> bool:
        spot = (round(x * 300 / 25.4), round((top - over) * 300 / 25.4))
        around = (spot[0] - 2, spot[1], spot[0] + 3, spot[1] + 1)
        return int(picture.convert("L").crop(around).getextrema()[0]) < 128

    assert dark(away + length / 2) and not dark(away - 0.2) and not dark(away + length + 0.3)
