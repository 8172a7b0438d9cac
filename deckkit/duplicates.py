"""Near-duplicate texts: pairs that say the same, the opposite, or lead to the same answers.

A text becomes a `Profile` (wording.py): a key (numbers, names, directions) and a set of plain
words. Only texts with one key, or with one answer, are compared, and of those only texts that
share a rare word: the prefix filter of R. J. Bayardo et al., Scaling Up All Pairs Similarity
Search (2007), which loses no pair. `find` yields exactly the pairs for which `compare` is not
None, in time O(n + candidates); memory grows with the texts, never with the pairs.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, groupby, islice, product
from typing import Any

from deckkit.likeness import (
    ENOUGH,
    Answer,
    Evidence,
    Kind,
    Spellings,
    compare,
    half,
    judged,
    reach_of,
    spellings,
    spellings_of,
    subject,
    subject_of,
    wording_of,
)
from deckkit.wording import Profile, profile, stem

__all__ = ["Answer", "Kind", "Pair", "compare", "find", "spellings", "stem", "subject"]

COMMON = 200  # an answer that more texts share is no evidence
BATCH, WINDOW = 5_000, 8  # texts per task; tasks in flight in an executor


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """Two texts by position, first < second; `wording` is the kind by the words alone."""

    first: int
    second: int
    kind: Kind
    score: float
    wording: Kind | None


def find(
    texts: Sequence[str],
    evidence: Sequence[Evidence | None] | None = None,
    *,
    universe: frozenset[str] = frozenset(),
    executor: Executor | None = None,
) -> Iterator[Pair]:
    """Every pair of `texts` that `compare` relates, each once, in an order that never changes.

    Answers that more than COMMON texts share count as unknown. An executor gets WINDOW tasks.
    """
    shared = Counter(evidence or ())
    proof = [e if e and shared[e] <= COMMON else None for e in evidence or [None] * len(texts)]
    keys, near = _survey(texts)
    blocks: list[Block] = [(_by_words, ids) for ids in _blocks(keys)]
    if evidence:
        blocks += [(_by_answer, b) for b in _blocks([hash(e) if e else None for e in proof])]
        blocks += [(_by_rest, b) for b in _blocks([_either(e, universe) for e in proof])]
    tasks = (
        (ways, [texts[i] for _, b in ways for i in b], [proof[i] for _, b in ways for i in b])
        for ways in _batches(blocks)
    )
    if executor is None:
        for task in tasks:
            yield from _work(*task, universe, near)
        return
    running = deque(executor.submit(_listed, *t, universe, near) for t in islice(tasks, WINDOW))
    while running:
        yield from running.popleft().result()
        running.extend(executor.submit(_listed, *t, universe, near) for t in islice(tasks, 1))


def _survey(texts: Sequence[str]) -> tuple[Sequence[int], Spellings]:
    """A hash of the key of every text, and the spellings of all."""
    keys = array("q")

    def words() -> Iterator[list[str]]:
        for text in texts:
            key, *words = _gist(text).split(" ")
            keys.append(int(key))
            yield words

    return keys, spellings_of(Counter(chain.from_iterable(words())))


@lru_cache(maxsize=1 << 16)
def _gist(text: str) -> str:
    """A hash of a text's key, and its words; short, since two rules search the same texts."""
    said = profile(text)
    return " ".join((str(hash(said.key)), *said.words))


Candidates = Callable[
    [list[Profile], Sequence[Evidence | None], Spellings], Iterator[tuple[int, int]]
]
Block = tuple[Candidates, list[int]]


def _blocks(keys: Sequence[int | None]) -> list[list[int]]:
    """Positions with equal keys, where there are two and more, in the order of the first."""
    order = sorted((i for i, key in enumerate(keys) if key is not None), key=lambda i: keys[i] or 0)
    found = [list(ids) for _, ids in groupby(order, key=keys.__getitem__)]
    return sorted(ids for ids in found if len(ids) > 1)


