"""`deckkit doctor`: is everything here that reading, checking and printing need?"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version

from deckkit import __version__
from deckkit.assets import folder
from deckkit.game import installed_games

_PACKAGES = ("pydantic", "jsonschema", "xlrd", "openpyxl", "rapidfuzz", "pikepdf")


def examine() -> tuple[list[str], bool]:
    """Lines to print, and whether all is well."""
    lines = [f"deckkit {__version__}, Python {sys.version.split()[0]}"]
    healthy = True
    for name, check in _checks():
        try:
            lines.append(f"  ok       {name}: {check()}")
        except Exception as error:  # whatever breaks here is what the user wants to know
            healthy = False
            reason = (str(error) or repr(error)).strip().splitlines()[0]
            lines.append(f"  MISSING  {name}: {reason}")
    return lines, healthy


def _checks() -> Iterator[tuple[str, Callable[[], str]]]:
    yield "games", lambda: ", ".join(sorted(installed_games().by_id))
    yield "schemas", lambda: str(len(list(folder("schemas").rglob("*.json")))) + " files"
    yield "templates", lambda: str(len(list(folder("templates").rglob("*.html*")))) + " files"
    for package in _PACKAGES:
        yield package, lambda package=package: _version(package)  # type: ignore[misc]
    yield "weasyprint with Pango", _weasyprint


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError as error:
        raise RuntimeError(f"not installed; pip install {package}") from error


def _weasyprint() -> str:
    try:
        from deckkit import render

        found = render.versions()
    except OSError as error:
        raise RuntimeError(
            "Pango is missing; on Debian: apt-get install libpango-1.0-0 "
            "libpangoft2-1.0-0 libharfbuzz-subset0"
        ) from error
    return ", ".join(f"{name} {value}" for name, value in sorted(found.items()))
