"""merge_files: what git calls for a file that both sides changed."""

from __future__ import annotations

import subprocess
from pathlib import Path, PurePosixPath

from deckkit.gitdrivers import books, texts
from deckkit.gitdrivers.result import NotMergeable, Result
from deckkit.text import quoted

TEXTS = (".csv", ".tsv")
BOOKS = (".xlsx",)


def merge_files(base: Path, ours: Path, theirs: Path, path: str) -> Result:
    """Merge three versions of the file `path` and write the result over `ours`.

    CSV falls back to git's own merge of lines when its records cannot be told apart; a workbook
    then stays as ours and is in conflict.
    """
    suffix = PurePosixPath(path).suffix.lower()
    try:
        if suffix in TEXTS:
            result = texts.merge(base.read_bytes(), ours.read_bytes(), theirs.read_bytes(), path)
        elif suffix in BOOKS:
            result = books.merge(base, ours, theirs, path)
        else:
            raise NotMergeable("only .csv, .tsv and .xlsx are merged by record")
    except NotMergeable as reason:
        if suffix in BOOKS:
            kept = f"Ours is kept; theirs is: git show MERGE_HEAD:{quoted(path, 400)}"
            return Result(None, False, (f"{path}: not merged, {reason}. {kept}",))
        result = _by_lines(base, ours, theirs, f"{path}: merged by lines, {reason}.")
    if result.data is not None:
        ours.write_bytes(result.data)
    return result


def _by_lines(base: Path, ours: Path, theirs: Path, message: str) -> Result:
    """git's own three-way merge of lines."""
    labels = ["-L", "ours", "-L", "base", "-L", "theirs"]
    command = ["git", "merge-file", "-p", *labels, str(ours), str(base), str(theirs)]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode < 0 or done.returncode > 127:
        return Result(None, False, (message, done.stderr.decode("utf-8", "replace").strip()))
    return Result(done.stdout, done.returncode == 0, (message,))
