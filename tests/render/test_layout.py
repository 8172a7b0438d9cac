"""The stack against the plain fallback, log lines, fit predictions, hostile text."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import pytest

from deckkit.assets import folder
from deckkit.game import CARD
from deckkit.render import layout
from deckkit.render.faces import FaceMaker
from deckkit.render.layout import Job, lay_out
from deckkit.render.png import rasterise
from tests.render.support import DECKS, Printer, load

HOSTILE = (
    '<img src="http://127.0.0.1:9/x.png">',
    '<img src="file:///etc/hostname">',
    "<style>body{background:url(http://127.0.0.1:9/a)}</style>",
    "</p><link rel=stylesheet href=http://127.0.0.1:9/c.css>",
    '<link rel="attachment" href="file:///etc/hostname">',
    '<a rel="attachment" href="file:///etc/hostname">a</a>',
    '<object data="file:///etc/hostname"></object>',
    '<svg><image href="file:///etc/hostname"/></svg>',
    '<img srcset="http://127.0.0.1:9/x.png 1x">',
    "<script>alert(1)</script>",
    "{{ 7 * 7 }} {% include 'x' %}",
    "{{ cycler.__init__.__globals__ }}",
    "red;background:url(http://127.0.0.1:9/b)",
    '" onload="x',
    "@import url(http://127.0.0.1:9/d.css);",
    "&#60;img src=x&#62; &amp;",
)


@pytest.fixture
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> NoReturn:
        raise AssertionError("something opened a socket")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.mark.usefixtures("no_network")
def test_hostile_text_is_only_text(printer: Printer) -> None:
    deck = load("quizwiz")
    statement = deck["statements"][0]
    deck["categories"] = [
        {"id": f"c{n}", "name": text[:12], "colour": text, "icon": text}
        for n, text in enumerate(HOSTILE)
    ]
    deck["statements"] = [
        {**statement, "id": f"S{n:03}", "text": text, "category": f"c{n}"}
        for n, text in enumerate(HOSTILE)
    ]
    for country, text in zip(deck["countries"], HOSTILE, strict=False):
        country.update(name=text[:18], capital=text[-12:], alpha2=text[:9])
    files, findings = printer(deck, "single", draft=True)
    assert {f.code for f in findings} <= {"DK801"}
    assert len(files) == 1
    data = files[0].path.read_bytes()
    assert b"EmbeddedFile" not in data and b"/URI" not in data


def test_the_fetcher_serves_fonts_only(tmp_path: Path) -> None:
    from deckkit.render.fetch import Fetcher, Refused
    from deckkit.render.fonts import fonts

    secret = tmp_path / "secret.txt"
    secret.write_text("secret")
    fetcher = Fetcher()
    for font in fonts().values():
        assert fetcher.fetch(font.url).read() == font.data
    addresses = (
        secret.as_uri(), "http://127.0.0.1:9/", "https://example.org/", "ftp://127.0.0.1/x",
        "data:text/plain,x", "deckkit://font/../secret.txt", "deckkit://font/none.ttf", "",
    )  # fmt: skip
    for address in addresses:
        with pytest.raises(Refused):
            fetcher.fetch(address)


def faces(name: str, count: int = 400) -> tuple[FaceMaker, Job]:
    game = DECKS[name]
    maker = FaceMaker(game.templates, game.id, folder("templates"))
    wanted = {f.id: f for c in game.cards(load(name)) if c.size == CARD for f in (c.front, c.back)}
    drawn = [maker.draw(face) for face in list(wanted.values())[:count]]
    drawn += [layer for face in list(drawn) for layer in face.layers.values()]
    html = tuple(face.html for face in drawn)
    ids = tuple(tuple(slot.id for slot in face.slots) for face in drawn)
    return maker, Job(html, ids, maker.css, "en", 69, 94)


@pytest.mark.parametrize("name", ["quizwiz", "wits"])
def test_predicted_sizes_are_what_layout_needs(name: str) -> None:
    game = DECKS[name]
    maker = FaceMaker(game.templates, game.id, folder("templates"))
    wanted = {f.id: f for c in game.cards(load(name)) if c.size == CARD for f in (c.front, c.back)}
    drawn = [maker.draw(face) for face in wanted.values()]
    _, job = faces(name)
    heights = {k: v for face in lay_out(job) for k, v in face.heights.items()}
    slots = [slot for face in drawn for slot in face.slots]
    assert slots and all(0 < heights[slot.id] <= slot.limit + 0.5 for slot in slots)


@pytest.mark.parametrize("name", ["quizwiz", "wits"])
def test_no_face_makes_the_engine_complain(name: str) -> None:
    _, job = faces(name)
    assert [line for face in lay_out(job) for line in face.logs] == []


def test_log_lines_are_traced_to_their_face() -> None:
    _, job = faces("wits", 4)
    bad = '<section class="face"><p style="colr:red">x</p></section>'
    job = replace(job, fragments=(*job.fragments[:2], bad), measure=((), (), ()))
    logs = [face.logs for face in lay_out(job)]
    assert logs[0] == logs[1] == () and "colr" in logs[2][0]


@pytest.mark.parametrize("name", ["quizwiz", "wits"])
def test_the_plain_fallback_looks_the_same(
    printer: Printer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    from PIL import ImageChops

    stacked, _ = printer(name, "single", out="stacked")
    monkeypatch.setattr(layout, "_stacked_forms", lambda pdf: [])  # the self-test fails
    monkeypatch.setenv("DECKKIT_CACHE", str(tmp_path / "another-cache"))
    plain, findings = printer(name, "single", out="plain")
    assert findings == []
    pairs = zip(rasterise(stacked[0].path, 72), rasterise(plain[0].path, 72), strict=True)
    for one, other in pairs:
        difference = ImageChops.difference(one.convert("L"), other.convert("L"))
        changed = sum(difference.histogram()[48:])
        assert changed <= 0.004 * one.width * one.height


def test_a_size_too_large_is_corrected_by_the_layout(
    printer: Printer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a predictor that believes in half the lines, the layout still keeps the box."""
    from deckkit.render import fit

    real: Callable[..., int] = fit.lines

    def optimist(*args: Any) -> int:
        return max(1, real(*args) - 1)

    monkeypatch.setattr(fit, "lines", optimist)
    _, findings = printer("quizwiz", "a4-duplex")
    assert [f for f in findings if "S00" in (f.location.record or "")] == []


@pytest.mark.parametrize("name", ["quizwiz", "wits"])
def test_all_text_stays_three_mm_inside_the_cut(printer: Printer, name: str) -> None:
    """The last gate: the rectangles of what a PDF reader sees as text."""
    import pypdfium2

    files, _ = printer(name, "single")
    mm, document = 72 / 25.4, pypdfium2.PdfDocument(files[0].path)
    for page in document:
        view = page.get_textpage()
        for n in range(view.count_rects()):
            left, bottom, right, top = (value / mm for value in view.get_rect(n))
            wide, tall = (side / mm for side in page.get_size())
            assert left >= 6 and bottom >= 6, view.get_text_range()
            assert right <= wide - 6 and top <= tall - 6, view.get_text_range()
    document.close()
