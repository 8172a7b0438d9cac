"""A coverage report as JSON, and as text for the terminal or a pull request."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from typing import TYPE_CHECKING, Any

from deckkit.games.quizwiz.coverage.setup import SetupCoverage, order_names

if TYPE_CHECKING:
    from deckkit.games.quizwiz.coverage.engine import CoverageReport
    from deckkit.games.quizwiz.coverage.special import SpecialCoverage

FORMAT_VERSION = 1


def as_json(report: CoverageReport) -> dict[str, Any]:
    """The published JSON form; Statements, Setups and specials by their ids."""
    return {
        "version": FORMAT_VERSION,
        "content_hash": report.deck.content_hash,
        "mode": report.mode,
        "proven": report.proven,
        "order": order_names(report.order),
        "hardness": {level: _rounded(bits) for level, bits in report.hardness.items() if bits},
        "setups": [_setup(report, found) for found in report.setups],
        "statements": [
            {
                "id": s.id, "matches": s.matches, "bits": _number(s.bits, 3),
                "inclusion": {k: _number(v, 6) for k, v in s.inclusion.items()},
                "verdict": s.verdict,
            }
            for s in report.statements
        ],
        "countries": [
            {
                "code": c.code, "name": c.name, "statements": c.statements, "z": _number(c.z, 3),
                "nearest": c.nearest, "differs": c.nearest_differs, "verdict": c.verdict,
            }
            for c in report.countries
        ],
        "pairs": [
            {"statements": [p.first, p.second], "relation": p.relation,
             "overlap": _number(p.overlap, 4)}
            for p in report.pairs
        ],
        "repair": [
            {
                "kind": r.kind, "setups": list(r.setups), "statements": list(r.statements),
                "count": r.count, "text": r.text,
                "minimal": r.minimal and r.minimal.value, "second_solver_agrees": r.agreed,
            }
            for r in report.repairs
        ],
    }  # fmt: skip


def _setup(report: CoverageReport, found: SetupCoverage) -> dict[str, Any]:
    deck = report.deck
    won, dead = found.winnable, found.dead_cards
    return {
        "id": found.setup.id,
        "level": found.setup.level,
        "need": dict(zip("123", found.setup.need, strict=True)),
        "draws": found.draws,
        "order": order_names(found.order),
        "dead_end": {
            "p": float(found.jam),
            "exact": str(found.jam),
            "at": None if found.jam_level is None else order_names([found.jam_level])[0],
            "evidence": "PROVEN" if found.jam in (0, 1) else "EXACT",
        },
        "slack": found.hall.slack,
        "tight_levels": order_names(found.hall.tight),
        "winnable": won
        and {
            "p_unwinnable": won.unwinnable.p,
            "p_imperfect": won.imperfect.p,
            "draws_unwinnable": won.unwinnable.count,
            "draws_imperfect": won.imperfect.count,
            "worst_mistakes": won.worst_mistakes,
            "witness": [deck.ids[s] for s in won.witness],
            "evidence": "PROVEN" if won.finished else "SAMPLED",
        },
        "conflicts": [[deck.ids[s] for s in members] for members in found.conflicts],
        "dead_cards": dead
        and {"limit": dead.limit, "p_over_9": dead.p_over, "evidence": dead.evidence.value},
        "hardness_bits": _number(found.hardness, 3),
        "special_statements": [
            {
                "id": s.id,
                "text": s.text,
                "expected": _number(s.expected, 6),
                "worst": s.worst,
                "witness": [deck.ids[i] for i in s.witness],
                "draws_below_2": s.draws_below,
                "p_below_2": s.p_below,
                "evidence": s.evidence.value,
                "p_evidence": s.p_evidence.value,
                "method": s.method,
                "distribution": list(s.distribution.draws) if s.distribution else None,
            }
            for s in found.specials
        ],
        "play": [
            {
                "players": r.players, "knowledge": r.knowledge, "games": r.games,
                "win_rate": _number(r.win_rate, 4), "deck_empty": _number(r.deck_empty, 4),
                "turns": _number(r.turns, 2), "evidence": "MODEL",
            }
            for r in report.play.get(found.setup.id, ())
        ],
    }  # fmt: skip


def _number(value: float | None, digits: int) -> float | None:
    return None if value is None or not isfinite(value) else round(value, digits)


def _rounded(values: list[float]) -> list[float | None]:
    return [_number(v, 3) for v in values]


def as_text(report: CoverageReport) -> str:
    """One block per Setup, then what the deck as a whole says."""
    lines: list[str] = []
    for found in report.setups:
        lines += [*_block(report, found), ""]
    lines += list(_summary(report))
    return "\n".join(lines) + "\n"


def as_markdown(report: CoverageReport) -> str:
    """A table of all Setups and Special Statements, then the summary."""
    rows = [
        "| Setup | level | draws | Special Statement | expected | worst | fails on | evidence |",
        "|---|---|---:|---|---:|---:|---:|---|",
    ]
    for found in report.setups:
        head = f"| {found.setup.id} {found.setup.need} | {found.setup.level} | {found.draws:,} "
        if not found.specials:
            rows.append(f"{head}| none | | | | |")
        for s in found.specials:
            expected = "" if s.expected is None else f"{s.expected:.1f}"
            fails = "unknown" if s.draws_below is None else f"{s.draws_below:,} ({s.p_below:.2g})"
            rows.append(f"{head}| {s.text} | {expected} | {s.worst} | {fails} | {s.evidence} |")
    return "\n".join([*rows, "", *(f"- {line}" for line in _summary(report)), ""])


def _block(report: CoverageReport, found: SetupCoverage) -> Iterator[str]:
    setup, need = found.setup, found.setup.need
    head = f"{setup.id} {setup.level} ({need[0]},{need[1]},{need[2]})  "
    if not found.drawable:
        levels = " + ".join(order_names(found.hall.tight)) or "all levels"
        yield f"{head}CANNOT BE DRAWN: {levels} need {-found.hall.slack} more categories [PROVEN]"
        return
    yield (
        f"{head}{found.draws:,} legal draws, {found.hall.slack} categories to spare, "
        f"{_jam(found)}, hardness {found.hardness:.1f} bits"
    )
    won, dead = found.winnable, found.dead_cards
    if won:
        word = "PROVEN" if won.finished else "SAMPLED"
        least = "" if won.finished else "at most "
        yield (
            f"    {word:8} winnable: unwinnable {least}{won.unwinnable.p:.2g}, "
            f"no perfect play {least}{won.imperfect.p:.2g} ({won.imperfect.count:,} draws), "
            f"worst costs {won.worst_mistakes} mistakes{_witness(report, won.witness)}"
        )
    for special in found.specials:
        yield f"    {special.evidence.value:8} {_special(report, special)}"
    if dead:
        yield f"    {dead.evidence.value:8} more than {dead.limit} dead cards: {dead.p_over:.4%}"
    for knowledge in dict.fromkeys(r.knowledge for r in report.play.get(setup.id, ())):
        runs = [r for r in report.play[setup.id] if r.knowledge == knowledge]
        rates = " ".join(f"{r.win_rate:.0%}" for r in runs)
        yield f"    MODEL    {knowledge}: {rates} won by {runs[0].players} to {runs[-1].players}"


def _jam(found: SetupCoverage) -> str:
    names = ", ".join(order_names(found.order))
    if not found.jam:
        return f"never jams when drawn {names}"
    return f"JAMS with probability {float(found.jam):.3g} when drawn {names}"


def _special(report: CoverageReport, s: SpecialCoverage) -> str:
    expected = "" if s.expected is None else f"expected {s.expected:.1f} countries, "
    if s.draws_below is None:
        return (
            f'"{s.text}": {expected}worst found {s.worst}, P(<{s.wanted}) at most {s.p_below:.2g}'
        )
    text = f'"{s.text}": {expected}worst draw {s.worst}'
    if s.draws_below:
        text += f", {s.draws_below:,} draws below {s.wanted} (p {s.p_below:.2g})"
        text += _witness(report, s.witness)
    return f"{text} [{s.method}]"


def _witness(report: CoverageReport, witness: tuple[int, ...]) -> str:
    return f", e.g. {' + '.join(report.deck.ids[s] for s in witness)}" if witness else ""


def _summary(report: CoverageReport) -> Iterator[str]:
    deck = report.deck
    yield (
        f"Checked {len(deck.ids)} Statements, {len(deck.countries)} countries, "
        f"{len(report.setups)} Setups, {sum(s.draws for s in report.setups):,} legal draws; "
        f"{'everything is proven' if report.proven else 'NOT everything is proven'}."
    )
    yield f"Draw levels in this order: {', '.join(order_names(report.order))}."
    means = "; ".join(
        f"{level} {min(bits):.0f} to {max(bits):.0f}"
        for level, bits in report.hardness.items()
        if bits
    )
    overlap = ", ".join(f"{a} and {b} OVERLAP" for a, b in report.overlapping_levels)
    yield f"Hardness in bits: {means}{'; ' + overlap if overlap else ''}."
    for s in report.statements:
        if s.verdict != "ok":
            yield f"Statement {s.id} ({s.matches} matches): {s.verdict}."
    for c in report.countries:
        if c.verdict != "ok":
            yield f"{c.name} ({c.statements} Statements): {c.verdict}."
    for p in report.pairs:
        yield f"{p.first} and {p.second}: {p.relation} ({p.overlap:.0%})."
    for r in report.repairs:
        proof = f" [{r.minimal.value} minimal]" if r.minimal else ""
        ids = f": {', '.join(r.statements)}" if r.statements else ""
        yield f"Repair ({', '.join(r.setups)}): {r.text}{ids}{proof}."
