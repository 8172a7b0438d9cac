"""The process that stays after a build does what a new one would, and nothing else."""

from __future__ import annotations

import contextlib
import ctypes
import fcntl
import json
import os
import pty
import resource
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from deckkit.daemon import client, identity, idle, is_for, wire
from deckkit.daemon.process import MOST
from deckkit.daemon.shape import Shape
from tests.support import QUIZWIZ, ROOT, alive, tree, within, write_deck

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the daemon is for Linux")
GAME = "wits-and-wagers-family"


class Home:
    """A working folder, a cache and an environment in which commands leave a daemon behind."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir()
        self.cache = folder / "cache"
        kept = {n: v for n, v in os.environ.items() if n not in ("CI", "GITHUB_ACTIONS")}
        self.env = {**kept, "PYTHONPATH": str(ROOT), "DECKKIT_CACHE": str(self.cache),
                    "DECKKIT_DAEMON": "60"}  # fmt: skip

    def command(self, *words: str) -> list[str]:
        return [sys.executable, "-P", "-m", "deckkit", *words]

    def run(self, *words: str, cwd: Path | None = None, **env: str) -> Any:
        return subprocess.run(
            self.command(*words), cwd=cwd or self.folder, env=self.env | env, timeout=100,
            capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip

    def start(self, *words: str, **more: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(*words), cwd=self.folder, env=self.env, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more,
        )  # fmt: skip

    def alone(self, *words: str) -> Any:
        """What a command does without a daemon."""
        return self.run(*words, DECKKIT_DAEMON="0")

    @property
    def about(self) -> Mapping[str, Any] | None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DECKKIT_CACHE", str(self.cache))
            return client.about()

    @property
    def jobs(self) -> int:
        """Commands that the daemon has run; -1 without one."""
        about = self.about
        return -1 if about is None else int(about["jobs"])

    def stop(self) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("DECKKIT_CACHE", str(self.cache))
            client.stop()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    place = Home(tmp_path)
    write_deck(place.folder / "deck", game=GAME)
    yield place
    place.stop()


@pytest.fixture
def warm(home: Home) -> Home:
    """A home where a daemon waits."""
    assert home.run("build", "--pdf", "deck").returncode == 0
    assert home.jobs == 0
    return home


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def same(one: Any, other: Any) -> None:
    assert (one.returncode, one.stdout, one.stderr) == (
        other.returncode, other.stdout, other.stderr,
    )  # fmt: skip


WORDS = [
    ("build", "--pdf", "deck"),
    ("build", "--pdf", "--sheets", "single,a4-fold", "--ink-saver", "deck"),
    ("build", "--pdf", "--cards", "Q001", "--card-size", "tarot", "deck"),
    ("build", "--draft", "--pdf", "deck"),
    ("build", "deck", "--format", "json"),
    ("validate", "deck"),
    ("validate", "deck", "--format", "sarif"),
    ("validate", "deck", "--select", "NO999"),  # a word that is no code: exit code 2
    ("validate", "nowhere"),
    ("build", "--frobnicate"),
    ("build", "--sheets", "", "deck"),
]


def test_commands_in_any_order_do_what_they_do_alone(warm: Home) -> None:
    served = 0
    for words in [*WORDS, *reversed(WORDS)]:
        shutil.rmtree(warm.folder / "build", ignore_errors=True)
        alone = warm.alone(*words)
        wanted = tree(warm.folder / "build")
        shutil.rmtree(warm.folder / "build", ignore_errors=True)
        same(warm.run(*words), alone)
        assert tree(warm.folder / "build") == wanted, words
        served += alone.returncode < 2
        assert warm.jobs == served, words


def test_findings_and_mended_ones_are_those_of_now(warm: Home) -> None:
    sheet = warm.folder / "deck/questions.csv"
    good = sheet.read_text("utf-8")
    for text in (good.replace(",top,", ",middle,", 1), good, good.replace("?", "", 1), good):
        sheet.write_text(text, "utf-8")
        same(warm.run("validate", "deck"), warm.alone("validate", "deck"))
        words = ("build", "deck", "--out", "out")
        same(warm.run(*words), warm.alone(*words))
    assert warm.jobs == 8


def test_an_edit_gives_the_bytes_of_a_cold_build(tmp_path: Path) -> None:
    home = Home(tmp_path)
    deck = write_deck(home.folder / "deck")
    words = ("build", "--pdf", "--sheets", "a4-duplex,single", "deck")
    home.run(*words)
    for place in ("a long coast", "no coast", "a coast"):
        write_deck(deck, {"statements": QUIZWIZ["statements"].replace("a coast", place)})
        assert home.run(*words).returncode == 0
        found = tree(home.folder / "build")
        cold = home.run(*words, "--out", "cold", DECKKIT_DAEMON="0",
                        DECKKIT_CACHE=str(tmp_path / place))  # fmt: skip
        assert cold.returncode == 0
        assert found == tree(home.folder / "cold")
    assert home.jobs == 3
    home.stop()


def test_the_terminal_is_the_callers(home: Home) -> None:
    home.env["TERM"] = "dumb"  # no line that says what is being done: it comes only after a while

    def colours(**env: str) -> str:
        main, other = pty.openpty()
        with subprocess.Popen(
            home.command("validate", "deck"), cwd=home.folder, env=home.env | env,
            stdin=other, stdout=other, stderr=other,
        ):  # fmt: skip
            os.close(other)
            said = b""
            try:
                while more := os.read(main, 4096):
                    said += more
            except OSError:  # a terminal that is closed ends so
                pass
        os.close(main)
        return said.decode()

    edit(home.folder / "deck/questions.csv", ",top,", ",middle,")
    first, alone, served = colours(), colours(DECKKIT_DAEMON="0"), colours()
    assert home.jobs == 1
    assert "\x1b[" in served and served == alone
    waits = "A process waits 1 min to make the next build quick; deckkit daemon stop ends it."
    assert first == f"{alone}{waits}\r\n"


def test_folder_umask_and_free_variables_are_the_callers(warm: Home) -> None:
    done = subprocess.run(
        ["sh", "-c", 'umask 027; exec "$@"', "sh", *warm.command("build", "deck", "--out", "o")],
        cwd=warm.folder, env=warm.env | {"COLUMNS": "200", "GIT_DIR": "x"}, check=True,
        capture_output=True,
    )  # fmt: skip
    assert done.returncode == 0 and warm.jobs == 1
    assert (warm.folder / "o/test/deck.json").stat().st_mode & 0o777 == 0o640
    assert warm.run("build", "deck", "--out", "o2").returncode == 0
    assert (warm.folder / "o2/test/deck.json").stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("other", ["folder", "variable", "limit", "switch", "nice"])
def test_a_process_unlike_the_caller_is_not_used(warm: Home, other: str) -> None:
    before = warm.about
    assert before is not None
    words, env, folder = ["validate", "deck"], dict(warm.env), warm.folder
    command = warm.command(*words)
    if other == "folder":
        folder = warm.folder / "elsewhere"
        shutil.copytree(warm.folder / "deck", folder / "deck")
    elif other == "variable":
        env["LC_ALL"] = "C.UTF-8" if env.get("LC_ALL") != "C.UTF-8" else "C"
    elif other == "limit":
        command = ["sh", "-c", 'ulimit -n 200; exec "$@"', "sh", *command]
    elif other == "nice":
        command = ["nice", "-n", "5", *command]
    else:
        command.insert(1, "-O")
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, check=False)
    assert done.returncode == 0
    after = warm.about
    assert after is not None and after["jobs"] == 0
    assert after["process"] != before["process"]  # the newcomer stays in its place
    assert within(1, lambda: not alive(before["process"]))


def test_identity_tells_what_matters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = identity.identity()
    assert identity.identity() == first
    for name in (
        "COLUMNS", "GIT_INDEX_FILE", "DECKKIT_DAEMON", "SSH_TTY", "KITTY_WINDOW_ID", "WSL_INTEROP",
    ):  # fmt: skip
        monkeypatch.setenv(name, "1")
    assert identity.identity() == first
    changes: list[Callable[[], Any]] = [
        lambda: monkeypatch.setenv("NO_COLOR", "1"),
        lambda: monkeypatch.setenv("SOURCE_DATE_EPOCH", "0"),
        lambda: monkeypatch.setenv("NEVER_HEARD_OF", "1"),
        lambda: monkeypatch.chdir(tmp_path),
        lambda: monkeypatch.setattr(sys, "path", [*sys.path, "x"]),
        lambda: monkeypatch.setattr(sys, "executable", "python4"),
        lambda: monkeypatch.setitem(sys._xoptions, "importtime", True),
        lambda: monkeypatch.setattr(os, "getpriority", lambda *_: 19),
        lambda: monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0}),
        lambda: monkeypatch.setattr(identity, "rights", lambda: ["user user:[1]"]),
    ]
    seen = {first}
    for change in changes:
        change()
        seen.add(identity.identity())
    assert len(seen) == len(changes) + 1
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft - 1, hard))
    try:
        assert identity.identity() not in seen
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_change_of_code_or_templates_is_seen(home: Home, tmp_path: Path) -> None:
    plugin = tmp_path / "plugin"
    job = ROOT / "benchmarks/print_job"
    shutil.copytree(job, plugin, ignore=shutil.ignore_patterns("__pycache__"))
    deck = home.folder / "cards"
    deck.mkdir()
    (deck / "deck.toml").write_text(
        'id = "cards"\ngame = "bench"\ntitle = "Cards"\nversion = "2026.1"\nas_of = "2026"\n'
        'licence = "CC0-1.0"\n'
    )
    (deck / "statements.csv").write_text(
        "id,category,stars,statement,count,countries\n"
        "S1,Nature,1,Has a coast on the sea,2,France and Peru\n"
    )
    home.env["PYTHONPATH"] = f"{ROOT}:{plugin}"
    made = home.folder / "build/cards/deck.json"

    def titles() -> str:
        assert home.run("build", "--pdf", "--sheets", "single", "cards").returncode == 0
        return str(json.loads(made.read_text())["statements"][0]["category"])

    assert titles() == "Nature" and home.jobs == 0
    assert titles() == "Nature" and home.jobs == 1
    new = 'for name in names} | {"category": r.category.upper()} for'
    edit(plugin / "deck.py", "for name in names} for", new)
    assert titles() == "NATURE" and home.jobs == 0
    assert titles() == "NATURE" and home.jobs == 1
    before = tree(home.folder / "build")
    edit(plugin / "templates/bench/front.html", "<div", '<div lang="fr"')
    assert titles() == "NATURE" and home.jobs == 0
    assert set(tree(home.folder / "build")) == set(before)


def test_a_folder_of_code_that_takes_anothers_place_is_seen(home: Home, tmp_path: Path) -> None:
    current = tmp_path / "current"
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "sitecustomize.py").write_text(
            f"from deckkit import reporters\nreporters.render = lambda *_, **__: {name!r}\n"
        )
    home.env["PYTHONPATH"] = f"{ROOT}:{current}"
    for name in ("one", "two", "one"):
        current.unlink(missing_ok=True)
        current.symlink_to(name)
        done = home.run("validate", "deck")
        assert done.stdout == name and home.jobs == 0
        same(home.run("validate", "deck"), done)
        assert home.jobs == 1


def test_a_warning_is_given_in_every_command(home: Home, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import warnings\nfrom deckkit import reporters\n"
        "reporters.render = lambda *_, **__: str(warnings.warn('careful'))\n"
    )
    home.env["PYTHONPATH"] = f"{ROOT}:{tmp_path}"
    done = home.run("validate", "deck")
    assert done.stderr.count("careful") > 0
    for jobs in (1, 2):
        same(home.run("validate", "deck"), done)
        assert home.jobs == jobs


def test_what_a_job_no_longer_needs_is_given_back(home: Home, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "from deckkit import reporters\nkept = []\n"
        "def render(*_, **__):\n"
        "    ring = ['x' * (8 << 20)]\n    ring.append(ring)\n    kept[:] = ring[1:]\n"
        "    return ''\n"
        "reporters.render = render\n"
    )
    home.env["PYTHONPATH"] = f"{ROOT}:{tmp_path}"
    for _ in range(22):
        assert home.run("validate", "deck").returncode == 0
    assert home.about and home.about["jobs"] == 21
    assert home.about["bytes"] < 180e6


def test_a_change_is_seen_whatever_the_clock_says(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("a")
    shape = Shape(time.time() + 3600, [tmp_path])  # as where the clock was set back since
    assert not shape.is_stale() and not shape.is_stale()
    (tmp_path / "a.html").write_text("b")
    assert shape.is_stale()
    assert Shape(time.time() - 3600, [tmp_path]).is_stale()


def test_two_at_once_do_not_wait_for_each_other(warm: Home) -> None:
    words = [("build", "--pdf", "deck", "--out", f"out{n}") for n in range(3)]
    started = [warm.start(*some) for some in words]
    for process in started:
        out, _ = process.communicate(timeout=100)
        assert process.returncode == 0 and "manifest.json" in out
    trees = [tree(warm.folder / f"out{n}") for n in range(3)]
    assert trees[0] == trees[1] == trees[2]
    assert within(5, lambda: warm.run("validate", "deck").returncode == 0 and warm.jobs > 0)


@pytest.fixture
def long(tmp_path: Path) -> Iterator[Home]:
    """A home with a daemon where a build takes a second or more."""
    place = Home(tmp_path)
    shutil.copytree(ROOT / "sources/wits-and-wagers-family", place.folder / "deck")
    for _ in range(2):
        assert place.run("build", "--pdf", "deck").returncode == 0
    shutil.rmtree(place.folder / "build")
    assert place.jobs == 1
    yield place
    place.stop()


SLOW = ("build", "--png", "--sheets", "all", "deck")


def worker_of(home: Home, daemon: int) -> int:
    """The process in which a daemon runs a job."""
    children = Path(f"/proc/{daemon}/task/{daemon}/children")
    found: list[str] = []
    assert within(10, lambda: bool(found.extend(children.read_text().split()) or found))
    return int(found[0])


def at_work(long: Home) -> tuple[subprocess.Popen[str], int]:
    """A command that takes its time, and the process in which the daemon runs it."""
    daemon = long.about["process"]  # type: ignore[index]
    process = long.start(*SLOW)
    worker = worker_of(long, daemon)
    time.sleep(0.3)
    return process, worker


def test_a_daemon_at_work_is_left_to_it(long: Home) -> None:
    process, worker = at_work(long)
    assert long.run("daemon", "status").stdout == "The process is at work.\n"
    assert long.run("daemon", "stop").stdout == "The process is at work.\n"
    assert alive(worker)
    process.kill()
    process.communicate()


def test_ctrl_c_reaches_the_command(long: Home) -> None:
    process, worker = at_work(long)
    process.send_signal(signal.SIGINT)
    out, said = process.communicate(timeout=20)
    assert (process.returncode, out, said) == (130, "", "")
    assert not alive(worker)
    assert {k for k in tree(long.folder / "build") if not k.startswith(".")} == set()
    assert long.run("build", "deck").returncode == 0 and long.jobs == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_killed_command_ends_where_it_runs(long: Home, number: int) -> None:
    process, worker = at_work(long)
    process.send_signal(number)
    process.communicate(timeout=20)
    assert process.returncode == -number
    assert within(5, lambda: not alive(worker))
    assert long.run("build", "deck").returncode == 0 and long.jobs == 2


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT])
def test_what_the_first_command_ignored_ends_the_next_one(home: Home, number: int) -> None:
    def deaf() -> None:
        signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, [number])

    process = home.start("validate", "deck", preexec_fn=deaf)
    process.communicate()
    assert home.jobs == 0
    assert home.run("validate", "nowhere").returncode == 2
    daemon = home.about["process"]  # type: ignore[index]
    process = home.start("build", "--png", "--pdf", "--sheets", "all", "deck")
    worker_of(home, daemon)
    process.send_signal(number)
    process.communicate(timeout=20)
    assert process.returncode == -number and home.jobs == 0


def test_a_job_that_is_not_ready_yet_hears_ctrl_c(
    warm: Home, asks: Callable[..., socket.socket]
) -> None:
    said = []
    for _ in range(5):
        with asks("build", "--pdf", "deck", "--out", "o") as sock:
            sock.send(bytes([signal.SIGINT]))  # before its answer, so as early as can be
            sock.settimeout(60)
            assert sock.recv(4) == b"yes\n"
            said.append(sock.recv(9))
    # Where Python runs what cannot be interrupted, such as a callback, it drops the signal.
    assert said.count(b"exit 130\n") >= 3, said


def state(process: int) -> str:
    return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def test_ctrl_z_pauses_the_command(long: Home) -> None:
    process, worker = at_work(long)
    process.send_signal(signal.SIGTSTP)
    assert within(5, lambda: state(process.pid) == "T" and state(worker) == "T")
    process.send_signal(signal.SIGCONT)
    assert within(5, lambda: state(process.pid) != "T" and state(worker) != "T")
    process.send_signal(signal.SIGTSTP)
    assert within(5, lambda: state(worker) == "T")
    process.kill()
    process.communicate()
    assert within(5, lambda: not alive(worker))
    assert long.run("build", "deck").returncode == 0 and long.jobs == 2


def test_killing_a_build_leaves_the_previous_output_whole(long: Home) -> None:
    assert long.run("build", "--pdf", "deck").returncode == 0
    out = long.folder / "build"
    before = tree(out)
    edit(long.folder / "deck/deck.toml", 'title = "', 'title = "New ')
    for delay in (0.02, 0.08, 0.15, 0.25, 0.4, 0.6, 1.0):
        process = long.start("build", "--pdf", "deck")
        time.sleep(delay)
        process.kill()
        process.communicate()
        time.sleep(0.3)
        after = {k: v for k, v in tree(out).items() if not k.startswith(".")}
        assert set(after) == set(before)
        new = [name for name in after if after[name] != before[name]]
        assert not new or b'"New ' in after["wits-and-wagers-family/deck.json"]


def test_a_lost_daemon_is_said_or_does_not_matter(long: Home) -> None:
    daemon = long.about["process"]  # type: ignore[index]
    process = long.start(*SLOW)
    worker = worker_of(long, daemon)
    os.kill(daemon, signal.SIGKILL)
    assert within(5, lambda: not alive(worker))  # nobody could end it any more
    _, said = process.communicate(timeout=20)
    assert process.returncode == client.GONE
    assert said == "deckkit: The process that ran the command is gone. Try again.\n"
    assert long.jobs == -1  # the socket is there, nobody listens
    assert long.run("validate", "deck").returncode == 0 and long.jobs == 0


def test_it_ends_when_it_is_idle_or_its_cache_is_gone(home: Home) -> None:
    home.env["DECKKIT_DAEMON"] = "1"
    home.run("validate", "deck")
    process = home.about["process"]  # type: ignore[index]
    assert within(10, lambda: not alive(process))
    assert not (home.cache / wire.NAME).exists()
    home.env["DECKKIT_DAEMON"] = "60"
    home.run("validate", "deck")
    process = home.about["process"]  # type: ignore[index]
    shutil.rmtree(home.cache)
    assert within(15, lambda: not alive(process))


def test_status_and_stop(home: Home) -> None:
    assert home.run("daemon", "status").stdout == "No process waits.\n"
    assert home.run("daemon", "stop").stdout == "No process waits.\n"
    home.run("validate", "deck")
    home.run("validate", "deck")
    process = home.about["process"]  # type: ignore[index]
    said = home.run("daemon", "status").stdout
    assert said.startswith(f"Process {process} waits: ")
    assert said.endswith(" MB, 1 command so far. It ends after 1 min without one.\n")
    assert Path(f"/proc/{process}/comm").read_text() == "deckkit-daemon\n"
    assert home.run("daemon", "stop").stdout == "Stopped.\n"
    assert within(5, lambda: not alive(process)) and home.jobs == -1


def test_the_dead_do_not_pile_up_where_nobody_buries_them(home: Home) -> None:
    subreaper = ctypes.CDLL(None).prctl
    subreaper(36, 1)  # PR_SET_CHILD_SUBREAPER: orphans become children of this process
    try:
        home.run("validate", "deck")
        home.run("validate", "deck")
        assert home.jobs == 1
        time.sleep(2.1)
        for _ in range(3):
            assert home.run("validate", "deck").returncode == 0
        assert home.jobs == 1
    finally:
        home.stop()
        subreaper(36, 0)
        buried = 0
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, 0):
                buried += 1
    assert buried == 2


def test_nothing_stays_after_other_commands_or_where_it_is_not_wanted(home: Home) -> None:
    home.run("stats", "deck")
    home.run("build", "--help")
    home.run("validate", "nowhere")
    home.run("validate", "deck", DECKKIT_DAEMON="0")
    home.run("validate", "deck", DECKKIT_DAEMON="off")
    home.run("validate", "deck", DECKKIT_DAEMON="", CI="true")
    assert home.jobs == -1 and not (home.cache / wire.NAME).exists()


def test_a_user_has_only_so_many(home: Home) -> None:
    like_one = "from deckkit.daemon import process as p; p.name(); print(flush=True); input()"
    others = [
        subprocess.Popen(
            [sys.executable, "-c", like_one], cwd=ROOT, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(MOST)
    ]  # fmt: skip
    try:
        assert all(other.stdout and other.stdout.readline() for other in others)
        assert home.run("validate", "deck", DECKKIT_DAEMON="").returncode == 0
        assert home.jobs == -1
        assert home.run("validate", "deck").returncode == 0  # here it is asked for
        assert home.jobs == 0
    finally:
        for other in others:
            other.communicate(b"\n")


def test_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, ci, seconds in (
        ("", "", 600), ("", "true", 0), ("5", "true", 5), ("0", "", 0), ("no", "", 0),
    ):  # fmt: skip
        monkeypatch.setenv("DECKKIT_DAEMON", value)
        monkeypatch.setenv("CI", ci)
        assert idle() == seconds
        assert is_for(["build", "deck"]) == bool(seconds)
    monkeypatch.setenv("DECKKIT_DAEMON", "5")
    assert is_for(["validate"]) and not is_for(["fix"]) and not is_for([])
    assert not is_for(["build", "--help"]) and not is_for(["build", "deck", "-h"])


def test_standard_streams_may_be_closed(warm: Home) -> None:
    closed = ["sh", "-c", 'exec "$@" >&- 2>&- <&-', "sh", *warm.command("validate", "deck")]
    alone = subprocess.run(
        closed, cwd=warm.folder, env=warm.env | {"DECKKIT_DAEMON": "0"}, check=False
    )
    done = subprocess.run(closed, cwd=warm.folder, env=warm.env, check=False)
    assert done.returncode == alone.returncode and warm.jobs == 0
    head = ["sh", "-c", '"$@" | true', "sh", *warm.command("validate", "deck")]
    done = subprocess.run(head, cwd=warm.folder, env=warm.env, check=False, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_one_standard_stream_may_be_closed(warm: Home, closed: str) -> None:
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", *warm.command("validate", "deck")]
    done, alone = (
        subprocess.run(
            command, cwd=warm.folder, env=warm.env | more, capture_output=True, text=True,
            check=False,
        )
        for more in ({}, {"DECKKIT_DAEMON": "0"})
    )  # fmt: skip
    same(done, alone)


def test_what_was_begun_is_not_begun_again(monkeypatch: pytest.MonkeyPatch, capfd: Any) -> None:
    here, there = socket.socketpair()
    line, asked = client._line, []

    def lost(sock: socket.socket) -> str:
        asked.append(sock)
        if len(asked) > 1:
            there.close()  # with a request that nobody has read: an error to whoever reads next
            os.kill(os.getpid(), signal.SIGTERM)
        return line(sock)

    monkeypatch.setattr(wire, "connect", lambda: here)
    monkeypatch.setattr(client, "is_alike", lambda _: True)
    monkeypatch.setattr(client, "_line", lost)
    there.sendall(b"yes\n")
    assert client.run(["validate", "deck"], "x") == client.GONE
    assert "is gone" in capfd.readouterr().err


def test_rubbish_at_the_socket_does_no_harm(warm: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKKIT_CACHE", str(warm.cache))
    for data in (b"", b"\0", b"\xff" * 9, b"\0\0\0\2[]", b"\0\0\0\2{}", b'\0\0\0\x0b{"job": []}'):
        with wire.connect() as sock:
            sock.sendall(data)
            sock.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                sock.recv(1000)
    assert warm.run("validate", "deck").returncode == 0 and warm.jobs == 1


@pytest.fixture
def asks(warm: Home, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., socket.socket]]:
    """Sends a request to the daemon of `warm`, such as a job of theirs, with its open files."""
    say = "from deckkit.daemon.identity import identity; print(identity())"
    own = subprocess.run(
        [sys.executable, "-P", "-c", say], cwd=warm.folder, env=warm.env, check=True,
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    monkeypatch.setenv("DECKKIT_CACHE", str(warm.cache))
    nowhere, folder = os.open(os.devnull, os.O_RDWR), os.open(warm.folder, os.O_RDONLY)

    def ask(*words: str, stdout: int = nowhere, **request: Any) -> socket.socket:
        job = {"job": words, "identity": own.stdout.strip(), "environment": warm.env, "umask": 18}
        sock = wire.connect()
        wire.send(sock, request or job, (nowhere, stdout, nowhere, folder))
        return sock

    yield ask
    os.close(nowhere)
    os.close(folder)


def open_files(process: int) -> int:
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


def test_no_file_of_a_caller_stays_open(warm: Home, asks: Callable[..., socket.socket]) -> None:
    daemon = warm.about["process"]  # type: ignore[index]
    time.sleep(0.1)
    before = open_files(daemon)
    reading, writing = os.pipe()
    asks("validate", "deck", stdout=writing).close()  # gone before it hears an answer
    with asks(about=True, stdout=writing) as sock:
        assert sock.recv(1) == b"{"
    with asks(job=["validate", "deck"], identity="another", stdout=writing) as sock:
        assert sock.recv(3) == b"no\n"
    os.close(writing)
    assert select.select([reading], [], [], 10)[0] and not os.read(reading, 1000)
    os.close(reading)
    daemon = warm.about["process"]  # type: ignore[index]
    assert within(5, lambda: open_files(daemon) == before)


def test_a_signal_that_is_none_does_no_harm(warm: Home, asks: Callable[..., socket.socket]) -> None:
    with asks("build", "--pdf", "deck", "--out", "o") as sock:
        assert sock.recv(4) == b"yes\n"
        sock.send(bytes([255, 0, signal.SIGUSR1]))
        sock.settimeout(60)
        assert sock.recv(9) == b"exit 0\n"
    assert (warm.folder / "o/manifest.json").exists() and warm.jobs == 1


def test_another_users_socket_is_not_trusted(warm: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DECKKIT_CACHE", str(warm.cache))
    assert (warm.cache / wire.NAME).stat().st_mode & 0o777 == 0o700
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(OSError, match="another user"):
        wire.connect()
    assert client.run(["validate", "deck"], "x") is None


# Take a right from this process, as a sandbox does (PR_SET_NO_NEW_PRIVS).
CONFINE = "import ctypes; ctypes.CDLL(None).prctl(38, 1, 0, 0, 0); "


def test_a_caller_in_a_sandbox_is_not_believed(
    warm: Home, asks: Callable[..., socket.socket]
) -> None:
    with asks("validate", "deck") as sock:
        assert sock.recv(4) == b"yes\n" and sock.recv(7) == b"exit 0\n"
    child = os.fork()
    if not child:
        exec(CONFINE)
        said = b""
        with contextlib.suppress(BaseException), asks("validate", "deck") as sock:
            said = sock.recv(4)
        os._exit(said != b"no\n")
    assert os.waitpid(child, 0)[1] == 0 and warm.jobs == 1


def test_a_daemon_in_a_sandbox_is_given_nothing(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DECKKIT_CACHE", str(home.cache))
    trap = (
        "from deckkit.daemon import wire; s, _ = wire.listen(); print(flush=True); "
        "c, _ = s.accept(); f = c.makefile('rb'); d = f.read(4); print(len(d)); "
        "d and f.read(int.from_bytes(d)) and c.sendall(b'yes\\nexit 0\\n')"
    )
    for before, found, heard in ((CONFINE, None, "0\n"), ("", 0, "4\n")):
        with subprocess.Popen(
            [sys.executable, "-P", "-c", before + trap], env=home.env, stdout=subprocess.PIPE,
            text=True,
        ) as process:  # fmt: skip
            assert process.stdout and process.stdout.readline() == "\n"
            assert client.run(["validate", "deck"], "x") == found
            assert process.stdout.read() == heard


def test_a_deep_cache_folder_will_do(home: Home, tmp_path: Path) -> None:
    home.cache = tmp_path / ("deep/" * 30) / "cache"
    home.env["DECKKIT_CACHE"] = str(home.cache)
    home.run("validate", "deck")
    assert home.run("validate", "deck").returncode == 0 and home.jobs == 1


def test_a_relative_cache_folder_has_no_daemon(home: Home) -> None:
    home.env["DECKKIT_CACHE"] = "cache"
    assert home.run("build", "--pdf", "deck").returncode == 0
    assert (home.folder / "cache").is_dir() and not (home.folder / "cache" / wire.NAME).exists()


def test_a_command_has_let_go_of_its_files_when_it_ends(home: Home) -> None:
    lock = home.folder / "lock"
    for _ in range(3):
        home.stop()
        with lock.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            home.start("validate", "deck", pass_fds=[file.fileno()]).communicate()
        with lock.open("w") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        assert home.jobs == 0


def test_a_cache_that_cannot_be_written_costs_nothing(home: Home, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    home.env["DECKKIT_CACHE"] = str(tmp_path / "file/cache")
    done = home.run("validate", "deck")
    assert done.returncode == 0 and done.stderr == ""
