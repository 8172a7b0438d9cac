"""Load, check, compile, write: plain functions that return values; the shell only calls these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deckkit import __version__, output
from deckkit.decks import compile_deck, deck_schema, to_bytes
from deckkit.errors import UsageError
from deckkit.facts import FactLine
from deckkit.findings import Finding, Location, Profile, Report, Severity, merge
from deckkit.game import Game, Games, Json, installed_games
from deckkit.loading import Loaded, find_decks, load
from deckkit.records import Sources
from deckkit.rules.registry import rules_for
from deckkit.rules.runner import run
from deckkit.stats import Chart

MANIFEST = "manifest.json"


@dataclass(frozen=True)
class Options:
    """What a run checks: paths, profile, and how a bare file is to be taken."""

    paths: Sequence[Path]
    profile: Profile = Profile.REVIEW
    game: str | None = None
    sheet: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()


@dataclass(frozen=True)
class BuildOptions:
    """What a build writes, and where."""

    out: Path
    pdf: bool = False
    sheets: tuple[str, ...] = ()
    draft: bool = False


@dataclass(frozen=True)
class Built:
    """The outcome of a build: its report, and the files written (empty when it stopped)."""

    report: Report
    files: tuple[Path, ...] = field(default=())


def validate(options: Options, games: Games | None = None) -> Report:
    """Check every deck at `options.paths`.

    Raises UsageError for paths or configuration that cannot be followed and NothingToCheck
    when there is no deck.
    """
    decks = _load_all(options, games)
    return merge(check(loaded, options) for loaded in decks)


def build(
    options: Options,
    target: BuildOptions,
    games: Games | None = None,
    executor: Executor | None = None,
) -> Built:
    """Check, compile and print every deck; nothing is written when a deck has errors.

    A draft is written in spite of errors in its sources (not of faces that do not fit).

    Raises UsageError additionally when `target.out` cannot be written.
    """
    decks = _load_all(options, games)
    ids = [loaded.source.config.id for loaded in decks]
    for twice in {i for i in ids if ids.count(i) > 1}:
        raise UsageError(f"Two decks have the id {twice}.", "Change the id in one deck.toml.")
    report = merge(check(loaded, options) for loaded in decks)
    if report.worst_at_least(Severity.ERROR) and not target.draft:
        return Built(report)
    with output.staging(target.out) as stage:
        entries: dict[str, Json] = {}
        found: list[Finding] = []
        versions: Mapping[str, Any] = {}
        for loaded in decks:
            entry, findings, versions = _write(loaded, stage, target, executor)
            entries[loaded.source.config.id] = entry
            found += findings
        printed = Report(tuple(found))
        report = merge([report, printed])
        if printed.worst_at_least(Severity.ERROR):
            return Built(report)
        manifest = _manifest(target.out, entries, versions)
        written = output.commit(stage, target.out, sorted(entries), {MANIFEST: to_bytes(manifest)})
    return Built(report, tuple(written))


def facts(options: Options, games: Games | None = None) -> dict[str, Sequence[FactLine]]:
    """Every record with a fact recomputed, by deck; games without facts are left out."""
    return {
        loaded.source.shown: loaded.sources.game.facts(loaded.sources)
        for loaded in _load_all(options, games)
        if loaded.sources.game.facts
    }


def charts(options: Options, games: Games | None = None) -> dict[str, Sequence[Chart]]:
    """What there is to count in each deck, as far as its sources are free of errors."""
    return {
        loaded.source.shown: loaded.sources.game.charts(compile_deck(loaded.sources))
        for loaded in _load_all(options, games)
        if loaded.sources.game.charts
    }


def check(loaded: Loaded, options: Options) -> Report:
    """All findings on one deck, and what was checked."""
    sources = loaded.sources
    findings, skipped, count = run(rules_for(sources.game), sources)
    findings += loaded.findings
    if sources.profile >= Profile.PRINT:
        findings += _preflight(sources, clean=not _has_errors(findings))
    kept = [f for f in findings if _wanted(f, options)]
    checked = {loaded.source.shown: {"game": sources.game.id, **sources.counts(), "rules": count}}
    return Report(tuple(kept), checked, tuple(f"{loaded.source.shown}: {s}" for s in skipped))


def _has_errors(findings: Sequence[Finding]) -> bool:
    return any(f.severity is Severity.ERROR for f in findings)


def _preflight(sources: Sources, *, clean: bool) -> list[Finding]:
    """What print would complain about; the fit only when the deck compiles."""
    from deckkit.render import preflight

    found = preflight.glyphs(sources)
    if clean and not found:
        found += preflight.fit(compile_deck(sources), sources.game, _locator(sources))
    return found


def _load_all(options: Options, games: Games | None) -> list[Loaded]:
    known = games or installed_games()
    decks = find_decks(options.paths, known, options.game, options.sheet)
    return [load(deck, options.profile) for deck in decks]


def _wanted(finding: Finding, options: Options) -> bool:
    def named(words: Sequence[str]) -> bool:
        return any(finding.code.startswith(w) or finding.name == w for w in words)

    return (not options.select or named(options.select)) and not named(options.ignore)


def _write(
    loaded: Loaded, stage: Path, target: BuildOptions, executor: Executor | None
) -> tuple[Json, list[Finding], Mapping[str, Any]]:
    """Write one deck below `stage`; its manifest entry, print findings and tool versions."""
    source, game = loaded.source, loaded.source.game
    folder = stage / source.config.id
    folder.mkdir()
    deck = compile_deck(loaded.sources)
    (folder / "deck.json").write_bytes(to_bytes(deck))
    files = {"deck.json": {"schema": deck_schema(game)["$id"]}}
    findings: list[Finding] = []
    versions: Mapping[str, Any] = {}
    if target.pdf:
        from deckkit import render

        sheets = target.sheets or source.config.print.sheets
        printed, findings = render.print_deck(
            deck,
            game,
            render.sheet_names(",".join(sheets)),
            folder / "print",
            locate=_locator(loaded.sources),
            draft=target.draft,
            executor=executor,
        )
        versions = render.versions()
        for item in printed:
            name = item.path.relative_to(folder).as_posix()
            files[name] = {"sheet": item.sheet, "cards": item.cards, "pages": item.pages}
    entry: Json = {
        "game": game.id,
        "version": source.config.version,
        "content_hash": deck["deck"]["content_hash"],
        "files": {name: {**output.digest(folder / name), **files[name]} for name in sorted(files)},
    }
    return entry, findings, versions


def _locator(sources: Sources) -> Any:
    """A function from a record's id to its row, for findings about a printed face."""
    places: dict[str, Location] = {}
    for table in sources.tables.values():
        for record in table.records:
            places.setdefault(record.record_id, record.place)
            places.setdefault(record.record_id.replace(" ", "-"), record.place)
    return lambda record_id: places.get(record_id, sources.place)


def _manifest(out: Path, entries: Mapping[str, Json], versions: Mapping[str, Any]) -> Json:
    """What is in the output folder; decks that this run did not build keep their entries."""
    kept = {
        deck_id: entry
        for deck_id, entry in output.read_manifest(out / MANIFEST).get("decks", {}).items()
        if deck_id not in entries and (out / deck_id / "deck.json").is_file()
    }
    return {
        "manifest_version": 1,
        "deckkit": __version__,
        "tools": dict(versions),
        "decks": dict(sorted({**kept, **entries}.items())),
    }


def game_of(game_id: str, games: Games | None = None) -> Game:
    """The installed game of that id; raises UsageError naming the known ones."""
    return (games or installed_games()).get(game_id)
