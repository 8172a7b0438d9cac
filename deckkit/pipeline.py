"""Load, check, analyse: plain functions that return values; the shell only calls these."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from deckkit import baseline, collector, output, progress
from deckkit.columns import parse as parse_columns
from deckkit.config import DECK_FILE
from deckkit.decks import compile_deck
from deckkit.errors import DeckkitError, UsageError
from deckkit.findings import (
    Finding,
    Location,
    Profile,
    Report,
    Severity,
    declare,
    merge,
)
from deckkit.game import CoverageResult, Game, Games, installed_games
from deckkit.loading import DeckSource, Loaded, find_decks, load
from deckkit.quota import LIMIT, is_named
from deckkit.records import Record, Sources
from deckkit.rules.registry import rules_for
from deckkit.rules.runner import run
from deckkit.text import number, quoted

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from deckkit.facts import FactLine
    from deckkit.render.codes import Locate
    from deckkit.stats import Chart

BASELINE_STALE = declare(
    "DK091",
    "baseline-stale",
    Severity.INFO,
    """
    The baseline names findings that no longer occur.

    What it checks: every finding of the baseline file still occurs.

    Why players care: a finding that was mended must count when it comes back.

    Bad: a baseline with 40 findings, 3 of which are mended.

    Good: a baseline that was written anew after mending.

    How to fix: run `deckkit baseline` again.
    """,
)
IGNORE_UNUSED = declare(
    "DK092",
    "ignore-unused",
    Severity.INFO,
    """
    An entry under `[[ignore]]` in deck.toml, or in a column `deckkit_ignore`, has no effect.

    What it checks: every ignore still matches a finding.

    Why players care: what is ignored for no reason hides what comes later.

    Bad: `code = "QW401"` when no Statement is too long.

    Good: an ignore with a reason, for a finding that occurs.

    How to fix: delete the entry.
    """,
)


@dataclass(frozen=True)
class Options:
    """What a run checks: paths, profile, how a bare file is to be taken; `limit`: see `Quota`."""

    paths: Sequence[Path]
    profile: Profile = Profile.REVIEW
    game: str | None = None
    sheet: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    limit: int = LIMIT


@collector.paused()
def validate(options: Options, games: Games | None = None) -> Report:
    """Check every deck at `options.paths`.

    Raises UsageError for paths or configuration that cannot be followed and NothingToCheck
    when there is no deck.
    """
    decks = load_all(options, games)
    return check_all(decks, options)


def facts(options: Options, games: Games | None = None) -> dict[str, Sequence[FactLine]]:
    """Every record with a fact recomputed, by deck; games without facts are left out."""
    return {
        loaded.source.shown: loaded.sources.game.facts(loaded.sources)
        for loaded in load_all(options, games)
        if loaded.sources.game.facts
    }


def charts(options: Options, games: Games | None = None) -> dict[str, Sequence[Chart]]:
    """What there is to count in each deck, as far as its sources are free of errors."""
    return {
        loaded.source.shown: loaded.sources.game.charts(compile_deck(loaded.sources))
        for loaded in load_all(options, games)
        if loaded.sources.game.charts
    }


def without_known(report: Report, path: Path) -> Report:
    """`report` without the findings of a baseline file, saying which of these are gone."""
    kept, unused = baseline.apply(report, baseline.read(path))
    if not unused:
        return kept
    gone = number(sum(entry.count for entry in unused), "known finding")
    message = f"{gone} of the baseline no longer occur."
    hint = "Write it anew with deckkit baseline, so that they cannot come back."
    note = BASELINE_STALE.at(Location(path.as_posix()), message, hint)
    return merge([kept, Report((note,))])


def coverage(
    options: Options,
    setups: Sequence[str] | None = None,
    mode: str = "normal",
    executor: Executor | None = None,
    games: Games | None = None,
) -> dict[str, CoverageResult]:
    """The analysis of every table, by deck, for games that have one.

    Raises UsageError for an unknown Setup, or when no deck's game has such an analysis.
    """
    found = {
        loaded.source.shown: hook.analyse(compile_deck(loaded.sources), setups, mode, executor)
        for loaded in load_all(options, games)
        if (hook := loaded.sources.game.coverage)
    }
    if not found:
        raise UsageError("No deck here is of a game whose tables can be analysed.")
    return found


def verify_certificate(
    options: Options, certificate: Path, games: Games | None = None
) -> tuple[str, list[str]]:
    """The deck that a certificate is about, and what is wrong with the certificate.

    Raises UsageError when the file is no certificate or none of the decks is the one it names.
    """
    data = output.read_manifest(certificate)
    if "content_hash" not in data:
        raise UsageError(f"{certificate} is not a coverage certificate.")
    for loaded in load_all(options, games):
        hook = loaded.sources.game.coverage
        deck = compile_deck(loaded.sources)
        if hook and deck["deck"]["content_hash"] == data["content_hash"]:
            return loaded.source.shown, hook.verify(data, deck)
    raise UsageError(
        f"{certificate} is about none of these decks (or about another version of one).",
        "Write it again: deckkit coverage --certificate FILE.",
    )


def check_all(decks: Sequence[Loaded], options: Options) -> Report:
    """All findings on decks, and what was checked; what takes long is begun for all at once."""
    with ExitStack() as under_way:
        for loaded in decks:
            under_way.enter_context(_ahead(loaded.sources))
        last = sorted(range(len(decks)), key=lambda at: decks[at].source.game.ahead is not None)
        found = {at: _check(decks[at], options) for at in last}
    return merge(found[at] for at in range(len(decks)))


def check(loaded: Loaded, options: Options) -> Report:
    """All findings on one deck, and what was checked."""
    with _ahead(loaded.sources):
        return _check(loaded, options)


def _ahead(sources: Sources) -> AbstractContextManager[None]:
    """The game's work ahead of rules of the print profile, while a block runs."""
    game = sources.game
    return game.ahead(sources) if game.ahead and sources.profile >= Profile.PRINT else nullcontext()


