"""What the world calls countries: for suggestions and corrections, never to resolve an answer."""

from __future__ import annotations

from functools import lru_cache

from deckkit.text import fold

# Former and popular names: (alpha-3 code, what happened). Years are those in which the state
# itself asked for the change; ISO followed within a year or so.
FORMER: dict[str, tuple[str, str]] = {
    "swaziland": ("SWZ", "Eswatini since 2018"),
    "macedonia": ("MKD", "North Macedonia since 2019"),
    "fyrom": ("MKD", "North Macedonia since 2019"),
    "turkey": ("TUR", "Türkiye since 2022"),
    "turkiye": ("TUR", "Turkey until 2022"),
    "czech republic": ("CZE", "Czechia as its short name since 2016"),
    "burma": ("MMR", "Myanmar since 1989"),
    "ivory coast": ("CIV", "Côte d'Ivoire since 1986"),
    "cape verde": ("CPV", "Cabo Verde since 2013"),
    "zaire": ("COD", "the Democratic Republic of the Congo since 1997"),
    "upper volta": ("BFA", "Burkina Faso since 1984"),
    "dahomey": ("BEN", "Benin since 1975"),
    "ceylon": ("LKA", "Sri Lanka since 1972"),
    "east pakistan": ("BGD", "Bangladesh since 1971"),
    "rhodesia": ("ZWE", "Zimbabwe since 1980"),
    "northern rhodesia": ("ZMB", "Zambia since 1964"),
    "gold coast": ("GHA", "Ghana since 1957"),
    "tanganyika": ("TZA", "part of Tanzania since 1964"),
    "siam": ("THA", "Thailand since 1939"),
    "persia": ("IRN", "Iran since 1935"),
    "abyssinia": ("ETH", "Ethiopia"),
    "kampuchea": ("KHM", "Cambodia since 1989"),
    "east timor": ("TLS", "Timor-Leste since 2002"),
    "belarussia": ("BLR", "Belarus since 1991"),
    "byelorussia": ("BLR", "Belarus since 1991"),
    "holland": ("NLD", "a part of the Netherlands"),
    "england": ("GBR", "a part of the United Kingdom"),
    "scotland": ("GBR", "a part of the United Kingdom"),
    "wales": ("GBR", "a part of the United Kingdom"),
    "britain": ("GBR", "the United Kingdom"),
    "great britain": ("GBR", "the United Kingdom"),
    "america": ("USA", "the United States"),
    "west germany": ("DEU", "Germany since 1990"),
    "east germany": ("DEU", "Germany since 1990"),
    "soviet union": ("RUS", "Russia is one of its successors since 1991"),
    "ussr": ("RUS", "Russia is one of its successors since 1991"),
    "uae": ("ARE", "the United Arab Emirates"),
    "drc": ("COD", "the Democratic Republic of the Congo"),
}

# Those of them that mean one state and nothing else: no part of it, no predecessor of several.
SAME = frozenset({
    "swaziland", "macedonia", "fyrom", "turkey", "turkiye", "czech republic", "burma",
    "ivory coast", "cape verde", "zaire", "upper volta", "dahomey", "ceylon", "siam", "persia",
    "kampuchea", "east timor", "belarussia", "byelorussia", "uae", "drc",
})  # fmt: skip

# Words that more than one state goes by.
AMBIGUOUS: dict[str, tuple[str, ...]] = {
    "congo": ("COG", "COD"),
    "korea": ("KOR", "PRK"),
    "guinea": ("GIN", "GNB", "GNQ", "PNG"),
    "samoa": ("WSM", "ASM"),
    "ireland": ("IRL", "GBR"),
    "sudan": ("SDN", "SSD"),
    "georgia": ("GEO", "USA"),
    "micronesia": ("FSM",),
}


def ambiguous(word: str) -> bool:
    """Whether more than one state goes by that name."""
    return _plain(word) in AMBIGUOUS


def renamed(word: str) -> str:
    """The alpha-3 code of the one state that `word` is or was the name of; empty in any doubt."""
    form = _plain(word)
    if form in FORMER:
        return FORMER[form][0] if form in SAME else ""
    return "" if form in AMBIGUOUS else _world().get(form, "")


def _plain(word: str) -> str:
    return fold(word).replace(".", "").removeprefix("the ")


def candidates(word: str) -> tuple[tuple[str, ...], str]:
    """Alpha-3 codes that `word` may stand for by the world's use, and a remark on it."""
    form = _plain(word)
    if form in AMBIGUOUS:
        return AMBIGUOUS[form], "more than one state goes by that name"
    if form in FORMER:
        code, remark = FORMER[form]
        return (code,), remark
    found = _world().get(form)
    return ((found,), "") if found else ((), "")


@lru_cache(maxsize=1)
def _world() -> dict[str, str]:
    """Codes by folded ISO 3166 name: short, official and common."""
    import pycountry

    found: dict[str, str] = {}
    for entry in pycountry.countries:
        for field in ("name", "official_name", "common_name"):
            if name := getattr(entry, field, ""):
                first, comma, rest = name.partition(", ")  # Korea, Republic of
                for form in (name, f"{rest} {first}" if comma else name):
                    found.setdefault(_plain(form), entry.alpha_3)
    return found
