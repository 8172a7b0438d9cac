"""Heat maps of a coverage report as SVG text."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckkit.games.quizwiz.coverage.engine import CoverageReport

# Light to dark, of one hue, so that prints in grey read the same; red is for failures only.
SCALE = ("#f2f7fb", "#cfe1ef", "#a3c6e0", "#6fa5cd", "#3f7fb3", "#1d5a91", "#0b3a66")
FAIL, EMPTY, INK = "#d64545", "#eeeeee", "#222222"
FONT = 'font-family="Nunito, Helvetica, Arial, sans-serif"'


def _svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img" aria-label="{escape(title)}">\n'
        f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>\n'
        + _text(8, 18, title, 14, weight="bold")
        + "\n".join(parts)
        + "\n</svg>\n"
    )


def _text(
    x: float, y: float, text: str, size: float = 10, anchor: str = "start",
    fill: str = INK, weight: str = "normal", turn: int = 0,
) -> str:  # fmt: skip
    turned = f' transform="rotate({turn} {x:g} {y:g})"' if turn else ""
    return (
        f'<text x="{x:g}" y="{y:g}" {FONT} font-size="{size:g}" text-anchor="{anchor}" '
        f'font-weight="{weight}" fill="{fill}"{turned}>{escape(text)}</text>\n'
    )


def _box(x: float, y: float, w: float, h: float, fill: str, tip: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" fill="{fill}">'
        f"<title>{escape(tip)}</title></rect>"
    )


def _shade(value: float, top: float) -> tuple[str, str]:
    """Fill and ink for a value between 0 and `top`."""
    step = min(len(SCALE) - 1, int(value / top * len(SCALE))) if top else 0
    return SCALE[step], INK if step < 4 else "#ffffff"


def setups_by_specials(report: CoverageReport) -> str:
    """Setup x Special Statement: the worst draw, red where a draw has too few countries."""
    specials = list(report.deck.specials.values())
    cell, row, left, top = 96, 26, 150, 62
    best = max((s.worst for f in report.setups for s in f.specials), default=1)
    parts = [
        _text(left + cell * (i + 0.5), top - 10, s.text, 11, "middle", weight="bold")
        for i, s in enumerate(specials)
    ]
    for r, found in enumerate(report.setups):
        y = top + r * row
        need = "+".join(map(str, found.setup.need))
        parts.append(_text(8, y + 17, f"{found.setup.id}  {found.setup.level}  {need}", 11))
        known = {s.id: s for s in found.specials}
        for i, special in enumerate(specials):
            x, item = left + i * cell, known.get(special.id)
            if item is None:
                parts.append(_box(x, y, cell - 2, row - 2, EMPTY, "not on this Setup"))
                continue
            fill, ink = _shade(item.worst, best)
            if item.worst < item.wanted:
                fill, ink = FAIL, "#ffffff"
            expected = "" if item.expected is None else f" / {item.expected:.0f}"
            tip = f"{item.text}: worst draw {item.worst}, {item.evidence}, {item.method}"
            parts.append(_box(x, y, cell - 2, row - 2, fill, tip))
            label = f"{item.worst}{expected}"
            parts.append(_text(x + cell / 2 - 1, y + 16, label, 11, "middle", ink))
    height = top + len(report.setups) * row + 28
    parts.append(_text(8, height - 10, "worst draw / expected number of countries that satisfy"))
    width = left + cell * max(len(specials), 3) + 8
    return _svg(width, height, "Special Statements by Setup", parts)


def countries_by_statements(report: CoverageReport) -> str:
    """Country x Statement: who is listed where, Statements by level and category."""
    deck = report.deck
    columns = sorted(range(len(deck.ids)), key=lambda s: (deck.categories[s], deck.levels[s], s))
    rows = sorted(range(len(deck.countries)), key=lambda i: (-report.countries[i].statements, i))
    unit, left, top = 8, 130, 150
    parts = []
    for c, s in enumerate(columns):
        x = left + c * unit + 7
        tip = f"{deck.ids[s]} {deck.category_names[deck.categories[s]]}"
        parts.append(_text(x, top - 4, tip, 7, turn=-90))
    for r, i in enumerate(rows):
        y = top + r * unit
        name = deck.country_names[i]
        parts.append(_text(left - 22, y + 7, name, 7, "end"))
        parts.append(_text(left - 4, y + 7, str(report.countries[i].statements), 7, "end"))
        for c, s in enumerate(columns):
            if deck.masks[s] >> i & 1:
                fill = SCALE[2 + 2 * deck.levels[s]]
                tip = f"{name}: {deck.ids[s]} {deck.texts[s]}"
                parts.append(_box(left + c * unit, y, unit - 1, unit - 1, fill, tip))
    width = left + len(columns) * unit + 8
    height = top + len(rows) * unit + 24
    parts.append(_text(8, height - 8, "darker: harder level; number: Statements of the country", 9))
    return _svg(width, height, "Countries by Statements", parts)


def distributions(report: CoverageReport, special: str) -> str:
    """How many countries satisfy one Special Statement, by Setup, over all its draws.

    Setups whose draws were not enumerated are left out.
    """
    rows = [
        (found, item)
        for found in report.setups
        for item in found.specials
        if item.id == special and item.distribution
    ]
    n = len(report.deck.countries)
    unit, row, left, top = 8, 40, 70, 40
    parts = []
    for r, (found, item) in enumerate(rows):
        base = top + (r + 1) * row - 6
        shares = item.distribution.p if item.distribution else ()
        peak = max(shares, default=1.0) or 1.0
        parts.append(_text(8, base, found.setup.id, 11, weight="bold"))
        for x, p in enumerate(shares):
            if p > 0:
                height = max(0.6, p / peak * (row - 10))
                fill = FAIL if x < item.wanted else SCALE[4]
                tip = f"{found.setup.id}: {x} countries, p {p:.3g}"
                place = left + x * unit
                parts.append(_box(place, base - height, unit - 1, height, fill, tip))
    bottom = top + len(rows) * row + 10
    parts += [
        _text(left + x * unit + unit / 2, bottom, str(x), 9, "middle") for x in range(0, n + 1, 10)
    ]
    text = report.deck.specials[special].text
    parts.append(_text(8, bottom + 18, "number of satisfying countries; red: too few", 9))
    width, height = left + (n + 1) * unit + 8, bottom + 28
    return _svg(width, height, f"Countries that satisfy {text!r}", parts)
