"""How much a source file may ask of the machine; checked before anything is parsed."""

from __future__ import annotations

from typing import Final

MEGABYTE: Final = 1024 * 1024

FILE_BYTES: Final = 20 * MEGABYTE
"""Largest source file on disk. A full deck with drop-downs is well below 1 MB."""

ZIP_ENTRIES: Final = 2_000
"""Most parts in a workbook's zip container."""

ZIP_BYTES: Final = 200 * MEGABYTE
"""Most bytes that the parts of a workbook may unpack to, all together."""

ZIP_RATIO: Final = 100
"""Highest compression ratio of a part larger than `RATIO_FROM`; spreadsheets reach about 30."""

RATIO_FROM: Final = MEGABYTE
"""Parts that unpack to less than this are never suspected of being a zip bomb."""

CELLS: Final = 2_000_000
"""Most filled cells in one file."""

TEXT: Final = 32_767
"""Longest text of one cell: Excel's own limit, where it silently cuts."""

PIECE: Final = MEGABYTE
"""Longest piece of text in a workbook part that is held in memory at all."""

TITLE_ROWS: Final = 25
"""How many filled rows from the top are searched for the header row."""
