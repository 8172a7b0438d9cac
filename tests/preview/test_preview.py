"""The preview: what its server says, whom it says it to, and how it follows the sources."""

from __future__ import annotations

import http.client
import io
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from deckkit.errors import NothingToCheck, UsageError
from deckkit.findings import Profile
from deckkit.pipeline import Options
from deckkit.preview import Preview, serve
from tests.node import BROWSERS, needed, node_tests
from tests.support import QUIZWIZ, write_deck

WITS = "wits-and-wagers-family"


class End(Exception):
    """The test is over."""


@contextmanager
def served(*decks: Path) -> Iterator[tuple[Preview, str, int]]:
    """A preview at work, with the host and port that it answers on."""
    preview = Preview(Options(decks, Profile.REVIEW))
    end, ready = threading.Event(), threading.Event()
    address: list[str] = []

    def begin(text: str) -> None:
        address.append(text)
        ready.set()

    def sleep(seconds: float) -> None:
        if end.wait(min(seconds, 0.02)):
            raise End

    def run() -> None:
        with pytest.raises(End):
            serve(preview, 0, begin, sleep)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert ready.wait(60)
        host, _, port = address[0].removeprefix("http://").rstrip("/").partition(":")
        yield preview, host, int(port)
    finally:
        end.set()
        thread.join(60)


def get(
    host: str, port: int, path: str, **headers: str
) -> tuple[int, http.client.HTTPMessage, bytes]:
    connection = http.client.HTTPConnection(host, port, timeout=30)
    try:
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def state(host: str, port: int) -> Any:
    status, headers, body = get(host, port, "/state.json")
    assert status == 200 and headers["Content-Type"] == "application/json"
    return json.loads(body)


def cards(deck: Any) -> dict[str, Any]:
    return {card["id"]: card for card in deck["cards"]}


def test_each_card_has_pictures_at_its_trim(tmp_path: Path) -> None:
    decks = [write_deck(tmp_path / "one"), write_deck(tmp_path / "two", game=WITS)]
    with served(*decks) as (_, host, port):
        one, two = state(host, port)["decks"]
        assert {"S001", "S002", "CHL", "U01", "P1", "D1"} <= cards(one).keys()
        assert "Chile" in cards(one)["S001"]["text"] and "W001" in cards(two)
        for dpi, size in ((150, (372, 520)), (300, (744, 1039))):
            for side in ("front", "back"):
                name = cards(one)["S001"][side]
                status, headers, body = get(host, port, f"/picture/{name}-{dpi}.png")
                assert status == 200 and headers["Content-Type"] == "image/png"
                with Image.open(io.BytesIO(body)) as picture:
                    assert picture.size == size
                    assert len(picture.getcolors(1 << 20) or ()) > 50  # not a blank face
        assert cards(one)["CHL"]["back"] == cards(one)["PER"]["back"]


def test_a_change_gives_new_names_to_what_it_changes(tmp_path: Path) -> None:
    decks = [write_deck(tmp_path / "one"), write_deck(tmp_path / "two", game=WITS)]
    with served(*decks) as (preview, host, port):
        before = state(host, port)
        text = QUIZWIZ["statements"].replace("has a coast", "has beaches")
        (decks[0] / "statements.csv").write_text(text, "utf-8")
        assert preview.wait(before["number"], 60) > before["number"]
        after = state(host, port)
        old, new = cards(before["decks"][0]), cards(after["decks"][0])
        assert {name for name in new if new[name] != old[name]} == {"S001"}
        assert after["decks"][1] == before["decks"][1]
        names = [shown["S001"]["front"] for shown in (old, new)]
        asked = [f"/picture/{name}-150.png" for name in names]
        assert [get(host, port, path)[0] for path in asked] == [200, 200]  # a page may be behind
        (decks[0] / "statements.csv").write_text(text.replace("beaches", "bays"), "utf-8")
        assert preview.wait(after["number"], 60) > after["number"]
        assert [get(host, port, path)[0] for path in asked] == [404, 200]


def test_errors_are_findings_and_cards_are_shown_all_the_same(tmp_path: Path) -> None:
    wrong = QUIZWIZ["statements"].replace("has a coast,2", "has a coast,7")
    long = wrong.replace("grows potatoes", "W" * 90)
    deck = write_deck(tmp_path / "deck", {"statements": wrong})
    with served(deck) as (preview, host, port):
        seen = state(host, port)
        (finding,) = seen["decks"][0]["findings"]
        assert finding["code"] == "QW301"
        assert finding["place"] == f"{deck}/statements.csv:2 E (count)"
        assert "S001" in cards(seen["decks"][0])
        (deck / "statements.csv").write_text(long, "utf-8")
        assert preview.wait(seen["number"], 60) > seen["number"]
        seen = state(host, port)
        codes = {(f["code"], f["location"]["record"]) for f in seen["decks"][0]["findings"]}
        assert ("QW301", "S001") in codes and any(r == "S002" and c[:3] == "DK8" for c, r in codes)
        name = cards(seen["decks"][0])["S002"]["front"]
        assert get(host, port, f"/picture/{name}-150.png")[0] == 200


