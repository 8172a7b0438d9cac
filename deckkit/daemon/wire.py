"""The socket between a command and the daemon, in the user's cache folder, and what it carries.

A request is four bytes of length and as much JSON; the first bytes bring the open files of a job.
An answer is lines of text.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import struct
from collections.abc import Iterator, Sequence
from typing import Any

from deckkit import places

NAME = "daemon.sock"
MOST = 1 << 22  # bytes of a request
FILES = 4  # open files of a job: standard input, output, error; working folder
SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)  # that are passed on
PATIENCE = 2.0  # s for the other side to say what it has to say
Mark = tuple[int, int]  # what tells one socket file from any other
_LENGTH = struct.Struct("!I")
_CREDENTIALS = struct.Struct("3i")  # process, user, group


def connect() -> socket.socket:
    """A connection to the daemon; raises OSError when there is none, or not one of this user."""
    with _address() as address:
        sock = socket.socket(socket.AF_UNIX)
        try:
            sock.settimeout(PATIENCE)
            sock.connect(address)
            if peer(sock)[1] != os.geteuid():
                raise OSError("the daemon is another user's")
        except BaseException:
            sock.close()
            raise
        return sock


def listen() -> tuple[socket.socket, Mark]:
    """The socket of a new daemon, put in the place of an earlier one's; raises OSError.

    The earlier one sees a caller come and go, looks after its socket, and leaves.
    """
    places.cache().mkdir(parents=True, exist_ok=True)
    with (
        contextlib.ExitStack() as earlier, _address(f".{os.getpid()}") as own, _address() as address
    ):  # fmt: skip
        with contextlib.suppress(OSError):
            earlier.enter_context(connect())
        sock = socket.socket(socket.AF_UNIX)
        try:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(own)
            mask = os.umask(0o077)
            try:
                sock.bind(own)
            finally:
                os.umask(mask)
            sock.listen()
            found = os.lstat(own)
            os.replace(own, address)
        except BaseException:
            sock.close()
            raise
        return sock, (found.st_dev, found.st_ino)


def mark() -> Mark | None:
    """The mark of the socket file that is there now; None when there is none."""
    with contextlib.suppress(OSError), _address() as address:
        found = os.lstat(address)
        return found.st_dev, found.st_ino
    return None


def remove() -> None:
    """Remove the socket file."""
    with contextlib.suppress(OSError), _address() as address:
        os.unlink(address)


def send(sock: socket.socket, request: dict[str, Any], files: Sequence[int] = ()) -> None:
    """Send a request with open files; raises OSError."""
    data = json.dumps(request).encode()
    if files:
        socket.send_fds(sock, [_LENGTH.pack(len(data))], list(files))
    else:
        sock.sendall(_LENGTH.pack(len(data)))
    sock.sendall(data)


def receive(sock: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """A request and its open files; raises OSError, and ValueError for what is none."""
    head, files, _, _ = socket.recv_fds(sock, _LENGTH.size, FILES)
    try:
        (size,) = _LENGTH.unpack(head.ljust(_LENGTH.size, b"\xff"))
        data = b""
        while size <= MOST and len(data) < size and (more := sock.recv(size - len(data))):
            data += more
        request = json.loads(data)
        if not isinstance(request, dict):
            raise ValueError("not a request")
    except (OSError, ValueError):
        close(files)
        raise
    return request, files


def peer(sock: socket.socket) -> tuple[int, int]:
    """Process and user on the other side of a connection: who connected, or listened last."""
    data = sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    process, user, _ = _CREDENTIALS.unpack(data)
    return process, user


def close(files: list[int]) -> None:
    """Close open files, and empty the list, so that none is closed twice."""
    while files:
        os.close(files.pop())


@contextlib.contextmanager
def _address(suffix: str = "") -> Iterator[str]:
    """The path of the socket, short enough for the system however deep the folder is."""
    folder = os.open(places.cache(), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{NAME}{suffix}"
    finally:
        os.close(folder)
