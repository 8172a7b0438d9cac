"""Choosing what to print: cards by id, marks by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckkit.errors import UsageError
from deckkit.game import Card
from deckkit.render.sheets import CUTTER
from deckkit.text import any_of, did_you_mean, quoted


def cards_named(words: Iterable[str], decks: Sequence[Sequence[Card]]) -> list[frozenset[str]]:
    """Ids of the cards that `words` name in each of `decks`, which may be none of one deck's.

    A word is an id, ``S012``, or a range in a deck's order, ``S040-S052``. Raises UsageError for
    a word that fits no deck, or a range the wrong way round.
    """
    orders = [list(dict.fromkeys(card.id for card in cards)) for cards in decks]
    chosen: list[set[str]] = [set() for _ in decks]
    for word in words:
        found = [_named(word, order) for order in orders]
        if not any(found):
            ids = [name for order in orders for name in order]
            folded = {name.casefold() for name in ids}
            ends = [end for end in word.split("-") if end.casefold() not in folded]
            if not ends:
                raise UsageError(f"{word} runs from one deck into another.", "Type two ranges.")
            hint = did_you_mean(ends[0] if "-" in word else word, ids)
            raise UsageError(f"There is no card {quoted(word)}.", hint)
        for have, more in zip(chosen, found, strict=True):
            have.update(more)
    return [frozenset(ids) for ids in chosen]


def _named(word: str, ids: Sequence[str]) -> Sequence[str]:
    """The ids of one deck that a word names; none when it fits another deck, if any."""
    place = {name.casefold(): index for index, name in enumerate(ids)}
    if word.casefold() in place:
        return [ids[place[word.casefold()]]]
    first, _, last = word.partition("-")
    low, high = place.get(first.casefold()), place.get(last.casefold())
    if low is None or high is None:
        return ()
    if low > high:
        raise UsageError(f"{word} runs backwards.", f"Type {last}-{first}.")
    return ids[low : high + 1]


def marks_named(word: str, crop: str) -> str:
    """What `Options.marks` calls ``crop`` (on the sides `crop`), ``cutter`` or ``none``.

    Raises UsageError for another word.
    """
    known = {"crop": crop, CUTTER: CUTTER, "none": "none"}
    if word not in known:
        hint = did_you_mean(word, known) or f"Known marks: {any_of(list(known))}."
        raise UsageError(f'There are no marks "{word}".', hint)
    return known[word]
