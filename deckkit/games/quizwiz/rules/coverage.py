"""QW62x: what the proofs of coverage say about Setups (complete decks only)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache
from typing import Any

from deckkit.findings import Location, Profile, Related, Severity
from deckkit.games.quizwiz.draws import LEVEL_NAMES
from deckkit.games.quizwiz.records import Setup, SpecialStatement, Statement
from deckkit.games.quizwiz.rules.proofs import Proof, Proofs, proofs_of, proving
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import number, quoted

# Below this many Statements a deck is in the making, and proofs say little.
ENOUGH = 60
SPECIAL_SHARE = 1 / 1000
IMPERFECT_SHARE = 0.01
DEAD_SHARE = 0.01

_SHEETS = ("statements", "countries", "setups", "special_statements")


@rule("QW620", "special-unmeetable", sheets=_SHEETS, profile=Profile.PRINT)
def special_unmeetable(src: Sources) -> Iterator[Hit]:
    """A Special Statement cannot be met on too many tables of a Setup.

    What it checks: over every legal draw of the Setup, how often fewer than two countries meet
    the Special Statement; more than 1 draw in 1,000 is an error. The message shows such a table.

    Why players care: the game could not end on that table, whatever the group knows.

    Bad: "3 or more" on a Setup with three Statements.

    Good: "2 or more" on a Setup with seven Statements, where every table has countries for it.

    How to fix: put the Special Statement on a larger Setup, or see the repair that
    `deckkit coverage` proposes.
    """
    yield from _specials(src, severe=True)


@rule("QW621", "special-tight", Severity.WARNING, sheets=_SHEETS, profile=Profile.PRINT)
def special_tight(src: Sources) -> Iterator[Hit]:
    """A Special Statement cannot be met on a few tables of a Setup.

    What it checks: as QW620, for at most 1 draw in 1,000.

    Why players care: rare, but that group cannot win.

    Bad: a Special Statement with one failing table among 100,000.

    Good: a Special Statement that every legal table can meet.

    How to fix: rework the Statements that the message names, or move the Special Statement to
    another Setup.
    """
    yield from _specials(src, severe=False)


@rule("QW622", "table-unwinnable", sheets=_SHEETS, profile=Profile.PRINT)
def table_unwinnable(src: Sources) -> Iterator[Hit]:
    """A legal table forces more mistakes than the game allows.

    What it checks: for every legal draw of every Setup, the fewest wrong cards that even
    players who know everything must play (two countries for each Statement and Special
    Statement, each country once).

    Why players care: a table that cannot be won is no game.

    Bad: three Statements on a table that only the same three countries match.

    Good: every legal table can be won.

    How to fix: rework the Statements that the message names.
    """
    for setup, found in _found(src):
        if found.unwinnable:
            yield Hit(
                setup.at("easy"),
                f"Tables of this Setup cannot be won (probability {found.unwinnable:.2g}), such "
                f"as the one with {_table(src, found.witness)}.",
                "Rework one of these Statements.",
                tuple(_related(src, found.witness)),
                value=setup.record_id,
            )


@rule("QW623", "draw-can-jam", sheets=_SHEETS, profile=Profile.PRINT)
def draw_can_jam(src: Sources) -> Iterator[Hit]:
    """Drawing a table one card after the other can run into a dead end.

    What it checks: whether, drawing hard, then medium, then easy Statements (or the safest
    order there is), the categories on the table can leave no card to draw.

    Why players care: the group has to start over and does not know why.

    Bad: a Setup with more easy Statements than there are categories left for them.

    Good: a Setup that can be drawn to the end whatever comes.

    How to fix: ask for fewer Statements of the level that is named, or spread them over more
    categories.
    """
    for setup, found in _found(src):
        if found.jam_level is not None:
            level = LEVEL_NAMES[found.jam_level + 1]
            yield Hit(
                setup.at(level),
                f"The draw can run out of {level} Statements of a new category (probability "
                f"{found.jam:.2g}).",
                f"Ask for fewer {level} Statements, or spread them over more categories.",
                value=setup.record_id,
            )


@rule("QW624", "perfect-play-denied", Severity.WARNING, sheets=_SHEETS, profile=Profile.PRINT)
def perfect_play_denied(src: Sources) -> Iterator[Hit]:
    """On too many tables even perfect players must make a mistake.

    What it checks: the probability that a table of the Setup allows no play without a mistake
    is at most 1 %.

    Why players care: the mistakes that the game allows are meant for the players, not for the
    deck.

    Bad: a Setup on which every twentieth table costs a mistake.

    Good: a Setup on which every table can be played without one.

    How to fix: rework Statements with few matching countries that share them.
    """
    for setup, found in _found(src):
        if found.imperfect is not None and found.imperfect > IMPERFECT_SHARE:
            yield Hit(
                setup.at("easy"),
                f"{found.imperfect:.1%} of the tables force a mistake.",
                "Rework Statements that share their few countries.",
                value=setup.record_id,
            )


@rule("QW625", "levels-overlap", Severity.WARNING, sheets=_SHEETS, profile=Profile.PRINT)
def levels_overlap(src: Sources) -> Iterator[Hit]:
    """Setups of neighbouring levels are about equally hard.

    What it checks: the hardness of Setups in bits (what players must know to fill the table)
    rises from easy to medium to hard without overlap.

    Why players care: who chooses "hard" wants a harder game.

    Bad: an easy Setup of 30 bits beside a medium one of 28 bits.

    Good: easy 15 to 24, medium 26 to 35, hard 36 to 44 bits.

    How to fix: give the harder level more, or harder, Statements.
    """
    report = _proofs(src)
    if report is None:
        return
    for lower, upper in report.overlapping_levels:
        place = src.tables["setups"].sheet.location
        low, high = (_bits(report.hardness[level]) for level in (lower, upper))
        message = f"{lower} Setups have {low} bits, {upper} ones {high}."
        yield Hit(place, message, f"Make {upper} Setups harder.", value=f"{lower} {upper}")


@rule("QW626", "dead-cards", Severity.WARNING, sheets=_SHEETS, profile=Profile.PRINT)
def dead_cards(src: Sources) -> Iterator[Hit]:
    """On too many tables more cards fit nothing than hands can hold.

    What it checks: the probability that more countries than nine (hands, open cards and Debate
    cards) fit no Statement and no Special Statement is at most 1 %.

    Why players care: with a hand full of cards that fit nowhere nobody can play.

    Bad: a Setup without "None" on which half of the tables have thirty such countries.

    Good: a Setup whose Special Statements take the countries that fit no Statement.

    How to fix: add a Special Statement such as "None" or "1 or fewer".
    """
    for setup, found in _found(src):
        if found.dead is not None and found.dead > DEAD_SHARE:
            yield Hit(
                setup.at("special_statements"),
                f"On {found.dead:.0%} of the tables more than {found.dead_limit} countries fit "
                "nothing.",
                'Add a Special Statement such as "None" or "1 or fewer".',
                value=setup.record_id,
            )


@rule("QW629", "coverage-not-proven", Severity.INFO, sheets=_SHEETS, profile=Profile.PRINT)
def coverage_not_proven(src: Sources) -> Iterator[Hit]:
    """The proofs of coverage were left out.

    What it checks: whether the proofs behind QW620 to QW626 ran. They need compiled code
    (the package numba) when a deck has many legal tables.

    Why players care: what is not proven may fail at the table.

    Bad: a complete deck on a machine without numba.

    Good: a complete deck on a machine with numba.

    How to fix: install deckkit with its extra: `pip install "deckkit[fast]"`.
    """
    if _complete(src) and _proofs(src) is None:
        place = src.tables["setups"].sheet.location
        message = "Special Statement coverage is not proven: numba is not installed."
        yield Hit(place, message, 'Install it: pip install "deckkit[fast]".')


def _specials(src: Sources, *, severe: bool) -> Iterator[Hit]:
    texts = {special.id: special.text for special in src.records(SpecialStatement)}
    for setup, found in _found(src):
        for special in found.specials:
            if special.p_below > 0 and (special.p_below > SPECIAL_SHARE) is severe:
                yield Hit(
                    setup.at("special_statements"),
                    f"{quoted(texts.get(special.id, special.id))} has fewer than {number(special.wanted, 'country')} "
                    f"on some tables (probability {special.p_below:.2g}), such as the one with "
                    f"{_table(src, special.witness)}.",
                    "Put it on a larger Setup; deckkit coverage proposes a repair.",
                    tuple(_related(src, special.witness)),
                    value=f"{setup.record_id} {special.id}",
                )


def _bits(hardness: Iterable[float]) -> str:
    """Hardness of Setups in whole bits; "inf" where a Special Statement cannot be met at all."""
    return f"[{', '.join(f'{bits:.0f}' for bits in hardness)}]"


def _complete(src: Sources) -> bool:
    return len(src.records(Statement)) >= ENOUGH and bool(src.records(Setup))


@contextmanager
def ahead(src: Sources) -> Iterator[None]:
    """Prove a complete deck in a child meanwhile."""
    with ExitStack() as stack:
        with suppress(Exception):  # of a deck that cannot be proved, the rules say so
            if all(src.has(name) for name in _SHEETS) and (deck := _deck(src)):
                stack.enter_context(proving(deck))
        yield


@lru_cache(maxsize=4)
def _deck(src: Sources) -> Mapping[str, Any] | None:
    """A complete deck, compiled; None when it is not complete."""
    if not _complete(src):
        return None
    from deckkit.games.quizwiz.compile import compile_deck

    return {**compile_deck(src), "deck": {"content_hash": ""}}


@lru_cache(maxsize=4)
def _proofs(src: Sources) -> Proofs | None:
    """The quick proofs of a complete deck; None when it is not, or they would take minutes."""
    deck = _deck(src)
    return proofs_of(deck) if deck else None


def _found(src: Sources) -> Iterator[tuple[Setup, Proof]]:
    report = _proofs(src)
    if report is not None:
        records = {setup.id: setup for setup in src.records(Setup)}
        for found in report.setups:
            if found.setup in records:
                yield records[found.setup], found


def _table(src: Sources, witness: tuple[int, ...]) -> str:
    statements = src.records(Statement)
    return " + ".join(statements[place].id for place in witness)


def _related(src: Sources, witness: tuple[int, ...]) -> Iterator[Related]:
    statements = src.records(Statement)
    for place in witness:
        where: Location = statements[place].at("answers")
        yield Related(where, statements[place].text)
