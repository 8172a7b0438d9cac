"""What `deckkit facts` prints: every record with a fact recomputed, and totals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence

from deckkit.facts import FactLine

MARKS = {"equal": "=", "sourced": "·", "differs": "✗", "broken": "✗"}
MEANINGS = {
    "equal": "recomputed equal",
    "sourced": "sourced only",
    "differs": "differs",
    "broken": "cannot be worked out",
}


def render(lines: Mapping[str, Sequence[FactLine]], *, as_json: bool = False) -> str:
    """Text or JSON over the lines of each deck."""
    if as_json:
        return json.dumps(
            {deck: [_object(line) for line in found] for deck, found in lines.items()},
            ensure_ascii=False,
            indent=2,
        )
    out = []
    for deck, found in lines.items():
        out.append(deck)
        for line in found:
            fact = f"  [{line.fact}]" if line.fact else ""
            out.append(
                f"  {MARKS[line.status]} {line.record:<11} {MEANINGS[line.status]:<17} "
                f"{line.text}{fact}"
            )
            out += [f"      → {detail}" for detail in line.details]
        totals = Counter(line.status for line in found)
        shown = [f"{totals[s]} {word}" for s, word in MEANINGS.items() if totals[s]]
        out += [f"{len(found)} checked: {', '.join(shown) or 'nothing'}.", ""]
    return "\n".join(out).rstrip()


def render_stale(lines: Mapping[str, Sequence[FactLine]], day: str, *, as_json: bool) -> str:
    """Records by how soon they may be out of date: most volatile and oldest first."""
    order = ("election", "yearly", "unknown", "slow", "stable")
    rows = [
        (order.index(line.volatility), -_months(line.as_of, day), deck, line)
        for deck, found in lines.items()
        for line in found
    ]
    rows.sort(key=lambda row: (row[0], row[1], row[2], row[3].record))
    if as_json:
        data = [{**_object(line), "deck": deck, "months": -age} for _, age, deck, line in rows]
        return json.dumps(data, ensure_ascii=False, indent=2)
    return "\n".join(
        f"{line.volatility:<9} {-age:>4} months  {line.as_of:<10}  {line.record:<11} {line.text}"
        for _, age, _, line in rows
    )


def _months(as_of: str, day: str) -> int:
    """Whole months from `as_of` (a year counts to its end) to `day`."""
    year, month = int(as_of[:4]), int(as_of[5:7] or 12)
    return (int(day[:4]) - year) * 12 + int(day[5:7] or 12) - month


def _object(line: FactLine) -> dict[str, object]:
    return {
        "record": line.record,
        "text": line.text,
        "status": line.status,
        "fact": line.fact,
        "as_of": line.as_of,
        "volatility": line.volatility,
        "details": list(line.details),
    }
