"""The files that shaped a process, and whether they are still the same ones."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

_SKEW = 0.01  # s by which the clock of files may be behind
_Mark = tuple[int, int, int]  # disk, file, ns of its last change


@dataclass
class Shape:
    """Modules of a process, the folders of packages, and the files in the folders it `reads`.

    The process began at `started`, and knows no file that was changed later. What it has met
    is told by its mark: the clock may go back, and a folder may take the place of another.
    """

    started: float
    reads: Sequence[Path]
    _met: dict[str, _Mark] = field(default_factory=dict)

    def is_stale(self) -> bool:
        """Whether one of the files is not what it was; meets those that are new."""
        since = (self.started - _SKEW) * 1e9
        try:
            for file in self._files():
                found = Path(file).stat()
                mark = found.st_dev, found.st_ino, found.st_ctime_ns
                if found.st_ctime_ns > since or self._met.setdefault(file, mark) != mark:
                    return True
        except OSError:
            return True
        return False

    def _files(self) -> Iterator[str]:
        yield sys.executable
        yield from (p for p in sys.path if p.endswith(("site-packages", "dist-packages")))
        for module in list(sys.modules.values()):
            if file := getattr(module, "__file__", None):
                yield file
        for top in self.reads:
            for folder, _, names in os.walk(top):
                yield folder
                yield from (f"{folder}/{name}" for name in names)
