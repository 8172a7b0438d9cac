"""preview: the cards of decks in a browser, drawn again whenever a source changes."""

from __future__ import annotations

from deckkit.preview.server import Preview, serve

__all__ = ["Preview", "serve"]
