"""Work in a child process beside everything else."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

from deckkit import progress


@contextlib.contextmanager
def beside(function: Callable[..., object], *arguments: Any) -> Iterator[Callable[[], None]]:
    """Have a child call ``function(*arguments)`` meanwhile; what is yielded waits for its end.

    What it finds it has to leave somewhere, such as in the store. It may as well have found
    nothing: where no child can be started, where it would only take turns with this process, or
    when it broke. Whoever needs it then does it. The child ends with the block at the latest.
    """
    if not may_fork() or len(os.sched_getaffinity(0)) < 2:
        yield lambda: None
        return
    import multiprocessing

    context = multiprocessing.get_context("fork")
    with undisturbed():
        process = context.Process(target=_quietly, args=(function, arguments), daemon=True)
        process.start()
    try:
        yield process.join
    finally:
        process.kill()
        process.join()


def may_fork() -> bool:
    """Whether a forked child is safe here: on Linux, with a single thread."""
    return sys.platform == "linux" and threading.active_count() == 1


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


def _quietly(function: Callable[..., object], arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, and ends its children
    progress.off()
    with contextlib.suppress(Exception):  # whoever does it again will say it
        function(*arguments)
