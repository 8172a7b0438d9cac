"""The pages of the reader's findings, and the layer rule of the package."""

from __future__ import annotations

import subprocess
import sys

from deckkit.findings import CODES
from deckkit.sources import codes

SECTIONS = ("What it checks:", "Why players care:", "Bad:", "Good:", "How to fix:")


def test_every_code_has_a_page() -> None:
    assert codes.__all__
    mine = [code for key, code in CODES.items() if "DK001" <= key <= "DK079"]
    assert len(mine) > 35
    for code in mine:
        summary, *rest = code.page.splitlines()
        assert summary.endswith("."), code
        assert not rest[0], code
        positions = [code.page.find(f"\n{section}") for section in SECTIONS]
        assert -1 not in positions, code
        assert positions == sorted(positions), code


def test_reading_starts_fast() -> None:
    script = (
        "import sys, deckkit.sources; "
        "print([m for m in ('openpyxl', 'pandas', 'xlrd', 'python_calamine') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
