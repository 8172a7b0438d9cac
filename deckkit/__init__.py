"""deckkit: author, validate and print card-quiz decks."""

from __future__ import annotations

__version__ = "0.1.0"
