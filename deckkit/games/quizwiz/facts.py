"""Recomputing Statements from the deck's facts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from deckkit.facts import Expression, FactError, FactLine, Threshold, Value, check_keys, parse
from deckkit.games.quizwiz.names import alpha3, names
from deckkit.games.quizwiz.records import Country, FactKey, FactRow, Statement
from deckkit.records import Sources
from deckkit.sources import Cell


@dataclass(frozen=True)
class FactTable:
    """Typed fact values by country code, and the keys that describe them."""

    values: Mapping[str, Mapping[str, Value]]
    keys: Mapping[str, FactKey]


@dataclass(frozen=True)
class Outcome:
    """A Statement recomputed: who is missing, who is too many, who is near a threshold.

    `values` shows for each of these countries the fact values that decide.
    """

    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()
    near: tuple[tuple[str, Threshold], ...] = ()
    values: Mapping[str, str] | None = None

    @property
    def equal(self) -> bool:
        """Whether the printed answers are exactly the recomputed ones."""
        return not self.missing and not self.surplus


@lru_cache(maxsize=8)
def table(src: Sources) -> FactTable:
    """The facts of a deck (cached per loaded deck); cells that cannot be read are left out."""
    keys = {k.key: k for k in src.records(FactKey, "key", "type")}
    rows: dict[str, dict[str, Value]] = {}
    for row in src.records(FactRow, "code"):
        found = rows.setdefault(alpha3(row.code), {})
        for name, cell in row.row.cells.items():
            if name in keys and not cell.empty:
                value = typed(cell, keys[name].type)
                if value is not None:
                    found[name] = value
    return FactTable(rows, keys)


def typed(cell: Cell, kind: str) -> Value | None:
    """The value of a fact cell as its key's type says; None when it is not of that type."""
    text = cell.text
    match kind:
        case "boolean":
            return {"true": True, "false": False}.get(text.casefold())
        case "integer":
            return cell.integer
        case "number":
            number = cell.number
            return None if number is None else float(number)
        case _:
            return text


@lru_cache(maxsize=2048)
def recompute(src: Sources, statement: Statement) -> Outcome:
    """Compare a Statement's answers with its fact; raises FactError when it cannot be used."""
    facts = table(src)
    expression = parse(statement.fact)
    check_keys(expression, facts.keys)
    known = names(src)
    printed = {alpha3(c.code) for a in statement.answers if (c := known.one(a))}
    missing: list[str] = []
    surplus: list[str] = []
    near: list[tuple[str, Threshold]] = []
    shown: dict[str, str] = {}
    for country in src.records(Country, "code", "name"):
        code = alpha3(country.code)
        values = facts.values.get(code, {})
        true = _verdict(expression, values, country.name)
        close = expression.deciding(values)
        if true != (code in printed):
            (missing if true else surplus).append(country.name)
        near += [(country.name, threshold) for threshold in close]
        if true != (code in printed) or close:
            shown[country.name] = ", ".join(f"{k} = {_show(values[k])}" for k in expression.keys)
    return Outcome(tuple(missing), tuple(surplus), tuple(near), shown)


def expected(src: Sources, fact: str) -> frozenset[str]:
    """The alpha-3 codes of the deck's countries that a fact is true of.

    Raises FactError when it cannot be used.
    """
    facts = table(src)
    expression = parse(fact)
    check_keys(expression, facts.keys)
    codes = {alpha3(c.code): c.name for c in src.records(Country, "code", "name")}
    return frozenset(
        code
        for code, name in codes.items()
        if _verdict(expression, facts.values.get(code, {}), name)
    )


def _verdict(expression: Expression, values: Mapping[str, Value], name: str) -> bool:
    try:
        result = expression.evaluate(values)
    except FactError as error:
        raise FactError(f"{name}: {error.message}", error.hint) from error
    if not isinstance(result, bool):
        hint = "Compare it with something, e.g. > 10."
        raise FactError(f"The fact gives {result!r}, not yes or no.", hint)
    return result


def _show(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:,}" if isinstance(value, int) else str(value)


def lines(src: Sources) -> Sequence[FactLine]:
    """One line per Statement: recomputed equal, differs, broken, or sourced only."""
    found = []
    for statement in src.records(Statement, "text", "answers"):
        details: tuple[str, ...] = ()
        status = "sourced"
        if statement.fact:
            try:
                outcome = recompute(src, statement)
                status = "equal" if outcome.equal else "differs"
                details = (
                    *(f"{n} is missing ({_why(outcome, n)})" for n in outcome.missing),
                    *(f"{n} should not be listed ({_why(outcome, n)})" for n in outcome.surplus),
                )
            except FactError as error:
                status, details = "broken", (error.message,)
        found.append(
            FactLine(
                statement.record_id,
                statement.text,
                status,
                statement.fact,
                statement.as_of or src.config.as_of,
                volatility(src, statement),
                details,
            )
        )
    return found


def _why(outcome: Outcome, name: str) -> str:
    return (outcome.values or {}).get(name, "")


def volatility(src: Sources, statement: Statement) -> str:
    """The most volatile of the facts a Statement rests on; ``unknown`` without a usable fact."""
    order = ("stable", "slow", "yearly", "election")
    try:
        keys = parse(statement.fact).keys if statement.fact else ()
    except FactError:
        keys = ()
    known = table(src).keys
    used = [known[key].volatility for key in keys if key in known]
    return max(used, key=order.index) if used else "unknown"
