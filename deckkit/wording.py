"""What the text of a quiz question says: numbers, names, directions, plain words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

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
_TOKEN = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_][^\W_]*(?:'[^\W\d_]+)*|[≥≤<>+×*÷/=%$€£]")
_ASIDE = re.compile(r" *\([^()]*\)")
_AREA = re.compile(r"\b(?:km2|sq\.? km)\b")
_HYPHEN = re.compile(r"(?<=[^\W\d_])(?<!ty)-(?=[^\W\d_])")  # chess-board, but sixty-four
_PLAIN = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "−": "-", "‑": "-", "\u00a0": " ", "\u202f": " "}
)
_BOUND_SIGNS = {"ge": "≥", "le": "≤", "gt": ">", "lt": "<"}
_SIGNS = {"≥": 1, ">": 1, "<": -1, "≤": -1}
# What a token does in a text. A scale counts behind a number only ("two million").
_AN_IDLE, _A_WORD, _A_NAME, _AN_AXIS, _A_DENIAL, _TOWARD, _THAN, _AND, _A_SIGN = range(9)
_A_NUMBER, _A_SCALE = 9, 10
_NOTHING: frozenset[str] = frozenset()


_Token = tuple[int, Any]  # its role, and what the role needs: a stem, an axis, a sign or a word


class Profile(NamedTuple):
    """What a text says. Signs (of numbers and directions) and negation are not in the key."""

    key: tuple[object, ...]
    words: frozenset[str]
    names: frozenset[str]
    numbers: frozenset[float]
    signs: tuple[int, ...]
    negated: bool


@lru_cache(maxsize=4096)
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
    text = _plain(text)
    read = _read(text)
    roles = {role for role, _ in read}
    signed: list[tuple[float, int]] = []
    if _A_NUMBER in roles or _A_SCALE in roles or "'" in text or not text.isascii():
        text = _BOUND.sub(lambda m: f"{_BOUND_SIGNS[m.lastgroup or '']} ", text)
        read, signed = _counted(_read(text))
        roles = {role for role, _ in read}
    words = frozenset([value for role, value in read if role == _A_WORD])
    names = [value for role, value in read if role == _A_NAME]
    called = frozenset(names)
    axes = sorted([value for role, value in read if role == _AN_AXIS]) if _AN_AXIS in roles else []
    negated = _A_DENIAL in roles and sum(role == _A_DENIAL for role, _ in read) % 2 == 1
    directed = len(called) > 1 and (_THAN in roles or _TOWARD in roles)
    key = (
        tuple([(value, bool(sign)) for value, sign in signed]),
        tuple(names) if directed else called,
        tuple([axis for axis, _ in axes]),
        _compared(read) if _THAN in roles else _NOTHING,
    )
    signs = (*[sign for _, sign in signed], *[sign for _, sign in axes])
    return Profile(key, words, called, frozenset([value for value, _ in signed]), signs, negated)


def _compared(read: list[_Token]) -> frozenset[str]:
    """The words and names behind the last "than"."""
    last = max(at for at, (role, _) in enumerate(read) if role == _THAN)
    return frozenset(value for role, value in read[last:] if role in (_A_WORD, _A_NAME))


def _counted(read: Iterable[_Token]) -> tuple[list[_Token], list[tuple[float, int]]]:
    """The tokens that are no part of a number; and the numbers, with their signs, in order."""
    others: list[_Token] = []
    numbers: list[tuple[float, str]] = []
    bound, counting = "", False
    for role, value in read:
        if role == _A_NUMBER or (counting and role == _A_SCALE):
            number, joined = _number(value[0], numbers[-1][0] if counting else 0.0)
            if joined:
                bound = numbers.pop()[1]
            numbers.append((number, bound))
            bound, counting = "", True
            continue
        counting = counting and role == _AND and numbers[-1][0] % 100 == 0
        bound = value if role == _A_SIGN else bound
        others.append(value[1] if role == _A_SCALE else (role, value))
    signed = (_signed(*number) for number in numbers)
    return others, sorted(signed, key=lambda n: (n[0], abs(n[1]), n[1]))


def _read(text: str) -> list[_Token]:
    """The tokens of a text, word by word: most words have been seen before."""
    first, *rest = text.split(" ")
    if rest and rest[-1] == "-":
        rest.pop()  # a minus stands between two others
    return [*_tokens(first, True), *chain.from_iterable(map(_tokens, rest))]


@lru_cache(maxsize=1 << 15)
def _tokens(piece: str, start: bool = False) -> tuple[_Token, ...]:
    """The tokens between two spaces; at the `start` of a text one word may be capitalised."""
    if piece == "-":
        return () if start else (_role(piece, False),)
    tokens = _TOKEN.findall(piece)
    if start and tokens and piece.startswith(tokens[0]):
        return (_role(tokens[0], True), *[_role(token, False) for token in tokens[1:]])
    return tuple([_role(token, False) for token in tokens])


def _role(token: str, first: bool) -> _Token:
    """What a token does (`first`: as the first of its text), and its stem, axis, sign or number."""
    low = token.casefold().removesuffix("'s")
    said = _said(token, low, first)
    if token[0].isdecimal() or low in _NUMBERS:
        return _A_NUMBER, (low, said)
    return (_A_SCALE, (low, said)) if low in _SCALES else said


def _said(token: str, low: str, first: bool) -> _Token:
    if token in _SIGNS:
        return _A_SIGN, token
    if low in _NEGATIONS or low.endswith("n't"):
        return _A_DENIAL, None
    if low in _AXES and low == token:
        return _AN_AXIS, _AXES[low]
    if low in _GUARDED or (token[0].isupper() and _is_name(low, token, first)):
        return _A_NAME, stem(low)
    if low in _DIRECTED:
        return (_THAN if low == "than" else _TOWARD), None
    if low in _STOP:
        return (_AND if low == "and" else _AN_IDLE), None
    return _A_WORD, stem(low)


def _plain(text: str) -> str:
    """`text` without accents and asides, with a sign for "or more" and its like."""
    if not text.isascii():
        text = text.translate(_PLAIN)
        text = unicodedata.normalize("NFKD", text)
        text = "".join(c for c in text if not unicodedata.combining(c))
    if "(" in text:
        text = _ASIDE.sub(lambda m: m[0] if _tells(m[0]) else "", text).strip() or text
    text = _AREA.sub("square kilometres", text) if "km" in text else text
    text = _HYPHEN.sub("", text) if "-" in text else text
    text = text.lower() if text.isupper() else text
    if " or " in text or " and " in text:
        text = _TRAIL.sub(lambda m: f"{'≥' if m[2] else '≤'} {m[1]}", text)
    return text


def _tells(aside: str) -> bool:
    """Whether words in brackets matter: "(women's)", "(until 1990)" and "(Crete included)" do."""
    words = aside[aside.index("(") + 1 : -1].split()
    return any(w != w.lower() or not w.isalpha() or w in _GUARDED | _NEGATIONS for w in words)


def _is_name(low: str, token: str, first: bool) -> bool:
    """Whether a capitalised word is a name; as the first word only NATO and A380 are."""
    if first:
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
