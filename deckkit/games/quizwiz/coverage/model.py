"""A compiled deck as numbers: answer sets as bit masks, cells, Setups and Special Statements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from deckkit.errors import UsageError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

LEVELS = (1, 2, 3)
LEVEL_NAMES = ("easy", "medium", "hard")
MAX_COUNTRIES = 128

Need = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Special:
    """A Special Statement: right for a country listed by `low` to `high` Statements.

    `high` is None when there is no upper limit.
    """

    id: str
    text: str
    low: int
    high: int | None

    def fits(self, times: int) -> bool:
        """Whether a country listed by `times` Statements of the table satisfies it."""
        return self.low <= times and (self.high is None or times <= self.high)

    def accepted(self, size: int) -> int:
        """Bit set of the accepted numbers 0..size of listings, for a table of `size`."""
        return sum(1 << times for times in range(size + 1) if self.fits(times))


@dataclass(frozen=True, slots=True)
class Setup:
    """A Setup card: Statements needed per level (easy, medium, hard) and its specials."""

    id: str
    level: str
    need: Need
    specials: tuple[str, ...]

    @property
    def size(self) -> int:
        """Number of Statements on the table."""
        return sum(self.need)


@dataclass(frozen=True)
class Deck:
    """What coverage needs of a deck.

    `masks[s]` has bit i set when Statement s lists country i; `levels[s]` is 0 easy, 1 medium,
    2 hard; `categories[s]` counts from 0. Statements keep the order of the deck.
    """

    countries: tuple[str, ...]
    country_names: tuple[str, ...]
    ids: tuple[str, ...]
    texts: tuple[str, ...]
    masks: tuple[int, ...]
    levels: tuple[int, ...]
    categories: tuple[int, ...]
    category_names: tuple[str, ...]
    specials: Mapping[str, Special]
    setups: tuple[Setup, ...]
    content_hash: str = ""
    hand_size: int = 4
    open_cards: int = 3
    debate_cards: int = 3
    cards_to_end: int = 2
    mistakes_allowed: int = 3

    @cached_property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        """Cards per cell: ``counts[level][category]``."""
        table = [[0] * len(self.category_names) for _ in LEVELS]
        for level, category in zip(self.levels, self.categories, strict=True):
            table[level][category] += 1
        return tuple(tuple(row) for row in table)

    @cached_property
    def cells(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """Statements per cell: ``cells[level][category]`` are indices in deck order."""
        table: list[list[list[int]]] = [[[] for _ in self.category_names] for _ in LEVELS]
        for index, (level, category) in enumerate(zip(self.levels, self.categories, strict=True)):
            table[level][category].append(index)
        return tuple(tuple(tuple(cell) for cell in row) for row in table)

    @cached_property
    def words(self) -> npt.NDArray[np.uint64]:
        """Answer sets as two 64-bit words per Statement, shape (statements, 2)."""
        import numpy as np

        low = (1 << 64) - 1
        pairs = [(mask & low, mask >> 64) for mask in self.masks]
        return np.array(pairs, dtype=np.uint64).reshape(len(pairs), 2)

    @property
    def everyone(self) -> int:
        """Mask of all countries."""
        return (1 << len(self.countries)) - 1

    def without(self, removed: Sequence[int]) -> Deck:
        """The deck without these Statements; its ids still name the others."""
        gone = set(removed)
        keep = [s for s in range(len(self.ids)) if s not in gone]
        return replace(
            self,
            ids=tuple(self.ids[s] for s in keep),
            texts=tuple(self.texts[s] for s in keep),
            masks=tuple(self.masks[s] for s in keep),
            levels=tuple(self.levels[s] for s in keep),
            categories=tuple(self.categories[s] for s in keep),
        )

    def times(self, table: Sequence[int]) -> list[int]:
        """How many Statements of a table list each country."""
        return [sum(self.masks[s] >> i & 1 for s in table) for i in range(len(self.countries))]

    def satisfying(self, special: Special, table: Sequence[int]) -> int:
        """Mask of the countries that satisfy `special` on a table."""
        times = self.times(table)
        return sum(1 << i for i, k in enumerate(times) if special.fits(k))


def read_deck(deck: Mapping[str, Any]) -> Deck:
    """The numbers of a compiled QuizWiz deck.json.

    Raises UsageError for more than 128 countries (two machine words).
    """
    codes = tuple(country["code"] for country in deck["countries"])
    if len(codes) > MAX_COUNTRIES:
        raise UsageError(
            f"Coverage handles at most {MAX_COUNTRIES} countries, this deck has {len(codes)}.", ""
        )
    place = {code: index for index, code in enumerate(codes)}
    names = [category["id"] for category in deck["categories"]]
    category_place = {name: index for index, name in enumerate(names)}
    statements = deck["statements"]
    rules = deck.get("rules", {})
    settings = {
        name: int(rules[name])
        for name in (
            "hand_size", "open_cards", "debate_cards", "cards_to_end", "mistakes_allowed",
        )
        if name in rules
    }  # fmt: skip
    return Deck(
        countries=codes,
        country_names=tuple(country["name"] for country in deck["countries"]),
        ids=tuple(s["id"] for s in statements),
        texts=tuple(s["text"] for s in statements),
        masks=tuple(sum(1 << place[code] for code in set(s["countries"])) for s in statements),
        levels=tuple(int(s["difficulty"]) - 1 for s in statements),
        categories=tuple(category_place[s["category"]] for s in statements),
        category_names=tuple(names),
        specials={
            s["id"]: Special(s["id"], s["text"], int(s["minimum"]), _limit(s["maximum"]))
            for s in deck["special_statements"]
        },
        setups=tuple(_setup(s) for s in deck["setups"]),
        content_hash=str(deck.get("deck", {}).get("content_hash", "")),
        **settings,
    )


def _limit(value: Any) -> int | None:
    return None if value is None else int(value)


def _setup(row: Mapping[str, Any]) -> Setup:
    need = row["statements"]
    return Setup(
        id=row["id"],
        level=row["level"],
        need=(int(need.get("1", 0)), int(need.get("2", 0)), int(need.get("3", 0))),
        specials=tuple(row["special_statements"]),
    )
