"""Mutation fuzzing of the whole pipeline: no file, however damaged, may cause a traceback.

    python -m tests.fuzz [--seconds 600] [--seed 1] [--keep FOLDER]

Takes a file of tests/corpus, or a small deck of either game, changes some bytes, XML parts or
cells, and runs validate (and, when the deck is good, the compiler). What counts as a crash: any
exception but a DeckkitError, a rule that broke (DK090), or a run of more than ten CPU seconds. Each
crash is printed with the seed that makes it again (--seed SEED --seconds 0) and kept as a file.
`--seed` also makes a run repeatable; tests/test_fuzz.py runs a short one.
"""

from __future__ import annotations

import argparse
import io
import random
import shutil
import sys
import tempfile
import time
import traceback
import zipfile
from collections.abc import Callable
from pathlib import Path

from deckkit.decks import compile_deck
from deckkit.errors import DeckkitError
from deckkit.findings import Profile, Severity
from deckkit.game import installed_games
from deckkit.loading import find_decks, load
from deckkit.pipeline import Options, check

from .support import BASES, deck_toml

CORPUS = Path(__file__).parent / "corpus"
SLOW = 10.0
GAMES = ("quizwiz", "wits-and-wagers-family")
TOKENS = (
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b'"', b'""', b",", b";", b"\t", b"\r", b"\n", b"\r\n",
    b"=", b"-1", b"1e400", b"NaN", b"9" * 60, b"0x10", b"_x000D_", b"#REF!", b"TRUE", b"&#0;",
    b"&#x1F600;", b"<c/>", b"<v>", b"</v>", b'r="A0"', b'r="ZZZ99999999"', b't="s"', b't="e"',
    b'<row r="-1">', b"<!DOCTYPE x>", b"]]>", b"xml:space", b's="99999"',
)  # fmt: skip
CELLS = (
    "", " ", "\u00a0", "0", "-1", "1e9", "1.5", "9" * 50, "١٢", "²", "NaN", "inf", "true",
    "2023-02-30", "9999-99-99", "0000", "x" * 40_000, "\u202eabc", "a\u0301" * 50, "\U0001f600",
    "ß", "İ", "\ud7ff", "CHL", "chl; CHL; Peru; Chile", ";;;", "\n;\n", "size(", "1/0", "2**9999",
    "9223372036854775807 + 1", "a > ", "coast_km > 0", "'", '"', "<b>", "{{ 7*7 }}", "../../x",
    "http://x", "=1+1", "S001", "P1;P1", "easy", "easy medium", "#12345g", "#ffffff", "top",
    "cоast", "  two  spaces ,here", "QW, DK; ((", "[", "\\", "%", "a" + " (" * 200,
)  # fmt: skip


def mutate_bytes(data: bytes, draw: random.Random) -> bytes:
    """One to six changes of single bytes, ranges or tokens."""
    out = bytearray(data)
    for _ in range(draw.randint(1, 6)):
        at = draw.randrange(len(out) + 1)
        to = min(len(out), at + int(10 ** draw.uniform(0, 3)))
        match draw.randrange(7):
            case 0 if out:
                out[at % len(out)] ^= 1 << draw.randrange(8)
            case 1:
                del out[at:to]
            case 2:
                out[at:at] = out[at:to]
            case 3:
                out[at:at] = draw.choice(TOKENS)
            case 4:
                out[at:to] = draw.choice(TOKENS)
            case 5:
                del out[at:]
            case _:
                other = draw.choice(files()).read_bytes()
                start = draw.randrange(len(other) + 1)
                out[at:to] = other[start : start + to - at]
    return bytes(out)


