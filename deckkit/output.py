"""Writing without ever leaving half a result: stage in a temporary folder, then move into place."""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from deckkit.errors import UsageError

STAGE = ".stage-"
ABANDONED = 3600  # seconds after which a staging folder belongs to no running build


def _sweep(out: Path) -> None:
    """Remove what builds left behind that were killed."""
    for stage in out.glob(STAGE + "*"):
        if time.time() - stage.stat().st_mtime > ABANDONED:
            shutil.rmtree(stage, ignore_errors=True)


@contextmanager
def staging(out: Path) -> Iterator[Path]:
    """A temporary folder on the same disk as `out`, removed afterwards.

    Raises UsageError when `out` cannot be made or written to.
    """
    try:
        out.mkdir(parents=True, exist_ok=True)
        _sweep(out)
        stage = Path(tempfile.mkdtemp(prefix=STAGE, dir=out))
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
    """Put the folder `new` at `place`, where there is always a whole folder.

    Linux swaps the two in one step; elsewhere there is a moment between two renames, and
    what was there comes back when the second one fails.
    """
    old = new.with_name(new.name + ".old")
    if place.exists():
        if _exchange(new, place):
            return
        os.rename(place, old)
    try:
        os.rename(new, place)
    except BaseException:
        if old.exists():
            os.rename(old, place)
        raise


def _exchange(one: Path, two: Path) -> bool:
    """Swap two folders atomically (renameat2 with RENAME_EXCHANGE); False where that fails."""
    try:
        rename = ctypes.CDLL(None).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    here, exchange = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
    return bool(rename(here, os.fsencode(one), here, os.fsencode(two), exchange) == 0)


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
