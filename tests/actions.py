"""A small GitHub: repositories with pull requests, and the steps of a composite action run."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.support import ROOT

SERVER = "https://github.com"
OWN = "deckkit/deckkit"
# pip without an index: what deckkit needs comes from the tests' own packages.
OFFLINE = {
    "PIP_NO_INDEX": "1",
    "PIP_NO_DEPS": "1",
    "PIP_NO_BUILD_ISOLATION": "0",  # pip turns isolation off by a false value
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PYTHONPATH": sysconfig.get_path("purelib"),
}
_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
_TOKEN = re.compile(r"'[^']*'|&&|\|\||!=|==|!|\(|\)|[\w.-]+")
_WORDS = {"&&": " and ", "||": " or ", "!": " not ", "==": "==", "!=": "!=", "(": "(", ")": ")"}


def git(folder: Path, *args: str) -> str:
    """Run git; what it prints."""
    config = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *config, *args], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@dataclass(frozen=True)
class Pull:
    """A pull request: where it can be fetched from, and the event that GitHub sends."""

    origin: Path
    event: Mapping[str, Any]

    def checkout(self, folder: Path, depth: int = 2) -> Path:
        """What actions/checkout leaves: the merge commit and `depth - 1` generations."""
        folder.mkdir(parents=True)
        git(folder, "init", "-q")
        refs = f"+refs/pull/{self.event['number']}/merge:refs/remotes/pull/merge"
        git(folder, "fetch", "-q", f"--depth={depth}", self.origin.as_uri(), refs)
        git(folder, "checkout", "-q", "--detach", "refs/remotes/pull/merge")
        return folder


def pull_request(
    tmp: Path,
    base: Callable[[Path], object],
    head: Callable[[Path], object],
    *,
    meanwhile: Callable[[Path], object] | None = None,
    fork: str = OWN,
) -> Pull:
    """A bare repository in which `head` is proposed on top of `base`.

    `meanwhile` is what others pushed to main after the proposal was begun.
    """
    origin, work = tmp / "origin.git", tmp / "work"
    git(tmp, "init", "-q", "--bare", "-b", "main", str(origin))
    git(tmp, "init", "-q", "-b", "main", str(work))
    _commit(work, base)
    git(work, "checkout", "-q", "-b", "proposal")
    _commit(work, head)
    git(work, "checkout", "-q", "main")
    if meanwhile is not None:
        _commit(work, meanwhile)
    sha = {name: git(work, "rev-parse", name) for name in ("main", "proposal")}
    git(work, "checkout", "-q", "--detach", "main")
    git(work, "merge", "-q", "--no-ff", "--no-edit", "proposal")
    git(work, "push", "-q", str(origin), "main", "proposal", "HEAD:refs/pull/7/merge")
    pull = {
        "number": 7,
        "base": {"ref": "main", "sha": sha["main"], "repo": {"full_name": OWN}},
        "head": {
            "ref": "proposal",
            "sha": sha["proposal"],
            "repo": {"full_name": fork, "fork": fork != OWN},
        },
    }
    return Pull(origin, {"action": "synchronize", "number": 7, "pull_request": pull})


def _commit(work: Path, change: Callable[[Path], object]) -> None:
    change(work)
    git(work, "add", "-A", "-f")
    git(work, "commit", "-q", "--allow-empty", "-m", "change")


@dataclass
class Outcome:
    """What a run of an action left behind."""

    log: str = ""
    summary: str = ""
    failed: bool = False
    codes: dict[str, int] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)
    uploads: dict[str, list[Path]] = field(default_factory=dict)
    used: list[dict[str, Any]] = field(default_factory=list)

    @property
    def annotations(self) -> list[tuple[str, dict[str, str], str]]:
        """(level, properties, text) of each workflow command, as the runner reads the log."""
        found = []
        for line in self.log.splitlines():
            match = re.fullmatch(r"\s*::([\w-]+)(?: ([^:]*))?::(.*)", line)
            if match:
                words = (word.partition("=") for word in (match[2] or "").split(",") if word)
                found.append((match[1], {n: _plain(v) for n, _, v in words}, _plain(match[3])))
        return found


def _plain(text: str) -> str:
    for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, char)
    return text


def run_action(
    path: Path,
    tmp: Path,
    workspace: Path,
    event: Mapping[str, Any],
    inputs: Mapping[str, str] | None = None,
    *,
    only: str | None = None,
    skip: tuple[str, ...] = (),
    env: Mapping[str, str] | None = None,
) -> Outcome:
    """Run the steps of a composite action as a runner does; actions it uses are recorded.

    `only` and `skip` name steps. Each step has its own output file; the summary is shared.
    """
    action = yaml.safe_load(path.read_text(encoding="utf-8"))
    known = {n: str(i.get("default", "")) for n, i in action["inputs"].items()}
    assert set(inputs or {}) <= set(known)
    tmp.mkdir(parents=True, exist_ok=True)
    (tmp / "event.json").write_text(json.dumps(event), encoding="utf-8")
    outputs: dict[str, dict[str, str]] = {}
    contexts: dict[str, Any] = {
        "github": {"server_url": SERVER, "repository": OWN, "event": event, "token": "secret"},
        "runner": {"temp": str(tmp)},
        "steps": outputs,
    }
    defaults = {name: expand(text, contexts) for name, text in known.items()}
    contexts["inputs"] = {**defaults, **(inputs or {})}
    shared = {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HOME": str(tmp),
        "LANG": "C.UTF-8",
        "CI": "true",
        "GITHUB_ACTIONS": "true",
        "GITHUB_ACTION_PATH": str(path.parent),
        "GITHUB_EVENT_PATH": str(tmp / "event.json"),
        "GITHUB_REPOSITORY": OWN,
        "GITHUB_SERVER_URL": SERVER,
        "GITHUB_STEP_SUMMARY": str(tmp / "summary.md"),
        "GITHUB_WORKSPACE": str(workspace),
        "RUNNER_TEMP": str(tmp),
        **OFFLINE,
        **(env or {}),
    }
    outcome = Outcome()
    for step in action["runs"]["steps"]:
        name = step.get("name", step.get("uses", ""))
        if name in skip or (only is not None and name != only):
            continue
        if not _truth(step.get("if", "success()"), contexts, outcome.failed):
            continue
        if "uses" in step:
            given = {n: expand(str(v), contexts) for n, v in step.get("with", {}).items()}
            outcome.used.append({"uses": step["uses"], **given})
            if step["uses"].startswith("actions/upload-artifact@"):
                outcome.uploads[given["name"]] = _files(given["path"])
            continue
        assert step["shell"] == "bash"
        assert "${{" not in step["run"]
        out = tmp / f"output-{len(outcome.codes)}"
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
            cwd=workspace / expand(step.get("working-directory", "."), contexts),
            env={
                **shared,
                "GITHUB_OUTPUT": str(out),
                **{n: expand(str(v), contexts) for n, v in step.get("env", {}).items()},
            },
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        outcome.codes[name] = done.returncode
        outcome.log += done.stdout
        outcome.failed |= done.returncode != 0
        lines = out.read_text().splitlines() if out.exists() else []
        outputs[step.get("id", name)] = {"outputs": dict(line.split("=", 1) for line in lines)}
    for name, output in action.get("outputs", {}).items():
        outcome.outputs[name] = expand(output["value"], contexts)
    if (tmp / "summary.md").exists():
        outcome.summary = (tmp / "summary.md").read_text(encoding="utf-8")
    return outcome


def expand(text: str, contexts: Mapping[str, Any]) -> str:
    """`text` with its expressions replaced by their values."""
    return _EXPRESSION.sub(lambda m: str(_value(m[1], contexts, False) or ""), text)


def _truth(text: str, contexts: Mapping[str, Any], failed: bool) -> bool:
    match = _EXPRESSION.fullmatch(text)
    found = _value(match[1] if match else text, contexts, failed)
    always = re.search(r"\b(always|cancelled|failure|success)\(", text)
    return bool(found) and bool(always or not failed)


def _value(text: str, contexts: Mapping[str, Any], failed: bool) -> Any:
    """The value of an expression: strings, contexts, comparisons, and, or, not."""
    for function, result in (("cancelled", "''"), ("success", "''" if failed else "'yes'")):
        text = text.replace(f"{function}()", result)
    words = []
    for token in _TOKEN.findall(text):
        if token in _WORDS or token.startswith("'"):
            words.append(_WORDS.get(token, token))
        else:
            found: Any = contexts
            for part in token.split("."):
                found = found.get(part, "") if isinstance(found, Mapping) else ""
            words.append(repr(found))
    return eval("".join(words), {"__builtins__": {}})


def _files(pattern: str) -> list[Path]:
    path = Path(pattern)
    if "**" in path.parts:
        root = Path(*path.parts[: path.parts.index("**")])
        return sorted(root.rglob(path.name))
    return sorted(p for p in path.rglob("*") if p.is_file())


ACTION = ROOT / "action.yml"
COMMENT = ROOT / "comment" / "action.yml"
