"""QuizWiz: players put Country cards on Statements that fit."""

from __future__ import annotations

from deckkit.assets import folder
from deckkit.game import Coverage, Game, Scoring, SheetSpec, late
from deckkit.games.quizwiz.records import (
    Category,
    Country,
    Debate,
    FactKey,
    FactRow,
    Setup,
    SpecialStatement,
    Statement,
)

game = Game(
    id="quizwiz",
    title="QuizWiz",
    prefix="QW",
    sheets=(
        SheetSpec("countries", Country, noun="country"),
        SheetSpec("categories", Category, required=False, noun="category"),
        SheetSpec("statements", Statement, noun="statement"),
        SheetSpec("special_statements", SpecialStatement, noun="Special Statement"),
        SheetSpec("setups", Setup, noun="Setup"),
        SheetSpec("debates", Debate, noun="Debate card"),
        SheetSpec("facts", FactRow, required=False, noun="country"),
        SheetSpec("fact_keys", FactKey, required=False, noun="fact key"),
    ),
    contents={
        "countries": 72,
        "statements": 126,
        "special_statements": 5,
        "setups": 14,
        "debates": 3,
    },
    compile=late("deckkit.games.quizwiz.compile:compile_deck"),
    cards=late("deckkit.games.quizwiz.cards:cards"),
    schemas=folder("schemas"),
    templates=folder("templates"),
    facts=late("deckkit.games.quizwiz.facts:lines"),
    charts=late("deckkit.games.quizwiz.stats:charts"),
    listing=late("deckkit.games.quizwiz.listing:listing"),
    coverage=Coverage(
        late("deckkit.games.quizwiz.coverage:analyse"),
        late("deckkit.games.quizwiz.coverage:verify"),
    ),
    ahead=late("deckkit.games.quizwiz.rules.coverage:ahead"),
    deal=late("deckkit.games.quizwiz.play:deal"),
    score=Scoring(
        ("statements", "special_statements", "plays"), late("deckkit.games.quizwiz.scoring:score")
    ),
    conformance=late("deckkit.games.quizwiz.vectors:conformance"),
    rules=(
        "deckkit.games.quizwiz.rules.answers",
        "deckkit.games.quizwiz.rules.categories",
        "deckkit.games.quizwiz.rules.countries",
        "deckkit.games.quizwiz.rules.forms",
        "deckkit.games.quizwiz.rules.setups",
        "deckkit.games.quizwiz.rules.wording",
        "deckkit.games.quizwiz.rules.facts",
        "deckkit.games.quizwiz.rules.fact_sheets",
        "deckkit.games.quizwiz.rules.ages",
        "deckkit.games.quizwiz.rules.slips",
        "deckkit.games.quizwiz.rules.balance",
        "deckkit.games.quizwiz.rules.coverage",
        "deckkit.games.quizwiz.rules.pairs",
    ),
)
