""".pre-commit-hooks.yaml with pre-commit itself: a scratch repository, deckkit from a clone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.actions import OFFLINE, git
from tests.support import QUIZWIZ, ROOT, write_deck

FILES = ("pyproject.toml", "README.md", ".pre-commit-hooks.yaml")


def parts() -> list[str]:
    """What the wheel is made of."""
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    return ["deckkit", "LICENSES", *wheel["targets"]["wheel"]["force-include"]]


@pytest.fixture(scope="module")
def hooks(tmp_path_factory) -> Path:
    """deckkit as a repository that pre-commit can clone, with this checkout's files."""
    folder = tmp_path_factory.mktemp("deckkit")
    for name in parts():
        copy = shutil.copy if (ROOT / name).is_file() else shutil.copytree
        copy(ROOT / name, folder / name)
    for name in FILES:
        shutil.copy(ROOT / name, folder)
    (folder / ".gitignore").write_text("__pycache__/\n")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "deckkit")
    return folder


@pytest.fixture(scope="module")
def cache(tmp_path_factory) -> Path:
    """The environment that pre-commit builds, once for all tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def repo(tmp_path, hooks) -> Path:
    folder = tmp_path / "content"
    write_deck(folder / "sources" / "test")
    rev = git(hooks, "rev-parse", "HEAD")
    (folder / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {hooks.as_uri()}\n  rev: {rev}\n"
        "  hooks:\n  - id: deckkit-fix\n  - id: deckkit-validate\n"
    )
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "start")
    return folder


def pre_commit(repo: Path, cache: Path, *args: str) -> subprocess.CompletedProcess[str]:
    env = {
        **os.environ,
        **OFFLINE,
        "PRE_COMMIT_HOME": str(cache),
        "GIT_CONFIG_COUNT": "2",
        "GIT_CONFIG_KEY_0": "user.name",
        "GIT_CONFIG_VALUE_0": "t",
        "GIT_CONFIG_KEY_1": "user.email",
        "GIT_CONFIG_VALUE_1": "t@example.org",
    }
    command = [sys.executable, "-m", "pre_commit", *args] if args[0] != "git" else list(args)
    return subprocess.run(command, cwd=repo, env=env, capture_output=True, text=True, check=False)


def verdicts(done: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """Hook -> Passed, Failed or Skipped."""
    lines = [
        line for line in (done.stdout + done.stderr).splitlines() if line.startswith("deckkit")
    ]
    return {line.split(".")[0]: line.rpartition(".")[2].split(")")[-1] for line in lines}


def test_hooks_in_a_commit(repo, cache):
    """One clone, one environment: a good change, another file, safe fixes, then a fault."""
    installed = pre_commit(repo, cache, "install")
    assert installed.returncode == 0, installed.stdout + installed.stderr

    (repo / "notes.md").write_text("Nothing for deckkit.\n")
    git(repo, "add", "-A")
    done = pre_commit(repo, cache, "git", "commit", "-m", "notes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert verdicts(done) == {"deckkit fix": "Skipped", "deckkit validate": "Skipped"}

    sheet = repo / "sources" / "test" / "statements.csv"
    good = QUIZWIZ["statements"].replace("has a coast", "has a long coast")
    sheet.write_text(good)
    git(repo, "add", "-A")
    done = pre_commit(repo, cache, "git", "commit", "-m", "good")
    assert done.returncode == 0, done.stdout + done.stderr
    assert verdicts(done) == {"deckkit fix": "Passed", "deckkit validate": "Passed"}

    sheet.write_text(good.replace("coast,2,", "coast,3,"))  # a count has a safe fix
    git(repo, "add", "-A")
    done = pre_commit(repo, cache, "git", "commit", "-m", "count")
    assert done.returncode == 1
    assert verdicts(done) == {"deckkit fix": "Failed", "deckkit validate": "Passed"}
    assert "files were modified by this hook" in done.stdout + done.stderr
    assert sheet.read_text() == good

    sheet.write_text(good.replace("S001,land", "S001,sea"))
    git(repo, "add", "-A")
    done = pre_commit(repo, cache, "git", "commit", "-m", "fault")
    assert done.returncode == 1
    assert verdicts(done) == {"deckkit fix": "Passed", "deckkit validate": "Failed"}
    assert "QW306" in done.stdout + done.stderr
    assert git(repo, "log", "--format=%s") == "good\nnotes\nstart"


def test_the_manifest_is_valid(hooks, cache):
    done = pre_commit(hooks, cache, "validate-manifest", ".pre-commit-hooks.yaml")
    assert done.returncode == 0, done.stdout
