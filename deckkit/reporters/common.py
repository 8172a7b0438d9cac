"""What several reporters share: the worst findings, rule pages, and escaping for Markdown."""

from __future__ import annotations

import os
import posixpath
import re
from collections import Counter
from collections.abc import Iterable
from urllib.parse import quote

from deckkit.findings import CODES, Finding, Severity
from deckkit.text import visible

SECTIONS = ("What it checks", "Why players care", "Bad", "Good", "How to fix")
DOCS_VARIABLE = "DECKKIT_DOCS_URL"

_MARKDOWN = re.compile(r"[\\`*_{}\[\]()#~|$!]")
_MENTION = re.compile(r"(@|\\#)(?=\w)")
_ADDRESS = re.compile(r"://|\bwww(?=\.)", re.IGNORECASE)


def worst(findings: Iterable[Finding], limit: int | None = None) -> list[Finding]:
    """The worst first: by severity, then one of each code before the second of any.

    A rule that fires 200 times so leaves room for the others.
    """
    seen: Counter[str] = Counter()
    ranked = []
    for finding in findings:
        seen[finding.code] += 1
        ranked.append((finding.severity.rank, seen[finding.code], *finding.sort_key, finding))
    ranked.sort(key=lambda entry: entry[:-1])
    return [entry[-1] for entry in ranked[:limit]]


def of_severity(findings: Iterable[Finding], severity: Severity) -> list[Finding]:
    """The findings of exactly this severity."""
    return [finding for finding in findings if finding.severity is severity]


def page_url(code: str) -> str:
    """Where the page of a code is: below ``DECKKIT_DOCS_URL``, else ``docs/rules/``."""
    return f"{os.environ.get(DOCS_VARIABLE, 'docs/rules').rstrip('/')}/{quote(code)}.md"


def page_of(code: str) -> str:
    """The page of a code as it was written; empty when the code is not known."""
    return CODES[code].page if code in CODES else ""


def page_sections(page: str) -> dict[str, str]:
    """The sections of a page by name as they stand there; the summary has the name ``""``."""
    found: dict[str, list[str]] = {"": []}
    name = ""
    for line in page.splitlines():
        word, colon, rest = line.partition(":")
        starts = bool(colon) and word in SECTIONS
        name = word if starts else name
        found.setdefault(name, []).append(rest.strip() if starts else line)
    return {word: "\n".join(lines).strip("\n").rstrip() for word, lines in found.items()}


def page_markdown(page: str) -> str:
    """A page as Markdown: section names bold, indented examples stay code."""
    parts = []
    for name, text in page_sections(page).items():
        apart = "\n\n" if text.startswith("    ") else " "
        parts.append(f"**{name}**:{apart}{text}" if name else text)
    return "\n\n".join(parts)


def markdown(text: str, limit: int = 400) -> str:
    """`text` as plain words of one Markdown line: no markup, HTML, link or @mention survives.

    Line breaks and invisible characters are spelt out and long texts are cut. A zero-width
    space after @, # and before // keeps code hosts from making mentions and links of them.
    """
    shown = visible(text)
    if len(shown) > limit:
        shown = shown[: limit - 1].rstrip() + "…"
    shown = shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    shown = _MARKDOWN.sub(r"\\\g<0>", shown)
    shown = _MENTION.sub(r"\1&#8203;", shown)
    return _ADDRESS.sub(lambda m: m.group()[:3].replace(":", ":&#8203;") + _rest(m.group()), shown)


def _rest(found: str) -> str:
    return "&#8203;" if found.lower() == "www" else ""


def relative(file: str) -> str:
    """A path with forward slashes and without ``./``, as code hosts want it."""
    return posixpath.normpath(file.replace("\\", "/")) if file else file


def one_line(text: str) -> str:
    """`text` with line breaks and invisible characters spelt out."""
    return visible(text)


def place_in_file(finding: Finding) -> str:
    """The place within its file: ``C17 (category)``, ``statements!C17`` or nothing."""
    place = finding.location
    header = f" ({place.header})" if place.header else ""
    spot = place.cell or (f"row {place.row}" if place.row else place.column or "")
    if place.workbook and place.sheet:
        mark = "!" if place.cell else " "
        spot = f"{place.sheet}{mark}{spot}".rstrip()
    return spot + header if spot else ""


def unique(fingerprints: Iterable[str]) -> list[str]:
    """Fingerprints with a counter (``:1``, ``:2``) so that equal ones stay apart."""
    seen: Counter[str] = Counter()
    out = []
    for fingerprint in fingerprints:
        seen[fingerprint] += 1
        out.append(f"{fingerprint}:{seen[fingerprint]}")
    return out
