"""The export for Tabletop Simulator, opened again: sheets, grids, paths and card ids."""

from __future__ import annotations

import copy
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from deckkit.errors import UsageError
from deckkit.export import tabletop
from deckkit.export.sheets import LIMIT, sheets_of
from deckkit.game import Card, Face, Game

from .support import ROOT, compiled, tree, write_deck

GAMES = ("quizwiz", "wits-and-wagers-family")
DPI = 20


@pytest.fixture(scope="module")
def real() -> dict[str, tuple[dict[str, Any], Game]]:
    """Both decks, compiled, with their games."""
    return {deck["deck"]["id"]: (deck, game) for deck, game in compiled(ROOT / "sources")}


@pytest.fixture
def small(tmp_path) -> tuple[dict[str, Any], Game]:
    """A deck of a few cards."""
    return compiled(write_deck(tmp_path / "deck"))[0]


def opened(folder: Path, name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The bag of a saved object, and the cards in it."""
    (bag,) = json.loads((folder / f"{name}.json").read_text("utf-8"))["ObjectStates"]
    assert bag["Name"] == "Bag"
    cards: list[dict[str, Any]] = []
    for thing in bag["ContainedObjects"]:
        if thing["Name"] == "Card":
            cards.append(thing)
            continue
        assert thing["Name"] == "DeckCustom"
        inside = thing["ContainedObjects"]
        assert thing["DeckIDs"] == [card["CardID"] for card in inside]
        assert len(inside) >= 2
        for card in inside:
            for key, sheet in card["CustomDeck"].items():
                assert thing["CustomDeck"][key] == sheet
        cards += inside
    return bag, cards


def check_sheets(folder: Path, cards: list[dict[str, Any]], limit: int = LIMIT) -> None:
    """Sizes, grids and paths of all sheets; every picture is named and every name a picture."""
    named: set[str] = set()
    for card in cards:
        ((key, sheet),) = card["CustomDeck"].items()
        slots = sheet["NumWidth"] * sheet["NumHeight"]
        assert 2 <= sheet["NumWidth"] <= 10
        assert 2 <= sheet["NumHeight"] <= 7
        assert card["CardID"] // 100 == int(key)
        assert card["CardID"] % 100 < slots - 1, "the last slot is what others see"
        assert sheet["BackIsHidden"] is not sheet["UniqueBack"]
        named |= {sheet["FaceURL"], sheet["BackURL"]}
    assert {path.name for path in folder.glob("*.png")} == named
    for sheet in {c["CustomDeck"][k]["FaceURL"]: c["CustomDeck"][k]
                  for c in cards for k in c["CustomDeck"]}.values():  # fmt: skip
        with (
            Image.open(folder / sheet["FaceURL"]) as face,
            Image.open(folder / sheet["BackURL"]) as back,
        ):
            assert face.format == back.format == "PNG"
            assert face.mode == back.mode == "RGB"
            assert max(face.size) <= limit
            assert face.width % sheet["NumWidth"] == 0
            assert face.height % sheet["NumHeight"] == 0
            slot = face.width // sheet["NumWidth"], face.height // sheet["NumHeight"]
            assert slot[0] / slot[1] == pytest.approx(63 / 88, rel=0.03)
            assert back.size == (face.size if sheet["UniqueBack"] else slot)


@pytest.mark.parametrize("name", GAMES)
def test_every_card_of_a_deck_is_on_the_table(name, real, tmp_path):
    deck, game = real[name]
    tabletop.write(deck, game, tmp_path, dpi=DPI)
    bag, cards = opened(tmp_path, name)
    assert bag["Nickname"] == f"{deck['deck']['title']} {deck['deck']['version']}"
    check_sheets(tmp_path, cards)
    wanted = game.cards(deck)
    assert len(cards) == len(wanted)
    assert len({card["CardID"] for card in cards}) == len(cards)
    assert len({card["GUID"] for card in cards}) == len(cards)
    kinds = Counter(card.kind.capitalize() for card in wanted)
    piles = {
        pile["Nickname"].capitalize(): len(pile.get("ContainedObjects", [pile]))  # or a lone card
        for pile in bag["ContainedObjects"]
    }
    assert piles == kinds
    for made, card in zip(cards, wanted, strict=True):
        assert made["Nickname"].partition(":")[0] == card.id


@pytest.mark.parametrize("dpi", [20, 96, 300, 1200])
def test_no_sheet_is_ever_too_large(dpi):
    backs = Face("back", "", {})
    for count in (*range(1, 80), 125, 126, 138, 139, 250, 1000):
        cards = [Card(f"C{n}", "kind", Face(f"C{n}", "", {}), backs) for n in range(count)]
        sheets = sheets_of(cards, dpi)
        assert [card for sheet in sheets for card in sheet.cards] == cards
        assert len(sheets) == -(-count // 69)
        for sheet in sheets:
            assert max(sheet.size) <= LIMIT
            assert sheet.columns <= 10
            assert sheet.rows <= 7
            assert len(sheet.cards) <= sheet.hidden
            assert sheet.width <= dpi / 25.4 * 63
            assert sheet.width / sheet.height == pytest.approx(63 / 88, rel=0.03)


def test_slots_hold_the_faces_and_the_last_one_no_secret(small, tmp_path):
    deck, game = small
    tabletop.write(deck, game, tmp_path, dpi=40)
    _, cards = opened(tmp_path, "test")
    check_sheets(tmp_path, cards)
    colours: dict[str, set[Any]] = {}
    for card in cards:
        ((key, sheet),) = card["CustomDeck"].items()
        with (
            Image.open(tmp_path / sheet["FaceURL"]) as faces,
            Image.open(tmp_path / sheet["BackURL"]) as back,
        ):
            width, height = faces.width // sheet["NumWidth"], faces.height // sheet["NumHeight"]

            def slot(number, faces=faces, sheet=sheet, width=width, height=height):
                left, top = number % sheet["NumWidth"] * width, number // sheet["NumWidth"] * height
                return faces.crop((left, top, left + width, top + height))

            own = slot(card["CardID"] - 100 * int(key))
            hidden = slot(sheet["NumWidth"] * sheet["NumHeight"] - 1)
            assert len(own.getcolors(1 << 20)) > 8, "a face is drawn"
            colours.setdefault(sheet["FaceURL"], set()).add(own.tobytes())
            if sheet["UniqueBack"]:
                assert len(hidden.getcolors()) == 1, "nothing is drawn"
            else:
                assert hidden.tobytes() == back.tobytes()
    counts = Counter(next(iter(card["CustomDeck"].values()))["FaceURL"] for card in cards)
    assert {url: len(faces) for url, faces in colours.items()} == counts


def test_backs_that_are_answers_lie_below(small, tmp_path):
    deck, game = small
    tabletop.write(deck, game, tmp_path, dpi=DPI)
    _, cards = opened(tmp_path, "test")
    for card in cards:
        (sheet,) = card["CustomDeck"].values()
        assert card["Transform"]["rotZ"] == (0 if sheet["UniqueBack"] else 180)
    assert any(sheet["UniqueBack"] for card in cards for sheet in card["CustomDeck"].values())


def test_the_same_deck_gives_the_same_files_and_another_other_names(small, tmp_path):
    deck, game = small
    for name in ("one", "two", "three"):
        (tmp_path / name).mkdir()
    tabletop.write(deck, game, tmp_path / "one", dpi=DPI)
    tabletop.write(deck, game, tmp_path / "two", dpi=DPI)
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    other = copy.deepcopy(deck)
    other["deck"].update(title="[b]Evil[/b]\n", content_hash="sha256:" + "0" * 64)
    tabletop.write(other, game, tmp_path / "three", dpi=DPI, base="https://cards.example/")
    bag, cards = opened(tmp_path / "three", "test")
    assert bag["Nickname"] == "(b)Evil(/b) 2026.1"
    for card in cards:
        (sheet,) = card["CustomDeck"].values()
        name = sheet["FaceURL"].removeprefix("https://cards.example/")
        assert (tmp_path / "three" / name).is_file()
        assert not (tmp_path / "one" / name).exists()


@pytest.mark.parametrize("dpi", [0, -1, float("nan")])
def test_a_resolution_is_above_zero(dpi, small, tmp_path):
    with pytest.raises(UsageError, match="not above 0"):
        tabletop.write(*small, tmp_path, dpi=dpi)
