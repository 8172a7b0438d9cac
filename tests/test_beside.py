"""Work beside everything else: done in a child or not at all, and never left behind."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from deckkit import beside as module
from deckkit.beside import beside
from deckkit.games.quizwiz.rules import proofs
from tests.support import ROOT, alive, check, within

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2, reason="needs two processors"
)


def write(path: Path, seconds: float = 0) -> str:
    time.sleep(seconds)
    path.write_text(str(os.getpid()))
    return path.name


def broken(path: Path) -> None:
    path.write_text(str(os.getpid()))
    raise ValueError(path)


def test_the_work_is_done_in_a_child_and_waited_for(tmp_path: Path) -> None:
    with beside(write, tmp_path / "a", 0.2) as wait:
        assert not (tmp_path / "a").exists()
        assert wait() == "a" == wait()
        assert int((tmp_path / "a").read_text()) != os.getpid()


def test_it_ends_with_the_block(tmp_path: Path) -> None:
    start = time.monotonic()
    with pytest.raises(KeyError), beside(write, tmp_path / "a", 60):
        raise KeyError
    assert time.monotonic() - start < 10 and not (tmp_path / "a").exists()


def test_a_child_that_breaks_says_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with beside(broken, tmp_path / "a") as wait:
        assert wait() is None
    assert (tmp_path / "a").exists() and capfd.readouterr() == ("", "")


def test_without_a_second_processor_or_beside_threads_nothing_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _: {0})
        with beside(write, tmp_path / "a") as wait:
            assert wait() is None
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        assert not module.may_fork()
        with beside(write, tmp_path / "a") as wait:
            assert wait() is None
    finally:
        done.set()
        thread.join()
    assert not (tmp_path / "a").exists()


def test_there_are_no_more_children_than_processors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    with contextlib.ExitStack() as stack:
        waits = [stack.enter_context(beside(write, tmp_path / name, 0.5)) for name in "abc"]
        assert [wait() for wait in waits] == ["a", "b", None]


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache."""
    monkeypatch.setenv("DECKKIT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is proved in this process."""
    proved: list[str] = []
    prove = proofs._prove

    def told(deck, name):
        proved.append(name)
        return prove(deck, name)

    monkeypatch.setattr(proofs, "_prove", told)
    return proved


def test_proofs_come_from_the_child_and_say_the_same(
    fresh: Path, here: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = check(ROOT / "sources/quizwiz", profile="print")
    assert here == []
    with monkeypatch.context() as patch:
        patch.setattr(os, "sched_getaffinity", lambda _: {0})
        patch.setenv("DECKKIT_CACHE", str(fresh / "other"))
        again = check(ROOT / "sources/quizwiz", profile="print")
    assert len(here) == 1
    assert report == again


def test_proofs_come_from_the_child_where_nothing_can_be_kept(
    tmp_path: Path, here: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("DECKKIT_CACHE", str(tmp_path / "file"))
    assert not check(ROOT / "sources/quizwiz", profile="print").findings
    assert here == []


def test_two_copies_of_a_deck_are_proved_once(fresh: Path, tmp_path: Path) -> None:
    for name in "ab":
        shutil.copytree(ROOT / "sources/quizwiz", tmp_path / "decks" / name)
    report = check(tmp_path / "decks", profile="print", select=("QW62",))
    assert not report.findings and len(report.checked) == 2


def test_ctrl_c_ends_the_child_too(fresh: Path) -> None:
    command = [sys.executable, "-m", "deckkit", "validate", "--profile", "print", "sources/quizwiz"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        found = children(process)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=20) == ("", "")
    assert process.returncode in (130, -signal.SIGINT)  # which a shell calls 130, too
    assert within(5, lambda: not any(map(alive, found)))


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_the_child_ends_with_a_process_that_is_killed(number: int) -> None:
    program = (
        "import time\nfrom deckkit.beside import beside\n"
        "with beside(time.sleep, 60) as wait: wait()"
    )
    with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT) as process:
        found = children(process)
        process.send_signal(number)
    assert process.returncode == -number
    assert within(5, lambda: not any(map(alive, found)))


def children(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> list[int]:
    """The children of a process, as soon as it has some."""
    place = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    found: list[int] = []
    assert within(20, lambda: bool(found.extend(map(int, place.read_text().split())) or found))
    return found
