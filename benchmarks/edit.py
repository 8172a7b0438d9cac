"""What an edit of one cell costs on the job of `print.py`, in a new process and in a staying one.

    python benchmarks/edit.py [--cards 126] [--runs 5] [--seed 20240501]
    python benchmarks/edit.py --shipped [--runs 5]

`cold` starts deckkit with an empty cache; `new process` starts it again after one cell has changed;
`staying process` is what `deckkit watch` does after such a change, without the wait for it. CPU is
user and system time, children included; figures are the least of all runs, which are interleaved.
Each edited file is compared with that of a cold build of the same edit.

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
from pathlib import Path
from types import ModuleType
from typing import Any

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
    base = min(cpu for _, cpu in found["cold"])
    print(f"{what}, least of {chosen.runs} runs, load {os.getloadavg()[0]:.1f}")
    print(f"{'':18}{'wall s':>8}{'CPU s':>8}{'of cold':>9}")
    for name, runs in found.items():
        wall, cpu = min(w for w, _ in runs), min(c for _, c in runs)
        print(f"{name:18}{wall:8.2f}{cpu:8.2f}{cpu / base:9.0%}")
    shutil.rmtree(folder)


def shipped(job: ModuleType, folder: Path, runs: int) -> dict[str, list[tuple[float, float]]]:
    """Wall and CPU seconds of `deckkit build --pdf` on the sources of both decks."""
    shutil.copytree(job.ROOT / "sources", folder / "sources")
    sheet = folder / "sources/quizwiz/statements.csv"
    with sheet.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    text = header.index("text")
    command = [sys.executable, "-m", "deckkit", "build", "--pdf", "sources"]
    pdf = folder / "build/quizwiz/print/a4-duplex.pdf"
    cache = {"DECKKIT_CACHE": str(folder / "cache"), "PYTHONPATH": str(job.ROOT)}
    found: dict[str, list[tuple[float, float]]] = {"cold": [], "new process": [], "preview": []}

    def write(wording: str) -> None:
        rows[len(rows) // 2][text] = wording
        with sheet.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([header, *rows])

    def build(wording: str) -> Any:
        write(wording)
        return job.measure(command, pdf, folder, **cache)

    before = rows[len(rows) // 2][text]
    for run in range(runs):
        changed = f"{before} as of edit {run}"
        shutil.rmtree(folder / "cache", ignore_errors=True)
        cold = build(changed)
        wanted = pdf.read_bytes()
        shutil.rmtree(folder / "cache")
        build(before)
        new = build(changed)
        same(wanted, pdf)
        shutil.copyfile(sheet, folder / "changed.csv")
        write(before)
        looking = [sys.executable, "-c", PREVIEW, str(folder / "changed.csv"), str(sheet)]
        done = subprocess.run(
            looking, cwd=folder, env={**os.environ, **cache}, capture_output=True, text=True,
            check=True,
        )  # fmt: skip
        found["preview"].append(tuple(json.loads(done.stdout)))
        found["cold"].append((cold.wall, cold.cpu))
        found["new process"].append((new.wall, new.cpu))
    return found


def cards(
    job: ModuleType, folder: Path, chosen: argparse.Namespace
) -> dict[str, list[tuple[float, float]]]:
    """Wall and CPU seconds of the job of `print.py`."""
    rows = job.make_rows(chosen.cards, chosen.seed)
    found: dict[str, list[tuple[float, float]]] = {}
    for run in range(chosen.runs):
        changed = [list(row) for row in rows]
        changed[len(rows) // 2][3] = f"Has changed one cell since the last build {run}"
        job.write_xlsx(changed, folder / "changed.xlsx")
        cold = job.deckkit(folder, changed, edit=False)
        wanted = (folder / "out" / PDF).read_bytes()
        found.setdefault("cold", []).append((cold.wall, cold.cpu))

        job.deckkit(folder, rows, edit=False)
        job.write_xlsx(changed, folder / "deck" / "statements.xlsx")
        command = [sys.executable, str(job.JOB / "deck.py"), *folders(folder)]
        cache = {"DECKKIT_CACHE": str(folder / "cache")}
        new = job.measure(command, folder / "out" / PDF, folder, **cache)
        same(wanted, folder / "out" / PDF)
        found.setdefault("new process", []).append((new.wall, new.cpu))

        shutil.rmtree(folder / "cache")
        job.write_xlsx(rows, folder / "deck" / "statements.xlsx")
        command = [sys.executable, "-c", STAYING, str(job.JOB), *folders(folder),
                   str(folder / "changed.xlsx")]  # fmt: skip
        done = subprocess.run(
            command, env={**os.environ, **cache}, capture_output=True, text=True, check=True
        )
        same(wanted, folder / "out" / PDF)
        wall, cpu = json.loads(done.stdout)
        found.setdefault("staying process", []).append((wall, cpu))
    return found


def folders(folder: Path) -> list[str]:
    """The deck's folder and that of the output."""
    return [str(folder / "deck"), str(folder / "out")]


def same(wanted: bytes, pdf: Path) -> None:
    """Stop when the file written last is not the one of a cold build."""
    if pdf.read_bytes() != wanted:
        raise SystemExit("A build after an edit gave other bytes than a cold build.")


if __name__ == "__main__":
    main()
