"""Small decks on disk for tests: base sheets of both games, and replacements for some of them."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from deckkit import decks, pipeline
from deckkit.findings import Finding, Profile, Report
from deckkit.game import Game, Json, installed_games
from deckkit.loading import find_decks, load

ROOT = Path(__file__).resolve().parent.parent

QUIZWIZ = {
    "countries": """\
code,name,region,capital,aliases
CHL,Chile,South America,Santiago,
PER,Peru,South America,Lima,
BOL,Bolivia,South America,Sucre,
""",
    "categories": """\
id,name,colour,icon
land,Land,#2a6f78,globe
food,Food,#a0522d,fork
""",
    "statements": """\
id,category,difficulty,text,count,answers,as_of,sources
S001,land,1,has a coast,2,Chile; Peru,2023,An atlas; Another atlas
S002,food,2,grows potatoes,3,Chile; Peru; Bolivia,2023,An atlas; Another atlas
""",
    "special_statements": """\
id,text,minimum,maximum
P1,None,0,0
""",
    "setups": """\
id,level,easy,medium,hard,special_statements
U01,easy,1,1,0,P1
""",
    "debates": """\
id,text
D1,Park a country here.
D2,Talk about one country here.
D3,Keep a doubtful country here.
""",
}

WITS = {
    "questions": """\
card,position,category,question,answer,unit,as_of,sources
W001,top,Space,How many planets go around the Sun?,8,planets,2023,An almanac
W001,bottom,Games,How many squares are on a chessboard?,64,squares,2023,The rules of chess
""",
}

BASES = {"quizwiz": QUIZWIZ, "wits-and-wagers-family": WITS}

CONTENTS = {
    "quizwiz": "countries = 3\nstatements = 2\nspecial_statements = 1\nsetups = 1\ndebates = 3\n",
    "wits-and-wagers-family": "cards = 1\nquestions = 2\n",
}


def deck_toml(game: str, contents: str | None = None) -> str:
    """A deck.toml whose contents fit the base sheets unless given."""
    return (
        f'id = "test"\ngame = "{game}"\ntitle = "Test"\nversion = "2026.1"\n'
        'as_of = "2023-12-31"\nlicence = "CC0-1.0"\n\n[contents]\n'
        + (CONTENTS[game] if contents is None else contents)
    )


def write_deck(
    folder: Path,
    sheets: Mapping[str, str | bytes] | None = None,
    *,
    game: str = "quizwiz",
    contents: str | None = None,
    base: bool = True,
) -> Path:
    """Write a deck folder: the base sheets of `game`, some replaced (empty text: left out)."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "deck.toml").write_text(deck_toml(game, contents), encoding="utf-8")
    for name, text in {**(BASES[game] if base else {}), **(sheets or {})}.items():
        data = text.encode("utf-8") if isinstance(text, str) else text
        if data:
            (folder / f"{name}.csv").write_bytes(data)
    return folder


def compiled(*paths: Path) -> list[tuple[Json, Game]]:
    """The decks at `paths` as deck.json has them, unchecked, each with its game."""
    return [
        (decks.compile_deck(load(source, Profile.PRINT).sources), source.game)
        for source in find_decks(paths, installed_games())
    ]


def check(*paths: Path, profile: str = "review", **options: object) -> Report:
    """Validate paths as the command line would."""
    return pipeline.validate(pipeline.Options(paths, Profile.parse(profile), **options))  # type: ignore[arg-type]


def of_code(report: Report, code: str) -> list[Finding]:
    """The findings of one code."""
    return [finding for finding in report.findings if finding.code == code]


def run(*args: str, cwd: Path | None = None, **env: str) -> subprocess.CompletedProcess[str]:
    """The deckkit command as a user would type it."""
    command = [sys.executable, "-m", "deckkit", *args]
    return subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error", **env},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def to_workbook(folder: Path, path: Path) -> Path:
    """The sheets of a CSV deck folder as one xlsx with numbers typed as numbers."""
    import openpyxl

    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for file in sorted(folder.glob("*.csv")):
        sheet = book.create_sheet(file.stem)
        with file.open(encoding="utf-8", newline="") as lines:
            for row in csv.reader(lines):
                sheet.append([int(v) if v.isdecimal() and v == str(int(v)) else v for v in row])
    book.save(path)
    return path


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def within(seconds: float, true: Callable[[], bool]) -> bool:
    """Whether something comes true in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if true():
            return True
        time.sleep(0.05)
    return False


def alive(process: int) -> bool:
    """Whether a process runs; one that has ended but is not yet buried does not."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] not in "ZX"
