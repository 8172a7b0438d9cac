"""Statistics of a compiled deck: a game says what to count, pandas counts, the terminal shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

BAR = 40


@dataclass(frozen=True, slots=True)
class Chart:
    """What to count over `rows`.

    `by` is the column counted; `across` makes it a table of two columns; `bins` are the upper
    bounds of a histogram (the last one is open); `order` fixes the order of `by`; `top` keeps
    only the lowest and the highest so many values of a column named `value`.
    """

    title: str
    rows: Sequence[Mapping[str, Any]]
    by: str
    across: str | None = None
    bins: tuple[int, ...] = ()
    value: str | None = None
    top: int = 0


def table(chart: Chart) -> pandas.DataFrame:
    """The counts of a chart: one row per value (or bin) of `by`."""
    import pandas as pd

    frame = pd.DataFrame(list(chart.rows))
    if frame.empty:
        return pd.DataFrame()
    if chart.value:
        ranked = frame.set_index(chart.by)[[chart.value]].sort_values(chart.value, kind="stable")
        if chart.top and len(ranked) > 2 * chart.top:
            ranked = pd.concat([ranked.head(chart.top), ranked.tail(chart.top)])
        return ranked
    column = frame[chart.by]
    if chart.bins:
        edges = [0, *chart.bins, float("inf")]
        labels = [f"{low + 1}-{high}" for low, high in pairwise(edges[:-1])]
        labels.append(f"over {chart.bins[-1]}")
        column = pd.cut(column, edges, labels=labels)
    if chart.across:
        found = pd.crosstab(column, frame[chart.across])
        found["all"] = found.sum(axis=1)
        return found
    return column.value_counts(sort=False).sort_index().to_frame("count")


def summary(chart: Chart) -> str:
    """Smallest, median and largest value of a chart of numbers; empty otherwise."""
    import pandas as pd

    if not (chart.bins or chart.value) or not chart.rows:
        return ""
    values = pd.Series([row[chart.value or chart.by] for row in chart.rows])
    return f"lowest {values.min():,}, median {values.median():,.0f}, highest {values.max():,}"


def render(charts: Sequence[Chart]) -> str:
    """The charts as text, with bars."""
    blocks = []
    for chart in charts:
        found = table(chart)
        head = chart.title + (f" ({text})" if (text := summary(chart)) else "")
        blocks.append("\n".join([head, *_lines(found)]))
    return "\n\n".join(blocks) + "\n"


def as_json(charts: Sequence[Chart]) -> list[dict[str, Any]]:
    """The charts as data: title, summary and one object per row."""
    found = []
    for chart in charts:
        frame = table(chart)
        rows = [
            {"label": str(label), **{str(k): int(v) for k, v in row.items()}}
            for label, row in frame.iterrows()
        ]
        found.append({"title": chart.title, "summary": summary(chart), "rows": rows})
    return found


def _lines(frame: pandas.DataFrame) -> list[str]:
    if frame.empty:
        return ["  nothing to count"]
    labels = [str(label) for label in frame.index]
    width = max(map(len, labels))
    last = frame.columns[-1]
    longest = max(int(frame[last].max()), 1)
    lines = []
    if len(frame.columns) > 1:
        lines.append("  " + " " * width + "".join(f"{c!s:>9}" for c in frame.columns))
    for label, (_, row) in zip(labels, frame.iterrows(), strict=True):
        cells = "".join(f"{int(v):>9}" for v in row) if len(row) > 1 else f"{int(row[last]):>5}"
        bar = "█" * round(BAR * int(row[last]) / longest)
        lines.append(f"  {label:<{width}}{cells}  {bar}".rstrip())
    return lines
