"""Files of a git revision in a temporary folder: read from git's store, nothing is run.

Blobs are read with ``git cat-file``, which applies no filter, hook or attribute. Links and
submodules are left out, and names that could leave the folder are refused.
"""

from __future__ import annotations

import subprocess
from pathlib import Path, PurePosixPath

from deckkit.errors import UsageError
from deckkit.sources.limits import FILE_BYTES
from deckkit.text import quoted

FILES = 500
BYTES = 10 * FILE_BYTES
_REGULAR = ("100644", "100755")


def extract(repository: Path, rev: str, inside: str, folder: Path) -> Path:
    """Write `inside` as it is in the revision below `folder`; the path of the copy.

    As in git, `inside` starts at the top of the repository unless it starts with ``./``.
    Raises UsageError when there is no such revision or path, or it is not to be trusted.
    """
    commit = _commit(repository, rev)
    wanted = _inside(repository, inside)
    entries = _entries(repository, commit, wanted, f"{rev}:{inside}")
    if len(entries) > FILES or sum(size for _, _, size in entries) > BYTES:
        raise UsageError(f"{rev}:{inside} holds more files than a deck does.", "Name its folder.")
    root = folder / "tree"
    for name, blob, _ in entries:
        target = root.joinpath(*_safe(name).parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(_git(repository, "cat-file", "blob", blob))
    return root.joinpath(*PurePosixPath(wanted).parts)


def _commit(repository: Path, rev: str) -> str:
    hint = "git log shows the revisions there are; in CI fetch the base branch first."
    if not rev or rev.startswith("-"):
        raise UsageError(f"{quoted(rev)} is not a git revision.", hint)
    try:
        name = _git(
            repository, "rev-parse", "--verify", "--quiet", "--end-of-options", rev + "^{commit}"
        )
    except _Failed as error:
        if error.text:
            raise
        raise UsageError(f"There is no git revision {quoted(rev)}.", hint) from error
    return name.decode().strip()


def _inside(repository: Path, inside: str) -> str:
    """The path from the top of the repository; empty for the top itself."""
    path = inside
    if inside.startswith("./"):
        path = _git(repository, "rev-parse", "--show-prefix").decode().strip() + inside[2:]
    clean = PurePosixPath(path.rstrip("/") or ".")
    if clean.is_absolute() or ".." in clean.parts:
        raise UsageError(f"{quoted(inside)} leads out of the repository.")
    return "" if clean == PurePosixPath(".") else clean.as_posix()


def _entries(repository: Path, commit: str, wanted: str, shown: str) -> list[tuple[str, str, int]]:
    """(name, blob, size) of every regular file at or below a path."""
    paths = ["--", wanted] if wanted else []
    listing = _git(repository, "ls-tree", "-r", "-l", "-z", "--full-tree", commit, *paths)
    found = []
    for line in filter(None, listing.split(b"\0")):
        meta, _, name = line.partition(b"\t")
        mode, kind, blob, size = meta.decode("ascii").split()
        if kind == "blob" and mode in _REGULAR:
            found.append((name.decode("utf-8", "surrogateescape"), blob, int(size)))
    if not found:
        raise UsageError(f"There is no {shown} in git.", "Paths start at the repository's top.")
    return found


def _safe(name: str) -> PurePosixPath:
    path = PurePosixPath(name)
    bad = path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name
    if bad or any(part.lower() == ".git" or ":" in part for part in path.parts):
        raise UsageError(f"git holds a file with the name {quoted(name)}; it is refused.")
    return path


class _Failed(UsageError):
    """git could not do it; `text` is what it said."""

    def __init__(self, text: str) -> None:
        super().__init__(f"git says: {text or 'nothing'}")
        self.text = text


def _git(repository: Path, *args: str) -> bytes:
    """Standard output of a git command that only reads; raises UsageError."""
    command = ["git", "-c", "core.fsmonitor=false", *args]
    try:
        done = subprocess.run(command, cwd=repository, check=False, capture_output=True)
    except FileNotFoundError as error:
        raise UsageError("git is not installed.", "Compare folders or deck.json files.") from error
    if done.returncode:
        raise _Failed(done.stderr.decode("utf-8", "replace").strip().partition("\n")[0])
    return done.stdout
