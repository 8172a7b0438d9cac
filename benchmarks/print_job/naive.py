"""The job the naive way, one HTML of absolutely placed cards: naive.py (pdf | html) XLSX OUT."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import jinja2
import openpyxl

LEFT, TOP = (210 - 3 * 63) / 2, (297 - 3 * 88) / 2
TEMPLATE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>deck</title><style>
@page { size: 210mm 297mm; margin: 0 }
html, body { margin: 0; padding: 0; font-family: "DejaVu Sans"; }
.sheet { position: relative; width: 210mm; height: 297mm; break-after: page; overflow: hidden; }
.sheet:last-child { break-after: auto; }
.m { position: absolute; background: #000; }
.card { position: absolute; width: 63mm; height: 88mm; box-sizing: border-box; padding: 4mm;
        overflow: hidden; background: #fff; }
.cat { font-size: 9pt; font-weight: bold; color: #114477; }
.stars { font-size: 10pt; color: #cc8800; }
.st { font-size: 11pt; line-height: 1.25; position: absolute; left: 4mm; right: 4mm; top: 24mm;
      text-align: center; }
.n { font-size: 20pt; font-weight: bold; position: absolute; bottom: 4mm; right: 5mm; }
.id { font-size: 5pt; color: #777; position: absolute; bottom: 3mm; left: 4mm; }
.bl { font-size: 7pt; line-height: 1.3; margin-top: 2mm; }
</style></head><body>
{% for front, cells in sheets %}<div class="sheet">
{% for x, y, w, h in marks %}
<div class="m" style="left:{{ x }}mm;top:{{ y }}mm;width:{{ w }}mm;height:{{ h }}mm"></div>
{% endfor %}
{% for c in cells %}{% if c %}
{% set x, y = left + 63 * (loop.index0 % 3), top + 88 * (loop.index0 // 3) %}
<div class="card" style="left:{{ x }}mm;top:{{ y }}mm"><div class="cat">{{ c.category }}</div>
{% if front %}
<div class="stars">{{ '\u2605' * c.stars }}</div><div class="st">{{ c.statement }}</div>
<div class="n">{{ c.count }}</div>
{% else %}
<div class="bl">{{ c.countries }}</div>
{% endif %}
<div class="id">{{ c.id }}</div></div>
{% endif %}{% endfor %}</div>
{% endfor %}</body></html>"""


def read_rows(path: str) -> list[dict[str, Any]]:
    rows = openpyxl.load_workbook(path, read_only=True).active.iter_rows(values_only=True)
    head = next(rows)
    return [dict(zip(head, row, strict=True)) for row in rows]


def make_html(rows: list[dict[str, Any]]) -> str:
    sheets: list[tuple[bool, list[Any]]] = []
    for at in range(0, len(rows), 9):
        cells = [*rows[at : at + 9], *[None] * 9][:9]
        mirrored = [cells[row * 3 + 2 - n] for row in range(3) for n in range(3)]
        sheets += [(True, cells), (False, mirrored)]
    marks = []
    for n in range(4):
        x, y = LEFT + 63 * n - 0.05, TOP + 88 * n - 0.05
        marks += [(x, TOP - 6, 0.1, 5), (x, 297 - TOP + 1, 0.1, 5)]
        marks += [(LEFT - 6, y, 5, 0.1), (210 - LEFT + 1, y, 5, 0.1)]
    template = jinja2.Environment(autoescape=True).from_string(TEMPLATE)
    return template.render(sheets=sheets, marks=marks, left=LEFT, top=TOP)


def main(kind: str, xlsx: str, out: str) -> None:
    html = make_html(read_rows(xlsx))
    if kind == "html":
        Path(out).write_text(html, encoding="utf-8")
    else:
        import weasyprint

        weasyprint.HTML(string=html).write_pdf(out)


if __name__ == "__main__":
    main(*sys.argv[1:])
