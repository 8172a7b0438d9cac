"""The duplicate search: the same pairs as all against all, guards, and what order cannot change."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from deckkit import duplicates
from deckkit.duplicates import Answer, Kind, Pair, compare, find, spellings

UNIVERSE = frozenset("abcdefghijkl")

SAME = """\
has at least 5 currencies|has no fewer than five currencies
has at least 5 currencies|has more than 4 currencies
has ten or more harbours|has at least 10 harbours
is larger than one million square kilometres|is bigger than 1,000,000 km²
joined the United Nations in 1960 or later|joined the United Nations since 1960
has sixty-four squares|has 64 squares
costs two hundred and fifty dollars|costs 250 dollars
lacks red in its flag|has no red in its flag
How many people live in Malta?|About how many inhabitants does Malta have?
How many squares are on a chessboard?|How many squares does a chess-board have?
has a coast (overseas territory aside)|has a coast
lies to the north of the Equator|lies north of the equator
is landlocked|is landloked
grows potatoes|grows potatos
HAS A COAST ON THE RED SEA|has a coast on the red sea
Côte d'Ivoire exports cocoa|Cote d’Ivoire exports cocoa"""

OPPOSITE = """\
has a coast|has no coast
has won gold|has never won gold
has more than 75 million inhabitants|has fewer than 75 million people
has ten or more harbours|has fewer than 10 harbours
was founded before 1900|was founded after 1900
lies entirely north of the Equator|lies entirely south of the Equator
has the largest island of Europe|has the smallest island of Europe
drives on the left|drives on the right"""

OTHER = """\
has more than 7 million inhabitants|has more than 8 million inhabitants
borders Chile|borders Peru
has a capital whose name begins with A|has a capital whose name begins with B
has hosted the Summer Olympic Games|has hosted the Winter Olympic Games
has won the men's world cup|has won the women's world cup
has exactly one star|has at least one star
is a major producer of cheese|is a major producer of wine
has more sheep than people|has more people than sheep
How far is it from Paris to Rome?|How far is it from Rome to Paris?
has won the cup (until 1990)|has won the cup (until 1991)
How much is 12 + 4?|How much is 12 × 4?
was founded first by Rome|was founded last by Rome"""


def cases(text):
    return [pytest.param(*line.split("|"), id=line) for line in text.splitlines()]


def kind(one, two, *evidence):
    found = compare(one, two, *evidence, universe=UNIVERSE)
    return found and found[0]


@pytest.mark.parametrize(("one", "two"), cases(SAME))
def test_the_same_in_other_words(one, two):
    assert kind(one, two) is Kind.DUPLICATE


@pytest.mark.parametrize(("one", "two"), cases(OPPOSITE))
def test_opposites_are_not_duplicates(one, two):
    assert kind(one, two) is Kind.CONTRADICTORY


@pytest.mark.parametrize(("one", "two"), cases(OTHER))
def test_guards(one, two):
    assert kind(one, two) is None


def test_one_qualifier_more_is_redundant_unless_the_answers_differ():
    texts = "grows potatoes on high fields", "grows purple potatoes on high fields"
    assert kind(*texts) is Kind.REDUNDANT
    assert kind(*texts, frozenset("abc"), frozenset("ab")) is Kind.REDUNDANT
    assert kind(*texts, frozenset("abc"), frozenset("def")) is None


def test_equal_numbers_with_a_common_subject():
    one, two = "How many squares has a chessboard?", "A chessboard is cut into how many squares?"
    assert kind(one, two) is None
    assert kind(one, two, Answer(64, "squares"), Answer(64, "squares")) is not None
    assert kind(one, two, Answer(64, "squares"), Answer(64, "fields")) is None
    assert kind(one, "How many squares?", Answer(64, "squares"), Answer(64, "squares")) is None


def test_answer_sets_speak_when_they_are_wide():
    wide, rest = frozenset("abcdef"), frozenset("ghijkl")
    assert kind("lies in the Andes", "grows rice", wide, wide) is Kind.REDUNDANT
    assert kind("lies in the Andes", "grows rice", wide, rest) is Kind.CONTRADICTORY
    assert kind("lies in the Andes", "grows rice", frozenset("a"), frozenset("a")) is None


