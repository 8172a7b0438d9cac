"""What a long command is at: one line on the terminal's stderr that leaves no trace."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

AFTER = 0.5  # s of patience before anything is shown
_CLEAR = "\r\x1b[K"


@dataclass
class _Line:
    """The stages at work, the innermost last; shown when `since` says when the command began."""

    since: float | None = None
    stages: list[str] = field(default_factory=list)

    def show(self) -> None:
        if self.since is None or time.monotonic() - self.since < AFTER:
            return
        room = shutil.get_terminal_size().columns - 2
        sys.stderr.write(_CLEAR + (f"{self.stages[-1][:room]}…" if self.stages else ""))
        sys.stderr.flush()


_line = _Line()


def on() -> None:
    """Show stages from now on, if stderr is a terminal."""
    _line.since = time.monotonic() if sys.stderr.isatty() else None


@contextmanager
def stage(text: str) -> Iterator[None]:
    """Say `text` meanwhile, in place of the stage around it."""
    _line.stages.append(text)
    _line.show()
    try:
        yield
    finally:
        _line.stages.pop()
        _line.show()
