"""A deck's questions as an Anki package (.apkg) of flash cards, written with genanki.

Anki recognises a note by its GUID, which depends on the ids of deck and record alone: a second
import changes the notes that are there and keeps what was learnt. It takes over a changed note
only when the package is newer, so the time in the package is made of the deck's version.
"""

from __future__ import annotations

import hashlib
import html
import itertools
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from deckkit.export.plain import listing_of
from deckkit.game import Game, Json, Listing

_ZIP_TIME = (1980, 1, 1, 0, 0, 0)  # the earliest that the format can say
_CSS = """\
.card { font: 20px/1.4 sans-serif; color: #1b2a38; background: #fffdf8; text-align: center;
  max-width: 34em; margin: 1em auto; }
.nightMode.card { color: #f2efe8; background: #1b2a38; }
.prompt, .small { font-size: 15px; opacity: .8; }
.main { font-size: 26px; font-weight: bold; }
"""


def write(deck: Json, game: Game, folder: Path) -> None:
    """Write ``<folder>/<deck id>.apkg``; the bytes depend on the deck and on SQLite only.

    Raises UsageError for a game without a listing.
    """
    import genanki

    listing, head = listing_of(deck, game), deck["deck"]
    model = _model(game, listing)
    title = html.escape(f"{head['title']} {head['version']}")
    about = f"{title}: true as of {html.escape(head['as_of'])}. {html.escape(head['licence'])}."
    anki_deck = genanki.Deck(number("deck", head["id"]), head["title"].replace("::", ":"), about)
    for row in listing.rows:
        fields = [markup(row[name]) for name in listing.columns]
        guid = genanki.guid_for("deckkit", head["id"], row[listing.columns[0]])
        anki_deck.add_note(genanki.Note(model, fields, tags=[game.id], guid=guid))
    path = folder / f"{head['id']}.apkg"
    path.write_bytes(_package(genanki.Package(anki_deck), modified(head["version"])))


def number(*names: str) -> int:
    """A stable id as Anki wants them: from 2^30 to 2^31, the same for the same names."""
    digest = hashlib.sha256("\0".join(names).encode()).digest()
    return (1 << 30) + int.from_bytes(digest[:4], "big") % (1 << 30)


def markup(text: str) -> str:
    """`text` as HTML that shows just it: no tags, sounds, LaTeX or MathJax."""
    plain = html.escape(text).replace("[", "&#91;").replace("\\", "&#92;&#8288;")
    return plain.replace("{", "&#123;").replace("\n", "<br>")


def modified(version: str) -> float:
    """A time in seconds since 1970 that grows with a version such as ``2026.1.2``."""
    year, minor, patch = (int(part) for part in [*version.split("."), "0"][:3])
    start = datetime(max(1971, year), 1, 1, tzinfo=UTC)
    return (start + timedelta(days=min(minor, 364), minutes=min(patch, 1439))).timestamp()


def _model(game: Game, listing: Listing) -> Any:
    """The note type: a field a column. Other columns make another type, with another id."""
    import genanki

    asked = [f"<div>{{{{{name}}}}}</div>" for name in listing.asks[:-1]]
    asked.append(f'<div class="main">{{{{{listing.asks[-1]}}}}}</div>')
    told = [f'<div class="main">{{{{{listing.tells[0]}}}}}</div>']
    told += [f"<div>{{{{{name}}}}}</div>" for name in listing.tells[1:]]
    rest = [name for name in listing.columns if name not in (*listing.asks, *listing.tells)]
    small = " · ".join(f"{{{{{name}}}}}" for name in rest)
    front = f'{"".join(asked)}<div class="prompt">{html.escape(listing.prompt)}</div>'
    back = f'{{{{FrontSide}}}}<hr id="answer">{"".join(told)}<div class="small">{small}</div>'
    return genanki.Model(
        number("model", game.id, *listing.columns),
        f"{game.title} (deckkit)",
        fields=[{"name": name} for name in listing.columns],
        templates=[{"name": "Card", "qfmt": front, "afmt": back}],
        css=_CSS,
    )


def _package(package: Any, time: float) -> bytes:
    """The zip of a genanki package. genanki's own writer puts the current time into it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "collection.anki2"
        with closing(sqlite3.connect(path)) as connection:
            package.write_to_db(connection.cursor(), time, itertools.count(int(time * 1000)))
            connection.commit()
        target = Path(folder) / "package.apkg"
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in (("collection.anki2", path.read_bytes()), ("media", b"{}")):
                info = zipfile.ZipInfo(name, _ZIP_TIME)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, data)
        return target.read_bytes()
