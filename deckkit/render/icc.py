"""ICC profiles in a PDF: sRGB made here, and a print shop's own read from a file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from deckkit.errors import UsageError

D50 = (0.9642, 1.0, 0.8249)  # the white of the connection space (ICC.1, 7.2.16)
# Primaries of IEC 61966-2-1, adapted to D50 by Bradford.
_RED, _GREEN, _BLUE = (
    (0.43607, 0.22249, 0.01392),
    (0.38515, 0.71687, 0.09708),
    (0.14307, 0.06061, 0.71410),
)
_STEPS = 1024  # samples of the transfer curve
_ASK = (
    "Ask the print shop for the ICC profile of its press, such as PSOcoated_v3.icc, "
    "and name that file."
)
_CONDITION = re.compile(r"\bFOGRA ?(\d\d)")
# Names in the ICC's registry of printing conditions, by what common profiles call themselves.
_CONDITIONS = {
    "ISO Coated v2": "FOGRA39",
    "PSO Coated v3": "FOGRA51",
    "PSO Uncoated v3": "FOGRA52",
    "PSO Uncoated ISO12647": "FOGRA47",
    "U.S. Web Coated (SWOP) v2": "CGATS TR 001",
    "GRACoL2006_Coated1": "CGATS TR 006",
    "GRACoL2013_CRPC6": "CGATS21-2-CRPC6",
}


@dataclass(frozen=True, slots=True)
class OutputProfile:
    """A CMYK profile of a printing condition: its bytes, and what it calls itself."""

    data: bytes
    description: str

    @property
    def condition(self) -> str:
        """The printing condition's name in the ICC's registry; empty when it is not known."""
        found = _CONDITION.search(self.description.upper())
        if found:
            return f"FOGRA{found[1]}"
        return next(
            (name for start, name in _CONDITIONS.items() if self.description.startswith(start)), ""
        )


def output_profile(path: Path) -> OutputProfile:
    """The profile of a printing condition in a file.

    Raises UsageError for a file that is not one: PDF/X wants the profile of a press (class
    ``prtr``), which no monitor profile such as sRGB can stand for.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.", _ASK) from error
    if len(data) < 132 or data[36:40] != b"acsp" or int.from_bytes(data[:4], "big") != len(data):
        raise UsageError(f"{path} is not an ICC profile.", _ASK)
    kind, space = (data[at : at + 4].decode("latin-1").strip() for at in (12, 16))
    if kind != "prtr" or space != "CMYK":
        raise UsageError(
            f"{path} is not the profile of a printing press: its class is {kind}, its colours "
            f"are {space}, and prtr and CMYK are needed.",
            _ASK,
        )
    if data[8] not in (2, 4):
        raise UsageError(f"{path} is an ICC profile of version {data[8]}; 2 or 4 is needed.", _ASK)
    return OutputProfile(data, _description(data) or path.stem)


def _description(data: bytes) -> str:
    """The text of the tag ``desc``: plain in version 2, UTF-16 in version 4."""
    for n in range(int.from_bytes(data[128:132], "big")):
        entry = data[132 + 12 * n : 144 + 12 * n]
        if entry[:4] == b"desc":
            at, size = (int.from_bytes(entry[k : k + 4], "big") for k in (4, 8))
            tag = data[at : at + size]
            if tag[:4] == b"mluc":
                length, start = (int.from_bytes(tag[k : k + 4], "big") for k in (20, 24))
                return tag[start : start + length].decode("utf-16-be", "replace").strip("\0 ")
            return tag[12 : 12 + int.from_bytes(tag[8:12], "big")].decode("latin-1").strip("\0 ")
    return ""


@cache
def srgb() -> bytes:
    """A profile of sRGB (version 2, 2.5 KB), always the same bytes, free for any use."""
    curve = b"curv" + bytes(4) + _STEPS.to_bytes(4, "big")
    for n in range(_STEPS):
        value = n / (_STEPS - 1)
        linear = value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        curve += round(linear * 65535).to_bytes(2, "big")
    name = b"sRGB (deckkit)\0"
    described = b"desc" + bytes(4) + len(name).to_bytes(4, "big") + name + bytes(78)
    blocks = [
        ((b"desc",), described),
        ((b"cprt",), b"text" + bytes(4) + b"Public domain (CC0-1.0)\0"),
        ((b"wtpt",), _xyz(D50)), ((b"rXYZ",), _xyz(_RED)), ((b"gXYZ",), _xyz(_GREEN)),
        ((b"bXYZ",), _xyz(_BLUE)), ((b"rTRC", b"gTRC", b"bTRC"), curve),
    ]  # fmt: skip
    count = sum(len(names) for names, _ in blocks)
    table, body, start = count.to_bytes(4, "big"), b"", 132 + 12 * count
    for names, block in blocks:
        for tag in names:
            table += tag + (start + len(body)).to_bytes(4, "big") + len(block).to_bytes(4, "big")
        body += block + bytes(-len(block) % 4)
    made = b"".join(part.to_bytes(2, "big") for part in (2024, 1, 1, 0, 0, 0))
    head = (start + len(body)).to_bytes(4, "big") + bytes(4) + b"\2\x10\0\0mntrRGB XYZ " + made
    head += b"acsp" + bytes(28) + _xyz(D50)[8:] + bytes(48)
    return head + table + body


def _xyz(values: tuple[float, float, float]) -> bytes:
    return b"XYZ " + bytes(4) + b"".join(round(v * 65536).to_bytes(4, "big") for v in values)
