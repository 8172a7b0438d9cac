"""The whole pipeline over the corpus: no fault accepted, no good file refused, within limits."""

from __future__ import annotations

import re

import pytest

from . import corpus

FILES = corpus.index()


@pytest.mark.parametrize("name", sorted(FILES))
def test_found_or_read_right(name):
    result = corpus.outcome(name, FILES[name])
    assert not result.verdict, (result.found, result.wanted)
    assert sorted(result.found) == sorted(result.wanted)
    assert result.mb < corpus.MB


def test_every_promise_of_the_index_is_kept_by_the_pipeline():
    """What `later` promises of other layers stands under `also`, or says "none" or "print"."""
    for name, entry in FILES.items():
        later = entry.get("later", "none")
        assert entry.get("also") or re.match("none|at print", later), name


def test_the_table_is_printed(capsys, monkeypatch):
    some = {name: FILES[name] for name in ("00_clean.xlsx", "92_empty.xlsx")}
    monkeypatch.setattr(corpus, "index", lambda: some)
    assert corpus.main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("read right")
    assert lines[1].startswith("found")
    assert "DK002 file" in lines[1]
    assert lines[2].startswith("2 files: 0 wrongly accepted, 0 wrongly refused")
    wrong = {**FILES["00_clean.xlsx"], "kind": "error"}
    monkeypatch.setattr(corpus, "index", lambda: {"00_clean.xlsx": wrong})
    assert corpus.main() == 1
    assert "1 wrongly accepted" in capsys.readouterr().out
