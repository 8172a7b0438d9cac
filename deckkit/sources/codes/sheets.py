"""DK050 to DK069: the layout of a sheet as a whole."""

from __future__ import annotations

from deckkit.findings import Severity, declare

NO_ROWS = declare(
    "DK050",
    "no-rows",
    Severity.ERROR,
    """A table has no rows.

    What it checks: that at least one row follows the header row.
    Why players care: there is no card to print.
    Bad: a file that holds only `code,name,region`.
    Good: the header row and one row per card.
    How to fix: fill in the rows, or delete the sheet if it is not needed.
    """,
)
TITLE_ROWS = declare(
    "DK051",
    "title-rows",
    Severity.ERROR,
    """The header row is not the first row.

    What it checks: that the column names stand in row 1, without a title above them.
    Why players care: with a title on top, every column is misread.
    Bad: "Countries - draft" in row 1, `code`, `name`, `region` in row 3.
    Good: `code`, `name`, `region` in row 1.
    How to fix: delete the rows above the column names, or move them to another sheet.
    """,
)
TOTALS = declare(
    "DK052",
    "totals-row",
    Severity.ERROR,
    """A row looks like a totals row.

    What it checks: rows under the table that hold a word such as "Total" and sums.
    Why players care: the sum would be printed as a card.
    Bad: `Total,,,,,7` as the last row.
    Good: the table without a totals row.
    How to fix: delete the row, or move it to another sheet.
    """,
)
HEADER_AGAIN = declare(
    "DK053",
    "header-repeated",
    Severity.ERROR,
    """The header row occurs again inside the table.

    What it checks: rows whose cells are the column names.
    Why players care: the column names would be printed as a card.
    Bad: two tables pasted under each other, each with its header.
    Good: one header row at the top.
    How to fix: delete the second header row.
    """,
)
MERGED = declare(
    "DK054",
    "merged-cells",
    Severity.ERROR,
    """Cells of the table are merged.

    What it checks: merged cells in the header row and in the rows below it.
    Why players care: only the first cell holds the value; the others are empty, so cards
    lose their category or their answer.
    Bad: one category cell that spans three rows.
    Good: the category repeated in each row.
    How to fix: unmerge the cells and fill in the value in each of them.
    """,
)
HIDDEN = declare(
    "DK055",
    "hidden-content",
    Severity.WARNING,
    """Hidden rows, columns or sheets would be printed.

    What it checks: content of the deck that is hidden in the spreadsheet program, also by a group
    that was closed, a height or a width of next to nothing, and in .xlsx text that is tiny, or
    white without a fill.
    Why players care: a draft that was hidden, not deleted, would be on a card.
    Bad: row 3 hidden, with a draft in it.
    Good: drafts deleted, or kept in a sheet of their own.
    How to fix: unhide the rows or columns; delete what should not be printed.
    """,
)
FILTER = declare(
    "DK056",
    "filter-on",
    Severity.WARNING,
    """A filter was left on and hides rows that would be printed.

    What it checks: filters that hide rows of the table.
    Why players care: nobody proofread the rows that the filter hides.
    Bad: a filter on "category" that shows only "Endings".
    Good: the filter cleared.
    How to fix: in Excel, Data, Clear; in LibreOffice, Data, More Filters, Reset Filter.
    """,
)
USED_RANGE = declare(
    "DK057",
    "used-range",
    Severity.INFO,
    """The sheet mentions cells far below or beside the table.

    What it checks: empty formatted cells a long way from the last value. They are ignored.
    Why players care: they do not; but the file is slower to open than it needs to be.
    Bad: a formatted empty cell in row 1,048,576.
    Good: a sheet that ends where its table ends.
    How to fix: delete the rows below and the columns beside the table, then save.
    """,
)
BAD_SHEET = declare(
    "DK058",
    "sheet-unreadable",
    Severity.ERROR,
    """A sheet of the workbook cannot be read.

    What it checks: that each sheet the workbook lists is there and well formed.
    Why players care: its cards are missing.
    Bad: a workbook that lists a sheet which is not in the file.
    Good: a workbook that opens without a repair message.
    How to fix: open the workbook in Excel or LibreOffice and save it under a new name.
    """,
)
