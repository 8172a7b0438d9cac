"""What deckkit draws looks as the layout engine draws it; what it does not know it hands over."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckkit.assets import folder
from deckkit.render.boxes import Piece, pieces
from deckkit.render.faces import FaceMaker
from deckkit.render.impose import About, write
from deckkit.render.layout import Job, LaidOut, lay_out
from deckkit.render.paths import operators
from deckkit.render.png import rasterise
from deckkit.render.sheets import SHEETS, pages
from deckkit.render.styles import Complex, Styles
from deckkit.render.text import Run, broken
from tests.render.support import DECKS, load

ABOUT = About("T", "1", "en", (), "CC0-1.0", "")
SIZE = (69.0, 94.0)
BASE = (
    '.face{font-family:"Deckkit Body";font-weight:600;font-variant-ligatures:none;color:#1b2a38}'
    ".a{position:absolute;left:7mm;top:7mm;width:55mm;font-size:9pt;line-height:1.2}"
    ".d{position:absolute;left:7mm;top:7mm;width:20mm;height:20mm;background:#123456}"
    ".s{position:absolute;left:7mm;top:7mm;width:20mm;height:20mm}"
)


def split(body: str, css: str = BASE) -> list[Piece]:
    html = f'<section class="face">{body}</section>'
    return pieces("F", html, Styles.parse(css), SIZE, ("F.x",))


@pytest.mark.parametrize("name", ["quizwiz", "wits"])
def test_drawn_faces_look_like_laid_out_ones(name: str, tmp_path: Path) -> None:
    from PIL import ImageChops

    game = DECKS[name]
    maker = FaceMaker(game.templates, game.id, folder("templates"))
    cards = game.cards(load(name))
    faces = {f.id: maker.draw(f, size=c.size) for c in cards for f in (c.front, c.back)}
    for face in list(faces.values()):
        faces.update(face.layers)
    engine: dict[str, LaidOut] = {}
    mixed: dict[str, LaidOut] = {}
    parts: dict[str, tuple[str, ...]] = {}
    for size in {face.size for face in faces.values()}:
        names = [n for n, face in faces.items() if face.size == size]
        html = tuple(faces[n].html for n in names)
        job = Job(html, ((),) * len(html), maker.css, "en", size[0] + 6, size[1] + 6)
        engine |= dict(zip(names, lay_out(job), strict=True))
        found = {n: maker.pieces(faces[n]) for n in names}
        parts |= {n: tuple(p.id for p in own) for n, own in found.items()}
        mixed |= {p.id: p.drawn for own in found.values() for p in own if p.drawn}
        for piece in [p for own in found.values() for p in own if not p.drawn]:
            one = Job((piece.html,), ((),), maker.css, "en", size[0] + 6, size[1] + 6)
            mixed[piece.id] = lay_out(one)[0]
    sizes = {n: face.size for n, face in faces.items()}
    stacks = {n: face.stack for n, face in faces.items()}
    drawn = {n: tuple(p for layer in stack for p in parts[layer]) for n, stack in stacks.items()}
    sheet, run = SHEETS["single"], pages(cards, SHEETS["single"])
    write(tmp_path / "engine.pdf", sheet, run, engine, stacks, ABOUT, sizes=sizes)
    write(tmp_path / "drawn.pdf", sheet, run, mixed, drawn, ABOUT, sizes=sizes)
    pair = (rasterise(tmp_path / f"{kind}.pdf", 96) for kind in ("engine", "drawn"))
    for page, one, other in zip(run, *pair, strict=True):
        difference = ImageChops.difference(one.convert("L"), other.convert("L"))
        changed = sum(difference.histogram()[64:]) / (one.width * one.height)
        assert changed <= 0.012, (page.places[0].face, changed)


def test_shipped_templates_hardly_need_the_engine() -> None:
    for name, game in DECKS.items():
        maker = FaceMaker(game.templates, game.id, folder("templates"))
        faces = [(f, c.size) for c in game.cards(load(name)) for f in (c.front, c.back)]
        found = [p for f, size in faces for p in maker.pieces(maker.draw(f, size=size))]
        assert [p.html for p in found if p.drawn is None] == []


@pytest.mark.parametrize(
    "body",
    [
        '<div class="a">a<i>b</i></div>',
        '<div class="a" style="transform:rotate(9deg)">x</div>',
        '<div class="a" style="color:red">x</div>',
        '<div class="a" style="font-weight:400">x</div>',
        '<div class="a" style="width:50%">x</div>',
        '<div class="a" onclick="x">x</div>',
        '<svg class="s" viewBox="0 0 9 9"><text>x</text></svg>',
        '<svg class="s" viewBox="0 0 9 9"><use href="#a"/></svg>',
        '<svg class="s" viewBox="0 0 9 9"><style>path{fill:red}</style></svg>',
        '<svg class="s" viewBox="0 0 9 9"><path d="M0 0h9" filter="url(#f)"/></svg>',
        '<svg class="s"><path d="M0 0h9"/></svg>',
        '<svg class="s" viewBox="0 0 9 9"><path d="M0 0h9x"/></svg>',
        '<img class="s" src="x"/>',
    ],
)
def test_what_is_not_plain_goes_to_the_engine(body: str) -> None:
    first, last = '<div class="d"></div>', '<div class="a" id="F.x">end</div>'
    found = split(first + body + last)
    assert [piece.drawn is None for piece in found] == [False, True, False]
    assert found[1].html == f'<section class="face">{body}</section>'
    assert found[2].drawn and found[2].drawn.heights == {"F.x": 14.4}


@pytest.mark.parametrize(
    "css", [BASE + "p{margin:0}", BASE + ".a > p{margin:0}", BASE + "@page{x:y}"]
)
def test_a_style_sheet_with_more_goes_to_the_engine_as_a_whole(css: str) -> None:
    assert [piece.drawn for piece in split('<div class="a">x</div>', css)] == [None]


@pytest.mark.parametrize(
    "body", ["<p>flows</p>", "text", '<div class="a">x', '<div class="a">x</p></div>', "<!-- x -->"]
)
def test_a_face_that_flows_goes_to_the_engine_as_a_whole(body: str) -> None:
    assert [piece.drawn for piece in split(body)] == [None]


def test_neighbours_for_the_engine_are_one_piece_shared_between_faces() -> None:
    body = '<img class="s" src="x"/><img class="d" src="y"/>'
    assert split(body)[0].id == split(body + '<div class="a">x</div>')[0].id


def test_text_is_escaped_and_broken_into_lines() -> None:
    (piece,) = split('<div class="a" id="F.x">a &lt;b&gt; ' + "word " * 30 + "</div>")
    assert piece.drawn and piece.drawn.heights["F.x"] == pytest.approx(14.4 * 6)


@pytest.mark.parametrize(
    ("data", "drawn"),
    [
        ("M1 2h3v4H0V0z", "1 2 m 4 2 l 4 6 l 0 6 l 0 0 l h"),
        ("m1-2.5l.5.5", "1 -2.5 m 1.5 -2 l"),
        ("M0 0 1 1 2 0Z", "0 0 m 1 1 l 2 0 l h"),
        ("M0 0c1 0 2 1 2 2s1 2 2 2", "0 0 m 1 0 2 1 2 2 c 2 3 3 4 4 4 c"),
        ("M0 0q3 0 3 3t3 3", "0 0 m 2 0 3 1 3 3 c 3 5 4 6 6 6 c"),
        ("M1 0a1 1 0 00-1 1", "1 0 m 0.448 0 0 0.448 0 1 c"),
        ("M0 0a0 1 0 012 2", "0 0 m 2 2 l"),
    ],
)  # fmt: skip
def test_paths(data: str, drawn: str) -> None:
    assert operators(data) == drawn


@pytest.mark.parametrize("data", ["M0", "M0 0x", "M0 0 L", "M0 0a1 1 0 2 0 1 1", "M0 0 L1 url(x)"])
def test_malformed_paths_are_not_drawn(data: str) -> None:
    with pytest.raises(Complex):
        operators(data)


def test_an_en_space_stays_behind_at_a_break() -> None:
    runs = [
        Run("Middle East & North Africa", "body-800", (0.0, 0.0, 0.0)),
        Run("\u2002Egypt, Iran, Saudi Arabia", "body-600", (0.0, 0.0, 0.0)),
    ]
    shown = ["".join(run.text for run in line) for line in broken(runs, 110.0, 8.0)]
    assert shown == ["Middle East & North Africa", "Egypt, Iran, Saudi Arabia"]
    wide = ["".join(run.text for run in line) for line in broken(runs, 400.0, 8.0)]
    assert wide == ["Middle East & North Africa\u2002Egypt, Iran, Saudi Arabia"]


def test_a_separator_at_the_end_of_a_line_is_not_printed() -> None:
    names = "Turkey\u00a0· United\u00a0Arab\u00a0Emirates\u00a0· Yemen"
    runs = [Run(names, "body-600", (0.0, 0.0, 0.0))]
    shown = ["".join(run.text for run in line) for line in broken(runs, 100.0, 8.0)]
    assert shown == ["Turkey", "United\u00a0Arab\u00a0Emirates", "Yemen"]
    wide = ["".join(run.text for run in line) for line in broken(runs, 400.0, 8.0)]
    assert wide == [names]
