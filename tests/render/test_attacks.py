"""Markup that asks for files and addresses, laid out as markup: nothing is fetched.

Text of a deck never becomes markup (`test_layout`); these samples show what would happen if
it did, or if a template asked for something it should not.
"""

from __future__ import annotations

import re
import socket
from pathlib import Path
from typing import Any, NoReturn

import pytest

from deckkit.render import layout
from deckkit.render.boxes import pieces
from deckkit.render.layout import Job, _write, captured_logs, lay_out_all
from deckkit.render.limits import Limits
from deckkit.render.styles import Styles

SECRET = "the-secret-of-this-test"
HTTP = "http://127.0.0.1:9"
MARKUP = (
    '<img src="FILE">',
    '<img src="HTTP/a.png">',
    '<img srcset="HTTP/a.png 1x, FILE 2x" src="FILE">',
    '<picture><source srcset="HTTP/s.png"><img src="FILE"></picture>',
    '<object data="FILE"></object>',
    '<object data="HTTP/o.svg" type="image/svg+xml"></object>',
    '<embed src="FILE">',
    '<iframe src="FILE"></iframe>',
    '<svg viewBox="0 0 9 9"><image href="FILE" width="9" height="9"/></svg>',
    '<svg viewBox="0 0 9 9"><image xlink:href="HTTP/i.png" width="9" height="9"/></svg>',
    '<svg viewBox="0 0 9 9"><use href="HTTP/u.svg#a"/></svg>',
    '<svg viewBox="0 0 9 9"><style>@import url(HTTP/i.css);</style><path d="M0 0h9"/></svg>',
    '<img src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E">',
    '<p style="background:url(FILE)">x</p>',
    '<p style="background-image:url(HTTP/b.png)">x</p>',
    '<p style="list-style-image:url(HTTP/l.png);display:list-item">x</p>',
    '<p style="border-image:url(HTTP/r.png) 9">x</p>',
    '<p style="content:url(FILE)">x</p>',
    '<a href="FILE" rel="attachment">x</a>',
    '<link rel="attachment" href="FILE">',
    '<link rel="stylesheet" href="HTTP/c.css">',
    '<link rel="stylesheet" href="FILE">',
    '<link rel="icon" href="HTTP/i.ico">',
    "<style>@import url(HTTP/d.css);</style>",
    "<style>@font-face{font-family:Evil;src:url(FILE)}</style>",
    "<style>p::before{content:url(HTTP/e.png)}</style><p>x</p>",
    '<base href="file:///"><img src="etc/hostname">',
    '<meta http-equiv="refresh" content="0;url=HTTP/">',
    '<script src="HTTP/x.js">fetch("HTTP")</script>',
)


@pytest.mark.parametrize("sample", MARKUP)
def test_markup_fetches_nothing(
    sample: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("something opened a socket")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    secret = tmp_path / "secret.txt"
    secret.write_text(SECRET)
    html = sample.replace("FILE", secret.as_uri()).replace("HTTP", HTTP)
    job = Job((f'<section class="face">{html}</section>',), ((),), "", "en", 69, 94)
    with captured_logs() as logs:
        data, _ = _write(job, stacked=True)
    assert SECRET.encode() not in data and b"/EmbeddedFile" not in data
    assert not any("socket" in line for line in logs)


DIRECT = (
    *MARKUP,
    '<div class="a" style="background:url(FILE)">x</div>',
    '<div class="a" style="background:#123456 url(HTTP/x.png)">x</div>',
    '<div class="a" style="font-family:url(FILE)">x</div>',
    '<div class="a" style="color:#123456/**/;content:url(FILE)">x</div>',
    '<div class="a" onmouseover="fetch(1)">x</div>',
    '<svg class="s" viewBox="0 0 9 9"><script>fetch("HTTP")</script></svg>',
    '<svg class="s" viewBox="0 0 9 9" onload="fetch(1)"><path d="M0 0h9"/></svg>',
    '<svg class="s" viewBox="0 0 9 9"><foreignObject><p>x</p></foreignObject></svg>',
    '<svg class="s" viewBox="0 0 9 9"><path fill="url(FILE#a)" d="M0 0h9"/></svg>',
    '<svg class="s" viewBox="0 0 9 9"><path style="fill:url(FILE)" d="M0 0h9"/></svg>',
    '<svg class="s" viewBox="0 0 9 9"><feImage href="FILE"/></svg>',
    '<svg class="s" viewBox="0 0 9 9"><path d="M0 0h9) Tj (FILE"/></svg>',
    '<svg class="s" viewBox="0 0 nan inf"><path d="M0 0h9"/></svg>',
    '<svg class="s" viewBox="0 0 9 9"><path d="M0 0h9e999"/></svg>',
    '<svg class="s" viewBox="0 0 9 9"><path stroke-width="nan" stroke="#000" d="M0 0h9"/></svg>',
    '<div class="a" style="line-height:nan">x</div>',
)
STYLES = Styles.parse(
    '.face{font-family:"Deckkit Body";font-weight:600;font-variant-ligatures:none;color:#1b2a38}'
    ".a{position:absolute;left:7mm;top:7mm;width:55mm;font-size:9pt;line-height:1.2}"
    ".s{position:absolute;left:7mm;top:7mm;width:20mm;height:20mm}"
)
OPERATORS = frozenset(
    ("q Q cm re W n f f* B B* S m l c h rg RG w J j M d gs " + "BT ET Tm Tf TJ").split()
)


@pytest.mark.parametrize("sample", DIRECT)
def test_what_is_drawn_directly_is_shapes_and_glyphs_only(sample: str) -> None:
    """Whatever the markup, our own drawing writes known operators, numbers and glyph ids."""
    html = sample.replace("FILE", "file:///etc/hostname").replace("HTTP", HTTP)
    section = f'<section class="face">{html}<div class="a">(FILE) Tj</div></section>'
    for piece in pieces("F", section, STYLES, (69, 94), ()):
        content = piece.drawn.form["c"] if piece.drawn else ""
        words = re.sub(r"/DK[A-Z]{4}|/D\d+x\d+|<[0-9a-f]*>|[-\d.]+|[\[\]]", " ", content).split()
        assert set(words) <= OPERATORS, (words, content)


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("<div>" * 3000 + "</div>" * 3000, "depth"),
        (
            '<svg viewBox="0 0 9 9"><defs><path id="u0" d="M0 0h1"/>'
            + "".join(
                f'<g id="u{n + 1}"><use href="#u{n}"/><use href="#u{n}"/></g>' for n in range(24)
            )
            + '</defs><use href="#u24"/></svg>',
            "time",
        ),
        ('<div style="columns:2">' + "<p>word</p>" * 60_000 + "</div>", "time"),
    ],
    ids=["nested", "use-doubling", "endless"],
)
def test_what_would_hang_or_crash_is_given_up(
    body: str, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layout, "allowed", lambda job: Limits(3, 60))
    job = Job((f'<section class="face">{body}</section>',), ((),), "", "en", 69, 94)
    (face,) = lay_out_all(job)
    assert face.exceeded == what and not face.form["c"]
