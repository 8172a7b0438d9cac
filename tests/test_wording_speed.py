"""The quick ways of the wording rules find what their plain definitions find."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from deckkit import duplicates, wording
from deckkit.games.wits_and_wagers import reading
from deckkit.rules import marks, spelling, typography
from deckkit.rules.texts import matching

TOKEN = re.compile(r"\d[\d.,]*\d|\d|[^\W\d_][^\W_]*(?:'[^\W\d_]+)*|[≥≤<>+×*÷/=%$€£]|(?<= )-(?= )")
ODD = """at least|no more than|up to|more than|over|since|or more|and above|km2|sq. km|A380|NATO
Crete's|five's|two'x|over sıx|over ſix|5|1,000|1.5|2.5.6|a million|a dozen|²|(Crete included)
(overseas)|(until 1990)|-|chess-board|sixty-four|2-3|%|+|≥|<|don't|won’t|Côte|D'Ivoire|X|x_two|?|.
--|’|Against|over  five|million|two hundred and|thousand|\t|\n|of|has|coast|coasts|Peru"""
WORDS = sorted(
    {
        *re.split(r"[|\n]", ODD),
        *wording._GUARDED | wording._NEVER_NAMES | wording._NEGATIONS | wording._DIRECTED,
        *wording._AXES.keys() | wording._NUMBERS.keys() | wording._SCALES.keys(),
    }
)
CASED = st.sampled_from(WORDS).flatmap(lambda w: st.sampled_from((w, w, w.capitalize(), w.upper())))
SENTENCES = st.lists(CASED, max_size=9).map(" ".join)
SIGNS = st.text("ab zAİısſé09.,;:!?()[]-_'\"‘’“”′″@/#& \n", max_size=14)
LITTLE = st.lists(
    st.sampled_from(["the", "The", "in", "İn", "is", "ıs", "a", "of", "-", "(", " ", "\n", "an,"]),
    max_size=6,
).map(" ".join)


def plain_profile(text: str) -> wording.Profile:
    """Token by token, with one look at the whole text for numbers with signs."""
    text = wording._plain(text)
    text = wording._BOUND.sub(lambda m: f"{wording._BOUND_SIGNS[m.lastgroup]} ", text)
    words: set[str] = set()
    names, axes, numbers, parts = [], [], [], []
    bound, counting, negated, directed, tail = "", False, False, False, len(text)
    for match in TOKEN.finditer(text):
        token = match.group()
        low = token.casefold().removesuffix("'s")
        scale = counting and low in wording._SCALES
        if token[0].isdigit() or low in wording._NUMBERS or scale:
            value, joined = wording._number(low, numbers[-1][0] if counting else 0.0)
            if joined:
                bound = numbers.pop()[1]
            numbers.append((value, bound))
            bound, counting = "", True
            continue
        counting = counting and low == "and" and numbers[-1][0] % 100 == 0
        first = match.start() == 0
        if token in wording._SIGNS:
            bound = token
        elif low in wording._NEGATIONS or low.endswith("n't"):
            negated = not negated
        elif low in wording._AXES and low == token:
            axes.append(wording._AXES[low])
        elif low in wording._GUARDED or (
            token[0].isupper() and wording._is_name(low, token, first)
        ):
            names.append(wording.stem(low))
            parts.append(names[-1])
        elif low in wording._DIRECTED:
            directed = True
            tail = len(parts) if low == "than" else tail
        elif low not in wording._STOP:
            words.add(wording.stem(low))
            parts.append(wording.stem(low))
    signed = sorted((wording._signed(*n) for n in numbers), key=lambda n: (n[0], abs(n[1]), n[1]))
    axes.sort()
    key = (
        tuple((value, bool(sign)) for value, sign in signed),
        tuple(names) if directed and len(set(names)) > 1 else frozenset(names),
        tuple(axis for axis, _ in axes),
        frozenset(parts[tail:]),
    )
    signs = (*(sign for _, sign in signed), *(sign for _, sign in axes))
    values = frozenset(value for value, _ in signed)
    return wording.Profile(key, frozenset(words), frozenset(names), values, signs, negated)


@settings(max_examples=800, deadline=None)
@given(SENTENCES | SIGNS)
def test_profile_is_that_of_token_by_token(text: str) -> None:
    assert wording.profile(text) == plain_profile(text)


@settings(deadline=None)
@given(st.lists(SENTENCES, max_size=5))
def test_what_two_searches_share_is_what_profiles_say(texts: list[str]) -> None:
    keys, near = duplicates._survey(texts)
    assert list(keys) == [hash(wording.profile(text).key) for text in texts]
    assert near == duplicates.spellings(texts)


@settings(deadline=None)
@given(st.lists(SIGNS, max_size=8))
def test_matching_is_a_search_of_each_text(texts: list[str]) -> None:
    patterns = typography._AFTER, typography._HYPHEN
    wanted = [i for i, text in enumerate(texts) if any(p.search(text) for p in patterns)]
    assert matching(texts, *patterns) == wanted


# Each pattern as it reads from left to right.
PLAIN = (
    (typography._DOUBLE, r"(?<=\S)  +(?=\S)"),
    (marks._MARKS, r"(?<![\d\u2032\u2033])['\"\u2018\u2019\u201c\u201d]"),
    (typography._HYPHEN, r"(?<=[^\s\d]) --? (?=[^\s\d])|(?<=\w)--(?=\w)"),
    (
        typography._BEFORE,
        r"(?<=\w) +(?=[,.;:!?](?![\w.:)\]]))|(?<=\w) +(?=[)\]])|(?<=[(\[]) +(?=\w)",
    ),
    (
        typography._BEFORE_FR,
        r"(?<=\w) +(?=[,.](?![\w.]))|(?<=\w) +(?=[)\]])|(?<=[(\[]) +(?=\w)",
    ),
    (typography._AFTER, r"(?<=[^\W\d_]{2})[,;](?=[^\W\d_]{2})"),
)


@settings(max_examples=600, deadline=None)
@given(SIGNS | LITTLE)
def test_patterns_find_what_they_say(text: str) -> None:
    for quick, plain in PLAIN:
        spans = [match.span() for match in re.finditer(plain, text)]
        assert [match.span() for match in quick.finditer(text)] == spans
    assert typography._TWICE.search(text) or not typography._REPEATED.search(text)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.text("abcdef@./#&’'-_A9 ", max_size=9), max_size=4).map("coast".join))
def test_words_are_decided_between_spaces(text: str) -> None:
    pieces = [word for piece in text.split() for word in spelling._WORD.findall(piece)]
    assert pieces == spelling._WORD.findall(text)


@settings(deadline=None)
@given(SENTENCES | SIGNS)
def test_grade_is_worked_out_word_by_word(text: str) -> None:
    words = reading._WORD.findall(text)
    syllables = sum(
        1 if at and word[0].isupper() else reading._syllables(word.lower())
        for at, word in enumerate(words)
    )
    grade = 0.39 * len(words) + 11.8 * syllables / len(words) - 15.59 if words else 0.0
    assert reading.grade(text) == grade
