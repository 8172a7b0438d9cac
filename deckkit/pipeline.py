"""Load, check, compile, write: plain functions that return values; the shell only calls these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from deckkit import __version__, baseline, collector, output
from deckkit.columns import parse as parse_columns
from deckkit.config import DECK_FILE
from deckkit.decks import compile_deck, conformance, earlier_decks, to_bytes
from deckkit.errors import UsageError
from deckkit.facts import FactLine
from deckkit.findings import (
    Finding,
    Location,
    Profile,
    Report,
    Severity,
    declare,
    merge,
)
from deckkit.game import CoverageResult, Game, Games, Json, installed_games
from deckkit.loading import Loaded, find_decks, load
from deckkit.records import Sources
from deckkit.rules.registry import rules_for
from deckkit.rules.runner import run
from deckkit.stats import Chart
from deckkit.text import number, quoted

MANIFEST = "manifest.json"

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
    """What a run checks: paths, profile, and how a bare file is to be taken."""

    paths: Sequence[Path]
    profile: Profile = Profile.REVIEW
    game: str | None = None
    sheet: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class BuildOptions:
    """What a build writes, and where."""

    out: Path
    pdf: bool = False
    sheets: tuple[str, ...] = ()
    draft: bool = False
    cards: tuple[str, ...] = ()
    png: bool = False
    ink_saver: bool = False
    copies: int | None = None
    card_size: str | None = None


@dataclass(frozen=True)
class Built:
    """The outcome of a build: its report, and the files written (empty when it stopped)."""

    report: Report
    files: tuple[Path, ...] = field(default=())


@collector.paused()
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


def reprint(old: Mapping[str, Any], new: Mapping[str, Any], sheets: str, out: Path) -> list[Path]:
    """PDFs of the cards of `new` whose faces differ from `old`; none when all are the same."""
    from deckkit import diff, render

    game = game_of(new["game"])
    changed = diff.faces_changed(old, new, game)
    if not changed:
        return []
    printed, _ = render.print_deck(
        new, game, render.sheet_names(sheets), out, locate=Location, only=frozenset(changed)
    )
    return [item.path for item in printed]


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
        for loaded in _load_all(options, games)
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
    for loaded in _load_all(options, games):
        hook = loaded.sources.game.coverage
        deck = compile_deck(loaded.sources)
        if hook and deck["deck"]["content_hash"] == data["content_hash"]:
            return loaded.source.shown, hook.verify(data, deck)
    raise UsageError(
        f"{certificate} is about none of these decks (or about another version of one).",
        "Write it again: deckkit coverage --certificate FILE.",
    )


def check(loaded: Loaded, options: Options) -> Report:
    """All findings on one deck, and what was checked."""
    sources = loaded.sources
    findings, skipped, count = run(rules_for(sources.game), sources)
    findings += loaded.findings
    if sources.profile >= Profile.PRINT:
        findings += _preflight(sources, clean=not _has_errors(findings))
    findings = _not_ignored(loaded, findings)
    kept = [f for f in findings if _wanted(f, options)]
    checked = {loaded.source.shown: {"game": sources.game.id, **sources.counts(), "rules": count}}
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


def _has_errors(findings: Sequence[Finding]) -> bool:
    return any(f.severity is Severity.ERROR for f in findings)


def _preflight(sources: Sources, *, clean: bool) -> list[Finding]:
    """What print would complain about; the fit only when the deck compiles."""
    from deckkit.render import preflight

    found = preflight.glyphs(sources)
    if clean and not found:
        size = sources.config.print.card_size
        deck = compile_deck(sources)
        found += preflight.fit(deck, sources.game, _locator(sources), size)
    return found


def _load_all(options: Options, games: Games | None) -> list[Loaded]:
    known = games or installed_games()
    names = parse_columns(options.columns)
    decks = find_decks(options.paths, known, options.game, options.sheet, names)
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
    files: dict[str, Json] = _write_json(deck, game, folder)
    findings: list[Finding] = []
    versions: Mapping[str, Any] = {}
    if target.pdf:
        from deckkit import render

        printed, findings = _print(loaded, deck, folder / "print", target, executor)
        versions = render.versions()
        files |= {path.relative_to(folder).as_posix(): about for path, about in printed.items()}
    entry: Json = {
        "game": game.id,
        "version": source.config.version,
        "content_hash": deck["deck"]["content_hash"],
        "files": {name: {**output.digest(folder / name), **files[name]} for name in sorted(files)},
    }
    return entry, findings, versions


def _print(
    loaded: Loaded, deck: Json, out: Path, target: BuildOptions, executor: Executor | None
) -> tuple[dict[Path, Json], list[Finding]]:
    """Write what `target` and deck.toml ask to print of a deck: what each file is, findings."""
    from deckkit import render

    game, config = loaded.source.game, loaded.source.config.print
    options = render.Options(
        size=render.card_size(target.card_size or config.card_size),
        offset=config.offset,
        marks=config.crop_marks,
        copies=target.copies or config.copies,
        ink_saver=target.ink_saver or config.ink_saver,
    )
    only = render.cards_named(target.cards, game.cards(deck)) if target.cards else None
    asked = render.sheet_names(",".join(target.sheets or config.sheets))
    sheets = [*asked, *(["single"] if target.png and "single" not in asked else [])]
    printed, findings = render.print_deck(
        deck, game, sheets, out, locate=_locator(loaded.sources), draft=target.draft,
        executor=executor, only=only, options=options,
    )  # fmt: skip
    files: dict[Path, Json] = {
        item.path: {"sheet": item.sheet, "cards": item.cards, "pages": item.pages}
        for item in printed
    }
    single = out / "single.pdf"
    if target.png and single in files:
        for path, card, face in render.picture_cards(
            deck, game, single, out / "png", only=only, options=options
        ):
            files[path] = {"card": card, "face": face}
    if single in files and set(render.SHEETS) <= set(asked):
        path = render.contact_of(
            deck, game, single, out / "contact.png", only=only, options=options
        )
        files[path] = {"contact": "every face"}
    if single in files and "single" not in asked:
        single.unlink()
        del files[single]
    return files, findings


def calibration(out: Path) -> Path:
    """Write the page that measures a printer's shift below `out`; its path."""
    from deckkit import render

    with output.staging(out) as stage:
        render.write_calibration(stage / "calibration.pdf")
        output.write_file(out / "calibration.pdf", (stage / "calibration.pdf").read_bytes())
    return out / "calibration.pdf"


def _write_json(deck: Json, game: Game, folder: Path) -> dict[str, Json]:
    """Write a deck, its older versions and its vectors; the schema of each file."""
    data = {"deck.json": deck}
    data |= {f"deck.v{old['schema_version']}.json": old for old in earlier_decks(deck, game)}
    vectors = conformance(deck, game)
    if vectors is not None:
        data["conformance.json"] = vectors
    for name, value in data.items():
        (folder / name).write_bytes(to_bytes(value))
    return {name: {"schema": value["$schema"]} for name, value in data.items()}


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
