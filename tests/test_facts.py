"""Facts: the sandbox, recomputing, thresholds, and what `deckkit facts` and `stats` print."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckkit.errors import ExitCode
from deckkit.facts import FactError, parse

from .support import ROOT, run, write_deck

FACTS = {
    "fact_keys": "key,meaning,type,source,volatility\n"
    "coast_km,Length of coast,integer,An atlas,stable\n"
    "leader,Has an elected leader,boolean,An almanac,election\n",
    "facts": "code,coast_km,leader\nCHL,6435,true\nPER,2414,true\nBOL,0,true\n",
    "statements": "id,category,difficulty,text,count,answers,as_of,sources,fact\n"
    "S001,land,1,has a coast,2,Chile; Peru,2022,An atlas,coast_km > 0\n"
    "S002,food,2,grows potatoes,3,Chile; Peru; Bolivia,2021,a; b,\n"
    "S003,food,1,chooses its leader,3,Chile; Peru; Bolivia,2023,a; b,leader\n",
}


@pytest.mark.parametrize(
    ("text", "values", "result"),
    [
        ("a > 1000000", {"a": 1000001}, True),
        ("a > 1000000", {"a": 1000000.5}, True),
        ("a >= 2 && !b", {"a": 2, "b": False}, True),
        ("a == 1 || b", {"a": 0, "b": False}, False),
        ("name.startsWith('C')", {"name": "Chile"}, True),
        ('name.contains("é") || name.endsWith("o")', {"name": "Perú"}, False),
        ("size(name) == 5", {"name": "Chile"}, True),
        ("name in ['Chile', 'Peru']", {"name": "Peru"}, True),
        ("a * 2.0 + 1.0", {"a": 1.5}, 4.0),
        ("24 * 7", {}, 168),
        ("b ? 1 : 2", {"b": True}, 1),
    ],
)
def test_expressions(text, values, result):
    found = parse(text).evaluate(values)
    assert (found, type(found)) == (result, type(result))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a >",
        "a = 1",
        "(a",
        "__import__('os')",
        "a.__class__",
        "a.b",
        "[1, 2].map(x, x * 2)",
        "[1, 2, 3].all(x, [1, 2, 3].all(y, [1, 2, 3].exists(z, x + y + z > 0)))",
        "a.matches",
        "exec('1')",
        "{'a': 1}",
        "a; b",
        "a # comment",
        "'unclosed",
        "'back\\slash'",
        "dyn(a)",
        "timestamp('2020-01-01T00:00:00Z')",
        "a[0]..b",
        "\x00",
        "a > １",
    ],
)
def test_hostile_and_broken_expressions_are_refused(text):
    with pytest.raises(FactError) as caught:
        parse(text)
    assert caught.value.message.endswith(".")


@pytest.mark.parametrize(
    ("text", "values", "words"),
    [
        ("a > 1", {}, 'no value for "a"'),
        ("a && b", {"a": True, "b": "x"}, "types do not fit"),
        ("9223372036854775807 + 1", {}, "too large"),
        ("1 / 0", {}, "division by zero"),
        ("[1, 2]", {}, "a list"),
    ],
)
def test_what_cannot_be_worked_out_says_why(text, values, words):
    with pytest.raises(FactError) as caught:
        parse(text).evaluate(values)
    assert words in caught.value.message


@given(st.text(max_size=60))
def test_any_text_is_an_expression_or_a_fact_error(text):
    try:
        expression = parse(text)
        expression.evaluate(dict.fromkeys(expression.keys, 1))
    except FactError:
        pass


@pytest.mark.parametrize(
    ("value", "near"),
    [(1_000_000, False), (1_000_001, True), (1_019_999, True), (1_020_001, False), (980_001, True)],
)
def test_near_a_threshold_is_within_two_percent_but_not_on_it(value, near):
    expression = parse("area > 1000000")
    assert [t.key for t in expression.deciding({"area": value})] == (["area"] if near else [])


def test_a_threshold_that_does_not_decide_is_not_near():
    expression = parse("area > 1000000 && landlocked")
    assert expression.deciding({"area": 1_000_100, "landlocked": False}) == []
    assert parse("1000000 < area").deciding({"area": 1_000_100}) != []


def test_facts_prints_a_line_for_every_statement_and_totals(tmp_path):
    write_deck(tmp_path / "d", FACTS)
    done = run("facts", "d", cwd=tmp_path)
    assert done.returncode == ExitCode.OK, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].split()[:4] == ["=", "S001", "recomputed", "equal"]
    assert lines[2].split()[:4] == ["·", "S002", "sourced", "only"]
    assert lines[-1] == "3 checked: 2 recomputed equal, 1 sourced only."


def test_facts_names_country_value_and_threshold_and_exits_1(tmp_path):
    wrong = FACTS["statements"].replace("2,Chile; Peru,", "2,Chile; Bolivia,")
    write_deck(tmp_path / "d", {**FACTS, "statements": wrong})
    done = run("facts", "d", cwd=tmp_path)
    assert done.returncode == ExitCode.FINDINGS
    assert "✗ S001        differs           has a coast  [coast_km > 0]" in done.stdout
    assert "→ Peru is missing (coast_km = 2,414)" in done.stdout
    assert "→ Bolivia should not be listed (coast_km = 0)" in done.stdout
    data = json.loads(run("facts", "d", "--format", "json", cwd=tmp_path).stdout)
    assert [row["status"] for row in data["d"]] == ["differs", "sourced", "equal"]


def test_stale_lists_elections_before_mountains_and_old_before_new(tmp_path):
    write_deck(tmp_path / "d", FACTS)
    lines = run("facts", "d", "--stale", "2026-11-29", cwd=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in lines] == ["election", "unknown", "stable"]
    assert [line.split()[1] for line in lines] == ["35", "59", "47"]
    done = run("facts", "d", "--stale", "tomorrow", cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert done.stderr == "deckkit: tomorrow is not a date. Type one such as 2026-11-29.\n"


def test_stats_count_matches_and_levels(tmp_path):
    write_deck(tmp_path / "d", FACTS)
    text = run("stats", "d", cwd=tmp_path).stdout
    assert "Countries per Statement (lowest 2, median 3, highest 3)" in text
    data = json.loads(run("stats", "d", "--format", "json", cwd=tmp_path).stdout)["d"]
    levels = {row["label"]: row["all"] for row in data[-1]["rows"]}
    assert levels == {"Food": 2, "Land": 1}


def test_the_shipped_decks_recompute_and_are_complete(tmp_path):
    shutil.copytree(ROOT / "sources", tmp_path / "sources")
    done = run("facts", cwd=tmp_path)
    assert done.returncode == ExitCode.OK
    assert "differs" not in done.stdout
    report = json.loads(
        run("validate", "--profile", "print", "--format", "json", "--fail-on", "warning",
            cwd=tmp_path).stdout
    )  # fmt: skip
    assert report["findings"] == []
    quizwiz = report["checked"]["sources/quizwiz"]
    counts = {"countries": 72, "statements": 126, "special_statements": 5, "setups": 14}
    assert {name: quizwiz[name] for name in counts} == counts
    wits = report["checked"]["sources/wits-and-wagers-family"]
    assert (wits["cards"], wits["questions"]) == (125, 250)


def test_expressions_load_no_command_line_and_leave_the_package_whole():
    code = (
        "import sys; from deckkit.facts import parse; assert parse('1 < 2').evaluate({});"
        "assert not {'prompt_toolkit', 'cel.cli'} & set(sys.modules);"
        "import cel; assert cel.compile('1 < 2').execute({})"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
