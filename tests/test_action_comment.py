"""comment/action.yml against a small GitHub: one comment, from an artefact nobody believes."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from deckkit.ci.check import cut
from deckkit.ci.comment import BODY, LIMIT, MARKER, NUMBER, Refused, read
from tests.actions import COMMENT, OWN, SERVER, run_action

DOCS = f"{SERVER}/{OWN}/blob/"
GOOD = (
    f"{MARKER}\n## ❌ 1 error\n\n| [QW301]({DOCS}HEAD/docs/rules/QW301.md) | a<br>b &lt;i&gt; |\n"
)
HEAD = "a" * 40


class GitHub(ThreadingHTTPServer):
    """Pull request 7 of `HEAD` from a fork, and its comments."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.head = {"sha": HEAD, "repo": {"full_name": "stranger/deckkit"}}
        self.comments: list[dict] = []
        self.calls: list[tuple[str, str, str]] = []


class Handler(BaseHTTPRequestHandler):
    server: GitHub

    def answer(self) -> None:
        size = int(self.headers.get("Content-Length") or 0)
        data = json.loads(self.rfile.read(size)) if size else None
        path, _, query = self.path.removeprefix(f"/repos/{OWN}/").partition("?")
        self.server.calls.append((self.command, path, self.headers["Authorization"]))
        comments = self.server.comments
        match [self.command, *path.split("/")]:
            case ["GET", "pulls", "7"]:
                self.reply({"number": 7, "head": self.server.head})
            case ["GET", "issues", "7", "comments"]:
                page = int(query.rpartition("=")[2])
                self.reply(comments[100 * (page - 1) : 100 * page])
            case ["POST", "issues", "7", "comments"]:
                bot = {"login": "github-actions[bot]"}
                comments.append({"id": len(comments), "user": bot, **data})
                self.reply(comments[-1], 201)
            case ["PATCH", "issues", "comments", number]:
                comments[int(number)].update(data)
                self.reply(comments[int(number)])
            case _:
                self.reply({"message": "Not Found"}, 404)

    do_GET = do_POST = do_PATCH = answer

    def reply(self, data: object, code: int = 200) -> None:
        self.send_response(code)
        self.end_headers()
        self.wfile.write(json.dumps(data).encode())

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def github():
    with GitHub() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def comment(github, tmp_path):
    """Run the action on an artefact; its log and exit code."""
    runs = iter(range(100))

    def run(body: str = GOOD, number: str = "7\n", repo: str = "stranger/deckkit"):
        temp = tmp_path / str(next(runs))
        artefact(temp / "deckkit-comment", body, number)
        workflow = {
            "id": 123,
            "head_sha": HEAD,
            "head_repository": {"full_name": repo},
            "html_url": f"{SERVER}/{OWN}/actions/runs/123",
            "pull_requests": [],  # as GitHub sends it for forks
        }
        env = {"GITHUB_API_URL": f"http://127.0.0.1:{github.server_port}", "NO_PROXY": "*"}
        return run_action(COMMENT, temp, tmp_path, {"workflow_run": workflow}, env=env)

    return run


def artefact(folder, body: str | bytes, number: str = "7\n"):
    folder.mkdir(parents=True)
    (folder / BODY).write_bytes(body.encode() if isinstance(body, str) else body)
    (folder / NUMBER).write_text(number)
    return folder


def test_one_comment_that_is_renewed(comment, github):
    github.comments += [{"id": n, "user": {"login": "x"}, "body": GOOD} for n in range(120)]
    first = comment()
    assert (first.codes, first.log) == ({"Comment": 0}, "Posted a comment on pull request 7.\n")
    assert first.used == [
        {
            "uses": "actions/download-artifact@37930b1c2abaa49bbe596cd826c3c89aef350131",
            "name": "deckkit-comment",
            "path": first.used[0]["path"],
            "run-id": "123",
            "github-token": "secret",
        }
    ]
    second = comment(GOOD.replace("1 error", "2 errors"))
    assert second.log == "Renewed the comment on pull request 7.\n"
    assert len(github.comments) == 121  # those of others that carry our mark are left alone
    assert github.comments[-1]["body"] == (
        GOOD.replace("1 error", "2 errors").rstrip()
        + f"\n\n[The whole check]({SERVER}/{OWN}/actions/runs/123)\n"
    )
    assert {token for *_, token in github.calls} == {"Bearer secret"}


