"""Imposition: laid-out faces put on sheets, with crop marks, labels and bookmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from deckkit.render import marks
from deckkit.render.embed import font_objects, glyphs_of
from deckkit.render.faces import BLEED, HEIGHT, WIDTH
from deckkit.render.fit import PT_PER_MM
from deckkit.render.layout import LaidOut
from deckkit.render.sheets import Mode, Page, Place, Sheet
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


def write(
    path: Path, sheet: Sheet, run: Sequence[Page], faces: Mapping[str, LaidOut], stacks: Stacks,
    about: About,
) -> int:  # fmt: skip
    """Write the pages of a print run to `path`; returns their number.

    `stacks` names, for each face, the forms in `faces` to draw from the bottom up. The bytes
    depend on the arguments only.
    """
    import pikepdf

    pdf = pikepdf.new()
    sheets = max((page.number for page in run), default=0)
    slugs = [marks.slug(page, sheet, sheets, about) for page in run]
    uses = [form for page in run for place in page.places for form in stacks[place.face]]
    stock = Stock(pdf, faces, uses, font_objects(pdf, _glyphs(faces, uses, slugs)))
    for page, slug in zip(run, slugs, strict=True):
        _add_page(pdf, sheet, page, slug, stock, stacks)
    _describe(pdf, sheet, run, about)
    pdf.save(
        path,
        deterministic_id=True,
        compress_streams=True,
        recompress_flate=False,
        object_stream_mode=pikepdf.ObjectStreamMode.generate,
    )
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
    pdf: Any, sheet: Sheet, page: Page, slug: marks.Slug, stock: Stock, stacks: Stacks
) -> None:
    import pikepdf

    named = Resources()
    content: list[str] = []
    for place in page.places:
        drawn = "\n".join(stock.draw(form, named) for form in stacks[place.face])
        content.append(_placed(drawn, place, sheet, page))
    if sheet.mode is not Mode.SINGLE:
        content.append(marks.crop_marks(page, sheet.paper[1]))
    content.append(marks.written(slug))
    named.fonts.update({line.font: line.font for line in slug})
    box = [0, 0, *(round(side * PT_PER_MM, 3) for side in sheet.paper)]
    entry = pikepdf.Dictionary(
        Type=pikepdf.Name.Page, MediaBox=pikepdf.Array(box),
        Resources=stock.resources(named),
        Contents=pdf.make_indirect(pikepdf.Stream(pdf, "\n".join(content).encode("latin-1"))),
    )  # fmt: skip
    if sheet.mode is Mode.SINGLE:
        bleed = round(BLEED * PT_PER_MM, 3)
        entry.BleedBox = pikepdf.Array(box)
        trim = [bleed, bleed, round(box[2] - bleed, 3), round(box[3] - bleed, 3)]
        entry.TrimBox = pikepdf.Array(trim)
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(entry)))


def _placed(drawn: str, place: Place, sheet: Sheet, page: Page) -> str:
    """Operators that draw one face; its bleed shows only where no neighbour lies."""
    height = sheet.paper[1]
    if sheet.mode is Mode.SINGLE:
        return f"q {drawn} Q"
    spots = {(round(p.x, 2), round(p.y, 2)) for p in page.places}

    def room(dx: float, dy: float) -> float:
        neighbour = (round(place.x + dx, 2), round(place.y + dy, 2))
        return OVERLAP if neighbour in spots else BLEED

    left, right = room(-WIDTH, 0), room(WIDTH, 0)
    over, under = room(0, -HEIGHT), room(0, HEIGHT)
    low = height - place.y - HEIGHT
    clip = (place.x - left, low - under, WIDTH + left + right, HEIGHT + over + under)
    rectangle = " ".join(f"{value * PT_PER_MM:.3f}" for value in clip)
    if place.turned:
        at = (place.x + WIDTH + BLEED, low + HEIGHT + BLEED)
    else:
        at = (place.x - BLEED, low - BLEED)
    sign = -1 if place.turned else 1
    x, y = (f"{value * PT_PER_MM:.3f}" for value in at)
    return f"q {rectangle} re W n {sign} 0 0 {sign} {x} {y} cm {drawn} Q"


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
        info["/CreationDate"] = f"D:{about.date.replace('-', '')}000000Z"
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