def _check(loaded: Loaded, options: Options) -> Report:
    sources = loaded.sources
    with progress.stage(f"Checking {loaded.source.shown}"):
        findings = _preflight(sources) if sources.profile >= Profile.PRINT else []
        hits, skipped, count = run(rules_for(sources.game), sources, options.limit)
        findings += [*hits, *loaded.findings]
    findings = _not_ignored(loaded, findings)
    kept = [f for f in findings if _wanted(f, options)]
    cards = sources.game.contents_of(sources) if sources.game.contents_of else {}
    counted = {"game": sources.game.id, **cards, **sources.counts(), "rules": count}
    checked = {loaded.source.shown: counted}
    return Report(tuple(kept), checked, tuple(f"{loaded.source.shown}: {s}" for s in skipped))


def _not_ignored(loaded: Loaded, findings: Sequence[Finding]) -> list[Finding]:
    """Findings without those that deck.toml accepts, and one for each ignore without effect."""
    ignores = [
        baseline.Ignore(i.code, i.reason, i.path, i.record) for i in loaded.source.config.ignore
    ]
    kept, counts = baseline.apply_ignores(Report(tuple(findings)), ignores)
    kept, idle = baseline.apply_row_ignores(kept, loaded.sources)
    place = Location(f"{loaded.source.shown}/{DECK_FILE}")
    unused = [
        IGNORE_UNUSED.at(place, f"Nothing is ignored by {quoted(ignore.code)}.", "Delete it.")
        for ignore, hits in counts
        if not hits and loaded.sources.profile >= Profile.REVIEW
    ]
    unused += [
        IGNORE_UNUSED.at(at, f"Nothing is ignored by {quoted(code)}.", "Delete it.", value=code)
        for at, code in idle
        if loaded.sources.profile >= Profile.REVIEW
    ]
    return [*kept.findings, *unused]


def _preflight(sources: Sources) -> list[Finding]:
    """What print would complain about; the fit only when the deck compiles."""
    from deckkit.render import preflight

    found = preflight.glyphs(sources)
    if not found:
        how = sources.config.print
        try:
            deck = compile_deck(sources)
        except DeckkitError:  # other findings say what is wrong
            return found
        found += preflight.fit(
            deck, sources.game, locator(sources), how.card_size, ink_saver=how.ink_saver
        )
    return found


def load_all(options: Options, games: Games | None) -> list[Loaded]:
    """Every deck at the paths of `options`, read; raises UsageError and NothingToCheck."""
    with progress.stage("Reading"):
        return [load(deck, options.profile, options.limit) for deck in find(options, games)]


def find(options: Options, games: Games | None) -> list[DeckSource]:
    """Every deck at the paths of `options`; raises UsageError and NothingToCheck."""
    known, names = games or installed_games(), parse_columns(options.columns)
    return find_decks(options.paths, known, options.game, options.sheet, names)


def _wanted(finding: Finding, options: Options) -> bool:
    def named(words: Sequence[str]) -> bool:
        return any(is_named(finding, word) for word in words)

    return (not options.select or named(options.select)) and not named(options.ignore)


def locator(sources: Sources) -> Locate:
    """Where a record stands, or its cell under a column, for findings about a printed face."""
    records: dict[str, Record] = {}
    for table in sources.tables.values():
        for record in table.records:
            records.setdefault(record.record_id, record)
            records.setdefault(record.record_id.replace(" ", "-"), record)

    def locate(record: str, column: str = "") -> Location:
        found = records.get(record)
        return found.at(column) if found else sources.place

    return locate


def game_of(game_id: str, games: Games | None = None) -> Game:
    """The installed game of that id; raises UsageError naming the known ones."""
    return (games or installed_games()).get(game_id)
