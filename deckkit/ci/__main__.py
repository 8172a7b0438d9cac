"""``python -P -m deckkit.ci check`` and ``python -P -m deckkit.ci comment FOLDER``.

`-P` keeps Python from importing modules of the repository that is checked. `comment` needs
nothing but the standard library, so that it runs without an installation.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

USAGE = 2


def main(args: list[str]) -> int:
    """Run one step; its exit code."""
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
    match args:
        case ["check"]:
            from deckkit.ci import check

            return check.main(os.environ)
        case ["comment", folder]:
            from deckkit.ci import comment

            return comment.main(Path(folder), os.environ)
    print(__doc__, file=sys.stderr)
    return USAGE


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
