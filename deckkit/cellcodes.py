"""DK104 to DK109: what can be wrong with the value of one cell."""

from __future__ import annotations

from deckkit.findings import Severity, declare

EMPTY = declare(
    "DK104",
    "cell-empty",
    Severity.ERROR,
    """
    A cell that must be filled is empty.

    What it checks: Every column that a game needs has a value in every row. Some columns are
    needed only from the profile `review` or `print` on.

    Why players care: A card with a hole cannot be played.

    Bad: a statement without a category.

    Good: every needed cell is filled.

    How to fix: Type the value, or delete the whole row if the card is not meant to exist.
    """,
)

NOT_INTEGER = declare(
    "DK105",
    "not-a-whole-number",
    Severity.ERROR,
    """
    A cell that must hold a whole number holds something else.

    What it checks: Counts, answers and minimums are whole numbers. `2.0` counts as 2; `2.5`,
    `2,0`, `twelve`, TRUE and dates do not.

    Why players care: Rounding or guessing would print a wrong number on a card.

    Bad: `twelve` or `2,5` under count.

    Good: `12`.

    How to fix: Type the digits only, without spaces, commas or words.
    """,
)

NOT_TEXT = declare(
    "DK106",
    "not-text",
    Severity.ERROR,
    """
    A text column holds a date or a yes/no value that the spreadsheet made of it.

    What it checks: Text columns hold text or plain numbers. A date or a TRUE/FALSE cell means
    that the spreadsheet program changed what was typed.

    Why players care: An id 1-2 that became the second of January names another card.

    Bad: an id cell that holds the date 2024-01-02.

    Good: the text `1-2`.

    How to fix: Format the column as Text, then type the value again.
    """,
)

BAD_FORMAT = declare(
    "DK107",
    "wrong-form",
    Severity.ERROR,
    """
    A value does not have the form of its column.

    What it checks: Ids, dates, colours and the like have a fixed form; the message says which.

    Why players care: Apps and printed cards find each other by these values.

    Bad: `S 01` as an id.

    Good: `S01`.

    How to fix: Type a value of the form that the hint shows.
    """,
)

NOT_ALLOWED = declare(
    "DK108",
    "value-not-allowed",
    Severity.ERROR,
    """
    A value is not one of the words that its column accepts.

    What it checks: Columns such as difficulty, level and position accept a short list of words.

    Why players care: Players draw cards by level; a misspelt level belongs to none.

    Bad: `esay` under difficulty.

    Good: `easy`.

    How to fix: Type one of the listed words.
    """,
)

OUT_OF_RANGE = declare(
    "DK109",
    "out-of-range",
    Severity.ERROR,
    """
    A number, a text or a list is outside the limits of its column.

    What it checks: Every column has limits: how small or large a number, how long a text, how
    many entries.

    Why players care: A text that is too long does not fit its card; a count of 0 cannot be
    played.

    Bad: a statement of 300 characters.

    Good: a statement of at most 200 characters.

    How to fix: Shorten the text or correct the number, as the hint says.
    """,
)
