"""Event: what happened on GitHub, and the revision that a change is to be compared with."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SHA = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True, slots=True)
class Event:
    """A pull request (`number` is its own), a push or anything else.

    `base` is the commit before the change and `base_name` what people call it; `head` is the
    commit that was proposed. All are empty where GitHub does not say.
    """

    number: int | None = None
    base: str = ""
    base_name: str = ""
    head: str = ""


def read(env: Mapping[str, str]) -> Event:
    """The event of this run, from the file that ``GITHUB_EVENT_PATH`` names."""
    path = env.get("GITHUB_EVENT_PATH")
    if not path:
        return Event()
    data = json.loads(Path(path).read_text(encoding="utf-8"))
    pull = _object(data, "pull_request")
    if pull:
        number = pull.get("number")
        base, head = _object(pull, "base"), _object(pull, "head")
        return Event(
            number if isinstance(number, int) else None,
            _sha(base.get("sha")),
            str(base.get("ref", "")),
            _sha(head.get("sha")),
        )
    group = _object(data, "merge_group")
    if group:
        return Event(None, _sha(group.get("base_sha")), str(group.get("base_ref", "")))
    before = _sha(data.get("before"))
    return Event(None, before if before.strip("0") else "", before[:7])


def base_revision(event: Event, repository: Path) -> str:
    """The commit to compare with; empty when there is none in this clone.

    In the merge commit that GitHub makes for a pull request that is its first parent, so that
    what others changed meanwhile does not count; elsewhere the commit at which both parted.
    """
    parents = _git(repository, "rev-list", "--parents", "-n", "1", "HEAD").split()[1:]
    if event.head and len(parents) == 2 and parents[1] == event.head:
        return parents[0]
    if not event.base:
        return ""
    return _git(repository, "merge-base", event.base, "HEAD") or _git(
        repository, "rev-parse", "--verify", "--quiet", event.base + "^{commit}"
    )


def holds(repository: Path, revision: str, path: str) -> bool:
    """Whether a revision has this path (from `repository` on)."""
    return bool(_git(repository, "cat-file", "-t", f"{revision}:./{path}"))


def _git(repository: Path, *args: str) -> str:
    """What a git command prints; empty when it fails."""
    command = ["git", "-c", "core.fsmonitor=false", *args]
    done = subprocess.run(command, cwd=repository, check=False, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def _object(data: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = data.get(name)
    return found if isinstance(found, dict) else {}


def _sha(value: object) -> str:
    return value if isinstance(value, str) and _SHA.fullmatch(value) else ""
