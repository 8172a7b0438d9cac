"""Near-duplicates: deckkit's engine against plain all-pairs rapidfuzz, in one run.

    python benchmarks/duplicates.py [--full] [--seed 7] [SIZE ...]

Questions come from templates with invented names and nouns. Three in a hundred get a planted
duplicate of one of four kinds (typo, light, synonym, far), five in a hundred a hard negative
(negation, direction, number, name, noun). Every measurement is a process of its own; MB is the
peak resident size of that process, texts and interpreter included. All pairs are compared up to
10,000 texts; above that only some rows are, and the time is extrapolated and marked ~. The
vocabulary is invented, so that many nouns are one letter apart, which real ones seldom are; and
the paraphrases are written by hand, so that recall shows what kinds are found, not how often
editors write them.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from deckkit.duplicates import Answer, Evidence, Kind, find

ALL_PAIRS_UP_TO = 10_000
CUTOFFS = (80, 85, 90, 95)
COUNTRIES = [f"c{i:02}" for i in range(72)]
UNIVERSE = frozenset(COUNTRIES)

# Each block: a text, then a light, a synonym and a far paraphrase. {n} noun, {e} name, {k} number.
QUESTIONS = """\
How many {n} live in {e}?
About how many {n} live in {e}?
How many {n} does {e} have?
In {e}, what is the count of {n}?

How many metres high is the {n} of {e}?
How many metres tall is the {n} of {e}?
How many meters high is the {n} in {e}?
What height in metres does the {e} {n} reach?

In what year did {e} open its first {n}?
In which year did {e} open its first {n}?
What year did {e} inaugurate its first {n}?
When was the first {n} of {e} unveiled?

How many kilometres long is the {n} railway in {e}?
How many kilometres long is {e}'s {n} railway?
How many kilometers long is the {n} rail line in {e}?
What distance does the {e} {n} line cover?

How many {n} fit on a {k}-metre field in {e}?
How many {n} can fit on a {k}-metre field in {e}?
How many {n} fit on a {k}-meter pitch in {e}?
A field in {e} measures {k} metres: it takes how many {n}?

At most how many {n} may a team from {e} carry?
How many {n} at most may a team from {e} carry?
How many {n} may a squad from {e} carry at most?
What is the limit of {n} for teams of {e}?"""
CLAUSES = """\
has more than {k} {n}
has over {k} {n}
possesses more than {k} {n}
counts {n} beyond the {k} mark

is the home of wild {n} in the {e} forest
is home to wild {n} in {e} forest
has {n} living wild in the {e} woods
gives shelter to {n} under the trees of {e}

has won the {e} cup in {n}
has won the {e} Cup in {n}
was a winner of the {e} cup in {n}
took home the {e} trophy in {n}

exports {n} to at least {k} countries
exports {n} to {k} or more countries
sells {n} abroad to at least {k} nations
ships {n} to no fewer than {k} foreign customers

grew more {n} than {e} in {k}
grew more {n} than did {e} in {k}
cultivated more {n} than {e} in {k}
out-harvested {e} in {n} during {k}

shows a {n} in its flag
shows the {n} in its flag
displays a {n} on its flag
put a {n} onto its national banner

has {n} north of the {e} river
has {n} to the north of the {e} river
has {n} that lie north of the {e} river
keeps {n} upstream, beyond the {e} on its cold side

had a {n} parliament before {k}
already had a {n} parliament before {k}
had a {n} assembly before {k}
saw {n} deputies sit earlier than {k}

