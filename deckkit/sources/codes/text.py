"""DK020 to DK039: encodings, odd characters and the grammar of delimited text."""

from __future__ import annotations

from deckkit.findings import Severity, declare

ENCODING_GUESSED = declare(
    "DK020",
    "encoding-guessed",
    Severity.WARNING,
    """A text file is not UTF-8, so its encoding had to be guessed.

    What it checks: that text files are UTF-8, or UTF-16 with a byte order mark.
    Why players care: a wrong guess prints wrong accents on the cards.
    Bad: a CSV saved by Excel as "CSV (Comma delimited)".
    Good: the same table saved as "CSV UTF-8 (Comma delimited)".
    How to fix: save as CSV UTF-8; in LibreOffice choose the character set Unicode (UTF-8).
    """,
)
ENCODING_BROKEN = declare(
    "DK021",
    "encoding-broken",
    Severity.ERROR,
    """Bytes of a text file are no characters.

    What it checks: that every byte belongs to a character of the file's encoding.
    Why players care: the letter that stood there is lost.
    Bad: a UTF-8 file into which one line in another encoding was pasted.
    Good: one encoding throughout, UTF-8 at best.
    How to fix: type the marked characters again and save as CSV UTF-8.
    """,
)
MOJIBAKE = declare(
    "DK022",
    "mojibake",
    Severity.ERROR,
    """Accented letters were garbled by a wrong encoding.

    What it checks: letter pairs that arise when UTF-8 is read as something else, and signs inside
    words where a Mac had an accented letter (`C™te`).
    Why players care: they would read nonsense on the card.
    Bad: `CÃ´te d'Ivoire`
    Good: `Côte d'Ivoire`
    How to fix: type the text again; when opening CSV files, choose UTF-8 as the encoding.
    """,
)
LOST_CHARACTER = declare(
    "DK023",
    "lost-character",
    Severity.ERROR,
    """A character was lost on the way.

    What it checks: replacement characters, and question marks inside a word.
    Why players care: the card would show a question mark instead of a letter.
    Bad: `C\N{REPLACEMENT CHARACTER}te d'Ivoire`, `C?te d'Ivoire`
    Good: `Côte d'Ivoire`
    How to fix: type the letter again and save as CSV UTF-8 or as a workbook.
    """,
)
CONTROL = declare(
    "DK024",
    "control-character",
    Severity.ERROR,
    """A cell holds a control character.

    What it checks: characters that are instructions to old devices or to programs, not text.
    Why players care: they print as boxes, or cut the text off.
    Bad: `Nami<U+0000>bia`
    Good: `Namibia`
    How to fix: type the text of the cell again.
    """,
)
BIDI = declare(
    "DK025",
    "bidi-control",
    Severity.ERROR,
    """A cell holds a character that reverses the reading direction.

    What it checks: invisible controls that show a text in another order than it is stored.
    Why players care: what reviewers read would not be what is printed.
    Bad: `ends <U+202E>with<U+202C> the letter`
    Good: `ends with the letter`
    How to fix: type the text again; do not paste it.
    """,
)
INVISIBLE = declare(
    "DK026",
    "invisible-character",
    Severity.WARNING,
    """A cell holds a character that nobody can see.

    What it checks: zero-width characters, soft hyphens, fillers and blank letters; not what joins
    emoji.
    Why players care: two names that look the same are then not the same.
    Bad: `Fi<U+200B>ji`
    Good: `Fiji`
    How to fix: type the text of the cell again.
    """,
)
SPACES = declare(
    "DK027",
    "stray-spaces",
    Severity.INFO,
    """Cells have spaces at their ends, or tabs or no-break spaces.

    What it checks: space before and after a value, tabs, and spaces that only look like one.
    Spaces at the ends are ignored; each sheet is reported once.
    Why players care: "Fiji" with an invisible space would not be found among the countries.
    Bad: `Georgia<U+00A0>`
    Good: `Georgia`
    How to fix: delete the spaces, or replace tabs and no-break spaces by plain ones.
    """,
)
ESCAPE = declare(
    "DK028",
    "escape-left",
    Severity.WARNING,
    """A code for a line break or a letter was left in the text.

    What it checks: `_x000D_` and its like, left behind by a conversion from Excel and read as
    the line break they stand for; codes of web pages such as `&eacute;`, `<br>` and `%C3%A9`; and
    codes of programs such as `\\u00e9`, `\\n` and `b'Fiji'`. These are kept as text.
    Why players care: the code would be printed on the card.
    Bad: `written_x000D_ with a space`
    Good: `written with a space`
    How to fix: replace the code by a space or a line break.
    """,
)
TOO_LONG = declare(
    "DK029",
    "text-too-long",
    Severity.ERROR,
    """A text is as long as a cell can be, or longer.

    What it checks: texts of 32,767 characters, at which Excel silently cuts, and beyond.
    Why players care: the end of the text is probably missing.
    Bad: a whole article pasted into one cell.
    Good: the sentence that fits on a card.
    How to fix: shorten the text, and compare its end with the original.
    """,
)
QUOTE_OPEN = declare(
    "DK030",
    "quote-unclosed",
    Severity.ERROR,
    """A quotation mark opens a cell and is never closed.

    What it checks: that each cell of a CSV file that starts with a quotation mark ends with
    one. deckkit goes on at the next line instead of swallowing it.
    Why players care: programs that do not notice swallow all following cards.
    Bad: `S01,"ends with the letter a,NA`
    Good: `S01,"ends with the letter a",NA`
    How to fix: add the missing quotation mark, or edit the table in a spreadsheet program.
    """,
)
QUOTE_STRAY = declare(
    "DK031",
    "quote-stray",
    Severity.WARNING,
    """A quotation mark stands inside a cell of a CSV file that is not quoted as a whole.

    What it checks: quotation marks in the middle of a cell. The text is kept as it stands;
    text after a closing quotation mark is an error. A quotation mark that only spaces precede
    opens the cell, and the spaces are ignored.
    Why players care: programs disagree on how to read it.
    Bad: `S01,has the "a" twice,NA`
    Good: `S01,"has the ""a"" twice",NA`
    How to fix: put the whole cell in quotation marks and double those inside it, or save the
    table with a spreadsheet program.
    """,
)
ROW_LONG = declare(
    "DK032",
    "row-too-long",
    Severity.ERROR,
    """A row has more values than the header has columns.

    What it checks: that no value of a CSV row falls off the table's right edge.
    Why players care: all values after an unquoted comma are in the wrong column.
    Bad: `S01,Endings,Cities, towns,2` under four headers.
    Good: `S01,Endings,"Cities, towns",2`
    How to fix: put a value that contains the separator in quotation marks.
    """,
)
ROW_SHORT = declare(
    "DK033",
    "row-too-short",
    Severity.WARNING,
    """A row has fewer values than the header has columns.

    What it checks: that each CSV row reaches the last column; missing values are empty.
    Why players care: a forgotten separator moves all later values to the wrong column.
    Bad: `S01,Endings` under three headers.
    Good: `S01,Endings,`
    How to fix: add the missing values or separators.
    """,
)
SWALLOWED = declare(
    "DK034",
    "rows-swallowed",
    Severity.ERROR,
    """A quoted cell contains whole rows of the table.

    What it checks: CSV cells with line breaks whose lines look like records themselves.
    Why players care: all cards between two forgotten quotation marks would vanish.
    Bad: a quotation mark missing at the end of one row and at the start of a later one.
    Good: each cell closes the quotation mark it opens.
    How to fix: add the missing quotation mark on the line named, then check the next rows.
    """,
)
PRIVATE = declare(
    "DK035",
    "private-character",
    Severity.ERROR,
    """A cell holds a character that means something in one font only.

    What it checks: characters for private use, such as the bullets and arrows that Word takes from
    Symbol or Wingdings.
    Why players care: with any other font the card shows an empty box.
    Bad: `<U+F0B7> Namibia`
    Good: `• Namibia`
    How to fix: type the sign that is meant, or a word.
    """,
)
CONFLICT = declare(
    "DK036",
    "merge-conflict",
    Severity.ERROR,
    """A merge conflict of Git was not settled.

    What it checks: the lines `<<<<<<<`, `=======` and `>>>>>>>` with which Git marks two versions
    of the same rows. They are no rows; the rows of both versions are read. In a workbook, the rows
    of the sheet `_conflicts`, on which `deckkit git` lists the cells that both sides changed.
    Why players care: rows of both versions would be printed, as if they were different cards, or
    one version of a cell that nobody chose.
    Bad: `<<<<<<< HEAD`
    Good: the rows of one version, without the marks.
    How to fix: keep the rows that are meant, delete the others and the lines with the marks. In a
    workbook, type what is meant into the cells that are listed, then delete the sheet `_conflicts`.
    """,
)
