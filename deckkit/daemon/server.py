"""The side of the daemon: stay after a command, run the next ones, end in time."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import socket
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from deckkit.beside import die_with
from deckkit.daemon import idle, process, spoken, wire
from deckkit.daemon.identity import is_alike
from deckkit.daemon.shape import Shape
from deckkit.errors import ExitCode

TIDY = 10  # jobs after which everything is searched for what nobody needs
BURIAL = 2.0  # s after which a process that has ended should be buried
LOOK = 5.0  # s between two looks at whether the socket is still there
GOOD = (ExitCode.OK, ExitCode.FINDINGS)  # exit codes after which a process may stay


def stay(
    identity: str, started: float, run: Callable[[], object], reads: Callable[[], Sequence[Path]]
) -> None:
    """Leave a daemon behind that has done what this process did; a process that cannot goes on.

    `identity` is that of this process when it began, `started` the time then; `run` runs the
    command line in ``sys.argv``; a change of a file in the folders that `reads` names, or of an
    imported module, ends the daemon.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the command is done
    try:
        if not process.may_stay() or process.are_many():
            return
        process.flush()
        listener, mark = wire.listen()
        reading, writing = os.pipe()
        if os.fork():
            listener.close()
            os.close(writing)
            os.read(reading, 1)  # ends once the other one has nothing of the caller's any more
            os.close(reading)
            _say()
            return
    except OSError:
        return
    try:
        os.setsid()
        listener.listen()
        process.let_go(listener.fileno())
        process.name()
        Daemon(listener, mark, identity, Shape(started, reads()), run).serve()
    finally:
        os._exit(0)


def _say() -> None:
    """Tell a person at a terminal that a process stays."""
    if sys.stderr.isatty() and not {"-q", "--quiet"} & {*sys.argv}:
        waits = f"A process waits {spoken(idle())} to make the next build quick"
        sys.stderr.write(f"{waits}; deckkit daemon stop ends it.\n")


def run_to_end(run: Callable[[], object]) -> int:
    """Run a command; its exit code."""
    try:
        run()
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            return leaving.code or 0
        sys.stderr.write(f"{leaving.code}\n")
        return 1
    return 0


