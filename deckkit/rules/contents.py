"""DK6xx: whether the deck is complete."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.findings import Profile
from deckkit.records import Sources
from deckkit.rules.registry import Hit, rule
from deckkit.text import quoted


@rule("DK601", "contents-differ", profile=Profile.PRINT)
def contents_differ(src: Sources) -> Iterator[Hit]:
    """The number of cards is not the game's.

    What it checks: each sheet has as many records as the game's rulebook says, or as the
    table `[contents]` of deck.toml says for an expansion or a deck in the making.

    Why players care: set-up and length of a game count on the numbers in the rulebook.

    Bad: a QuizWiz deck with 71 countries and no `[contents]`.

    Good: 72 countries, or `[contents]` with `countries = 71`.

    How to fix: add or remove records, or say the true number under `[contents]` in deck.toml.
    """
    counts = src.game.contents_of(src) if src.game.contents_of else src.counts()
    expected = {**src.game.contents, **src.config.contents}
    for name, wanted in expected.items():
        if name not in src.game.contents:
            known = ", ".join(src.game.contents)
            message = f"[contents] names {quoted(name)}, which {src.game.title} does not count."
            yield Hit(src.place, message, f"It counts {known}.", value=name)
        elif (found := counts.get(name, 0)) != wanted:
            table = src.tables.get(name)
            place = table.sheet.location if table else src.place
            message = f"{found} {name}, but {wanted} are expected."
            hint = f"Add or remove records, or set {name} = {found} under [contents] in deck.toml."
            yield Hit(place, message, hint, value=f"{name} {found}")
