"""Text set by deckkit itself: HarfBuzz shapes, greedy breaking, PDF text operators."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from deckkit.render.balance import SLACK, WORDS, advance
from deckkit.render.fonts import shaper, upem
from deckkit.render.styles import TextStyle

EN_SPACE = "\u2002"
SEPARATOR = " \u00a0·"  # what parts names on a line; the end of a line parts them as well


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one font and colour."""

    text: str
    font: str
    colour: tuple[float, float, float]


@cache
def resource(font: str) -> str:
    """Name of a font in content streams: six capitals, as the layout engine has them."""
    kind, weight = font.split("-")
    return "DK" + kind[0].upper() + "".join(chr(65 + int(digit)) for digit in weight)


@cache
def ascent_descent(font: str) -> tuple[float, float]:
    """Ascent and descent in em (descent positive)."""
    extents = shaper(font).get_font_extents("ltr")
    return extents.ascender / upem(font), -extents.descender / upem(font)


@lru_cache(100_000)
def shaped(font: str, text: str) -> tuple[tuple[int, float], ...]:
    """Glyphs of a text with their advances in em, ligatures off."""
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(shaper(font), buffer, {"liga": False, "clig": False, "dlig": False})
    scale = upem(font)
    return tuple(
        (info.codepoint, position.x_advance / scale)
        for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    )


@lru_cache(20_000)
def _width(font: str, glyph: int) -> int:
    """Width of a glyph in thousandths, as the font object in the PDF says it."""
    return round(float(shaper(font).get_glyph_h_advance(glyph)) * 1000 / upem(font))


def broken(runs: Sequence[Run], width: float, size: float) -> list[list[Run]]:
    """The runs broken into lines no wider than `width` pt (a longer word stands alone), without
    a separator where one ends."""
    lines: list[list[Run]] = []
    current: list[Run] = []
    filled = gap = 0.0
    for run in runs:
        for piece, forced in _paragraphs(run.text):
            if forced:
                lines.append(current)
                current, filled, gap = [], 0.0, 0.0
            for found in WORDS.findall(piece):
                token, word = found, found.rstrip(" ")
                long = advance(run.font, word) * size
                if filled and filled + gap + long > width + SLACK * size * 1e-4:
                    lines.append(current)
                    current, filled, gap = [], 0.0, 0.0
                    if token.startswith(EN_SPACE):  # it stays behind at the break
                        token, word = token[1:], word[1:]
                        long = advance(run.font, word) * size
                if not current and not word:
                    continue
                current.append(Run(token, run.font, run.colour))
                filled += gap + long
                gap = advance(run.font, " ") * size if token.endswith(" ") else 0.0
    lines.append(current)
    return [*(_joined(line, SEPARATOR) for line in lines[:-1]), _joined(lines[-1])]


def _paragraphs(text: str) -> Iterator[tuple[str, bool]]:
    """Parts of a text between forced breaks, and whether a break comes before each."""
    for n, part in enumerate(text.split("\n")):
        yield part, n > 0


def _joined(line: Sequence[Run], loose: str = " ") -> list[Run]:
    """A line with neighbours of one style joined and none of the characters `loose` at its end."""
    out: list[Run] = []
    for run in line:
        if out and (out[-1].font, out[-1].colour) == (run.font, run.colour):
            out[-1] = Run(out[-1].text + run.text, run.font, run.colour)
        else:
            out.append(run)
    if out:
        out[-1] = Run(out[-1].text.rstrip(loose), out[-1].font, out[-1].colour)
    return out


def set_lines(
    lines: Sequence[Sequence[Run]], style: TextStyle, left: float, width: float, top: float,
    page: float, used: dict[str, set[int]],
) -> str:  # fmt: skip
    """Operators that show `lines` in a box, in pt; `top` is its distance from the upper edge
    of a page that is `page` high. `used` collects the glyphs by font."""
    ascent, descent = ascent_descent(style.font)
    baseline = top + (style.line - (ascent + descent) * style.size) / 2 + ascent * style.size
    out: list[str] = []
    for number, line in enumerate(lines):
        y = page - baseline - number * style.line
        natural = sum(a for run in line for _, a in shaped(run.font, run.text)) * style.size
        room = {"left": 0.0, "center": 0.5, "right": 1.0}[style.align] * (width - natural)
        out.append(f"1 0 0 1 {left + room:.3f} {y:.3f} Tm")
        for run in line:
            glyphs = shaped(run.font, run.text)
            used.setdefault(run.font, set()).update(glyph for glyph, _ in glyphs)
            red, green, blue = run.colour
            out.append(
                f"/{resource(run.font)} {style.size:g} Tf {red:.4g} {green:.4g} {blue:.4g} rg"
            )
            out.append(f"[{_kerned(run.font, glyphs)}] TJ")
    return "BT\n" + "\n".join(out) + "\nET" if out else ""


def _kerned(font: str, glyphs: Sequence[tuple[int, float]]) -> str:
    """A TJ array: glyph ids in hex, with adjustments where the advance is not the width."""
    out: list[str] = []
    string = owed = ""
    rest = 0.0  # what rounding has left over, in thousandths
    for glyph, step in glyphs:
        out.append(owed)
        string = f"{glyph:04x}"
        out.append(string)
        rest += _width(font, glyph) - step * 1000
        whole = round(rest)
        owed = f">{whole}<" if whole else ""
        rest -= whole
    return f"<{''.join(out)}>" if glyphs else ""
