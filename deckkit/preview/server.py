"""The preview's web server: for this computer only, and only what is listed here."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from deckkit import __version__, watching
from deckkit.assets import folder
from deckkit.errors import UsageError
from deckkit.game import Games, Json
from deckkit.pipeline import Options
from deckkit.preview.shown import DPI, Looker, Pictures, findings_of

HOST = "127.0.0.1"
PORT = 8650
STILL_HERE = 15.0  # s between two signs of life to a page that waits
FILES = {
    "/": ("index.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; img-src 'self' data:; style-src 'self'; "
    "script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


@dataclass
class Preview:
    """The decks as they were last looked at; pages wait for the next look."""

    options: Options
    games: Games | None = None
    pictures: Pictures = field(default_factory=Pictures)
    state: Json = field(default_factory=lambda: {"number": 0, "decks": [], "problem": ""})

    def __post_init__(self) -> None:
        """Nothing has been looked at."""
        self._looker = Looker(self.options, self.games)
        self._changed = threading.Condition()

    def look(self) -> None:
        """Look at the decks now; raises UsageError and NothingToCheck and keeps what was shown."""
        start = time.perf_counter()
        with self.pictures.lock:
            decks = self._looker.look()
            self.pictures.show(decks)
        took = time.perf_counter() - start
        shown = [{**deck.data, "findings": findings_of(deck)} for deck in decks]
        self._say({"decks": shown, "problem": "", "seconds": round(took, 2)})

    def fail(self, problem: str) -> None:
        """Say why the decks cannot be looked at just now."""
        self._say({**self.state, "problem": problem})

    def wait(self, number: int, seconds: float) -> int:
        """The number of the newest look, as soon as it is not `number` any more."""
        with self._changed:
            self._changed.wait_for(lambda: self.state["number"] != number, seconds)
            return int(self.state["number"])

    def _say(self, state: Json) -> None:
        with self._changed:
            self.state = {**state, "deckkit": __version__, "number": self.state["number"] + 1}
            self._changed.notify_all()


def serve(
    preview: Preview,
    port: int | None = None,
    ready: Callable[[str], None] = lambda _: None,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Serve a preview until interrupted, looking again after each change of a source.

    `port` None takes 8650, or a free one when that is taken; `ready` gets the address. Raises
    UsageError for a port that cannot be had, and what the first look raises.
    """
    looks = watching.changes(preview.options.paths, sleep=sleep)
    next(looks)
    with _listen(preview, port) as server:
        preview.look()
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        ready(f"http://{HOST}:{server.server_port}/")
        try:
            for _ in looks:
                try:
                    preview.look()
                except Exception as error:  # what breaks on half an edit must not end the preview
                    preview.fail(watching.said(error))
        finally:
            server.shutdown()


def _listen(preview: Preview, port: int | None) -> ThreadingHTTPServer:
    class Handler(_Handler):
        served = preview

    with suppress(OSError):
        return _Server((HOST, PORT if port is None else port), Handler)
    if port is not None:
        raise UsageError(f"Port {port} is in use or not allowed.", "Leave out --port.")
    return _Server((HOST, 0), Handler)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False


class _Handler(BaseHTTPRequestHandler):
    served: Preview
    server_version = "deckkit"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 30.0  # s without a request after which a connection is closed

    def handle(self) -> None:
        """Serve a connection until either side closes it."""
        with suppress(ConnectionError, TimeoutError):
            super().handle()

    def do_GET(self) -> None:
        """Answer with the page, its data, a picture, or the stream of changes."""
        self._answer()

    def do_HEAD(self) -> None:
        """Answer as to GET, without the body."""
        self._answer()

    def end_headers(self) -> None:
        """Every answer, an error too, says what browsers may do with it."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal is for the editor."""

    def _answer(self) -> None:
        # Another site's page may reach this port under a name of its own; it learns nothing.
        if self.headers.get("Host", "").partition(":")[0] not in (HOST, "localhost"):
            self._send(HTTPStatus.FORBIDDEN, b"", "text/plain")
            return
        path = self.path.partition("?")[0]
        if path in FILES:
            name, kind = FILES[path]
            self._send(HTTPStatus.OK, (folder("templates") / "preview" / name).read_bytes(), kind)
        elif path == "/state.json":
            data = json.dumps(self.served.state, ensure_ascii=False).encode()
            self._send(HTTPStatus.OK, data, "application/json")
        elif path == "/changes" and self.command == "GET":
            self._changes()
        elif (png := self._picture(path)) is not None:
            keep = {"Cache-Control": "private, max-age=86400, immutable"}
            self._send(HTTPStatus.OK, png, "image/png", keep)
        else:
            self._send(HTTPStatus.NOT_FOUND, b"", "text/plain")

    def _picture(self, path: str) -> bytes | None:
        """The picture at ``/picture/<name>-<dpi>.png``, if that is what is asked for."""
        start, _, rest = path.partition("/picture/")
        name, _, size = rest.removesuffix(".png").partition("-")
        if start or size not in map(str, DPI):
            return None
        return self.served.pictures.png(name, int(size))

    def _changes(self) -> None:
        """The number of each look, as server-sent events, for as long as the page listens."""
        self.close_connection = True
        self._head(HTTPStatus.OK, "text/event-stream", {"Connection": "close"})
        number = -1
        while True:
            newest = self.served.wait(number, STILL_HERE)
            self.wfile.write(f"data: {newest}\n\n".encode() if newest != number else b":\n\n")
            self.wfile.flush()
            number = newest

    def _send(
        self, status: HTTPStatus, body: bytes, kind: str, more: Mapping[str, str] | None = None
    ) -> None:
        self._head(status, kind, {"Content-Length": str(len(body)), **(more or {})})
        if self.command != "HEAD":
            self.wfile.write(body)

    def _head(self, status: HTTPStatus, kind: str, more: Mapping[str, str]) -> None:
        self.send_response(status)
        for name, value in {"Cache-Control": "no-store", "Content-Type": kind, **more}.items():
            self.send_header(name, value)
        self.end_headers()
