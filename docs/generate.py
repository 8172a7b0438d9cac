"""Write the generated pages below docs/ (`--check`: fail when one is not current).

- docs/rules/<code>.md and docs/rules/README.md, from the rules' docstrings
- docs/cli.md, from `deckkit --help` of every command
- docs/sheets.md, from the row schemas
- the types, models and tables of docs/models.py
- docs/sources.md, the attribution of all facts, from the decks' sheets fact_keys
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import models

DOCS = Path(__file__).resolve().parent
os.environ.update(COLUMNS="100", TERM="dumb", NO_COLOR="1")


def pages() -> Iterator[tuple[Path, str]]:
    """(file, text) of every generated page."""
    yield from rule_pages()
    yield from models.pages()
    yield DOCS / "cli.md", cli_page()
    yield DOCS / "sheets.md", sheets_page()
    yield DOCS / "sources.md", sources_page()


def rule_pages() -> Iterator[tuple[Path, str]]:
    """One page a code, and their index."""
    from deckkit.catalogue import every_code, render_page
    from deckkit.game import installed_games

    found = every_code(installed_games().by_id.values())
    lines = [
        "# Findings",
        "",
        "| Code | Name | Severity | From profile | What |",
        "|---|---|---|---|---|",
    ]
    for code in found:
        summary = code.page.splitlines()[0]
        profile = code.profile.name.lower()
        link = f"[{code.code}]({code.code}.md)"
        lines.append(f"| {link} | {code.name} | {code.severity.value} | {profile} | {summary} |")
        yield DOCS / "rules" / f"{code.code}.md", markdown(render_page(code))
    yield DOCS / "rules" / "README.md", "\n".join(lines) + "\n"


def markdown(page: str) -> str:
    """A docstring page as Markdown: section names bold, indented examples stay code."""
    lines = []
    for line in page.splitlines():
        name, colon, rest = line.partition(":")
        known = ("What it checks", "Why players care", "Bad", "Good", "How to fix")
        if colon and name in known:
            lines.append(f"**{name}**:{rest}")
            if not rest.strip():
                lines.append("")
        else:
            lines.append(line)
    return "\n".join(lines).rstrip() + "\n"


def cli_page() -> str:
    """The help of every command, and the exit codes."""
    from typer.testing import CliRunner

    from deckkit.cli import app
    from deckkit.errors import ExitCode

    names = [name for _, name in commands(app)]
    runner = CliRunner()
    out = ["# Command line", ""]
    for name in ["", *names]:
        args = [*name.split(), "--help"]
        text = runner.invoke(app, args, prog_name="deckkit").stdout
        text = "\n".join(line.rstrip() for line in text.strip().splitlines())
        out += [f"## `deckkit {name}".rstrip() + "`", "", "```text", text, "```", ""]
    out += ["## Exit codes", "", "| Code | Meaning |", "|---|---|"]
    meaning = {
        ExitCode.OK: "everything asked for was done",
        ExitCode.FINDINGS: "findings at or above `--fail-on`, or differences where they are "
        "asked for (`fix --diff`, `facts`, `diff`, `schema --check`, conflicts of `git merge`)",
        ExitCode.USAGE: "arguments or configuration that cannot be followed",
        ExitCode.NOTHING: "there is no deck in the folder that was named",
        ExitCode.INTERNAL: "deckkit broke; one line says where the log is",
        ExitCode.INTERRUPTED: "interrupted from the keyboard (`watch` and `preview` end so with 0)",
    }
    out += [f"| {code.value} | {meaning[code]} |" for code in ExitCode]
    return "\n".join(out) + "\n"


def commands(app: Any, prefix: str = "") -> Iterator[tuple[Any, str]]:
    """(command, full name) of every command of an app and its groups."""
    for command in app.registered_commands:
        name = command.name or command.callback.__name__.replace("_", "-")
        yield command, f"{prefix}{name}"
    for group in app.registered_groups:
        yield from commands(group.typer_instance, f"{prefix}{group.name} ")


def sheets_page() -> str:
    """Every sheet with its columns."""
    from deckkit.game import installed_games

    out = ["# Sheets and columns", ""]
    for game in installed_games().by_id.values():
        out += [f"## {game.title}", ""]
        for spec in game.sheets:
            path = game.schemas / "source" / game.id / spec.schema
            schema = json.loads(path.read_text(encoding="utf-8"))
            need = "" if spec.required else " (may be missing)"
            out += [f"### {spec.name}{need}", "", schema["description"], ""]
            out += ["| Column | Needed | What to type | About |", "|---|---|---|---|"]
            out += [row(n, c, schema["required"]) for n, c in schema["properties"].items()]
            if schema.get("additionalProperties"):
                out.append("| ... | | one column per key | Further columns are allowed. |")
            out.append("")
    return "\n".join(out).rstrip() + "\n"


def sources_page() -> str:
    """Where the facts of the shipped decks come from, by licence and source."""
    from deckkit.findings import Profile
    from deckkit.game import installed_games
    from deckkit.loading import find_decks, load

    out = [
        "# Sources of the facts",
        "",
        "Generated from the sheets `fact_keys` of the shipped decks. The values are figures and "
        "yes/no facts; no text and no database of a source is copied. Data under CC BY are used "
        "with the attribution given here.",
        "",
    ]
    for deck in find_decks([DOCS.parent / "sources"], installed_games()):
        table = load(deck, Profile.DRAFT).sources.tables.get("fact_keys")
        if table is None:
            continue
        grouped: dict[str, dict[str, list[str]]] = {}
        for record in table.records:
            licence = record.raw("licence") or "unknown"
            keys = grouped.setdefault(licence, {}).setdefault(record.raw("source"), [])
            keys.append(f"`{record.raw('key')}`")
        out += [f"## {deck.config.title}", ""]
        for licence, sources in sorted(grouped.items()):
            out += [f"### {licence}", ""]
            out += [f"- {source}: {', '.join(keys)}" for source, keys in sorted(sources.items())]
            out.append("")
    return "\n".join(out).rstrip() + "\n"


def row(name: str, column: dict[str, Any], required: list[str]) -> str:
    """A line of a column table."""
    need = "always" if name in required else column.get("x-required-from", "")
    need = need if need in ("", "always") else f"from {need}"
    what = column.get("x-expected") or ", ".join(column.get("enum", ())) or column["title"]
    return f"| `{name}` | {need} | {what} | {column['description']} |"


def main(check: bool) -> int:
    """Write or compare; the exit code."""
    wanted = dict(pages())
    stale = [p for p, text in wanted.items() if not p.is_file() or p.read_text("utf-8") != text]
    orphans = [p for p in (DOCS / "rules").glob("*.md") if p not in wanted]
    if check:
        for path in (*stale, *orphans):
            print(f"{path.relative_to(DOCS.parent)} is not current; run make docs", file=sys.stderr)
        return 1 if stale or orphans else 0
    (DOCS / "rules").mkdir(exist_ok=True)
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8")
    for path in orphans:
        path.unlink()
    print(f"{len(stale)} pages written, {len(wanted) - len(stale)} were current")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
