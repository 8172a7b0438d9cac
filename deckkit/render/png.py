"""PDF pages as pictures: previews, contact sheets, single cards."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from deckkit import progress
from deckkit.render import limits
from deckkit.render.faces import BLEED

if TYPE_CHECKING:
    from PIL.Image import Image

    from deckkit.render.sheets import Page, Place

BATCH = 40  # pictures that one child draws
LEVEL = 3  # of compression: a tenth larger than 6 in three quarters of the time


def rasterise(
    pdf: Path | bytes, dpi: float = 300, pages: Sequence[int] | None = None
) -> Iterator[Image]:
    """Pictures of the pages of a PDF (all, or those of the given indices), one at a time."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for index in pages if pages is not None else range(len(document)):
            yield document[index].render(scale=dpi / 72).to_pil()
    finally:
        document.close()


def trimmed(picture: Image, trim: tuple[float, float], dpi: float = 300) -> Image:
    """The part of a ``single`` page's picture inside a trim in mm."""
    edge = round(BLEED * dpi / 25.4)
    wide, tall = (round(side * dpi / 25.4) for side in trim)
    return picture.crop((edge, edge, edge + wide, edge + tall))


def card_pictures(
    pdf: Path, run: Sequence[Page], out: Path, dpi: float = 300
) -> list[tuple[Path, Place]]:  # fmt: skip
    """A PNG of each side of each card on the pages of a ``single`` PDF, by card id.

    ``<out>/<card>-front.png`` ends at the trim, ``<out>/bleed/<card>-front.png`` has the bleed.
    A face that several cards share is drawn once.
    """
    (out / "bleed").mkdir(parents=True, exist_ok=True)

    def files(page: Page) -> tuple[Path, Path]:
        name = f"{page.places[0].card}-{page.side}.png"
        return out / name, out / "bleed" / name

    def draw(indices: Sequence[int]) -> None:
        for index, picture in zip(indices, rasterise(pdf, dpi, indices), strict=True):
            parts = (trimmed(picture, run[index].places[0].size, dpi), picture)
            for path, part in zip(files(run[index]), parts, strict=True):
                part.save(path, compress_level=LEVEL, dpi=(dpi, dpi))

    first = first_pages(run)
    own = sorted(first.values())
    sides = {files(page)[0]: page for page in reversed(run)}  # once for all copies of a card
    with progress.stage(f"Drawing {len(own)} pictures"):
        limits.share(draw, [own[at : at + BATCH] for at in range(0, len(own), BATCH)])
    written: list[tuple[Path, Place]] = []
    for page in reversed(sides.values()):
        place = page.places[0]
        for path, drawn in zip(files(page), files(run[first[place.face]]), strict=True):
            if path != drawn:
                shutil.copyfile(drawn, path)
            written.append((path, place))
    return written


def first_pages(run: Sequence[Page]) -> dict[str, int]:
    """The index of the first page of a ``single`` run with each face."""
    first: dict[str, int] = {}
    for index, page in enumerate(run):
        first.setdefault(page.places[0].face, index)
    return first


def contact_sheet(
    pdf: Path, out: Path, *, columns: int = 12, dpi: float = 60, pages: Sequence[int] | None = None
) -> Path:
    """One PNG with a small picture of each page, row by row; returns `out`."""
    from PIL import Image

    pictures = list(rasterise(pdf, dpi, pages))
    gap, x, y, tall = 4, 0, 0, 0
    room = columns * (min((p.width for p in pictures), default=1) + gap)
    spots = []
    for picture in pictures:  # in rows, as words in a paragraph
        if x and x + picture.width + gap > room:
            x, y, tall = 0, y + tall + gap, 0
        spots.append((x, y))
        x, tall = x + picture.width + gap, max(tall, picture.height)
    sheet = Image.new("RGB", (max(room, 1), max(y + tall, 1)), "#8a8a8a")
    for picture, spot in zip(pictures, spots, strict=True):
        sheet.paste(picture, spot)
    out.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(out, compress_level=LEVEL)
    return out
