"""The kinds of finding that reading a file can give: DK001 to DK079, each with its page."""

from __future__ import annotations

from deckkit.sources.codes import cells, files, sheets, text

__all__ = ["cells", "files", "sheets", "text"]
