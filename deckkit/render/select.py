"""Choosing what to print: cards by id, marks by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckkit.errors import UsageError
from deckkit.game import Card
from deckkit.render.sheets import CUTTER
from deckkit.text import any_of, did_you_mean, quoted


def cards_named(words: Iterable[str], cards: Sequence[Card]) -> frozenset[str]:
    """Ids of the cards that `words` name: ``S012``, or ``S040-S052`` in the deck's order.

    Raises UsageError for an id that is not in the deck, or a range the wrong way round.
    """
    ids = list(dict.fromkeys(card.id for card in cards))
    place = {name.casefold(): index for index, name in enumerate(ids)}
    chosen: set[str] = set()
    for word in words:
        if word.casefold() in place:
            chosen.add(ids[place[word.casefold()]])
            continue
        first, dash, last = word.partition("-")
        ends = [end for end in (first, last) if end.casefold() not in place]
        if not dash or ends:
            hint = did_you_mean(ends[0] if ends else word, ids)
            raise UsageError(f"There is no card {quoted(word)}.", hint)
        low, high = place[first.casefold()], place[last.casefold()]
        if low > high:
            raise UsageError(f"{word} runs backwards.", f"Type {last}-{first}.")
        chosen.update(ids[low : high + 1])
    return frozenset(chosen)


def marks_named(word: str, crop: str) -> str:
    """What `Options.marks` calls ``crop`` (on the sides `crop`), ``cutter`` or ``none``.

    Raises UsageError for another word.
    """
    known = {"crop": crop, CUTTER: CUTTER, "none": "none"}
    if word not in known:
        hint = did_you_mean(word, known) or f"Known marks: {any_of(list(known))}."
        raise UsageError(f'There are no marks "{word}".', hint)
    return known[word]
