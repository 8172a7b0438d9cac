"""install: tell git about the drivers, in this clone's configuration and in .gitattributes."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

from deckkit.errors import UsageError

ATTRIBUTES = (
    "*.csv merge=deckkit",
    "*.xlsx diff=deckkit merge=deckkit",
    "*.ods diff=deckkit",
)


def install(repository: Path = Path(), command: str | None = None) -> list[str]:
    """Set up the drivers; what was changed, in words (nothing when all is set up already).

    The configuration is this clone's own: each editor runs it once. .gitattributes is part of
    the repository and takes effect only where the drivers are set up. Raises UsageError when
    `repository` is in no git repository.
    """
    top = Path(_git(repository, "rev-parse", "--show-toplevel"))
    command = command or f"{shlex.quote(sys.executable)} -P -m deckkit.gitdrivers"
    wanted = {
        "diff.deckkit.textconv": f"{command} textconv",
        "diff.deckkit.xfuncname": "^# (.*)$",
        "merge.deckkit.name": "deckkit: merge tables by record and cell",
        "merge.deckkit.driver": f"{command} merge %O %A %B %P",
    }
    done = []
    for name, value in wanted.items():
        if _git(top, "config", "--local", "--default", "", "--get", name) != value:
            _git(top, "config", "--local", name, value)
            done.append(f"set {name} in .git/config")
    path = top / ".gitattributes"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    present = {" ".join(line.split()) for line in text.splitlines()}
    missing = [line for line in ATTRIBUTES if line not in present]
    if missing:
        if text and not text.endswith("\n"):
            text += "\n"
        path.write_text(text + "".join(f"{line}\n" for line in missing), encoding="utf-8")
        done += [f"added {line!r} to .gitattributes" for line in missing]
    return done


def _git(folder: Path, *args: str) -> str:
    try:
        done = subprocess.run(
            ["git", *args], cwd=folder, check=True, capture_output=True, text=True
        )
    except FileNotFoundError as error:
        raise UsageError("git is not installed.") from error
    except subprocess.CalledProcessError as error:
        raise UsageError(f"git says: {error.stderr.strip().partition(chr(10))[0]}") from error
    return done.stdout.rstrip("\n")
