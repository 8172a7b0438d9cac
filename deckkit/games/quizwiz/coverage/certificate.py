"""The certificate of a coverage report: every claim with what a checker needs to test it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from deckkit.games.quizwiz.coverage.evidence import Evidence
from deckkit.games.quizwiz.coverage.setup import order_names

if TYPE_CHECKING:
    from deckkit.games.quizwiz.coverage.engine import CoverageReport
    from deckkit.games.quizwiz.coverage.setup import SetupCoverage
    from deckkit.games.quizwiz.coverage.special import SpecialCoverage


def certificate(report: CoverageReport) -> dict[str, Any]:
    """What was proved, as JSON values; only PROVEN and EXACT claims enter."""
    return {
        "certificate": "deckkit coverage",
        "version": 1,
        "content_hash": report.deck.content_hash,
        "statements": list(report.deck.ids),
        "order": order_names(report.order),
        "setups": [_setup(report, found) for found in report.setups],
    }


def _setup(report: CoverageReport, found: SetupCoverage) -> dict[str, Any]:
    ids = report.deck.ids
    claims: dict[str, Any] = {
        "id": found.setup.id,
        "draws": found.draws,
        "slack": found.hall.slack,
        "can_jam": found.jam_level is not None,
        "specials": [_special(ids, s) for s in found.specials if s.evidence is Evidence.PROVEN],
    }
    if found.winnable and found.winnable.finished:
        claims["winnable"] = {
            "draws_imperfect": found.winnable.imperfect.count,
            "draws_unwinnable": found.winnable.unwinnable.count,
            "worst_mistakes": found.winnable.worst_mistakes,
            "witness": [ids[s] for s in found.winnable.witness],
        }
    return claims


def _special(ids: tuple[str, ...], s: SpecialCoverage) -> dict[str, Any]:
    claim: dict[str, Any] = {
        "id": s.id,
        "worst": s.worst,
        "witness": [ids[i] for i in s.witness],
        "draws_below": s.draws_below,
        "method": s.method,
    }
    if s.distribution and s.distribution.exact:
        draws = list(s.distribution.draws)
        claim["distribution"] = draws
        claim["distribution_sha256"] = hashlib.sha256(repr(draws).encode()).hexdigest()
    return claim
