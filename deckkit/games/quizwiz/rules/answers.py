"""QW3xx: the answers of Statements."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.findings import Fix, Profile, Related
from deckkit.games.quizwiz.answer_forms import normal, uses_codes
from deckkit.games.quizwiz.known_names import candidates, renamed
from deckkit.games.quizwiz.names import Names, alpha3, names
from deckkit.games.quizwiz.records import Statement
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.rules.lists import rewritten
from deckkit.text import any_of, fold, number, quoted


@rule("QW301", "count-differs", sheets=("statements", "countries"))
def count_differs(src: Sources) -> Iterator[Hit]:
    """The printed count is not the number of answers.

    What it checks: `count` equals the number of different countries under `answers`.

    Why players care: the front of a Statement tells how many countries match; players reason
    with that number.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,3,Chile; Peru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: correct the number, or the list of countries, whichever is wrong.
    """
    known = names(src)
    for statement in src.records(Statement, "count", "answers"):
        found = {(c.code if (c := known.one(a)) else fold(a)) for a in statement.answers}
        repeated = len(statement.answers) == statement.count  # QW304 says so
        if len(found) != statement.count and not repeated:
            clear = all(map(known.one, statement.answers))
            text = statement.raw("count")
            yield Hit(
                statement.at("count"),
                f"The count says {statement.count}, but "
                f"{number(len(found), 'country is', 'countries are')} listed.",
                f"Type {len(found)}, or correct the list of answers."
                if clear
                else "Correct the list of answers first.",
                (Related(statement.at("answers"), "the answers"),),
                Fix(text, str(len(found)), safe=clear and len(found) == len(statement.answers)),
                value=text,
            )


@rule("QW302", "country-unknown", sheets=("statements", "countries"))
def country_unknown(src: Sources) -> Iterator[Hit]:
    """An answer is not one of the deck's countries.

    What it checks: every entry under `answers` is the name, an alias or the code of exactly
    one country of the deck.

    Why players care: nobody holds the card of a country that is not in the game.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Perru

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: correct the spelling, add the word as an alias of the country, or take the
    country out of the answers (and correct the count). `deckkit fix` replaces what can only be a
    former or official name of one country of the deck.
    """
    known = names(src)
    for statement in src.records(Statement, "answers"):
        now = None
        for answer in statement.answers:
            if not known.find(answer):
                now = _present(src, statement) if now is None else now
                text = statement.raw("answers")
                yield Hit(
                    statement.at("answers"),
                    f"{quoted(answer)} is not a country of this deck.",
                    _which(answer, known),
                    fix=Fix(text, rewritten(text, now)) if answer in now else None,
                    value=answer,
                )


def _present(src: Sources, statement: Statement) -> dict[str, str]:
    """What to write for the unknown answers that are former or official names of one country."""
    known, codes = names(src), uses_codes(src, statement.answers)
    listed = {c.code for a in statement.answers for c in known.find(a)}
    found: dict[str, str] = {}
    for answer in statement.answers:
        if known.find(answer) or answer in found or not (code := renamed(answer)):
            continue
        for country in known.with_codes([code]):
            if alpha3(country.code) != code or country.code in listed:
                continue
            if word := normal(known, country, codes):
                found[answer] = word
                listed.add(country.code)
    return found


def _which(answer: str, known: Names) -> str:
    """What to type instead of an answer that is no country."""
    like = known.like(answer)
    parts = [part.strip() for part in answer.split(",")]
    if len(parts) > 1 and all(known.find(part) for part in parts):
        return "Countries are separated by ; and not by commas."
    codes, remark = candidates(answer)
    meant = [country.name for country in known.with_codes(codes)]
    if meant or codes:
        why = f" ({answer}: {remark}.)" if remark else ""
        return (
            f"Did you mean {any_of(meant)}?{why}"
            if meant
            else f"It is a country, but not one of this deck.{why}"
        )
    if like:
        return f"Did you mean {any_of(like)}?"
    return (
        f"Use one of the {len(known.words)} names and aliases of the sheet countries; answers are "
        "separated by ; or line breaks."
    )


@rule("QW303", "country-ambiguous", sheets=("statements", "countries"))
def country_ambiguous(src: Sources) -> Iterator[Hit]:
    """An answer may mean more than one of the deck's countries.

    What it checks: no entry under `answers` is an alias of two countries.

    Why players care: the back would list a country by chance.

    Bad:
        [countries]
        code,name,region,aliases
        COG,Congo Republic,Africa,Congo
        COD,DR Congo,Africa,Congo
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,lies on a great river,2,Chile; Congo

    Good:
        [countries]
        code,name,region,aliases
        COG,Congo Republic,Africa,Congo
        COD,DR Congo,Africa,Congo
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,lies on a great river,2,Chile; DR Congo

    How to fix: type the full name of the country you mean.
    """
    known = names(src)
    for statement in src.records(Statement, "answers"):
        for answer in statement.answers:
            found = known.find(answer)
            if len(found) > 1:
                candidates = [country.name for country in found]
                yield Hit(
                    statement.at("answers"),
                    f"{quoted(answer)} may be {any_of(candidates)}.",
                    "Type the full name of the country you mean.",
                    value=answer,
                )


@rule("QW304", "country-repeated", sheets=("statements", "countries"))
def country_repeated(src: Sources) -> Iterator[Hit]:
    """A country stands twice among the answers of a Statement.

    What it checks: each country is listed once, whatever name or code is used.

    Why players care: the count would promise one country more than there is.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru; CHL

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: delete the repetition, or replace it by the country that was meant.
    """
    known = names(src)
    for statement in src.records(Statement, "answers"):
        seen: dict[str, str] = {}
        for answer in statement.answers:
            country = known.one(answer)
            first = seen.setdefault(country.code if country else fold(answer), answer)
            if first is not answer:
                same = "" if first == answer else f" (also as {quoted(first)})"
                yield Hit(
                    statement.at("answers"),
                    f"{quoted(answer)} is listed twice{same}.",
                    "Delete the repetition.",
                    value=answer,
                )


@rule(
    "QW305",
    "too-few-countries",
    sheets=("statements", "countries"),
    profile=Profile.REVIEW,
)
def too_few_countries(src: Sources) -> Iterator[Hit]:
    """Fewer than two countries match a Statement.

    What it checks: at least 2 different countries of the deck are listed.

    Why players care: the game ends when every Statement holds two countries; this one could
    never be filled without a mistake.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has the driest desert,1,Chile

    Good:
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: widen the statement so that more countries match, or retire it.
    """
    known = names(src)
    for statement in src.records(Statement, "answers"):
        found = {c.code for a in statement.answers for c in known.find(a)}
        if len(found) < 2 and all(map(known.find, statement.answers)):
            yield Hit(
                statement.at("answers"),
                f"Only {number(len(found), 'country matches')}; a Statement needs at least 2.",
                "Widen the statement, or retire it.",
                value=statement.raw("answers"),
            )
