"""Recomputing answers that follow from arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from deckkit.facts import FactError, FactLine, check_keys, parse
from deckkit.games.wits_and_wagers.records import Question
from deckkit.records import Sources


def recompute(question: Question) -> int:
    """The number that a question's fact gives; raises FactError when it gives none."""
    expression = parse(question.fact)
    check_keys(expression, ())
    result = expression.evaluate({})
    if not expression.divides_evenly():
        raise FactError("The fact divides whole numbers that leave a rest, not a whole number.")
    if isinstance(result, float) and result.is_integer():
        result = int(result)
    if isinstance(result, bool) or not isinstance(result, int):
        raise FactError(f"The fact gives {result!r}, not a whole number.")
    return result


def lines(src: Sources) -> Sequence[FactLine]:
    """One line per question: recomputed equal, differs, broken, or sourced only."""
    found = []
    for question in src.records(Question, "question", "answer"):
        status = "sourced"
        details: tuple[str, ...] = ()
        if question.fact:
            try:
                value = recompute(question)
                status = "equal" if value == question.answer else "differs"
                if status == "differs":
                    details = (f"the fact gives {value}, the answer is {question.answer}",)
            except FactError as error:
                status, details = "broken", (error.message,)
        volatility = "stable" if question.fact else "unknown"
        found.append(
            FactLine(
                question.record_id,
                question.question,
                status,
                question.fact,
                question.as_of or src.config.as_of,
                volatility,
                details,
            )
        )
    return found
