"""Where the packaged data folders (``schemas``, ``templates``) are, installed or in a checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


@cache
def folder(name: str) -> Path:
    """The data folder `name`: inside an installed wheel, else at the top of the checkout.

    Raises FileNotFoundError when neither exists (a broken installation).
    """
    for candidate in (_PACKAGE / "_data" / name, _PACKAGE.parent / name):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"deckkit's own folder {name!r} is missing; reinstall deckkit")
