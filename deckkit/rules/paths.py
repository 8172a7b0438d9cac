"""DK301: pictures that are not the deck's own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckkit.records import Sources
from deckkit.rules.registry import Hit, rule
from deckkit.sources.model import key
from deckkit.text import quoted

_PICTURES = re.compile(
    r"(?:.*_)?(?:image|img|picture|pic|photo|icon|art|artwork|logo|illustration|background|file"
    r"|path|asset)s?(?:_(?:file|path|url|name))?"
)
_OUTSIDE = (
    (re.compile(r"(?i)[a-z][a-z0-9+.-]{1,20}:|//"), "an address"),
    (re.compile(r"[/\\~]|[A-Za-z]:"), "a path from the root of a disk"),
    (re.compile(r"(?:.*[/\\])?\.\.(?:[/\\].*)?\Z"), "a path that leaves the deck"),
    (re.compile(r"(?i).*(?:[\x00-\x1f]|%00|%2e%2e|%2f|%5c)"), "a path with hidden characters"),
)


@rule("DK301", "path-outside")
def path_outside(src: Sources) -> Iterator[Hit]:
    """A column of pictures or files names something outside the deck.

    What it checks: in columns such as image, picture, icon or file, whether the game reads them
    or not, no value is the address of a web page or of a file elsewhere, and none leads out of
    the deck's folder. Nothing that a cell names is ever opened.

    Why players care: such a picture is there on one computer and missing on the card; and a
    path may lead to files that are nobody's business.

    Bad:
        [countries]
        code,name,region,image
        CHL,Chile,South America,../../chile.svg
        PER,Peru,South America,https://example.org/peru.svg

    Good:
        [countries]
        code,name,region,image
        CHL,Chile,South America,flags/chile.svg
        PER,Peru,South America,flags/peru.svg

    How to fix: put the file into the deck's folder and name it by its path from there.
    """
    for table in src.tables.values():
        for header in table.sheet.columns:
            if not _PICTURES.fullmatch(key(header)):
                continue
            for record in table.records:
                text = record.raw(header)
                found = next((what for sign, what in _OUTSIDE if text and sign.match(text)), "")
                if found:
                    yield Hit(
                        record.at(header),
                        f"{quoted(text)} is {found}, not a file of the deck.",
                        "Put the file into the deck's folder: flags/chile.svg, for example.",
                        value=text,
                    )
