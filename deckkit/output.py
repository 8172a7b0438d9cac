"""Writing without ever leaving half a result: stage in a temporary folder, then move into place.

The manifest of an output folder lists what deckkit wrote there. Whatever else lies there is
somebody's: it stays.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckkit import __version__
from deckkit.canonical import to_bytes
from deckkit.errors import UsageError

MANIFEST = "manifest.json"
STAGE = ".stage-"
ABANDONED = 3600  # seconds after which a staging folder belongs to no running build


@dataclass(frozen=True, slots=True)
class Committed:
    """What now lies in an output folder, and the files of earlier runs that do no longer."""

    written: tuple[Path, ...] = ()
    removed: tuple[Path, ...] = ()


def _sweep(out: Path) -> None:
    """Remove what builds left behind that were killed."""
    for stage in out.glob(STAGE + "*"):
        if time.time() - stage.stat().st_mtime > ABANDONED:
            shutil.rmtree(stage, ignore_errors=True)


@contextmanager
def staging(out: Path, sources: Mapping[str, Path] | None = None) -> Iterator[Path]:
    """A temporary folder on the same disk as `out`, removed afterwards.

    `sources` are the places by id of the decks that are to be committed to `out`. Raises
    UsageError when it cannot be made or written to, is not deckkit's, or has those sources.
    """
    if sources is not None:
        _check(out, sources)
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


def _check(out: Path, sources: Mapping[str, Path]) -> None:
    """Refuse a folder of somebody else's, or one that would take in the sources of a deck."""
    for name, source in sources.items():
        if source.resolve().is_relative_to((out / name).resolve()):
            raise UsageError(
                f"The sources of {name} lie in {out / name}, where the build would be written.",
                "Choose another folder with --out.",
            )
    if (out / MANIFEST).exists() and "manifest_version" not in read_manifest(out / MANIFEST):
        raise UsageError(
            f"{out / MANIFEST} was not written by deckkit.", "Choose another folder with --out."
        )


def commit(
    stage: Path, out: Path, decks: Mapping[str, Any], tools: Mapping[str, str] | None = None
) -> Committed:
    """Move the finished folder of each deck from `stage` into `out`, and write the manifest.

    `decks` are the manifest's entries by deck id; `tools` the versions that shaped the files.
    Each folder takes the place of its predecessor in one step; of what lay there, files that
    the old manifest does not list stay. Entries of other decks are kept. Raises UsageError when
    such a file lies where a folder must be, before anything is moved.
    """
    before = read_manifest(out / MANIFEST).get("decks", {})
    ours = {name: set(before.get(name, {}).get("files", {})) for name in decks}
    for name in decks:
        _carry(out / name, stage / name, ours[name])
    written: list[Path] = []
    removed: list[Path] = []
    for name, entry in sorted(decks.items()):
        replace_folder(stage / name, out / name)
        written += [out / name / file for file in sorted(entry["files"])]
        removed += [out / name / file for file in sorted(ours[name] - set(entry["files"]))]
    others = {
        name: entry for name, entry in before.items() if name not in decks and (out / name).is_dir()
    }
    manifest = {
        "manifest_version": 1,
        "deckkit": __version__,
        "tools": dict(tools or {}),
        "decks": dict(sorted({**others, **decks}.items())),
    }
    write_file(out / MANIFEST, to_bytes(manifest))
    return Committed((*written, out / MANIFEST), tuple(removed))


def _carry(old: Path, new: Path, ours: Collection[str]) -> None:
    """Take over into `new` what lies in `old`, is not `ours` and is not written anew."""
    for folder, folders, files in os.walk(old):
        links = [name for name in folders if Path(folder, name).is_symlink()]
        for path in (Path(folder, name) for name in [*files, *links]):
            name = path.relative_to(old)
            place = new / name
            if name.as_posix() in ours or place.is_file():
                continue
            blocked = next((part for part in place.parents if part.is_file()), None)
            if place.is_dir() or blocked:
                raise UsageError(f"{path} is in the way of what would be written.", "Move it.")
            place.parent.mkdir(parents=True, exist_ok=True)
            try:
                os.link(path, place, follow_symlinks=False)
            except OSError:  # a disk without links
                shutil.copy2(path, place, follow_symlinks=False)


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


def entry(folder: Path, deck: Mapping[str, Any], files: Mapping[str, Any]) -> dict[str, Any]:
    """The manifest's entry of a deck.json whose `files` lie in `folder`, with what each is."""
    return {
        "game": deck["game"],
        "version": deck["deck"]["version"],
        "content_hash": deck["deck"]["content_hash"],
        "files": {name: {**digest(folder / name), **files[name]} for name in sorted(files)},
    }


def read_manifest(path: Path) -> dict[str, Any]:
    """An earlier manifest; empty when there is none or it cannot be read."""
    try:
        loaded = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return loaded if isinstance(loaded, dict) else {}
