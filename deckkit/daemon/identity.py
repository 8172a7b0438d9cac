"""What must be the same for one process to do the work of another."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

from deckkit import __version__

# Variables that nothing reads while it is imported. All others have to be the same.
_FREE = frozenset(
    ["_", "COLORTERM", "COLUMNS", "DISPLAY", "EDITOR", "HISTFILE", "LESS", "LINES", "LS_COLORS",
     "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "OLDPWD", "PAGER", "PS1", "PWD", "SHLVL", "STY",
     "WAYLAND_DISPLAY", "DECKKIT_DAEMON"]
)  # fmt: skip
_FREE_BEGINNINGS = (
    "ALACRITTY_", "DBUS_", "GIT_", "GNOME_", "ITERM_", "KDE_", "KITTY_", "KONSOLE_", "PRE_COMMIT",
    "SSH_", "TERM_", "TILIX_", "TMUX", "VSCODE_", "VTE_", "WEZTERM_", "WINDOW", "WSL_", "WT_",
    "XDG_SESSION", "ZELLIJ",
)  # fmt: skip
_RIGHTS = ("Uid:", "Gid:", "Groups:", "Cap", "NoNewPrivs:", "Seccomp")


def identity() -> str:
    """This process's deckkit, Python, folder, environment, rights and limits, as JSON.

    Two processes with the same identity do the same when they are given the same words, files
    and streams.
    """
    program = [__version__, sys.executable, sys.prefix, sys.path, sys.warnoptions, repr(sys.flags)]
    program.append(sorted(sys._xoptions.items()))
    names = sorted(name for name in dir(resource) if name.startswith("RLIMIT_"))
    limits: list[Any] = [[name, resource.getrlimit(getattr(resource, name))] for name in names]
    limits.append(["nice", os.getpriority(os.PRIO_PROCESS, 0)])
    if hasattr(os, "sched_getaffinity"):
        limits.append(["affinity", sorted(os.sched_getaffinity(0))])
    limits.append(["memory", _text("/proc/self/oom_score_adj")])
    return json.dumps([program, _folder(), _environment(), rights(), limits])


def rights(process: int | str = "self") -> list[Any]:
    """What the system lets a process do and see; empty when it does not say.

    It is asked, for a process in a sandbox may say of itself whatever it likes.
    """
    place = Path("/proc", str(process))
    try:
        root = (place / "root").stat()
        views = sorted(f"{entry.name} {entry.readlink()}" for entry in (place / "ns").iterdir())
        lines = (place / "status").read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    said = [line for line in lines if line.startswith(_RIGHTS)]
    more = [_text(f"{place}/cgroup"), _text(f"{place}/attr/current")]
    return [root.st_dev, root.st_ino, views, said, more]


def is_alike(process: int) -> bool:
    """Whether another process has the rights of this one."""
    own = rights()
    return bool(own) and rights(process) == own


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


def _text(path: str) -> str:
    with contextlib.suppress(OSError):
        return Path(path).read_text("utf-8", "replace")
    return ""
