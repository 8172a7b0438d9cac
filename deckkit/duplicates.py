"""Near-duplicate texts: pairs that say the same, the opposite, or lead to the same answers.

A text becomes a `_Profile`: a key (numbers, names, directions) and a set of plain words. Only
texts with one key, or with one answer, are compared, and of those only texts that share a rare
word: the prefix filter of R. J. Bayardo et al., Scaling Up All Pairs Similarity Search (2007),
which loses no pair. `find` yields exactly the pairs for which `compare` is not None, in time
O(n + candidates); memory grows with the texts, never with the pairs.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, groupby, islice, product
from typing import Any, NamedTuple

ALIKE = 0.5  # Jaccard index below which answer sets are at odds
ENOUGH = 5  # answer sets smaller than this agree by chance
COMMON = 200  # an answer that more texts share is no evidence
BATCH, WINDOW = 5_000, 8  # texts per task; tasks in flight in an executor


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


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """Two texts by position, first < second; `wording` is the kind by the words alone."""

    first: int
    second: int
    kind: Kind
    score: float
    wording: Kind | None


# The wording of quiz questions. Words of one group mean the same.
_GROUPS = """big large great huge|people inhabitant resident population person|film movie|tall high|
coast coastline shore seashore|border frontier boundary|country nation|lie lay locate situate|
metre meter m|kilometre kilometer km|centimetre centimeter cm|millimetre millimeter mm|
kilogram kilogramme kg|litre liter|make made produce manufacture|grow grew cultivate|
contain include comprise|own possess|whole full entire complete|show display depict feature|
host stage|build built construct erect|wide broad|quick fast rapid speedy|kid child children|
aeroplane airplane plane aircraft|colour color|centre center|neighbour neighbor|currency money|
job occupation profession|car automobile|win won|lead led|buy bought purchase|write wrote written|
hold held|speak spoke spoken|ship vessel|town city|mountain peak|percent %|
normal usual ordinary typical|name call|flag banner|tooth teeth|foot feet|found establish|
weigh weight"""
# Opposite directions; words of one side mean the same.
_OPPOSITES = """larger bigger greater:smaller|largest biggest greatest:smallest|longer:shorter|
longest:shortest|higher taller:lower|highest tallest:lowest|older:younger newer|oldest:youngest
newest|heavier:lighter|heaviest:lightest|faster quicker:slower|fastest quickest:slowest|hotter
warmer:colder cooler|hottest warmest:coldest coolest|more:less fewer|most:least fewest|maximum:
minimum|before:after|earlier:later|earliest:latest|north:south|northern:southern|east:west|eastern
:western|above:below|inside:outside|left:right|deeper:shallower|deepest:shallowest|richer:poorer|
richest:poorest|wider:narrower|widest:narrowest|nearer closer:farther further|nearest closest:
farthest furthest|rich wealthy:poor|increase increased:decrease decreased"""
# Words that no paraphrase swaps or leaves out: treated like names.
_FIRM = """man men woman women boy boys girl girls male female summer winter spring autumn day night
first second third fourth fifth last next begin begins began beginning start starts started end ends
ended ending exactly only all every both each home away imports exports exported born died birth
death even odd land sea king queen per"""
_IDLE = """a an the of in on at to for by with from and or is are was were be been being has have
had having live lives living do does did how many much what which who whom whose when where there
here it its this that these those as than about around approximately roughly nearly almost can could
will would shall should may might must you we they our their into onto over under within upon also
just altogether any some so such if then up out possess possesses possessed"""
_DENIALS = "no not never none nobody nothing neither nor without cannot lack lacks lacked lacking"
_TOWARDS = "than from against beat beats over"
_CASELESS = "sun moon earth equator world cup games game church bible internet president"
_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
fifteen sixteen seventeen eighteen nineteen twenty"""
_TENS = "thirty forty fifty sixty seventy eighty ninety"
_GUARDED, _STOP = frozenset(_FIRM.split()), frozenset(_IDLE.split())
_NEGATIONS, _DIRECTED = frozenset(_DENIALS.split()), frozenset(_TOWARDS.split())
_NEVER_NAMES = _STOP | frozenset(_CASELESS.split())
_NUMBERS = {"single": 1.0, "dozen": 12.0, "half": 0.5, "quarter": 0.25, "twice": 2.0}
_NUMBERS |= {word: float(n) for n, word in enumerate(_ONES.split())}
_NUMBERS |= {word: 10.0 * n for n, word in enumerate(_TENS.split(), 3)}
_SCALES = {"hundred": 100.0, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_SYNONYMS = {w: g.split()[0].rstrip("e") for g in _GROUPS.split("|") for w in g.split()}
_AXES = {
    word: (axis.split()[0], sign)
    for axis in _OPPOSITES.split("|")
    for side, sign in zip(axis.split(":"), (1, -1), strict=True)
    for word in side.split()
}
_SCALE = "|".join(_SCALES)
_NUMBER = rf"(?:\d[\d.,]*|(?:{'|'.join(_NUMBERS)})\b|an?[ ](?:{_SCALE}|quarter|dozen)\b)"
_BOUND = re.compile(  # "no fewer than 5" is "at least 5": a number with a sign
    rf"""\b(?:(?P<ge>at[ ]least|no[ ](?:fewer|less)[ ]than|not[ ](?:fewer|less)[ ]than|since)
    |(?P<le>at[ ]most|not?[ ]more[ ]than|up[ ]to)|(?P<gt>more[ ]than|over|above|exceed(?:s|ing)?
    |after)|(?P<lt>(?:fewer|less)[ ]than|under|below|before))[ ]+(?={_NUMBER})""",
    re.IGNORECASE | re.VERBOSE,
)
_TRAIL = re.compile(
    rf"\b({_NUMBER}(?: (?:{_SCALE}))?(?: [a-z]+)?) (?:or|and) "
    r"(?:(more|over|above|later)|(?:fewer|less|under|below|earlier))\b",
    re.IGNORECASE,
)
_TOKEN = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_][^\W_]*(?:'[^\W\d_]+)*|[≥≤<>+×*÷/=%$€£]|(?<= )-(?= )")
_ASIDE = re.compile(r" *\([^()]*\)")
_AREA = re.compile(r"\b(?:km2|sq\.? km)\b")
_HYPHEN = re.compile(r"(?<=[^\W\d_])(?<!ty)-(?=[^\W\d_])")  # chess-board, but sixty-four
_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "−": "-", "‑": "-", "\u00a0": " ", "\u202f": " "}
)
_BOUND_SIGNS = {"ge": "≥", "le": "≤", "gt": ">", "lt": "<"}
_SIGNS = {"≥": 1, ">": 1, "<": -1, "≤": -1}


