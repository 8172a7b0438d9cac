"""What git runs: ``python -P -m deckkit.gitdrivers textconv FILE | merge BASE OURS THEIRS PATH``.

`-P` keeps Python from importing modules of the repository that git works in.
"""

from __future__ import annotations

import sys
from pathlib import Path

from deckkit.gitdrivers import merge_files, textconv

FAILED = 129  # above 128: git stops the merge instead of taking the file for conflicted


def main(args: list[str]) -> int:
    """Run one driver; the exit code git expects: 0 clean, 1 conflicts, above 128 broken."""
    match args:
        case ["textconv", file]:
            sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
            sys.stdout.write(textconv(Path(file)))
            return 0
        case ["merge", base, ours, theirs, path]:
            merged = merge_files(Path(base), Path(ours), Path(theirs), path)
            for line in merged.messages:
                print(f"deckkit: {line}", file=sys.stderr)
            return int(not merged.clean)
    print(__doc__, file=sys.stderr)
    return FAILED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
