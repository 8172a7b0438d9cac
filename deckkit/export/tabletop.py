"""Decks for Tabletop Simulator: pictures of sheets, and a saved object with a bag of decks.

Each kind of card is a deck in the bag. Paths in the saved object are the names of the files
beside it (with `base` in front), and the names hold a part of the deck's hash: Tabletop
Simulator keeps pictures by name, so a changed deck must not meet its old pictures.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit.decks import to_bytes
from deckkit.errors import UsageError
from deckkit.export.sheets import MM, Sheet, sheets_of
from deckkit.game import CARD, Card, Game, Json
from deckkit.render import print_deck, rasterise, unplaced
from deckkit.render.faces import BLEED, HEIGHT, WIDTH

if TYPE_CHECKING:
    from PIL.Image import Image

_COVER = "#44546a"  # what others see of a card in a hand when its back is the answer
_FACE_UP, _FACE_DOWN = 0.0, 180.0  # turn about the long axis, in degrees


def write(deck: Json, game: Game, folder: Path, *, dpi: float = 300, base: str = "") -> None:
    """Write ``<folder>/<deck id>.json`` and its pictures, a card at most `dpi` fine.

    Raises UsageError when a card cannot be printed or `dpi` is not above 0.
    """
    if not dpi > 0:
        raise UsageError(f"A resolution of {dpi:g} dpi is not above 0.")
    cards = game.cards(deck)
    if not cards:
        raise UsageError(f"The deck {deck['deck']['id']} has no cards.")
    sheets = sheets_of(cards, dpi)
    names = Names(deck, base)
    with tempfile.TemporaryDirectory() as work:
        pages = _Pages(deck, game, cards, Path(work))
        for sheet in sheets:
            _paint_sheet(sheet, pages, folder, names)
    saved = saved_object(deck, sheets, names)
    (folder / f"{deck['deck']['id']}.json").write_bytes(to_bytes(saved))


class Names:
    """File names of a deck's pictures, and the same as paths of the saved object."""

    def __init__(self, deck: Json, base: str) -> None:
        head = deck["deck"]
        self._stem = f"{head['id']}-{head['content_hash'].removeprefix('sha256:')[:8]}"
        self._base = base

    def face(self, sheet: Sheet) -> str:
        """Name of the picture of a sheet's faces."""
        return f"{self._stem}-{sheet.kind}-{sheet.number}-face.png"

    def back(self, sheet: Sheet) -> str:
        """Name of the picture of a sheet's backs, or of the one back of its kind."""
        number = f"-{sheet.number}" if sheet.unique else ""
        return f"{self._stem}-{sheet.kind}{number}-back.png"

    def path(self, name: str) -> str:
        """What the saved object says for a file."""
        return self._base + name


