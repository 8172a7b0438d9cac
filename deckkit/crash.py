"""The log of a crash: a traceback for developers, kept out of the terminal."""

from __future__ import annotations

import tempfile
import traceback
from pathlib import Path


def save(error: BaseException) -> Path:
    """Write the traceback of `error` to the user's log folder; the file written."""
    import platformdirs

    text = "".join(traceback.format_exception(error))
    try:
        folder = Path(platformdirs.user_log_dir("deckkit"))
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        folder = Path(tempfile.gettempdir())
    path = folder / "crash.log"
    path.write_text(text, encoding="utf-8")
    return path
