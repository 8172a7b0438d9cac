"""Baselines and ignores: what is known stays out, what is new counts, what is unused is said."""

from __future__ import annotations

import json

import pytest

from deckkit import baseline
from deckkit.baseline import Baseline, Ignore
from deckkit.errors import UsageError
from deckkit.findings import Report
from tests.support import QUIZWIZ, check, write_deck

BAD = QUIZWIZ["statements"].replace("coast,2", "coast,3").replace("potatoes,3", "potatoes,2")


@pytest.fixture
def report(tmp_path):
    found = check(write_deck(tmp_path / "deck", {"statements": BAD}))
    assert len(found.findings) >= 2
    return found


def test_a_baseline_hides_what_is_known_and_nothing_else(report, tmp_path):
    path = tmp_path / "baseline.json"
    baseline.write(Baseline.of(report), path)
    known = baseline.read(path)
    kept, unused = baseline.apply(report, known)
    assert kept.findings == ()
    assert unused == ()
    assert kept.checked == report.checked
    assert baseline.apply(report, Baseline()) == (report, ())


def test_sorting_a_sheet_loses_no_baseline(report, tmp_path):
    head, *rows = BAD.splitlines(keepends=True)
    write_deck(tmp_path / "deck", {"statements": head + "".join(reversed(rows))})
    kept, unused = baseline.apply(check(tmp_path / "deck"), Baseline.of(report))
    assert kept.findings == ()
    assert unused == ()


def test_what_was_mended_is_unused_and_what_is_new_counts(report, tmp_path):
    mended = BAD.replace("coast,3", "coast,2").replace("S002,food", "S002,foood")
    write_deck(tmp_path / "deck", {"statements": mended})
    kept, unused = baseline.apply(check(tmp_path / "deck"), Baseline.of(report))
    assert any("foood" in finding.message for finding in kept.findings)
    assert any("S001" in entry.place for entry in unused)


def test_equal_findings_are_counted(report):
    twice = Report((report.findings[0],) * 3)
    known = Baseline.of(twice)
    assert [entry.count for entry in known.entries] == [3]
    kept, unused = baseline.apply(Report((report.findings[0],) * 4), known)
    assert len(kept.findings) == 1
    assert unused == ()
    kept, unused = baseline.apply(Report((report.findings[0],)), known)
    assert kept.findings == ()
    assert [entry.count for entry in unused] == [2]


def test_the_file_has_one_entry_a_line(report, tmp_path):
    path = tmp_path / "baseline.json"
    baseline.write(Baseline.of(report), path)
    text = path.read_text(encoding="utf-8")
    assert len(json.loads(text)["findings"]) == len(text.splitlines()) - 5
    baseline.write(Baseline(), path)
    assert baseline.read(path) == Baseline()


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"version": 2, "findings": []}', '{"version": 1}',
     '{"version": 1, "findings": [1]}', '{"version": 1, "findings": [{"code": "QW301"}]}'],
)  # fmt: skip
def test_files_that_are_no_baseline(text, tmp_path):
    path = tmp_path / "baseline.json"
    path.write_text(text)
    with pytest.raises(UsageError) as caught:
        baseline.read(path)
    assert "deckkit baseline" in caught.value.hint
    with pytest.raises(UsageError, match="cannot be read"):
        baseline.read(tmp_path / "nothing.json")


def test_ignores(report):
    code = report.findings[0].code
    record = report.findings[0].location.record
    ignores = [
        Ignore(code, "the rule does not fit here", record=record),
        Ignore("ZZ", "never there"),
        Ignore(code, "another folder", path="elsewhere/*"),
    ]
    kept, counted = baseline.apply_ignores(report, ignores)
    assert [hits for _, hits in counted] == [1, 0, 0]
    assert len(kept.findings) == len(report.findings) - 1
    kept, counted = baseline.apply_ignores(report, [Ignore(report.findings[0].name, "by name")])
    assert counted[0][1] >= 1
    path = report.findings[0].location.file.rsplit("/", 1)[0] + "/*.csv"
    kept, counted = baseline.apply_ignores(report, [Ignore("", "all of it", path=path)])
    assert kept.findings == ()
