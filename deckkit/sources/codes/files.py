"""DK001 to DK019: files that cannot be read, or that nothing reads."""

from __future__ import annotations

from deckkit.findings import Severity, declare

UNREADABLE = declare(
    "DK001",
    "file-unreadable",
    Severity.ERROR,
    """A file cannot be opened.

    What it checks: that the operating system lets deckkit read each source file.
    Why players care: cards in a file that cannot be opened are missing from the box.
    Bad: a file that only another account may read.
    Good: a file that you can open yourself.
    How to fix: close the file in other programs and check who may read it.
    """,
)
EMPTY = declare(
    "DK002",
    "file-empty",
    Severity.ERROR,
    """A file is empty.

    What it checks: that a source file holds anything but blank space.
    Why players care: an interrupted upload or a full disk leaves empty files, and empty decks.
    Bad: `statements.csv` of 0 bytes.
    Good: a table with its header row.
    How to fix: save the table again, or delete the file if it is not needed.
    """,
)
DAMAGED = declare(
    "DK003",
    "file-damaged",
    Severity.ERROR,
    """A file is cut off or damaged.

    What it checks: that a workbook unpacks and that its parts are well formed.
    Why players care: a damaged table may have lost rows without saying so.
    Bad: a workbook whose download stopped half way.
    Good: a workbook that opens without a repair message.
    How to fix: fetch the file again, or open it in Excel or LibreOffice and save it under a
    new name.
    """,
)
PASSWORD = declare(
    "DK004",
    "file-password",
    Severity.ERROR,
    """A workbook is protected with a password.

    What it checks: that workbooks are not encrypted.
    Why players care: nobody but you can check or print a locked deck.
    Bad: a workbook that asks for a password when it is opened.
    Good: the same workbook saved without a password.
    How to fix: in Excel, File, Info, Protect Workbook, Encrypt with Password: clear the
    password and save. In LibreOffice, File, Save As, without "Save with password".
    """,
)
LFS_POINTER = declare(
    "DK005",
    "file-lfs-pointer",
    Severity.ERROR,
    """A file is only a Git LFS pointer.

    What it checks: that the real file was fetched, not the three lines that stand for it.
    Why players care: the deck would be built from nothing.
    Bad: a "workbook" of 130 bytes that starts with `version https://git-lfs`.
    Good: the workbook itself.
    How to fix: run `git lfs pull`; in a workflow, check out with `lfs: true`.
    """,
)
NOT_A_TABLE = declare(
    "DK006",
    "file-not-a-table",
    Severity.ERROR,
    """A file holds something other than a table that deckkit reads.

    What it checks: what a file really contains, whatever its name says.
    Why players care: a web page saved as a workbook often is an error page.
    Bad: `countries.xls` that holds HTML; a PDF, a Word or an Apple Numbers file.
    Good: CSV, Excel (.xlsx, .xlsm, .xls) or OpenDocument (.ods).
    How to fix: open the file in the program it comes from and save or export it as an
    Excel workbook (.xlsx) or as CSV UTF-8.
    """,
)
MISNAMED = declare(
    "DK007",
    "file-misnamed",
    Severity.ERROR,
    """A file holds another format than its name says.

    What it checks: that the ending of the name fits the content.
    Why players care: spreadsheet programs guess in such a case, and each guesses differently.
    Bad: an Excel workbook named `countries.csv`.
    Good: the same file named `countries.xlsx`.
    How to fix: rename the file, or save it in the format that its name promises.
    """,
)
TOO_LARGE = declare(
    "DK008",
    "file-too-large",
    Severity.ERROR,
    """A file is larger than a deck can be.

    What it checks: the size of the file, what it unpacks to, and the number of its cells.
    Why players care: a file made to exhaust the computer stops every build behind it.
    Bad: a workbook of 150 KB that unpacks to 150 MB.
    Good: a workbook that holds the deck's tables and nothing else.
    How to fix: copy the tables into a new workbook, without pictures or unused formatting.
    """,
)
DTD = declare(
    "DK009",
    "file-dtd",
    Severity.ERROR,
    """A workbook contains definitions that could read other files.

    What it checks: that no part of a workbook declares a document type or entities;
    no spreadsheet program writes them.
    Why players care: such a workbook can copy private files into the cards.
    Bad: a workbook part that starts with `<!DOCTYPE`.
    Good: a workbook saved by Excel, LibreOffice or Google Sheets.
    How to fix: do not use the file; ask its author where it comes from. Copy the visible
    cells into a new workbook if you need them.
    """,
)
LOCK_FILE = declare(
    "DK010",
    "lock-file",
    Severity.INFO,
    """A lock file lies in the deck's folder.

    What it checks: files such as `~$deck.xlsx` that show that somebody has the table open.
    Why players care: changes that are not saved yet are not in this build.
    Bad: building while the workbook is still open with unsaved changes.
    Good: the workbook saved and closed.
    How to fix: save and close the workbook; delete the lock file if no program is running.
    """,
)
UNUSED = declare(
    "DK011",
    "file-unused",
    Severity.WARNING,
    """Nothing reads this file.

    What it checks: that every file in a deck's folder is a table, `deck.toml`, a text about
    the deck, or below `assets`.
    Why players care: cards in a file that nothing reads never reach the table.
    Bad: `statements.numbers` or `statements.csv.bak` next to the sources.
    Good: `statements.csv`.
    How to fix: export the file as .xlsx or CSV, move it out of the folder, or delete it.
    """,
)
LINK = declare(
    "DK012",
    "file-link",
    Severity.ERROR,
    """A link leads out of the deck's folder.

    What it checks: that source files lie in the deck's folder themselves.
    Why players care: a link in a contribution could print private files of the computer
    that builds the deck.
    Bad: `notes.csv` that is a link to a file elsewhere.
    Good: the file itself.
    How to fix: replace the link by a copy of the file.
    """,
)
