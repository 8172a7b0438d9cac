"""Tables like those that public collections offer: a country table and a question table.

    python benchmarks/public.py FOLDER [--rows 50000] [--seed 7]

Names of countries are those of ISO 3166 (pycountry); everything else is drawn at random from
small vocabularies. Headers are not deckkit's, and three cells in a hundred have one of the
habits of such tables: spaces at the ends, words for numbers, empty cells, decimals, HTML.
"""

from __future__ import annotations

import argparse
import csv
import random
from collections.abc import Iterator
from pathlib import Path

COUNTRY_MAP = ("code=ISO3166-1-Alpha-3", "name=official_name_en", "region=Region Name")
QUESTION_MAP = (
    "card=Card No", "position=Half", "category=Topic", "question=Question", "answer=Answer",
    "unit=Unit", "as_of=Year", "sources=Source",
)  # fmt: skip
_REGIONS = ("Africa", "Americas", "Asia", "Europe", "Oceania")
_TOPICS = ("History", "Science", "Sports", "Music", "Food", "Nature", "Geography", "Film")
_UNITS = ("metres", "years", "people", "kilograms", "days", "goals", "islands", "bones", "keys")
_NOUNS = [
    "bridge",
    "tower",
    "river",
    "stadium",
    "library",
    "museum",
    "castle",
    "harbour",
    "railway",
    "tunnel",
    "garden",
    "theatre",
    "market",
    "lighthouse",
    "palace",
    "monument",
]
_ADJECTIVES = [
    "oldest",
    "longest",
    "tallest",
    "largest",
    "smallest",
    "newest",
    "deepest",
    "highest",
    "busiest",
]
_SYLLABLES = [
    "ba",
    "de",
    "ki",
    "lo",
    "mu",
    "na",
    "po",
    "ra",
    "se",
    "ti",
    "vo",
    "za",
    "bel",
    "dor",
    "fin",
    "gal",
    "hem",
    "jor",
    "kal",
]
_WORDS = ("many", "N/A", "about 12", "3.5", "1,200", "unknown", "TBD")


def country_rows(seed: int = 7, rows: int = 250) -> Iterator[list[str]]:
    """The header and 250 rows: the 249 entries of ISO 3166 and one that ISO lacks."""
    import pycountry

    draw = random.Random(seed)
    yield ["ISO3166-1-Alpha-3", "ISO3166-1-Alpha-2", "official_name_en", "Region Name",
           "Capital", "Dial", "is_independent"]  # fmt: skip
    entries = [(c.alpha_3, c.alpha_2, c.name) for c in pycountry.countries]
    for code, short, name in sorted([*entries, ("XKX", "XK", "Kosovo")])[:rows]:
        row = [code, short, name, draw.choice(_REGIONS), _name(draw), str(draw.randint(1, 999))]
        yield _habit(draw, [*row, draw.choice(["Yes", "No", "Territory of US"])], 2, 5)


def question_rows(rows: int = 50_000, seed: int = 7) -> Iterator[list[str]]:
    """The header and `rows` questions."""
    draw = random.Random(seed)
    yield ["Card No", "Half", "Topic", "Question", "Answer", "Unit", "Year", "Source", "Air Date"]
    for at in range(rows):
        unit = draw.choice(_UNITS)
        question = (
            f"How many {unit} has the {draw.choice(_ADJECTIVES)} {draw.choice(_NOUNS)} of "
            f"{_name(draw)} {draw.choice(['in', 'near', 'beyond'])} {_name(draw)}?"
        )
        row = [f"C{at // 2 + 1:05}", ("top", "bottom")[at % 2], draw.choice(_TOPICS), question,
               str(int(10 ** draw.uniform(0, 6))), unit, str(draw.randint(1990, 2023)),
               f"{_name(draw)} Almanac", f"{draw.randint(1990, 2023)}-01-02"]  # fmt: skip
        yield _habit(draw, row, 3, 4)


def write(path: Path, rows: Iterator[list[str]]) -> Path:
    """Write rows as CSV (UTF-8)."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    return path


def _name(draw: random.Random) -> str:
    return "".join(draw.choice(_SYLLABLES) for _ in range(draw.randint(2, 4))).capitalize()


def _habit(draw: random.Random, row: list[str], text: int, number: int) -> list[str]:
    """One habit in three of a hundred rows, in the cell `text` or `number`."""
    match draw.randrange(100):
        case 0:
            row[text] = f" {row[text]}\u00a0"
        case 1:
            row[number] = draw.choice(_WORDS)
        case 2:
            row[text] = draw.choice(["", f"<i>{row[text]}</i>", row[text].replace(" ", "  ", 1)])
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    print(write(given.folder / "countries_public.csv", country_rows(given.seed)))
    rows = question_rows(given.rows, given.seed)
    print(write(given.folder / "questions_public.csv", rows))


if __name__ == "__main__":
    main()