@dataclass(frozen=True, slots=True)
class _Profile:
    """What a text says. Signs (of numbers and directions) and negation are not in the key."""

    key: tuple[object, ...]
    words: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[float]
    signs: tuple[int, ...]
    negated: bool


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """A word without plural, past or -ing endings, its synonyms merged."""
    stem = word
    if word in _SYNONYMS:
        return _SYNONYMS[word]
    if len(stem) > 3 and stem.endswith("s") and not stem.endswith(("ss", "us", "is")):
        stem = stem[:-3] + "y" if stem.endswith("ies") and len(stem) > 4 else stem[:-1]
        stem = stem[:-1] if stem.endswith(("oe", "she", "che", "xe")) else stem
    for end in ("", "ing", "ed"):
        base = stem.removesuffix(end) if end else stem
        if len(base) > 2 and (base != stem or not end):
            for form in (base, base + "e", base[:-1] if base[-1] == base[-2] else base):
                if form in _SYNONYMS:
                    return _SYNONYMS[form]
            if base != stem:
                stem = base[:-1] if base[-1] == base[-2] and base[-1] not in "lsz" else base
                break
    return stem[:-1] if len(stem) > 3 and stem.endswith("e") else stem


@lru_cache(maxsize=4096)
def _profile(text: str) -> _Profile:
    """Analyse one text, O(length)."""
    words: set[str] = set()
    names: list[str] = []
    axes: list[tuple[str, int]] = []
    numbers: list[tuple[float, str]] = []
    bound, counting, negated, directed, tail = "", False, False, False, len(text)
    parts: list[str] = []
    for match in _TOKEN.finditer(_plain(text)):
        token = match.group()
        low = token.casefold().removesuffix("'s")
        if token[0].isdigit() or low in _NUMBERS or (counting and low in _SCALES):
            value, joined = _number(low, numbers[-1][0] if counting else 0.0)
            if joined:
                bound = numbers.pop()[1]
            numbers.append((value, bound))
            bound, counting = "", True
            continue
        counting = counting and low == "and" and numbers[-1][0] % 100 == 0
        if token in _SIGNS:
            bound = token
        elif low in _NEGATIONS or low.endswith("n't"):
            negated = not negated
        elif low in _AXES and low == token:
            axes.append(_AXES[low])
        elif low in _GUARDED or (token[0].isupper() and _is_name(low, token, match.start())):
            names.append(stem(low))
            parts.append(names[-1])
        elif low in _DIRECTED:
            directed = True
            tail = len(parts) if low == "than" else tail
        elif low not in _STOP:
            words.add(stem(low))
            parts.append(stem(low))
    signed = sorted((_signed(*number) for number in numbers), key=lambda n: (n[0], abs(n[1]), n[1]))
    axes.sort()
    key = (
        tuple((value, bool(sign)) for value, sign in signed),
        tuple(names) if directed and len(set(names)) > 1 else frozenset(names),
        tuple(axis for axis, _ in axes),
        frozenset(parts[tail:]),
    )
    signs = (*(sign for _, sign in signed), *(sign for _, sign in axes))
    values = frozenset(value for value, _ in signed)
    return _Profile(key, frozenset(words), frozenset(names), values, signs, negated)


