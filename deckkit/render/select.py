"""Choosing what to print: cards by id, marks by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckkit.errors import UsageError
from deckkit.game import Card
from deckkit.render.sheets import CUTTER
from deckkit.text import any_of, did_you_mean, quoted


def cards_named(words: Iterable[str], decks: Sequence[Sequence[Card]]) -> list[frozenset[str]]:
    """Ids of the cards that `words` name in each of `decks`, which may be none of one deck's.

    A word is an id, ``S012``, a range in a deck's order, ``S040-S052``, or a kind, ``country``.
    Raises UsageError without any word, for a word that fits no deck, and for a range the wrong
    way round or from one deck into another.
    """
    wanted = list(words)
    if not wanted:
        raise UsageError("No card is named.", "Type ids, such as S012,S040-S052, or country.")
    chosen: list[set[str]] = [set() for _ in decks]
    for word in wanted:
        found = [_named(word, cards) for cards in decks]
        if not any(found):
            raise _unknown(word, [card for cards in decks for card in cards])
        for have, more in zip(chosen, found, strict=True):
            have.update(more)
    return [frozenset(ids) for ids in chosen]


def _named(word: str, cards: Sequence[Card]) -> Sequence[str]:
    """The ids of one deck that a word names; none when it fits another deck, if any."""
    ids = list(dict.fromkeys(card.id for card in cards))
    place = {name.casefold(): index for index, name in enumerate(ids)}
    word = word.casefold()
    if word in place:
        return [ids[place[word]]]
    if of_kind := [card.id for card in cards if card.kind == word]:
        return of_kind
    first, _, last = word.partition("-")
    low, high = place.get(first), place.get(last)
    if low is None or high is None:
        return ()
    if low > high:
        raise UsageError(f"{ids[low]}-{ids[high]} runs backwards.", f"Type {ids[high]}-{ids[low]}.")
    return ids[low : high + 1]


def _unknown(word: str, cards: Sequence[Card]) -> UsageError:
    """Why a word names no card, with what may be meant."""
    known = {name.casefold(): name for card in cards for name in (card.id, card.kind)}
    first, dash, last = word.partition("-")
    ends = [end for end in (first, last) if end.casefold() not in known]
    if dash and not ends:
        return UsageError(f"{word} runs from one deck into another.", "Type two ranges.")
    sought = ends[0] if dash and len(ends) == 1 else word
    kinds = dict.fromkeys(card.kind for card in cards)
    hint = did_you_mean(sought, known.values()) or f"Kinds of cards: {any_of(list(kinds))}."
    return UsageError(f"There is no card {quoted(word)}.", hint)


def marks_named(word: str, crop: str) -> str:
    """What `Options.marks` calls ``crop`` (on the sides `crop`), ``cutter`` or ``none``.

    Raises UsageError for another word.
    """
    known = {"crop": crop, CUTTER: CUTTER, "none": "none"}
    if word not in known:
        hint = did_you_mean(word, known) or f"Known marks: {any_of(list(known))}."
        raise UsageError(f'There are no marks "{word}".', hint)
    return known[word]
