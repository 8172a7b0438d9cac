"""DK114: words that are right but for their letter case."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from deckkit.findings import Fix, Severity
from deckkit.records import Sources
from deckkit.rules.registry import Hit, rule
from deckkit.schemas import Column
from deckkit.text import fold, quoted


@rule("DK114", "letter-case", Severity.INFO)
def letter_case(src: Sources) -> Iterator[Hit]:
    """A word is right but for its letter case or spaces.

    What it checks: columns that take one of a few words (easy, medium, hard), and columns whose
    values have a fixed form, such as the ids of categories.

    Why players care: some of these words are understood in any case, others stop the build.

    Bad:
        [categories]
        id,name,colour,icon
        land,Land,#2a6f78,Globe
        food,Food,#a0522d,fork

    Good:
        [categories]
        id,name,colour,icon
        land,Land,#2a6f78,globe
        food,Food,#a0522d,fork

    How to fix: type the word as the hint says; `deckkit fix` does it.
    """
    for table in src.tables.values():
        for name, column in table.schema.columns.items():
            right = _corrector(column) if name in table.sheet.columns else None
            if right is None:
                continue
            texts = table.texts(name)
            different = set(texts)
            odd = {text: word for text in different if text and (word := right(text))}
            for at, text in enumerate(texts) if odd else ():
                if word := odd.get(text, ""):
                    taken = name in table.schema.key and word in different
                    yield Hit(
                        table.records[at].at(name),
                        f"{quoted(text)} is written {word} elsewhere.",
                        f"Type {word}.",
                        fix=None if taken else Fix(text, word),
                        value=text,
                    )


def _corrector(column: Column) -> Callable[[str], str] | None:
    """Gives the right form of a word of the column, or nothing; None where no form is fixed."""
    words = [*map(str, column.schema.get("enum", ())), *column.schema.get("x-values", ())]
    if column.kind != "string" or not (words or "pattern" in column.schema):
        return None
    if words:
        return partial(_of_words, {fold(word): word for word in words}, frozenset(words))
    fast = column.fast
    return partial(_of_form, fast) if fast else None


def _of_words(by_form: dict[str, str], words: frozenset[str], text: str) -> str:
    return "" if text in words else by_form.get(fold(text), "")


def _of_form(fits: Callable[[str], bool], text: str) -> str:
    forms = () if fits(text) else (text.lower(), text.upper())
    return next((form for form in forms if fits(form)), "")
