"""Facts: CEL expressions over a deck's own fact table, evaluated in a closed sandbox.

An expression is a line of Common Expression Language (https://github.com/google/cel-spec). Only
comparison, logic, arithmetic, lists, literals, the deck's fact keys and a handful of functions
are let through: no member access, no macros, hence no loops; the length is bounded by the row
schema. Values are Python bool, int, float and str.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib import import_module
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from typing import Any

from deckkit.text import all_of, did_you_mean, quoted

Value = bool | int | float | str

# A number this close to a threshold, relative to the threshold, wants a second source.
NEAR = 0.02

FUNCTIONS = frozenset({"size", "int", "double"})
METHODS = frozenset({"startsWith", "endsWith", "contains", "matches"})
_WORDS = frozenset({"true", "false", "in"})
_TOKEN = re.compile(
    r"""\s*(?:(?P<text>'[^'\\\n]*'|"[^"\\\n]*")
    |(?P<number>\d+(?:\.\d+)?)
    |(?P<method>\.\s*[A-Za-z_]\w*)
    |(?P<name>[A-Za-z_]\w*)
    |(?P<sign>&&|\|\||==|!=|<=|>=|[-<>!+*/%()\[\],?:]))""",
    re.VERBOSE,
)
_REASONS: Mapping[type[Exception], str] = {
    OverflowError: "a number is too large",
    ZeroDivisionError: "division by zero",
}
_COMPARISONS = frozenset({"<", "<=", ">", ">="})
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


class FactError(Exception):
    """An expression that cannot be used: `message` says why, `hint` what to type."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Threshold:
    """A comparison of a fact with a number, e.g. ``area_km2 > 1000000``."""

    key: str
    operator: str
    value: float

    def near(self, value: Value) -> bool:
        """Whether `value` lies within 2 % of the threshold without being exactly it."""
        if isinstance(value, bool | str):
            return False
        return 0 < abs(value - self.value) <= NEAR * abs(self.value)


@dataclass(frozen=True, slots=True)
class FactLine:
    """What recomputing one record gave: `status` is equal, differs, sourced or broken."""

    record: str
    text: str
    status: str
    fact: str
    as_of: str
    volatility: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True)
