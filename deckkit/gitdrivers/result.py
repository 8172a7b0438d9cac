"""What merging a file gives: the bytes, and a sentence for each conflict."""

from __future__ import annotations

from dataclasses import dataclass

from deckkit.gitdrivers.three import Conflict
from deckkit.text import quoted


@dataclass(frozen=True)
class Result:
    """The merged bytes (None: our file stays as it is), whether clean, and what to say."""

    data: bytes | None
    clean: bool
    messages: tuple[str, ...] = ()


class NotMergeable(Exception):
    """A table that cannot be merged by record; the message says why."""


def sentence(conflict: Conflict[str], where: str) -> str:
    """What a conflict is about, with all three values."""
    if conflict.record is None:
        return f"{where}: one side removed the column {conflict.column}, the other changed it."
    if conflict.column is None:
        return f"{where} {conflict.record}: one side removed the row, the other changed it."
    values = [
        f"{word} {quoted(value or '', 200)}"
        for word, value in (
            ("ours", conflict.ours),
            ("theirs", conflict.theirs),
            ("before", conflict.base),
        )
    ]
    return f"{where} {conflict.record} {conflict.column}: {', '.join(values)}."
