"""comment: one sticky comment on a pull request, from a data-only artefact.

The artefact comes from a run that the pull request's author controls, so nothing in it is
believed: its size, its characters and its Markdown are checked, and the pull request must be
the one whose commit the run was for. Only the standard library is used.
"""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any

MARKER = "<!-- deckkit: content check -->"
NUMBER = "pull-request.txt"
BODY = "comment.md"
LIMIT = 60_000  # bytes; a comment on GitHub holds 65,536 characters
PAGES = 10  # of 100 comments that are searched for ours
AUTHOR = "github-actions[bot]"

_LINK = re.compile(r"(?<![\\!])\[[^\[\]\n]*\]\(([^()\s]*)\)")
_PAGE = r"[\w.-]+(?:/[\w.-]+)*/docs/rules/[A-Z0-9]+\.md"
_FORBIDDEN = {
    "a picture or a link": re.compile(r"(?<!\\)\]\(|(?<!\\)!\["),
    "an address": re.compile(r"://|\bwww\.", re.IGNORECASE),
    "HTML": re.compile(r"<(?!br>)"),
    "a mention": re.compile(r"@(?=\w)"),
    "an entity": re.compile(r"&(?!(?:amp|lt|gt|#8203);)"),
    "a reference": re.compile(r"^ {0,3}\[[^\]]*\]:", re.MULTILINE),
    "a control character": re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]"),
}


class Refused(Exception):
    """The artefact is not one that deckkit wrote."""


def main(folder: Path, env: Mapping[str, str]) -> int:
    """Post or renew the comment; 0 when it stands or nothing is to be said, 1 when refused."""
    try:
        number, body = read(folder, env["DECKKIT_DOCS_ROOT"])
        event = json.loads(Path(env["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))
        print(post(number, body, event["workflow_run"], Api(env)))
    except Refused as error:
        print(f"::error title=deckkit comment::Refused: {error}.")
        return 1
    except urllib.error.URLError as error:
        print(f"::error title=deckkit comment::GitHub did not take the comment: {error.reason}.")
        return 1
    return 0


def read(folder: Path, docs: str) -> tuple[int, str]:
    """Number and text of an artefact; raises Refused when it is not what deckkit writes.

    Its links may lead to pages of rules below the address `docs` only.
    """
    number = _file(folder / NUMBER, 20).strip()
    if not re.fullmatch(r"[1-9][0-9]{0,9}", number):
        raise Refused(f"{NUMBER} does not hold digits")
    body = _file(folder / BODY, LIMIT)
    if not body.startswith(MARKER + "\n"):
        raise Refused(f"{BODY} does not start with the mark of deckkit")
    pages = re.compile(rf"(?:{re.escape(docs)}{_PAGE}|docs/rules/[A-Z0-9]+\.md)")

    def without(match: re.Match[str]) -> str:
        safe = pages.fullmatch(match[1]) and ".." not in match[1]
        return "" if safe else match[0]

    text = _LINK.sub(without, body.removeprefix(MARKER))
    for what, pattern in _FORBIDDEN.items():
        if pattern.search(text):
            raise Refused(f"{BODY} holds {what}")
    return int(number), body


def post(number: int, body: str, run: Mapping[str, Any], api: Api) -> str:
    """Write the comment on the pull request that `run` was for; a sentence about it."""
    pull = api.call("GET", f"pulls/{number}")
    head = pull.get("head") or {}
    same = head.get("sha") == run["head_sha"]
    origin = (head.get("repo") or {}).get("full_name")
    if not same or origin != (run.get("head_repository") or {}).get("full_name"):
        return f"Not posted: pull request {number} is not, or no longer, at the commit checked."
    text = f"{body.rstrip()}\n\n[The whole check]({run['html_url']})\n"
    for page in range(1, PAGES + 1):
        found = api.call("GET", f"issues/{number}/comments?per_page=100&page={page}")
        for comment in found:
            ours = (comment.get("user") or {}).get("login") == AUTHOR
            if ours and str(comment.get("body", "")).startswith(MARKER):
                api.call("PATCH", f"issues/comments/{int(comment['id'])}", {"body": text})
                return f"Renewed the comment on pull request {number}."
        if len(found) < 100:
            break
    api.call("POST", f"issues/{number}/comments", {"body": text})
    return f"Posted a comment on pull request {number}."


class Api:
    """GitHub's REST interface of one repository."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._root = f"{env['GITHUB_API_URL']}/repos/{env['GITHUB_REPOSITORY']}/"
        self._token = env["DECKKIT_TOKEN"]

    def call(self, method: str, path: str, data: object = None) -> Any:
        """The answer to a request, as JSON; raises URLError."""
        request = urllib.request.Request(
            self._root + path,
            method=method,
            data=None if data is None else json.dumps(data).encode(),
            headers={
                "Accept": "application/vnd.github+json",
                "Authorization": f"Bearer {self._token}",
                "Content-Type": "application/json",
                "X-GitHub-Api-Version": "2022-11-28",
            },
        )
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())


def _file(path: Path, limit: int) -> str:
    if path.is_symlink() or not path.is_file():
        raise Refused(f"{path.name} is missing or no plain file")
    with path.open("rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise Refused(f"{path.name} is larger than {limit:,} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(f"{path.name} is not UTF-8 text") from None
