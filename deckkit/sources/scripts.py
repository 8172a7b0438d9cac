"""Raised and lowered characters of rich text: what a text shows that its characters do not say."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

PLAIN, RAISED, LOWERED = "", "superscript", "subscript"
_TO_RAISED = str.maketrans("0123456789+-\u2212=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_TO_LOWERED = str.maketrans("0123456789+-\u2212=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_TRADEMARKS = {"TM": "™", "SM": "℠"}
# Letters that read the same on the line: 1st, 2e, n.º, Mme; not x and n of a power.
_WORDLIKE = re.compile(r"[^\W\d_]{2,}\.?|[aoerdh]\.?")
_SIGNED = re.compile(r"[-+\u2212]?\d")


class Script(NamedTuple):
    """A text as it is shown, and whether its plain characters are another number.

    `typable` says that each of its characters can be typed.
    """

    shown: str
    wrong: bool
    typable: bool


def script_of(pieces: Iterable[tuple[str, str]]) -> Script | None:
    """What the pieces of a text (characters, position) show; None when they read the same."""
    runs: list[list[str]] = []
    for text, position in pieces:
        if runs and runs[-1][1] == position:
            runs[-1][0] += text
        elif text:
            runs.append([text, position])
    if len(runs) < 2:
        return None  # all of it is raised: that is a matter of looks
    shown, wrong, typable = "", False, True
    for at, (text, position) in enumerate(runs):
        before = runs[at - 1][0] if at else ""
        after = runs[at + 1][0] if at + 1 < len(runs) else ""
        if position == PLAIN or not text.strip() or _reads_the_same(text, before, after):
            shown += text
            continue
        spelt = _spelt(text, position)
        shown += spelt or ("^" if position == RAISED else "_") + text
        typable &= bool(spelt)
        wrong |= bool(before[-1:].isdigit() and _SIGNED.match(text))
        wrong |= text[-1].isdigit() and after[:1].isdigit()
    return Script(shown, wrong, typable) if shown != "".join(text for text, _ in runs) else None


def _reads_the_same(text: str, before: str, after: str) -> bool:
    """Whether it does not matter that the characters stand on the line."""
    apart = not before[-1:].isalnum() and before[-1:] not in (")", "]") and not after[:1].isalnum()
    return apart or (text not in _TRADEMARKS and _WORDLIKE.fullmatch(text) is not None)


def _spelt(text: str, position: str) -> str:
    """The text in characters that stand above or below the line; empty without such characters."""
    if text in _TRADEMARKS:
        return _TRADEMARKS[text]
    signs = _TO_RAISED if position == RAISED else _TO_LOWERED
    return text.translate(signs) if all(ord(c) in signs or c.isspace() for c in text) else ""
