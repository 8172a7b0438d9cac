"""What the text of a quiz question says: numbers, names, directions, plain words."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


class Kind(StrEnum):
    """How two texts relate."""

    DUPLICATE = "duplicate"
    CONTRADICTORY = "contradictory"
    REDUNDANT = "redundant"


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
class Profile:
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
def profile(text: str) -> Profile:
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
    return Profile(key, frozenset(words), frozenset(names), values, signs, negated)


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
