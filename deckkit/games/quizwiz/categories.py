"""Which category an editor's word means: a category's id or name, whatever its case."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from deckkit.games.quizwiz.records import Category
from deckkit.records import Sources
from deckkit.text import fold, signature


@lru_cache(maxsize=8)
def ids(src: Sources) -> Mapping[str, str]:
    """Id of each category by its folded id and name."""
    found: dict[str, str] = {}
    for category in src.records(Category, "id"):
        for word in (category.id, category.raw("name")):
            found.setdefault(fold(word), category.id)
    return found


def canonical(src: Sources, word: str) -> str:
    """One form for all spellings of a category: its id, or without one its words."""
    return ids(src).get(fold(word)) or signature(word)
