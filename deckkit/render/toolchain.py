"""Versions of everything that shapes a page: parts of cache keys and of the manifest."""

from __future__ import annotations

import hashlib
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from deckkit import dists
from deckkit.render import fonts


@cache
def renderer() -> str:
    """Digest of the modules that turn HTML into forms: a change to them empties the cache."""
    return _digest(Path(__file__).with_name(f"{name}.py") for name in ("forms", "layout"))


@cache
def drawing() -> list[str]:
    """What shapes a face besides its data and templates: this package's code, fonts, and the
    versions of everything that touches a text."""
    code = _digest(sorted(Path(__file__).parent.glob("*.py")))
    names = ("jinja2", "markupsafe", "pypdfium2")
    tools = [f"{name} {number}" for name, number in engine().items()]
    tools += [f"{name} {dists.version(name)}" for name in names]
    return [code, fonts.digest(), sys.version, unicodedata.unidata_version, *tools]


def _digest(files: Iterable[Path]) -> str:
    hasher = hashlib.blake2b(digest_size=16)
    for file in files:
        hasher.update(file.name.encode() + b"\0")
        hasher.update(file.read_bytes())
    return hasher.hexdigest()


@cache
def engine() -> dict[str, str]:
    """Versions that shape a page, without importing the engine."""
    names = ("weasyprint", "pydyf", "tinycss2", "uharfbuzz", "pikepdf")
    return {name: dists.version(name) for name in names} | {"pango": _pango()}


@cache
def _pango() -> str:
    """Version of the Pango library that layout will load; empty when it cannot be found."""
    import ctypes
    import ctypes.util

    for name in ("libpango-1.0.so.0", "libpango-1.0.0.dylib", "libpango-1.0-0.dll"):
        try:
            library = ctypes.CDLL(name)
        except OSError:
            found = ctypes.util.find_library("pango-1.0")
            if not found:
                continue
            try:
                library = ctypes.CDLL(found)
            except OSError:
                continue
        library.pango_version_string.restype = ctypes.c_char_p
        return str(library.pango_version_string().decode())
    return ""


def versions() -> dict[str, str]:
    """Versions of everything that shapes a PDF, for the manifest."""
    import uharfbuzz

    return {
        **engine(),
        "harfbuzz": str(uharfbuzz.version_string()),
        **{f"font {name}": number for name, number in fonts.versions().items()},
    }
