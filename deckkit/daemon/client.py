"""The side of the command: hand it to the daemon, wait, and end as it did."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
from collections.abc import Sequence
from typing import Any

from deckkit.daemon import wire
from deckkit.daemon.identity import is_alike
from deckkit.errors import ExitCode

GONE = (
    ExitCode.INTERNAL
)  # exit code when the daemon was lost before it could say how the command ended


def run(words: Sequence[str], identity: str) -> int | None:
    """Have the daemon run a command line; its exit code, or None when it must run here.

    A command that a signal has ended ends this process by the same signal. Without one of the
    standard streams its number may be any other file's, so nothing is handed over.
    """
    if None in (sys.stdin, sys.stdout, sys.stderr):
        return None
    mask = os.umask(0o077)
    os.umask(mask)
    request = {
        "job": list(words), "identity": identity, "environment": dict(os.environ), "umask": mask,
    }  # fmt: skip
    try:
        with wire.connect() as sock:
            if not is_alike(wire.peer(sock)[0]):
                return None
            folder = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            try:
                wire.send(sock, request, (0, 1, 2, folder))
            finally:
                os.close(folder)
            if _line(sock) != "yes":
                return None
            sock.settimeout(None)
            return _end(_wait(sock))
    except OSError:
        return None
    except KeyboardInterrupt:  # before signals were passed on; the daemon ends what it began
        return ExitCode.INTERRUPTED


def about() -> dict[str, Any] | None:
    """What the daemon says of itself (see `server`): nothing while it works; None without one."""
    return _asked({"about": True})


def stop() -> dict[str, Any] | None:
    """End the daemon unless it works; the answer is that of `about`."""
    return _asked({"stop": True})


def _asked(request: dict[str, Any]) -> dict[str, Any] | None:
    try:
        with wire.connect() as sock:
            with contextlib.suppress(OSError):  # one at work hangs up before it has heard it all
                wire.send(sock, request)
            line = _line(sock)
    except OSError:
        return None
    if line == "no":
        return {}
    found = json.loads(line) if line.startswith("{") else None
    return found if isinstance(found, dict) else None


def _line(sock: socket.socket) -> str:
    """The next line of the answer, or what there is of it."""
    data = b""
    while not data.endswith(b"\n") and (more := sock.recv(1)):
        data += more
    return data.decode().rstrip("\n")


def _wait(sock: socket.socket) -> str:
    """How the command ended; meanwhile every signal is passed on to it.

    Empty when that cannot be known: what may have run already never runs again unasked.
    """

    def pass_on(number: int, _: object) -> None:
        with contextlib.suppress(OSError):  # it has ended just now
            sock.send(bytes([number]))

    def pause(number: int, _: object) -> None:
        pass_on(number, _)
        os.kill(os.getpid(), signal.SIGSTOP)
        pass_on(signal.SIGCONT, _)

    handlers = {**dict.fromkeys(wire.SIGNALS, pass_on), signal.SIGTSTP: pause}
    before = {
        number: signal.signal(number, handler)
        for number, handler in handlers.items()
        if signal.getsignal(number) != signal.SIG_IGN
    }
    try:
        return _line(sock)
    except OSError:
        return ""
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(said: str) -> int | None:
    """End as the command did: its exit code; None when it was not run."""
    how, _, number = said.partition(" ")
    if how == "no":
        return None
    if how == "exit":
        return int(number)
    if how == "signal":
        signal.signal(int(number), signal.SIG_DFL)
        os.kill(os.getpid(), int(number))
    sys.stderr.write("deckkit: The process that ran the command is gone. Try again.\n")
    return GONE
