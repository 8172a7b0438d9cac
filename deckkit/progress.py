"""What a long command is at: one line on the terminal's stderr that leaves no trace."""

from __future__ import annotations

import os
import shutil
import sys
import time
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import accumulate

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
        sys.stderr.write(_CLEAR + (f"{_cut(self.stages[-1], room)}…" if self.stages else ""))
        sys.stderr.flush()


def _cut(text: str, room: int) -> str:
    """As much of `text` as fits `room` columns of a terminal; wide letters take two."""
    ends = accumulate(1 + (unicodedata.east_asian_width(char) in "WF") for char in text)
    return text[: sum(end <= room for end in ends)]


_line = _Line()


def on() -> None:
    """Show stages from now on, if stderr is a terminal."""
    able = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    _line.since = time.monotonic() if able else None


def off() -> None:
    """Show nothing from now on."""
    _line.since = None


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
