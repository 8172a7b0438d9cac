"""Make the flags of Country cards: from the npm package circle-flags, reduced to shapes.

    npm install circle-flags@2
    python templates/quizwiz/make_flags.py node_modules/circle-flags

Masks are left out (the style sheet rounds the flags), and so is everything that is not a
plain shape; white is white. Three flags that the package simplifies too far to answer a
Statement by are drawn here. The result is committed, with the package's licence.
"""

from __future__ import annotations

import argparse
import math
import re
from pathlib import Path

import pycountry
from make_outlines import CODES

ALLOWED = {"svg", "g", "path", "circle", "ellipse", "rect", "polygon"}
KEPT = {
    "d", "fill", "fill-rule", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height",
    "points", "transform", "viewBox", "xmlns", "stroke", "stroke-width", "fill-opacity",
}  # fmt: skip
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">'
GREEN, YELLOW, BLUE, RED = "#6da544", "#ffda44", "#0052b4", "#d80027"
# Stars of Brazil's flag: size class, and place in a globe of radius 735 about the origin.
STARS = (
    (1, -600, -132), (1, -535, 177), (2, -625, 243), (4, -463, 132), (2, -382, 250),
    (3, -404, 323), (1, 236, -276), (1, 515, 258), (3, 617, 265), (2, 545, 323), (2, 368, 477),
    (3, 367, 551), (3, 441, 419), (2, 500, 382), (3, 365, 405), (2, -280, 30), (3, 200, -37),
    (1, 0, 330), (2, 85, 184), (2, 0, 118), (3, -74, 184), (4, -37, 235), (2, 220, 495),
    (3, 283, 430), (3, 162, 412), (1, -295, 390), (5, 0, 575),
)  # fmt: skip


def corner(x: float, y: float, radius: float, turn: float) -> str:
    """A point at `turn` fifths of a circle from the top, as a path has it."""
    angle = turn * math.tau / 5
    return f"{x + radius * math.sin(angle):.1f} {y - radius * math.cos(angle):.1f}"


def star(x: float, y: float, radius: float) -> str:
    """Path of a five-pointed star."""
    turns = (corner(x, y, radius * (0.4 if n % 2 else 1), n / 2) for n in range(10))
    return f"M{'L'.join(turns)}z"


def brazil() -> str:
    """All 27 stars in their places, larger than they are, in a larger globe."""
    scale = 140 / 735
    radii = {1: 9.5, 2: 8.5, 3: 7.5, 4: 6.5, 5: 6.5}
    stars = "".join(star(256 + x * scale, 256 + y * scale, radii[size]) for size, x, y in STARS)
    # The band lies between two circles about a point left of the middle, below the flag.
    x, y, inner, outer = (256 - 420 * scale, 256 + 1470 * scale, 1680 * scale, 1785 * scale)
    radius = (inner + outer) / 2
    ends = []
    for step in (-1, 1):
        turn = 0.0
        while math.hypot(x + radius * math.sin(turn) - 256, y - radius * math.cos(turn) - 256) < (
            133 if turn else 999
        ):
            turn += step * 0.002
        ends.append(f"{x + radius * math.sin(turn):.1f} {y - radius * math.cos(turn):.1f}")
    band = f"M{ends[0]}A{radius:.1f} {radius:.1f} 0 0 1 {ends[1]}"
    return (
        f'<path fill="{GREEN}" d="M0 0h512v512H0z"/>'
        f'<path fill="{YELLOW}" d="M256 64l244 192-244 192L12 256z"/>'
        f'<circle cx="256" cy="256" r="140" fill="{BLUE}"/>'
        f'<path fill="none" stroke="#fff" stroke-width="{outer - inner:.1f}" d="{band}"/>'
        f'<path fill="#fff" d="{stars}"/>'
    )


def ethiopia() -> str:
    """A five-pointed star of five lines, with a ray between each two points."""
    points = "L".join(corner(256, 256, 104, n) for n in (0, 2, 4, 1, 3))
    rays = "".join(
        f"M{corner(256, 256, 54, n + 0.5)}L{corner(256, 256, 102, n + 0.5)}" for n in range(5)
    )
    return (
        f'<path fill="{GREEN}" d="M0 0h512v171H0z"/><path fill="{YELLOW}" d="M0 171h512v170H0z"/>'
        f'<path fill="{RED}" d="M0 341h512v171H0z"/>'
        f'<circle cx="256" cy="256" r="132" fill="{BLUE}"/>'
        f'<path fill="none" stroke="{YELLOW}" stroke-width="15" stroke-linejoin="round" '
        f'd="M{points}z"/>'
        f'<path fill="none" stroke="{YELLOW}" stroke-width="12" d="{rays}"/>'
    )


