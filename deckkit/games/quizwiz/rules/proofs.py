"""What rules ask of the proofs of coverage, kept between runs.

The proofs take seconds and compiled code; what they say of a deck depends on its numbers alone
(answers, levels, categories, Setups, Special Statements and the rules' constants, not texts), on
the code of the proofs and on the libraries that count. All of that is in the key of an entry.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from deckkit import dists, progress, store
from deckkit.beside import beside

if TYPE_CHECKING:
    from deckkit.games.quizwiz.coverage import CoverageReport
    from deckkit.games.quizwiz.coverage.model import Deck
    from deckkit.games.quizwiz.coverage.setup import SetupCoverage

# Without compiled kernels, proofs over more legal draws than this would take minutes.
PLAIN_DRAWS = 200_000
_LIBRARIES = ("numpy", "scipy", "numba")


@dataclass(frozen=True, slots=True)
class Special:
    """How often fewer than `wanted` countries meet a Special Statement, and such a table."""

    id: str
    wanted: int
    p_below: float
    witness: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proved about one Setup that can be drawn.

    Probabilities of tables that cannot be won (such as `witness`, indices of Statements), that
    cost a mistake, and on which more than `dead_limit` countries fit nothing; None where that
    is not known. The draw can run out of cards at `jam_level`.
    """

    setup: str
    jam: float
    jam_level: int | None
    unwinnable: float | None
    imperfect: float | None
    witness: tuple[int, ...]
    dead: float | None
    dead_limit: int
    specials: tuple[Special, ...]


@dataclass(frozen=True, slots=True)
class Proofs:
    """What is proved about a deck: its Setups; bits of hardness by level; pairs of neighbouring
    levels that are not clearly apart."""

    setups: tuple[Proof, ...]
    hardness: Mapping[str, tuple[float, ...]]
    overlapping_levels: tuple[tuple[str, str], ...]


_under_way: dict[str, Callable[[], Proofs | None]] = {}  # by key of the entry: waits for it


@contextmanager
def proving(deck: Mapping[str, Any]) -> Iterator[None]:
    """Prove a compiled deck in a child meanwhile, unless its proofs are kept; see `proofs_of`."""
    name = _key(deck)
    if name in _under_way or _kept(name) is not None:  # a copy of a deck has the same proofs
        yield
        return
    with beside(_prove, deck, name) as answer:
        _under_way[name] = answer
        try:
            yield
        finally:
            del _under_way[name]


def proofs_of(deck: Mapping[str, Any]) -> Proofs | None:
    """The quick proofs of a compiled deck; None when they would take minutes."""
    name = _key(deck)
    made = None
    if name in _under_way:
        with progress.stage("Proving every table"):
            made = _under_way[name]()
    return made or _kept(name) or _prove(deck, name)


def _prove(deck: Mapping[str, Any], name: str) -> Proofs | None:
    """Prove a deck and keep what is proved under `name`; None when it would take minutes."""
    from deckkit.games.quizwiz.coverage import analyse
    from deckkit.games.quizwiz.coverage.draws import count_draws
    from deckkit.games.quizwiz.coverage.jit import COMPILED
    from deckkit.games.quizwiz.coverage.model import read_deck

    model = read_deck(deck)
    draws = sum(count_draws(model.counts, setup.need) for setup in model.setups)
    if not COMPILED and draws > PLAIN_DRAWS:
        return None
    made = _of(analyse(deck, mode="quick", repair=False, play=False))
    with store.Store() as kept:
        kept.put({name: _written(made)})
    return made


def _key(deck: Mapping[str, Any]) -> str:
    from deckkit.games.quizwiz.coverage.model import read_deck

    return store.key({"proofs": _numbers(read_deck(deck)), "code": _code()})


def _kept(name: str) -> Proofs | None:
    """The proofs that are kept under a key."""
    with store.Store() as kept:
        return _read(kept.get([name]).get(name))


def _numbers(model: Deck) -> str:
    """Everything of a deck that proofs look at: no texts and no names."""
    bare = {s.id: replace(s, text="") for s in model.specials.values()}
    return repr(
        replace(
            model, texts=(), country_names=(), content_hash="", specials=bare,
            category_names=tuple(map(str, range(len(model.category_names)))),
        )
    )  # fmt: skip


@cache
def _code() -> list[str]:
    """Digest of the code behind the proofs, and versions of what it counts with."""
    hasher = hashlib.blake2b(digest_size=16)
    for path in [Path(__file__), *sorted(Path(__file__).parents[1].glob("coverage/*.py"))]:
        hasher.update(path.name.encode() + b"\0" + path.read_bytes())
    return [hasher.hexdigest(), *(f"{name} {_version(name)}" for name in _LIBRARIES)]


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError

    try:
        return dists.version(name)
    except PackageNotFoundError:
        return ""


def _of(report: CoverageReport) -> Proofs:
    return Proofs(
        tuple(_proof(found) for found in report.setups if found.drawable),
        {level: tuple(map(float, bits)) for level, bits in report.hardness.items()},
        tuple((str(low), str(high)) for low, high in report.overlapping_levels),
    )


def _proof(found: SetupCoverage) -> Proof:
    won, dead = found.winnable, found.dead_cards
    return Proof(
        found.setup.id,
        float(found.jam),
        None if found.jam_level is None else int(found.jam_level),
        float(won.unwinnable.p) if won else None,
        float(won.imperfect.p) if won else None,
        tuple(map(int, won.witness)) if won else (),
        float(dead.p_over) if dead else None,
        int(dead.limit) if dead else 0,
        tuple(
            Special(s.id, int(s.wanted), float(s.p_below), tuple(map(int, s.witness)))
            for s in found.specials
        ),
    )


def _written(proofs: Proofs) -> bytes:
    setups = [
        [p.setup, p.jam, p.jam_level, p.unwinnable, p.imperfect, p.witness, p.dead, p.dead_limit,
         [[s.id, s.wanted, s.p_below, s.witness] for s in p.specials]]
        for p in proofs.setups
    ]  # fmt: skip
    return json.dumps([setups, dict(proofs.hardness), proofs.overlapping_levels]).encode()


def _read(data: bytes | None) -> Proofs | None:
    """The proofs in an entry; None without one, or when it is not what this module writes."""
    if data is None:
        return None
    try:
        setups, hardness, overlaps = json.loads(data)
        return Proofs(
            tuple(
                Proof(id_, jam, at, lost, cost, tuple(witness), dead, limit,
                      tuple(Special(n, wanted, p, tuple(w)) for n, wanted, p, w in specials))
                for id_, jam, at, lost, cost, witness, dead, limit, specials in setups
            ),
            {level: tuple(bits) for level, bits in hardness.items()},
            tuple((low, high) for low, high in overlaps),
        )  # fmt: skip
    except (ValueError, TypeError, AttributeError):
        return None
