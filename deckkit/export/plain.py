"""A deck's questions as one plain CSV file.

UTF-8 with a byte-order mark (spreadsheet programs need it), commas, CR LF, quotes where needed
(RFC 4180). A text that a spreadsheet program would run as a formula gets an apostrophe in
front, as OWASP's page on CSV injection advises.
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from deckkit.errors import UsageError
from deckkit.game import Game, Json, Listing

# What starts a formula; the wide forms do so in East Asian settings.
_STARTS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def write(deck: Json, game: Game, folder: Path) -> None:
    """Write ``<folder>/<deck id>.csv``; raises UsageError for a game without a listing."""
    path = folder / f"{deck['deck']['id']}.csv"
    path.write_bytes(to_bytes(listing_of(deck, game)))


def to_bytes(listing: Listing) -> bytes:
    """The bytes of the file: a header, then a line for each question."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(listing.columns)
    writer.writerows([harmless(row[name]) for name in listing.columns] for row in listing.rows)
    return text.getvalue().encode("utf-8-sig")


def harmless(text: str) -> str:
    """`text`, with an apostrophe in front when it could be taken for a formula."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(_STARTS) else text


def listing_of(deck: Json, game: Game) -> Listing:
    """The questions of a deck as rows; raises UsageError for a game that lists none."""
    if game.listing is None:
        raise UsageError(f"{game.title} has no questions to list.", "Export it as tts instead.")
    return game.listing(deck)
