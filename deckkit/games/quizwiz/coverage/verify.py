"""An independent check of a coverage certificate.

Reads deck.json and the certificate and imports nothing of deckkit: every claim is tested again
by code of its own, in plain Python, so that a fault of the prover cannot hide. Slow and simple.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

Cards = tuple[str, ...]
Accepts = Collection[int]


def verify(certificate: Mapping[str, Any], deck: Mapping[str, Any]) -> list[str]:
    """What is wrong with a certificate, as sentences; empty when every claim holds."""
    if certificate.get("content_hash") != deck["deck"].get("content_hash"):
        return ["The certificate belongs to another deck (content_hash differs)."]
    setups = {row["id"]: row for row in deck["setups"]}
    problems = []
    for claim in certificate["setups"]:
        if claim["id"] not in setups:
            problems.append(f"{claim['id']}: the deck has no such Setup.")
            continue
        table = _Table(deck, setups[claim["id"]])
        found = chain(
            _check_draws(table, claim, certificate["order"]),
            *(_check_special(table, special) for special in claim["specials"]),
            _check_winnable(table, claim["winnable"]) if "winnable" in claim else (),
        )
        problems += [f"{claim['id']}: {text}" for text in found]
    return problems


class _Table:
    """The deck as the checker sees it, for the tables of one Setup."""

    def __init__(self, deck: Mapping[str, Any], setup: Mapping[str, Any]) -> None:
        self.sets = {s["id"]: frozenset(s["countries"]) for s in deck["statements"]}
        self.level = {s["id"]: str(s["difficulty"]) for s in deck["statements"]}
        self.group = {s["id"]: s["category"] for s in deck["statements"]}
        self.bit = {row["code"]: 1 << i for i, row in enumerate(deck["countries"])}
        self.mask = {s: sum(self.bit[c] for c in codes) for s, codes in self.sets.items()}
        self.need = {d: int(setup["statements"].get(d, 0)) for d in "123"}
        self.size = sum(self.need.values())
        self.demand = int(deck["rules"]["cards_to_end"])
        self.allowed = int(deck["rules"]["mistakes_allowed"])
        limits = {s["id"]: (s["minimum"], s["maximum"]) for s in deck["special_statements"]}
        self.accepts = {}
        for id_ in setup["special_statements"]:
            low, high = limits[id_]
            high = self.size if high is None else high
            self.accepts[id_] = {k for k in range(self.size + 1) if low <= k <= high}

    def legal(self, cards: Sequence[str]) -> bool:
        """Whether these Statements can be the whole table."""
        levels = [self.level[s] for s in cards]
        different = len({self.group[s] for s in cards}) == len(cards) == self.size
        return different and all(levels.count(d) == n for d, n in self.need.items())

    def fitting(self, cards: Sequence[str], accepts: Accepts) -> set[str]:
        """Countries that are listed an accepted number of times."""
        return {c for c in self.bit if sum(c in self.sets[s] for s in cards) in accepts}

    def mistakes(self, cards: Sequence[str]) -> int:
        """Wrong cards that cannot be avoided: places wanted minus a largest matching."""
        slots = [set(self.sets[s]) for s in cards]
        slots += [self.fitting(cards, accepts) for accepts in self.accepts.values()]
        places = [slot for slot in slots for _ in range(self.demand)]
        holder: dict[str, int] = {}

        def seat(place: int, tried: set[str]) -> bool:
            for country in sorted(places[place]):
                if country not in tried:
                    tried.add(country)
                    if country not in holder or seat(holder[country], tried):
                        holder[country] = place
                        return True
            return False

        return sum(not seat(place, set()) for place in range(len(places)))

    def few(
        self, accepts: Accepts, limit: int, forced: Cards = (), covered: int = 0
    ) -> Iterator[Cards]:
        """All draws with `forced` and at most `limit` accepted countries outside `covered`.

        exactly[k] is the mask of countries listed k times so far. Every card of the pool is
        tried with those after it; a branch ends when even the best cards left cannot bring the
        number down to the limit (a country needs `away` more listings to be lost).
        """
        rising = all(k + 1 in accepts for k in accepts if k < self.size)
        steps: list[list[tuple[int, float]]] = []  # by cards missing: worth of a country listed k
        for missing in range(self.size + 1):
            row = []
            for k in range(self.size + 1 - missing):
                away = next((a for a in range(1, missing + 1) if k + a not in accepts), 0)
                change = float((k + 1 in accepts) - (k in accepts))
                if not rising and missing != 1:
                    change = -1 / away if k in accepts and away else 0.0
                row.append((k, change))
            steps.append([(k, change) for k, change in row if change])

        def add(exactly: list[int], s: str) -> list[int]:
            hit = self.mask[s]
            return [
                (now & ~hit) | (before & hit)
                for now, before in zip(exactly, [0, *exactly[:-1]], strict=True)
            ]

        def go(
            done: Cards, exactly: list[int], need: dict[str, int], pool: list[str]
        ) -> Iterator[Cards]:
            now = sum(exactly[k].bit_count() for k in accepts)
            missing = sum(need.values())
            if not missing and now <= limit:
                yield tuple(sorted(done))
            weights = [(exactly[k], change) for k, change in steps[missing] if exactly[k]]
            ranked = sorted(
                (sum(w * (e & self.mask[s]).bit_count() for e, w in weights), s)
                for s in pool
                if missing
            )
            for i, (_, s) in enumerate(ranked):
                left, bound, used = missing, 0.0, dict.fromkeys("123", 0)
                taken: set[tuple[str, str]] = set()
                for change, other in ranked[i:]:
                    kind = self.level[other], self.group[other]
                    if used[kind[0]] < need[kind[0]] and kind not in taken:
                        taken.add(kind)
                        used[kind[0]] += 1
                        left -= 1
                        bound = max(bound, change) if rising else bound + change
                        if not left:
                            break
                if left or now + bound > limit + 1e-6:
                    return
                rest = {d: n - (d == self.level[s]) for d, n in need.items()}
                later = [
                    t for _, t in ranked[i + 1 :]
                    if rest[self.level[t]] and self.group[t] != self.group[s]
                ]  # fmt: skip
                yield from go((*done, s), add(exactly, s), rest, later)

        exactly = [sum(self.bit.values()) & ~covered] + [0] * self.size
        need = dict(self.need)
        for s in forced:
            exactly = add(exactly, s)
            need[self.level[s]] -= 1
        groups = {self.group[s] for s in forced}
        pool = [s for s in self.sets if need[self.level[s]] and self.group[s] not in groups]
        yield from go(forced, exactly, need, pool)

    def narrow(self, spare: int) -> Iterator[tuple[Cards, int]]:
        """Sets of Statements of a table whose countries are at most those wanted + spare."""
        ids, most = sorted(self.sets), self.demand * self.size + spare

        def go(start: int, cards: Cards, union: int) -> Iterator[tuple[Cards, int]]:
            if union.bit_count() <= self.demand * len(cards) + spare:
                yield cards, union
            for i in range(start, len(ids)):
                s = ids[i]
                levels = [self.level[c] for c in cards]
                if (
                    (union | self.mask[s]).bit_count() <= most
                    and levels.count(self.level[s]) < self.need[self.level[s]]
                    and all(self.group[s] != self.group[c] for c in cards)
                ):
                    yield from go(i + 1, (*cards, s), union | self.mask[s])

        yield from go(0, (), 0)


def _check_draws(table: _Table, claim: Mapping[str, Any], order: Sequence[str]) -> Iterator[str]:
    """Number of draws, Hall's condition and jams, over sets of used categories."""
    cells: dict[tuple[str, str], int] = {}
    for s, level in table.level.items():
        cells[level, table.group[s]] = cells.get((level, table.group[s]), 0) + 1
    slack = len(set(table.group.values()))
    for size in (1, 2, 3):
        for levels in combinations([d for d in "123" if table.need[d]], size):
            reach = {g for d, g in cells if d in levels}
            slack = min(slack, len(reach) - sum(table.need[d] for d in levels))
    if slack != claim["slack"]:
        yield f"claims {claim['slack']} categories to spare, there are {slack}."
    ways: dict[frozenset[str], int] = {frozenset(): 1}
    jam = False
    for level in (str(("easy", "medium", "hard").index(name) + 1) for name in order):
        for slot in range(table.need[level]):
            step: dict[frozenset[str], int] = {}
            for used, n in ways.items():
                free = [(g, c) for (d, g), c in cells.items() if d == level and g not in used]
                jam = jam or not free
                for g, c in free:
                    step[used | {g}] = step.get(used | {g}, 0) + n * c
            # each set of slot + 1 new cards was reached in slot + 1 orders
            ways = {used: n // (slot + 1) for used, n in step.items()}
    if sum(ways.values()) != claim["draws"]:
        yield f"claims {claim['draws']} draws, there are {sum(ways.values())}."
    if claim["draws"] and jam != claim["can_jam"]:
        yield f"drawing {'can' if jam else 'cannot'} jam, the certificate says otherwise."


def _check_special(table: _Table, claim: Mapping[str, Any]) -> Iterator[str]:
    """The worst draw is as bad as claimed, none is worse, and the failing ones are counted."""
    name, worst = claim["id"], claim["worst"]
    if name not in table.accepts:
        yield f"{name} is not on this Setup."
        return
    accepts = table.accepts[name]
    if not table.legal(claim["witness"]):
        yield f"the witness of {name} is not a legal draw."
    elif len(table.fitting(claim["witness"], accepts)) != worst:
        yield f"the witness of {name} does not have {worst} satisfying countries."
    for cards in table.few(accepts, worst - 1):
        yield f"{name}: {' + '.join(cards)} has fewer than {worst} satisfying countries."
        break
    below = sum(1 for _ in table.few(accepts, table.demand - 1)) if worst < table.demand else 0
    if below != claim["draws_below"]:
        yield f"{name}: {below} draws fail, the certificate says {claim['draws_below']}."
    draws = claim.get("distribution")
    if draws and (draws.index(max(draws[: worst + 1])) < worst or not draws[worst]):
        yield f"{name}: the distribution does not start at {worst}."
    if draws and sum(draws[: table.demand]) != below:
        yield f"{name}: the distribution has another number of failing draws."


def _check_winnable(table: _Table, claim: Mapping[str, Any]) -> Iterator[str]:
    """List every table that forces a mistake, and judge each by matching."""
    slots = list(table.accepts.values())
    groups = [g for n in range(len(slots) + 1) for g in combinations(slots, n)]
    imperfect: set[Cards] = set()
    for cards, union in table.narrow(table.demand * len(slots) - 1):
        for group in groups:
            accepts = set().union(*group)
            limit = table.demand * (len(cards) + len(group)) - 1 - union.bit_count()
            if limit >= 0 and (cards or group):
                imperfect.update(table.few(accepts, limit, cards, union))
    forced = {cards: table.mistakes(cards) for cards in imperfect}
    lost = sum(n > table.allowed for n in forced.values())
    worst = max(forced.values(), default=0)
    if sum(n > 0 for n in forced.values()) != claim["draws_imperfect"]:
        yield f"{len(forced)} draws force a mistake, not {claim['draws_imperfect']}."
    if lost != claim["draws_unwinnable"]:
        yield f"{lost} draws cannot be won, not {claim['draws_unwinnable']}."
    if worst != claim["worst_mistakes"]:
        yield f"the worst draw forces {worst} mistakes, not {claim['worst_mistakes']}."
    if claim["witness"] and table.mistakes(claim["witness"]) != worst:
        yield "the witness of the worst table does not force that many mistakes."
