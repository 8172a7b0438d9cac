"""An independent check of a coverage certificate.

Reads deck.json and the certificate, and imports nothing else of deckkit: every claim is tested
with its own code in plain Python, so that a fault of the prover cannot hide. Slower, and simple.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

Cards = tuple[str, ...]
Accepts = Collection[int]


class _Table:
    """The deck as the checker sees it, for one Setup."""

    def __init__(self, deck: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
        self.sets = {s["id"]: frozenset(s["countries"]) for s in deck["statements"]}
        self.level = {s["id"]: str(s["difficulty"]) for s in deck["statements"]}
        self.group = {s["id"]: s["category"] for s in deck["statements"]}
        self.everyone = frozenset(c["code"] for c in deck["countries"])
        self.need = {d: int(setup["statements"].get(d, 0)) for d in "123"}
        self.size = sum(self.need.values())
        self.demand = int(deck["rules"]["cards_to_end"])
        self.allowed = int(deck["rules"]["mistakes_allowed"])
        rows = {s["id"]: s for s in deck["special_statements"]}
        top = self.size
        self.accepts = {
            i: frozenset(range(rows[i]["minimum"], min(rows[i]["maximum"] or top, top) + 1))
            if rows[i]["maximum"] != 0
            else frozenset({0} if rows[i]["minimum"] == 0 else ())
            for i in setup["special_statements"]
        }
        self.bit = {code: 1 << i for i, code in enumerate(sorted(self.everyone))}
        self.mask = {s: sum(self.bit[c] for c in codes) for s, codes in self.sets.items()}

    def legal(self, cards: Sequence[str]) -> bool:
        """Whether these Statements can be the whole table."""
        levels = [self.level[s] for s in cards]
        return len({self.group[s] for s in cards}) == self.size == len(cards) and all(
            levels.count(d) == n for d, n in self.need.items()
        )

    def fitting(self, cards: Sequence[str], accepts: Accepts) -> frozenset[str]:
        """Countries that are listed an accepted number of times."""
        times = {c: sum(c in self.sets[s] for s in cards) for c in self.everyone}
        return frozenset(c for c, k in times.items() if k in accepts)

    def mistakes(self, cards: Sequence[str]) -> int:
        """Wrong cards that cannot be avoided: slots wanted minus a largest matching."""
        slots = [self.sets[s] for s in cards]
        slots += [self.fitting(cards, accepts) for accepts in self.accepts.values()]
        places = [slot for slot in slots for _ in range(self.demand)]
        holder: dict[str, int] = {}

        def place(p: int, tried: set[str]) -> bool:
            for c in sorted(places[p] - tried):
                tried.add(c)
                if c not in holder or place(holder[c], tried):
                    holder[c] = p
                    return True
            return False

        return sum(not place(p, set()) for p in range(len(places)))

    def few(
        self, accepts: Accepts, limit: int, forced: Cards = (), covered: int = 0
    ) -> Iterator[Cards]:
        """All draws with `forced` and at most `limit` accepted countries outside `covered`."""
        stay = [all(k + a in accepts for a in range(self.size + 1 - k)) for k in range(self.size + 1)]
        rising = all(stay[k] for k in accepts)
        start = [0] * (self.size + 2)
        start[0] = sum(self.bit.values()) & ~covered
        need = dict(self.need)

        def add(exactly: list[int], s: str) -> list[int]:
            hit = self.mask[s]
            return [(exactly[k] & ~hit) | (exactly[k - 1] & hit if k else 0) for k in range(len(exactly))]

        for s in forced:
            start = add(start, s)
            need[self.level[s]] -= 1

        def go(done: Cards, exactly: list[int], left: dict[str, int], pool: list[str]) -> Iterator[Cards]:
            now = sum(exactly[k].bit_count() for k in accepts)
            missing = sum(left.values())
            if not missing:
                if now <= limit:
                    yield done
                return
            cost = []
            for s in pool:
                hit, change = self.mask[s], 0.0
                for k in range(len(done) + 1):
                    gone = next((a for a in range(1, missing + 1) if k + a not in accepts), 0)
                    if missing == 1 or rising:
                        step = (k + 1 in accepts) - (k in accepts)
                    else:
                        step = 0 if k not in accepts or not gone else -1 / gone
                    if step:
                        change += step * (exactly[k] & hit).bit_count()
                cost.append((change, s))
            cost.sort()
            for i, (_, s) in enumerate(cost):
                open_, bound, used = dict(left), 0.0, set()
                for change, t in cost[i:]:
                    d = self.level[t]
                    if open_[d] and (d, self.group[t]) not in used:
                        used.add((d, self.group[t]))
                        open_[d] -= 1
                        bound = max(bound, change) if rising else bound + change
                        if not any(open_.values()):
                            break
                if any(open_.values()) or now + bound > limit + 1e-6:
                    return
                rest = {d: n - (d == self.level[s]) for d, n in left.items()}
                later = [t for _, t in cost[i + 1 :] if rest[self.level[t]] and self.group[t] != self.group[s]]
                yield from go((*done, s), add(exactly, s), rest, later)

        taken = {self.group[s] for s in forced}
        pool = [s for s in self.sets if need[self.level[s]] and self.group[s] not in taken]
        yield from go(forced, start, need, pool)