def _batches(blocks: list[Block]) -> Iterator[list[Block]]:
    batch: list[Block] = []
    size = 0
    for block in blocks:
        batch.append(block)
        size += len(block[1])
        if size >= BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _listed(*args: Any) -> list[Pair]:
    return list(_work(*args))


def _work(
    blocks: list[Block],
    texts: list[str],
    proofs: list[Evidence | None],
    universe: frozenset[str],
    near: Spellings,
) -> Iterator[Pair]:
    """The pairs of some blocks, whose texts and answers stand in the same order."""
    start = 0
    for candidates, ids in blocks:
        stop = start + len(ids)
        profiles = [profile(text) for text in texts[start:stop]]
        answers = proofs[start:stop]
        for i, j in candidates(profiles, answers, near):
            wording = wording_of(profiles[i], profiles[j], near)
            if (wording is None) is (candidates is _by_words):
                continue  # each pair in one kind of block only
            verdict = judged(profiles[i], profiles[j], wording, answers[i], answers[j], universe)
            if verdict:
                yield Pair(ids[i], ids[j], *verdict)
        start = stop


def _by_words(
    profiles: list[Profile], _: Sequence[Evidence | None], near: Spellings
) -> Iterator[tuple[int, int]]:
    """Pairs in which the longer text has the rarest word of the shorter, or one slip away."""
    sets = []
    for said in profiles:
        words = [{word, *near.get(word, ())} for word in said.words] or [{""}]
        sets.append((len(said.words), words))
    yield from _join(sets, lambda _: 1, reach_of)


def _by_answer(
    profiles: list[Profile], answers: Sequence[Evidence | None], _: Spellings
) -> Iterator[tuple[int, int]]:
    """Pairs with one answer: all when it is a wide set, else those with a subject in common."""
    if isinstance(answers[0], frozenset) and len(answers[0]) >= ENOUGH:
        yield from combinations(range(len(profiles)), 2)
        return
    sets = [
        (len(s), [(word,) for word in s]) for s in (subject_of(p, answers[0]) for p in profiles)
    ]
    top = max(size for size, _ in sets)
    yield from _join(sets, lambda size: size - half(size) + 1, lambda size: top - size)


def _by_rest(
    profiles: list[Profile], answers: Sequence[Evidence | None], _: Spellings
) -> Iterator[tuple[int, int]]:
    """Pairs of a set and its complement."""
    same = [i for i in range(len(profiles)) if answers[i] == answers[0]]
    rest = [i for i in range(len(profiles)) if answers[i] != answers[0]]
    yield from ((min(pair), max(pair)) for pair in product(same, rest))


def _either(answer: Evidence | None, universe: frozenset[str]) -> int | None:
    """One number for a set and its complement."""
    if not isinstance(answer, frozenset) or not universe:
        return None
    rest = universe - answer
    wide = min(len(answer), len(rest)) >= ENOUGH
    return hash(frozenset((answer, rest))) if wide else None


def _join(
    sets: Sequence[tuple[int, Sequence[Collection[str]]]],
    probes: Callable[[int], int],
    reach: Callable[[int], int],
) -> Iterator[tuple[int, int]]:
    """Pairs that share one of the `probes(size)` rarest words of the smaller set, sizes in reach.

    A word comes with its other spellings. Larger sets are indexed first, so that the index
    holds every possible partner of the set that probes.
    """
    uses = Counter(form for _, words in sets for word in words for form in word)
    index: dict[tuple[str, int], list[int]] = defaultdict(list)
    for i in sorted(range(len(sets)), key=lambda i: (-sets[i][0], i)):
        size, words = sets[i]
        ranked = sorted(words, key=lambda word: (sum(uses[form] for form in word), min(word)))
        found: set[int] = set()
        for form in {form for word in ranked[: probes(size)] for form in word}:
            for partner in range(size, size + reach(size) + 1):
                found.update(index.get((form, partner), ()))
        yield from ((min(i, j), max(i, j)) for j in sorted(found))
        for form in {form for word in words for form in word if uses[form] > 1}:
            index[form, size].append(i)
