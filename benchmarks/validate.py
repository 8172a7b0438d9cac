"""CPU time of `deckkit validate`: the shipped decks against the import of the libraries that
the run loads, and 50,000 questions, as CSV and as xlsx, against frictionless.

    python benchmarks/validate.py [--rows 50000] [--rounds 3] [--seed 7] [--python PYTHON]

Every measurement is a process of its own; the least CPU time (user and system) of some rounds
counts. The same table, with the same columns, types and limits as a Table Schema, goes to
frictionless (pip install 'frictionless[excel]'; --python names an interpreter that has it),
which checks cells and the primary key. deckkit is measured twice: `draft` does that and checks
structure, ids and repeated texts; `review` adds wording, sources and near-duplicates.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT), str(HERE)]

import public  # noqa: E402

GAME = "wits-and-wagers-family"
PROBE = """
import runpy, sys
before = set(sys.modules)
sys.argv = ["deckkit", "validate", "sources", "--quiet", "--profile", sys.argv[1]]
try:
    runpy.run_module("deckkit", run_name="__main__")
except SystemExit:
    pass
loaded = [m for m in sys.modules if m not in before and m.split(".")[0] != "deckkit"]
print("\\n" + " ".join(loaded))
"""
IMPORTS = """
import importlib, sys
for name in sys.argv[1].split():
    try:
        importlib.import_module(name)
    except ImportError:
        pass
"""
STARTED = "import deckkit.cli, deckkit.pipeline, deckkit.rules"
FRICTIONLESS = """
import json, sys
from frictionless import Resource, Schema
schema = Schema.from_descriptor(json.loads(sys.argv[2]))
report = Resource(path=sys.argv[1], schema=schema).validate(limit_errors=10**9)
print(report.stats["errors"])
"""


def cpu(command: list[str], rounds: int, cwd: Path = ROOT) -> tuple[float, float, str]:
    """(least CPU seconds, peak MB, output) of a command."""
    best, peak, out = float("inf"), 0.0, ""
    for _ in range(rounds):
        with tempfile.TemporaryFile("w+") as stdout:
            child = subprocess.Popen(
                command, cwd=cwd, stdout=stdout, stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )  # fmt: skip
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            stdout.seek(0)
            out = stdout.read()
        if child.returncode not in (0, 1):
            raise SystemExit(f"{command[1:4]} ended with {child.returncode}:\n{out[-2000:]}")
        best = min(best, used.ru_utime + used.ru_stime)
        peak = max(peak, used.ru_maxrss / 1024)
    return best, peak, out


def shipped(rounds: int) -> None:
    """The decks below sources/ against importing what the run imports."""
    print("Shipped decks, CPU seconds: validate, import of its libraries, ratio")
    for profile in ("draft", "review", "print"):
        probe = [sys.executable, "-c", PROBE, profile]
        names = cpu(probe, 1)[2].strip().splitlines()[-1]
        imports, _, _ = cpu([sys.executable, "-c", IMPORTS, names], rounds)
        command = [sys.executable, "-m", "deckkit", "validate", "sources", "--quiet"]
        run, _, _ = cpu([*command, "--profile", profile], rounds)
        print(f"  {profile:7} {run:6.2f} {imports:6.2f} {run / imports:5.2f}x")


def table_schema() -> dict[str, object]:
    """The Table Schema that says of the public table what deckkit's row schema says."""
    path = ROOT / "schemas" / "source" / GAME / "questions.schema.json"
    schema = json.loads(path.read_text(encoding="utf-8"))
    header_of = dict(word.split("=") for word in public.QUESTION_MAP)
    known = {header: column for column, header in header_of.items()}
    fields = []
    for header in next(public.question_rows(1)):
        column = schema["properties"].get(known.get(header), {})
        limits = ("minLength", "maxLength", "minimum", "maximum", "enum", "pattern")
        kind = column.get("type", "string")
        rules = {k: v for k, v in column.items() if k in limits}
        rules["required"] = known.get(header) in schema["required"]
        fields.append(
            {"name": header, "type": "string" if kind == "array" else kind, "constraints": rules}
        )
    return {"fields": fields, "primaryKey": [header_of[name] for name in schema["x-key"]]}


def write_xlsx(rows: Iterator[list[str]], path: Path) -> Path:
    """The table as a workbook, whole numbers as numbers, as a spreadsheet program saves them."""
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("questions")
    for row in rows:
        sheet.append([int(cell) if cell.isdecimal() else cell for cell in row])
    book.save(path)
    return path


def large(rows: int, rounds: int, seed: int, python: str) -> None:
    """A large table, as CSV and as xlsx, against frictionless."""
    print(f"{rows:,} questions: CPU seconds, peak MB")
    has = [python, "-c", "import frictionless.formats.excel, openpyxl"]
    theirs = not subprocess.run(has, capture_output=True, check=False).returncode
    if not theirs:
        print("  frictionless[excel] is not installed")
    with tempfile.TemporaryDirectory() as folder:
        cells = list(public.question_rows(rows, seed))
        one(public.write(Path(folder, "questions.csv"), iter(cells)), rounds, python * theirs)
        one(write_xlsx(iter(cells), Path(folder, "questions.xlsx")), rounds, python * theirs)
    for name, program, command in (
        ("frictionless", python, "import frictionless"), ("deckkit", sys.executable, STARTED),
    ):  # fmt: skip
        if theirs or program == sys.executable:
            start, peak, _ = cpu([program, "-c", command], rounds)
            print(f"  of this, start of {name:13} {start:7.2f} {peak:6.0f}")


def one(file: Path, rounds: int, python: str) -> None:
    """One file; without `python` only deckkit."""
    print(f" {file.suffix[1:]}")
    theirs = 0.0
    if python:
        command = [python, "-c", FRICTIONLESS, file.name, json.dumps(table_schema())]
        theirs, peak, out = cpu(command, rounds, file.parent)
        print(f"  frictionless    {theirs:7.2f} {peak:6.0f}   {out.strip()} errors")
    for profile in ("draft", "review"):
        command = [
            sys.executable, "-m", "deckkit", "validate", str(file), "--game", GAME,
            "--map", ",".join(public.QUESTION_MAP), "--profile", profile, "--quiet",
        ]  # fmt: skip
        ours, peak, out = cpu(command, rounds)
        ratio = f"{theirs / ours:5.2f}x as fast" if theirs else ""
        total = out.strip().splitlines()[-1].split(". ")[0]
        print(f"  deckkit {profile:7} {ours:7.2f} {peak:6.0f}   {total} {ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--python", default=sys.executable)
    given = parser.parse_args()
    print(f"Python {sys.version.split()[0]}, {os.cpu_count()} cores, least of {given.rounds}")
    shipped(given.rounds)
    large(given.rows, given.rounds, given.seed, given.python)


if __name__ == "__main__":
    main()
