"""Versions of installed packages, without the machinery of importlib.metadata.

That machinery takes longer to import than a cached build has time for.
"""

from __future__ import annotations

import os
import re
import sys
from functools import cache, lru_cache
from pathlib import Path

_INFO = re.compile(r"(.+?)-[^-]+\.dist-info\Z")


@cache
def version(name: str) -> str:
    """The version of an installed package; raises PackageNotFoundError without it."""
    for place in sys.path:
        folder = _infos(place or os.curdir).get(_plain(name))
        if folder is not None:
            with (folder / "METADATA").open(encoding="utf-8") as file:
                for line in file:
                    if line.startswith("Version:"):
                        return line.partition(":")[2].strip()
    from importlib import metadata

    return metadata.version(name)


@lru_cache(64)
def _infos(place: str) -> dict[str, Path]:
    """The ``.dist-info`` folders in a folder of packages, by name of the package."""
    try:
        with os.scandir(place) as entries:
            found = [m for entry in entries if (m := _INFO.match(entry.name))]
    except OSError:
        return {}
    return {_plain(m[1]): Path(place, m[0]) for m in found}


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
