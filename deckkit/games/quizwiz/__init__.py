"""QuizWiz: players put Country cards on Statements that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from deckkit.assets import folder
from deckkit.facts import FactLine
from deckkit.game import (
    Ask,
    Card,
    Coverage,
    CoverageResult,
    Dealt,
    Game,
    Json,
    Listing,
    Scoring,
    SheetSpec,
)
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
from deckkit.records import Sources
from deckkit.stats import Chart


def _compile(src: Sources) -> Json:
    from deckkit.games.quizwiz.compile import compile_deck

    return compile_deck(src)


def _cards(deck: Mapping[str, Any]) -> Sequence[Card]:
    from deckkit.games.quizwiz.cards import cards

    return cards(deck)


def _facts(src: Sources) -> Sequence[FactLine]:
    from deckkit.games.quizwiz.facts import lines

    return lines(src)


def _charts(deck: Mapping[str, Any]) -> Sequence[Chart]:
    from deckkit.games.quizwiz.stats import charts

    return charts(deck)


def _analyse(
    deck: Mapping[str, Any], setups: Sequence[str] | None, mode: str, executor: Executor | None
) -> CoverageResult:
    from deckkit.games.quizwiz.coverage import analyse

    return analyse(deck, setups=setups, mode=mode, executor=executor)


def _verify(certificate: Mapping[str, Any], deck: Mapping[str, Any]) -> list[str]:
    from deckkit.games.quizwiz.coverage import verify

    return verify(certificate, deck)


def _listing(deck: Mapping[str, Any]) -> Listing:
    from deckkit.games.quizwiz.listing import listing

    return listing(deck)


def _deal(deck: Mapping[str, Any], ask: Ask) -> Dealt:
    from deckkit.games.quizwiz.play import deal

    return deal(deck, ask)


def _score(table: Mapping[str, Any], deck: Mapping[str, Any] | None) -> Json:
    from deckkit.games.quizwiz.scoring import score

    return score(table, deck)


def _conformance(deck: Mapping[str, Any]) -> Json:
    from deckkit.games.quizwiz.vectors import conformance

    return conformance(deck)


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
    compile=_compile,
    cards=_cards,
    schemas=folder("schemas"),
    templates=folder("templates"),
    facts=_facts,
    charts=_charts,
    listing=_listing,
    coverage=Coverage(_analyse, _verify),
    deal=_deal,
    score=Scoring(("statements", "special_statements", "plays"), _score),
    conformance=_conformance,
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
