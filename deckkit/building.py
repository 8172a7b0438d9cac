"""Compile, print and write decks; the last good output stays until the new one is whole."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit import collector, output
from deckkit.decks import compile_deck, conformance, earlier_decks, to_bytes
from deckkit.errors import UsageError
from deckkit.findings import Finding, Report, Severity, merge
from deckkit.game import Game, Games, Json
from deckkit.loading import Loaded
from deckkit.pipeline import Options, check_all, game_of, load_all, locator

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from deckkit import render


MAKER = "build"


@dataclass(frozen=True)
class BuildOptions:
    """What a build writes, and where; `cards` None are all."""

    out: Path
    pdf: bool = False
    sheets: tuple[str, ...] = ()
    draft: bool = False
    cards: tuple[str, ...] | None = None
    png: bool = False
    ink_saver: bool = False
    copies: int | None = None
    card_size: str | None = None
    marks: str | None = None
    standard: str | None = None
    output_profile: Path | None = None


@dataclass(frozen=True)
class Built:
    """The outcome of a build: its report, the files written (empty when it stopped), and those
    of earlier builds that it removed.
    """

    report: Report
    files: tuple[Path, ...] = field(default=())
    removed: tuple[Path, ...] = field(default=())


@collector.paused()
def build(
    options: Options,
    target: BuildOptions,
    games: Games | None = None,
    executor: Executor | None = None,
) -> Built:
    """Check, compile and print every deck; nothing is written when a deck has errors.

    A draft is written in spite of errors in its sources (not of faces that do not fit).

    Raises UsageError additionally when `target.out` cannot be written, or holds the sources.
    """
    decks = load_all(options, games)
    ids = [loaded.source.config.id for loaded in decks]
    for twice in {i for i in ids if ids.count(i) > 1}:
        raise UsageError(f"Two decks have the id {twice}.", "Change the id in one deck.toml.")
    report = check_all(decks, options)
    if report.worst_at_least(Severity.ERROR) and not target.draft:
        return Built(report)
    places = {loaded.source.config.id: loaded.source.path for loaded in decks}
    with output.staging(target.out, places, MAKER) as stage:
        entries: dict[str, Json] = {}
        found: list[Finding] = []
        compiled = [compile_deck(loaded.sources) for loaded in decks]
        chosen = _chosen(decks, compiled, target)
        for loaded, deck, only in zip(decks, compiled, chosen, strict=True):
            entry, findings = _write(loaded, deck, only, stage, target, executor)
            entries[loaded.source.config.id] = entry
            found += findings
        printed = Report(tuple(found))
        report = merge([report, printed])
        if printed.worst_at_least(Severity.ERROR):
            return Built(report)
        done = output.commit(stage, target.out, entries, MAKER, _tools(target))
    return Built(report, done.written, done.removed)


def reprint(old: Mapping[str, Any], new: Mapping[str, Any], sheets: str, out: Path) -> list[Path]:
    """PDFs of the cards of `new` whose faces differ from `old`; none when all are the same."""
    from deckkit import diff, render

    game = game_of(new["game"])
    changed = diff.faces_changed(old, new, game)
    if not changed:
        return []
    printed, _ = render.print_deck(
        new, game, render.sheet_names(sheets), out, locate=render.unplaced, only=frozenset(changed)
    )
    return [item.path for item in printed]


def _chosen(
    decks: Sequence[Loaded], compiled: Sequence[Json], target: BuildOptions
) -> Sequence[frozenset[str] | None]:
    """The ids of the cards to print of each deck: None for all, empty for none."""
    if target.cards is None:
        return [None] * len(decks)
    from deckkit import render

    pairs = zip(decks, compiled, strict=True)
    return render.cards_named(target.cards, [of.source.game.cards(deck) for of, deck in pairs])


def _write(
    loaded: Loaded,
    deck: Json,
    only: frozenset[str] | None,
    stage: Path,
    target: BuildOptions,
    executor: Executor | None,
) -> tuple[Json, list[Finding]]:
    """Write one deck below `stage`; its manifest entry and print findings."""
    source, game = loaded.source, loaded.source.game
    folder = stage / source.config.id
    folder.mkdir()
    files: dict[str, Json] = _write_json(deck, game, folder)
    findings: list[Finding] = []
    if target.pdf and (only is None or only):
        printed, findings = _print(loaded, deck, only, folder / "print", target, executor)
        files |= {path.relative_to(folder).as_posix(): about for path, about in printed.items()}
    return output.entry(folder, deck, files), findings


def _print(
    loaded: Loaded,
    deck: Json,
    only: frozenset[str] | None,
    out: Path,
    target: BuildOptions,
    executor: Executor | None,
) -> tuple[dict[Path, Json], list[Finding]]:
    """Write what `target` and deck.toml ask to print of a deck: what each file is, findings."""
    from deckkit import render

    game, config = loaded.source.game, loaded.source.config.print
    options = print_options(loaded, target)
    asked = render.sheet_names(",".join(target.sheets or config.sheets))
    sheets = [*asked, *(["single"] if target.png and "single" not in asked else [])]
    cuts = (
        render.write_outlines(game.cards(deck), asked, out, options)
        if options.marks == render.CUTTER
        else []
    )
    printed, findings = render.print_deck(
        deck, game, sheets, out, locate=locator(loaded.sources), draft=target.draft,
        executor=executor, only=only, options=options,
    )  # fmt: skip
    files: dict[Path, Json] = {
        item.path: {"sheet": item.sheet, "cards": item.cards, "pages": item.pages}
        for item in printed
    }
    files |= {path: {"cut": sheet} for path, sheet in cuts}
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


def print_options(loaded: Loaded, target: BuildOptions) -> render.Options:
    """How a deck is printed: as `target` says, else as its deck.toml does."""
    from deckkit import render

    config = loaded.source.config.print
    standard = render.standard(target.standard or config.standard, _profile(loaded, target))
    if target.output_profile and not (standard and standard.profile):
        raise UsageError("An output profile is for PDF/X-4 only.", "Add --standard pdf/x-4.")
    return render.Options(
        size=render.card_size(target.card_size or config.card_size),
        offset=config.offset,
        marks=render.marks_named(target.marks or config.marks, config.crop_marks),
        copies=target.copies or config.copies,
        ink_saver=target.ink_saver or config.ink_saver,
        standard=standard,
    )


def _profile(loaded: Loaded, target: BuildOptions) -> Path | None:
    """The ICC file of the press: the command line's, or deck.toml's beside it."""
    named = loaded.source.config.print.output_profile
    return target.output_profile or (loaded.source.path / named if named else None)


def calibration(out: Path) -> Path:
    """Write the page that measures a printer's shift below `out`; its path."""
    from deckkit import render

    path = out / "calibration.pdf"
    try:
        out.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as folder:
            render.write_calibration(Path(folder, path.name))
            output.write_file(path, Path(folder, path.name).read_bytes())
    except OSError as error:
        raise output.unwritable(error, out) from error
    return path


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


def _tools(target: BuildOptions) -> Mapping[str, str]:
    """The versions of everything that shapes a page, when pages were printed."""
    if not target.pdf:
        return {}
    from deckkit import render

    return render.versions()