def sri_lanka() -> str:
    """The lion with its sword, whole, in a circle; two bands and four leaves."""
    leaves = "".join(
        f"M{x} {y}q{13 * right} {2 * down} {15 * right} {20 * down}q{-14 * right} {-1 * down} "
        f"{-15 * right} {-20 * down}z"
        for x, y, right, down in (
            (212, 84, 1, 1), (436, 118, -1, 1), (212, 428, 1, -1), (436, 394, -1, -1)
        )
    )  # fmt: skip
    return (
        f'<path fill="{YELLOW}" d="M0 0h512v512H0z"/>'
        '<path fill="#00705a" d="M44 60h66v392H44z"/><path fill="#ff7a1a" d="M110 60h66v392h-66z"/>'
        '<path fill="#8d2029" d="M196 60h272v392H196z"/>'
        f'<path fill="{YELLOW}" d="{leaves}{LION}"/>'
        f'<path fill="none" stroke="{YELLOW}" stroke-width="15" stroke-linecap="round" d="{TAIL}"/>'
        f'<circle cx="399" cy="180" r="12" fill="{YELLOW}"/>'
        '<path fill="none" stroke="#8d2029" stroke-width="4" d="M276 170q14 18 2 44"/>'
        f'<path fill="none" stroke="{YELLOW}" stroke-width="11" d="M222 268V112"/>'
        f'<path fill="none" stroke="{YELLOW}" stroke-width="9" d="M206 240h32"/>'
    )


LION = (
    "M246 204l-12-6q-2-10 8-14 2-14 14-20l3-14 13 7 9-13 11 12 15-8 6 15 16 0 0 16 14 8q40 8 66 4"
    "q32 2 34 40 0 20-8 36 12 30 14 66l8 14h-32l-10-54q-16-18-20-38-28 6-54 0l-4 42q0 26 4 42l5 14"
    "h-33l-6-10 6-86q-18-10-26-28l-34 26-14-14q14-18 36-32l-12-8z"
    "M350 276q6 26-8 44l-3 20 7 12h-30l-3-10q4-24 10-32 4-14 1-32z"
)
TAIL = "M408 232q38-8 32-52-6-26-30-22-16 6-12 20"
OWN = {"br": brazil, "et": ethiopia, "lk": sri_lanka}


def reduced(svg: str) -> str:
    """A drawing without masks and with plain shapes and attributes only."""
    svg = re.sub(r"<mask.*?</mask>", "", svg, flags=re.DOTALL)

    def tag(match: re.Match[str]) -> str:
        close, name, attributes, end = match.groups()
        if name not in ALLOWED:
            raise SystemExit(f"<{name}> is not a plain shape")
        pairs = re.findall(r'([\w:-]+)="([^"]*)"', attributes)
        drop = {"width", "height"} if name == "svg" else set()
        kept = "".join(f' {k}="{v}"' for k, v in pairs if k in KEPT - drop)
        return f"<{close}{name}{kept}{end}>"

    return re.sub(r"<(/?)(\w+)([^>]*?)(/?)>", tag, svg).replace("#eee", "#fff")


def main() -> None:
    """Write ``flags/<alpha-2>.svg`` beside this script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path, help="folder of the npm package circle-flags")
    package: Path = parser.parse_args().package
    folder = Path(__file__).with_name("flags")
    folder.mkdir(exist_ok=True)
    for code in CODES:
        name = pycountry.countries.get(alpha_3=code).alpha_2.lower()
        if name in OWN:
            svg = f"{HEAD}{OWN[name]()}</svg>"
        else:
            svg = reduced((package / "flags" / f"{name}.svg").read_text("utf-8")).strip()
        (folder / f"{name}.svg").write_text(svg + "\n", "utf-8")
    licence = (package / "LICENSE.md").read_text("utf-8")
    (folder / "LICENSE.circle-flags.md").write_text(licence, "utf-8")


if __name__ == "__main__":
    main()
