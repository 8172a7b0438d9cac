"""Copy the flags of Country cards from the npm package circle-flags, reduced to shapes.

    npm install circle-flags@2
    python templates/quizwiz/make_flags.py node_modules/circle-flags

Masks are left out (the style sheet rounds the flags), and so is everything that is not a
plain shape. The result is committed, with the package's licence.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pycountry
from make_outlines import CODES

ALLOWED = {"svg", "g", "path", "circle", "ellipse", "rect", "polygon"}
KEPT = {
    "d", "fill", "fill-rule", "cx", "cy", "r", "rx", "ry", "x", "y", "width", "height",
    "points", "transform", "viewBox", "xmlns", "stroke", "stroke-width", "fill-opacity",
}  # fmt: skip


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

    return re.sub(r"<(/?)(\w+)([^>]*?)(/?)>", tag, svg)


def main() -> None:
    """Write ``flags/<alpha-2>.svg`` beside this script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("package", type=Path, help="folder of the npm package circle-flags")
    package: Path = parser.parse_args().package
    folder = Path(__file__).with_name("flags")
    folder.mkdir(exist_ok=True)
    for code in CODES:
        name = pycountry.countries.get(alpha_3=code).alpha_2.lower()
        svg = (package / "flags" / f"{name}.svg").read_text("utf-8")
        (folder / f"{name}.svg").write_text(reduced(svg).strip() + "\n", "utf-8")
    licence = (package / "LICENSE.md").read_text("utf-8")
    (folder / "LICENSE.circle-flags.md").write_text(licence, "utf-8")


if __name__ == "__main__":
    main()
