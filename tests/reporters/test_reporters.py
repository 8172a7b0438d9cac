"""Every format over one report: snapshots, schemas, and what hostile text must not do."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft4Validator

from deckkit.cli.common import Format
from deckkit.findings import Finding, Location, Report, Severity
from deckkit.reporters import REPORTERS, render
from deckkit.reporters.common import markdown, worst

SCHEMAS = Path(__file__).parent / "schemas"
SUFFIXES = {
    "terminal": "terminal.txt",
    "json": "json",
    "sarif": "sarif",
    "junit": "junit.xml",
    "github": "github.txt",
    "markdown": "md",
    "codequality": "codequality.json",
}


def many(count: int, severity: Severity = Severity.ERROR, **more: str) -> Report:
    return Report(
        tuple(
            Finding("QW301", "count-differs", severity, f"Fault {n}.", Location("s.csv", "s", n))
            for n in range(2, count + 2)
        )
    )


@pytest.fixture(autouse=True)
def _no_docs_url(monkeypatch):
    monkeypatch.delenv("DECKKIT_DOCS_URL", raising=False)


@pytest.mark.parametrize("name", REPORTERS)
def test_snapshot(name, report, snapshot):
    snapshot(render(name, report), f"report.{SUFFIXES[name]}")


@pytest.mark.parametrize("name", REPORTERS)
def test_nothing_found(name, report, snapshot):
    empty = dataclasses.replace(report, findings=(), skipped=())
    snapshot(render(name, empty), f"empty.{SUFFIXES[name]}")
    assert render(name, Report())


def sarif_problems(document) -> list[str]:
    schema = json.loads((SCHEMAS / "sarif-2.1.0-rtm.5.json").read_text(encoding="utf-8"))
    return [f"{e.json_path}: {e.message}" for e in Draft4Validator(schema).iter_errors(document)]


def test_sarif_is_valid(report):
    for each in (report, Report(), many(3)):
        assert sarif_problems(json.loads(render("sarif", each))) == []
    assert sarif_problems({"version": "2.1.0", "runs": [{"tool": {}}]})  # the schema does check


def test_sarif_has_what_code_scanning_needs(report, monkeypatch):
    monkeypatch.setenv("DECKKIT_DOCS_URL", "https://docs.example/rules/")
    run = json.loads(render("sarif", report))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    for rule in rules:
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["helpUri"] == f"https://docs.example/rules/{rule['id']}.md"
    prints = [r["partialFingerprints"]["primaryLocationLineHash"] for r in run["results"]]
    assert len(set(prints)) == len(prints) == len(report.findings)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        place = result["locations"][0]
        file = place["physicalLocation"]["artifactLocation"]
        assert ("uriBaseId" in file) != file["uri"].startswith("file://")
        assert ":" not in file["uri"].removeprefix("file:").split("/")[0]
        if ".xlsx" in file["uri"]:
            assert "region" not in place["physicalLocation"]
    text = json.dumps(run)
    assert "](https://evil" not in text.replace("\\\\](", "")


def test_junit_is_valid(report):
    etree = pytest.importorskip("lxml.etree")
    schema = etree.XMLSchema(etree.parse(SCHEMAS / "junit-10.xsd"))
    for each in (report, Report(), many(3)):
        document = etree.fromstring(render("junit", each).encode())
        schema.assertValid(document)
    assert not schema.validate(etree.fromstring("<testsuite><testcase/></testsuite>"))


def test_junit_counts(report):
    root = ET.fromstring(render("junit", report))
    cases = root.findall("testsuite/testcase")
    assert int(root.get("tests")) == len(cases) == len(report.findings) + 3  # 2 decks, 1 rule
    assert int(root.get("failures")) == report.count(Severity.ERROR)
    skipped = sum(int(suite.get("skipped")) for suite in root)
    warnings = [f for f in report.findings if f.severity is Severity.WARNING]
    assert skipped == len(warnings) + len(report.skipped)
    names = [(case.get("classname"), case.get("name")) for case in cases]
    assert len(set(names)) == len(names)


def unescape(text: str) -> str:
    for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, char)
    return text


def test_github_reads_back(report):
    """Parse commands as the runner does: each line is one command with known properties."""
    lines = render("github", report).splitlines()
    commands = [
        re.fullmatch(r"::(error|warning) ([^:]*)::(.*)", line).groups() for line in lines[:-1]
    ]
    assert not re.search(r"::|##\[", lines[-1])
    assert len(commands) == sum(f.severity is not Severity.INFO for f in report.findings)
    for _, words, text in commands:
        properties = dict(word.split("=", 1) for word in words.split(","))
        assert set(properties) <= {"file", "line", "title"}
        assert "\n::" not in unescape(text)
    files = {unescape(w.split(",")[0].removeprefix("file=")) for _, w, _ in commands}
    assert files == {f.location.file for f in report.findings if f.severity is not Severity.INFO}


def test_github_shows_the_worst_ten_of_each():
    faults = [*many(200).findings, *many(30, Severity.WARNING).findings]
    rare = Finding("WW301", "rare", Severity.ERROR, "Rare.", Location("z.csv", "z", 9))
    text = render("github", Report((*faults, rare)))
    lines = text.splitlines()
    assert sum(line.startswith("::error ") for line in lines) == 10
    assert sum(line.startswith("::warning ") for line in lines) == 10
    assert "WW301" in text  # one of each code comes before the second of any
    assert lines[-1] == (
        "201 errors, 30 warnings. 20 of 231 are annotations; the job summary has the full table."
    )


def test_codequality(report):
    issues = json.loads(render("codequality", report))
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == len(report.findings)
    assert {issue["severity"] for issue in issues} == {"info", "minor", "major"}
    assert all(issue["location"]["lines"]["begin"] >= 1 for issue in issues)


def test_markdown_holds_no_foreign_markup(report):
    text = render("markdown", report)
    assert "<img" not in text
    assert not re.search(r"@\w", text)
    assert not re.search(r"(?<![\\&])#\d", text)
    assert not re.search(r"://", text)
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {5}
    links = re.findall(r"(?<!\\)\]\(([^)]*)\)", text)
    assert set(links) == {f"docs/rules/{f.code}.md" for f in report.findings}


def test_markdown_renders_as_plain_words():
    """What a Markdown processor would make of hostile text is only that text."""
    assert markdown("a|b <b> *x* [l](u) `c` @me") == (
        r"a\|b &lt;b&gt; \*x\* \[l\]\(u\) \`c\` @&#8203;me"
    )
    assert markdown("http://x.y www.z.w a\nb") == "http:&#8203;//x.y www&#8203;.z.w a⏎b"
    assert len(markdown("x" * 5000)) == 400


def test_markdown_stays_small(report):
    long = [dataclasses.replace(f, message="&" * 5000) for f in many(5000).findings]
    text = render("markdown", Report(tuple(long), report.checked))
    assert len(text.encode()) < 65_000
    assert re.search(r"\d,\d{3} findings more: run", text)


def test_quiet_formats(report):
    assert len(render("github", report, verbosity=-1).splitlines()) == 1
    assert "The worst first" not in render("markdown", report, verbosity=-1)


def test_worst_first_spreads_over_codes(report):
    found = worst(report.findings, 4)
    assert [f.severity for f in found] == [Severity.ERROR] * 4
    assert len({f.code for f in found}) == 4


def test_a_markdown_processor_finds_no_foreign_markup(report):
    """The summary as CommonMark with tables: no HTML but line breaks, links to rule pages only."""
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").enable("table").parse(render("markdown", report))
    inline = [child for token in tokens for child in token.children or ()]
    kinds = {token.type for token in inline}
    assert kinds <= {"text", "html_inline", "link_open", "link_close", "strong_open",
                     "strong_close", "text_special"}  # fmt: skip
    assert {t.content for t in inline if t.type == "html_inline"} == {"<br>"}
    links = {t.attrs["href"] for t in inline if t.type == "link_open"}
    assert links == {f"docs/rules/{finding.code}.md" for finding in report.findings}
    text = "".join(t.content for t in inline).replace("\u200b", "")
    assert "<img src=x onerror=alert(1)> `code` | **bold**" in text


def test_every_reporter_can_be_asked_for() -> None:
    assert {format_.value for format_ in Format} == {"auto", *REPORTERS}
