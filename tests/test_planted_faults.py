"""Twelve faults planted in a deck of 126 Statements, one a card: each is found, at its cell.

The faults are those of a comparison in which the best of seven other tools found two; they
are planted into the shipped QuizWiz deck.
"""

from __future__ import annotations

import csv
import io
import shutil

import pytest

from .support import ROOT, check, to_workbook

SHIPPED = ROOT / "sources" / "quizwiz"


@pytest.fixture(scope="module")
def rows():
    with (SHIPPED / "statements.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def plant(rows):
    """The rows with twelve faults, and {(row, column): (fault, codes that may report it)}."""
    rows = [dict(row) for row in rows]
    planted = {}

    def fault(index, column, what, value, *codes):
        rows[index][column] = value
        planted[index + 2, column] = (what, set(codes))

    answers = {i: row["answers"].split("; ") for i, row in enumerate(rows)}
    shouted = "  " + rows[11]["text"].upper().replace(" ", "  ")
    fault(4, "text", "exact duplicate", rows[1]["text"], "DK202")
    fault(14, "text", "near duplicate (case, spacing)", shouted, "DK203")
    fault(20, "count", "count differs", str(int(rows[20]["count"]) + 3), "QW301")
    typo = "; ".join(["Germny", *answers[25][1:]])
    fault(25, "answers", "unknown country", typo, "QW302")
    repeated = "; ".join([*answers[30], answers[30][0]])
    fault(30, "answers", "country listed twice", repeated, "QW304")
    fault(35, "category", "empty category", "", "DK104")
    fault(40, "difficulty", "difficulty out of range", "7", "DK108")
    fault(45, "count", "count is no number", "twelve", "DK105")
    fault(50, "text", "far too long", " ".join([rows[50]["text"]] * 12), "DK109")
    many = "; ".join(answers[55] * 6)
    fault(55, "answers", "back far too long", many, "QW304")
    fault(60, "id", "duplicate id", rows[59]["id"], "DK201")
    fault(65, "text", "characters missing from the fonts", "borders 日本国 and საქართველო", "DK802")
    return rows, planted


@pytest.mark.parametrize("form", ["csv", "semicolon", "xlsx"])
def test_each_fault_is_found_at_its_cell(rows, form, tmp_path):
    bad, planted = plant(rows)
    deck = tmp_path / "deck"
    shutil.copytree(SHIPPED, deck)
    text = io.StringIO()
    delimiter = ";" if form == "semicolon" else ","
    writer = csv.DictWriter(text, list(bad[0]), delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(bad)
    (deck / "statements.csv").write_text(text.getvalue(), encoding="utf-8")
    if form == "xlsx":
        to_workbook(deck, deck / "deck.xlsx")
        for path in deck.glob("*.csv"):
            path.unlink()
    report = check(deck, profile="print")
    found: dict[tuple[int, str], set[str]] = {}
    for finding in report.findings:
        if finding.location.sheet == "statements" and finding.location.row:
            place = (finding.location.row, finding.location.header or "")
            found.setdefault(place, set()).add(finding.code)
    for place, (what, codes) in planted.items():
        assert codes & found.get(place, set()), (what, place, found.get(place))
    assert len(planted) == 12
