"""QW50x: the sheets facts and fact_keys themselves."""

from __future__ import annotations

from collections.abc import Iterator

from deckkit.games.quizwiz.facts import table, typed
from deckkit.games.quizwiz.names import alpha2, alpha3
from deckkit.games.quizwiz.records import Country, FactKey, FactRow
from deckkit.records import Sources
from deckkit.rules import Hit, rule
from deckkit.text import all_of, did_you_mean, quoted


@rule("QW504", "fact-value-wrong-type", sheets=("facts", "fact_keys"))
def fact_value_wrong_type(src: Sources) -> Iterator[Hit]:
    """A value in facts is not of its key's type.

    What it checks: values of a boolean key are true or false, of an integer key whole numbers,
    of a number key numbers.

    Why players care: answers are recomputed from these values.

    Bad:
        [fact_keys]
        key,meaning,type,source
        coast_km,Length of coast,integer,An atlas
        [facts]
        code,coast_km
        CHL,long

    Good:
        [fact_keys]
        key,meaning,type,source
        coast_km,Length of coast,integer,An atlas
        [facts]
        code,coast_km
        CHL,6435

    How to fix: type a value of the key's type, or correct the type in fact_keys.
    """
    keys = table(src).keys
    for row in src.records(FactRow, "code"):
        for name, cell in row.row.cells.items():
            if name in keys and not cell.empty and typed(cell, keys[name].type) is None:
                kind = {"boolean": "true or false", "integer": "a whole number"}
                wanted = kind.get(keys[name].type, "a number")
                message = f"{quoted(cell.raw)} is not {wanted}, the type of {name}."
                yield Hit(row.at(name), message, f"Type {wanted}.", value=cell.text)


@rule("QW505", "fact-key-undescribed", sheets=("facts", "fact_keys"))
def fact_key_undescribed(src: Sources) -> Iterator[Hit]:
    """A column of facts is not described in fact_keys, or the other way round.

    What it checks: every column of the sheet facts has a row in fact_keys with its meaning,
    type and source, and every key has its column.

    Why players care: a number whose source nobody knows proves nothing.

    Bad:
        [fact_keys]
        key,meaning,type,source
        coast_km,Length of coast,integer,An atlas
        [facts]
        code,coast_km,rivers
        CHL,6435,12

    Good:
        [fact_keys]
        key,meaning,type,source
        coast_km,Length of coast,integer,An atlas
        [facts]
        code,coast_km
        CHL,6435

    How to fix: add a row to fact_keys, or delete the column.
    """
    keys = table(src).keys
    columns = src.tables["facts"].sheet.columns
    for name, header in columns.items():
        if name and name not in keys and name != "code" and not name.startswith("_"):
            hint = did_you_mean(name, [k for k in keys if k not in columns])
            message = f"The fact {quoted(name)} is not described in fact_keys."
            yield Hit(header.location, message, hint or "Add a row for it.", value=name)
    for key in src.records(FactKey, "key"):
        if key.key not in columns:
            message = f"The sheet facts has no column {quoted(key.key)}."
            yield Hit(key.at("key"), message, "Add the column, or delete this row.", value=key.key)


@rule("QW507", "fact-country-missing", sheets=("facts", "countries"))
def fact_country_missing(src: Sources) -> Iterator[Hit]:
    """A country has no row in facts, or a row no country.

    What it checks: every country of the deck has its row in the sheet facts, and every row the
    code of a country, of the deck or of ISO 3166.

    Why players care: no Statement can be recomputed for it.

    Bad:
        [facts]
        code,coast_km
        CHL,6435
        PER,2414

    Good:
        [facts]
        code,coast_km
        CHL,6435
        PER,2414
        BOL,0

    How to fix: add a row with the country's code, or correct the code of the row.
    """
    rows = {alpha3(row.code) for row in src.records(FactRow, "code")}
    countries = {alpha3(c.code): c.name for c in src.records(Country, "code", "name")}
    absent = {code: name for code, name in countries.items() if code not in rows}
    if absent:
        place = src.tables["facts"].sheet.location
        names = list(absent.values())
        yield Hit(place, f"No row for {all_of(names)}.", "Add a row with the country's code.")
    for row in src.records(FactRow, "code"):
        if alpha3(row.code) not in countries and not alpha2(alpha3(row.code)):
            yield Hit(
                row.at("code"),
                f"{quoted(row.code)} is the code of no country.",
                did_you_mean(row.code, absent) or "Type the country's code, or delete the row.",
                value=row.code,
            )
