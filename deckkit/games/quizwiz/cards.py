"""The cards of QuizWiz: from its deck.json to faces with their data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from deckkit.game import A5, Card, Face
from deckkit.text import spoken_date

Json = Mapping[str, Any]

# Grounds that carry white text (at least 4.5:1), one per region in the deck's order.
REGION_COLOURS = (
    "#1f5fa8",
    "#5b4a9e",
    "#8e2f6f",
    "#8a5200",
    "#b03a1e",
    "#a8264b",
    "#0b6b6d",
    "#39701f",
    "#655600",
    "#44546a",
    "#00637a",
    "#7a4a2b",
)
BACKS = {
    "country": "#0f4f5c",
    "setup": "#1b2a38",
    "special": "#5a2a6b",
    "debate": "#8a4b08",
}
LEVELS = {"easy": ("#1e6b4a", 1), "medium": ("#8a5200", 2), "hard": ("#9c2f24", 3)}
SHOWN = 5  # Statement cards in the picture on a Special Statement card
PANEL_TOP, PANEL_HEIGHT, PANEL_LEFT, PANEL_WIDTH = 22.5, 55.5, 20.0, 41.0  # mm, Setup card
ICON, BETWEEN = 82 / 110, 0.8  # shape of a card in its picture, mm between two of them


def cards(deck: Json) -> Sequence[Card]:
    """Every card of a deck, kind by kind."""
    return [
        *_countries(deck),
        *_setups(deck),
        *_specials(deck),
        *_debates(deck),
        *_statements(deck),
        _rules(deck),
    ]


def _rules(deck: Json) -> Card:
    rules, head = deck["rules"], deck["deck"]
    data = {
        "ground": BACKS["country"],
        "title": head["title"],
        "version": head["version"],
        "hand": rules["hand_size"],
        "open": rules["open_cards"],
        "fill": rules["cards_to_end"],
        "mistakes": rules["mistakes_allowed"],
        "countries": len(deck["countries"]),
        "statements": len(deck["statements"]),
        "specials": len(deck["special_statements"]),
        "setups": len(deck["setups"]),
        "debates": len(deck["debates"]),
    }
    front, back = (
        Face(f"rules-{side}", f"quizwiz/rules_{side}.html", data) for side in ("front", "back")
    )
    return Card("rules", "rules", front, back, A5)


def _back(kind: str, word: str) -> Face:
    return Face(f"back-{kind}", "quizwiz/back.html", {"kind": word, "ground": BACKS[kind]})


def _regions(deck: Json) -> dict[str, tuple[str, str]]:
    """Region id -> name and colour."""
    return {
        region["id"]: (region["name"], REGION_COLOURS[n % len(REGION_COLOURS)])
        for n, region in enumerate(deck["regions"])
    }


def _countries(deck: Json) -> Iterator[Card]:
    regions = _regions(deck)
    for country in deck["countries"]:
        name, shade = regions[country["region"]]
        data = {
            "code": country["code"],
            "alpha2": country["alpha2"] or "",
            "name": country["name"],
            "capital": country["capital"] or "",
            "region": name,
            "country_colour": shade,
        }
        code = country["code"]
        front = Face(f"{code}-front", "quizwiz/country_front.html", data, code)
        yield Card(code, "country", front, _back("country", "Country"))


def _setups(deck: Json) -> Iterator[Card]:
    names = {special["id"]: special["text"] for special in deck["special_statements"]}
    tall = min((_icon(setup) for setup in deck["setups"]), default=0.0)
    for setup in deck["setups"]:
        specials = [names[special] for special in setup["special_statements"]]
        wanted = _wanted(setup)
        ground, pips = LEVELS[setup["level"]]
        data = {
            "id": setup["id"],
            "level": setup["level"],
            "ground": ground,
            "pips": pips,
            "rows": _rows(wanted, specials, tall),
            "summary": _summary(sum(n for _, n in wanted), len(specials)),
        }
        front = Face(f"{setup['id']}-front", "quizwiz/setup_front.html", data, setup["id"])
        yield Card(setup["id"], "setup", front, _back("setup", "Setup"))


def _wanted(setup: Json) -> list[tuple[int, int]]:
    """Stars and number of the Statements that a Setup card asks for."""
    numbers = ((stars, int(setup["statements"].get(str(stars), 0))) for stars in (1, 2, 3))
    return [(stars, number) for stars, number in numbers if number]


def _icon(setup: Json) -> float:
    """The height in mm at which the cards in a picture of a table lie side by side."""
    wanted = _wanted(setup)
    most = max((number for _, number in wanted), default=1)
    wide = (PANEL_WIDTH - BETWEEN * (most - 1)) / most
    row = PANEL_HEIGHT / max(3, len(wanted) + bool(setup["special_statements"]))
    return min(15.5, row - 2, wide / ICON)


def _rows(
    wanted: Sequence[tuple[int, int]], specials: Sequence[str], tall: float
) -> list[dict[str, Any]]:  # fmt: skip
    """The rows of the picture of a table, with cards `tall` mm high: places in mm, cards in
    units of a 110 high picture."""
    height = PANEL_HEIGHT / max(3, len(wanted) + bool(specials))
    used = height * (len(wanted) + bool(specials))
    top = PANEL_TOP + (PANEL_HEIGHT - used) / 2
    rows: list[dict[str, Any]] = []
    for stars, number in wanted:
        at = [round((82 + BETWEEN / tall * 110) * n, 1) for n in range(number)]
        rows.append(
            {"stars": stars, "number": number, "top": round(top, 2), "height": round(height, 2),
             "tall": round(tall, 2), "across": round(PANEL_WIDTH / tall * 110, 1), "at": at}
        )  # fmt: skip
        top += height
    if specials:
        columns = 2 if len(specials) > 1 else 1
        lines = -(-len(specials) // columns)
        step = min(9.0, height / lines)
        width = 19.8 if columns == 2 else 24.0
        boxes = [
            {
                "text": text,
                "left": round(PANEL_LEFT + n % columns * (width + 1), 2),
                "top": round(top + height / 2 - step * lines / 2 + n // columns * step, 2),
                "width": width,
                "height": round(step - 0.9, 2),
            }
            for n, text in enumerate(specials)
        ]
        rows.append(
            {
                "stars": 0,
                "number": len(specials),
                "top": round(top, 2),
                "height": height,
                "specials": boxes,
            }
        )
    return rows


def _summary(statements: int, specials: int) -> str:
    text = f"{statements} Statement{'s' * (statements != 1)}"
    if specials:
        text += f" + {specials} Special Statement{'s' * (specials != 1)}"
    return text


def _specials(deck: Json) -> Iterator[Card]:
    for special in deck["special_statements"]:
        low, high = int(special["minimum"]), special["maximum"]
        data = {
            "id": special["id"],
            "text": special["text"],
            "help": _condition(low, high),
            "must": min(low, SHOWN),
            "may": SHOWN if high is None else min(int(high), SHOWN),
        }
        front = Face(f"{special['id']}-front", "quizwiz/special_front.html", data, special["id"])
        yield Card(special["id"], "special", front, _back("special", "Special Statement"))


def _condition(low: int, high: int | None) -> str:
    """What a Special Statement asks for, as a sentence."""
    if high == 0:
        return "Countries that fit none of the Statements on the table belong here."
    if high is None:
        number = f"at least {low}"
    elif low == high:
        number = f"exactly {low}"
    elif low == 0:
        number = f"at most {high}"
    else:
        number = f"{low} to {high}"
    many = "Statement" if number.endswith(" 1") else "Statements"
    return f"Countries that fit {number} {many} on the table belong here."


def _debates(deck: Json) -> Iterator[Card]:
    for debate in deck["debates"]:
        data = {"id": debate["id"], "text": debate["text"]}
        front = Face(f"{debate['id']}-front", "quizwiz/debate_front.html", data, debate["id"])
        yield Card(debate["id"], "debate", front, _back("debate", "Debate"))


def _statements(deck: Json) -> Iterator[Card]:
    regions = _regions(deck)
    categories = {category["id"]: category for category in deck["categories"]}
    countries = {country["code"]: country for country in deck["countries"]}
    for statement in deck["statements"]:
        category = categories[statement["category"]]
        fitting: dict[str, list[str]] = {region: [] for region in regions}
        for code in statement["countries"]:
            if code in countries:  # in a draft one may lack
                fitting[countries[code]["region"]].append(countries[code]["name"])
        groups = [
            {"region": regions[region][0], "colour": regions[region][1], "names": sorted(names)}
            for region, names in fitting.items()
            if names
        ]
        common = {
            "id": statement["id"],
            "text": statement["text"],
            "count": statement["count"],
            "total": len(countries),
            "category_colour": category["colour"],
        }
        front = {
            **common,
            "category": category["name"],
            "icon": category["icon"] or "card",
            "difficulty": statement["difficulty"],
            "as_of": spoken_date(statement["as_of"], deck["deck"]["language"]),
        }
        back = {
            **common,
            "groups": groups,
            "lists": [(group["region"], group["names"]) for group in groups],
        }
        name = statement["id"]
        yield Card(
            name,
            "statement",
            Face(f"{name}-front", "quizwiz/statement_front.html", front, name),
            Face(f"{name}-back", "quizwiz/statement_back.html", back, name),
        )
