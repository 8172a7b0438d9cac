"""Codes that a web page, a mail or a program writes for a character, left behind in a text."""

from __future__ import annotations

import re
from html import unescape

_TAGS = "a|b|br|div|em|font|h[1-6]|i|li|ol|p|s|small|span|strong|sub|sup|table|td|th|tr|u|ul"
_UTF8 = "(?:[Cc][2-9A-Fa-f]|[Dd][0-9A-Fa-f]|[Ee][0-9A-Fa-f])"  # the first byte of a letter
SIGNS = ("&", "<", "%", "=", "\\", "\nb'", '\nb"')  # a column without them has no code
CODE = re.compile(
    r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});"
    rf"|</?(?:{_TAGS})(?:\s+[\w:-]+=[^<>\n]{{0,200}})?\s?/?>"
    rf"|%{_UTF8}%[89ABab][0-9A-Fa-f]"
    rf"|={_UTF8}=[89ABab][0-9A-Fa-f]"
    r"|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}"
    r"|(?<=[a-z.,;!?])\\(?:r\\n|[nt])(?=[^\W_]| |$)"
    r"|(?<![^\n])b(?P<mark>['\"])[^\n]*(?P=mark)(?![^\n])",
    re.MULTILINE,
)


def code_left(text: str) -> str:
    """The first code in `text`; empty when it holds none. An address may hold codes with %."""
    for found in CODE.finditer(text):
        code = found.group()
        if code[0] == "&" and unescape(code) == code:
            continue
        if code[0] in "%=" and "://" in text:
            continue
        return code
    return ""