def mutate_zip(data: bytes, draw: random.Random) -> bytes:
    """Change the text of some parts of a workbook, drop one, or name one twice."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(buffer, "w") as new:
        names = [n for n in old.namelist() if old.getinfo(n).file_size < 1 << 20]
        chosen = set(draw.sample(names, min(len(names), draw.randint(1, 2))))
        for name in names:
            part = old.read(name)
            if name in chosen:
                if draw.random() < 0.1:
                    continue
                part = mutate_bytes(part, draw)
            new.writestr(name, part, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def mutate_table(text: str, draw: random.Random) -> str:
    """Change cells, rows and columns of comma-separated text."""
    rows = [line.split(",") for line in text.splitlines()]
    for _ in range(draw.randint(1, 5)):
        row = draw.choice(rows)
        at = draw.randrange(len(row))
        match draw.randrange(8):
            case 0:
                rows.remove(row)
            case 1:
                rows.insert(draw.randrange(len(rows) + 1), list(row))
            case 2:
                row.pop(at)
            case 3:
                row[at] = row[draw.randrange(len(row))]
            case 4:
                rows.insert(0, [draw.choice(CELLS)])
            case _:
                cell = draw.choice(CELLS)
                quote = draw.random() < 0.7
                row[at] = '"' + cell.replace('"', '""') + '"' if quote else cell
        rows = [row for row in rows if row] or [["id"]]
    return "\n".join(",".join(row) for row in rows) + "\n"


def files() -> list[Path]:
    """The corpus, without what is large on purpose."""
    return sorted(p for p in CORPUS.iterdir() if p.suffix != ".yaml" and "bomb" not in p.name)


def make(folder: Path, draw: random.Random) -> tuple[Path, str]:
    """A mutated file or deck below `folder`, and the game it is to be taken for."""
    game = draw.choice(GAMES)
    if draw.random() < 0.5:
        source = draw.choice(files())
        data = source.read_bytes()
        if zipfile.is_zipfile(source) and draw.random() < 0.8:
            data = mutate_zip(data, draw)
        else:
            data = mutate_bytes(data, draw)
        path = folder / source.name.removeprefix("~$")
        path.write_bytes(data)
        return path, game if draw.random() < 0.2 else "quizwiz"
    toml = deck_toml(game)
    if draw.random() < 0.1:
        toml = mutate_bytes(toml.encode(), draw).decode("utf-8", "replace")
    (folder / "deck.toml").write_text(toml, encoding="utf-8")
    sheets = {**BASES[game], **(EXTRA if game == "quizwiz" else {})}
    changed = set(draw.sample(sorted(sheets), draw.randint(1, min(3, len(sheets)))))
    for name, text in sheets.items():
        new = mutate_table(text, draw) if name in changed else text
        data = new.encode("utf-8", "surrogatepass")
        if name in changed and draw.random() < 0.1:
            data = mutate_bytes(data, draw)
        (folder / f"{name}.csv").write_bytes(data)
    return folder, game


EXTRA = {
    "fact_keys": "key,meaning,type,source,as_of,volatility\ncoast_km,Coast,integer,An atlas,2019,"
    "yearly\nname,Name,string,An atlas,2023,stable\n",
    "facts": "code,coast_km,name\nCHL,6435,Chile\nPER,2414,Peru\nBOL,0,Bolivia\n",
    "statements": "id,category,difficulty,text,count,answers,as_of,sources,fact,note,"
    "deckkit_ignore\n"
    "S001,land,1,has a coast,2,Chile; Peru,2023,An atlas; Another,coast_km > 0,,\n"
    "S002,food,2,grows potatoes,3,Chile; Peru; Bolivia,2023,An atlas; Another,,,QW\n"
    "S003,land,3,has a name of 5 letters,1,Chile,2023,An atlas,size(name) == 5,,\n",
}


def attempt(path: Path, game: str, draw: random.Random) -> str:
    """Run the pipeline over one deck; what broke, or nothing."""
    started = time.process_time()
    profile = draw.choice((Profile.DRAFT, Profile.REVIEW, Profile.REVIEW, Profile.PRINT))
    if path.is_file() and profile is Profile.PRINT:
        profile = Profile.REVIEW
    try:
        options = Options((path,), profile, game)
        for deck in find_decks(options.paths, installed_games(), game):
            loaded = load(deck, profile)
            report = check(loaded, options)
            for finding in report.findings:
                if finding.code == "DK090":
                    return finding.message
                finding.as_json()
            if not report.count(Severity.ERROR):
                compile_deck(loaded.sources)
    except DeckkitError:
        return ""
    except Exception:
        return traceback.format_exc()
    seconds = time.process_time() - started
    return f"took {seconds:.1f} s" if seconds > SLOW else ""


def run(
    seed: int, seconds: float, keep: Path | None = None, *, most: int = sys.maxsize,
    say: Callable[[str], None] = print,
) -> tuple[int, dict[str, int]]:  # fmt: skip
    """Fuzz until time is up (at least one round): rounds, and the seed of each new crash."""
    crashes: dict[str, int] = {}
    end, rounds = time.monotonic() + seconds, 0
    while rounds == 0 or (time.monotonic() < end and rounds < most):
        draw = random.Random(seed + rounds)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name, "deck")
            folder.mkdir()
            path, game = make(folder, draw)
            broken = attempt(path, game, draw)
            if broken:
                last = broken.strip().splitlines()
                known = "\n".join(last[-3:])
                if known not in crashes:
                    crashes[known] = seed + rounds
                    say(f"--- seed {seed + rounds} ({path.name}, {game})\n{broken}")
                    if keep:
                        shutil.copytree(folder, keep / str(seed + rounds), dirs_exist_ok=True)
        rounds += 1
    return rounds, crashes


def main() -> int:
    """Fuzz as the command line says; 1 when something broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    given = parser.parse_args()
    rounds, crashes = run(given.seed, given.seconds, given.keep)
    print(f"{rounds:,} files, {len(crashes)} kinds of crash")
    return int(bool(crashes))


if __name__ == "__main__":
    sys.exit(main())
