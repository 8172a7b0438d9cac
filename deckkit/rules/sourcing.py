"""DK5xx: what a record says about where it comes from, and when it was true."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckkit.findings import Profile, Severity
from deckkit.records import Sources
from deckkit.rules.registry import Hit, rule
from deckkit.rules.texts import SOURCE_COLUMNS
from deckkit.text import quoted, signature

_NONE = frozenset(
    """internet
    the internet|web|the web|www|online|website|a website|homepage|link|url|search|web search
    google|google search|googled|bing|yahoo|duckduckgo|search engine|see above|above|as above
    see below|below|same|same as above|ditto|idem|ibid|ibidem|own knowledge|my own knowledge
    general knowledge|common knowledge|personal knowledge|own research|knowledge|memory|me|myself
    trust me|obvious|various|various sources|several sources|many sources|unknown|n a|na|none
    no source|source|sources|source needed|citation needed|to do|todo|tbd|tba|to be added|tbc
    to follow|missing|book|a book|books|tv|television|school|teacher|a friend|friend|youtube
    facebook|reddit|quora|twitter|tiktok|instagram|social media|chatgpt|chat gpt|gpt|gpt 4|ai|llm
    claude|gemini|copilot|news|the news|newspaper|x|xx|xxx|yes|ok""".replace("\n", "|").split("|")
)
_NOTHING = {" ".join(word.split()) for word in _NONE}
_ENCYCLOPEDIA = re.compile(
    r"(?i)(?:https?://)?(?:[a-z-]+\.)*wikipedia(?:\.org)?/?(?:wiki/?)?|wiki"
    r"|(?:english|the) wikipedia"
)
_SEARCH = re.compile(
    r"(?i)(?:https?://)?(?:www\.|search\.)?"
    r"(?:google|bing|duckduckgo|yahoo|yandex|baidu|ecosia|startpage|qwant)\.[a-z.]{2,6}"
    r"(?:/|/?(?:search|html|s)?/?\?\S*)?"
)
_SEVERAL = re.compile(r"[;\n]")
_SHORT = re.compile(r"\W*")


@rule("DK501", "source-is-none", profile=Profile.REVIEW)
def source_is_none(src: Sources) -> Iterator[Hit]:
    """A source is none that a reader could look up.

    What it checks: entries under `sources` such as "internet", "Google", "see above", "own
    knowledge" or the address of a search. "Wikipedia" without an article is a warning.

    Why players care: whoever doubts a card must be able to look it up.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers,as_of,sources
        S001,land,1,has a coast,2,Chile; Peru,2023,internet; own knowledge

    Good:
        [statements]
        id,category,difficulty,text,count,answers,as_of,sources
        S001,land,1,has a coast,2,Chile; Peru,2023,"An atlas, map 12; Another atlas, page 7"

    How to fix: name the book, the page or the article with its date.
    """
    for table in src.tables.values():
        for column in SOURCE_COLUMNS & set(table.schema.columns) & set(table.sheet.columns):
            several = table.schema.columns[column].kind == "array"
            parts = _SEVERAL.split if several else lambda text: [text]
            texts = table.texts(column)
            entries = {part.strip() for text in set(texts) for part in parts(text)} - {""}
            bad = {entry: verdict for entry in entries if (verdict := _verdict(entry))}
            for at, text in enumerate(texts) if bad else ():
                for entry in map(str.strip, parts(text)):
                    if entry in bad:
                        yield Hit(
                            table.records[at].at(column),
                            f"{quoted(entry)} is no source that a reader can look up."
                            if bad[entry] is Severity.ERROR
                            else f"{quoted(entry)} does not say which article.",
                            "Name the book, the page or the article, with its date.",
                            value=entry,
                            severity=bad[entry],
                        )


def _verdict(entry: str) -> Severity | None:
    """Whether an entry is no source at all (error) or too vague (warning)."""
    if _SEARCH.fullmatch(entry) or signature(entry) in _NOTHING or _SHORT.fullmatch(entry):
        return Severity.ERROR
    return Severity.WARNING if _ENCYCLOPEDIA.fullmatch(entry) else None


@rule("DK502", "date-in-future", profile=Profile.REVIEW)
def date_in_future(src: Sources) -> Iterator[Hit]:
    """A record says that it was true on a day that has not come.

    What it checks: no date is later than the year of the deck's version in deck.toml.

    Why players care: nobody can have looked it up then; the date is a slip.

    Bad:
        [statements]
        id,category,difficulty,text,count,answers,as_of,sources
        S001,land,1,has a coast,2,Chile; Peru,2203,An atlas; Another atlas

    Good:
        [statements]
        id,category,difficulty,text,count,answers,as_of,sources
        S001,land,1,has a coast,2,Chile; Peru,2023,An atlas; Another atlas

    How to fix: correct the date, or the version in deck.toml.
    """
    year = src.config.version[:4]
    if year == "0000":
        return
    for table in src.tables.values():
        for column in table.schema.columns.values():
            if not column.schema.get("x-date") or column.name not in table.sheet.columns:
                continue
            for at, text in enumerate(table.values(column.name)):
                if text and text[:4] > year and text[:4].isdecimal():
                    yield Hit(
                        table.records[at].at(column.name),
                        f"{text} is later than {year}, the year of this deck.",
                        "Correct the date, or the version in deck.toml.",
                        value=text,
                    )