is a member of the {e} {n} union
belongs to the {e} {n} union
is part of the {e} {n} union
signed the {n} treaty of {e}"""
TURNS = [("more than", "fewer than"), ("over", "under"), ("at least", "fewer than"),
         ("north", "south"), ("before", "after"), ("more", "fewer"), ("high", "deep"),
         ("first", "last"), ("At most", "At least")]  # fmt: skip
ONSETS, VOWELS = "b c d f g h k l m n p r s t v z br dr gr kl pl st tr", "a e i o u a e o ai ea ou"
LEVELS = ("typo", "light", "synonym", "far")
NEGATIVES = ("negation", "direction", "number", "name", "noun")


def word(rng: random.Random, syllables: int) -> str:
    return "".join(
        rng.choice(ONSETS.split()) + rng.choice(VOWELS.split()) for _ in range(syllables)
    )


class Planted:
    """`size` texts with answers, and the planted pairs: {(i, j): level or kind of negative}."""

    def __init__(self, size: int, seed: int) -> None:
        self.rng = rng = random.Random(f"{seed} {size}")
        self.nouns = sorted({word(rng, 2) + rng.choice("lnrtk") + "s" for _ in range(3_000)})
        self.names = sorted({word(rng, rng.choice((2, 3))).capitalize() for _ in range(4_000)})
        self.lines = [b.splitlines() for b in (QUESTIONS + "\n\n" + CLAUSES).split("\n\n")]
        rows: list[tuple[str, Evidence, int, str]] = []  # text, answer, family, role
        used: set[str] = set()
        family = 0
        while len(rows) < size:
            line = rng.choice(self.lines)
            fill = self.fill()
            text = line[0].format(**fill)
            if text in used:
                continue
            used.add(text)
            family += 1
            answer = self.answer(text)
            rows.append((text, answer, family, "base"))
            role = rng.random()
            other: tuple[str, Evidence] | None = None
            name = ""
            if role < 0.03:
                name = rng.choice(LEVELS)
                other = self.paraphrase(line, fill, name), self.same(answer)
            elif role < 0.08:
                name = rng.choice(NEGATIVES)
                other = self.negative(line[0], fill, name, answer)
            if other and other[0] not in used:
                used.add(other[0])
                rows.append((*other, family, name))
        rng.shuffle(rows)
        del rows[size:]
        self.texts = [row[0] for row in rows]
        self.answers = [row[1] for row in rows]
        self.pairs: dict[tuple[int, int], str] = {}
        seen: dict[int, int] = {}
        for i, (_, _, group, role_name) in enumerate(rows):
            if group in seen:
                j = seen[group]
                self.pairs[j, i] = role_name if role_name != "base" else rows[j][3]
            seen.setdefault(group, i)

    def fill(self) -> dict[str, str]:
        rng = self.rng
        number = rng.choice((rng.randint(3, 40), rng.randint(41, 999), rng.randint(1700, 2020)))
        return {"n": rng.choice(self.nouns), "e": rng.choice(self.names), "k": str(number)}

    def answer(self, text: str) -> Evidence:
        if text.endswith("?"):
            unit = "metres" if "metres" in text else "year" if "year" in text else "pieces"
            return Answer(float(int(10 ** self.rng.uniform(0.5, 4))), unit)
        return frozenset(self.rng.sample(COUNTRIES, self.rng.randint(5, 40)))

    def same(self, answer: Evidence) -> Evidence:
        """The answer of a duplicate: one in four editors has one country fewer."""
        if isinstance(answer, frozenset) and self.rng.random() < 0.25:
            return answer - {min(answer)}
        return answer

    def paraphrase(self, line: list[str], fill: dict[str, str], level: str) -> str:
        if level != "typo":
            return line[LEVELS.index(level)].format(**fill)
        words = line[0].format(**fill).split(" ")
        longest = [i for i, w in enumerate(words) if len(w) > 4 and w.isalpha() and w.islower()]
        spot = self.rng.choice(longest or [0])
        at = self.rng.randint(1, len(words[spot]) - 2)
        old = words[spot]
        slips = (old[:at] + old[at + 1 :], old[:at] + old[at + 1] + old[at] + old[at + 2 :])
        words[spot] = self.rng.choice(slips)
        return " ".join(words)

    def negative(
        self, text: str, fill: dict[str, str], kind: str, answer: Evidence
    ) -> tuple[str, Evidence] | None:
        fresh = self.answer(text.format(**fill))
        if kind == "negation":
            if isinstance(answer, Answer):
                return None
            for verb, denial in (("has won", "has never won"), ("has ", "has no "),
                                 ("shows a", "shows no"), ("is ", "is not ")):  # fmt: skip
                if text.startswith(verb):
                    return text.replace(verb, denial, 1).format(**fill), UNIVERSE - answer
            return None
        if kind == "direction":
            turn = next((t for t in TURNS if t[0] in text), None)
            return (text.replace(*turn, 1).format(**fill), fresh) if turn else None
        slot, values = {
            "number": ("k", [str(int(fill["k"]) + self.rng.randint(1, 9))]),
            "name": ("e", self.names),
            "noun": ("n", self.nouns),
        }[kind]
        if "{" + slot + "}" not in text:
            return None
        return text.format(**{**fill, slot: self.rng.choice(values)}), fresh


def memory() -> float:
    """Peak resident size in MB."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 if sys.platform != "darwin" else 1024**2)


