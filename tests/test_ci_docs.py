"""docs/ci.md: its workflows are sound, its table is action.yml's, its commands run."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
import yaml

from tests.actions import ACTION, COMMENT, git
from tests.support import QUIZWIZ, ROOT, write_deck

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
COMMIT = "0123456789abcdef0123456789abcdef01234567"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def block(word: str) -> str:
    (found,) = (text for text in blocks("yaml") if word in text)
    return found.replace("OWNER", "owner").replace("HOST", "host").replace("COMMIT", COMMIT)


def zizmor(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [Path(sys.executable).parent / "zizmor", "--offline", "--quiet", "--no-progress", "."]
    return subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)


def test_the_workflows_of_the_page_pass_zizmor(tmp_path):
    folder = tmp_path / ".github" / "workflows"
    folder.mkdir(parents=True)
    for number, word in enumerate(("pull_request:", "workflow_run:")):
        (folder / f"{number}.yml").write_text(block(word))
    done = zizmor(tmp_path)
    assert done.returncode == 0, done.stdout
    (folder / "bad.yml").write_text(  # it would have spoken
        "on: pull_request_target\njobs:\n  a:\n    runs-on: x\n    steps:\n"
        "      - run: echo ${{ github.event.pull_request.title }}\n"
    )
    assert "template-injection" in zizmor(tmp_path).stdout


def test_the_table_of_inputs_is_that_of_the_action():
    inputs = yaml.safe_load(ACTION.read_text(encoding="utf-8"))["inputs"]
    rows = re.findall(r"^\| `([\w-]+)` \| (?:`([^`]*)`)? ?\| (.*) \|$", PAGE, re.MULTILINE)
    assert rows == [(n, str(i["default"]), i["description"]) for n, i in inputs.items()]


def test_the_page_uses_inputs_that_exist():
    inputs = yaml.safe_load(ACTION.read_text(encoding="utf-8"))["inputs"]
    ours = yaml.safe_load((ROOT / ".github/workflows/content.yml").read_text())
    for workflow, uses in ((yaml.safe_load(block("pull_request:")), "owner/"), (ours, "./tool")):
        (job,) = workflow["jobs"].values()
        (step,) = (s for s in job["steps"] if s["uses"].startswith(uses))
        assert set(step["with"]) <= set(inputs)
        assert job["permissions"] == {"contents": "read"}


@pytest.mark.parametrize(
    "path", [*WORKFLOWS, ACTION, COMMENT], ids=lambda p: p.parent.name + p.name
)
def test_our_own_actions_are_pinned_and_take_inputs_through_env(path):
    text = path.read_text(encoding="utf-8")
    data = yaml.safe_load(text)
    jobs = data["jobs"].values() if "jobs" in data else [data["runs"]]
    for step in (step for job in jobs for step in job["steps"]):
        assert "${{" not in step.get("run", "")
        uses = step.get("uses", "./")
        assert uses.startswith("./") or re.search(
            rf"{re.escape(uses)} # v\d+\.\d+\.\d+$", text, re.MULTILINE
        )
        assert uses.startswith("./") or re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", uses)
    if "jobs" in data:
        assert data["permissions"] == {}
        assert "pull_request_target" not in text


def test_content_comes_as_data_and_the_tool_from_the_base():
    job = yaml.safe_load((ROOT / ".github/workflows/content.yml").read_text())["jobs"]["check"]
    tool, content, action = job["steps"]
    assert tool["with"]["ref"] == "${{ github.event.pull_request.base.sha }}"
    assert (tool["with"]["path"], action["uses"]) == ("tool", "./tool")
    assert content["with"]["path"] == action["with"]["directory"] == "content"
    assert all(s["with"]["persist-credentials"] is False for s in (tool, content))


def test_gitlab(tmp_path):
    """The job's script as a runner runs it, on a merge request with one fault."""
    write_deck(tmp_path / "sources" / "test")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "base")
    wrong = QUIZWIZ["statements"].replace("coast,2,", "coast,3,")
    write_deck(tmp_path / "sources" / "test", {"statements": wrong})
    job = yaml.safe_load(block("image:"))["content"]
    script = "set -eo pipefail\n" + "\n".join(job["script"])
    bin_ = tmp_path / "bin"
    bin_.mkdir()
    (bin_ / "deckkit").write_text(f'#!/bin/sh\nexec {sys.executable} -P -m deckkit "$@"\n')
    (bin_ / "deckkit").chmod(0o755)
    env = {
        "PATH": f"{bin_}:/usr/local/bin:/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "HOME": str(tmp_path),
        "LANG": "C.UTF-8",
        "CI": "true",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": git(tmp_path, "rev-parse", "HEAD"),
    }
    done = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, env=env, check=False, capture_output=True, text=True
    )
    assert done.returncode == 1, done.stderr
    reports = job["artifacts"]["reports"]
    (issue,) = json.loads((tmp_path / reports["codequality"]).read_text())
    assert issue["location"] == {"path": "sources/test/statements.csv", "lines": {"begin": 2}}
    assert issue["severity"] == "major"
    assert ET.parse(tmp_path / reports["junit"]).getroot().get("failures") == "1"
    changes = (tmp_path / job["artifacts"]["paths"][0]).read_text()
    assert "| ❌ | statement changed | S001 |" in changes


def test_other_examples_of_the_page():
    from deckkit.config import IgnoreConfig

    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    (repo,) = yaml.safe_load(block("repos:"))["repos"]
    assert [hook["id"] for hook in repo["hooks"]] == sorted(hook["id"] for hook in hooks)
    (toml,) = (tomllib.loads(text) for text in blocks("toml"))
    assert IgnoreConfig.model_validate(toml["ignore"][0]).record == "S016"


def test_forms_and_templates():
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/wrong-fact.yml").read_text())
    ids = [item["id"] for item in form["body"] if "id" in item]
    assert ids == ["deck", "card", "edition", "says", "is", "source", "as-of", "checked"]
    titles = [tomllib.loads(path.read_text())["title"] for path in ROOT.glob("sources/*/deck.toml")]
    assert sorted(form["body"][1]["attributes"]["options"]) == sorted(titles)
    template = (ROOT / ".github/pull_request_template.md").read_text()
    assert template.count("- [ ] ") >= 6
