"""Finding decks below paths, and reading them into Sources."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from deckkit import collector, columns, config, sheetcodes
from deckkit.config import DECK_FILE, DeckConfig
from deckkit.errors import NothingToCheck, UsageError
from deckkit.findings import Finding, Location, Profile, Severity
from deckkit.game import Game, Games
from deckkit.matching import by_header, schema_of, spec_of
from deckkit.quota import LIMIT, Quota
from deckkit.records import Sources, Table, read_records
from deckkit.sources import Book, Sheet, find_files, read_book
from deckkit.sources.model import key
from deckkit.text import all_of, did_you_mean, quoted

TABLE_SUFFIXES = (".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".ods", ".xls")


@dataclass(frozen=True)
class DeckSource:
    """A deck that was found: where it is, what it is called and which files it has.

    `sheet` is the sheet that a lone CSV is to be taken for, when the caller said so.
    """

    path: Path
    shown: str
    game: Game
    config: DeckConfig
    files: tuple[Path, ...]
    notes: tuple[Finding, ...] = ()
    books: tuple[Book, ...] = ()
    sheet: str | None = None
    names: columns.Names = field(default_factory=dict)

    @property
    def place(self) -> Location:
        """The deck as a whole."""
        return Location(self.shown)


@dataclass(frozen=True)
class Loaded:
    """A deck that was read, with what reading it found."""

    source: DeckSource
    sources: Sources
    findings: tuple[Finding, ...] = field(default=())


def find_decks(
    paths: Sequence[Path],
    games: Games,
    game_id: str | None = None,
    sheet: str | None = None,
    names: columns.Names | None = None,
) -> list[DeckSource]:
    """The decks at or below `paths`, in order, each once; `names` maps headers to columns.

    Raises UsageError for a path that does not exist or whose game cannot be told, and
    NothingToCheck when no deck is found.
    """
    found: dict[Path, DeckSource] = {}
    for path in paths:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise UsageError(f"{path} is neither a file nor a folder.")
        if not path.exists():
            beside = path.parent.iterdir() if path.parent.is_dir() else ()
            near = did_you_mean(path.name, (p.name for p in beside))
            raise UsageError(f"There is no file or folder {path}.", near)
        for deck in _decks_at(path, games, game_id, sheet, names or {}):
            found.setdefault(deck.path.resolve(), deck)
    if not found:
        shown = ", ".join(str(path) for path in paths)
        raise NothingToCheck(
            f"There is no deck in {shown}.",
            f"A deck is a folder with a {DECK_FILE}, a workbook or a CSV file.",
        )
    return list(found.values())


@collector.paused()
def load(deck: DeckSource, profile: Profile, limit: int = LIMIT) -> Loaded:
    """Read all files of a deck into typed records; bad content becomes findings.

    `limit` is that of a `Quota`; books that were read already had their own.
    """
    findings = list(deck.notes)
    books = deck.books or tuple(_read(path, deck, limit) for path in deck.files)
    tables: dict[str, Table] = {}
    unused: list[Sheet] = []
    repeated: list[tuple[str, Sheet, Sheet]] = []
    for book in books:
        findings += book.findings
        lone = len(book.sheets) == 1 and len(books) == 1 and not book.sheets[0].workbook
        for found_sheet in book.sheets:
            spec = spec_of(columns.head(found_sheet, deck.names), deck.game, deck.sheet, lone=lone)
            names = columns.for_sheet(deck.names, spec.name if spec else "")
            sheet = columns.renamed(found_sheet, names)
            if spec is None:
                unused.append(sheet)
            elif spec.name in tables:
                repeated.append((spec.name, tables[spec.name].sheet, sheet))
            else:
                quota = Quota(limit, sheet.accepted, deck.config.accepted)
                schema = schema_of(deck.game, spec)
                table, found = read_records(spec, schema, sheet, profile, quota)
                tables[spec.name] = table
                findings += found
    findings += sheetcodes.twice(repeated)
    missing = [s.name for s in deck.game.sheets if s.name not in tables]
    left = [s for s in unused if not _private(s) and (s.headers or len(s.numbers))]
    notes = [sheetcodes.unused(sheet, missing, deck.game) for sheet in left]
    if not tables and not any(n.severity is Severity.ERROR for n in notes):
        notes = [replace(note, severity=Severity.ERROR) for note in notes]  # nothing was read
    findings += notes
    unread = bool(books) and not any(book.sheets for book in books)
    sources = Sources(deck.game, deck.config, profile, deck.place, tables, unread)
    return Loaded(deck, sources, tuple(findings))


def _decks_at(
    path: Path, games: Games, game_id: str | None, sheet: str | None, names: columns.Names
) -> Iterator[DeckSource]:
    if path.is_file():
        if path.name == DECK_FILE or (path.parent / DECK_FILE).is_file():
            yield _folder_deck(path.parent, games, game_id, names)
        else:
            yield _bare_deck(path, [path], games, game_id, sheet, names)
    elif (path / DECK_FILE).is_file():
        yield _folder_deck(path, games, game_id, names)
    else:
        inner = sorted(p.parent for p in path.glob("**/" + DECK_FILE))
        yield from (_folder_deck(folder, games, game_id, names) for folder in inner)
        tables = [p for p in sorted(path.iterdir()) if p.suffix.lower() in TABLE_SUFFIXES]
        if not inner and tables:
            files, _ = find_files(path, path.as_posix())
            if files:
                yield _bare_deck(path, files, games, game_id, sheet, names)


def _folder_deck(
    folder: Path, games: Games, game_id: str | None, names: columns.Names
) -> DeckSource:
    shown = folder.as_posix()
    loaded = config.load(folder / DECK_FILE, f"{shown}/{DECK_FILE}")
    game = games.get(game_id or loaded.game)
    files, notes = find_files(folder, shown)
    merged = columns.joined(columns.names_of(loaded.columns), names)
    columns.check(merged, _columns([game]))
    return DeckSource(folder, shown, game, loaded, tuple(files), tuple(notes), names=merged)


def _bare_deck(
    path: Path,
    files: Sequence[Path],
    games: Games,
    game_id: str | None,
    sheet: str | None,
    names: columns.Names,
) -> DeckSource:
    books: tuple[Book, ...] = ()
    if game_id is None:
        keys = _keys(games.by_id.values(), names)
        books = tuple(read_book(file, file.as_posix(), sheet_keys=keys) for file in files)
        game = _guess(path, [columns.head(s, names) for b in books for s in b.sheets], games)
    else:
        game = games.get(game_id)
    if sheet is not None and key(sheet) not in {spec.name for spec in game.sheets}:
        known = [spec.name for spec in game.sheets]
        raise UsageError(f"{game.title} has no sheet {quoted(sheet)}.", f"Known: {all_of(known)}.")
    columns.check(names, _columns([game]))
    bare = config.bare(game.id, path.stem)
    shown = path.as_posix()
    return DeckSource(path, shown, game, bare, tuple(files), (), books, sheet, names)


def _guess(path: Path, sheets: Sequence[Sheet], games: Games) -> Game:
    """The one game whose sheets these are; with nothing readable, any game will report it."""
    if not sheets:
        return next(iter(games.by_id.values()))
    scores = {
        game.id: sum(
            key(sheet.name) in {s.name for s in game.sheets} or by_header(sheet, game) is not None
            for sheet in sheets
        )
        for game in games.by_id.values()
    }
    best = max(scores.values())
    winners = [game_id for game_id, score in scores.items() if score == best]
    if best == 0 or len(winners) > 1:
        raise UsageError(
            f"Which game is {path} a deck of?",
            f"Say so with --game {' or --game '.join(sorted(games.by_id))}.",
        )
    return games.by_id[winners[0]]


def _read(path: Path, deck: DeckSource, limit: int) -> Book:
    shown = path.as_posix()
    keys = _keys([deck.game], deck.names)
    if deck.sheet is not None:
        keys[key(path.stem)] = keys[key(deck.sheet)]
    return read_book(path, shown, sheet_keys=keys, limit=limit)


def _columns(games: Iterable[Game]) -> dict[str, frozenset[str]]:
    """The columns of each sheet."""
    pairs = [(game, spec) for game in games for spec in game.sheets]
    return {spec.name: frozenset(schema_of(game, spec).columns) for game, spec in pairs}


def _keys(games: Iterable[Game], names: columns.Names) -> dict[str, frozenset[str]]:
    """The headers that each sheet may have in the files."""
    known = _columns(games)
    return {sheet: found | set(columns.for_sheet(names, sheet)) for sheet, found in known.items()}


def _private(sheet: Sheet) -> bool:
    return sheet.name.startswith("_")
