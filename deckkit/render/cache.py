"""Laid-out faces by content, in one SQLite file of the user's cache folder.

Everything that could change a face is in its key, so an entry is never stale. Entries are
compressed JSON. A cache that cannot be read or written costs time, never correctness.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from deckkit.render.layout import LaidOut

FORMAT = 1
KEPT = 20_000


def folder() -> Path:
    """The cache folder: ``DECKKIT_CACHE`` when set, else the user's own."""
    named = os.environ.get("DECKKIT_CACHE")
    if named:
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_cache_dir("deckkit"))


def key(parts: Mapping[str, Any]) -> str:
    """Content address of a face: a digest over everything that shapes it."""
    text = json.dumps({"format": FORMAT, **parts}, sort_keys=True, ensure_ascii=False)
    return hashlib.blake2b(text.encode(), digest_size=20).hexdigest()


class FaceCache:
    """A store of faces; unusable files are set aside and the cache starts empty."""

    def __init__(self, where: Path | None = None) -> None:
        self._path = (where or folder()) / f"faces-{FORMAT}.sqlite"
        self._db: sqlite3.Connection | None = self._open()

    def _open(self) -> sqlite3.Connection | None:
        for _ in range(2):
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                db = sqlite3.connect(self._path, timeout=5)
                db.execute("PRAGMA journal_mode=WAL")
                db.execute("PRAGMA synchronous=OFF")
                db.execute(
                    "CREATE TABLE IF NOT EXISTS faces"
                    " (key TEXT PRIMARY KEY, used INTEGER, data BLOB) WITHOUT ROWID"
                )
                return db
            except (sqlite3.OperationalError, OSError):
                return None
            except sqlite3.DatabaseError:  # not a database: start again
                self._path.unlink(missing_ok=True)
        return None

    def get(self, keys: Iterable[str]) -> dict[str, LaidOut]:
        """The entries there are, by key; damaged ones are left out."""
        found: dict[str, LaidOut] = {}
        if self._db is None:
            return found
        try:
            for name in keys:
                row = self._db.execute("SELECT data FROM faces WHERE key=?", (name,)).fetchone()
                entry = _decode(row[0]) if row else None
                if entry is not None:
                    found[name] = entry
        except sqlite3.DatabaseError:
            self._reset()
        return found

    def put(self, entries: Mapping[str, LaidOut]) -> None:
        """Store entries, and drop the oldest ones beyond the size limit."""
        if self._db is None or not entries:
            return
        try:
            with self._db:
                last = self._db.execute("SELECT coalesce(max(used), 0) FROM faces").fetchone()[0]
                self._db.executemany(
                    "INSERT OR REPLACE INTO faces VALUES (?, ?, ?)",
                    [(name, last + 1, _encode(entry)) for name, entry in entries.items()],
                )
                self._db.execute(
                    "DELETE FROM faces WHERE used <="
                    " (SELECT used FROM faces ORDER BY used DESC LIMIT 1 OFFSET ?)",
                    (KEPT,),
                )
        except sqlite3.DatabaseError:
            self._reset()

    def _reset(self) -> None:
        """Give up on this file: close it, remove it, go on without a cache."""
        self.close()
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; the cache answers nothing afterwards."""
        if self._db is not None:
            self._db.close()
            self._db = None


def _encode(entry: LaidOut) -> bytes:
    data = zlib.compress(json.dumps(asdict(entry), separators=(",", ":")).encode(), 6)
    return hashlib.blake2b(data, digest_size=8).digest() + data


def _decode(blob: Any) -> LaidOut | None:
    if not isinstance(blob, bytes) or hashlib.blake2b(blob[8:], digest_size=8).digest() != blob[:8]:
        return None
    try:
        fields = json.loads(zlib.decompress(blob[8:]))
        return LaidOut(**{**fields, "logs": tuple(fields["logs"])})
    except (ValueError, TypeError, KeyError, zlib.error):
        return None
