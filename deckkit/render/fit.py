"""Text sizes: the largest step of a ladder at which a text fits its box.

HarfBuzz advances and greedy line breaking predict what the layout engine will do; the real
layout verifies each prediction afterwards (`layout`), so a wrong one costs a step, never a
clipped word. A text that does not fit at the floor is an overflow, with the number of
characters too many.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deckkit.render.balance import SLACK, advance, balanced, lines

PT_PER_MM = 72 / 25.4
PX_PER_MM = 96 / 25.4
READ, FINE = 6.5, 5.0  # pt: text to play by, and small print on cards below the usual size
TORN = 0.87  # what a size is worth at which a line ends at a hyphen
UNEVEN = 0.919  # what a size is worth at which headings of lists are torn, or not all set alike
DOT, COMMA = "\u00a0· ", ", "


@dataclass(frozen=True, slots=True)
class Slot:
    """A fitted box: `id` of the element to measure, chosen size and limits.

    `size` and `floor` are in pt, `limit` is the height in px that the layout may use.
    `excess` is the number of characters too many at the floor (0: it fits). `source` is the
    record that the text comes from, when it is not the face's own; `rise` is half of the
    height that stays free, in mm. `text` is what the box says, a line feed at each break.
    """

    id: str
    name: str
    size: float
    floor: float
    limit: float
    step: int
    excess: int = 0
    compact: bool = False
    source: str = ""
    rise: float = 0.0
    text: str = ""

    @property
    def at(self) -> Any:
        """Attributes of the element: its id, size, and margin that centres it in its box."""
        from markupsafe import Markup

        return Markup('id="{}" style="{}"').format(self.id, self._style)

    def within(self, left: float, top: float, width: float) -> Any:
        """Attributes as `at`, with the place and width of its box in mm."""
        from markupsafe import Markup

        place = f"left:{left:g}mm;top:{top:g}mm;width:{width:g}mm"
        return Markup('id="{}" style="{};{}"').format(self.id, place, self._style)

    @property
    def _style(self) -> str:
        style = f"font-size:{self.size:g}pt"
        if self.rise:
            style += f";margin-top:{self.rise:g}mm"
        return style + ";white-space:pre-line" * ("\n" in self.text)


@dataclass
class Fitter:
    """Chooses sizes for the boxes of one face, as its template asks for them.

    `steps` makes a named box smaller by so many steps than predicted, after the real layout
    was higher than its box. `scale` is the size at which the face is printed: floors are those
    on paper.
    """

    face: str
    steps: Mapping[str, int] = field(default_factory=dict)
    slots: list[Slot] = field(default_factory=list)
    scale: float = 1.0

    def _sizes(self, floor: float, largest: float) -> tuple[float, float]:
        """The floor for a face that is printed smaller, and a largest size above it.

        Small print, which nobody reads across a table, may go down to `FINE` on paper.
        """
        on_paper = floor if floor >= READ else min(floor, FINE)
        floor = max(floor, math.ceil(on_paper / self.scale * 4 - 1e-6) / 4)
        return floor, max(floor, largest)

    def text(
        self, name: str, text: str, font: str, width: float, height: float,
        line: float, largest: float, floor: float, source: str = "",
    ) -> Slot:  # fmt: skip
        """Fit running text into a box of `width` x `height` mm with that line height.

        Lines end at a hyphen (`Slot.compact`) only where the text is a good deal larger for it.
        """
        floor, largest = self._sizes(floor, largest)

        def needed(value: str, size: float, torn: bool) -> float:
            count = lines(font, value, width * PT_PER_MM / size, whole=not torn)
            return count * size * line

        def excess() -> int:
            return _excess(text, lambda part: needed(part, floor, True) <= height * PT_PER_MM)

        sizes = ladder(largest, floor)
        trials = [(size, False) for size in sizes]
        if "-" in text:
            trials += [(size, True) for size in sizes]
            trials.sort(key=lambda trial: trial[0] * (TORN if trial[1] else 1.0), reverse=True)
        slot = self._choose(
            name, height, trials, lambda size, torn: needed(text, size, torn), excess,
            source=source, centred=True,
        )  # fmt: skip
        whole = not slot.compact
        return replace(
            slot, text=balanced(font, text, width * PT_PER_MM / slot.size, whole=whole)
        )  # fmt: skip

    def groups(
        self, name: str, groups: Sequence[tuple[str, Sequence[str]]], width: float,
        height: float, largest: float, floor: float, *,
        line: float = 1.22, gap: float = 0.4, head: float = 1.22, inset: float = 1.8,
        roomy: float = 8.5,
    ) -> Slot:  # fmt: skip
        """Fit lists of names under headings into a box of `width` x `height` mm.

        Headings stand on lines of their own down to `roomy` pt and may run into the list below
        that (`Slot.compact`). A heading of two lines, or a list that begins below a run-in
        heading, is kept only where the text is a good deal larger for it. `gap` and `head` are
        in em, `inset` is the rule on the left in mm.
        """
        floor, largest = self._sizes(floor, largest)
        parts = [(title, joined(names)) for title, names in groups]
        dense = [(title, joined(names, COMMA)) for title, names in groups]
        room = (width - inset) * PT_PER_MM

        def stacked(size: float) -> float:
            total = 0.0
            for title, text in parts:
                total += lines("body-800", title, room / size) * head
                total += lines("body-600", text, room / size) * line + gap
            return total * size

        def run_in(shown: Sequence[tuple[str, str]], size: float) -> float:
            total = 0.0
            for title, text in shown:
                indent = advance("body-800", title + "\u2002")
                total += (lines("body-600", text, room / size, indent) * line + gap) * size
            return total

        def excess() -> int:
            shown, dropped = [(t, list(n)) for t, n in groups], 0
            while shown:
                now = [(t, joined(n, COMMA)) for t, n in shown]
                if run_in(now, floor) <= height * PT_PER_MM:
                    break
                dropped += len(shown[-1][1].pop()) + 2
                if not shown[-1][1]:
                    shown.pop()
            return dropped

        def needed(size: float, compact: bool) -> float:
            return run_in(dense, size) if compact else stacked(size)

        def worth(trial: tuple[float, bool]) -> float:
            size, compact = trial
            for title, names in groups:
                shown = f"{title}\u2002" if compact else title
                first = advance("body-600", joined(names[:1], COMMA)) if compact else 0.0
                if advance("body-800", shown) + first > room / size:
                    return size * UNEVEN
            return size

        sizes = ladder(largest, floor)
        large = [(size, False) for size in sizes if size >= roomy]
        small = [(size, False) for size in sizes if size < roomy]
        small += [(size, True) for size in sizes if size <= max(roomy + 1.5, floor)]
        trials = sorted(large, key=worth, reverse=True) + sorted(small, key=worth, reverse=True)
        return self._choose(name, height, trials, needed, excess)

    def prose(
        self, name: str, parts: Sequence[tuple[str, str]], width: float, height: float,
        largest: float, floor: float, *, line: float, gap: float, inset: float,
    ) -> Slot:  # fmt: skip
        """Fit paragraphs, each led by a bold heading, into a box of `width` x `height` mm.

        `line` and `gap` are in em, `inset` is what a rule on the left takes, in mm.
        """
        room = (width - inset) * PT_PER_MM

        def needed(shown: Sequence[tuple[str, str]], size: float) -> float:
            total = 0.0
            for title, text in shown:
                indent = advance("body-800", title) + advance("body-600", "\u2002")
                total += lines("body-600", text, room / size, indent) * line + gap
            return total * size

        def excess() -> int:
            shown = list(parts)
            while needed(shown, floor) > height * PT_PER_MM and shown:
                shown.pop()
            return sum(len(title) + len(text) for title, text in parts[len(shown) :])

        trials = [(size, False) for size in ladder(largest, floor)]
        return self._choose(name, height, trials, lambda size, _: needed(parts, size), excess)

    def _choose(
        self, name: str, height: float, trials: Sequence[tuple[float, bool]],
        needed: Callable[[float, bool], float], excess: Callable[[], int], *, source: str = "",
        centred: bool = False,
    ) -> Slot:  # fmt: skip
        """The first of `trials` (size, compact) that fits, or as many further as `steps` says."""
        room = height * PT_PER_MM + SLACK
        at = next((n for n, trial in enumerate(trials) if needed(*trial) <= room), None)
        over = excess() if at is None else 0
        last, step = len(trials) - 1, self.steps.get(name, 0)
        size, compact = trials[last if at is None else min(at + step, last)]
        free = round(height - needed(size, compact) / PT_PER_MM, 2)
        slot = Slot(
            f"{self.face}.{name}", name, size, min(trials)[0], height * PX_PER_MM, step, over,
            compact, source, max(0.0, free / 2) if centred else 0.0,
        )  # fmt: skip
        self.slots.append(slot)
        return slot


def joined(names: Sequence[str], separator: str = DOT) -> str:
    """A list of names as it is printed: no break inside a name or before a separator."""
    return separator.join(name.replace(" ", "\u00a0") for name in names)


def ladder(largest: float, floor: float) -> list[float]:
    """Sizes in pt from the largest to the floor, a quarter point apart."""
    count = int((largest - floor) * 4)
    return [floor + step / 4 for step in range(count, -1, -1)]


def _excess(text: str, fits: Callable[[str], bool]) -> int:
    """How many characters have to go from the end of `text` until it fits (at least 1)."""
    low, high = 0, len(text)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(text[:middle].rstrip()) else (low, middle)
    return max(1, len(text) - low)
