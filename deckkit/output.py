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
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from deckkit import __version__
from deckkit.canonical import to_bytes
from deckkit.errors import UsageError

MANIFEST = "manifest.json"
STAGE = ".deckkit-stage-"
OLD = ".old"
ABANDONED = 3600  # seconds after which a staging folder belongs to no running build


@dataclass(frozen=True, slots=True)
class Committed:
    """What now lies in an output folder, and the files of earlier runs that do no longer."""

    written: tuple[Path, ...] = ()
    removed: tuple[Path, ...] = ()


def _sweep(out: Path) -> None:
    """Remove what builds left behind that were killed; what they had only moved comes back."""
    for stage in out.glob(STAGE + "*"):
        with suppress(OSError):  # another build sweeps as well
            if time.time() - stage.stat().st_mtime > ABANDONED:
                for old in stage.glob("*" + OLD):
                    if not (out / old.name.removesuffix(OLD)).exists():
                        os.rename(old, out / old.name.removesuffix(OLD))
                shutil.rmtree(stage, ignore_errors=True)


@contextmanager
def staging(out: Path, decks: Mapping[str, Path], maker: str) -> Iterator[Path]:
    """A temporary folder on the same disk as `out`, removed afterwards.

    `decks` are the places by id of the decks that `maker` (the command) will commit to `out`.
    Raises UsageError when it cannot be made or written to, is not deckkit's or another
    command's, or has the sources of these decks.
    """
    _check(out, decks, maker)
    try:
        out.mkdir(parents=True, exist_ok=True)
        _sweep(out)
        with tempfile.TemporaryDirectory(
            prefix=STAGE, dir=out, ignore_cleanup_errors=True
        ) as stage:
            yield Path(stage)
    except OSError as error:
        raise unwritable(error, out) from error


def unwritable(error: OSError, out: Path) -> UsageError:
    """Why an output folder cannot be written."""
    where = "" if error.filename in (None, out, str(out)) else f" ({error.filename})"
    return UsageError(
        f"The output folder {out} cannot be written: {error.strerror or error}{where}.",
        "Choose another one with --out.",
    )


def _check(out: Path, decks: Mapping[str, Path], maker: str) -> None:
    """Refuse a folder of somebody else's, or one that would take in the sources of a deck."""
    other = "Choose another folder with --out."
    entries = _entries(out)
    for name, source in decks.items():
        place = out / name
        if source.resolve() == out.resolve():
            raise UsageError(f"{out} is the folder of the deck {name} itself.", other)
        if source.resolve().is_relative_to(place.resolve()):
            raise UsageError(
                f"The sources of {name} lie in {place}, which would be written over.", other
            )
        if place.is_symlink() or (place.exists() and not place.is_dir()):
            raise UsageError(f"{place} is in the way: it is no folder.", f"Move it. {other}")
        made_by = entries.get(name, {}).get("made_by", maker)
        if made_by != maker:
            raise UsageError(f"{place} holds what deckkit {made_by} wrote.", other)


def _entries(out: Path) -> dict[str, dict[str, Any]]:
    """The manifest's entries by deck id; raises UsageError for one that is not deckkit's."""
    path = out / MANIFEST
    if not path.exists():
        return {}
    manifest = read_manifest(path)
    decks = manifest.get("decks")
    entries = decks.values() if isinstance(decks, dict) else [None]
    whole = all(isinstance(e, dict) and isinstance(e.get("files"), dict) for e in entries)
    if decks is not None and whole and manifest.get("manifest_version") == 1:
        return dict(decks)
    raise UsageError(
        f"{path} was not written by this deckkit.", "Choose another folder with --out."
    )


def commit(
    stage: Path,
    out: Path,
    decks: Mapping[str, Any],
    maker: str,
    tools: Mapping[str, str] | None = None,
) -> Committed:
    """Move the finished folder of each deck from `stage` into `out`, and write the manifest.

    `decks` are the manifest's entries by deck id; `tools` the versions that shaped the files.
    Each folder takes the place of its predecessor in one step; of what lay there, files that
    the old manifest does not list stay. Entries of other decks are kept. Raises UsageError when
    such a file lies where a folder must be, before anything is moved.
    """
    with _locked(out):
        before = _entries(out)
        ours = {name: set(before.get(name, {}).get("files", {})) for name in decks}
        for name in decks:
            if (out / name).is_dir():
                _carry(out / name, stage / name, ours[name])
        new = {name: {"made_by": maker, **entry} for name, entry in decks.items()}
        # Whatever happens in between: what is ours before or after is ours in the next build.
        both = {
            name: {**entry, "files": {**before.get(name, {}).get("files", {}), **entry["files"]}}
            for name, entry in new.items()
        }
        _write_manifest(out, before, both, tools)
        for name in sorted(decks):
            replace_folder(stage / name, out / name)
        _write_manifest(out, before, new, tools)
    written = [out / n / file for n in sorted(new) for file in sorted(new[n]["files"])]
    removed = [out / n / f for n in sorted(new) for f in sorted(ours[n] - set(new[n]["files"]))]
    return Committed((*written, out / MANIFEST), tuple(removed))


def _write_manifest(
    out: Path,
    before: Mapping[str, Any],
    decks: Mapping[str, Any],
    tools: Mapping[str, str] | None,
) -> None:
    others = {name: entry for name, entry in before.items() if (out / name).is_dir()}
    manifest = {
        "manifest_version": 1,
        "deckkit": __version__,
        "tools": dict(tools or {}),
        "decks": dict(sorted({**others, **decks}.items())),
    }
    write_file(out / MANIFEST, to_bytes(manifest))


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Nobody else commits to `folder` meanwhile, where the system can lock a folder."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # a disk without locks
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _carry(old: Path, new: Path, ours: Collection[str]) -> None:
    """Take over into `new` what lies in `old`, is not `ours` and is not written anew."""
    own_folders = {parent for name in ours for parent in PurePosixPath(name).parents}
    folders: list[Path] = []
    for folder, inside, files in os.walk(old, onerror=_stop):
        links = [link for link in inside if Path(folder, link).is_symlink()]
        name = Path(folder).relative_to(old)
        if PurePosixPath(name.as_posix()) not in own_folders:
            folders.append(name)
            if (new / name).is_file():
                raise _in_the_way(Path(folder))
            (new / name).mkdir(parents=True, exist_ok=True)
        for place in (name / file for file in [*files, *links]):
            if place.as_posix() not in ours:
                _keep(old / place, new / place)
    for name in reversed(folders):
        if name.parts:
            shutil.copystat(old / name, new / name)


def _keep(path: Path, place: Path) -> None:
    """Put somebody's file where the new folder has none."""
    if place.is_file():
        return
    if place.is_dir():
        raise _in_the_way(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(path, place, follow_symlinks=False)
    except OSError:  # a disk without links
        shutil.copy2(path, place, follow_symlinks=False)


def _in_the_way(path: Path) -> UsageError:
    return UsageError(f"{path} is in the way of what would be written.", "Move it.")


def _stop(error: OSError) -> None:
    raise error


def replace_folder(new: Path, place: Path) -> None:
    """Put the folder `new` at `place`, where there is always a whole folder.

    Linux swaps the two in one step; elsewhere there is a moment between two renames, and
    what was there comes back when the second one fails.
    """
    old = new.with_name(new.name + OLD)
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
