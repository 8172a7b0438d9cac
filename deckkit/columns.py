"""Columns that stand under another header in the files: `[columns]` and ``--map code=ISO``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from deckkit.errors import UsageError
from deckkit.sources.model import Sheet, key
from deckkit.text import all_of, did_you_mean, quoted

Names = Mapping[str, Mapping[str, str]]  # sheet (empty: all) -> folded header -> column
ANY = ""


def names_of(columns: Mapping[str, str | Mapping[str, str]]) -> Names:
    """The `[columns]` of a deck.toml, turned round: header -> column, by sheet."""
    found: dict[str, dict[str, str]] = {ANY: {}}
    for name, header in columns.items():
        inner = {name: header} if isinstance(header, str) else header
        sheet = ANY if isinstance(header, str) else key(name)
        for column, text in inner.items():
            found.setdefault(sheet, {})[key(text)] = key(column)
    return found


def parse(words: Iterable[str]) -> Names:
    """``code=ISO`` and ``statements.text=Clause`` as `names_of` would give them.

    Raises UsageError for a word that is neither.
    """
    columns: dict[str, str | dict[str, str]] = {}
    for word in words:
        column, equals, header = (part.strip() for part in word.partition("="))
        sheet, dot, name = column.partition(".")
        if not equals or not header or not column or (dot and not (sheet and name)):
            hint = "Write column=header, for example code=ISO or statements.text=Clause."
            raise UsageError(f"--map {word} says no column and header.", hint)
        if dot:
            inner = columns.setdefault(sheet, {})
            if isinstance(inner, dict):
                inner[name] = header
        else:
            columns[column] = header
    return names_of(columns)


def joined(first: Names, second: Names) -> Names:
    """Both; where both name a column or a header, the second counts."""
    found = {sheet: dict(names) for sheet, names in first.items()}
    for sheet, names in second.items():
        own = found.setdefault(sheet, {})
        for header in [h for h, column in own.items() if column in names.values()]:
            del own[header]
        own.update(names)
    return found


def for_sheet(names: Names, sheet: str) -> Mapping[str, str]:
    """Header -> column for one sheet of the game."""
    return {**names.get(ANY, {}), **names.get(sheet, {})}


def check(names: Names, known: Mapping[str, Iterable[str]]) -> None:
    """Raise UsageError for a sheet or column that `known` (columns by sheet) does not have."""
    for sheet, pairs in names.items():
        if sheet and sheet not in known:
            hint = did_you_mean(sheet, known) or f"Sheets are {all_of(list(known))}."
            raise UsageError(f"There is no sheet {quoted(sheet)} to map columns of.", hint)
        columns = set(known[sheet]) if sheet else {c for found in known.values() for c in found}
        for column in pairs.values():
            if column not in columns:
                hint = did_you_mean(column, sorted(columns))
                hint = hint or f"Columns are {all_of(sorted(columns))}."
                raise UsageError(f"There is no column {quoted(column)} to map to.", hint)


def head(sheet: Sheet, names: Names) -> Sheet:
    """`sheet` without its rows, its columns under the game's names as far as all sheets go."""
    return renamed(sheet.without_rows(), names.get(ANY, {}))


def renamed(sheet: Sheet, names: Mapping[str, str]) -> Sheet:
    """The sheet with its columns under the names of the game; places keep the file's headers."""
    found = {h: column for h, column in names.items() if h in sheet.columns and h != column}
    if not found:
        return sheet
    headers = tuple(
        cell._replace(raw=found[key(cell.raw)]) if key(cell.raw) in found else cell
        for cell in sheet.headers
    )
    taken = set(found.values())
    series = {
        found.get(header, header): column
        for header, column in sheet.series.items()
        if header in found or header not in taken
    }
    return replace(sheet, headers=headers, series=series)
