"""What `deckkit build --pdf` costs after an edit of one cell, on the job of `print.py`.

    python benchmarks/edit.py [--cards 126] [--runs 5] [--seed 20240501]
    python benchmarks/edit.py --shipped [--runs 5]

`cold` starts with an empty cache and no daemon; `edited` is the same command again after one cell
has changed, which finds the daemon that the first has left; `no daemon` is that without one;
`watch` is what `deckkit watch` does after such a change, without the wait for it. CPU is user and
system time, that of children and of the daemon included; figures are the least of all runs, which
are interleaved. Each edited file is compared with that of a cold build of the same edit.

`--shipped` does the same with `deckkit build --pdf sources/`: both decks on all default sheets, the
proofs of coverage included. One Statement gets another wording. `preview` is what `deckkit preview`
does after such a change until the page can ask for the new picture.
"""

from __future__ import annotations

import argparse
import csv
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent
PDF = "bench/print/a4-duplex.pdf"
# Looks at the decks as the preview does, puts another sheet in place, looks again.
PREVIEW = """
import json, os, shutil, sys, time
from pathlib import Path
from deckkit.findings import Profile
from deckkit.pipeline import Options
from deckkit.preview import Preview
used = lambda: sum(os.times()[:4])
preview = Preview(Options((Path("sources"),), Profile.REVIEW))
preview.look()
shutil.copyfile(sys.argv[1], sys.argv[2])
wall, cpu = time.perf_counter(), used()
preview.look()
print(json.dumps([time.perf_counter() - wall, used() - cpu]))
"""
# Builds, puts another workbook in place, builds again, and says what the second build took.
STAYING = """
import json, os, shutil, sys, time
sys.path.insert(0, sys.argv[1])
import deck
used = lambda: sum(os.times()[:4])
deck.main(sys.argv[2], sys.argv[3])
shutil.copyfile(sys.argv[4], sys.argv[2] + "/statements.xlsx")
wall, cpu = time.perf_counter(), used()
deck.main(sys.argv[2], sys.argv[3])
print(json.dumps([time.perf_counter() - wall, used() - cpu]))
"""


def print_job() -> ModuleType:
    """The benchmark `print.py` as a module."""
    spec = importlib.util.spec_from_file_location("deckkit_print_job", HERE / "print.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--cards", type=int, default=126)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--seed", type=int, default=20240501)
    arguments.add_argument("--shipped", action="store_true")
    chosen = arguments.parse_args()
    job = print_job()
    folder = Path(tempfile.mkdtemp(prefix="deckkit-edit-"))
    if chosen.shipped:
        what, found = "Both shipped decks", shipped(job, folder, chosen.runs)
    else:
        what, found = f"{chosen.cards} cards", cards(job, folder, chosen)
    base = [min(column) for column in zip(*found["cold"], strict=True)]
    print(f"{what}, least of {chosen.runs} runs, load {os.getloadavg()[0]:.1f}")
    print(f"{'':18}{'wall s':>8}{'CPU s':>8}{'of cold: wall':>15}{'CPU':>6}")
    for name, runs in found.items():
        wall, cpu = min(w for w, _ in runs), min(c for _, c in runs)
        print(f"{name:18}{wall:8.2f}{cpu:8.2f}{wall / base[0]:15.0%}{cpu / base[1]:6.0%}")
    shutil.rmtree(folder)


Found = dict[str, list[tuple[float, float]]]  # wall and CPU seconds of each run


def shipped(job: ModuleType, folder: Path, runs: int) -> Found:
    """`deckkit build --pdf` on the sources of both decks."""
    shutil.copytree(job.ROOT / "sources", folder / "sources")
    sheet = folder / "sources/quizwiz/statements.csv"
    with sheet.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    text = header.index("text")
    before = rows[len(rows) // 2][text]

    def write(wording: str) -> None:
        rows[len(rows) // 2][text] = wording
        with sheet.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *rows])

    command = [*job.DECKKIT, "build", "--pdf", "sources"]
    pdf = folder / "build/quizwiz/print/a4-duplex.pdf"
    found: Found = {}
    for run in range(runs):
        changed = f"{before} as of edit {run}"
        runs_of(job, folder, command, pdf, partial(write, before), partial(write, changed), found)
        shutil.copyfile(sheet, folder / "changed.csv")
        write(before)
        looking = [sys.executable, "-c", PREVIEW, str(folder / "changed.csv"), str(sheet)]
        found.setdefault("preview", []).append(told(looking, folder))
    return found


def cards(job: ModuleType, folder: Path, chosen: argparse.Namespace) -> Found:
    """The job of `print.py`."""
    rows = job.make_rows(chosen.cards, chosen.seed)
    deck, out = job.prepare(folder, rows)
    sheet, pdf = deck / "statements.xlsx", out / PDF
    put = {name: folder / f"{name}.xlsx" for name in ("before", "changed")}
    job.write_xlsx(rows, put["before"])
    found: Found = {}
    for run in range(chosen.runs):
        changed = [list(row) for row in rows]
        changed[len(rows) // 2][3] = f"Has changed one cell since the last build {run}"
        job.write_xlsx(changed, put["changed"])
        wanted = runs_of(
            job, folder, job.builds(deck, out), pdf,
            lambda: shutil.copyfile(put["before"], sheet),
            lambda: shutil.copyfile(put["changed"], sheet), found,
        )  # fmt: skip
        shutil.copyfile(put["before"], sheet)
        watching = [sys.executable, "-c", STAYING, str(job.JOB), str(deck), str(out),
                    str(put["changed"])]  # fmt: skip
        found.setdefault("watch", []).append(told(watching, folder))
        same(wanted, pdf)
    return found


def runs_of(
    job: ModuleType, folder: Path, command: list[str], pdf: Path,
    before: Callable[[], object], changed: Callable[[], object], found: Found,
) -> bytes:  # fmt: skip
    """Add a run of each kind to `found`; the PDF of the edited deck."""

    def run(name: str, *, daemon: bool = True) -> None:
        done = job.build(command, pdf, folder, daemon=daemon)
        found.setdefault(name, []).append((done.wall, done.cpu))

    def clear() -> None:
        job.stop(folder)
        shutil.rmtree(folder / "cache", ignore_errors=True)

    clear()
    changed()
    run("cold")
    wanted = pdf.read_bytes()
    for name, daemon in (("edited", True), ("no daemon", False)):
        clear()
        before()
        job.build(command, pdf, folder, daemon=daemon)
        changed()
        run(name, daemon=daemon)
        same(wanted, pdf)
    clear()
    return wanted


def told(command: list[str], folder: Path) -> tuple[float, float]:
    """Wall and CPU seconds that a program prints."""
    env = {**os.environ, "DECKKIT_CACHE": str(folder / "cache")}
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=True
    )  # fmt: skip
    wall, cpu = json.loads(done.stdout)
    return wall, cpu


def same(wanted: bytes, pdf: Path) -> None:
    """Stop when the file written last is not the one of a cold build."""
    if pdf.read_bytes() != wanted:
        raise SystemExit("A build after an edit gave other bytes than a cold build.")


if __name__ == "__main__":
    main()
