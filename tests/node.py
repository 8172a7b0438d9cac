"""Tests in JavaScript, run under Node with the packages of the example page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from .support import ROOT

WEB = ROOT / "examples" / "web"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def needed(*names: str) -> str:
    """The first program of these that is installed; skips, and in CI fails, without any."""
    found = next((path for name in names if (path := shutil.which(name))), None)
    if found and (WEB / "node_modules").is_dir():
        return found
    why = f"{names[0]} or examples/web/node_modules is missing: run make web"
    if os.environ.get("CI") == "true":
        pytest.fail(why)
    pytest.skip(why)


def node_tests(*files: Path, **env: str) -> None:
    """Run files of tests; all must pass and none may be skipped."""
    done = subprocess.run(
        [needed("node"), "--test", "--test-reporter=tap", *map(str, files)],
        cwd=WEB,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    counts = dict(re.findall(r"^# (pass|fail|cancelled|skipped|todo) (\d+)$", done.stdout, re.M))
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    assert int(counts.pop("pass")) > len(files)
    assert set(counts.values()) == {"0"}, counts
