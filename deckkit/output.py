"""Writing without ever leaving half a result: stage in a temporary folder, then move into place."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deckkit.errors import UsageError


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """A temporary folder on the same disk as `out`, removed afterwards.

    Raises UsageError when `out` cannot be made or written to.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(prefix=".stage-", dir=out))
    except OSError as error:
        raise UsageError(
            f"The output folder {out} cannot be written: {error.strerror}.",
            "Choose another one with --out.",
        ) from error
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def commit(
    stage: Path, out: Path, folders: Sequence[str], files: Mapping[str, bytes]
) -> list[Path]:
    """Move finished `folders` from `stage` into `out`, then write `files`; the paths written.

    Each folder replaces its predecessor as a whole, by renaming; a predecessor comes back when
    the renaming fails.
    """
    written: list[Path] = []
    for name in folders:
        replace_folder(stage / name, out / name)
        written += sorted(p for p in (out / name).rglob("*") if p.is_file())
    for name, data in files.items():
        write_file(out / name, data)
        written.append(out / name)
    return written


def replace_folder(new: Path, place: Path) -> None:
    """Put the folder `new` at `place`; what was there stays until the new one can stand."""
    old = new.with_name(new.name + ".old")
    if place.exists():
        os.rename(place, old)
    try:
        os.rename(new, place)
    except BaseException:
        if old.exists():
            os.rename(old, place)
        raise


def write_file(path: Path, data: bytes) -> None:
    """Write `data` to `path` so that a reader sees the old bytes or all of the new ones."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def digest(path: Path) -> dict[str, Any]:
    """sha256 and size in bytes of a file."""
    data = path.read_bytes()
    return {"sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)}


def read_manifest(path: Path) -> dict[str, Any]:
    """An earlier manifest; empty when there is none or it cannot be read."""
    try:
        loaded = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return loaded if isinstance(loaded, dict) else {}
