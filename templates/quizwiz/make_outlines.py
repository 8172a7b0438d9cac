"""Make ``outlines.json`` (country outlines for Country cards) from Natural Earth data.

Run it only when the list of countries or the framing changes; its result is committed:

    npm install world-atlas@2
    python templates/quizwiz/make_outlines.py node_modules/world-atlas

The input is the TopoJSON edition of Natural Earth (public domain) in the npm package
world-atlas (ISC). Each country is drawn in a Lambert azimuthal equal-area projection about
its own middle, so that no outline is torn at the 180th meridian or stretched in the north,
then simplified to a fraction of a percent of its size. Borders are those of Natural Earth,
but for Morocco's southern one and Crimea. Islands that lie far away stand in boxes.
"""

from __future__ import annotations

import argparse
import json
import math
from itertools import pairwise
from pathlib import Path

import pycountry

Point = tuple[float, float]
Ring = list[Point]
Box = tuple[float, float, float, float]
Shapes = dict[str, list[list[list[int]]]]
Atlas = tuple[Shapes, list[Ring]]

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
    "DNK": (8, 54.5, 15.3, 57.9),
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
# Islands far away stand in boxes of their own: where the main outline goes, then frame and box of
# each group, as (left, top, width, height) in a square of `SIZE`.
INSETS: dict[str, tuple[Box, list[tuple[Box, Box]]]] = {
    "ECU": ((26, 20, 74, 80), [((-92, -1.6, -89, 1), (2, 0, 34, 30))]),
    "ESP": ((0, 0, 100, 76), [((-18.3, 27.5, -13.2, 29.6), (0, 78, 44, 22))]),
    "PRT": (
        (50, 0, 50, 100),
        [((-31.5, 36.5, -24.5, 40), (0, 16, 48, 30)), ((-17.5, 32.3, -16, 33.3), (18, 52, 30, 18))],
    ),
    "USA": ((0, 0, 100, 84), [((-160.5, 18.7, -154.5, 22.4), (6, 78, 30, 20))]),
}
# South of here Natural Earth draws a strip of another territory (degrees north).
SOUTH = {"MAR": 27.6667}
# Natural Earth draws who holds a place; what lies in these frames is drawn with whom the General
# Assembly of the United Nations says it belongs to (resolution 68/262).
MOVED = [("RUS", "UKR", (32.0, 44.0, 37.0, 46.5))]
DETAILED = {"SGP", "FJI", "JAM"}  # small: taken from the 1:10m edition
SIZE, TOLERANCE, SMALLEST = 100.0, 0.3, 0.0012
LINE, PADDING = 0.5, 3.0  # of boxes


def load(path: Path) -> Atlas:
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
    shapes: Shapes = {}
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


def inside(frame: Box, points: Ring) -> bool:
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


def north_of(latitude: float, points: Ring) -> Ring:
    """The part of a closed ring north of a latitude."""
    out: Ring = []
    for (x1, y1), (x2, y2) in pairwise(points):
        if y1 >= latitude:
            out.append((x1, y1))
        if (y1 >= latitude) != (y2 >= latitude):
            out.append((x1 + (x2 - x1) * (latitude - y1) / (y2 - y1), latitude))
    return [*out, out[0]] if out else []


def held(code: str, atlas: Atlas) -> list[list[Ring]]:
    """The polygons of a country as Natural Earth has them."""
    shapes, arcs = atlas
    number = pycountry.countries.get(alpha_3=code).numeric
    return [[ring(part, arcs) for part in polygon] for polygon in shapes[number]]


def parts(code: str, atlas: Atlas, frame: Box | None) -> list[list[Ring]]:
    """The polygons of a country within a frame, projected, without the smallest."""
    polygons = held(code, atlas)
    for giver, taker, place in MOVED:
        if code == giver:
            polygons = [p for p in polygons if not inside(place, p[0])]
        if code == taker:
            polygons += [p for p in held(giver, atlas) if inside(place, p[0])]
    if code in SOUTH:
        polygons = [[north_of(SOUTH[code], part) for part in polygon] for polygon in polygons]
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
    return [
        [part for n, part in enumerate(polygon) if not n or area(part) >= whole * SMALLEST]
        for polygon in kept
    ]


def placed(polygons: list[list[Ring]], box: Box) -> str:
    """SVG path of polygons, as large as they can be in the middle of a box."""
    left, top, width, height = box
    points = [p for polygon in polygons for p in polygon[0]]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    scale = min(width / (max(xs) - min(xs)), height / (max(ys) - min(ys)))
    ox = left + (width - (max(xs) - min(xs)) * scale) / 2 - min(xs) * scale
    oy = top + (height - (max(ys) - min(ys)) * scale) / 2 - min(ys) * scale
    path = []
    for part in (part for polygon in polygons for part in polygon):
        corners = simplify(part, TOLERANCE / scale)[:-1]
        if len(corners) > 2:
            text = "L".join(f"{x * scale + ox:.1f} {y * scale + oy:.1f}" for x, y in corners)
            path.append(f"M{text}Z".replace(".0 ", " ").replace(".0L", "L").replace(".0Z", "Z"))
    return "".join(path)


def framed(box: Box) -> str:
    """SVG path of the line around a box, as two rectangles of which the inner is left out."""
    left, top, width, height = box
    return (
        f"M{left} {top}h{width}v{height}h{-width}z"
        f"M{left + LINE} {top + LINE}h{width - 2 * LINE}v{height - 2 * LINE}h{2 * LINE - width}z"
    )


def outline(code: str, atlas: Atlas, fine: Atlas) -> str:
    """SVG path of a country in a square of `SIZE`; islands in boxes come from `fine`."""
    box, insets = INSETS.get(code, ((0, 0, SIZE, SIZE), []))
    path = placed(parts(code, atlas, FRAMES.get(code)), box)
    for frame, (left, top, width, height) in insets:
        inner = (left + PADDING, top + PADDING, width - 2 * PADDING, height - 2 * PADDING)
        path += framed((left, top, width, height)) + placed(parts(code, fine, frame), inner)
    return path


def main() -> None:
    """Read world-atlas, write ``outlines.json`` beside this script."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("atlas", type=Path, help="folder of the npm package world-atlas")
    atlas: Path = parser.parse_args().atlas
    coarse, fine = (load(atlas / f"countries-{scale}.json") for scale in ("50m", "10m"))
    paths = {code: outline(code, fine if code in DETAILED else coarse, fine) for code in CODES}
    lines = ",\n".join(f'  "{code}": "{path}"' for code, path in sorted(paths.items()))
    Path(__file__).with_name("outlines.json").write_text(f"{{\n{lines}\n}}\n", "utf-8")


if __name__ == "__main__":
    main()