def test_only_the_pull_request_that_was_checked(comment, github):
    other = comment(repo="somebody/else")
    github.head = {"sha": "b" * 40, "repo": {"full_name": "stranger/deckkit"}}
    outdated = comment()
    github.head = {"sha": HEAD, "repo": None}  # the fork was deleted
    deleted = comment()
    for done in (other, outdated, deleted):
        assert done.codes == {"Comment": 0}
        assert done.log.startswith("Not posted: pull request 7 is not, or no longer,")
    assert github.comments == []


def test_an_artefact_that_is_refused(comment, github):
    done = comment(GOOD + "@everyone")
    assert done.codes == {"Comment": 1}
    assert done.log == "::error title=deckkit comment::Refused: comment.md holds a mention.\n"
    assert github.calls == []


def test_a_pull_request_that_is_not_there(comment, github):
    done = comment(number="8")
    assert done.codes == {"Comment": 1}
    assert "GitHub did not take the comment: Not Found" in done.log


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("![x](docs/rules/QW301.md)", "a picture or a link"),
        ("[x](https://evil.example)", "a picture or a link"),
        ("[x](javascript:alert)", "a picture or a link"),
        (f"[x]({DOCS}../../../evil/docs/rules/X.md)", "a picture or a link"),
        (f"[x]({SERVER}/evil/repo/blob/HEAD/docs/rules/X.md)", "a picture or a link"),
        (f"[x]({DOCS}HEAD/docs/rules/X.md?y)", "a picture or a link"),
        ("[x]: y", "a reference"),
        ("see https://evil.example", "an address"),
        ("see WWW.evil.example", "an address"),
        ("<b>x</b>", "HTML"),
        ("<!-- x -->", "HTML"),
        ("<br >", "HTML"),
        ("@team", "a mention"),
        ("&#64;team", "an entity"),
        ("&commat;team", "an entity"),
        ("a\x00b", "a control character"),
        ("a\x1b[31mb", "a control character"),
        ("a\u202eb", "a control character"),
        ("a\rb", "a control character"),
    ],
)
def test_markdown_that_deckkit_does_not_write(tmp_path, text, what):
    folder = artefact(tmp_path / "a", f"{GOOD}\n{text}\n")
    with pytest.raises(Refused, match=what):
        read(folder, DOCS)


def test_what_deckkit_writes_is_taken(tmp_path):
    text = GOOD + "\\[x\\]\\(y\\) https:&#8203;//x.y @&#8203;me a@ ~~b~~ [X](docs/rules/DK101.md)\n"
    assert read(artefact(tmp_path / "a", text), DOCS) == (7, text)


@pytest.mark.parametrize("number", ["", "7; rm -rf /", "../7", "07", "-7", "7\n8", "9" * 30, "٧"])
def test_numbers_are_digits(tmp_path, number):
    with pytest.raises(Refused, match=NUMBER):
        read(artefact(tmp_path / "a", GOOD, number), DOCS)


def test_size_encoding_mark_and_links(tmp_path):
    cases = {
        "larger than": GOOD + "x" * LIMIT,
        "not UTF-8": GOOD.encode() + b"\xff",
        "mark": "## x",
    }
    for number, (what, body) in enumerate(cases.items()):
        with pytest.raises(Refused, match=what):
            read(artefact(tmp_path / str(number), body), DOCS)
    folder = artefact(tmp_path / "link", GOOD)
    (folder / BODY).unlink()
    (folder / BODY).symlink_to("/etc/passwd")
    with pytest.raises(Refused, match="no plain file"):
        read(folder, DOCS)


def test_long_summaries_are_cut_by_lines(tmp_path):
    long = GOOD + "| ä | b |\n" * 9000
    text = cut(long)
    assert LIMIT - 100 < len(text.encode()) <= LIMIT
    assert text.endswith("| ä | b |\n\n… cut here: the summary of the check has all of it.\n")
    assert read(artefact(tmp_path / "a", text), DOCS) == (7, text)
    assert cut(GOOD) == GOOD