def _plain(text: str) -> str:
    """`text` without accents and asides, with signs for "at least" and its like."""
    text = text.translate(_PLAIN)
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in text if not unicodedata.combining(c))
    if "(" in text:
        text = _ASIDE.sub(lambda m: m[0] if _tells(m[0]) else "", text).strip() or text
    text = _AREA.sub("square kilometres", text) if "km" in text else text
    text = _HYPHEN.sub("", text) if "-" in text else text
    text = text.lower() if text.isupper() else text
    if " or " in text or " and " in text:
        text = _TRAIL.sub(lambda m: f"{'≥' if m[2] else '≤'} {m[1]}", text)
    return _BOUND.sub(lambda m: f"{_BOUND_SIGNS[m.lastgroup or '']} ", text)


def _tells(aside: str) -> bool:
    """Whether words in brackets matter: "(women's)", "(until 1990)" and "(Crete included)" do."""
    words = aside[aside.index("(") + 1 : -1].split()
    return any(w != w.lower() or not w.isalpha() or w in _GUARDED | _NEGATIONS for w in words)


def _is_name(low: str, token: str, start: int) -> bool:
    """Whether a capitalised word is a name; as the first word only NATO and A380 are."""
    if start == 0:
        return len(token) > 1 and (token.isupper() or any(c.isdigit() for c in token))
    return len(low) == 1 or low not in _NEVER_NAMES