def test_a_deck_without_what_a_card_needs_has_findings_only(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", {"statements": "id,category\nS001,land\n"})
    with served(deck) as (_, host, port):
        assert any(f["severity"] == "error" for f in state(host, port)["decks"][0]["findings"])


def test_what_cannot_be_read_is_said_and_the_cards_stay(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck")
    toml = (deck / "deck.toml").read_text("utf-8")
    with served(deck) as (preview, host, port):
        before = state(host, port)
        (deck / "deck.toml").write_text(toml + "titel = ")
        assert preview.wait(before["number"], 60) == before["number"] + 1
        broken = state(host, port)
        assert "deck.toml is not valid TOML" in broken["problem"]
        assert broken["decks"] == before["decks"]
        (deck / "deck.toml").write_text(toml)
        preview.wait(broken["number"], 60)
        assert state(host, port)["problem"] == ""


def test_changes_are_streamed(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", game=WITS)
    with served(deck) as (preview, host, port):
        connection = http.client.HTTPConnection(host, port, timeout=60)
        connection.request("GET", "/changes")
        answer = connection.getresponse()
        assert answer.headers["Content-Type"] == "text/event-stream"
        assert answer.readline() == b"data: 1\n" and answer.readline() == b"\n"
        (deck / "deck.toml").touch()
        assert answer.readline() == b"data: 2\n"
        connection.close()
        assert preview.state["number"] == 2


def test_nothing_else_is_served(tmp_path: Path) -> None:
    with served(write_deck(tmp_path / "deck", game=WITS)) as (_, host, port):
        for path in (
            "/../deck.toml", "/picture/../../deck.toml", "/picture/0-150.png", "/deck.toml",
            "/picture/x-9999.png", "/index.html", "/picture/" + "0" * 5000,
        ):  # fmt: skip
            assert get(host, port, path)[::2] == (404, b"")


def test_other_names_of_this_computer_are_refused(tmp_path: Path) -> None:
    with served(write_deck(tmp_path / "deck", game=WITS)) as (_, host, port):
        assert host == "127.0.0.1"
        for name in (
            "evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "", "[::1",
            "[::1]:80",
        ):  # fmt: skip
            status, _, body = get(host, port, "/state.json", Host=name)
            assert (status, body) == (403, b"")
        status, headers, _ = get(host, port, "/", Host=f"localhost:{port}")
        assert status == 200
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert "Access-Control-Allow-Origin" not in headers


def test_other_requests_are_answered_too(tmp_path: Path) -> None:
    with served(write_deck(tmp_path / "deck", game=WITS)) as (_, host, port):
        connection = http.client.HTTPConnection(host, port, timeout=30)
        for method, path, status in (
            ("HEAD", "/", 200), ("HEAD", "/state.json?again", 200), ("GET", "/?x=1", 200),
            ("HEAD", "/nothing", 404), ("POST", "/", 501), ("DELETE", "/state.json", 501),
        ):  # fmt: skip
            connection.request(method, path)
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == status, (method, path)
            assert (method == "HEAD") <= (body == b"")
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        connection.close()


def test_what_breaks_on_an_edit_is_a_problem_and_no_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = write_deck(tmp_path / "deck", game=WITS)
    monkeypatch.setenv("HOME", str(tmp_path))
    with served(deck) as (preview, host, port):
        before = state(host, port)

        def broken(*_: object) -> None:
            raise KeyError("日本")

        with monkeypatch.context() as patch:
            patch.setattr("deckkit.preview.shown.check", broken)
            (deck / "deck.toml").touch()
            assert preview.wait(before["number"], 60) == before["number"] + 1
        seen = state(host, port)
        assert seen["problem"].startswith("deckkit broke: KeyError('日本'). The log is ")
        (deck / "deck.toml").touch()
        assert preview.wait(seen["number"], 60) == seen["number"] + 1
        assert state(host, port)["problem"] == ""


def test_what_cannot_begin_says_so(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck", game=WITS)
    with served(deck) as (_, _, port), pytest.raises(UsageError, match=f"Port {port} is in use"):
        serve(Preview(Options((deck,), Profile.REVIEW)), port)
    (tmp_path / "empty").mkdir()
    with pytest.raises(NothingToCheck):
        serve(Preview(Options((tmp_path / "empty",), Profile.REVIEW)), 0)


def test_the_page_in_a_browser(tmp_path: Path) -> None:
    deck = write_deck(tmp_path / "deck")
    with served(deck) as (_, host, port):
        node_tests(
            Path(__file__).with_name("page.test.js"),
            PREVIEW=f"http://{host}:{port}/",
            SHEET=str(deck / "statements.csv"),
            CHROMIUM=needed(*BROWSERS),
        )
