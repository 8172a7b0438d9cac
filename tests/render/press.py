"""A small ICC profile of a printing press that does not exist: CMYK, output, version 2."""

from __future__ import annotations

import struct
from itertools import product
from pathlib import Path


def _xyz(x: float, y: float, z: float) -> bytes:
    return b"XYZ \0\0\0\0" + struct.pack(">3i", *(round(v * 65536) for v in (x, y, z)))


def _lut(inputs: int, outputs: int, grid: list[tuple[int, ...]]) -> bytes:
    """A table of 8 bits with straight curves and two points a side."""
    straight = bytes(range(256))
    matrix = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    head = b"mft1\0\0\0\0" + bytes([inputs, outputs, 2, 0]) + matrix
    return head + straight * inputs + bytes(v for row in grid for v in row) + straight * outputs


def profile(description: str, kind: bytes = b"prtr") -> bytes:
    text = description.encode() + b"\0"
    to_lab = [
        (round(255 * (1 - k) * (1 - (c + m + y) / 3)), 128 + 40 * (m - c), 128 + 40 * (y - m))
        for c, m, y, k in product((0, 1), repeat=4)
    ]  # fmt: skip
    from_lab = [
        (255 * (1 - a), 255 * a, 255 * b, 255 * (1 - light))
        for light, a, b in product((0, 1), repeat=3)
    ]
    tables = {
        b"desc": b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + bytes(78),
        b"cprt": b"text\0\0\0\0CC0\0",
        b"wtpt": _xyz(0.9642, 1, 0.8249),
        **{b"A2B%d" % n: _lut(4, 3, to_lab) for n in range(3)},
        **{b"B2A%d" % n: _lut(3, 4, from_lab) for n in range(3)},
        b"gamt": _lut(3, 1, [(0,)] * 8),
    }
    index, body, start = struct.pack(">I", len(tables)), b"", 132 + 12 * len(tables)
    for tag, data in tables.items():
        index += tag + struct.pack(">II", start + len(body), len(data))
        body += data + bytes(-len(data) % 4)
    head = struct.pack(">I", start + len(body)) + bytes(4) + b"\2\x10\0\0" + kind + b"CMYKLab "
    head += struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
    return head + _xyz(0.9642, 1, 0.8249)[8:] + bytes(48) + index + body


def write(path: Path, description: str = "Press of the tests", kind: bytes = b"prtr") -> Path:
    path.write_bytes(profile(description, kind))
    return path
