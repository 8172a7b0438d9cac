"""Flags on Country cards show what Statements ask about."""

from __future__ import annotations

import re

from deckkit.assets import folder

FLAGS = folder("templates") / "quizwiz" / "flags"


def test_brazil_has_its_27_stars() -> None:
    stars = (FLAGS / "br.svg").read_text("utf-8").rpartition('d="')[2]
    assert len(re.findall(r"M[^z]*z", stars)) == 27


def test_white_is_white() -> None:
    for path in FLAGS.glob("*.svg"):
        assert "#eee" not in path.read_text("utf-8"), path.name
