"""``python -m deckkit``."""

from __future__ import annotations

from deckkit.cli import main

main()
