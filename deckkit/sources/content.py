"""What the text of single cells gives away: error words, lost letters, odd characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import itemgetter

from deckkit.findings import Finding, Fix, Severity
from deckkit.sources import limits
from deckkit.sources.codes import cells as codes
from deckkit.sources.codes import text as text_codes
from deckkit.sources.escapes import CODE, SIGNS, code_left
from deckkit.sources.garbled import MISREAD, ungarble
from deckkit.sources.model import Cell, CellType, Series, Sheet
from deckkit.text import number, quoted, tidy, visible

# Characters that tell whether a text needs a closer look; nearly none has one.
_SUSPECT = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\xa0\xad\u061c\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"
    r"\ufeff\ufff9-\uffff\u00c2-\u00c5\u00e2\u221a\u251c\u252c"
    r"\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ue000-\uf8ff\ufdd0-\ufdef"
    r"\ufe00-\ufe0f\uffa0\U0001d173-\U0001d17a\U000e0000-\U0010ffff]"
)
_QUESTION = re.compile(r"\?[^\W\d_]")
_POWER = re.compile(r"\n[0-9][^\n]*[eE]")


def _odd(series: Series) -> set[int]:
    """The cells of a column that need a closer look: nearly none, and most columns have none."""
    raws, joined, texts = series.raws, series.joined, series.texts
    found: set[int] = set()

    def look(wanted: Callable[[str], object]) -> None:
        found.update(at for at, raw in enumerate(raws) if wanted(raw))

    if not series.plain:
        look(lambda raw: not raw.isprintable() or (not raw.isascii() and not raw[0].isascii()))
        look(lambda raw: not raw.isascii() and (_SUSPECT.search(raw) or MISREAD.search(raw)))
        found.update(at for at, (a, b) in enumerate(zip(raws, texts, strict=True)) if a != b)
    if series.kinds is not None:
        found.update(at for at, kind in enumerate(series.kinds) if kind in _VALUELESS)
    if "#" in joined:
        look(lambda raw: "#" in raw)
    if signs := [sign for sign in SIGNS if sign in joined]:
        look(lambda raw: any(sign in f"\n{raw}" for sign in signs) and CODE.search(raw))
    if _QUESTION.search(joined):
        look(_QUESTION.search)
    first = set(map(itemgetter(slice(1)), raws))
    if starts := tuple(start for start in _STARTS if start[1] in first and start in joined):
        look(lambda raw: f"\n{raw}".startswith(starts))
    if _POWER.search(joined):
        look(lambda raw: _POWER.match(f"\n{raw}"))
    if len(joined) >= limits.TEXT:
        look(lambda raw: len(raw) >= limits.TEXT)
    return found


# What a program wrote where it had no value: whole cells, spelt exactly so.
_NO_VALUE = (
    "NULL", "null", "(null)", "[null]", "<null>", "<nil>", "<none>", "\\N", "NaN", "nan", "-nan",
    "-NaN", "1.#QNAN", "1.#IND", "-1.#IND", "1.#INF", "-1.#INF", "<NA>", "NaT", "undefined",
    "(blank)", "(Leer)", "(vide)", "[object Object]", "[object Null]", "[object Undefined]",
    "[object Promise]", "System.Object", "System.Object[]", "System.String[]",
)  # fmt: skip
_WAITING = ("Loading", "Laden", "Wird geladen", "Chargement", "Cargando", "Caricamento")
_STARTS = ("\n=", "\n+", "\n-", "\n@", "\nErr", *(f"\n{word}" for word in _NO_VALUE + _WAITING))
_VALUELESS = frozenset({CellType.ERROR, CellType.FORMULA})
_ERROR_WORD = re.compile(
    r"#(?:NAME\?|REF!|VALUE!|DIV/0!|N/A|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!"
    r"|UNKNOWN!|ERROR!|GETTING_DATA|BUSY!|PYTHON!|EXTERNAL!"
    r"|BEZUG!|WERT!|ZAHL!|VALEUR!|NOM\?|NOMBRE!|NUL!|\xa1REF!|\xa1VALOR!|\xa1NUM!|\xa1DIV/0!"
    r"|\xbfNOMBRE\?|RIF!|VALORE!|NOME\?|NV\b)"
    r"|\A\s*(?:Err(?:or)?:\s?(?:\d{3}|xxx)|#+|#(?:REF|N/D|NB|I/T|\u041d/\u0414)"
    r"|#[\xa1\xbf]?[^\W\d_a-z](?:[^\W\d_a-z]|[/_]|0)+[!?]"  # an error value in any language
    rf"|{'|'.join(map(re.escape, _NO_VALUE))}"
    rf"|(?:{'|'.join(_WAITING)})[ ]?(?:\.\.\.|\u2026))\s*\Z"
)
_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufdef\ufff9-\ufffc\ufffe\uffff]"
)
_PRIVATE = re.compile(r"[\ue000-\uf8ff\U000f0000-\U0010ffff]")
_BIDI = re.compile(r"[\u202a-\u202e\u2066-\u2069]")
_INVISIBLE = re.compile(
    r"[\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2060-\u2065"
    r"\u206a-\u206f\u2800\u3164\ufeff\uffa0\U0001d173-\U0001d17a\U000e0001\U000e0100-\U000e01ef]"
    r"|(?<=[\s\w])[\u200c\u200d](?=[\x20-\u024f])|\A[\u200c\u200d]|[\u200c\u200d]\Z"  # no emoji
    r"|(?<=[\x20-\xa8\xaa-\xad\xaf-\u024f])[\ufe00-\ufe0f](?!\u20e3)"
    r"|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]"  # no flag of England
)
_UNSEEN = "\xad\u200b\u200c\u200d\u2060\ufeff"
_SPACE = re.compile(r"\A\s|\s\Z|[\t\xa0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\x85]")
_SPECIAL_SPACE = re.compile(r"[\t\xa0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\x85]")
_LOST = re.compile(r"(?<=[^\W\d_])\?(?=[^\W\d_])")
_FORMULA = re.compile(r"\s*(?:[=@]\S|[+-][^\s\d.,])|\s*[+-]\s*[\d.,]+\s*[-+*/^(]\s*\w")
_SCIENTIFIC = re.compile(r"\s*[+-]?\d(?:[.,]\d+)?[eE][+-]?\d{1,3}\s*")


def check(sheet: Sheet) -> Iterator[Finding]:
    """Findings about the text of each cell, by row; stray spaces once for all of them."""
    columns = list(sheet.series.values())
    odd = sorted((at, n) for n, series in enumerate(columns) for at in _odd(series))
    below = (columns[n].cell(at, sheet.numbers[at]) for at, n in odd)
    spaced: list[Cell] = []
    for cell in (*sheet.headers, *below):
        if cell.type is CellType.ERROR:
            yield _error_value(cell, cell.raw)
        elif cell.type is CellType.FORMULA:
            yield codes.NO_RESULT.at(
                cell.location,
                f"The formula {quoted(cell.raw)} was saved without its result.",
                "Open the file in Excel or LibreOffice and save it, or type the value.",
                value=cell.raw,
            )
        elif cell.type is CellType.TEXT:
            if len(cell.raw) >= limits.TEXT:
                yield _too_long(cell)
            if len(cell.raw) < 8 * limits.TEXT:
                yield from _look(cell)
            if _SPACE.search(cell.raw):
                spaced.append(cell)
    if spaced:
        yield _spaces(spaced)


def _error_value(cell: Cell, word: str) -> Finding:
    return codes.ERROR_VALUE.at(
        cell.location,
        f"The cell holds the spreadsheet error {quoted(word)}, not a value.",
        "Repair the formula in the spreadsheet, or type the value.",
        value=cell.raw,
    )


def _too_long(cell: Cell) -> Finding:
    length = len(cell.raw)
    message = f"The text has {length:,} characters; a cell holds at most {limits.TEXT:,}."
    if length == limits.TEXT:
        message = f"The text has exactly {length:,} characters, where Excel cuts: its end is lost."
    hint = "Shorten the text to what fits on a card."
    return text_codes.TOO_LONG.at(cell.location, message, hint, value=cell.raw[:60])


def _look(cell: Cell) -> Iterator[Finding]:
    """A closer look at a text with something odd in it."""
    raw, place = cell.raw, cell.location
    error = _ERROR_WORD.search(raw)
    if error:
        yield _error_value(cell, error.group().strip())
        return
    again = "Type the text of the cell again."
    if found := _CONTROL.search(raw):
        message = f"The cell holds the control character {visible(found.group())}: {quoted(raw)}."
        yield text_codes.CONTROL.at(place, message, again, value=raw)
    if found := _PRIVATE.search(raw):
        message = (
            f"The cell holds {visible(found.group())}, which only one font knows: {quoted(raw)}."
        )
        hint = "Type the sign that is meant, such as • or →, or a word."
        yield text_codes.PRIVATE.at(place, message, hint, value=raw)
    if found := _BIDI.search(raw):
        sign = visible(found.group())
        message = f"The cell holds {sign}, which reverses the reading direction: {quoted(raw)}."
        yield text_codes.BIDI.at(place, message, again + " Do not paste it.", value=raw)
    if found := _INVISIBLE.search(raw):
        message = f"The cell holds the invisible character {visible(found.group())}: {quoted(raw)}."
        yield text_codes.INVISIBLE.at(place, message, again, fix=_without_invisible(raw), value=raw)
    garbled = ungarble(raw)
    if garbled:
        yield text_codes.MOJIBAKE.at(
            place,
            f"The text {quoted(raw)} was garbled by a wrong encoding; "
            f"it should probably be {quoted(garbled)}.",
            "Type the text again, and choose UTF-8 when opening or saving CSV files.",
            value=raw,
        )
    if "\ufffd" in raw:
        message = f"A letter was lost in {quoted(raw)}."
        yield text_codes.LOST_CHARACTER.at(place, message, "Type the letter again.", value=raw)
    elif _LOST.search(raw) and "/" not in raw:
        yield text_codes.LOST_CHARACTER.at(
            place,
            f"A letter may have been lost where {quoted(raw)} has a question mark.",
            "Type the letter again, and save as CSV UTF-8.",
            value=raw,
            severity=Severity.WARNING,
        )
    if left := code_left(raw):
        source = "web page" if left[0] in "&<%" else "program"
        yield text_codes.ESCAPE.at(
            place,
            f"A code of a {source}, {quoted(left)}, was left in {quoted(raw)}; it is kept as text.",
            "Replace the code by the letter or space it stands for.",
            value=raw,
        )
    if _FORMULA.match(raw):
        yield codes.FORMULA_LIKE.at(
            place,
            f"The text {quoted(raw)} looks like a formula; it is kept as text.",
            "Start the text with a word, or replace the formula by its result.",
            value=raw,
        )
    if _SCIENTIFIC.fullmatch(raw):
        yield codes.SCIENTIFIC.at(
            place,
            f"{quoted(raw)} is a number in scientific notation; digits may be lost.",
            "Format the column as a number without decimals and type the number again.",
            value=raw,
        )


def _without_invisible(raw: str) -> Fix | None:
    """Leave out what no reader of a Latin text can see; other scripts need some of it."""
    text = "".join(char for char in raw if char not in _UNSEEN)
    latin = all(ord(char) < 0x250 or 0x1E00 <= ord(char) < 0x20D0 for char in text)
    return Fix(raw, text) if text != raw and latin and _stays_text(raw, text) else None


def _stays_text(old: str, new: str) -> bool:
    """Whether a spreadsheet program would not start to take the text for a formula."""
    return new[:1] not in ("=", "+", "-", "@") or new[:1] == old[:1]


def _spaces(cells: list[Cell]) -> Finding:
    """One finding for all `cells`, on the first that can be fixed; its fix covers them all."""
    tidied = [(c, new) for c in cells if (new := tidy(c.raw)) != c.raw and _stays_text(c.raw, new)]
    first, fix = cells[0], None
    if tidied:
        first = tidied[0][0]
        also = tuple((cell.location, cell.raw, new) for cell, new in tidied[1:])
        fix = Fix(first.raw, tidied[0][1], also=also)
    special = next((c for c in cells if _SPECIAL_SPACE.search(c.raw)), None)
    kind = "tabs, no-break or other special spaces" if special else "spaces at the ends"
    others = f" and {number(len(cells) - 1, 'more cell')}" if len(cells) > 1 else ""
    return text_codes.SPACES.at(
        first.location,
        f"{quoted(first.raw)}{others} of this sheet: {kind}. Spaces at the ends are ignored.",
        "Delete the spaces; replace special spaces by plain ones.",
        fix=fix,
        value=first.raw,
        severity=Severity.WARNING if special else None,
    )
