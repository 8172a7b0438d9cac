"""Make ``outlines.json`` (country outlines for Country cards) from Natural Earth data.

Run it only when the list of countries or the framing changes; its result is committed:

    npm install world-atlas@2
    python templates/quizwiz/make_outlines.py node_modules/world-atlas

The input is the TopoJSON edition of Natural Earth (public domain) in the npm package
world-atlas (ISC). Each country is drawn in a Lambert azimuthal equal-area projection about
its own middle, so that no outline is torn at the 180th meridian or stretched in the north,
then simplified to a fraction of a percent of its size. Borders are those of Natural Earth.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import pycountry

Point = tuple[float, float]
Ring = list[Point]

_LIST = """
    ARE ARG AUS AUT BEL BGD BOL BRA CAN CHE CHL CHN COL CRI CUB CZE DEU DNK ECU EGY ESP ETH
    FIN FJI FRA GBR GHA GRC HRV IDN IND IRL IRN ISL ISR ITA JAM JOR JPN KAZ KEN KOR LKA MAR
    MDG MEX MNG NGA NLD NOR NPL NZL PAK PER PHL POL PRT ROU RUS SAU SEN SGP SWE THA TUR TZA
    UKR URY USA UZB VNM ZAF
"""
CODES = _LIST.split()
# Parts to draw, as (west, south, east, north) in degrees, where the default would not do;
# west > east crosses the 180th meridian.
FRAMES = {
    "CHL": (-76, -56, -66, -17),
    "CRI": (-86.5, 8, -82, 11.5),
    "ECU": (-82, -6, -74, 2),
    "ESP": (-9.6, 35.9, 4.5, 44),
    "FJI": (176, -20, -178, -16),
    "FRA": (-5.5, 41, 10, 51.5),
    "IDN": (95, -11.2, 141.2, 6),
    "JPN": (128, 30, 146, 46),
    "NLD": (3, 50.5, 7.5, 54),
    "NOR": (4, 57, 32, 71.5),
    "NZL": (166, -48, 179, -34),
    "PRT": (-9.8, 36.8, -6, 42.3),
    "RUS": (19, 41, -169, 82),
    "USA": (-170, 24, -66, 72),
    "ZAF": (16, -35, 33, -22),
}
DETAILED = {"SGP", "FJI", "JAM"}  # small: taken from the 1:10m edition
SIZE, TOLERANCE, SMALLEST = 100.0, 0.3, 0.0012


def load(path: Path) -> tuple[dict[str, list[list[list[int]]]], list[Ring]]:
    """Polygons by numeric country code, as lists of arc numbers, and the arcs in degrees."""
    data = json.loads(path.read_text("utf-8"))
    (sx, sy), (tx, ty) = data["transform"]["scale"], data["transform"]["translate"]
    arcs: list[Ring] = []
    for arc in data["arcs"]:
        x = y = 0
        points: Ring = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)
    shapes: dict[str, list[list[list[int]]]] = {}
    for shape in data["objects"]["countries"]["geometries"]:
        parts = shape["arcs"] if shape["type"] == "MultiPolygon" else [shape["arcs"]]
        shapes.setdefault(shape.get("id", ""), []).extend(parts)
    return shapes, arcs


def ring(numbers: list[int], arcs: list[Ring]) -> Ring:
    """A closed ring from its arcs; a negative number means the arc reversed."""
    out: Ring = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        out.extend(arc[1:] if out else arc)
    return out


def inside(frame: tuple[float, float, float, float], points: Ring) -> bool:
    """Whether the middle of a ring lies in a frame."""
    west, south, east, north = frame
    x, y = middle(points)
    return west <= x <= east and south <= y <= north


def unwrapped(points: Ring) -> Ring:
    """A ring of a country at the 180th meridian with longitudes from 0 to 360."""
    return [(x % 360, y) for x, y in points]


def middle(points: Ring) -> Point:
    """Middle of the extent of a ring."""
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def area(points: Ring) -> float:
    """Area of a ring in its own units."""
    pairs = zip(points, points[1:] + points[:1], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def project(points: Ring, centre: Point) -> Ring:
    """Lambert azimuthal equal-area about `centre`, y pointing down."""
    lon0, lat0 = math.radians(centre[0]), math.radians(centre[1])
    out: Ring = []
    for lon, lat in points:
        dx, y = math.radians(lon) - lon0, math.radians(lat)
        cos_c = math.sin(lat0) * math.sin(y) + math.cos(lat0) * math.cos(y) * math.cos(dx)
        k = math.sqrt(2 / max(1e-9, 1 + cos_c))
        up = math.cos(lat0) * math.sin(y) - math.sin(lat0) * math.cos(y) * math.cos(dx)
        out.append((k * math.cos(y) * math.sin(dx), -k * up))
    return out


def simplify(points: Ring, tolerance: float) -> Ring:
    """Douglas-Peucker on a closed ring."""
    if len(points) < 5:
        return points
    origin = points[0]
    far = max(range(len(points)), key=lambda i: math.dist(points[i], origin))
    keep = {0, far, len(points) - 1}
    stack = [(0, far), (far, len(points) - 1)]
    while stack:
        first, last = stack.pop()
        (ax, ay), (bx, by) = points[first], points[last]
        length = math.hypot(bx - ax, by - ay)
        worst, at = tolerance, -1
        for i in range(first + 1, last):
            x, y = points[i]
            off = (
                abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
                if length > 1e-12
                else math.hypot(x - ax, y - ay)
            )
            if off > worst:
                worst, at = off, i
        if at >= 0:
            keep.add(at)
            stack += [(first, at), (at, last)]
    return [points[i] for i in sorted(keep)]


def outline(code: str, shapes: dict[str, list[list[list[int]]]], arcs: list[Ring]) -> str:
    """SVG path of a country in a square of `SIZE`."""
    number = pycountry.countries.get(alpha_3=code).numeric
    polygons = [[ring(part, arcs) for part in polygon] for polygon in shapes[number]]
    frame = FRAMES.get(code)
    if frame and frame[0] > frame[2]:
        frame = (frame[0], frame[1], frame[2] + 360, frame[3])
        polygons = [[unwrapped(part) for part in polygon] for polygon in polygons]
    if frame:
        polygons = [p for p in polygons if inside(frame, p[0])]
    biggest = max(polygons, key=lambda p: area(p[0]))[0]
    centre = middle(biggest)
    if frame:
        centre = ((frame[0] + frame[2]) / 2, (frame[1] + frame[3]) / 2)
    drawn = [[project(part, centre) for part in polygon] for polygon in polygons]
    whole = area(max(drawn, key=lambda p: area(p[0]))[0])
    reach = 1.6 * max(math.dist(p, (0, 0)) for p in project(biggest, centre))
    kept = [
        polygon
        for polygon in drawn
        if area(polygon[0]) >= whole * SMALLEST
        and (frame is not None or math.dist(middle(polygon[0]), (0, 0)) <= reach)
    ]
    points = [p for polygon in kept for p in polygon[0]]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    scale = SIZE / max(max(xs) - min(xs), max(ys) - min(ys))
    ox = (SIZE - (max(xs) - min(xs)) * scale) / 2 - min(xs) * scale
    oy = (SIZE - (max(ys) - min(ys)) * scale) / 2 - min(ys) * scale
    path = []
    for polygon in kept:
        for n, part in enumerate(polygon):
            if n and area(part) < whole * SMALLEST:
                continue
            corners = simplify(part, TOLERANCE / scale)[:-1]
            if len(corners) > 2:
                text = "L".join(f"{x * scale + ox:.1f} {y * scale + oy:.1f}" for x, y in corners)
                path.append(f"M{text}Z".replace(".0 ", " ").replace(".0L", "L").replace(".0Z", "Z"))
    return "".join(path)


def main() -> None:
    """Read world-atlas, write ``outlines.json`` beside this script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("atlas", type=Path, help="folder of the npm package world-atlas")
    atlas: Path = parser.parse_args().atlas
    coarse, fine = (load(atlas / f"countries-{scale}.json") for scale in ("50m", "10m"))
    paths = {code: outline(code, *(fine if code in DETAILED else coarse)) for code in CODES}
    lines = ",\n".join(f'  "{code}": "{path}"' for code, path in sorted(paths.items()))
    Path(__file__).with_name("outlines.json").write_text(f"{{\n{lines}\n}}\n", "utf-8")


if __name__ == "__main__":
    main()
