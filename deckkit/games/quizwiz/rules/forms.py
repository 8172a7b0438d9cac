"""QW315 and QW316: one form for the names and codes of countries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from deckkit.findings import Fix, Profile, Severity
from deckkit.games.quizwiz.answer_forms import doubtful, normal, uses_codes
from deckkit.games.quizwiz.names import alpha2, alpha3, names
from deckkit.games.quizwiz.records import Country, FactRow, Statement
from deckkit.records import Record, Sources
from deckkit.rules import Hit, rule
from deckkit.rules.lists import rewritten
from deckkit.text import all_of, quoted


@rule(
    "QW315",
    "answer-form",
    Severity.INFO,
    sheets=("statements", "countries"),
    profile=Profile.REVIEW,
)
def answer_form(src: Sources) -> Iterator[Hit]:
    """A country is named otherwise than the list of answers names the rest.

    What it checks: a list of answers names countries as their cards do, or by their codes,
    whichever most of its entries do. Aliases, former names, other letter case and codes among
    names are understood all the same.

    Why players care: they see the names of the cards; it is whoever reads the sheet that takes
    two words for two countries.

    Bad:
        [countries]
        code,name,region,aliases
        CHL,Chile,South America,
        PER,Peru,South America,Perú
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Perú

    Good:
        [countries]
        code,name,region,aliases
        CHL,Chile,South America,
        PER,Peru,South America,Perú
        [statements]
        id,category,difficulty,text,count,answers
        S001,land,1,has a coast,2,Chile; Peru

    How to fix: type the name or the code; `deckkit fix` does it. A word that may mean several
    states (Congo, Georgia) it leaves alone, and so a word in small letters that need not be a
    code (in, no).
    """
    known = names(src)
    for statement in src.records(Statement, "answers"):
        codes = uses_codes(src, statement.answers)
        odd: dict[str, str] = {}
        certain: dict[str, str] = {}
        for answer in statement.answers:
            country = known.one(answer)
            word = normal(known, country, codes) if country else ""
            if word and word != answer:
                odd[answer] = word
                if known.certain(answer) and (codes or not doubtful(answer)):
                    certain[answer] = word
        if odd:
            means = ", ".join(f"{quoted(answer)} for {word}" for answer, word in odd.items())
            text = statement.raw("answers")
            yield Hit(
                statement.at("answers"),
                f"This list of {'codes' if codes else 'names'} has {means}.",
                f"Type {all_of(list(dict.fromkeys(odd.values())))}.",
                fix=Fix(text, rewritten(text, certain)) if certain else None,
                value="; ".join(odd),
            )


@rule("QW316", "country-code-form", Severity.INFO, sheets=("countries",), profile=Profile.REVIEW)
def country_code_form(src: Sources) -> Iterator[Hit]:
    """A country's code is not written like the other codes of its sheet.

    What it checks: under `code` of countries and facts stand capitals, and codes of three letters
    where most have three (or of two where most have two). In facts, a country's name under `code`
    counts as well.

    Why players care: not at all; a code that looks like all others is found by whoever searches
    for it.

    Bad:
        [countries]
        code,name,region
        chl,Chile,South America
        PER,Peru,South America

    Good:
        [countries]
        code,name,region
        CHL,Chile,South America
        PER,Peru,South America

    How to fix: type the code in capitals; `deckkit fix` does it unless another row has that code.
    """
    for kind in (Country, FactRow):
        rows = [(row, row.raw("code")) for row in _rows(src, kind)]
        forms = [_normal(src, kind, text) for _, text in rows]
        lengths = Counter(len(form) for form in forms)
        usual = 2 if lengths[2] > lengths[3] else 3
        wanted = [_resized(form, usual) for form in forms]
        uses = Counter(alpha3(code) for code in wanted if code)
        for (row, text), code in zip(rows, wanted, strict=True):
            if code and code != text:
                yield Hit(
                    row.at("code"),
                    f"{quoted(text)} stands for {code}.",
                    f"Type {code}.",
                    fix=Fix(text, code) if uses[alpha3(code)] == 1 else None,
                    value=text,
                )


def _rows(src: Sources, kind: type[Record]) -> list[Record]:
    return [r for table in src.tables.values() if table.spec.record is kind for r in table.records]


def _normal(src: Sources, kind: type[Record], text: str) -> str:
    """The code in capitals, or that of the country whose name stands in its place."""
    if text.isascii() and text.isalpha() and len(text) in (2, 3):
        return text.upper()
    country = names(src).certain(text) if kind is FactRow and text else None
    return country.code.upper() if country else ""


def _resized(code: str, length: int) -> str:
    """A code in its form of so many letters, where ISO has one."""
    three = alpha3(code) if code else ""
    two = alpha2(three) if code else ""
    if not two or len(code) == length:
        return code
    return two if length == 2 else three
