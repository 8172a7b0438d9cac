"""Building again whenever a source changes, in one process that stays warm.

What takes most of the time of a small edit is starting Python and its libraries: a process that
stays has that behind it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISREG

from deckkit import crash
from deckkit.building import BuildOptions, Built, build
from deckkit.errors import DeckkitError
from deckkit.game import Games
from deckkit.loading import TABLE_SUFFIXES
from deckkit.pipeline import Options

EVERY = 0.1  # s between two looks at the files
LOOKS = 60  # at a file that does not come to rest
READ = (*TABLE_SUFFIXES, ".toml", ".svg", ".png", ".icc", ".icm")
Stamps = dict[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Round:
    """One build: what came of it or why it could not be, and how long it took in s."""

    built: Built | None
    problem: str
    seconds: float


def watch(
    options: Options, target: BuildOptions, games: Games | None = None, *,
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[Round]:  # fmt: skip
    """Build now, and again after each change of a source; it ends when it is closed.

    A file that is still being written is waited for. What cannot be followed (a deck.toml
    that is half typed) is a round with a problem; after the next change it is tried again.
    Raises DeckkitError when already the first build cannot be tried: no change of a source
    would mend a wrong option.
    """
    first = True
    for _ in changes(options.paths, target.out, sleep=sleep):
        start = time.perf_counter()
        built, problem = None, ""
        try:
            built = build(options, target, games)
        except Exception as error:  # what breaks on half an edit must not end the watch
            if first:
                raise
            problem = said(error)
        first = False
        yield Round(built, problem, time.perf_counter() - start)


def changes(
    paths: Sequence[Path], out: Path | None = None, *, sleep: Callable[[float], None] = time.sleep
) -> Iterator[None]:
    """Now, and again after each change of a file at or below `paths`, but for those in `out`.

    A file that is still being written is waited for.
    """
    seen: Stamps | None = None
    while True:
        now = _settled(paths, out, sleep)
        if now == seen:
            sleep(EVERY)
            continue
        seen = now
        yield


def said(error: Exception) -> str:
    """What an error says, in one line; the log of one that is deckkit's fault is kept."""
    if isinstance(error, DeckkitError):
        return f"{error.message} {error.hint}".strip()
    return f"deckkit broke: {error!r}. The log is {crash.save(error)}."


def _settled(paths: Sequence[Path], out: Path | None, sleep: Callable[[float], None]) -> Stamps:
    """Stamps of all files once two looks at them agree, or at the last of `LOOKS`."""
    before = stamps(paths, out)
    for _ in range(LOOKS):
        sleep(EVERY / 3)
        again = stamps(paths, out)
        if again == before:
            break
        before = again
    return before


def stamps(paths: Sequence[Path], out: Path | None = None) -> Stamps:
    """Time of change and size of every file at or below `paths`, but for those in `out`.

    Below a folder only files that a deck may consist of count, not what editors leave beside.
    """
    found: Stamps = {}
    skipped = out.resolve() if out else None
    for path in paths:
        if path.is_file():
            _stamp(path, found)
        for folder, folders, files in os.walk(path):
            folders[:] = [name for name in folders if not name.startswith(".")]
            if Path(folder).resolve() == skipped:
                folders.clear()
                continue
            for name in files:
                if name.lower().endswith(READ) and not name.startswith((".", "~$")):
                    _stamp(Path(folder, name), found)
    return found


def _stamp(path: Path, found: Stamps) -> None:
    try:
        stat = path.stat()
    except OSError:  # gone between two looks
        return
    if S_ISREG(stat.st_mode):
        found[str(path)] = (stat.st_mtime_ns, stat.st_size)
