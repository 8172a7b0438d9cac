"""What export and import tell the person who runs them."""

from __future__ import annotations

from deckkit.findings import Severity
from deckkit.text import number, visible
from deckkit.workbook.exporting import Exported
from deckkit.workbook.outcome import Imported


def render_export(done: Exported) -> str:
    """The rows by sheet, and what has no place in the workbook."""
    rows = ", ".join(f"{count} {name}" for name, count in done.rows.items())
    lost = [f"Not in the workbook: {text}." for text in done.left_out]
    return "\n".join([*lost, f"{done.path}: {rows.replace('_', ' ')}."]) + "\n"


def render_import(done: Imported, *, written: bool = True) -> str:
    """Every changed cell, new and missing records, what was not taken over, and a summary."""
    lines = [f.location.__str__() + f": {f.message}" for f in done.findings
             if f.severity is not Severity.INFO or f.code == "DK047"]  # fmt: skip
    lines += done.notes
    lines += [f"{c.sheet} {c.record or '(header)'} {c.column}: {_shown(c.old)} -> {_shown(c.new)}"
              for c in done.changes]  # fmt: skip
    lines += [f"{r.sheet} {r.record or f'row {r.row}'}: new record" for r in done.added]
    for what, records in (
        ("removed", done.removed),
        ("not in the workbook; kept (--remove takes it out)", done.missing),
    ):
        lines += [f"{r.sheet} {r.record or f'row {r.row}'}: {what}" for r in records]
    parts = [number(len(done.changes), "changed cell"), number(len(done.added), "new record"),
             number(len(done.missing) + len(done.removed), "missing record")]  # fmt: skip
    where = f" Written: {', '.join(p.name for p in done.files)}." if done.files and written else ""
    return "\n".join([*lines, f"{', '.join(parts)}.{where}"]) + "\n"


def _shown(text: str) -> str:
    return f'"{visible(text)}"'
