"""One print job, several tools: quiz cards from a spreadsheet to A4 sheets, in one run.

    python benchmarks/print.py [--cards 126] [--runs 3] [--seed 20240501] [--keep FOLDER]

The job: cards of 63 x 88 mm with a front (category, stars, statement, number) and a back (10 to
40 country names), read from an xlsx file, printed 3 x 3 on A4, mirrored backs and crop marks.

deckkit reads, validates, compiles, prints and reopens what it wrote; the others only print:
WeasyPrint the naive way (one HTML of absolutely placed cards), Chromium the same HTML, typst a
template of its own. Chromium and typst are left out where they are not installed. Every
measurement is a process tree of its own, cold: deckkit starts with an empty cache and without a
daemon, except where one cell has been `edited` since the last build. Of these one finds the daemon
that the last build left, the other has none. deckkit lays out in two children at a time; `one
child` is the same job with one at a time. CPU is user and system time of the process tree, and of
what the daemon did; MB the largest resident size of any of these processes; figures are medians.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
JOB = Path(__file__).resolve().parent / "print_job"
DECKKIT = [sys.executable, "-m", "deckkit"]
sys.path.insert(0, str(ROOT))

from deckkit.daemon import client  # noqa: E402

CATEGORIES = ("Geography", "Sports", "Politics", "History", "Culture", "Science", "Economy",
              "Food and Drink", "Nature")  # fmt: skip
VERBS = ("Has produced", "Was once ruled by", "Exports more", "Shares a border with",
         "Is home to", "Has hosted", "Ranks among the top thirty", "Has won at least one",
         "Adopted its current", "Officially recognises")  # fmt: skip
WHICH = ("the", "several", "some", "most")
KINDS = ("ancient", "national", "international", "constitutional", "protected", "volcanic",
         "coastal", "nuclear", "traditional", "Olympic", "high-speed", "UNESCO-listed",
         "medieval", "tropical", "freshwater")  # fmt: skip
NOUNS = ("producers", "monarchies", "championships", "mountain ranges", "railways",
         "rice consumers", "coffee exporters", "heritage sites", "lakes", "space programmes",
         "festivals", "languages", "currencies", "parliaments", "islands")  # fmt: skip
TAILS = ("in the world (per capita)", "since the end of the Second World War",
         "at any time before the year 1900", "within its present-day borders and territories",
         "according to the most recent census", "with more than one million inhabitants",
         "on at least two different continents", "measured by total area",
         "during the twenty-first century so far",
         "totally or partially above the Arctic Circle")  # fmt: skip


def make_rows(count: int, seed: int) -> list[list[object]]:
    """Rows of the spreadsheet: id, category, stars, statement, count, countries."""
    import csv

    with (ROOT / "sources/quizwiz/countries.csv").open(encoding="utf-8", newline="") as file:
        countries = [row["name"] for row in csv.DictReader(file)]
    pick = random.Random(seed)
    rows: list[list[object]] = []
    seen: set[str] = set()
    while len(rows) < count:
        parts = (VERBS, WHICH, KINDS, NOUNS, TAILS)
        text = " ".join(pick.choice(words) for words in parts)
        if text in seen:
            continue
        seen.add(text)
        names = sorted(pick.sample(countries, pick.randint(10, 40)))
        n = len(rows)
        rows.append(
            [f"S{n + 1:04}", CATEGORIES[n % len(CATEGORIES)], 1 + n * 3 // count, text, len(names),
             ", ".join(names)]
        )  # fmt: skip
    return rows


def write_xlsx(rows: list[list[object]], path: Path) -> None:
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "statements"
    for row in [["id", "category", "stars", "statement", "count", "countries"], *rows]:
        sheet.append(row)
    path.parent.mkdir(parents=True, exist_ok=True)
    book.save(path)


@dataclass(frozen=True)
class Measured:
    """One process tree: seconds of wall and CPU, MB of its largest process, bytes of output."""

    wall: float
    cpu: float
    peak: float
    size: int


def measure(command: list[str], output: Path, folder: Path, **env: str) -> Measured:
    """Run `command`, in a process of its own so that its children's times are its alone."""
    script = (
        "import os,resource,subprocess,sys,time\n"
        "start=time.perf_counter()\n"
        "done=subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.PIPE)\n"
        "wall=time.perf_counter()-start\n"
        "used=resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "sys.stderr.buffer.write(done.stderr[-2000:])\n"
        "print(done.returncode,wall,used.ru_utime+used.ru_stime,used.ru_maxrss/1024)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *command], cwd=folder, env={**os.environ, **env},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    code, wall, cpu, peak = done.stdout.split()
    if code != "0" or not output.is_file():
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    return Measured(float(wall), float(cpu), float(peak), output.stat().st_size)


def middle(found: list[Measured]) -> Measured:
    """Medians, member by member."""
    columns = zip(*((m.wall, m.cpu, m.peak, m.size) for m in found), strict=True)
    wall, cpu, peak, size = (statistics.median(column) for column in columns)
    return Measured(wall, cpu, peak, int(size))


def deckkit(
    folder: Path, rows: list[list[object]], *, edit: bool = False, daemon: bool = True,
    processes: int = 2,
) -> Measured:  # fmt: skip
    """deckkit on a deck folder with the xlsx file; with `edit` the second of two builds."""
    deck, out = prepare(folder, rows)
    command = builds(deck, out)
    if processes != 2:
        command = [sys.executable, str(JOB / "deck.py"), str(deck), str(out), str(processes)]
    pdf = out / "bench" / "print" / "a4-duplex.pdf"
    if edit:
        build(command, pdf, folder, daemon=daemon)
        changed = [list(row) for row in rows]
        changed[len(rows) // 2][3] = "Has changed one cell since the last build"
        write_xlsx(changed, deck / "statements.xlsx")
    found = build(command, pdf, folder, daemon=daemon)
    stop(folder)
    return found


def prepare(folder: Path, rows: list[list[object]]) -> tuple[Path, Path]:
    """The deck's folder and that of the output; nothing is left of an earlier job."""
    deck, out = folder / "deck", folder / "out"
    for old in (deck, out, folder / "cache"):
        shutil.rmtree(old, ignore_errors=True)
    write_xlsx(rows, deck / "statements.xlsx")
    (deck / "deck.toml").write_text(
        'id = "bench"\ngame = "bench"\ntitle = "Bench"\nversion = "2026.1"\nas_of = "2026"\n'
        'licence = "CC0-1.0"\n'
    )
    return deck, out


def builds(deck: Path, out: Path) -> list[str]:
    """The command that makes the sheets of the job."""
    return [*DECKKIT, "build", "--pdf", "--sheets", "a4-duplex", "--out", str(out), str(deck)]


def build(command: list[str], pdf: Path, folder: Path, *, daemon: bool) -> Measured:
    """`command` with what a daemon did of it; the cache is that in `folder`."""
    path = os.pathsep.join([str(ROOT), str(JOB)])
    env = {"DECKKIT_CACHE": str(folder / "cache"), "PYTHONPATH": path}
    own = measure(command, pdf, folder, **env, DECKKIT_DAEMON="600" if daemon else "0")
    about = asked(client.about, folder) if daemon else None
    if about is None:
        return own
    status = Path(f"/proc/{about['process']}/status").read_text("ascii")
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024 if about["jobs"] else 0
    return Measured(own.wall, own.cpu + about["seconds"], max(own.peak, peak), own.size)


def stop(folder: Path) -> None:
    """End the daemon of the cache in `folder`."""
    asked(client.stop, folder)


def asked(question: Callable[[], Any], folder: Path) -> Any:
    os.environ["DECKKIT_CACHE"] = str(folder / "cache")
    try:
        return question()
    finally:
        del os.environ["DECKKIT_CACHE"]


def weasyprint(folder: Path, xlsx: Path) -> Measured:
    out = folder / "weasyprint.pdf"
    return measure([sys.executable, str(JOB / "naive.py"), "pdf", str(xlsx), str(out)], out, folder)


def chromium(folder: Path, xlsx: Path, program: str) -> Measured:
    """Chromium on the naive HTML, the making of the HTML included."""
    out, page = folder / "chromium.pdf", folder / "cards.html"
    profile = tempfile.mkdtemp(dir=folder)
    shell = (
        f"'{sys.executable}' '{JOB / 'naive.py'}' html '{xlsx}' '{page}' && '{program}' "
        f"--headless=new --no-sandbox --disable-gpu --no-pdf-header-footer "
        f"--user-data-dir='{profile}' --print-to-pdf='{out}' 'file://{page}'"
    )
    return measure(["sh", "-c", shell], out, folder)


def typst(folder: Path, xlsx: Path) -> Measured:
    out = folder / "typst.pdf"
    return measure([sys.executable, str(JOB / "with_typst.py"), str(xlsx), str(out)], out, folder)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--cards", type=int, default=126)
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--seed", type=int, default=20240501)
    arguments.add_argument("--keep", type=Path, help="Folder for the files made.")
    chosen = arguments.parse_args()
    folder = (chosen.keep or Path(tempfile.mkdtemp(prefix="deckkit-print-"))).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    rows = make_rows(chosen.cards, chosen.seed)
    xlsx = folder / "cards.xlsx"
    write_xlsx(rows, xlsx)

    tools: dict[str, Callable[[], Measured]] = {
        "deckkit, cold": lambda: deckkit(folder, rows),
        "deckkit, cold, one child": lambda: deckkit(folder, rows, processes=1),
        "deckkit, edited": lambda: deckkit(folder, rows, edit=True),
        "deckkit, edited, no daemon": lambda: deckkit(folder, rows, edit=True, daemon=False),
        "WeasyPrint, naive": lambda: weasyprint(folder, xlsx),
    }
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    if browser:
        tools["Chromium"] = lambda: chromium(folder, xlsx, browser)
    if importlib.util.find_spec("typst"):
        tools["typst"] = lambda: typst(folder, xlsx)
    found: dict[str, list[Measured]] = {name: [] for name in tools}
    for _ in range(chosen.runs):  # interleaved, so that a busy moment hits all tools alike
        for name, run in tools.items():
            found[name].append(run())
    print(f"{chosen.cards} cards, medians of {chosen.runs} runs, {os.cpu_count()} cores, "
          f"load {os.getloadavg()[0]:.1f}")  # fmt: skip
    print(f"{'':28}{'wall s':>8}{'CPU s':>8}{'MB':>8}{'KB':>8}{'wall x':>8}{'CPU x':>8}")
    base = middle(found["WeasyPrint, naive"])
    for name, runs in found.items():
        m = middle(runs)
        print(f"{name:28}{m.wall:8.2f}{m.cpu:8.2f}{m.peak:8.0f}{m.size / 1000:8.0f}"
              f"{m.wall / base.wall:8.2f}{m.cpu / base.cpu:8.2f}")  # fmt: skip
    print("x: times naive WeasyPrint")
    if not chosen.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
