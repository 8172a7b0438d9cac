"""Versions of everything that shapes a page: parts of cache keys and of the manifest."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from deckkit.render import fonts


@cache
def renderer() -> str:
    """Digest of the modules that turn HTML into forms: a change to them empties the cache."""
    import hashlib

    files = [Path(__file__).with_name(f"{name}.py") for name in ("forms", "layout")]
    return hashlib.blake2b(b"".join(f.read_bytes() for f in files), digest_size=8).hexdigest()


@cache
def engine() -> dict[str, str]:
    """Versions that shape a page, without importing the engine."""
    from importlib.metadata import version

    names = ("weasyprint", "pydyf", "tinycss2", "uharfbuzz", "pikepdf")
    return {name: version(name) for name in names} | {"pango": _pango()}


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