class _Pages:
    """Faces as pictures without bleed, from a PDF with one face a page."""

    def __init__(self, deck: Json, game: Game, cards: Sequence[Card], work: Path) -> None:
        files, findings = print_deck(deck, game, ["single"], work, locate=unplaced)
        if not files:
            raise UsageError(f"A card cannot be printed: {findings[0].message}")
        self._pdf = files[0].path
        self._index: dict[str, int] = {}
        self._trim: dict[str, tuple[float, float]] = {}
        for number, card in enumerate(cards):
            self._trim |= {card.front.id: card.size, card.back.id: card.size}
            self._index.setdefault(card.front.id, 2 * number)
            self._index.setdefault(card.back.id, 2 * number + 1)

    def pictures(self, faces: Sequence[str], width: int, height: int) -> Iterator[Image]:
        """The faces of these ids, one after the other, in that size in px."""
        for face in faces:
            if self._trim[face] == CARD:
                yield self._picture(face, width, height, max(width / WIDTH, height / HEIGHT))
            else:
                yield self._shrunk(face, width, height)

    def _picture(self, face: str, width: int, height: int, scale: float) -> Image:
        """A face without its bleed at so many px in a mm."""
        edge = round(BLEED * scale)
        (picture,) = rasterise(self._pdf, scale * MM, [self._index[face]])
        return picture.crop((edge, edge, edge + width, edge + height))

    def _shrunk(self, face: str, width: int, height: int) -> Image:
        """A face of another shape than a card's, in the middle of a picture of a card."""
        from PIL import Image

        wide, tall = self._trim[face]
        scale = min(width / wide, height / tall)
        across, down = int(wide * scale), int(tall * scale)
        canvas = Image.new("RGB", (width, height), _COVER)
        place = ((width - across) // 2, (height - down) // 2)
        canvas.paste(self._picture(face, across, down, scale), place)
        return canvas


def _paint_sheet(sheet: Sheet, pages: _Pages, folder: Path, names: Names) -> None:
    """Write the pictures of a sheet: its faces, and its backs or the one back of its kind."""
    fronts = [card.front.id for card in sheet.cards]
    backs = [card.back.id for card in sheet.cards]
    back = folder / names.back(sheet)
    if sheet.unique:
        _save(_paint(sheet, pages, fronts), folder / names.face(sheet))
        _save(_paint(sheet, pages, backs), back)
        return
    common = next(pages.pictures(backs[:1], sheet.width, sheet.height))
    faces = _paint(sheet, pages, fronts)
    faces.paste(common, sheet.corner(sheet.hidden))
    _save(faces, folder / names.face(sheet))
    if not back.exists():
        _save(common, back)


def _paint(sheet: Sheet, pages: _Pages, faces: Sequence[str]) -> Image:
    from PIL import Image

    canvas = Image.new("RGB", sheet.size, _COVER)
    for slot, picture in enumerate(pages.pictures(faces, sheet.width, sheet.height)):
        canvas.paste(picture, sheet.corner(slot))
    return canvas


def _save(picture: Image, path: Path) -> None:
    picture.save(path, "PNG", compress_level=6)


def saved_object(deck: Json, sheets: Sequence[Sheet], names: Names) -> dict[str, Any]:
    """The saved object: a bag that holds a deck for each kind of card."""
    head = deck["deck"]
    keys = dict(zip(map(id, sheets), range(_first_key(head["id"]), 10_000), strict=False))
    kinds = {
        kind: [sheet for sheet in sheets if sheet.kind == kind]
        for kind in dict.fromkeys(sheet.kind for sheet in sheets)
    }
    bag = {
        **_thing("Bag", _guid(head["id"]), _line(f"{head['title']} {head['version']}")),
        "Description": _line(f"True as of {head['as_of']}. {head['licence']}."),
        "ContainedObjects": [
            _pile(head["id"], kind, [(keys[id(sheet)], sheet) for sheet in own], names)
            for kind, own in kinds.items()
        ],
    }
    return {
        "SaveName": "", "Date": "", "GameMode": "", "Table": "", "Sky": "", "Note": "",
        "LuaScript": "", "LuaScriptState": "", "XmlUI": "", "ObjectStates": [bag],
    }  # fmt: skip


def _first_key(deck_id: str) -> int:
    """First of the deck's sheet numbers: two decks on one table should not share any."""
    return 1000 + int.from_bytes(hashlib.sha256(deck_id.encode()).digest()[:4], "big") % 8000


def _pile(
    deck_id: str, kind: str, sheets: Sequence[tuple[int, Sheet]], names: Names
) -> dict[str, Any]:
    """A deck of all cards of one kind; a lone card is not a deck there."""
    entries: dict[str, Json] = {}
    cards: list[dict[str, Any]] = []
    for key, sheet in sheets:
        entries[str(key)] = entry = {
            "FaceURL": names.path(names.face(sheet)),
            "BackURL": names.path(names.back(sheet)),
            "NumWidth": sheet.columns,
            "NumHeight": sheet.rows,
            "BackIsHidden": not sheet.unique,
            "UniqueBack": sheet.unique,
            "Type": 0,
        }
        for slot, card in enumerate(sheet.cards):
            guid = _guid(deck_id, card.kind, card.id)
            cards.append(
                {**_thing("Card", guid, _name(card), sheet.unique), "HideWhenFaceDown": True,
                 "CardID": 100 * key + slot, "SidewaysCard": False,
                 "CustomDeck": {str(key): entry}}
            )  # fmt: skip
    if len(cards) == 1:
        return cards[0]
    title = kind.replace("_", " ").capitalize()
    return {
        **_thing("DeckCustom", _guid(deck_id, kind), title, sheets[0][1].unique),
        "HideWhenFaceDown": True,
        "SidewaysCard": False,
        "DeckIDs": [card["CardID"] for card in cards],
        "CustomDeck": entries,
        "ContainedObjects": cards,
    }


def _thing(name: str, guid: str, title: str, face_up: bool = False) -> dict[str, Any]:
    """What every object has. Cards whose back is an answer lie face up."""
    return {
        "GUID": guid,
        "Name": name,
        "Transform": {
            "posX": 0.0, "posY": 1.0, "posZ": 0.0, "rotX": 0.0, "rotY": 180.0,
            "rotZ": _FACE_DOWN if not face_up and name != "Bag" else _FACE_UP,
            "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0,
        },
        "Nickname": title,
        "Description": "",
        "ColorDiffuse": {"r": 0.71, "g": 0.71, "b": 0.71},
        "Locked": False, "Grid": True, "Snap": True, "Autoraise": True, "Sticky": True,
        "Tooltip": True, "LuaScript": "", "LuaScriptState": "", "XmlUI": "",
    }  # fmt: skip


def _name(card: Card) -> str:
    """What to call a card: its id, and what its front says as its name or text."""
    data: Mapping[str, Any] = card.front.data
    said = data.get("name") or data.get("text") or ""
    return _line(f"{card.id}: {said}" if said else card.id)


def _line(text: str) -> str:
    """One line of plain text: square brackets would be markup there."""
    return " ".join(text.replace("[", "(").replace("]", ")").split())


def _guid(*names: str) -> str:
    """Six hex digits for an object, the same for the same names."""
    return hashlib.sha256("\0".join(names).encode()).hexdigest()[:6]
