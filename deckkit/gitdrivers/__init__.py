"""Git drivers: workbooks as text in `git diff`, and merges of tables by record and cell."""

from __future__ import annotations

from deckkit.gitdrivers.driver import merge_files
from deckkit.gitdrivers.install import install
from deckkit.gitdrivers.textconv import textconv

__all__ = ["install", "merge_files", "textconv"]