@dataclass
class Daemon:
    """A process that waits for jobs at `listener`.

    Where nobody buries processes that have lost their parent, such as in many containers, no
    worker takes its place any more once that is known.
    """

    listener: socket.socket
    mark: wire.Mark
    identity: str
    shape: Shape
    run: Callable[[], object]
    jobs: int = 0
    before: int = 0  # a process that was the daemon before, and ended at `taken`
    taken: float = 0.0

    def serve(self) -> NoReturn:
        """Run jobs until none has come for a while, the socket is no longer this daemon's, or
        what shaped it has changed."""
        process.own_signals()
        gc.collect()
        gc.freeze()  # so that no fork copies what it only looks at
        while not self.shape.is_stale() and (caller := self._next()):
            with caller:
                self._answer(caller)
        self._leave()

    def _next(self) -> socket.socket | None:
        """The next connection; None when none came in time, or none can come any more."""
        until = time.monotonic() + idle()
        while wire.mark() == self.mark and (left := until - time.monotonic()) > 0:
            if select.select([self.listener], [], [], min(LOOK, left))[0]:
                return self._accept()
        return None

    def _accept(self) -> socket.socket:
        caller, _ = self.listener.accept()
        caller.settimeout(wire.PATIENCE)
        return caller

    def _answer(self, caller: socket.socket) -> None:
        """Do what is asked for at a connection."""
        with contextlib.suppress(OSError, ValueError):
            request, files = wire.receive(caller)
            try:
                if wire.peer(caller)[1] != os.geteuid():
                    return
                if "job" in request:
                    self._job(caller, request, files)
                    return
                caller.sendall(json.dumps(self._about()).encode() + b"\n")
                if "stop" in request:
                    self._leave()
            finally:
                wire.close(files)

    def _about(self) -> dict[str, float]:
        """Process, commands so far, bytes of memory, CPU seconds of the last one, patience in s."""
        return {
            "process": os.getpid(), "jobs": self.jobs, "bytes": process.size(),
            "seconds": sum(os.times()[:4]), "idle": idle(),
        }  # fmt: skip

    def _job(self, caller: socket.socket, request: dict[str, Any], files: list[int]) -> None:
        """Run a command in a fork, which is the daemon from then on; see `_guard`."""
        stale = self.shape.is_stale()
        alike = request.get("identity") == self.identity and is_alike(wire.peer(caller)[0])
        if stale or not alike or len(files) != wire.FILES:
            caller.sendall(b"no\n")
            if stale:
                self._leave()
            return
        caller.sendall(b"yes\n")
        reading, writing = os.pipe()
        guard = os.getpid()
        try:
            worker = os.fork()
        except OSError:
            wire.close([reading, writing])
            caller.sendall(b"no\n")
            return
        if worker:
            wire.close(files)
            os.close(writing)
            self._guard(caller, worker, reading)
            return
        os.close(reading)
        code = _do(request, files, self.run, guard)
        try:
            self._take_over(caller, code, writing, guard)
        except BaseException:  # this process must not go on as if it were the daemon
            os._exit(code)

    def _take_over(self, caller: socket.socket, code: int, done: int, guard: int) -> None:
        """Be the daemon in place of `guard` once a command has ended with `code`, or end."""
        unburied = process.lingers(self.before)
        if unburied and time.monotonic() - self.taken > BURIAL:
            os._exit(code)
        if code not in GOOD or not process.may_stay():
            os._exit(code)
        # From here on this process is the daemon, and the one that it came from is gone.
        die_with(None)
        self.listener.listen()  # so that callers are told of this process
        os.write(done, b".")
        process.let_go(self.listener.fileno(), caller.fileno())
        self.jobs += 1
        if not unburied:
            self.before, self.taken = guard, time.monotonic()
        caller.sendall(f"exit {code}\n".encode())
        process.own_signals()
        if self.jobs % TIDY == 0:
            gc.unfreeze()  # what was frozen may be no more than rubbish by now
        gc.collect()
        gc.freeze()

    def _guard(self, caller: socket.socket, worker: int, done: int) -> None:
        """Wait for a worker: pass on signals, and end it when nobody waits for it any more."""
        with contextlib.suppress(OSError):
            os.setpgid(worker, worker)  # as the worker does, whoever is first
        caller.setblocking(False)
        ended = os.pidfd_open(worker)
        waiting = [caller.fileno(), done, ended, self.listener.fileno()]
        while True:
            ready = select.select(waiting, [], [])[0]
            if done in ready and os.read(done, 1):
                os._exit(0)
            if ended in ready:
                break
            if caller.fileno() in ready:
                numbers = b""
                with contextlib.suppress(OSError):
                    numbers = caller.recv(16)
                if not numbers:
                    os.killpg(worker, signal.SIGKILL)
                    waiting.remove(caller.fileno())
                for number in numbers:
                    if number in wire.SIGNALS:
                        os.kill(worker, number)
                    elif number in (signal.SIGTSTP, signal.SIGCONT):
                        pause = number == signal.SIGTSTP
                        os.killpg(worker, signal.SIGSTOP if pause else signal.SIGCONT)
            if self.listener.fileno() in ready:
                with contextlib.suppress(OSError), self._accept() as other:
                    other.sendall(b"no\n")
        wire.close([done, ended])
        with contextlib.suppress(OSError):
            os.killpg(worker, signal.SIGKILL)  # what it has left behind
        _, status = os.waitpid(worker, 0)
        code = os.waitstatus_to_exitcode(status)
        said = f"exit {code}" if code >= 0 else f"signal {-code}"
        caller.sendall(said.encode() + b"\n")

    def _leave(self) -> NoReturn:
        if wire.mark() == self.mark:
            wire.remove()
        os._exit(0)


def _do(
    request: dict[str, Any], files: list[int], run: Callable[[], object], guard: int
) -> int:  # fmt: skip
    """Run a job as the caller would have; its exit code. It ends with the process `guard`."""
    try:
        die_with(guard)
        os.setpgid(0, 0)
        *streams, folder = files
        for number, file in enumerate(streams):
            os.dup2(file, number)
        os.fchdir(folder)
        wire.close(files)
        os.umask(request["umask"])
        os.environ.clear()
        os.environ.update(request["environment"])
        sys.argv = [sys.argv[0], *request["job"]]
        sys.stdout.reconfigure(line_buffering=sys.stdout.isatty())  # type: ignore[union-attr]
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
        with warnings.catch_warnings():  # what was said once in an earlier job is said again
            code = run_to_end(run)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        process.flush()
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    except BaseException:  # nothing may get past here: this process is a copy of the daemon
        return ExitCode.INTERNAL
    return code
