"""A legal random table for a Setup, drawn as the rulebook says. docs/json.md has the algorithm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.errors import UsageError
from deckkit.game import Ask, Dealt, Json
from deckkit.games.quizwiz.draws import draw_problem
from deckkit.seeds import Random
from deckkit.text import all_of, did_you_mean, number, quoted

Deck = Mapping[str, Any]
Row = Mapping[str, Any]

LEVELS = ("1", "2", "3")  # the order in which a Setup card prints them
STARTS = 10_000


def deal(deck: Deck, ask: Ask) -> Dealt:
    """The table that `ask` wants, as data and as lines to read.

    Raises UsageError for an unknown Setup, one that cannot be drawn, and too many players.
    """
    table = lay_out(deck, ask)
    return Dealt(table if ask.answers else _without_answers(table), _text(deck, table, ask))


def lay_out(deck: Deck, ask: Ask) -> Json:
    """The table that `ask` wants, with the answers."""
    setup = find_setup(deck, ask.setup)
    check_players(deck, ask.players)
    random = Random(ask.seed)
    statements = Drawing(deck, setup).draw(random)
    cards = random.shuffled([country["code"] for country in deck["countries"]])
    rules = deck["rules"]
    hand, hands_end = rules["hand_size"], rules["hand_size"] * ask.players
    open_end = hands_end + rules["open_cards"]
    specials = {special["id"]: special for special in deck["special_statements"]}
    meta = deck["deck"]
    return {
        "game": deck["game"],
        "deck": {name: meta[name] for name in ("id", "version", "content_hash")},
        "setup": setup["id"],
        "level": setup["level"],
        "seed": ask.seed,
        "players": ask.players,
        "statements": [
            {n: s[n] for n in ("id", "category", "difficulty", "text", "count", "countries")}
            for s in statements
        ],
        "special_statements": [dict(specials[id_]) for id_ in setup["special_statements"]],
        "debates": debate_ids(deck),
        "hands": [cards[start : start + hand] for start in range(0, hands_end, hand)],
        "open": cards[hands_end:open_end],
        "pile": cards[open_end:],
    }


class Drawing:
    """The Statements of one Setup, ready to be drawn again and again.

    Raises UsageError when the deck cannot give them all different categories.
    """

    def __init__(self, deck: Deck, setup: Row) -> None:
        self._setup = setup
        self._levels = {level: of_level(deck, level) for level in LEVELS}
        wanted = {int(level): setup["statements"][level] for level in LEVELS}
        categories = {int(n): {s["category"] for s in rows} for n, rows in self._levels.items()}
        _, problem = draw_problem(wanted, categories)
        if problem:
            raise UsageError(f"The Setup {setup['id']} cannot be drawn.", problem)

    def draw(self, random: Random) -> list[Row]:
        """Statements in the order drawn, level by level, all of different categories.

        A card of a category that is on the table goes back and another is drawn, so each free
        card of the level is equally likely. When no card of the level is free, all cards go
        back and drawing starts again, with the stream of `random` going on.
        """
        for _ in range(STARTS):
            drawn = self._once(random)
            if drawn is not None:
                return drawn
        raise UsageError(
            f"The Setup {self._setup['id']} jams: {STARTS:,} draws found no free card of a level.",
            "deckkit coverage says how likely that is.",
        )

    def _once(self, random: Random) -> list[Row] | None:
        drawn: list[Row] = []
        used: set[str] = set()
        for level, cards in self._levels.items():
            for _ in range(self._setup["statements"][level]):
                free = [s for s in cards if s["category"] not in used]
                if not free:
                    return None
                drawn.append(random.pick(free))
                used.add(drawn[-1]["category"])
        return drawn


def of_level(deck: Deck, level: str) -> list[Row]:
    """The Statements of a difficulty, in the order of the deck."""
    return [s for s in deck["statements"] if s["difficulty"] == int(level)]


def debate_ids(deck: Deck) -> list[str]:
    """Ids of the Debate cards that are laid out."""
    return [debate["id"] for debate in deck["debates"][: deck["rules"]["debate_cards"]]]


def find_setup(deck: Deck, setup_id: str | None) -> Row:
    """The Setup of that id; raises UsageError naming those of the deck."""
    known: dict[str, Row] = {setup["id"]: setup for setup in deck["setups"]}
    if setup_id in known:
        return known[setup_id]
    listed = f"Setups of this deck: {', '.join(known)}." if known else "The deck has no Setup."
    if setup_id is None:
        raise UsageError("No Setup is named.", listed)
    hint = did_you_mean(setup_id, known) or listed
    raise UsageError(f"There is no Setup {quoted(setup_id)} in this deck.", hint)


def most_players(deck: Deck) -> int:
    """For how many players the Country cards suffice."""
    rules = deck["rules"]
    cards: int = len(deck["countries"]) - rules["open_cards"]
    return max(cards // int(rules["hand_size"]), 0)


def check_players(deck: Deck, players: int) -> None:
    """Raises UsageError when there are no players, or not enough Country cards for them."""
    most = most_players(deck)
    if not 1 <= players <= most:
        raise UsageError(
            f"{number(players, 'player')} cannot play with "
            f"{number(len(deck['countries']), 'Country card')}.",
            f"The cards suffice for 1 to {number(most, 'player')}."
            if most
            else "The cards do not suffice for anyone.",
        )


def _without_answers(table: Json) -> Json:
    hidden = [{n: v for n, v in s.items() if n != "countries"} for s in table["statements"]]
    return {**table, "statements": hidden}


def _text(deck: Deck, table: Row, ask: Ask) -> str:
    names = {country["code"]: country["name"] for country in deck["countries"]}
    categories = {category["id"]: category["name"] for category in deck["categories"]}

    def listed(codes: Sequence[str]) -> str:
        return ", ".join(names[code] for code in codes) or "none"

    lines = [
        f"Setup {table['setup']} ({table['level']}), seed {ask.seed}, "
        f"{number(ask.players, 'player')}",
        "",
        "Statements",
    ]
    for s in table["statements"]:
        stars = "*" * s["difficulty"]
        lines.append(f"  {s['id']}  {stars:<3} {categories[s['category']]}: {s['text']}")
        matching = number(s["count"], "country", "countries")
        lines.append(f"        {matching}" + f": {listed(s['countries'])}" * ask.answers)
    lines += ["", "Special Statements"]
    for special in table["special_statements"]:
        lines.append(f"  {special['id']}  {special['text']}")
        if ask.answers:
            lines.append(f"        {listed(fitting(deck, table, special))}")
    lines += ["", "Country cards"]
    lines += [f"  Player {n}: {listed(hand)}" for n, hand in enumerate(table["hands"], start=1)]
    lines += [
        f"  Open: {listed(table['open'])}",
        f"  Deck: {number(len(table['pile']), 'card')}",
        f"  Debate cards: {', '.join(table['debates']) or 'none'}",
    ]
    return "\n".join(lines) + "\n"


def fitting(deck: Deck, table: Row, special: Row) -> list[str]:
    """Codes of the countries that satisfy a Special Statement on a table."""
    lists = [set(s["countries"]) for s in table["statements"]]
    return [
        country["code"]
        for country in deck["countries"]
        if fits(special, sum(country["code"] in listed for listed in lists))
    ]


def fits(special: Row, count: int) -> bool:
    """Whether a country that `count` Statements of the table list satisfies `special`."""
    maximum = special["maximum"]
    return bool(special["minimum"] <= count and (maximum is None or count <= maximum))


def check_distinct(statements: Sequence[Row]) -> None:
    """Raises UsageError for a Statement that is there twice, or two of one category."""
    by_category: dict[str, str] = {}
    seen: set[str] = set()
    for s in statements:
        if s["id"] in seen:
            raise UsageError(f"The Statement {s['id']} is on the table twice.", "Name it once.")
        seen.add(s["id"])
        other = by_category.setdefault(s["category"], s["id"])
        if other != s["id"]:
            raise UsageError(
                f"{all_of([other, s['id']])} are of one category, {quoted(s['category'])}.",
                "The Statements on a table are all of different categories.",
            )
