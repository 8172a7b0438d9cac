"""DK040 to DK049: single cells that do not hold what they seem to hold."""

from __future__ import annotations

from deckkit.findings import Severity, declare

ERROR_VALUE = declare(
    "DK040",
    "error-value",
    Severity.ERROR,
    """A cell holds an error of the spreadsheet program.

    What it checks: error values of formulas in any language, also when they were saved as
    text; linked data types (Geography, Stocks) and pictures of Excel, of which other programs see
    an error; and what programs write where they have no value (`NULL`, `nan`, `Loading...`).
    Why players care: the card would say "#REF!".
    Bad: `#NAME?`, `#REF!`, `#N/A`, `Err:509`
    Good: the value that the formula should give.
    How to fix: repair the formula, or type the value.
    """,
)
NO_RESULT = declare(
    "DK041",
    "formula-without-result",
    Severity.ERROR,
    """A formula was saved without its result.

    What it checks: that each formula comes with the value a spreadsheet program worked out; a
    formula that fills several cells (an array, a data table) with the value of each.
    Why players care: the value is unknown, and guessing it would be wrong.
    Bad: `=LEN(E2)` in a workbook that was written by a script.
    Good: the same workbook, opened and saved once in Excel or LibreOffice.
    How to fix: open the workbook in Excel or LibreOffice, let it calculate, and save it.
    """,
)
FORMULA_LIKE = declare(
    "DK042",
    "formula-like-text",
    Severity.WARNING,
    """A text looks like a formula.

    What it checks: texts that start with = + - or @ and are not plain numbers.
    They stay text on the cards.
    Why players care: a spreadsheet program that opens the table may run it as a formula.
    Bad: `=HYPERLINK("http://example.invalid")`, `+1+1`
    Good: `1 + 1`
    How to fix: start the text with a word, or replace a formula by its result.
    """,
)
SHOWN_DIFFERS = declare(
    "DK043",
    "shown-differs",
    Severity.ERROR,
    """A cell shows something else than it holds.

    What it checks: number formats that add letters or zeros, scale, round or hide the value.
    Why players care: what editors proofread would not be what is printed.
    Bad: the number 1 shown as "S01"; 0.02 shown as "2 %".
    Good: the text S01; the number 2.
    How to fix: format the column as Text (or as General for numbers) and type the values as
    they should be printed.
    """,
)
SCIENTIFIC = declare(
    "DK044",
    "scientific-notation",
    Severity.WARNING,
    """A number was saved in scientific notation.

    What it checks: texts such as 1.23E+05, in which a spreadsheet program rounded a number.
    Why players care: the digits that are not shown are lost.
    Bad: `1.23E+05`
    Good: `123456`
    How to fix: format the column as a number without decimals, type the number, save again.
    """,
)
STALE = declare(
    "DK045",
    "results-stale",
    Severity.WARNING,
    """The results of formulas may be out of date.

    What it checks: workbooks that are set to be calculated by hand only, or that a program wrote
    with results that are to be worked out when the workbook is opened.
    Why players care: the cards would carry yesterday's numbers.
    Bad: formulas in a workbook with calculation set to Manual.
    Good: calculation set to Automatic.
    How to fix: in Excel, Formulas, Calculation Options, Automatic; then save.
    """,
)
STRUCK = declare(
    "DK046",
    "struck-through",
    Severity.WARNING,
    """A text is struck through but would be printed.

    What it checks: struck-through cells, and struck-through words inside a cell.
    Why players care: an answer that the editors crossed out would count as right.
    Bad: `NA; ~~GE~~`
    Good: the cell says `NA` and nothing else.
    How to fix: delete what is struck through, or remove the formatting.
    """,
)
COMMENT = declare(
    "DK047",
    "comment",
    Severity.INFO,
    """A cell has a comment.

    What it checks: comments and notes that editors left on cells.
    Why players care: an open question about a card should be answered before printing.
    Bad: "please check with the map people"
    Good: a comment that was answered and deleted.
    How to fix: settle the question, then delete the comment.
    """,
)
UNREADABLE = declare(
    "DK048",
    "cell-unreadable",
    Severity.ERROR,
    """The content of a cell is broken.

    What it checks: that each cell holds what the file announces, once.
    Why players care: the value of the cell is unknown.
    Bad: a number cell that holds a word; two cells with one address.
    Good: a workbook saved by a spreadsheet program.
    How to fix: open the file in Excel or LibreOffice, check the cell, and save it again.
    """,
)
SCRIPT = declare(
    "DK049",
    "raised-characters",
    Severity.ERROR,
    """Raised or lowered characters read differently on the line.

    What it checks: superscript and subscript inside a cell. It is an error where digits follow
    digits, so that another number is read, and a warning elsewhere. Endings such as the raised
    "th" of 19th are left alone.
    Why players care: ten to the power of six would be printed as 106.
    Bad: 10 with a superscript 6, which is read as `106`; m with a superscript 2.
    Good: `10⁶`, `m²`, `CO₂`, or "a million".
    How to fix: type the raised character itself (⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹ ₂), or write it out.
    """,
)
