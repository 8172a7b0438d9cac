"""The log of a crash: a traceback for developers, kept out of the terminal."""

from __future__ import annotations

import tempfile
import traceback
from pathlib import Path

from deckkit import places


def save(error: BaseException) -> Path:
    """Write the traceback of `error` to the user's log folder; the file written."""
    text = "".join(traceback.format_exception(error))
    try:
        folder = places.logs()
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir())
    path = folder / "crash.log"
    path.write_text(text, encoding="utf-8")
    return path
