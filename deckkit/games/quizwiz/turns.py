"""The course of a game: plays applied one by one to a dealt table, each checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from deckkit.errors import UsageError
from deckkit.game import Json
from deckkit.text import any_of, quoted

HAND, OPEN = "hand", "open"


@dataclass(frozen=True, slots=True)
class Play:
    """A Country card moved from the hand, an open slot or a Debate card to another card.

    `origin` and `target` are ids of cards on the table; `origin` may be HAND or OPEN.
    """

    player: int
    country: str
    origin: str
    target: str

    def as_json(self) -> Json:
        """The play as score and conformance.json write it."""
        return {
            "player": self.player,
            "country": self.country,
            "from": self.origin,
            "to": self.target,
        }


@dataclass
class State:
    """A game under way; `player` (from 1) is to move.

    `slots` are the Statements and Special Statements with their cards; `debates` the Debate
    cards still in the game, each with the country parked on it or None.
    """

    hands: list[list[str]]
    open: list[str]
    pile: list[str]
    slots: dict[str, list[str]]
    debates: dict[str, str | None]
    to_end: int
    debate_mode: bool = False
    player: int = 1
    turns: int = field(default=0)

    @classmethod
    def of(cls, table: Mapping[str, Any], to_end: int, *, debate_mode: bool) -> State:
        """The start of a game on a dealt table.

        `to_end` is the number of cards that every slot needs for the game to end. Raises
        UsageError when one id stands for two cards, since plays could not tell them apart.
        """
        slots = [s["id"] for s in (*table["statements"], *table["special_statements"])]
        ids = [*slots, *table["debates"], HAND, OPEN]
        for twice in {id_ for id_ in ids if ids.count(id_) > 1}:
            raise UsageError(f"The id {quoted(twice)} stands for two cards.", "Change one of them.")
        return cls(
            [list(hand) for hand in table["hands"]],
            list(table["open"]),
            list(table["pile"]),
            {id_: [] for id_ in slots},
            dict.fromkeys(table["debates"]),
            to_end,
            debate_mode,
        )

    @property
    def ended(self) -> bool:
        """Whether every Statement and Special Statement holds enough cards."""
        return all(len(cards) >= self.to_end for cards in self.slots.values())

    @property
    def parked(self) -> dict[str, str]:
        """Countries on Debate cards, by the country."""
        return {country: id_ for id_, country in self.debates.items() if country is not None}

    def where(self, country: str) -> str:
        """Where the player to move can take `country` from: HAND, OPEN, a Debate card or ''."""
        if country in self.hands[self.player - 1]:
            return HAND
        return OPEN if country in self.open else self.parked.get(country, "")

    def apply(self, play: Play) -> None:
        """Make one play and end the turn; raises UsageError for one that the rules forbid."""
        self._check(play)
        if play.origin == HAND:
            hand = self.hands[self.player - 1]
            hand.remove(play.country)
            hand += self._drawn()
        elif play.origin == OPEN:
            place = self.open.index(play.country)
            self.open[place : place + 1] = self._drawn()
        elif self.debate_mode:
            self.debates[play.origin] = None
        else:
            del self.debates[play.origin]
        if play.target in self.slots:
            self.slots[play.target].append(play.country)
        else:
            self.debates[play.target] = play.country
        self.turns += 1
        self._pass_on()

    def _drawn(self) -> list[str]:
        """The next card of the Country deck, none when it is empty."""
        return [self.pile.pop(0)] if self.pile else []

    def _pass_on(self) -> None:
        """The next player who has a card to move is to move."""
        for _ in self.hands:
            self.player = self.player % len(self.hands) + 1
            if self.hands[self.player - 1] or self.open or self.parked:
                return

    def _check(self, play: Play) -> None:
        turn = f"Play {self.turns + 1}"
        if self.ended:
            raise UsageError(f"{turn}: the game has ended.", "Leave out what comes after its end.")
        if play.player != self.player:
            raise UsageError(f"{turn}: it is the turn of player {self.player}.", "")
        found = self.where(play.country)
        if found != play.origin:
            place = f"lies at {quoted(found)}" if found else "cannot be taken by this player"
            raise UsageError(
                f"{turn}: {play.country} is not at {quoted(play.origin)}, it {place}.",
                "A play takes a card of the player's hand, an open card or one on a Debate card.",
            )
        if play.target in self.debates:
            if play.origin != HAND:
                raise UsageError(
                    f"{turn}: only a card of the hand goes on a Debate card.",
                    "Open cards and those on Debate cards go to Statements.",
                )
            if self.debates[play.target] is not None:
                raise UsageError(
                    f"{turn}: the Debate card {play.target} holds {self.debates[play.target]}.",
                    "Play on a free one.",
                )
        elif play.target not in self.slots:
            raise UsageError(
                f"{turn}: {quoted(play.target)} is not on the table.",
                f"On the table are {any_of([*self.slots, *self.debates])}.",
            )


def replay(
    table: Mapping[str, Any], plays: Sequence[Play], to_end: int, *, debate_mode: bool
) -> State:
    """The state of a dealt table after `plays`; raises UsageError for a forbidden one."""
    state = State.of(table, to_end, debate_mode=debate_mode)
    for play in plays:
        state.apply(play)
    return state
