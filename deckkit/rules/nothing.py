"""DK115: a word that a program wrote where it had no value."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.findings import Severity
from deckkit.records import Sources, Table
from deckkit.rules.registry import Hit, rule

_WORD = "None"
_OFTEN = 3  # a card may say None, hardly three of them
_TRUTHS = frozenset({"true", "false"})


@rule("DK115", "none-for-nothing", Severity.WARNING)
def none_for_nothing(src: Sources) -> Iterator[Hit]:
    """A cell says `None` where a program probably had nothing to write.

    What it checks: the word None, alone, in a column that may be empty, among numbers, or three
    times in any column. A text that must be there may be None: it is the name of a Special
    Statement. Words that nobody would type, such as `nan` and `NULL`, are errors (DK040).

    Why players care: an empty cell has become a word, and words are printed and compared.

    Bad:
        [countries]
        code,name,region,capital,aliases
        CHL,Chile,South America,Santiago,None

    Good:
        [countries]
        code,name,region,capital,aliases
        CHL,Chile,South America,Santiago,

    How to fix: empty the cell, or type the value.
    """
    for table in src.tables.values():
        for name, series in table.sheet.series.items():
            if f"\n{_WORD}\n" not in series.joined or name.startswith("_"):
                continue
            found = [at for at, text in enumerate(series.texts) if text == _WORD]
            if len(found) >= _OFTEN or _may_be_empty(table, name):
                for at in found:
                    message = f"{series.place.header} is None: a program may have had no value."
                    hint = "Empty the cell, or type the value."
                    yield Hit(table.records[at].at(name), message, hint, value=_WORD)


def _may_be_empty(table: Table, name: str) -> bool:
    """Whether the column is optional, or one of numbers and truths."""
    column = table.schema.columns.get(name)
    if column is not None:
        return column.required_from is None
    others = {text for text in table.texts(name) if text and text != _WORD}
    return bool(others) and all(_is_number(text) or text.lower() in _TRUTHS for text in others)


def _is_number(text: str) -> bool:
    try:
        return bool(float(text) or True)
    except ValueError:
        return False
