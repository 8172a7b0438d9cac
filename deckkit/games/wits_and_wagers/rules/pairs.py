"""WW406: questions that another question answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from deckkit.duplicates import Answer, Kind, find, subject
from deckkit.findings import Profile, Related, Severity
from deckkit.games.wits_and_wagers.records import Question
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import quoted, signature
from deckkit.wording import stem

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
    questions = src.records(Question, "question", "answer", "unit")
    told: dict[tuple[int, int], str] = {}
    for i, j in _alike(questions):
        told[i, j] = f"have the same answer, {questions[i].answer} {questions[i].unit}"
    for i, j in _given_away(questions):
        told.setdefault((i, j), f"give away the answer {questions[j].answer}")
    for (i, j), how in sorted(told.items()):
        one, two = questions[i], questions[j]
        verb = "This question and" if how.startswith("have") else "The words of"
        yield Hit(
            two.at("question"),
            f"{verb} {one.record_id} ({quoted(one.question)}) {how}.",
            "Replace one of the two questions.",
            (Related(one.at("question"), "the other question"),),
            value=one.question,
        )


def _alike(questions: tuple[Question, ...]) -> Pairs:
    """Questions with one answer about one subject that DK203 and DK204 do not report."""
    answers = [Answer(float(q.answer), signature(q.unit)) for q in questions]
    for pair in find([q.question for q in questions], answers):
        same = answers[pair.first] == answers[pair.second]
        if same and pair.wording is not Kind.DUPLICATE and pair.kind is not Kind.CONTRADICTORY:
            yield pair.first, pair.second


def _given_away(questions: tuple[Question, ...]) -> Pairs:
    """(i, j): the words of question i hold the answer of j with its unit, on its subject.

    One look-up for each number in a text, O(length of all texts).
    """
    asked: dict[tuple[str, str], list[int]] = defaultdict(list)
    for j, question in enumerate(questions):
        unit = signature(question.unit).split()
        if unit:
            asked[str(question.answer), stem(unit[0])].append(j)
    for i, question in enumerate(questions):
        words = signature(question.question.replace(",", "")).split()
        for at, word in enumerate(words):
            if not word.isdecimal():
                continue
            units = {stem(w) for w in words[at + 1 : at + 3]}
            for j in (j for unit in sorted(units) for j in asked.get((word, unit), ())):
                mine = subject(question.question, questions[j].unit)
                theirs = subject(questions[j].question, questions[j].unit)
                if i != j and 2 * len(mine & theirs) >= min(len(mine), len(theirs)) > 0:
                    yield i, j
