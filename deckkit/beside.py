"""Work in a child process beside everything else."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from deckkit import progress
from deckkit.errors import ExitCode

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


@contextlib.contextmanager
def beside(function: Callable[..., object], *arguments: Any) -> Iterator[Callable[[], Any]]:
    """Have a child call ``function(*arguments)`` meanwhile; what is yielded waits for its answer.

    The answer is None where no child may be started, where it would only take turns with this
    process, and when it broke. Whoever needs the work then does it. The child ends with the block
    at the latest, and with this process, however that ends.
    """
    import multiprocessing

    processors = len(os.sched_getaffinity(0)) if may_fork() else 0
    if processors < 2 or len(multiprocessing.active_children()) >= processors:
        yield lambda: None
        return
    context = multiprocessing.get_context("fork")
    with contextlib.ExitStack() as leaving:
        with undisturbed():
            answer, giving = context.Pipe(duplex=False)
            leaving.callback(answer.close)
            process = context.Process(
                target=_quietly, args=(os.getpid(), giving, function, arguments), daemon=True
            )
            process.start()
            giving.close()
            leaving.callback(process.join)
            leaving.callback(process.kill)
        yield cache(lambda: _answer(answer))


def may_fork() -> bool:
    """Whether a forked child is safe here: on Linux, with a single thread."""
    return sys.platform == "linux" and threading.active_count() == 1


def die_with(parent: int | None) -> None:
    """Be killed as soon as `parent` has ended, for nobody else can end a job; None: no longer."""
    import ctypes

    ctypes.CDLL(None).prctl(1, signal.SIGKILL if parent else 0)  # PR_SET_PDEATHSIG
    if parent and os.getppid() != parent:
        os._exit(ExitCode.INTERNAL)


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Ctrl-C waits meanwhile: what Python runs around a fork would swallow it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _answer(answer: Connection) -> Any:
    with contextlib.suppress(EOFError, OSError):  # it ended without one
        return answer.recv()
    return None


def _quietly(
    parent: int, giving: Connection, function: Callable[..., object], arguments: tuple[Any, ...]
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, and ends its children
    die_with(parent)
    progress.off()
    with contextlib.suppress(Exception):  # whoever does it again will say it
        giving.send(function(*arguments))
