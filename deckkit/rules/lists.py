"""Lists in one cell, entries separated by ; or line breaks: no rule lives here."""

from __future__ import annotations

import re
from collections.abc import Mapping

from deckkit.text import clean

_ENTRY = re.compile(r"[^;\n]+")


def rewritten(text: str, words: Mapping[str, str]) -> str:
    """The list `text` with some entries replaced; separators and the spaces around them stay."""

    def entry(found: re.Match[str]) -> str:
        old = found.group()
        new = words.get(clean(old))
        if new is None:
            return old
        start, end = len(old) - len(old.lstrip()), len(old.rstrip())
        return old[:start] + new + old[end:]

    return _ENTRY.sub(entry, text)


def is_entry(word: str) -> bool:
    """Whether a word can stand in such a list as one entry."""
    return _ENTRY.fullmatch(word) is not None and clean(word) == word
