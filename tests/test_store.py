"""What is kept between runs is what was put there, or nothing."""

from __future__ import annotations

import multiprocessing
import sqlite3
from contextlib import closing
from importlib import metadata
from pathlib import Path

import pytest

from deckkit import dists, store
from deckkit.store import Store


def filled(folder: Path, count: int = 3) -> dict[str, bytes]:
    entries = {store.key({"n": n}): f"entry {n}".encode() * (n + 1) for n in range(count)}
    with Store(folder) as kept:
        kept.put(entries)
    return entries


def read(folder: Path, keys: object) -> dict[str, bytes]:
    with Store(folder) as kept:
        return kept.get(keys)  # type: ignore[arg-type]


def test_entries_come_back_whole_and_only_those_asked_for(tmp_path: Path) -> None:
    entries = filled(tmp_path, 2000)
    assert read(tmp_path, entries) == entries
    some = list(entries)[5:9]
    assert read(tmp_path, [*some, "no such key"]) == {name: entries[name] for name in some}


def test_a_key_says_what_shapes_an_entry() -> None:
    assert store.key({"a": 1, "b": 2}) == store.key({"b": 2, "a": 1})
    assert len({store.key({"a": 1}), store.key({"a": "1"}), store.key({"b": 1})}) == 3
    assert store.key({"lone surrogate": "\ud800"}) == store.key({"lone surrogate": "\ud800"})


@pytest.mark.parametrize(
    "damage",
    [
        "data = x'0011'",
        "data = substr(data, 1, length(data) - 1)",
        "data = data || x'00'",
        "data = 'text'",
        "data = NULL",
        "data = (SELECT data FROM entries ORDER BY rowid DESC LIMIT 1)",
    ],
)
def test_a_damaged_entry_is_none(tmp_path: Path, damage: str) -> None:
    entries = filled(tmp_path)
    first = next(iter(entries))
    with closing(sqlite3.connect(tmp_path / "cache-2.sqlite")) as db, db:
        db.execute(f"UPDATE entries SET {damage} WHERE key = ?", (first,))
    db.close()
    assert read(tmp_path, entries) == {n: data for n, data in entries.items() if n != first}


@pytest.mark.parametrize("content", [b"", b"this is no database" * 500, b"SQLite format 3\0" * 90])
def test_a_file_that_is_no_store_is_set_aside(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "cache-2.sqlite").write_bytes(content)
    filled(tmp_path)  # what breaks only at the first look costs this run its entries
    entries = filled(tmp_path)
    assert read(tmp_path, entries) == entries


def test_a_store_of_an_older_format_is_not_read(tmp_path: Path) -> None:
    old = tmp_path / "faces-1.sqlite"
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("CREATE TABLE faces (key TEXT PRIMARY KEY, used INTEGER, data BLOB)")
        db.execute("INSERT INTO faces VALUES (?, 1, x'00')", (store.key({"n": 0}),))
    db.close()
    assert read(tmp_path, [store.key({"n": 0})]) == {}
    assert not old.exists()


def test_a_folder_that_cannot_be_written_costs_nothing_else(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert read(blocked, filled(blocked)) == {}


def test_the_oldest_entries_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "KEPT", 10)
    entries = filled(tmp_path, 8)
    newer = {store.key({"new": n}): b"new" for n in range(6)}
    with Store(tmp_path) as kept:
        kept.put(newer)
    found = read(tmp_path, [*entries, *newer])
    assert found.keys() == {*list(entries)[4:], *newer}


def _fill(folder: Path, process: int) -> None:
    for n in range(40):
        with Store(folder) as kept:
            kept.put({store.key({"p": process, "n": n}): b"x" * 500, store.key({"n": n}): b"same"})


def test_two_processes_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=_fill, args=(tmp_path, p)) for p in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
        assert process.exitcode == 0
    keys = [store.key({"p": p, "n": n}) for p in range(2) for n in range(40)]
    found = read(tmp_path, [*keys, *(store.key({"n": n}) for n in range(40))])
    assert len(found) == 120


def test_versions_are_those_of_importlib() -> None:
    for name in ("weasyprint", "Jinja2", "uharfbuzz", "fontpkg-baloo-2", "pypdfium2", "tinycss2"):
        assert dists.version(name) == metadata.version(name)
    with pytest.raises(metadata.PackageNotFoundError):
        dists.version("no-such-package-anywhere")
