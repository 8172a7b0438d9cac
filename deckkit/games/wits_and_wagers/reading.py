"""How hard a sentence is to read."""

from __future__ import annotations

import re
from functools import lru_cache

_WORD = re.compile(r"[A-Za-zÀ-ÿ]+(?:['’][a-z]+)?")
_VOWELS = re.compile(r"[aeiouyà-ÿ]+")


def grade(sentence: str) -> float:
    """The Flesch-Kincaid grade of one sentence, in US school years (ten years of age is 4 to 5).

    0.39 words + 11.8 syllables per word - 15.59 (J. P. Kincaid et al., Derivation of New
    Readability Formulas for Navy Enlisted Personnel, 1975). Names (capitalised words after the
    first) count as one syllable: a child who does not know Reykjavik still understands the
    question.
    """
    words = _WORD.findall(sentence)
    if not words:
        return 0.0
    syllables = _syllables(words[0].lower()) + sum(map(_spoken, words[1:]))
    return 0.39 * len(words) + 11.8 * syllables / len(words) - 15.59


@lru_cache(maxsize=1 << 14)
def _spoken(word: str) -> int:
    """Syllables of a word behind the first one; a name counts as one."""
    return 1 if word[0].isupper() else _syllables(word.lower())


@lru_cache(maxsize=8192)
def _syllables(word: str) -> int:
    """Syllables of an English word by its groups of vowels; a silent final e does not count."""
    groups = len(_VOWELS.findall(word))
    silent = word.endswith("e") and not word.endswith(("le", "ee", "ye"))
    silent = silent or (word.endswith("es") and word[-3:-2] not in "csxz")
    silent = silent or (word.endswith("ed") and word[-3:-2] not in "td")
    return max(1, groups - silent)
