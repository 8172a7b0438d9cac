"""The cards of Wits & Wagers Family: from its deck.json to faces with their data."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckkit.game import A5, Card, Face
from deckkit.text import spoken_date

Json = Mapping[str, Any]

FOLDER = "wits-and-wagers-family"
BOARD = (148.0, 105.0)  # trim of an Answer Board in mm: A6, lying
SOURCE_LENGTH = 88  # characters of a source on a card; the whole of it is in deck.json
_TAIL = re.compile(r"\s+[-–]\s+https?://\S+|\s*\([^()]*\b[\w-]+\.[a-z]{2,}\b[^()]*\)")
_ADDRESS = re.compile(r"https?://(?:www\.)?([^/\s]+)\S*")


def cards(deck: Json) -> Sequence[Card]:
    """Every card of a deck: Question cards, then Answer Boards, Meeples and standees per
    player, and the rules."""
    return [
        *_questions(deck), *_boards(deck), *_meeples(deck), *_standees(deck), _rules(deck)
    ]  # fmt: skip


def _questions(deck: Json) -> Iterator[Card]:
    halves: dict[str, dict[str, Json]] = {}
    for question in deck["questions"]:
        halves.setdefault(question["card"], {})[question["position"]] = question
    for card, by_position in halves.items():
        present = [by_position[p] for p in ("top", "bottom") if p in by_position]
        front = [
            {
                "id": q["id"],
                "position": q["position"],
                "category": q["category"],
                "text": q["text"],
            }
            for q in present
        ]
        back = [
            {
                "id": q["id"],
                "position": q["position"],
                "answer": q["answer"],
                "unit": q["unit"],
                "source": _source(q, deck["deck"]["language"]),
            }
            for q in present
        ]
        yield Card(
            card,
            "question",
            Face(f"{card}-front", f"{FOLDER}/question_front.html", _data(card, front), card),
            Face(f"{card}-back", f"{FOLDER}/question_back.html", _data(card, back), card),
        )


def _data(card: str, halves: list[dict[str, Any]]) -> dict[str, Any]:
    return {"id": card, "halves": halves}


def _source(question: Json, language: str) -> str:
    """The first source, short, and the date.

    Addresses after a title are left out, an address alone is cut to its host, and a long
    title ends in an ellipsis: the whole source is in deck.json.
    """
    first = str(next(iter(question["sources"]), ""))
    name = _ADDRESS.sub(r"\1", _TAIL.sub("", first)).strip()
    if len(name) > SOURCE_LENGTH:
        name = name[:SOURCE_LENGTH].rpartition(" ")[0].rstrip(" ,;:-–(") + "…"
    date = spoken_date(question["as_of"], language)
    dated = date and f"true\u00a0as\u00a0of\u00a0{date}"
    return "\u00a0· ".join(part for part in (name.replace(" - ", "\u00a0– "), dated) if part)


def _boards(deck: Json) -> Iterator[Card]:
    """The "1" board, then a board to write on for each player."""
    boards = [player for player in deck["players"] if player["board"]]
    for player in sorted(boards, key=lambda player: player["board"] != "1"):
        one = player["board"] == "1"
        text = "Bet here when every guess looks too high." if one else ""
        yield _board(f"board-{player['name'].lower()}", {"one": one, "help": text, **_of(player)})


def _board(name: str, data: Json) -> Card:
    front = Face(f"{name}-front", f"{FOLDER}/board_front.html", data, name)
    back = Face(f"{name}-back", f"{FOLDER}/board_back.html", data, name)
    return Card(name, "board", front, back, BOARD)


def _meeples(deck: Json) -> Iterator[Card]:
    for player in deck["players"]:
        for number in range(-(-player["meeples"] // 2)):  # a card holds one large, one small
            name = f"meeple-{player['name'].lower()}"
            data = _of(player) | _points(deck)
            face = Face(name, f"{FOLDER}/meeple.html", data, name)
            yield Card(f"{name}-{number + 1}", "meeple", face, face)


def _standees(deck: Json) -> Iterator[Card]:
    """Strips to fold into standing Meeples, one large and one small on a card."""
    back = Face("standee-back", f"{FOLDER}/standee_back.html", {})
    for player in deck["players"]:
        if player["meeples"]:
            name = f"standee-{player['name'].lower()}"
            data = _of(player) | _points(deck)
            front = Face(f"{name}-front", f"{FOLDER}/standee_front.html", data, name)
            yield Card(name, "standee", front, back)


def _rules(deck: Json) -> Card:
    rules = deck["rules"]
    data = {
        "title": deck["deck"]["title"],
        "version": deck["deck"]["version"],
        "cards": len({question["card"] for question in deck["questions"]}),
        "questions": len(deck["questions"]),
        "colours": sum(player["meeples"] > 0 for player in deck["players"]),
        "target": rules["target_score"],
        **{name: rules["points"][name] for name in ("writer", "small", "large")},
    }
    front, back = (
        Face(f"rules-{side}", f"{FOLDER}/rules_{side}.html", data) for side in ("front", "back")
    )
    return Card("rules", "rules", front, back, A5)


def _points(deck: Json) -> dict[str, Any]:
    """What the two Meeples of a player are worth."""
    points = deck["rules"]["points"]
    return {"large_points": points["large"], "small_points": points["small"]}


def _of(player: Json) -> dict[str, Any]:
    return {
        "name": player["name"],
        "shape": player["shape"],
        "player_colour": player["colour"],
    }
