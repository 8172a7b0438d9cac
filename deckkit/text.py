"""Normal forms of text: what is compared, what is shown, what is suggested."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

# Characters that look alike but compare unequal: apostrophes, quotes, dashes, spaces.
_ALIKE = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc\u00b4\u0060", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u00a0\u2002\u2003\u2007\u2009\u202f\u205f\u3000", " "),
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),
    }
)
_PLAIN_SPACES = dict.fromkeys(map(ord, "\t\u00a0\u202f\u205f\u3000"), " ") | dict.fromkeys(
    range(0x2000, 0x200B), " "
)
_SPACES = re.compile(r"\s+")
# Words, and the signs that change what a text says.
_WORDS = re.compile(r"[^\W_]+|[+×÷*=<>%≥≤±√]")
_SIGNS = re.compile(r"[+*=<>%]")
_ODD_SPACE = re.compile(r"[\t\v\f\r\x1c-\x1f]")  # of ASCII, but for the line feed
_DATE = re.compile(r"(\d{4})(?:-(0[1-9]|1[0-2])(?:-(\d\d))?)?\Z")
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
# A date in words, and a name with its number: what a line must not end within.
_WHOLE = re.compile(
    rf"\b(?:\d{{1,2}} )?(?:{'|'.join(_MONTHS)})(?: \d{{1,4}})?\b"
    r"|\b[A-Z][a-z]+ \d{1,3}\b(?![ ,.]\d)"
)
_NO_WORD = {n: " " for n in range(128) if not chr(n).isalnum() and chr(n) != "\n"}


def clean(text: str) -> str:
    """NFC, without spaces at the ends: the form in which a value enters a deck."""
    return text.strip() if text.isascii() else unicodedata.normalize("NFC", text).strip()


def folded(texts: Sequence[str]) -> list[str]:
    """`fold` of each text (trimmed, see `clean`), most of them at once."""
    joined = "\n".join(texts)
    if _ODD_SPACE.search(joined) or joined.count("\n") >= len(texts):
        return [fold(text) for text in texts]
    plain = [text if text.isascii() and "  " not in text else "" for text in texts]
    found = "\n".join(plain).replace("`", "'").lower().split("\n")
    for at, text in enumerate(texts):
        if text and not plain[at]:
            found[at] = fold(text)
    return found


def signatures(texts: Sequence[str]) -> list[str]:
    """`signature` of each trimmed text, most of them at once."""
    forms = folded(texts)
    plain = [form if form.isascii() and not _SIGNS.search(form) else "" for form in forms]
    words = "\n".join(plain).replace("'", "").translate(_NO_WORD).split("\n") if plain else []
    return [
        " ".join(line.split()) if line or not form else signature(form)
        for line, form in zip(words, forms, strict=True)
    ]


def fold(text: str) -> str:
    """Form for comparing what people mean: case, accents, quotes and spacing folded away."""
    if text.isascii():
        text = text.replace("`", "'").lower()
    else:
        text = unicodedata.normalize("NFKD", text.translate(_ALIKE)).casefold()
        text = "".join(c for c in text if not unicodedata.combining(c))
    return " ".join(text.split())


def signature(text: str) -> str:
    """Folded words, digits and signs only: two texts with one signature say the same."""
    return " ".join(_WORDS.findall(fold(text).replace("'", "")))


def tidy(text: str) -> str:
    """`text` without spaces at its ends, special spaces inside as plain ones."""
    return text.strip().translate(_PLAIN_SPACES)


def visible(text: str) -> str:
    """`text` with invisible and odd characters spelt out, e.g. ``Fiji<U+00A0>``."""
    if text.isascii() and text.isprintable():
        return text
    out = []
    for char in text:
        if char == " " or (char.isprintable() and unicodedata.category(char) not in ("Cf", "Zs")):
            out.append(char)
        elif char == "\n":
            out.append("⏎")
        else:
            out.append(f"<U+{ord(char):04X}>")
    return "".join(out)


def quoted(text: str, limit: int = 60) -> str:
    """`text` in quotes for a message: invisible characters spelt out, long texts cut."""
    shown = visible(text[: limit + 1])
    if len(shown) > limit:
        shown = shown[: limit - 1].rstrip() + "…"
    return f'"{shown}"'


def suggest(word: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """The entries of `known` most like `word` (folded), best first; empty when none is close."""
    from rapidfuzz import process
    from rapidfuzz.distance import JaroWinkler

    entries = list(dict.fromkeys(known))
    scored = process.extract(
        fold(word),
        [fold(e) for e in entries],
        scorer=JaroWinkler.normalized_similarity,
        limit=limit,
        score_cutoff=0.82,
    )
    return [entries[index] for _, _, index in scored]


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A hint sentence such as ``Did you mean "region"?``; empty when nothing is close."""
    found = suggest(word, known)
    return f"Did you mean {any_of(found)}?" if found else ""


def any_of(items: Sequence[str]) -> str:
    """``"a"``, ``"a" or "b"``, ``"a", "b" or "c"``."""
    return _series(items, "or")


def all_of(items: Sequence[str]) -> str:
    """``"a"``, ``"a" and "b"``, ``"a", "b" and "c"``."""
    return _series(items, "and")


def _series(items: Sequence[str], word: str) -> str:
    shown = [quoted(item) for item in items]
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {word} {shown[-1]}"


def number(count: int, noun: str, plural: str | None = None) -> str:
    """``1 country``, ``3 countries``: a count with its noun."""
    if plural is None:
        plural = noun[:-1] + "ies" if re.search("[^aeiou]y$", noun) else noun + "s"
    return f"{count:,} {noun if count == 1 else plural}"


def held_together(text: str) -> str:
    """`text` with no-break spaces inside dates and names with a number (``Apollo 11``)."""
    return _WHOLE.sub(lambda match: match[0].replace(" ", "\u00a0"), text)


def spoken_date(date: str, language: str) -> str:
    """An ISO date as people read it, ``13 May 2023`` held together by no-break spaces.

    In English only: in other languages, and where it is no such date, as it stands.
    """
    match = _DATE.match(date)
    if not match or not match[2] or language.partition("-")[0].lower() != "en":
        return date
    day = str(int(match[3])) if match[3] else ""
    return "\u00a0".join(part for part in (day, _MONTHS[int(match[2]) - 1], match[1]) if part)
