"""What a change does to the decks: compared with the base revision, deck by deck."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from deckkit import diff
from deckkit.ci import event
from deckkit.diff import revision
from deckkit.diff.model import DeckDiff, Impact
from deckkit.errors import DeckkitError, NothingToCheck
from deckkit.game import installed_games
from deckkit.loading import find_decks
from deckkit.pipeline import game_of
from deckkit.reporters.common import markdown
from deckkit.text import number

LISTED = 60  # ids of cards named in the summary


@dataclass(frozen=True)
class Changes:
    """Markdown about all decks, the comparisons behind it and the worst impact."""

    text: str
    diffs: tuple[DeckDiff, ...] = ()
    impact: Impact | None = None


def compare(paths: Sequence[Path], base: str, base_name: str) -> Changes:
    """Compare the decks at `paths` with those of the revision `base`.

    A deck that cannot be read on either side is named with the reason.
    """
    parts: list[str] = []
    diffs: list[DeckDiff] = []
    impacts: list[Impact] = []
    with tempfile.TemporaryDirectory(prefix="deckkit-base-") as folder:
        old = dict(_base_decks(paths, base, Path(folder)))
        new = {deck.path.as_posix(): deck.path for deck in find_decks(paths, installed_games())}
        for name in dict.fromkeys((*old, *new)):
            if name not in old:
                parts.append(f"New deck: **{markdown(name, 200)}**.")
                impacts.append(Impact.NOTABLE)
            elif name not in new:
                parts.append(f"❌ Removed deck: **{markdown(name, 200)}**.")
                impacts.append(Impact.BREAKING)
            else:
                shown = f"{base_name or base[:7]}:{name}"
                found = _one(old[name], new[name], shown)
                if isinstance(found, DeckDiff):
                    diffs.append(found)
                    impacts += [found.impact] if found.impact else []
                else:
                    parts.append(f"**{markdown(name, 200)}** was not compared: {found}")
    parts += [_text(found) for found in diffs if found.impact]
    text = "\n\n".join(parts) or "No card and no answer changed."
    worst = min(impacts, key=lambda impact: impact.rank, default=None)
    return Changes(f"# What changed\n\n{text.rstrip()}\n", tuple(diffs), worst)


def _base_decks(paths: Sequence[Path], base: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """(path in the repository, path of the copy) of every deck of the base revision."""
    for path in paths:
        name = path.as_posix()
        if not event.holds(Path(), base, name):
            continue
        copy = revision.extract(Path(), base, f"./{name}", folder)
        top = copy.parents[len(path.parts) - 1] if path.parts else copy
        try:
            decks = find_decks([copy], installed_games())
        except NothingToCheck:
            continue
        for deck in decks:
            yield deck.path.relative_to(top).as_posix(), deck.path


def _one(old: Path, new: Path, shown: str) -> DeckDiff | str:
    """The comparison of one deck, or why there is none (as Markdown)."""
    try:
        before = replace(diff.load_side(str(old)), shown=shown)
    except DeckkitError:
        return f"{markdown(shown, 200)} has errors."
    try:
        return diff.compare(before, diff.load_side(str(new)))
    except DeckkitError as error:
        return markdown(f"{error.message} {error.hint}".strip())


def _text(found: DeckDiff) -> str:
    ids = diff.faces_changed(found.old.deck, found.new.deck, game_of(found.new.deck["game"]))
    text = diff.render("markdown", found).rstrip()
    if not ids:
        return f"{text}\n\nNothing has to be printed again."
    names = ", ".join(markdown(card, 80) for card in ids[:LISTED])
    more = f" and {len(ids) - LISTED} more" if len(ids) > LISTED else ""
    return f"{text}\n\nTo print again: {number(len(ids), 'card')} ({names}{more})."
