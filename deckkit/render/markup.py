"""The HTML of a face as a small tree, with the place of every element in the text.

Reads only what deckkit's templates write: properly nested elements with quoted attributes.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from deckkit.render.styles import Complex

_TAG = re.compile(r'<(/?)([A-Za-z][\w-]*)((?:\s+[\w:-]+\s*=\s*"[^"<>]*")*)\s*(/?)>')
_ATTRIBUTE = re.compile(r'([\w:-]+)\s*=\s*"([^"]*)"')


@dataclass(slots=True)
class Node:
    """An element: tag, attributes, children in order, and where it stands in the source."""

    tag: str
    attributes: dict[str, str]
    start: int
    end: int = 0
    children: list[Node | str] = field(default_factory=list)

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return self.attributes.get("class", "").split()


def parse(text: str) -> Node:
    """The one root element of `text`; raises Complex for anything unexpected."""
    top = Node("", {}, 0)
    stack = [top]
    at = 0
    for tag in _TAG.finditer(text):
        _text(text[at : tag.start()], stack[-1])
        at = tag.end()
        closing, name, attributes, empty = tag.groups()
        if closing:
            if len(stack) < 2 or stack[-1].tag != name:
                raise Complex(f"</{name}>")
            stack.pop().end = tag.end()
            continue
        found = {key: html.unescape(value) for key, value in _ATTRIBUTE.findall(attributes)}
        node = Node(name, found, tag.start(), tag.end())
        stack[-1].children.append(node)
        if not empty:
            stack.append(node)
    _text(text[at:], stack[-1])
    if len(stack) != 1 or len(top.children) != 1 or isinstance(top.children[0], str):
        raise Complex("not one element")
    return top.children[0]


def _text(text: str, parent: Node) -> None:
    if "<" in text or ">" in text:
        raise Complex("stray bracket")
    if text:
        parent.children.append(html.unescape(text))
