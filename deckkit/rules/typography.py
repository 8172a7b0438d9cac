"""DK4xx: spaces, dashes, stops and brackets in texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckkit.findings import Fix, Profile, Severity
from deckkit.records import Sources
from deckkit.rules import texts
from deckkit.rules.registry import Hit, rule
from deckkit.text import number, quoted

# Each starts with the character to look for, then looks at what stands before it: see texts.py.
_DOUBLE = re.compile(r" (?<=\S ) +(?=\S)")
_HYPHEN = re.compile(r"[ -](?:(?<=[^\s\d] )--? (?=[^\s\d])|(?<=\w-)-(?=\w))")
_BEFORE = re.compile(r" (?:(?<=\w ) *(?=[,.;:!?](?![\w.:)\]])|[)\]])|(?<=[(\[] ) *(?=\w))")
_BEFORE_FR = re.compile(r" (?:(?<=\w ) *(?=[,.](?![\w.])|[)\]])|(?<=[(\[] ) *(?=\w))")
_AFTER = re.compile(r"([,;])(?<=[^\W\d_]{2}.)(?=[^\W\d_]{2})")
_REPEATED = re.compile(
    r"(?<![\w-])(a|an|and|are|as|at|be|by|for|from|has|have|in|into|is|it|its|of|on|or|than|the"
    r"|their|this|to|was|were|which|with)\s+\1(?![\w-])",
    re.IGNORECASE,
)
_TWICE = re.compile(r"([aAbBfFhHiIıİoOtTwW](?<![\w-].)\w{0,4})\s+(?i:\1)")  # wherever _REPEATED is
_PAIRED = re.compile('[()\\[\\]\u201c\u201d"]')
_PAIRS = (("(", ")"), ("[", "]"), ("\u201c", "\u201d"))
_ABBREVIATION = re.compile(r"(?:\.[^\W\d_]+\.|(?:^|[\s(])[^\W\d_]{1,3}\.|\.\.)\Z")
ENOUGH = 4  # so many texts make a habit
HABIT = 0.75


@rule("DK401", "double-space", Severity.WARNING, profile=Profile.REVIEW)
def double_space(src: Sources) -> Iterator[Hit]:
    """Two spaces stand together inside a text.

    What it checks: inside the texts of cards, words are separated by one space.

    Why players care: the gap shows on the printed card.

    Bad:
        [debates]
        id,text
        D1,Park a  country here.

    Good:
        [debates]
        id,text
        D1,Park a country here.

    How to fix: delete the second space; `deckkit fix` does it.
    """
    for column, record, text in texts.cells(src, _DOUBLE):
        fix = Fix(text, _DOUBLE.sub(" ", text))
        message = f"Two spaces stand together in {quoted(text)}."
        yield Hit(record.at(column), message, "Delete one of them.", fix=fix, value=text)


@rule("DK403", "hyphen-as-dash", Severity.WARNING, profile=Profile.REVIEW)
def hyphen_as_dash(src: Sources) -> Iterator[Hit]:
    """A hyphen stands where a dash belongs.

    What it checks: hyphens between spaces, and two hyphens in a row. A minus between numbers and
    a hyphen inside a word are right.

    Why players care: a short hyphen between spaces is easily overlooked when read aloud.

    Bad:
        [debates]
        id,text
        D1,Park a country here - or talk about it.

    Good:
        [debates]
        id,text
        D1,Park a country here – or talk about it.

    How to fix: type a dash (–) with a space on either side, or a comma.
    """
    for column, record, text in texts.cells(src, _HYPHEN):
        yield Hit(
            record.at(column),
            f"A hyphen stands for a dash in {quoted(text)}.",
            "Type a dash: –",
            fix=Fix(text, _HYPHEN.sub(" – ", text), safe=False),
            value=text,
        )


@rule("DK404", "space-at-punctuation", Severity.WARNING, profile=Profile.REVIEW)
def space_at_punctuation(src: Sources) -> Iterator[Hit]:
    """A space stands before a punctuation mark, or is missing behind one.

    What it checks: no space before , . ; : ! ? or inside brackets, and one behind a comma or
    semicolon between words. French decks may have spaces before ; : ! and ?

    Why players care: a mark at the start of a line reads like a mistake, and it is one.

    Bad:
        [debates]
        id,text
        D1,"Park a country here , or talk about it."

    Good:
        [debates]
        id,text
        D1,"Park a country here, or talk about it."

    How to fix: delete the space, or type the one that is missing; `deckkit fix` does it.
    """
    before = _BEFORE_FR if src.config.language.split("-")[0] == "fr" else _BEFORE
    for column, record, text in texts.cells(src, before, _AFTER):
        new = _AFTER.sub(r"\1 ", before.sub("", text))
        if new != text:
            yield Hit(
                record.at(column),
                f"A space is out of place at a punctuation mark in {quoted(text)}.",
                f"Type {quoted(new)}.",
                fix=Fix(text, new),
                value=text,
            )


@rule("DK406", "full-stop-differs", Severity.WARNING, profile=Profile.REVIEW)
def full_stop_differs(src: Sources) -> Iterator[Hit]:
    """A text ends with a full stop where the others of its column do not, or the other way round.

    What it checks: columns of four texts and more, three quarters of which agree. Abbreviations
    such as D.C. do not count, nor do the texts whose end another rule checks.

    Why players care: cards of one deck should look alike.

    Bad:
        [debates]
        id,text
        D1,Park a country here
        D2,Talk about one country here
        D3,Keep a doubtful country here
        D4,Hear what the others think.

    Good:
        [debates]
        id,text
        D1,Park a country here
        D2,Talk about one country here
        D3,Keep a doubtful country here
        D4,Hear what the others think

    How to fix: delete the full stop, or type it in the others as well.
    """
    for found in texts.columns(src):
        if found.column.name in found.table.schema.unique_text:
            continue
        filled = [at for at, text in enumerate(found.texts) if text]
        shown = [found.texts[at] for at in filled]
        ends = [text.endswith(".") and not _ABBREVIATION.search(text) for text in shown]
        open_ = [not text.endswith((".", "!", "?", "…")) for text in shown]
        count = len(ends)
        for kind, other in ((ends, open_), (open_, ends)):
            if not count - ENOUGH >= 0 or not 0 < sum(kind) <= (1 - HABIT) * count:
                continue
            if sum(other) < HABIT * count:
                continue
            for at, text, odd in zip(filled, shown, kind, strict=True):
                if odd:
                    has, hint = (
                        ("has a full stop", "Delete the full stop.")
                        if kind is ends
                        else ("has no full stop", "Type a full stop.")
                    )
                    yield Hit(
                        found.table.records[at].at(found.column.name),
                        f"{quoted(text)} {has} at its end, unlike "
                        f"{number(sum(other), 'other text')}.",
                        hint,
                        value=text,
                    )


@rule("DK408", "word-repeated", Severity.WARNING, profile=Profile.REVIEW)
def word_repeated(src: Sources) -> Iterator[Hit]:
    """A little word stands twice in a row.

    What it checks: words such as the, of, in, is and has that follow themselves.

    Why players care: readers stumble over it.

    Bad:
        [debates]
        id,text
        D1,Park a country in the the middle.

    Good:
        [debates]
        id,text
        D1,Park a country in the middle.

    How to fix: delete one of the two words.
    """
    for column, record, text in texts.cells(src, _TWICE):
        if found := _REPEATED.search(text):
            message = f"{quoted(found.group())} repeats a word."
            yield Hit(record.at(column), message, f"Delete one {found.group(1)}.", value=text)


@rule("DK409", "bracket-unpaired", Severity.WARNING, profile=Profile.REVIEW)
def bracket_unpaired(src: Sources) -> Iterator[Hit]:
    """A bracket or quotation mark is opened and not closed, or closed and not opened.

    What it checks: as many ( as ), [ as ], and opening as closing curly quotation marks; and an
    even number of straight double ones (inches such as 5" do not count).

    Why players care: the end of the text may be missing.

    Bad:
        [debates]
        id,text
        D1,Park a country (or two here.

    Good:
        [debates]
        id,text
        D1,Park a country (or two) here.

    How to fix: type the missing mark, or what is missing with it.
    """
    for column, record, text in texts.cells(src, _PAIRED):
        signs = [a for a, b in _PAIRS if text.count(a) != text.count(b)]
        if len(re.findall(r'(?<!\d)"', text)) % 2:
            signs.append('"')
        if signs:
            message = f"{quoted(text)} has an unpaired {signs[0]}"
            yield Hit(record.at(column), message + ".", "Type the missing mark.", value=text)
