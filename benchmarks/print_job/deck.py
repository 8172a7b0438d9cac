"""The job as a deckkit game; deck.py DECK OUT [PROCESSES] builds it in so many processes."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from deckkit import building, pipeline
from deckkit.findings import Profile
from deckkit.game import Card, Face, Game, Games, Json, SheetSpec
from deckkit.records import Record, Sources
from deckkit.render import limits

HERE = Path(__file__).resolve().parent


class Statement(Record):
    id: str
    category: str
    stars: int
    statement: str
    count: int
    countries: str


def compile_deck(src: Sources) -> Json:
    records = src.records(Statement)
    names = ("id", "category", "stars", "statement", "count", "countries")
    return {"statements": [{name: getattr(r, name) for name in names} for r in records]}


def cards(deck: Mapping[str, Any]) -> Sequence[Card]:
    return [
        Card(
            s["id"], "statement",
            Face(f"{s['id']}-front", "bench/front.html", s, s["id"]),
            Face(f"{s['id']}-back", "bench/back.html", s, s["id"]),
        )
        for s in deck["statements"]
    ]  # fmt: skip


GAME = Game(
    "bench", "Bench", "BN", (SheetSpec("statements", Statement, noun="statement"),), {},
    compile_deck, cards, schemas=HERE / "schemas", templates=HERE / "templates",
)  # fmt: skip


def main(deck: str, out: str, processes: str = "2") -> None:
    limits.PROCESSES = int(processes)  # children that lay out or write at the same time
    options = pipeline.Options((Path(deck),), Profile.PRINT)
    target = building.BuildOptions(Path(out), pdf=True, sheets=("a4-duplex",))
    games = Games.of([GAME])
    built = building.build(options, target, games)
    if not built.files:
        sys.exit("\n".join(f"{f.code} {f.message}" for f in built.report.findings[:9]))


if __name__ == "__main__":
    main(*sys.argv[1:])
