"""WW406: questions that another question answers."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from deckkit.duplicates import Answer, Kind, find, subject
from deckkit.findings import Profile, Related, Severity
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.rules.texts import matching
from deckkit.text import quoted, signature
from deckkit.wording import stem

_DIGIT = re.compile(r"[0-9\u0080-\U0010ffff]")  # or a sign that may stand for one
Pairs = Iterator[tuple[int, int]]


@rule(
    "WW406",
    "answered-elsewhere",
    Severity.WARNING,
    sheets=("questions",),
    profile=Profile.REVIEW,
)
def answered_elsewhere(src: Sources) -> Iterator[Hit]:
    """Another question answers this one.

    What it checks: pairs of questions with one number and unit as answer and half of their
    words in common; and questions whose text names the answer of another one with its unit and
    subject.

    Why players care: whoever has played the one card knows the other.

    Bad:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Games,How many squares are on a chessboard?,64,squares
        W001,bottom,Play,Black and white together: how many squares has a chessboard?,64,squares

    Good:
        [questions]
        card,position,category,question,answer,unit
        W001,top,Games,How many squares are on a chessboard?,64,squares
        W001,bottom,Play,How many pieces stand on a chessboard at the start?,32,pieces

    How to fix: replace one of the two questions.
    """
    table = src.tables["questions"]
    columns = [table.values(name) for name in ("question", "answer", "unit")]
    rows = [at for at, row in enumerate(zip(*columns, strict=True)) if None not in row]
    texts, answers, units = ([column[at] for at in rows] for column in columns)
    told: dict[tuple[int, int], str] = {}
    for i, j in _alike(texts, answers, units):
        told[i, j] = f"have the same answer, {answers[i]} {units[i]}"
    for i, j in _given_away(texts, answers, units):
        told.setdefault((i, j), f"give away the answer {answers[j]}")
    for (i, j), how in sorted(told.items()):
        one, two = table.records[rows[i]], table.records[rows[j]]
        verb = "This question and" if how.startswith("have") else "The words of"
        yield Hit(
            two.at("question"),
            f"{verb} {one.record_id} ({quoted(texts[i])}) {how}.",
            "Replace one of the two questions.",
            (Related(one.at("question"), "the other question"),),
            value=texts[i],
        )


def _alike(texts: list[str], answers: list[int], units: list[str]) -> Pairs:
    """Questions with one answer about one subject that DK203 and DK204 do not report."""
    names = {unit: signature(unit) for unit in set(units)}
    evidence = [Answer(float(n), names[unit]) for n, unit in zip(answers, units, strict=True)]
    for pair in find(texts, evidence):
        same = evidence[pair.first] == evidence[pair.second]
        if same and pair.wording is not Kind.DUPLICATE and pair.kind is not Kind.CONTRADICTORY:
            yield pair.first, pair.second


def _given_away(texts: list[str], answers: list[int], units: list[str]) -> Pairs:
    """(i, j): the words of question i hold the answer of j with its unit, on its subject.

    One look-up for each number in a text, O(length of all texts).
    """
    heads = {unit: stem(words[0]) for unit in set(units) if (words := signature(unit).split())}
    asked: dict[tuple[str, str], list[int]] = defaultdict(list)
    for j, (answer, unit) in enumerate(zip(answers, units, strict=True)):
        if unit in heads:
            asked[str(answer), heads[unit]].append(j)
    for i in matching(texts, _DIGIT):
        words = signature(texts[i].replace(",", "")).split()
        for at, word in enumerate(words):
            if not word.isdecimal():
                continue
            near = {stem(w) for w in words[at + 1 : at + 3]}
            for j in (j for unit in sorted(near) for j in asked.get((word, unit), ())):
                mine, theirs = subject(texts[i], units[j]), subject(texts[j], units[j])
                if i != j and 2 * len(mine & theirs) >= min(len(mine), len(theirs)) > 0:
                    yield i, j
