"""Number formats: which make a number a date, and what a cell shows instead of its value."""

from __future__ import annotations

import operator
import re
import unicodedata
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache

from deckkit.findings import Severity

BUILTIN = {
    1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
    12: "# ?/?", 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy",
    18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm",
    37: "#,##0;-#,##0", 38: "#,##0;-#,##0", 39: "#,##0.00;-#,##0.00", 40: "#,##0.00;-#,##0.00",
    45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "0.0E+0", 49: "@",
    **dict.fromkeys((*range(27, 37), *range(50, 59)), "yyyy-mm-dd"),
}  # fmt: skip
_TOKEN = re.compile(r'"[^"]*"?|\\.|[_*].|\[[^\]]*\]|General|AM/PM|A/P|E[+-]|.', re.DOTALL | re.I)
_DURATION = re.compile(r"\[(?:h+|m+|s+)\]", re.IGNORECASE)
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]")
_COMPARE = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "=": operator.eq, "<>": operator.ne,
}  # fmt: skip
_DECIMAL = Decimal


@lru_cache(maxsize=512)
def _tokens(code: str) -> tuple[tuple[str, ...], ...]:
    """The tokens of each section of a format code."""
    sections: list[list[str]] = [[]]
    for token in _TOKEN.findall(code):
        if token == ";":
            sections.append([])
        else:
            sections[-1].append(token)
    return tuple(tuple(section) for section in sections)


@lru_cache(maxsize=512)
def date_parts(code: str) -> str:
    """``"date"``, ``"time"`` or ``"duration"`` when the format shows one; else empty."""
    plain = [token.lower() for token in _tokens(code)[0] if len(token) == 1 or "/" in token]
    if _DURATION.search(code):
        return "duration"
    if "general" in code.lower() or any(token in "0#?" for token in plain if token != "0"):
        return ""
    letters = {token for token in plain if token in "ymdhseb"}
    if letters & {"y", "d"} or letters == {"m"}:
        return "date"
    return "time" if letters & {"h", "s"} else ""


def date_text(serial: float, code: str, *, epoch_1904: bool) -> str | None:
    """ISO text of a spreadsheet date, time or duration; None when it is none."""
    parts = date_parts(code)
    seconds = round(serial * 86400)
    if parts == "duration" or (parts == "time" and 0 <= serial < 1):
        sign, seconds = ("-" if seconds < 0 else ""), abs(seconds)
        return f"{sign}{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    if serial < 0 or (serial < 1 and not epoch_1904):
        return None
    base = datetime(1904, 1, 1) if epoch_1904 else datetime(1899, 12, 30)
    if not epoch_1904 and serial < 60:  # the spreadsheet's 29 February 1900 never was
        base += timedelta(days=1)
    try:
        moment = base + timedelta(seconds=seconds)
    except OverflowError:
        return None
    return moment.date().isoformat() if seconds % 86400 == 0 else moment.isoformat()


def display(raw: str, code: str) -> str | None:
    """What a cell with the number `raw` shows under a format; None when that is the value.

    Fractions are not worked out: None.
    """
    try:
        value = _DECIMAL(raw)
    except InvalidOperation:
        return None
    if code in ("", "@") or code.lower() == "general":
        return None
    sections = _tokens(code)
    index = _section(sections, value)
    if index is None:
        return None
    tokens = [_literal(token) for token in sections[index]]
    if any(kind == "unknown" for kind, _ in tokens):
        return None
    sign = "-" if value < 0 and index == 0 else ""
    return sign + _fill(tokens, abs(value))


def display_text(raw: str, code: str) -> str | None:
    """What a cell with the text `raw` shows under a format; None when that is the text."""
    if code in ("", "@") or ("@" not in code and code.count(";") < 3):
        return None
    sections = _tokens(code)
    tokens = sections[3] if len(sections) > 3 else sections[-1]
    if len(sections) <= 3 and "@" not in tokens:
        return None
    shown = "".join(raw if t == "@" else _literal(t)[1] for t in tokens)
    return None if shown.strip() == raw.strip() else shown


def _section(sections: tuple[tuple[str, ...], ...], value: Decimal) -> int | None:
    """The section of a format for `value`: by its conditions, else by sign; None for neither."""
    conditions = [_condition(section) for section in sections]
    if any(conditions):
        for index, met in enumerate(conditions):
            if met and _COMPARE[met[0]](value, met[1]):
                return index
        others = [index for index, met in enumerate(conditions[:3]) if not met]
        return others[-1] if others else None
    return 1 if value < 0 and len(sections) > 1 else 2 if not value and len(sections) > 2 else 0


def _condition(section: tuple[str, ...]) -> tuple[str, Decimal] | None:
    for token in section:
        if found := _CONDITION.fullmatch(token):
            return found[1], _DECIMAL(found[2])
    return None


