"""The daemon: a process that stays after a command and runs the next one without starting anew.

Starting Python and its libraries, and reading what ships with deckkit, is most of the time of a
small job. So a `build` or `validate` that has ended leaves a process behind (`server`); the next
one hands it the command line, its environment and its standard streams (`client`), waits, and
ends as it says. It only helps where the two processes are alike in everything that matters
(`identity`), and where it cannot help, the command runs as if there were none.

Each job runs in a fork of the daemon. Once it is done, the fork is the daemon of the next job,
for it knows what this job has read; a fork that breaks, or grows too large, is forgotten.

This package imports nothing that takes time: `client` runs before everything else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

VARIABLE = "DECKKIT_DAEMON"
COMMANDS = ("build", "validate")
IDLE = 600  # s without a job after which the daemon ends


def idle() -> int:
    """Seconds that a daemon may be idle: ``DECKKIT_DAEMON``, else `IDLE`; 0: there is none.

    There is none in continuous integration (``CI``) unless it is asked for, and only on Linux.
    """
    if sys.platform != "linux":
        return 0
    named = os.environ.get(VARIABLE, "")
    if named.isdecimal():
        return int(named)
    return 0 if os.environ.get("CI") or named else IDLE


def spoken(seconds: int) -> str:
    """A time as a person says it: ``10 min``, ``90 s``."""
    return f"{seconds} s" if seconds % 60 else f"{seconds // 60} min"


def is_for(words: Sequence[str]) -> bool:
    """Whether a command line is of a command that a daemon may run."""
    works = {"-h", "--help"}.isdisjoint(words)
    return bool(words) and words[0] in COMMANDS and works and idle() > 0