def test_words_that_occur_elsewhere_are_not_misspelt():
    texts = ["sells a bottle", "sells a battle", "fills a bottle", "wins a battle"]
    assert compare(*texts[:2]) is not None
    assert list(find(texts)) == []
    assert spellings(texts) == {}


WORDS = """coast coasts caost harbour harbor hrabour larger smaller north south flag red green no
not never than the has Chile Peru men women 5 five 6 more least at or"""
TEXTS = st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=6).map(" ".join)
SETS = st.frozensets(st.sampled_from(sorted(UNIVERSE)), min_size=1)
ANSWERS = st.builds(Answer, st.integers(1, 3).map(float), st.sampled_from(["flag", "coasts"]))
EVIDENCE = st.one_of(st.none(), SETS, ANSWERS)
DECKS = st.lists(st.tuples(TEXTS, EVIDENCE), max_size=14)


def all_against_all(texts, evidence):
    near = spellings(texts)
    for i, j in combinations(range(len(texts)), 2):
        found = compare(texts[i], texts[j], evidence[i], evidence[j], universe=UNIVERSE, near=near)
        if found:
            yield Pair(i, j, *found)


@settings(max_examples=300, deadline=None)
@given(DECKS)
def test_finds_what_all_against_all_finds(deck):
    texts, evidence = [t for t, _ in deck], [e for _, e in deck]
    found = list(find(texts, evidence, universe=UNIVERSE))
    assert sorted(found) == sorted(all_against_all(texts, evidence))
    assert len(found) == len({(p.first, p.second) for p in found})
    assert sorted(find(texts)) == sorted(all_against_all(texts, [None] * len(texts)))


@settings(max_examples=300, deadline=None)
@given(TEXTS, TEXTS, EVIDENCE, EVIDENCE)
def test_symmetry(one, two, first, second):
    there = compare(one, two, first, second, universe=UNIVERSE)
    assert there == compare(two, one, second, first, universe=UNIVERSE)


@settings(max_examples=150, deadline=None)
@given(DECKS.flatmap(lambda d: st.tuples(st.just(d), st.permutations(range(len(d))))))
def test_the_order_of_texts_changes_nothing(case):
    deck, order = case
    moved = [deck[i] for i in order]

    def pairs(rows, names):
        found = find([t for t, _ in rows], [e for _, e in rows], universe=UNIVERSE)
        return {(frozenset((names[p.first], names[p.second])), p.kind, p.score) for p in found}

    assert pairs(moved, order) == pairs(deck, range(len(deck)))


@given(st.text())
@example("Has ፩ lake")  # digits with which Python cannot count
@example("Has ² lakes, ⓷ of them ٣")
def test_any_text_is_the_same_as_itself(text):
    assert compare(text, text)[0] is Kind.DUPLICATE


def test_an_answer_that_many_texts_share_is_no_evidence():
    texts = [f"How many towers has the castle of {'ABCDEFGH'[n % 8]}{n}?" for n in range(300)]
    texts += ["How many squares has a chessboard?", "A chessboard is cut into how many squares?"]
    answer = Answer(64, "squares")
    assert list(find(texts, [answer] * len(texts))) == []
    assert len(list(find(texts[-2:], [answer] * 2))) == 1


class Inline(Executor):
    """An executor as another engine would bring it; it pickles what it is given."""

    submitted = 0

    def submit(self, fn, /, *args, **kwargs):
        import pickle

        self.submitted += 1
        future: Future = Future()
        fn, args = pickle.loads(pickle.dumps((fn, args)))
        future.set_result(pickle.loads(pickle.dumps(fn(*args, **kwargs))))
        return future


def test_an_executor_gives_the_same_pairs_in_the_same_order(monkeypatch):
    monkeypatch.setattr(duplicates, "BATCH", 10)
    texts = [f"has {w} {n} harbours" for n in range(30) for w in ("at least", "over", "under")]
    texts += [f"has {n} harbours or more" for n in range(30)]
    pool = Inline()
    pairs = list(find(texts, executor=pool))
    assert pairs == list(find(texts))
    assert pool.submitted > duplicates.WINDOW
    assert {p.kind for p in pairs} == {Kind.DUPLICATE, Kind.CONTRADICTORY}
