"""Work in child processes that may use so much CPU, memory and time, and no more."""

from __future__ import annotations

import contextlib
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit.beside import may_fork, undisturbed
from deckkit.errors import UsageError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

PROCESSES = 2


@dataclass(frozen=True, slots=True)
class Limits:
    """What one child may use: CPU and wall time in s, bytes beyond what it starts with."""

    cpu: float
    wall: float
    memory: int = 1 << 30


@dataclass(frozen=True, slots=True)
class Exceeded:
    """Why a child gave no result: ``time``, ``memory``, or ``depth`` (of nesting).

    `signal` is what ended it, when nothing said why.
    """

    what: str
    signal: int = 0


@dataclass
class _Child:
    process: BaseProcess
    answer: Connection
    number: int
    until: float


def run_all(
    function: Callable[[Any], Any], arguments: Sequence[Any], limits: Callable[[Any], Limits]
) -> list[Any]:  # fmt: skip
    """``function(argument)`` for every argument, each in a child of its own, two at a time.

    The answer of a child that ran into its limits is an `Exceeded`. An OSError in a child is
    raised here as well, any other exception as RuntimeError.
    """
    import multiprocessing
    from multiprocessing.connection import wait

    context = multiprocessing.get_context("fork" if may_fork() else "spawn")
    answers: list[Any] = [None] * len(arguments)
    waiting = list(enumerate(arguments))[::-1]
    running: list[_Child] = []
    try:
        while waiting or running:
            while waiting and len(running) < PROCESSES:
                number, argument = waiting.pop()
                allowed = limits(argument)
                with undisturbed():
                    reading, writing = context.Pipe(duplex=False)
                    process = context.Process(  # type: ignore[attr-defined]
                        target=_child, args=(writing, function, argument, allowed), daemon=True
                    )
                    process.start()
                    writing.close()
                    until = time.monotonic() + allowed.wall
                    running.append(_Child(process, reading, number, until))
            left = min(child.until for child in running) - time.monotonic()
            wait([child.answer for child in running], max(0.0, left))
            for child in [c for c in running if c.answer.poll() or time.monotonic() > c.until]:
                answers[child.number] = _answer(child)
                running.remove(child)
    finally:
        for child in running:
            child.process.kill()
            child.process.join()
    return answers


def share(function: Callable[[Any], Any], arguments: Sequence[Any]) -> list[Any]:
    """``function(argument)`` for every argument, shared among children when there are many.

    For work on what deckkit made itself: what a child had no room for is done over here. Raises
    OSError as `function` does, and UsageError when a child was aborted.
    """
    if len(arguments) <= 2 or not may_fork():
        return [function(argument) for argument in arguments]
    answers = run_all(function, arguments, lambda _: Limits(600, 3600, 4 << 30))
    for answer in answers:
        if isinstance(answer, Exceeded) and answer.signal:
            raise UsageError(
                f"A part of the work was aborted (signal {answer.signal}).",
                "Is the disk full? Choose another folder with --out.",
            )
    return [
        function(argument) if isinstance(answer, Exceeded) else answer
        for argument, answer in zip(arguments, answers, strict=True)
    ]


def _answer(child: _Child) -> Any:
    """What a child sent, or why it did not."""
    kind, value, signalled = "time", (), 0
    if child.answer.poll():
        try:
            kind, value = child.answer.recv()
        except (EOFError, OSError):  # it died: of its CPU limit, or where memory ran out
            child.process.join(5)
            kind = "time" if child.process.exitcode in (-24, -9) else "memory"
            signalled = max(0, -(child.process.exitcode or 0)) if kind == "memory" else 0
    child.process.kill()
    child.process.join()
    child.answer.close()
    if kind == "system":
        raise OSError(*value)
    if kind == "error":
        raise RuntimeError(value)
    return value if kind == "done" else Exceeded(kind, signalled)


def _child(
    answer: Connection, function: Callable[[Any], Any], argument: Any, limits: Limits
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent hears it, and ends its children
    with contextlib.suppress(BrokenPipeError):
        try:
            _limit(limits)
            answer.send(("done", function(argument)))
        except MemoryError:
            answer.send(("memory", None))
        except RecursionError:
            answer.send(("depth", None))
        except OSError as error:
            answer.send(("system", (error.errno, error.strerror, error.filename)))
        except Exception as error:
            import traceback

            answer.send(("error", "".join(traceback.format_exception(error))))


def _limit(limits: Limits) -> None:
    """Set the limits of this process, where the system knows them."""
    try:
        import resource
    except ImportError:
        return
    cpu = max(1, round(limits.cpu + time.process_time()))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):
        used = int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        most = used + limits.memory
        if hard == resource.RLIM_INFINITY or most <= hard:
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
