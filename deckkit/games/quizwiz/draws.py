"""Whether a Setup can be drawn with distinct categories."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import combinations

from deckkit.text import number

LEVEL_NAMES = {1: "easy", 2: "medium", 3: "hard"}


def draw_problem(
    wanted: Mapping[int, int], categories: Mapping[int, Collection[str]]
) -> tuple[tuple[int, ...], str]:
    """The tight levels of a Setup that cannot be drawn, and a sentence; empty when it can.

    `wanted` is the number of Statements by level, `categories` the categories that have a
    Statement of the level. By Hall's theorem a draw with distinct categories exists exactly
    when every set of levels together reaches at least as many categories as it wants
    Statements (P. Hall, On Representatives of Subsets, 1935). Levels are few, so all their
    subsets are tried, smallest first: the message names the tightest ones.
    """
    levels = [level for level, count in wanted.items() if count]
    for size in range(1, len(levels) + 1):
        for group in combinations(levels, size):
            need = sum(wanted[level] for level in group)
            reach = len(set().union(*(categories.get(level, ()) for level in group)))
            if need > reach:
                named = " and ".join(LEVEL_NAMES.get(level, str(level)) for level in group)
                have = number(reach, "category", "categories") if reach else "no category at all"
                if need == 1:
                    return group, f"The Setup wants 1 {named} Statement, but there is none."
                return group, (
                    f"The Setup wants {need} {named} Statements of different categories, but "
                    f"they come from {'only ' * bool(reach)}{have}."
                )
    return (), ""
