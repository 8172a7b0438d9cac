"""@rule: one decorated generator whose docstring is its page."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module

from deckkit.findings import CODES, Code, Fix, Location, Profile, Related, Severity, declare
from deckkit.game import Game
from deckkit.records import Sources

# Modules of rules that hold for every game, in the order of their codes.
CORE_MODULES = (
    "deckkit.sources.codes",
    "deckkit.cellcodes",
    "deckkit.loading",
    "deckkit.rules.structure",
    "deckkit.rules.nothing",
    "deckkit.rules.identity",
    "deckkit.rules.near",
    "deckkit.rules.words",
    "deckkit.rules.paths",
    "deckkit.rules.typography",
    "deckkit.rules.marks",
    "deckkit.rules.scripts",
    "deckkit.rules.spelling",
    "deckkit.rules.sourcing",
    "deckkit.rules.contents",
)


@dataclass(frozen=True, slots=True)
class Hit:
    """What a rule yields: a place with a message; the runner adds code and severity.

    `rest` is the number of hits that this one speaks for, when they are not listed.
    """

    location: Location
    message: str
    hint: str = ""
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    value: str = ""
    severity: Severity | None = None
    rest: int = 0


Check = Callable[[Sources], Iterable[Hit]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A registered rule; it runs when all of `sheets` exist and the profile asks for it."""

    code: Code
    check: Check
    sheets: tuple[str, ...]
    module: str


RULES: dict[str, Rule] = {}


def rule(
    code: str,
    name: str,
    severity: Severity = Severity.ERROR,
    *,
    sheets: Iterable[str] = (),
    profile: Profile = Profile.DRAFT,
) -> Callable[[Check], Check]:
    """Register a generator over `Sources` as the rule `code`; its docstring is its page.

    Raises ValueError when the code or name is taken, or the docstring is missing.
    """

    def register(check: Check) -> Check:
        page = inspect.getdoc(check)
        if not page:
            raise ValueError(f"rule {code} has no page (docstring)")
        known = RULES.get(code)
        if known and known.module != check.__module__:
            raise ValueError(f"rule {code} is defined in {known.module} and {check.__module__}")
        entry = declare(code, name, severity, page, profile)
        RULES[code] = Rule(entry, check, tuple(sheets), check.__module__)
        return check

    return register


def load(games: Iterable[Game]) -> None:
    """Import the rule modules of the core and of `games`, which registers them."""
    for module in CORE_MODULES:
        import_module(module)
    for game in games:
        for module in game.rules:
            import_module(module)


def rules_for(game: Game) -> Iterator[Rule]:
    """The core rules and the game's own, by code."""
    load([game])
    modules = {*CORE_MODULES, *game.rules}
    for code in sorted(RULES):
        if RULES[code].module in modules:
            yield RULES[code]


def codes(games: Iterable[Game]) -> list[Code]:
    """Every kind of finding the core and `games` can raise, by code."""
    chosen = list(games)
    load(chosen)
    modules = {*CORE_MODULES, *(module for game in chosen for module in game.rules)}
    foreign = {code for code, entry in RULES.items() if entry.module not in modules}
    return [CODES[code] for code in sorted(CODES) if code not in foreign]
