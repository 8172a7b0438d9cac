"""Wits & Wagers Family: players guess a number, then bet on guesses."""

from __future__ import annotations

from deckkit.assets import folder
from deckkit.game import Game, Scoring, SheetSpec, late
from deckkit.games.wits_and_wagers.records import Player, Question, card_count

game = Game(
    id="wits-and-wagers-family",
    title="Wits & Wagers Family",
    prefix="WW",
    sheets=(
        SheetSpec("questions", Question, noun="question"),
        SheetSpec("players", Player, required=False, noun="player"),
    ),
    contents={"cards": 125, "questions": 250},
    compile=late("deckkit.games.wits_and_wagers.compile:compile_deck"),
    cards=late("deckkit.games.wits_and_wagers.cards:cards"),
    schemas=folder("schemas"),
    templates=folder("templates"),
    facts=late("deckkit.games.wits_and_wagers.facts:lines"),
    charts=late("deckkit.games.wits_and_wagers.stats:charts"),
    listing=late("deckkit.games.wits_and_wagers.listing:listing"),
    deal=late("deckkit.games.wits_and_wagers.play:deal"),
    score=Scoring(
        ("answer", "guesses", "meeples"), late("deckkit.games.wits_and_wagers.play:score")
    ),
    conformance=late("deckkit.games.wits_and_wagers.vectors:conformance"),
    rules=(
        "deckkit.games.wits_and_wagers.rules.cards",
        "deckkit.games.wits_and_wagers.rules.wording",
        "deckkit.games.wits_and_wagers.rules.facts",
        "deckkit.games.wits_and_wagers.rules.balance",
        "deckkit.games.wits_and_wagers.rules.pairs",
    ),
    contents_of=card_count,
)
