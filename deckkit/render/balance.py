"""Lines of even length: what a face says in a few lines, broken where a reader would pause."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from deckkit.render.fonts import shaper, upem

SLACK = 0.01
# A hyphen lets a line end behind it, but not within a date or before a number.
WORDS = re.compile(r"(?:[^ -]|-(?=\d))*-+(?=[^ \d-])|[^ ]*? |[^ ]+")
WHOLE = re.compile(r"[^ ]*? |[^ ]+")
FEW = 7  # lines; in more of them nobody sees how even they are
BEHIND_HYPHEN, BEHIND_WEAK = 1e6, 3.0  # cost of such a break, in squared em
SHORT, ALONE = 3, 1e3  # a line is short below that part of the longest; what one costs
_WEAK = "a an and as at by for from has in into is its of on or than that the to was with"
WEAK = frozenset(_WEAK.split())


@lru_cache(200_000)
def advance(font: str, word: str) -> float:
    """Width of a word in em, kerning included and ligatures off as on the cards."""
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_str(word)
    buffer.guess_segment_properties()
    hb.shape(shaper(font), buffer, {"liga": False, "clig": False, "dlig": False})
    return float(sum(p.x_advance for p in buffer.glyph_positions or ()) / upem(font))


def lines(
    font: str, text: str, width: float, indent: float = 0.0, *, whole: bool = False
) -> int:  # fmt: skip
    """Number of lines of `text` in `width` em; a word wider than that counts as 99 lines.

    With `whole` no line ends at a hyphen.
    """
    count, filled, gap = 1, indent, 0.0
    for token in (WHOLE if whole else WORDS).findall(text):
        word = token.rstrip(" ")
        length = advance(font, word)
        if length > width + SLACK:
            return 99
        if filled and filled + gap + length > width + 1e-6:
            count, filled = count + 1, length
        else:
            filled += gap + length
        gap = advance(font, " ") if token.endswith(" ") else 0.0
    return count


@dataclass(frozen=True, slots=True)
class _Way:
    """The cheapest way to set the first words in some lines; `before` ends the line above."""

    cost: float
    before: int


def balanced(font: str, text: str, width: float, *, whole: bool = False) -> str:
    """`text` with a line feed at each break: as few lines of `width` em as `lines` counts, none
    of them torn at a hyphen when another break does, and all as even as they can be.

    More than a few lines are left to whoever sets them.
    """
    count = lines(font, text, width, whole=whole)
    if not 1 < count <= FEW:
        return text
    tokens = (WHOLE if whole else WORDS).findall(text)
    shown = _set(font, tokens, width, count, 0.0)
    least = max(advance(font, line) for line in shown) / SHORT
    if min(advance(font, line) for line in shown) < least:
        shown = _set(font, tokens, width, count, least)
    return "\n".join(shown)


def _set(
    font: str, tokens: Sequence[str], width: float, count: int, least: float
) -> list[str]:  # fmt: skip
    """The words in `count` lines, none shorter than `least` em where that can be."""
    ways = _ways(font, tokens, width, count, least)
    at, breaks = len(tokens), []
    for row in reversed(ways[1:]):
        at = row[at].before
        breaks.append(at)
    parts = [*reversed(breaks), len(tokens)]
    return ["".join(tokens[first:last]).rstrip(" ") for first, last in pairwise(parts)]


def _ways(
    font: str, tokens: Sequence[str], width: float, count: int, least: float
) -> list[dict[int, _Way]]:  # fmt: skip
    """For each number of lines up to `count`, the best way to every token that can end them."""
    words = [token.rstrip(" ") for token in tokens]
    long = [advance(font, word) for word in words]
    gaps = [advance(font, " ") if token.endswith(" ") else 0.0 for token in tokens]
    ends = [_behind(token, word) for token, word in zip(tokens, words, strict=True)]
    ends[-1] = 0.0
    ways: list[dict[int, _Way]] = [{0: _Way(0.0, 0)}]
    for _ in range(count):
        row: dict[int, _Way] = {}
        for start, way in ways[-1].items():
            filled = gap = 0.0
            for end in range(start, len(tokens)):
                filled += gap + long[end]
                if end > start and filled > width + 1e-6:
                    break
                gap = gaps[end]
                cost = way.cost + filled * filled + ends[end] + ALONE * (filled < least)
                if cost < row.get(end + 1, _Way(math.inf, 0)).cost:
                    row[end + 1] = _Way(cost, start)
        ways.append(row)
    return ways


def _behind(token: str, word: str) -> float:
    """What it costs to end a line behind a word."""
    if token == word:
        return BEHIND_HYPHEN
    weak = word.isdigit() or word.endswith(("·", "–")) or word.lower().lstrip("(") in WEAK
    return BEHIND_WEAK if weak else 0.0
