"""WW6xx: the mix of a whole deck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from deckkit.findings import Profile, Severity
from deckkit.games.wits_and_wagers.records import Question
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import fold, number, quoted

# Below this many questions a share says nothing.
ENOUGH = 60
TOPIC_SHARE = 0.15
TOPICS = 12
YEAR_SHARE = 40 / 250
SPREAD_SHARE = 0.60


@rule("WW601", "topics-unbalanced", Severity.WARNING, sheets=("questions",), profile=Profile.PRINT)
def topics_unbalanced(src: Sources) -> Iterator[Hit]:
    """A deck has too few topics, or too much of one.

    What it checks: from 60 questions on, at least 12 categories, none of them with more than
    15 % of the questions.

    Why players care: everybody at the table should find something they know.

    Bad: 100 of 250 questions about sport.

    Good: 15 categories with 11 to 21 questions each.

    How to fix: replace questions of the named category by others.
    """
    questions = src.records(Question, "category")
    names: dict[str, str] = {}
    uses = Counter(names.setdefault(fold(q.category), q.category) for q in questions)
    if len(questions) < ENOUGH:
        return
    place = src.tables["questions"].sheet.location
    if len(uses) < TOPICS:
        message = f"Only {number(len(uses), 'category', 'categories')}; {TOPICS} are wanted."
        yield Hit(place, message, "Add questions about something else.", value="topics")
    for topic, count in uses.items():
        if count > TOPIC_SHARE * len(questions):
            share = 100 * count / len(questions)
            message = f"{count} questions ({share:.0f} %) are about {quoted(topic)}."
            yield Hit(place, message, "Keep each category below 15 %.", value=topic)


@rule("WW602", "answers-unbalanced", Severity.WARNING, sheets=("questions",), profile=Profile.PRINT)
def answers_unbalanced(src: Sources) -> Iterator[Hit]:
    """Too many answers are years, or tiny, or huge.

    What it checks: from 60 questions on, at most 16 % of the answers are years (40 of 250) and
    at least 60 % lie between 10 and 5,000.

    Why players care: guesses spread best there; years bunch, and with tiny numbers everybody
    guesses alike.

    Bad: 80 of 250 answers are years.

    Good: 18 years, and nine answers in ten between 10 and 5,000.

    How to fix: replace some of these questions.
    """
    questions = src.records(Question, "answer", "unit")
    if len(questions) < ENOUGH:
        return
    place = src.tables["questions"].sheet.location
    years = sum(q.unit == "year" for q in questions)
    if years > YEAR_SHARE * len(questions):
        yield Hit(place, f"{years} answers are years.", "Keep them to 16 %.", value="years")
    spread = sum(10 <= q.answer <= 5000 for q in questions)
    if spread < SPREAD_SHARE * len(questions):
        share = 100 * spread / len(questions)
        message = f"Only {share:.0f} % of the answers lie between 10 and 5,000."
        yield Hit(place, message, "Aim at 60 % and more.", value="spread")