def _literal(token: str) -> tuple[str, str]:
    """A token as (kind, text): literal text, a digit, or a sign with a meaning."""
    if token[0] == '"':
        return "text", token.strip('"')
    if token[0] == "\\":
        return "text", token[1:]
    if token[0] == "_" and len(token) > 1:
        return "text", " "
    if token[0] == "*" and len(token) > 1:
        return "text", ""
    if token[0] == "[":
        symbol = token[2:-1].partition("-")[0] if token.startswith("[$") else ""
        return "text", symbol
    if token.lower() == "general":
        return "general", token
    if token in ("E+", "E-", "e+", "e-", "/", "@"):
        return "unknown", token
    if token in "0#?":
        return "digit", token
    if token in ".,%":
        return token, token
    return "text", token


def _fill(tokens: list[tuple[str, str]], value: Decimal) -> str:
    """The text of one section: digits put in the place of its digit tokens."""
    kinds = [kind for kind, _ in tokens]
    value *= 100 ** kinds.count("%")
    if "general" in kinds:
        shown = format(value.normalize(), "f")
        return "".join(shown if k == "general" else "" if k == "digit" else t for k, t in tokens)
    places = [at for at, kind in enumerate(kinds) if kind == "digit"]
    if not places:
        return "".join(text for _, text in tokens)
    point = kinds.index(".") if "." in kinds else len(kinds)
    whole_at = [at for at in places if at < point]
    decimals = [at for at in places if at > point]
    commas = [at for at, kind in enumerate(kinds) if kind == "," and at > places[0]]
    scale = sum(at > places[-1] for at in commas)
    value = (value / 1000**scale).quantize(_DECIMAL(1).scaleb(-len(decimals)), ROUND_HALF_UP)
    digits, _, fraction = format(value, "f").partition(".")
    least = sum(tokens[at][1] == "0" for at in whole_at)
    digits = digits.lstrip("0").rjust(least, "0")
    out = [text for _, text in tokens]
    for at in commas:
        out[at] = ""
    grouped = len(commas) > scale
    for nth, at in enumerate(reversed(whole_at)):
        last = nth == len(whole_at) - 1
        out[at], digits = (digits, "") if last else (digits[-1:], digits[:-1])
        if grouped and last:
            joined = "".join(out[i] for i in whole_at)
            out[at] = f"{int(joined):,}" if joined else ""
            for other in whole_at[1:]:
                out[other] = ""
    for nth, at in enumerate(decimals):
        optional = tokens[at][1] == "#" and not fraction[nth:].strip("0")
        out[at] = "" if optional else fraction[nth]
    return "".join(out)


_SHOWN = re.compile(
    r"(?P<before>\D*?)(?P<sign>[-+\u2212(]?)"
    r"(?P<number>\d(?:[\d.,'\s]*\d)?|[.,]\d+)(?P<after>\D*)"
)


def severity_of_display(raw: str, shown: str) -> Severity | None:
    """How bad it is that a cell holding the number `raw` displays `shown`; None: not at all.

    Thousands separators, trailing zeros and a decimal comma show the same number; a unit,
    a currency or rounding is a warning; anything that reads as another value is an error.
    """
    shown = shown.strip()
    if shown == raw or shown.strip("#*") == "" != shown:
        return None
    if not shown:
        return Severity.WARNING
    try:
        value = abs(_DECIMAL(raw))
        if _DECIMAL(shown) == _DECIMAL(raw) and not re.match(r"-?0\d", shown):
            return None
    except InvalidOperation:
        if shown.count("E") == 1 and re.fullmatch(r"[\d.,E+-]+", shown):
            return None
    found = _SHOWN.fullmatch(shown)
    if found is None or re.match(r"0\d", found["number"]):
        return Severity.ERROR
    before, after = found["before"].strip(), found["after"].strip(" )")
    if any(char.isalnum() for char in before) or {"%", "\u2030"} & set(before + after):
        return Severity.ERROR
    readings = list(_readings(found["number"]))
    if value not in readings:
        rounded = any(_rounds_to(value, reading) for reading in readings)
        return Severity.WARNING if rounded else Severity.ERROR
    money = all(unicodedata.category(char) in ("Sc", "Zs", "Pd") for char in before + after)
    return None if money and not before + after else Severity.WARNING


def _readings(number: str) -> list[Decimal]:
    """The numbers that a text may mean, with a decimal point or a decimal comma."""
    plain = re.sub(r"['\s]", "", number)
    forms = {plain.replace(",", ""), plain.replace(".", "").replace(",", ".")}
    return [_DECIMAL(form) for form in forms if form.count(".") < 2 and form.strip(".")]


def _rounds_to(value: Decimal, reading: Decimal) -> bool:
    return value.quantize(reading, ROUND_HALF_UP) == reading
