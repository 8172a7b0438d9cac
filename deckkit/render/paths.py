"""SVG path data as PDF path operators."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache

from deckkit.render.styles import Complex

_COMMAND = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])([^MmLlHhVvCcSsQqTtAaZz]*)")
_NUMBER = re.compile(r"[\s,]*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)")
_FLAG = re.compile(r"[\s,]*([01])")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}

Point = tuple[float, float]


def number(value: float) -> str:
    """A number as PDF writes it, to a thousandth."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


@lru_cache(4000)
def operators(data: str) -> str:
    """The operators of path `data`; raises Complex when it is malformed."""
    if _COMMAND.sub("", data).strip():
        raise Complex(data[:20])
    return " ".join(_draw(data))


def _draw(data: str) -> Iterator[str]:
    here: Point = (0.0, 0.0)
    start: Point = here
    bend: Point | None = None  # the last control point, for S and T
    before = ""
    for name, values in _steps(data):
        kind = name.upper()
        base = here if name.islower() else (0.0, 0.0)
        points = [
            (base[0] + x, base[1] + y)
            for x, y in zip(values[::2], values[1::2], strict=False)
        ]  # fmt: skip
        if kind == "M":
            here = start = points[0]
            yield _op("m", here)
        elif kind == "Z":
            here = start
            yield "h"
        elif kind in "LHV":
            if kind == "H":
                here = (base[0] + values[0], here[1])
            elif kind == "V":
                here = (here[0], base[1] + values[0])
            else:
                here = points[0]
            yield _op("l", here)
        elif kind in "CS":
            if kind == "S":
                first = _mirrored(here, bend) if before in "CS" else here
                points = [first, *points]
            bend, here = points[1], points[2]
            yield _op("c", *points)
        elif kind in "QT":
            if kind == "T":
                control = _mirrored(here, bend) if before in "QT" else here
            else:
                control = points[0]
            end = points[-1]
            yield _op("c", _toward(here, control), _toward(end, control), end)
            bend, here = control, end
        else:
            end = (base[0] + values[5], base[1] + values[6])
            yield from _arc(here, values, end)
            here = end
        before = kind


def _steps(data: str) -> Iterator[tuple[str, list[float]]]:
    for command, rest in _COMMAND.findall(data):
        count, at, first = _COUNT[command.upper()], 0, True
        while True:
            values: list[float] = []
            for n in range(count):
                found = (_FLAG if count == 7 and n in (3, 4) else _NUMBER).match(rest, at)
                if not found:
                    raise Complex(data[:20])
                values.append(float(found[1]))
                if not abs(values[-1]) < 1e6:
                    raise Complex(found[1])
                at = found.end()
            name = command
            if not first and command in "Mm":
                name = "L" if command == "M" else "l"
            yield name, values
            first = False
            if not rest[at:].strip(" ,\n\t\r") or not count:
                break


def _op(name: str, *points: Point) -> str:
    return f"{' '.join(f'{number(x)} {number(y)}' for x, y in points)} {name}"


def _mirrored(here: Point, bend: Point | None) -> Point:
    return here if bend is None else (2 * here[0] - bend[0], 2 * here[1] - bend[1])


def _toward(end: Point, control: Point) -> Point:
    return end[0] + (control[0] - end[0]) * 2 / 3, end[1] + (control[1] - end[1]) * 2 / 3


def _arc(here: Point, values: list[float], end: Point) -> Iterator[str]:
    """An elliptical arc as curves of at most a quarter turn (SVG 1.1, appendix F.6)."""
    rx, ry, large, sweep = abs(values[0]), abs(values[1]), values[3], values[4]
    if here == end:
        return
    if not rx or not ry:
        yield _op("l", end)
        return
    turn = math.radians(values[2])
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (here[0] - end[0]) / 2, (here[1] - end[1]) / 2
    x, y = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, (x / rx) ** 2 + (y / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    under = (rx * y) ** 2 + (ry * x) ** 2
    share = math.sqrt(max(0.0, (rx * ry) ** 2 - under) / under)
    if large == sweep:
        share = -share
    cx, cy = share * rx * y / ry, -share * ry * x / rx
    middle_x = cos * cx - sin * cy + (here[0] + end[0]) / 2
    middle_y = sin * cx + cos * cy + (here[1] + end[1]) / 2
    first = math.atan2((y - cy) / ry, (x - cx) / rx)
    sweep_by = math.atan2((-y - cy) / ry, (-x - cx) / rx) - first
    if sweep and sweep_by < 0:
        sweep_by += 2 * math.pi
    elif not sweep and sweep_by > 0:
        sweep_by -= 2 * math.pi
    parts = max(1, math.ceil(abs(sweep_by) / (math.pi / 2) - 1e-9))
    step = sweep_by / parts
    reach = 4 / 3 * math.tan(step / 4)

    def spot(angle: float, along: float = 0.0) -> Point:
        px = rx * (math.cos(angle) - along * math.sin(angle))
        py = ry * (math.sin(angle) + along * math.cos(angle))
        return middle_x + cos * px - sin * py, middle_y + sin * px + cos * py

    for n in range(parts):
        low, high = first + n * step, first + (n + 1) * step
        stop = end if n == parts - 1 else spot(high)
        yield _op("c", spot(low, reach), spot(high, -reach), stop)
