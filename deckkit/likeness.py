"""How two texts, and their answers, relate: the same, the opposite, one too many, or nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from deckkit.wording import Profile, profile, stem

ALIKE = 0.5  # Jaccard index below which answer sets are at odds
ENOUGH = 5  # answer sets smaller than this agree by chance


class Kind(StrEnum):
    """How two texts relate."""

    DUPLICATE = "duplicate"
    CONTRADICTORY = "contradictory"
    REDUNDANT = "redundant"


class Answer(NamedTuple):
    """A number with its unit, as evidence."""

    value: float
    unit: str


Evidence = frozenset[str] | Answer


Verdict = tuple[Kind, float, Kind | None]


def compare(
    one: str,
    two: str,
    first: Evidence | None = None,
    second: Evidence | None = None,
    *,
    universe: frozenset[str] = frozenset(),
    near: Spellings | None = None,
) -> Verdict | None:
    """Kind, likeness (0 to 1) and kind by the words alone of two texts; None when unrelated.

    `universe` holds every possible answer, for sets that are each other's complement; `near`
    are the `spellings` of all texts that are compared (by default, of these two).
    """
    p, q = profile(one), profile(two)
    near = spellings((one, two)) if near is None else near
    return judged(p, q, wording_of(p, q, near), first, second, universe)


def judged(
    p: Profile,
    q: Profile,
    wording: tuple[Kind, bool] | None,
    a: Evidence | None,
    b: Evidence | None,
    universe: frozenset[str],
) -> Verdict | None:
    """`compare` of two profiles, once it is known what their words say."""
    kind, misspelt = wording or (None, False)
    said = kind
    alike = _agreement(a, b)
    if alike is not None and alike < ALIKE and (kind is Kind.REDUNDANT or misspelt):
        kind = None if kind is not Kind.CONTRADICTORY else kind
    if kind is None and alike == 1:
        kind = _same_subject(p, q, a)
    if kind is None and _opposed(a, b, universe):
        kind = Kind.CONTRADICTORY
    return (kind, likeness(p, q), said) if kind else None


def _opposed(a: Evidence | None, b: Evidence | None, universe: frozenset[str]) -> bool:
    """Whether one answer set is exactly the rest of the other."""
    if isinstance(a, frozenset) and isinstance(b, frozenset) and universe:
        return min(len(a), len(b)) >= ENOUGH and a == universe - b
    return False


def _agreement(a: Evidence | None, b: Evidence | None) -> float | None:
    """How far two answers agree: Jaccard index of sets; 1 or 0 for numbers; None if unknown."""
    if isinstance(a, frozenset) and isinstance(b, frozenset) and a and b:
        return len(a & b) / len(a | b)
    return float(a == b) if isinstance(a, Answer) and isinstance(b, Answer) else None


def _same_subject(p: Profile, q: Profile, answer: Evidence | None) -> Kind | None:
    """What equal answers make of two texts: half of the shorter one's words are shared."""
    few, many = sorted((subject_of(p, answer), subject_of(q, answer)), key=len)
    shared = len(few & many)
    fits = p.names <= q.names or q.names <= p.names
    fits &= p.numbers <= q.numbers or q.numbers <= p.numbers
    even = (p.negated == q.negated) and (p.key[2] != q.key[2] or p.signs == q.signs)
    if fits and even and shared >= half(len(few)):
        return Kind.DUPLICATE if 2 * shared > len(few | many) else Kind.REDUNDANT
    wide = isinstance(answer, frozenset) and len(answer) >= ENOUGH
    return Kind.REDUNDANT if wide else None


def half(size: int) -> int:
    """How many of so many words two texts on one subject share."""
    return max(1, -(-size // 2))


def subject_of(p: Profile, answer: Evidence | None) -> frozenset[str]:
    """Words and names of a text but for the unit of its answer."""
    unit = answer.unit if isinstance(answer, Answer) else ""
    return (p.words | p.names) - _stems(unit)


@lru_cache(maxsize=1024)
def _stems(unit: str) -> frozenset[str]:
    return frozenset(map(stem, unit.casefold().split()))


def subject(text: str, unit: str = "") -> frozenset[str]:
    """The stems of the words and names in `text`, without those of `unit`."""
    return subject_of(profile(text), Answer(0.0, unit))


Spellings = Mapping[str, frozenset[str]]


def spellings(texts: Iterable[str]) -> Spellings:
    """Words that only one of `texts` has, each with the words of others one slip away.

    Two words that both occur elsewhere are words of their own: bottle and battle.
    """
    return spellings_of(Counter(word for text in texts for word in profile(text).words))


def spellings_of(uses: Mapping[str, int]) -> Spellings:
    """Neighbours by W. Garbe's symmetric deletes (SymSpell, 2012), checked with OSA distance."""
    from rapidfuzz.distance import OSA

    rare: dict[str, list[str]] = defaultdict(list)
    for word, count in uses.items():
        if count == 1 and len(word) > 3:
            for form in _shorter(word):
                rare[form].append(word)
    near: dict[str, set[str]] = defaultdict(set)
    for word in uses if rare else ():
        if len(word) > 3:
            for other in {w for form in _shorter(word) for w in rare.get(form, ())} - {word}:
                if len(word + other) > 8 and OSA.distance(word, other, score_cutoff=1) <= 1:
                    near[other].add(word)
    return {word: frozenset(others) for word, others in near.items()}


def _shorter(word: str) -> set[str]:
    """A word, and the word without each of its letters."""
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}


def wording_of(p: Profile, q: Profile, near: Spellings) -> tuple[Kind, bool] | None:
    """What the words alone say, and whether one is misspelt; None when the keys differ."""
    if p.key != q.key:
        return None
    few, many = (p.words, q.words) if len(p.words) <= len(q.words) else (q.words, p.words)
    size, extra = len(few), len(many) - len(few)
    lost = few - many
    if extra > reach_of(size) or len(lost) > _slack(size):
        return None
    rest = many - few
    for word in lost:
        if not any(other in near.get(word, ()) or word in near.get(other, ()) for other in rest):
            return None
    flips = (p.negated != q.negated) + sum(s != t for s, t in zip(p.signs, q.signs, strict=True))
    if flips and extra:
        return None
    kind = Kind.CONTRADICTORY if flips % 2 else Kind.REDUNDANT if extra or flips else Kind.DUPLICATE
    return kind, bool(lost)


def reach_of(size: int) -> int:
    """How many words more the longer of two texts may have."""
    return 0 if size < 3 else 1 if size < 6 else 2


def _slack(size: int) -> int:
    """How many words may be misspelt."""
    return 1 if size < 6 else 2


def likeness(p: Profile, q: Profile) -> float:
    """rapidfuzz's ratio of the sorted words, names and numbers, from 0 to 1."""
    from rapidfuzz import fuzz

    one, two = (" ".join(sorted({*x.words, *x.names, *map(str, x.numbers)})) for x in (p, q))
    return round(fuzz.ratio(one, two) / 100, 4)