class Expression:
    """A checked expression; `tokens` are (kind, text) pairs."""

    text: str
    tokens: tuple[tuple[str, str], ...]

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The fact keys used, in order of appearance."""
        names = (
            word
            for index, (kind, word) in enumerate(self.tokens)
            if kind == "name" and word not in _WORDS and not self._called(index)
        )
        return tuple(dict.fromkeys(names))

    @cached_property
    def thresholds(self) -> tuple[Threshold, ...]:
        """Comparisons of a key with a number literal, either way round."""
        found = []
        for (ka, a), (_, sign), (kb, b) in zip(
            self.tokens, self.tokens[1:], self.tokens[2:], strict=False
        ):
            if sign in _COMPARISONS:
                if (ka, kb) == ("name", "number"):
                    found.append(Threshold(a, sign, float(b)))
                elif (ka, kb) == ("number", "name"):
                    found.append(Threshold(b, _FLIPPED[sign], float(a)))
        return tuple(found)

    def _called(self, index: int) -> bool:
        return self.tokens[index + 1 : index + 2] == (("sign", "("),)

    @cached_property
    def _program(self) -> Any:
        try:
            return _engine().compile(self.text)
        except ValueError as error:
            raise FactError(
                "The expression is not complete or not well formed.",
                "Compare with: area_km2 > 1000000 && !landlocked",
            ) from error

    def evaluate(self, values: Mapping[str, Value]) -> Value:
        """The result for one set of fact values; raises FactError (missing, type, overflow)."""
        missing = [key for key in self.keys if key not in values]
        if missing:
            raise FactError(f"There is no value for {all_of(missing)}.", "Fill the cell in facts.")
        program = self._program
        try:
            result = program.execute({key: values[key] for key in self.keys})
        except (ArithmeticError, TypeError, ValueError, RuntimeError) as error:
            kinds = ", ".join(f"{key} is {values[key]!r}" for key in self.keys)
            what = _REASONS.get(type(error), "types do not fit")
            raise FactError(
                f"The expression cannot be worked out: {what}" + (f" ({kinds})." if kinds else "."),
                "Numbers with a decimal point and whole numbers do not mix in + - * /.",
            ) from error
        if not isinstance(result, bool | int | float | str):
            raise FactError("The expression gives a list, not a value.")
        return result

    def divides_evenly(self) -> bool:
        """Whether whole-number divisions (which drop the rest) leave none; for keyless facts."""
        if ("sign", "/") not in self.tokens:
            return True
        exact = " ".join(
            f"{word}.0" if kind == "number" and "." not in word else word
            for kind, word in self.tokens
        )
        try:
            return parse(exact).evaluate({}) == self.evaluate({})
        except FactError:
            return True  # not plain arithmetic

    def deciding(self, values: Mapping[str, Value]) -> list[Threshold]:
        """Thresholds that a value is near to and whose other side would change the result."""
        result = self.evaluate(values)
        decisive = []
        for threshold in self.thresholds:
            if threshold.near(values[threshold.key]):
                moved = (threshold.value * (1 + side * 1.5 * NEAR) for side in (-1, 1))
                if any(self._result(values, threshold.key, value) != result for value in moved):
                    decisive.append(threshold)
        return decisive

    def _result(self, values: Mapping[str, Value], key: str, value: float) -> Value | None:
        """The result with another value of `key`; None when that does not work out."""
        try:
            return self.evaluate({**values, key: value})
        except FactError:
            return None


@cache
def _engine() -> Any:
    """The compiled module of the package `cel`, without the command line that comes with it.

    That one loads a terminal toolkit, which takes ten times as long as the module. The module can
    be loaded only once a process, so it stands where the package looks for it.
    """
    name = "cel.cel"
    if name not in sys.modules and (package := find_spec("cel")):
        spec = PathFinder.find_spec(name, package.submodule_search_locations)
        if spec and spec.loader:
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            sys.modules[name] = module
    return sys.modules.get(name) or import_module("cel")


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """Check an expression against the sandbox; raises FactError for anything it does not allow."""
    tokens: list[tuple[str, str]] = []
    position = 0
    body = text.rstrip()
    while position < len(body):
        match = _TOKEN.match(body, position)
        if match is None:
            raise FactError(
                f"{quoted(body[position:].strip()[:12])} is not allowed in a fact.",
                "Facts use keys, numbers, quoted texts and the signs "
                "< <= > >= == != && || ! + - * / % ( ) [ ].",
            )
        kind = str(match.lastgroup)
        word = match.group(kind).lstrip(".").strip() if kind == "method" else match.group(kind)
        tokens.append((kind, word))
        position = match.end()
    if not tokens:
        raise FactError("The fact is empty.")
    expression = Expression(text, tuple(tokens))
    for index, (kind, word) in enumerate(tokens):
        if kind == "method" and (word not in METHODS or not expression._called(index)):
            raise FactError(f"{quoted('.' + word)} is not allowed in a fact.", _allowed())
        called = kind == "name" and word not in _WORDS and expression._called(index)
        if called and word not in FUNCTIONS:
            raise FactError(f"{quoted(word + '()')} is not allowed in a fact.", _allowed())
    expression._program  # noqa: B018  (a parse error shows here)
    return expression


def _allowed() -> str:
    functions = [f"{name}()" for name in sorted(FUNCTIONS)] + [f".{n}()" for n in sorted(METHODS)]
    return f"Allowed are {all_of(functions)}."


def check_keys(expression: Expression, known: Iterable[str]) -> None:
    """Raise FactError for the first key that is not among `known`."""
    names = set(known)
    for key in expression.keys:
        if key not in names:
            hint = did_you_mean(key, names) or "Add a column of that name to the sheet facts."
            raise FactError(f"{quoted(key)} is not a fact of this deck.", hint)
