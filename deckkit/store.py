"""What deckkit keeps between runs: bytes by content address, in the user's cache folder.

Everything that could change an entry is in its key, so an entry is never stale. A store that
cannot be read or written, and an entry that is damaged, cost time, never correctness. All
entries are in one SQLite file, so that any number of processes may use it at once.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from deckkit import places

FORMAT = 2  # part of the file's name and of every key
KEPT = 40_000  # entries; the oldest go first
CHECK = 8  # bytes of checksum before each entry
_AT_ONCE = 900  # keys of one question
_OLDER = ("faces-1.sqlite",)


def key(parts: Mapping[str, Any]) -> str:
    """Content address: a digest over everything that shapes an entry."""
    return key_of(json.dumps(parts, sort_keys=True, ensure_ascii=False))


def key_of(text: str) -> str:
    """Content address of what a text says without doubt."""
    data = text.encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=20, person=b"deckkit %d" % FORMAT).hexdigest()


class Store:
    """The entries in `where` (the cache folder); an unusable file is set aside."""

    def __init__(self, where: Path | None = None) -> None:
        self._path = (where or places.cache()) / f"cache-{FORMAT}.sqlite"
        self._db: sqlite3.Connection | None = self._open()

    def __enter__(self) -> Store:
        """For ``with``, which closes the file."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self.close()

    def _open(self) -> sqlite3.Connection | None:
        for _ in range(2):
            db: sqlite3.Connection | None = None
            try:
                new = not self._path.exists()
                if new:
                    self._path.parent.mkdir(parents=True, exist_ok=True)
                db = sqlite3.connect(self._path, timeout=5)
                db.text_factory = bytes  # a damaged text is no reason to stop
                if new:
                    db.execute("PRAGMA journal_mode=WAL")
                    for name in _OLDER:
                        self._path.with_name(name).unlink(missing_ok=True)
                db.execute("PRAGMA synchronous=OFF")
                db.execute("CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, data BLOB)")
                return db
            except (sqlite3.Error, OSError) as error:
                if db is not None:
                    db.close()
                if isinstance(error, sqlite3.OperationalError | OSError):
                    return None
                with contextlib.suppress(OSError):  # not a database: start again
                    self._path.unlink(missing_ok=True)
        return None

    def get(self, keys: Iterable[str]) -> dict[str, bytes]:
        """The entries there are, by key; damaged ones are left out."""
        found: dict[str, bytes] = {}
        wanted = list(dict.fromkeys(keys))
        if self._db is None:
            return found
        try:
            for at in range(0, len(wanted), _AT_ONCE):
                some = wanted[at : at + _AT_ONCE]
                marks = ",".join("?" * len(some))
                rows = self._db.execute(
                    f"SELECT key, data FROM entries WHERE key IN ({marks})",
                    some,
                )
                for marked, data in rows:
                    name = marked.decode()
                    if isinstance(data, bytes) and _sum(name, data[CHECK:]) == data[:CHECK]:
                        found[name] = data[CHECK:]
        except sqlite3.OperationalError:  # locked or unreadable: this time without
            self.close()
        except sqlite3.DatabaseError:
            self._reset()
        return found

    def put(self, entries: Mapping[str, bytes]) -> None:
        """Store entries, and drop the oldest ones beyond the limit."""
        if self._db is None or not entries:
            return
        try:
            with self._db:
                self._db.executemany(
                    "INSERT OR REPLACE INTO entries VALUES (?, ?)",
                    [(name, _sum(name, data) + data) for name, data in entries.items()],
                )
                self._db.execute(
                    "DELETE FROM entries WHERE rowid <= (SELECT max(rowid) FROM entries) - ?",
                    (KEPT,),
                )
        except sqlite3.OperationalError:  # locked, full or read-only: this time without
            self.close()
        except sqlite3.DatabaseError:
            self._reset()

    def _reset(self) -> None:
        """Give up on this file: close it, remove it, go on without a store."""
        self.close()
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; the store answers nothing afterwards."""
        if self._db is not None:
            self._db.close()
            self._db = None


def _sum(name: str, data: bytes) -> bytes:
    """Checksum of an entry under its key."""
    return hashlib.blake2b(data, digest_size=CHECK, key=name.encode()).digest()
