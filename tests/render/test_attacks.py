"""Markup that asks for files and addresses, laid out as markup: nothing is fetched.

Text of a deck never becomes markup (`test_layout`); these samples show what would happen if
it did, or if a template asked for something it should not.
"""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any, NoReturn

import pytest

from deckkit.render.layout import Job, _write, captured_logs

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
