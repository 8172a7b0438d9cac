"""deckkit coverage: the report, one Setup, JSON, drawings, and a certificate that verifies."""

from __future__ import annotations

import json

import pytest

from deckkit.errors import ExitCode
from tests.support import ROOT, run, write_deck

SHIPPED = str(ROOT / "sources" / "quizwiz")


def test_the_shipped_deck_is_proven_setup_by_setup():
    done = run("coverage", SHIPPED, "--quick", "--format", "json")
    assert done.returncode == ExitCode.OK, done.stderr
    report = json.loads(done.stdout)
    assert len(report["setups"]) == 14
    for setup in report["setups"]:
        assert setup["dead_end"]["p"] == 0, setup["id"]
        assert setup["winnable"]["p_unwinnable"] == 0
        assert setup["winnable"]["p_imperfect"] <= 0.01
        for special in setup["special_statements"]:
            assert (special["evidence"], special["worst"] >= 2) == ("PROVEN", True), special
    bits = {level: (min(found), max(found)) for level, found in report["hardness"].items()}
    assert bits["easy"][1] < bits["medium"][0]
    assert bits["medium"][1] < bits["hard"][0]


def test_one_setup_its_drawings_and_its_certificate(tmp_path):
    done = run(
        "coverage", SHIPPED, "--quick", "--setup", "E1", "--certificate", "c.json", "--plot",
        "plots", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == ExitCode.OK, done.stderr
    assert "E1 easy (3,0,0)" in done.stdout
    assert "E2" not in done.stdout
    assert "PROVEN" in done.stdout
    assert (tmp_path / "plots/setups-by-specials.svg").read_text().startswith("<svg")
    verified = run("coverage", SHIPPED, "--verify", "c.json", cwd=tmp_path)
    assert (verified.returncode, verified.stdout.splitlines()[-1][-9:]) == (0, "verified.")
    certificate = json.loads((tmp_path / "c.json").read_text())
    certificate["setups"][0]["draws"] += 1
    (tmp_path / "c.json").write_text(json.dumps(certificate))
    refuted = run("coverage", SHIPPED, "--verify", "c.json", cwd=tmp_path)
    assert refuted.returncode == ExitCode.FINDINGS
    assert "does NOT hold" in refuted.stdout
    certificate["content_hash"] = "sha256:" + "0" * 64
    (tmp_path / "c.json").write_text(json.dumps(certificate))
    other = run("coverage", SHIPPED, "--verify", "c.json", cwd=tmp_path)
    assert other.returncode == ExitCode.USAGE


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--setup", "E99"], 'There is no Setup "E99".'),
        (["--quick", "--full"], "exclude each other"),
        (["--verify", "none.json"], "is not a coverage certificate"),
    ],
)
def test_bad_usage(args, words, tmp_path):
    done = run("coverage", SHIPPED, *args, cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_decks_that_cannot_be_analysed(tmp_path):
    write_deck(tmp_path / "w", game="wits-and-wagers-family")
    done = run("coverage", "w", cwd=tmp_path)
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.startswith("deckkit: No deck here is of a game whose tables")
    write_deck(tmp_path / "q", {"setups": "", "special_statements": ""})
    assert run("coverage", "q", "--quick", cwd=tmp_path).returncode == ExitCode.OK
    impossible = "id,level,easy,medium,hard,special_statements\nU1,easy,9,0,0,P1\n"
    backwards = "id,text,minimum,maximum\nP1,odd,3,1\n"
    write_deck(tmp_path / "i", {"setups": impossible, "special_statements": backwards})
    done = run("coverage", "i", "--quick", cwd=tmp_path)
    assert done.returncode == ExitCode.OK
    assert "CANNOT BE DRAWN" in done.stdout
    codes = run("validate", "i", "--profile", "print", cwd=tmp_path).stdout
    assert "QW601" in codes
    assert "QW310" in codes
