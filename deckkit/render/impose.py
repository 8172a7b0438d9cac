"""Imposition: laid-out faces put on sheets, with crop marks, labels and bookmarks."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from deckkit.game import CARD
from deckkit.render import cutter, marks
from deckkit.render.embed import font_objects, glyphs_of
from deckkit.render.faces import BLEED
from deckkit.render.fit import PT_PER_MM
from deckkit.render.layout import LaidOut
from deckkit.render.sheets import (
    CUTTER,
    INSET,
    LENGTH,
    OUTER,
    Mode,
    Options,
    Page,
    Place,
    Sheet,
)
from deckkit.render.standards import conform, pdf_date
from deckkit.render.stock import Resources, Stock

OVERLAP = 0.05  # mm that neighbours share, so that no viewer shows a hairline between them


@dataclass(frozen=True, slots=True)
class About:
    """What a PDF says about itself. `date` is ISO 8601 (``2026-01-31``), or empty."""

    title: str
    version: str
    language: str
    authors: tuple[str, ...]
    licence: str
    date: str
    draft: bool = False


Stacks = Mapping[str, Sequence[str]]
Size = tuple[float, float]


def write(
    path: Path, sheet: Sheet, run: Sequence[Page], faces: Mapping[str, LaidOut], stacks: Stacks,
    about: About, options: Options | None = None, sizes: Mapping[str, Size] | None = None,
) -> int:  # fmt: skip
    """Write the pages of a print run to `path`; returns their number.

    `stacks` names, for each face, the forms in `faces` to draw from the bottom up, and `sizes`
    the trim in mm at which each is drawn. The bytes depend on the arguments only.
    """
    import pikepdf

    how = options or Options()
    pdf = pikepdf.new()
    sheets = max((page.number for page in run), default=0)
    slugs = [
        marks.slug(page, sheet, sheets, about, INSET + LENGTH if _cuts(page, how) else 0.0)
        for page in run
    ]
    uses = [form for page in run for place in page.places for form in stacks[place.face]]
    stock = Stock(pdf, faces, uses, font_objects(pdf, _glyphs(faces, uses, slugs)))
    for page, slug in zip(run, slugs, strict=True):
        _add_page(pdf, page, slug, stock, stacks, how, sizes or {})
    _describe(pdf, sheet, run, about)
    if how.standard:
        conform(pdf, how.standard, about, sheet.name)
    out = BytesIO()  # a full disk is Python's error, not the end of the process
    pdf.save(
        out,
        deterministic_id=True,
        compress_streams=True,
        recompress_flate=False,
        fix_metadata_version=False,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
        force_version=how.standard.version if how.standard else "",
    )
    path.write_bytes(out.getvalue())
    return len(run)


def _glyphs(
    faces: Mapping[str, LaidOut], uses: Sequence[str], slugs: Sequence[marks.Slug]
) -> dict[str, set[int]]:
    used: dict[str, set[int]] = {}
    for name in dict.fromkeys(uses):
        for font, glyphs in faces[name].glyphs.items():
            used.setdefault(faces[name].fonts[font], set()).update(glyphs)
    for slug in slugs:
        for line in slug:
            used.setdefault(line.font, set()).update(glyphs_of(line.font, line.text))
    return used


def _add_page(
    pdf: Any, page: Page, slug: marks.Slug, stock: Stock, stacks: Stacks, options: Options,
    sizes: Mapping[str, Size],
) -> None:  # fmt: skip
    import pikepdf

    named = Resources()
    content: list[str] = []
    outer = _outer(page, options)
    for place in page.places:
        drawn = "\n".join(stock.draw(form, named) for form in stacks[place.face])
        size = sizes.get(place.face, CARD)
        bare = ""
        if place.scale != 1 or place.size != size:
            bare = "\n".join(stock.ground(form, named) for form in stacks[place.face])
        content.append(_placed(drawn, bare, place, page, size, outer))
    if _cuts(page, options):
        content.append(cutter.operators(page.paper))
    elif page.mode is not Mode.SINGLE:
        content.append(marks.crop_marks(page, cuts=_crops(page, options)))
    content.append(marks.written(slug))
    named.fonts.update({line.font: line.font for line in slug})
    box = [0, 0, *(round(side * PT_PER_MM, 3) for side in page.paper)]
    entry = pikepdf.Dictionary(
        Type=pikepdf.Name.Page, MediaBox=pikepdf.Array(box),
        Resources=stock.resources(named),
        Contents=pdf.make_indirect(pikepdf.Stream(pdf, "\n".join(content).encode("latin-1"))),
    )  # fmt: skip
    if page.mode is Mode.SINGLE:
        bleed = round(BLEED * PT_PER_MM, 3)
        entry.BleedBox = pikepdf.Array(box)
        trim = [bleed, bleed, round(box[2] - bleed, 3), round(box[3] - bleed, 3)]
        entry.TrimBox = pikepdf.Array(trim)
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(entry)))


STRIP = 2.0  # mm of a face's own edge that fill the room beside a drawing of another shape
UNDER = 0.2  # mm by which they reach under it


def _edges(bare: str, scale: float, face: Size, room: Size, turned: bool) -> str:
    """Operators that fill the room around a scaled drawing with the grounds at its edges.

    All in pt: `face` and `room` are the sizes of drawing and place, bleed included; the lower
    left corner of the place is the origin.
    """
    out = [f"q -1 0 0 -1 {room[0]:.3f} {room[1]:.3f} cm" if turned else "q"]
    strip = STRIP * PT_PER_MM
    for axis in (0, 1):
        gap = (room[axis] - face[axis] * scale) / 2
        if gap < 0.02:
            continue
        gap += UNDER * PT_PER_MM
        for far in (False, True):
            low, wide, shift = [0.0, 0.0], list(room), [0.0, 0.0]
            grown = [room[0] / face[0], room[1] / face[1]]
            grown[axis] = gap / strip
            low[axis], wide[axis] = (room[axis] - gap if far else 0.0), gap
            shift[axis] = low[axis] - (face[axis] - strip if far else 0.0) * grown[axis]
            clip = " ".join(f"{value:.3f}" for value in (*low, *wide))
            move = " ".join(f"{value:.3f}" for value in shift)
            out.append(f"q {clip} re W n {grown[0]:.5g} 0 0 {grown[1]:.5g} {move} cm {bare} Q")
    return "\n".join([*out, "Q"])


def _cuts(page: Page, options: Options) -> bool:
    """Whether a page has the marks of a cutting machine."""
    paired = page.mode not in (Mode.SINGLE, Mode.FOLD)
    return options.marks == CUTTER and page.side == "front" and paired


def _crops(page: Page, options: Options) -> bool:
    """Whether a page of a sheet has crop marks."""
    return options.marks == "both" or (options.marks == "front" and page.side != "back")


def _outer(page: Page, options: Options) -> Size:
    """The bleed in mm that shows around the cards: beside them, and above and below."""
    if page.mode is Mode.SINGLE:
        return (BLEED, BLEED)
    if _cuts(page, options):
        return (OUTER, OUTER)
    return marks.bleeds(page) if _crops(page, options) else (BLEED, BLEED)


def _placed(drawn: str, bare: str, place: Place, page: Page, size: Size, outer: Size) -> str:
    """Operators that draw one face; its bleed, `outer` in mm, shows only beside no neighbour.

    `size` is the trim at which it is drawn; the drawing stands in the middle of its place, and
    the grounds at its edges (`bare`) fill what it leaves free.
    """
    if page.mode is Mode.SINGLE and not bare:
        return f"q {drawn} Q"
    height, (wide, tall) = page.paper[1], place.size

    def free(dx: float, dy: float) -> float:
        spot = (place.x + dx, place.y + dy)
        beside = any(math.dist(spot, (p.x, p.y)) < OVERLAP for p in page.places)
        return OVERLAP if beside else outer[dy != 0]

    x, y = (BLEED, BLEED) if page.mode is Mode.SINGLE else (place.x, place.y)
    left, right = free(-wide, 0), free(wide, 0)
    over, under = free(0, -tall), free(0, tall)
    low = height - y - tall
    clip = (x - left, low - under, wide + left + right, tall + over + under)
    rectangle = " ".join(f"{value * PT_PER_MM:.3f}" for value in clip)
    scale = -place.scale if place.turned else place.scale
    middle = (x + wide / 2, low + tall / 2)
    half = (size[0] / 2 + BLEED, size[1] / 2 + BLEED)
    origin = tuple(m - scale * h for m, h in zip(middle, half, strict=True))
    across, up = (f"{value * PT_PER_MM:.3f}" for value in origin)
    around = ""
    if bare:
        face = (2 * half[0] * PT_PER_MM, 2 * half[1] * PT_PER_MM)
        room = ((wide + 2 * BLEED) * PT_PER_MM, (tall + 2 * BLEED) * PT_PER_MM)
        edges = _edges(bare, place.scale, face, room, place.turned)
        corner = f"{(x - BLEED) * PT_PER_MM:.3f} {(low - BLEED) * PT_PER_MM:.3f}"
        around = f"q 1 0 0 1 {corner} cm {edges} Q\n"
    matrix = f"{scale:.5g} 0 0 {scale:.5g} {across} {up} cm"
    return f"q {rectangle} re W n {around}{matrix} {drawn} Q"


def _describe(pdf: Any, sheet: Sheet, run: Sequence[Page], about: About) -> None:
    """Title, language, dates, page labels and bookmarks."""
    import pikepdf

    root = pdf.Root
    root.Lang = pikepdf.String(about.language)
    root.ViewerPreferences = pikepdf.Dictionary(
        DisplayDocTitle=True, PrintScaling=pikepdf.Name("/None")
    )
    if sheet.mode is Mode.DUPLEX_LONG:
        root.ViewerPreferences.Duplex = pikepdf.Name("/DuplexFlipLongEdge")
    if sheet.mode is Mode.DUPLEX_SHORT:
        root.ViewerPreferences.Duplex = pikepdf.Name("/DuplexFlipShortEdge")
    info = {
        "/Title": f"{about.title} {about.version} ({sheet.name})",
        "/Author": ", ".join(about.authors),
        "/Subject": f"Cards to print: {sheet.mode.value}",
        "/Creator": "deckkit",
    }
    if about.date:
        info["/CreationDate"] = pdf_date(about.date)
    pdf.trailer.Info = pdf.make_indirect(
        pikepdf.Dictionary({key: pikepdf.String(value) for key, value in info.items() if value})
    )
    labels = pikepdf.Array()
    for index, page in enumerate(run):
        labels.append(index)
        labels.append(pikepdf.Dictionary(P=pikepdf.String(_label(page, sheet))))
    root.PageLabels = pikepdf.Dictionary(Nums=labels)
    with pdf.open_outline() as outline:
        for index, page in enumerate(run):
            for kind in page.starts:
                outline.root.append(pikepdf.OutlineItem(kind.replace("_", " ").capitalize(), index))


def _label(page: Page, sheet: Sheet) -> str:
    if sheet.mode is Mode.SINGLE:
        return f"{page.places[0].card} {page.side}"
    return f"{page.number} {page.side}"