def engine(data: Planted, evidence: bool) -> dict[str, object]:
    start = time.process_time()
    proof = data.answers if evidence else None
    found = [(p.first, p.second, p.kind) for p in find(data.texts, proof, universe=UNIVERSE)]
    seconds = time.process_time() - start
    same = {(i, j) for i, j, kind in found if kind is Kind.DUPLICATE}
    kinds = {(i, j): kind for i, j, kind in found}
    opposite = [p for p, role in data.pairs.items() if role in ("negation", "direction")]
    return {
        "seconds": seconds, "mb": memory(), **score(data, same),
        "opposites": f"{sum(kinds.get(p) is Kind.CONTRADICTORY for p in opposite)}/{len(opposite)}",
        "redundant": sum(k is Kind.REDUNDANT for k in kinds.values()),
    }  # fmt: skip


def all_pairs(data: Planted) -> dict[str, object]:
    """token_sort_ratio of every pair; the cutoff with the best F1 is the one reported."""
    import numpy as np
    from rapidfuzz import fuzz, process, utils

    texts = [" ".join(sorted(utils.default_process(t).split())) for t in data.texts]
    size = len(texts)
    whole = size <= ALL_PAIRS_UP_TO
    rows = range(0, size, 500) if whole else [size // 2]
    width = 500 if whole else 100
    found: dict[tuple[int, int], int] = {}
    start, compared = time.process_time(), 0
    for first in rows:
        part = texts[first : first + width]
        rest = texts[first:] if whole else texts
        scores = process.cdist(
            part, rest, scorer=fuzz.ratio, score_cutoff=CUTOFFS[0], dtype=np.uint8, workers=1
        )
        compared += scores.size
        for i, j in zip(*scores.nonzero(), strict=True):
            if whole and i < j:
                found[first + int(i), first + int(j)] = int(scores[i, j])
    seconds = time.process_time() - start
    if not whole:
        return {"seconds": seconds * (size * size / 2) / compared, "mb": memory()}
    tries = [(c, score(data, {p for p, s in found.items() if s >= c})) for c in CUTOFFS]
    cutoff, best = max(tries, key=lambda t: t[1]["f1"])
    return {"seconds": seconds, "mb": memory(), "cutoff": cutoff, **best}


def score(data: Planted, found: set[tuple[int, int]]) -> dict[str, object]:
    true = {p for p, role in data.pairs.items() if role in LEVELS}
    hits = true & found
    roles = Counter(data.pairs[p] for p in true)
    levels = Counter(data.pairs[p] for p in hits)
    wrong = Counter(data.pairs.get(p, "other") for p in found - true)
    precision, recall = len(hits) / max(1, len(found)), len(hits) / max(1, len(true))
    return {
        "precision": precision,
        "recall": recall,
        "f1": 2 * precision * recall / max(1e-9, precision + recall),
        "levels": {name: f"{levels[name]}/{roles[name]}" for name in LEVELS},
        "wrong": dict(wrong),
    }


def measured(method: str, size: int, seed: int) -> dict[str, object]:
    command = [sys.executable, __file__, "--one", method, "--seed", str(seed), str(size)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    result: dict[str, object] = json.loads(done.stdout)
    return result


def lines(sizes: list[int], seed: int) -> Iterator[str]:
    yield f"{'texts':>8} {'method':<24} {'CPU s':>9} {'ratio':>8} {'MB':>6}     P     R  notes"
    for size in sizes:
        base = measured("pairs", size, seed)
        for method in ("pairs", "words", "answers"):
            row = base if method == "pairs" else measured(method, size, seed)
            name = {"pairs": "all-pairs rapidfuzz", "words": "deckkit, texts only",
                    "answers": "deckkit, with answers"}[method]  # fmt: skip
            about = "~" if method == "pairs" and size > ALL_PAIRS_UP_TO else ""
            ratio = float(str(base["seconds"])) / max(1e-4, float(str(row["seconds"])))
            text = (
                f"{size:>8,} {name:<24} {about + format(row['seconds'], '.2f'):>9} {ratio:>7.1f}x"
            )
            text += f" {row['mb']:>6.0f}"
            if "recall" in row:
                text += f" {row['precision']:>5.2f} {row['recall']:>5.2f}  {row['levels']}"
                text += f" wrong {row['wrong']}"
            if "cutoff" in row:
                text += f" cutoff {row['cutoff']}"
            if "opposites" in row:
                text += f" opposites {row['opposites']} redundant {row['redundant']}"
            yield text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("sizes", nargs="*", type=int)
    parser.add_argument("--full", action="store_true", help="also 200,000 texts")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    sizes = options.sizes or [1_000, 10_000, 50_000, *([200_000] if options.full else [])]
    if options.one:
        data = Planted(sizes[0], options.seed)
        row = all_pairs(data) if options.one == "pairs" else engine(data, options.one == "answers")
        print(json.dumps(row))
        return
    for line in lines(sizes, options.seed):
        print(line, flush=True)


if __name__ == "__main__":
    main()
