"""Runs rules over sources; a rule that crashes is a finding, not a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from logging import getLogger

from deckkit import collector
from deckkit.findings import Finding, Severity, declare
from deckkit.quota import LIMIT, Quota
from deckkit.records import Sources
from deckkit.rules.registry import Hit, Rule

log = getLogger(__name__)

CRASHED = declare(
    "DK090",
    "rule-crashed",
    Severity.ERROR,
    """
    A rule of deckkit broke while it read this deck.

    What it checks: nothing; it says that one rule could not finish, so that its silence is not
    mistaken for approval.

    Why players care: what the broken rule would have found is not known.

    Bad: a source that nobody thought of when the rule was written.

    Good: every rule runs to its end.

    How to fix: report it with the sheet that causes it; other findings stand.
    """,
)


@collector.paused()
def run(
    rules: Iterable[Rule], sources: Sources, limit: int = LIMIT
) -> tuple[list[Finding], list[str], int]:
    """Findings, notes on rules that could not run, and the number of rules that ran.

    `limit` is that of a `Quota`.
    """
    quota = Quota(limit, sources.accepted, sources.config.accepted)
    findings: list[Finding] = []
    skipped: list[str] = []
    count = 0
    for rule in rules:
        if rule.code.profile > sources.profile:
            continue
        missing = [name for name in rule.sheets if not sources.has(name)]
        if missing:
            skipped.append(f"{rule.code.code} {rule.code.name}: no sheet {', '.join(missing)}")
            continue
        findings += _run_one(rule, sources, quota)
        count += 1
    return [*findings, *quota.rest()], skipped, count


def _run_one(rule: Rule, sources: Sources, quota: Quota) -> list[Finding]:
    found: list[Finding] = []
    try:
        found.extend(
            _finding(rule, hit)
            for hit in rule.check(sources)
            if hit.rest or quota.allows(rule.code, hit.location, hit.severity)
        )
    except Exception as error:  # a rule must never take the run down
        log.exception("rule %s crashed", rule.code.code)
        message = f"Rule {rule.code.code} ({rule.code.name}) broke: {error!r}."
        hint = "Please report this; the other rules have run."
        found.append(CRASHED.at(sources.place, message, hint, value=rule.code.code))
    return found


def _finding(rule: Rule, hit: Hit) -> Finding:
    return rule.code.at(
        hit.location,
        hit.message,
        hit.hint,
        related=hit.related,
        fix=hit.fix,
        value=hit.value,
        severity=hit.severity,
        rest=hit.rest,
    )
