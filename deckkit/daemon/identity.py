"""What must be the same for one process to do the work of another."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
from pathlib import Path

from deckkit import __version__

# Variables that nothing reads while it is imported. All others have to be the same.
_FREE = frozenset(
    ["_", "COLORTERM", "COLUMNS", "DISPLAY", "EDITOR", "HISTFILE", "LESS", "LINES", "LS_COLORS",
     "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "OLDPWD", "PAGER", "PS1", "PWD", "SHLVL", "STY",
     "WAYLAND_DISPLAY", "DECKKIT_DAEMON"]
)  # fmt: skip
_FREE_BEGINNINGS = (
    "DBUS_", "GIT_", "GNOME_", "ITERM_", "KDE_", "KONSOLE_", "PRE_COMMIT", "SSH_", "TERM_",
    "TMUX", "VSCODE_", "VTE_", "WINDOW", "XDG_SESSION",
)  # fmt: skip
_STATUS = (
    "Uid:", "Gid:", "Groups:", "Cap", "NoNewPrivs:", "Seccomp:", "Cpus_allowed:", "Mems_allowed:",
)  # fmt: skip


def identity() -> str:
    """This process's deckkit, Python, folder, environment, rights and limits, as JSON.

    Two processes with the same identity do the same when they are given the same words, files
    and streams.
    """
    program = [__version__, sys.executable, sys.prefix, sys.path, sys.warnoptions, repr(sys.flags)]
    root = Path("/").stat()
    system = [_link("/proc/self/ns/mnt"), root.st_dev, root.st_ino, _text("/proc/self/cgroup")]
    status = _text("/proc/self/status").splitlines()
    rights = [line for line in status if line.startswith(_STATUS)]
    rights.append(_text("/proc/self/attr/current"))
    names = sorted(name for name in dir(resource) if name.startswith("RLIMIT_"))
    limits: list[object] = [os.nice(0)]
    limits += [[name, resource.getrlimit(getattr(resource, name))] for name in names]
    return json.dumps([program, _folder(), _environment(), system, rights, limits])


def _environment() -> list[tuple[str, str]]:
    return sorted(
        (name, value)
        for name, value in os.environ.items()
        if name not in _FREE and not name.startswith(_FREE_BEGINNINGS)
    )


def _folder() -> str:
    """The working folder; empty when it is gone."""
    with contextlib.suppress(OSError):
        return str(Path.cwd())
    return ""


def _link(path: str) -> str:
    with contextlib.suppress(OSError):
        return str(Path(path).readlink())
    return ""


def _text(path: str) -> str:
    with contextlib.suppress(OSError):
        return Path(path).read_text("utf-8", "replace")
    return ""