def _number(word: str, before: float) -> tuple[float, bool]:
    """The value of a number word, and whether it continues the number `before`."""
    if word in _SCALES:
        return before * _SCALES[word], True
    if word in _NUMBERS:
        value = _NUMBERS[word]
        joined = before >= 20 and value < (10 if before % 100 else 100) and before % 10 == 0
        return (before + value, True) if joined else (value, False)
    grouped = re.fullmatch(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?", word)
    plain = word.replace(",", "") if grouped else word.replace(",", ".")
    return (float(plain) if plain.count(".") < 2 else float(plain.replace(".", ""))), False


def _signed(value: float, bound: str) -> tuple[float, int]:
    """Up to 20, "more than 4" as "5 or more", "at most 4" as "fewer than 5"."""
    shift = bound in (">", "≤") and value == int(value) and value <= 20
    return value + shift, _SIGNS.get(bound, 0)


Verdict = tuple[Kind, float, Kind | None]
Spellings = Mapping[str, frozenset[str]]


def spellings(texts: Iterable[str]) -> Spellings:
    """Words that only one of `texts` has, each with the words of others one slip away.

    Two words that both occur elsewhere are words of their own: bottle and battle.
    """
    return _spellings(Counter(word for text in texts for word in _profile(text).words))


def _spellings(uses: Mapping[str, int]) -> Spellings:
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
    p, q = _profile(one), _profile(two)
    near = spellings((one, two)) if near is None else near
    return _judge(p, q, _wording(p, q, near), first, second, universe)


def _judge(
    p: _Profile,
    q: _Profile,
    wording: tuple[Kind, bool] | None,
    a: Evidence | None,
    b: Evidence | None,
    universe: frozenset[str],
) -> Verdict | None:
    kind, misspelt = wording or (None, False)
    said = kind
    alike = _agreement(a, b)
    if alike is not None and alike < ALIKE and (kind is Kind.REDUNDANT or misspelt):
        kind = None if kind is not Kind.CONTRADICTORY else kind
    if kind is None and alike == 1:
        kind = _same_subject(p, q, a)
    if kind is None and _opposed(a, b, universe):
        kind = Kind.CONTRADICTORY
    return (kind, _likeness(p, q), said) if kind else None


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


def _wording(p: _Profile, q: _Profile, near: Spellings) -> tuple[Kind, bool] | None:
    """What the words alone say, and whether one is misspelt; None when the keys differ."""
    if p.key != q.key:
        return None
    few, many = (p.words, q.words) if len(p.words) <= len(q.words) else (q.words, p.words)
    size, extra = len(few), len(many) - len(few)
    lost = few - many
    if extra > _reach(size) or len(lost) > _slack(size):
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


def _reach(size: int) -> int:
    """How many words more the longer of two texts may have."""
    return 0 if size < 3 else 1 if size < 6 else 2


def _slack(size: int) -> int:
    """How many words may be misspelt."""
    return 1 if size < 6 else 2


def _same_subject(p: _Profile, q: _Profile, answer: Evidence | None) -> Kind | None:
    """What equal answers make of two texts: half of the shorter one's words are shared."""
    few, many = sorted((_subject(p, answer), _subject(q, answer)), key=len)
    shared = len(few & many)
    fits = p.names <= q.names or q.names <= p.names
    fits &= p.numbers <= q.numbers or q.numbers <= p.numbers
    even = (p.negated == q.negated) and (p.key[2] != q.key[2] or p.signs == q.signs)
    if fits and even and shared >= _half(len(few)):
        return Kind.DUPLICATE if 2 * shared > len(few | many) else Kind.REDUNDANT
    wide = isinstance(answer, frozenset) and len(answer) >= ENOUGH
    return Kind.REDUNDANT if wide else None


def _half(size: int) -> int:
    return max(1, -(-size // 2))


def _subject(p: _Profile, answer: Evidence | None) -> frozenset[str]:
    """Words and names of a text but for the unit of its answer."""
    unit = answer.unit if isinstance(answer, Answer) else ""
    return (p.words | p.names) - {stem(word) for word in unit.casefold().split()}


def subject(text: str, unit: str = "") -> frozenset[str]:
    """The stems of the words and names in `text`, without those of `unit`."""
    return _subject(_profile(text), Answer(0.0, unit))


def _likeness(p: _Profile, q: _Profile) -> float:
    """rapidfuzz's ratio of the sorted words, names and numbers, from 0 to 1."""
    from rapidfuzz import fuzz

    one, two = (" ".join(sorted({*x.words, *x.names, *map(str, x.numbers)})) for x in (p, q))
    return round(fuzz.ratio(one, two) / 100, 4)


def find(
    texts: Sequence[str],
    evidence: Sequence[Evidence | None] | None = None,
    *,
    universe: frozenset[str] = frozenset(),
    executor: Executor | None = None,
) -> Iterator[Pair]:
    """Every pair of `texts` that `compare` relates, each once, in an order that never changes.

    An answer that more than COMMON texts share counts as unknown. Pairs are streamed block by block; an executor works on up to WINDOW tasks at a time.
    """
    shared = Counter(evidence or ())
    proof = [e if e and shared[e] <= COMMON else None for e in evidence or [None] * len(texts)]
    uses: Counter[str] = Counter()
    keys: list[int | None] = []
    for text in texts:
        profile = _profile(text)
        uses.update(profile.words)
        keys.append(hash(profile.key))
    near = _spellings(uses)
    del uses
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


Candidates = Callable[
    [list[_Profile], Sequence[Evidence | None], Spellings], Iterator[tuple[int, int]]
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
        profiles = [_profile(text) for text in texts[start:stop]]
        answers = proofs[start:stop]
        for i, j in candidates(profiles, answers, near):
            wording = _wording(profiles[i], profiles[j], near)
            if (wording is None) is (candidates is _by_words):
                continue  # each pair in one kind of block only
            verdict = _judge(profiles[i], profiles[j], wording, answers[i], answers[j], universe)
            if verdict:
                yield Pair(ids[i], ids[j], *verdict)
        start = stop


def _by_words(
    profiles: list[_Profile], _: Sequence[Evidence | None], near: Spellings
) -> Iterator[tuple[int, int]]:
    """Pairs in which the longer text has the rarest word of the shorter, or one slip away."""
    sets = []
    for profile in profiles:
        words = [{word, *near.get(word, ())} for word in profile.words] or [{""}]
        sets.append((len(profile.words), words))
    yield from _join(sets, lambda _: 1, _reach)


def _by_answer(
    profiles: list[_Profile], answers: Sequence[Evidence | None], _: Spellings
) -> Iterator[tuple[int, int]]:
    """Pairs with one answer: all when it is a wide set, else those with a subject in common."""
    if isinstance(answers[0], frozenset) and len(answers[0]) >= ENOUGH:
        yield from combinations(range(len(profiles)), 2)
        return
    sets = [(len(s), [{word} for word in s]) for s in (_subject(p, answers[0]) for p in profiles)]
    top = max(size for size, _ in sets)
    yield from _join(sets, lambda size: size - _half(size) + 1, lambda size: top - size)


def _by_rest(
    profiles: list[_Profile], answers: Sequence[Evidence | None], _: Spellings
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
    sets: Sequence[tuple[int, list[set[str]]]],
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
