"""Coverage of a QuizWiz deck: what every table that can be drawn allows, proved.

`analyse` takes the content of a deck.json and returns a `CoverageReport`; `certificate` turns
that into a file which `verify`, sharing no code with the prover, checks again. Heavy libraries
(numpy, scipy, numba, OR-tools) are imported when an analysis runs, not with this package.
"""

from __future__ import annotations

from deckkit.games.quizwiz.coverage.certificate import certificate
from deckkit.games.quizwiz.coverage.engine import CoverageReport, analyse
from deckkit.games.quizwiz.coverage.evidence import Evidence
from deckkit.games.quizwiz.coverage.verify import verify

__all__ = ["CoverageReport", "Evidence", "analyse", "certificate", "verify"]
