"""XML by its bytes: tags and attributes, so that everything around a change stays as it is."""

from __future__ import annotations

import re

from deckkit.editing.base import Refused

_ATTRIBUTE = rb"""\s+([^\s=]+)\s*=\s*(?:"[^"]*"|'[^']*')"""
TAG = re.compile(rb"<([^\s/>]+)((?:" + _ATTRIBUTE + rb")*)\s*(/?)>")
ESCAPED = re.compile(r"_x[0-9A-Fa-f]{4}_")
UNFIT = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]")


def escape(text: str) -> str:
    """`text` as XML character data."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def opening(xml: bytes, at: int) -> re.Match[bytes]:
    """The tag that starts at a byte: its name, attributes and ``/``; raises Refused."""
    found = TAG.match(xml, at)
    if found is None:
        raise Refused("A part of the document is not stored as UTF-8. Change it by hand.")
    return found


def without(attributes: bytes, *names: str) -> bytes:
    """The attributes of a tag but for some; the others keep their bytes and order."""
    for name in names:
        attributes = re.sub(
            rb"\s+" + re.escape(name.encode()) + rb"""\s*=\s*(?:"[^"]*"|'[^']*')""", b"", attributes
        )
    return attributes
