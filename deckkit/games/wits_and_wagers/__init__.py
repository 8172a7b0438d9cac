"""Wits & Wagers Family: players guess a number, then bet on guesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deckkit.assets import folder
from deckkit.facts import FactLine
from deckkit.game import Ask, Card, Dealt, Game, Json, Listing, Scoring, SheetSpec
from deckkit.games.wits_and_wagers.records import Player, Question, card_count
from deckkit.records import Sources
from deckkit.stats import Chart


def _compile(src: Sources) -> Json:
    from deckkit.games.wits_and_wagers.compile import compile_deck

    return compile_deck(src)


def _cards(deck: Mapping[str, Any]) -> Sequence[Card]:
    from deckkit.games.wits_and_wagers.cards import cards

    return cards(deck)


def _facts(src: Sources) -> Sequence[FactLine]:
    from deckkit.games.wits_and_wagers.facts import lines

    return lines(src)


def _charts(deck: Mapping[str, Any]) -> Sequence[Chart]:
    from deckkit.games.wits_and_wagers.stats import charts

    return charts(deck)


def _listing(deck: Mapping[str, Any]) -> Listing:
    from deckkit.games.wits_and_wagers.listing import listing

    return listing(deck)


def _deal(deck: Mapping[str, Any], ask: Ask) -> Dealt:
    from deckkit.games.wits_and_wagers.play import deal

    return deal(deck, ask)


def _score(table: Mapping[str, Any], deck: Mapping[str, Any] | None) -> Json:
    from deckkit.games.wits_and_wagers.play import score

    return score(table, deck)


def _conformance(deck: Mapping[str, Any]) -> Json:
    from deckkit.games.wits_and_wagers.vectors import conformance

    return conformance(deck)


game = Game(
    id="wits-and-wagers-family",
    title="Wits & Wagers Family",
    prefix="WW",
    sheets=(
        SheetSpec("questions", Question, noun="question"),
        SheetSpec("players", Player, required=False, noun="player"),
    ),
    contents={"cards": 125, "questions": 250},
    compile=_compile,
    cards=_cards,
    schemas=folder("schemas"),
    templates=folder("templates"),
    facts=_facts,
    charts=_charts,
    listing=_listing,
    deal=_deal,
    score=Scoring(("answer", "guesses", "meeples"), _score),
    conformance=_conformance,
    rules=(
        "deckkit.games.wits_and_wagers.rules.cards",
        "deckkit.games.wits_and_wagers.rules.wording",
        "deckkit.games.wits_and_wagers.rules.facts",
        "deckkit.games.wits_and_wagers.rules.balance",
        "deckkit.games.wits_and_wagers.rules.pairs",
    ),
    contents_of=card_count,
)
