"""GitHub Actions annotations (workflow commands), printed to the log of a step.

GitHub keeps at most ten errors and ten warnings of a step and drops the rest without a word,
so the worst ten of each are printed, one of each code before the second of any, and then one
line that says how many there are and where all of them stand.
"""

from __future__ import annotations

from deckkit.findings import Finding, Report, Severity
from deckkit.reporters.common import of_severity, one_line, place_in_file, relative, worst
from deckkit.text import number

SHOWN = 10


def render(report: Report, *, color: bool = False, verbosity: int = 0) -> str:
    """The report as workflow commands; with verbosity -1 only the last line."""
    errors = worst(of_severity(report.findings, Severity.ERROR), SHOWN)
    warnings = worst(of_severity(report.findings, Severity.WARNING), SHOWN)
    shown = [*errors, *warnings] if verbosity >= 0 else []
    return "\n".join([*map(_command, shown), _pointer(report, len(shown))]) + "\n"


def annotation(severity: Severity, text: str) -> str:
    """A workflow command about the run as a whole."""
    return f"::{severity.value} title=deckkit::{_data(one_line(text))}"


def _command(finding: Finding) -> str:
    place = finding.location
    where = place_in_file(finding)
    title = f"{finding.code} {finding.name}" + (f", {where}" if where else "")
    properties = {"file": relative(place.file)}
    if place.row and not place.workbook:
        properties["line"] = str(place.row)
    properties["title"] = title
    words = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    who = f"{place.record}: " if place.record else ""
    lines = [one_line(who + finding.message)]
    if finding.hint:
        lines.append(f"→ {one_line(finding.hint)}")
    return f"::{finding.severity.value} {words}::{_data(chr(10).join(lines))}"


def _pointer(report: Report, shown: int) -> str:
    total = report.total
    if not total:
        # The runner also takes "##[" anywhere in a line for the start of a command.
        checked = ", ".join(one_line(deck).replace("##[", "#[") for deck in report.checked)
        return f"No findings in {checked}." if checked else "No findings."
    counts = [
        number(report.count(Severity.ERROR), "error"),
        number(report.count(Severity.WARNING), "warning"),
        f"{report.count(Severity.INFO)} for information",
    ]
    text = ", ".join(word for word in counts if not word.startswith("0 ")) + "."
    if shown < total:
        text += f" {shown} of {total:,} are annotations; the job summary has the full table."
    return text


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(one_line(text)).replace(":", "%3A").replace(",", "%2C")
