"""PDF pages as pictures: previews, contact sheets, single cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image


def rasterise(pdf: Path, dpi: float = 300, pages: Sequence[int] | None = None) -> Iterator[Image]:
    """Pictures of the pages of a PDF (all, or those of the given indices), one at a time."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        for index in pages if pages is not None else range(len(document)):
            yield document[index].render(scale=dpi / 72).to_pil()
    finally:
        document.close()


def contact_sheet(
    pdf: Path, out: Path, *, columns: int = 12, dpi: float = 60, pages: Sequence[int] | None = None
) -> Path:
    """One PNG with a small picture of each page, row by row; returns `out`."""
    from PIL import Image

    pictures = list(rasterise(pdf, dpi, pages))
    width = max((p.width for p in pictures), default=1)
    height = max((p.height for p in pictures), default=1)
    rows = max(1, -(-len(pictures) // columns))
    gap = 4
    sheet = Image.new("RGB", (columns * (width + gap), rows * (height + gap)), "#8a8a8a")
    for n, picture in enumerate(pictures):
        sheet.paste(picture, (n % columns * (width + gap), n // columns * (height + gap)))
    out.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(out, compress_level=6)
    return out
