"""Comparing two decks by record id: what changed, how bad it is for consumers, what to reprint."""

from __future__ import annotations

from deckkit.diff.compare import compare
from deckkit.diff.faces import faces_changed
from deckkit.diff.model import DeckDiff, FieldChange, Impact, Kind, Note, RecordChange, Side
from deckkit.diff.render import RENDERERS, render
from deckkit.diff.sides import load_side

__all__ = [
    "RENDERERS",
    "DeckDiff",
    "FieldChange",
    "Impact",
    "Kind",
    "Note",
    "RecordChange",
    "Side",
    "compare",
    "faces_changed",
    "load_side",
    "render",
]
