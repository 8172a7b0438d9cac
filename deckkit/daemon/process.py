"""What a daemon does to its own process, and what it asks of it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from pathlib import Path

from deckkit import places
from deckkit.daemon import wire

HEAVY = 200 << 20  # bytes of a process that is too large to stay
BROKEN = 4  # exit code of a job that cannot be run
_PAGE = os.sysconf("SC_PAGE_SIZE")


def may_stay() -> bool:
    """Whether this process can be a daemon: one thread, standard streams, not too large.

    Its cache folder has to be the same wherever it is, which it leaves.
    """
    able = hasattr(os, "pidfd_open") and places.cache().is_absolute()
    alone = len(list(Path("/proc/self/task").iterdir())) == 1
    traced = sys.gettrace() or sys.getprofile()
    open_ = sys.stdin and sys.stdout and sys.stderr
    return bool(able and alone and not traced and open_) and size() < min(HEAVY, _free() / 8)


def lingers(number: int) -> bool:
    """Whether a process has ended but is not yet buried."""
    with contextlib.suppress(OSError):
        return (
            Path(f"/proc/{number}/stat").read_text("utf-8", "replace").rpartition(")")[2][1] == "Z"
        )
    return False


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


def die_with(parent: int | None) -> None:
    """Be killed as soon as `parent` has ended, for nobody else can end a job; None: no longer."""
    import ctypes

    ctypes.CDLL(None).prctl(1, signal.SIGKILL if parent else 0)  # PR_SET_PDEATHSIG
    if parent and os.getppid() != parent:
        os._exit(BROKEN)


def flush() -> None:
    """Write out what the standard streams hold back."""
    sys.stdout.flush()
    sys.stderr.flush()
