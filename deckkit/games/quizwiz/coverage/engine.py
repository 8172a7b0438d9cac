"""The analysis of a deck: every Setup, health, repair; one value with everything that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

from deckkit import progress
from deckkit.errors import UsageError
from deckkit.games.quizwiz.coverage.draws import Order, common_order
from deckkit.games.quizwiz.coverage.evidence import EFFORTS, Effort, Evidence
from deckkit.games.quizwiz.coverage.health import (
    CountryHealth,
    PairHealth,
    StatementHealth,
    country_health,
    level_overlaps,
    pair_health,
    statement_health,
)
from deckkit.games.quizwiz.coverage.model import LEVEL_NAMES, Deck, read_deck
from deckkit.games.quizwiz.coverage.play import PlayResult, simulate_setup
from deckkit.games.quizwiz.coverage.repair import Repair, repairs
from deckkit.games.quizwiz.coverage.setup import SetupCoverage, complete_setup, prove_setup
from deckkit.text import did_you_mean


@dataclass(frozen=True, slots=True, eq=False)
class CoverageReport:
    """What is known about a deck. `as_json` gives the published form."""

    deck: Deck
    mode: str
    order: Order
    setups: tuple[SetupCoverage, ...]
    statements: tuple[StatementHealth, ...]
    countries: tuple[CountryHealth, ...]
    pairs: tuple[PairHealth, ...]
    repairs: tuple[Repair, ...]
    play: Mapping[str, tuple[PlayResult, ...]]

    @property
    def proven(self) -> bool:
        """Whether nothing in the report was only sampled (the play model aside)."""
        dead = (s.dead_cards for s in self.setups if s.dead_cards)
        return all(s.evidence is Evidence.PROVEN for s in self.setups) and all(
            d.evidence is not Evidence.SAMPLED for d in dead
        )

    @property
    def hardness(self) -> dict[str, list[float]]:
        """Hardness in bits of the drawable Setups by game level."""
        out: dict[str, list[float]] = {name: [] for name in LEVEL_NAMES}
        for found in self.setups:
            if found.drawable:
                out.setdefault(found.setup.level, []).append(found.hardness)
        return out

    @property
    def overlapping_levels(self) -> list[tuple[str, str]]:
        """Neighbouring game levels whose Setups are not clearly apart in hardness."""
        return level_overlaps(self.hardness)

    def as_json(self) -> dict[str, Any]:
        """The report as plain JSON values."""
        from deckkit.games.quizwiz.coverage.report import as_json

        return as_json(self)

    def as_text(self) -> str:
        """The report for a terminal: a block per Setup, then the deck as a whole."""
        from deckkit.games.quizwiz.coverage.report import as_text

        return as_text(self)

    def as_markdown(self) -> str:
        """The report as Markdown."""
        from deckkit.games.quizwiz.coverage.report import as_markdown

        return as_markdown(self)

    def certificate(self) -> dict[str, Any]:
        """The certificate of everything that was proved."""
        from deckkit.games.quizwiz.coverage.certificate import certificate

        return certificate(self)

    def plots(self) -> dict[str, str]:
        """Heatmaps and, where all draws were counted, distributions, by file name."""
        from deckkit.games.quizwiz.coverage import plots

        drawn = {
            "setups-by-specials.svg": plots.setups_by_specials(self),
            "countries-by-statements.svg": plots.countries_by_statements(self),
        }
        counted = {s.id for found in self.setups for s in found.specials if s.distribution}
        for special in sorted(counted):
            drawn[f"distribution-{special}.svg"] = plots.distributions(self, special)
        return drawn


def analyse(
    deck: Mapping[str, Any],
    setups: Sequence[str] | None = None,
    mode: str = "normal",
    executor: Executor | None = None,
    *,
    order: Order | None = None,
    repair: bool = True,
    play: bool | None = None,
) -> CoverageReport:
    """Analyse a compiled QuizWiz deck.

    Args:
        deck: the content of deck.json.
        setups: ids of the Setups to look at; all when None.
        mode: ``quick`` (proofs only), ``normal`` (also enumerates Setups of up to 1e8 draws and
            plays some games) or ``full`` (enumerates everything).
        executor: runs Setups and pieces of enumeration; in this process when None.
        order: levels in the order in which they are drawn; the safest one when None.
        repair: also look for the smallest repair of what fails.
        play: also simulate games; None leaves it to the mode.

    Raises UsageError for an unknown mode or Setup.
    """
    if mode not in EFFORTS:
        raise UsageError(f'There is no mode "{mode}".', "Use quick, normal or full.")
    effort = EFFORTS[mode]
    model = read_deck(deck)
    model = _selected(model, setups)
    printed = common_order(model) if order is None else order
    found = _prove(model, printed, effort, executor)
    shares = {s.setup.id: s.inclusion for s in found if s.inclusion is not None}
    games = effort.games or EFFORTS["normal"].games
    simulate = effort.games > 0 if play is None else play
    return CoverageReport(
        deck=model,
        mode=mode,
        order=printed,
        setups=tuple(found),
        statements=statement_health(model, shares),
        countries=country_health(model),
        pairs=pair_health(model),
        repairs=repairs(model, found, effort.repair_seconds) if repair else (),
        play={
            s.setup.id: simulate_setup(model, s.setup, printed, games)
            for s in found
            if simulate and s.drawable and s.setup.size
        },
    )


def _selected(deck: Deck, setups: Sequence[str] | None) -> Deck:
    """The deck with only the Setups asked for."""
    if setups is None:
        return deck
    known = {setup.id: setup for setup in deck.setups}
    for id_ in setups:
        if id_ not in known:
            raise UsageError(f'There is no Setup "{id_}".', did_you_mean(id_, known))
    return replace(deck, setups=tuple(known[id_] for id_ in dict.fromkeys(setups)))


def _prove(
    deck: Deck, order: Order, effort: Effort, executor: Executor | None
) -> list[SetupCoverage]:
    """Proofs for all Setups, largest first when they run in parallel; then what needs all draws."""
    if executor is None:
        proofs = []
        for setup in deck.setups:
            with progress.stage(f"Proving every table of {setup.id}"):
                proofs.append(prove_setup(deck, setup, order, effort))
    else:
        todo = sorted(deck.setups, key=lambda s: -s.size)
        done = executor.map(prove_setup, repeat(deck), todo, repeat(order), repeat(effort))
        with progress.stage("Proving every table"):
            by_id = dict(zip((s.id for s in todo), done, strict=True))
        proofs = [by_id[s.id] for s in deck.setups]
    completed = []
    for proof in proofs:
        with progress.stage(f"Counting the tables of {proof.setup.id}"):
            completed.append(complete_setup(deck, proof, effort, executor))
    return completed
