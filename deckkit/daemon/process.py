"""What a daemon does to its own process, and what it asks of it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

from deckkit import places
from deckkit.daemon import VARIABLE, wire

NAME = "deckkit-daemon"  # as lists of processes show a daemon
HEAVY = 200 << 20  # bytes of a process that is too large to stay
MOST = 5  # daemons of a user (one for each cache folder) without asking for them
_PAGE = os.sysconf("SC_PAGE_SIZE")


def may_stay() -> bool:
    """Whether this process can be a daemon: one thread, standard streams, not too large.

    Its cache folder has to be the same wherever it is, which it leaves.
    """
    able = hasattr(os, "pidfd_open") and places.cache().is_absolute()
    alone = len(list(Path("/proc/self/task").iterdir())) == 1
    traced = sys.gettrace() or sys.getprofile()
    open_ = sys.stdin and sys.stdout and sys.stderr
    return bool(able and alone and not traced and open_) and size() < min(HEAVY, _free() / 16)


def are_many() -> bool:
    """Whether this user has as many daemons as there may be of those that nobody asked for."""
    found = 0
    if os.environ.get(VARIABLE):
        return False
    for place in Path("/proc").iterdir():
        if place.name.isdecimal():
            with contextlib.suppress(OSError):  # it has ended meanwhile
                alive = _state(place.name, NAME) not in ("", "Z")
                found += alive and place.stat().st_uid == os.geteuid()
    return found >= MOST


def name() -> None:
    """Let lists of processes show what this process is; raises OSError."""
    Path("/proc/self/comm").write_text(NAME, "ascii")


def lingers(number: int) -> bool:
    """Whether a process has ended but is not yet buried."""
    with contextlib.suppress(OSError):
        return _state(str(number)) == "Z"
    return False


def _state(number: str, name: str = "") -> str:
    """The letter of a process's state, of one with that name if one is given; raises OSError."""
    head, _, rest = Path("/proc", number, "stat").read_text("utf-8", "replace").rpartition(") ")
    return rest[:1] if head.endswith(f"({name}" if name else "") else ""


def size() -> int:
    """Bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * _PAGE


def _free() -> int:
    """Bytes of memory that the system could still give."""
    for line in Path("/proc/meminfo").read_text("ascii").splitlines():
        name, _, rest = line.partition(":")
        if name == "MemAvailable":
            return int(rest.split()[0]) << 10
    return 0


def let_go(*kept: int) -> None:
    """Close every open file but `kept`, leave the folder; standard streams lead nowhere."""
    os.chdir("/")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)
    for number in [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]:
        if number > 2 and number not in kept:
            with contextlib.suppress(OSError):
                os.close(number)


def own_signals() -> None:
    """Have the signals of a new process, whoever started this one, without SIGINT.

    SIGINT waits, so that a job hears of one that comes before it is ready.
    """
    for number in (*wire.SIGNALS, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_SETMASK, [signal.SIGINT])


def flush() -> None:
    """Write out what the standard streams hold back."""
    sys.stdout.flush()
    sys.stderr.flush()
