"""The folders of the user that deckkit writes to unasked: its cache and its logs."""

from __future__ import annotations

import os
from pathlib import Path


def cache() -> Path:
    """The cache folder: ``DECKKIT_CACHE`` when set, else the user's own."""
    named = os.environ.get("DECKKIT_CACHE")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("deckkit"))


def logs() -> Path:
    """The user's folder of logs."""
    import platformdirs

    return Path(platformdirs.user_log_dir("deckkit"))
