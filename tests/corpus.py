"""What `deckkit validate --profile draft --game quizwiz` makes of every file of tests/corpus.

    python -m tests.corpus

prints for each file whether it was read right or its fault was found, with code and cell, ms
and MB; the last line counts what was wrongly accepted or refused. tests/test_corpus_table.py
runs the same table.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from deckkit.findings import Finding, Profile, Severity
from deckkit.pipeline import Options, validate

CORPUS = Path(__file__).parent / "corpus"
MS, MB = 1000, 150
Found = list[list[str]]


@dataclass(frozen=True)
class Outcome:
    """What became of one file: `verdict` is empty when it is right, else what is wrong."""

    name: str
    kind: str
    fault: str
    found: Found
    wanted: Found
    verdict: str
    ms: float
    mb: float


def index() -> dict[str, Any]:
    """The entries of index.yaml by file."""
    data = yaml.safe_load((CORPUS / "index.yaml").read_text(encoding="utf-8"))
    files: dict[str, Any] = data["files"]
    return files


def place(finding: Finding) -> str:
    """The place of a finding as index.yaml writes it."""
    where = finding.location
    spot = where.cell or (str(where.row) if where.row else where.column)
    parts = (where.sheet if where.workbook else None, spot)
    return "!".join(part for part in parts if part) or "file"


def check(name: str) -> Found:
    """Code, severity and place of every finding on one file."""
    report = validate(Options((CORPUS / name,), Profile.DRAFT, "quizwiz"))
    return [[f.code, f.severity.value, place(f)] for f in report.findings]


def outcome(name: str, entry: dict[str, Any]) -> Outcome:
    """Check one file twice: for the time, and for the memory (tracing makes it slow)."""
    check(name)  # what is loaded once is not the file's
    started = time.perf_counter()
    found = check(name)
    ms = 1000 * (time.perf_counter() - started)
    tracemalloc.start()
    try:
        check(name)
        mb = tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()
    wanted = [*entry["findings"], *entry.get("also", ())]
    kind = entry["kind"]
    verdict = _verdict(kind, found, wanted)
    return Outcome(name, kind, entry["fault"], found, wanted, verdict, ms, mb)


def _verdict(kind: str, found: Found, wanted: Found) -> str:
    errors = [item for item in found if item[1] == Severity.ERROR]
    missing = [item for item in wanted if item not in found]
    surplus = [item for item in found if item not in wanted]
    if kind == "error" and (not errors or any(item[1] == Severity.ERROR for item in missing)):
        return "wrongly accepted"
    if kind == "table" and errors:
        return "wrongly refused"
    if any(item[1] == Severity.ERROR for item in surplus):
        return "wrongly refused"
    return "other findings than expected" if missing or surplus else ""


def outcomes() -> Iterator[Outcome]:
    """The outcome of every file."""
    for name, entry in sorted(index().items()):
        yield outcome(name, entry)


def line(result: Outcome) -> str:
    """One line of the table."""
    codes = [f"{code} {where}" for code, _, where in result.found]
    shown = ", ".join(codes[:3]) + (f" and {len(codes) - 3} more" if len(codes) > 3 else "")
    right = {"table": "read right", "error": "found", "policy": "as agreed"}[result.kind]
    limits = "" if result.ms < MS and result.mb < MB else " OVER THE LIMIT"
    return (
        f"{result.verdict or right:17} {result.name:34} {result.ms:5.0f} ms {result.mb:5.1f} MB"
        f"  {shown or '-'}{limits}"
    )


def main() -> int:
    """Print the table; 0 when every file is right and within the limits."""
    results = []
    for result in outcomes():
        results.append(result)
        print(line(result))
    accepted = sum(r.verdict == "wrongly accepted" for r in results)
    refused = sum(r.verdict == "wrongly refused" for r in results)
    other = sum(bool(r.verdict) for r in results) - accepted - refused
    over = sum(r.ms >= MS or r.mb >= MB for r in results)
    print(
        f"{len(results)} files: {accepted} wrongly accepted, {refused} wrongly refused, {other} "
        f"with other findings than expected, {over} over {MS} ms or {MB} MB"
    )
    return int(bool(accepted or refused or other or over))


if __name__ == "__main__":
    sys.exit(main())
