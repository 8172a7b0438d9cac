"""Findings about a file or sheet beyond its cells' text: encoding, quotes, what is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from deckkit.findings import Finding, Location, Severity
from deckkit.sources import conflicts
from deckkit.sources.codes import cells, sheets
from deckkit.sources.codes import text as codes
from deckkit.sources.delimited import Parsed
from deckkit.sources.encoding import Decoded
from deckkit.sources.grid import Grid
from deckkit.sources.model import Sheet, column_letter
from deckkit.sources.numfmt import severity_of_display
from deckkit.sources.tables import Table
from deckkit.text import all_of, number, quoted

Headers = dict[str | None, str]
FAR_ROWS, FAR_COLUMNS = 10_000, 200


def text_notes(
    place: Location, decoded: Decoded, parsed: Parsed, table: Table
) -> Iterator[Finding]:
    """What decoding and splitting a text file found."""
    if decoded.guessed:
        example = f" (as in {quoted(decoded.example)})" if decoded.example else ""
        yield codes.ENCODING_GUESSED.at(
            place,
            f"The file is not UTF-8; it was read as {decoded.guessed}{example}.",
            "Check the accents, and save it as CSV UTF-8.",
            value=decoded.guessed,
        )
    if decoded.broken:
        yield from _broken_bytes(place, decoded, parsed)
    headers: Headers = {cell.location.column: cell.text for cell in table.sheet.headers}
    yield from _escapes(parsed.grid, place, headers)
    for trouble in parsed.troubles:
        letter = column_letter(trouble.column)
        spot = replace(place, row=trouble.line, column=letter, header=headers.get(letter))
        yield _quote(trouble.kind, spot, trouble.text)


def conflict_notes(place: Location, found: Iterable[conflicts.Conflict]) -> Iterator[Finding]:
    """The merge conflicts that were taken out of a file or sheet."""
    word = "row" if place.workbook else "line"
    for conflict in found:
        lines = conflict.lines
        first, last = lines[0], lines[-1]
        spot = replace(place, row=first)
        if len(lines) == 1:
            message = f"{word.title()} {first} was left over from a merge conflict of Git."
            yield codes.CONFLICT.at(spot, message, f"Delete {word} {first}.")
            continue
        names = f" ({all_of(conflict.names)})" if conflict.names else ""
        yield codes.CONFLICT.at(
            spot,
            f"{word.title()}s {first} to {last} are a merge conflict of Git that was not settled: "
            f"they hold two versions of the table{names}.",
            f"Keep the rows of one version, delete the others, and delete the {word}s "
            f"{', '.join(map(str, lines[:-1]))} and {last}.",
            value=" ".join(conflict.names),
        )


def listed_conflicts(sheet: Sheet) -> Iterator[Finding]:
    """The conflicts that the merge driver listed on a sheet of its own."""
    if not set(conflicts.HEADERS) <= set(sheet.columns):
        return
    for row in sheet:
        name, record, column, _, ours, theirs = (row[header].text for header in conflicts.HEADERS)
        where = " ".join(filter(None, (name, record, column)))
        values = f" (ours {quoted(ours)}, theirs {quoted(theirs)})" if ours or theirs else ""
        yield codes.CONFLICT.at(
            replace(sheet.location, row=row.number),
            f"A merge conflict of Git was not settled: {where}{values}.",
            f"Type what is meant on the sheet {name}, then delete this row; the last one with the "
            f"sheet {sheet.name}.",
            value=f"{where} {ours} {theirs}",
        )


def _escapes(grid: Grid, place: Location, headers: Headers) -> Iterator[Finding]:
    for (row, column), raw in sorted(grid.escapes.items()):
        letter = column_letter(column)
        yield codes.ESCAPE.at(
            replace(place, row=row, column=letter, header=headers.get(letter)),
            f"A code for a line break was left in {quoted(raw)}; it is read as a line break.",
            "Replace the code by a space or a line break.",
            value=raw,
        )


def _quote(kind: str, place: Location, text: str) -> Finding:
    shown = quoted(text)
    if kind == "open":
        message = f"A quotation mark opens the cell {shown} and is never closed."
        hint = "Add the missing quotation mark at the end of the cell."
        return codes.QUOTE_OPEN.at(place, message, hint, value=text)
    if kind == "swallowed":
        message = f"The quoted cell {shown} contains whole rows of the table."
        hint = "Add the missing quotation mark where this cell should end."
        return codes.SWALLOWED.at(place, message, hint, value=text[:60])
    hint = "Put the whole cell in quotation marks and double those inside it."
    if kind == "after":
        message = f"Text follows the closing quotation mark in {shown}."
        return codes.QUOTE_STRAY.at(place, message, hint, value=text, severity=Severity.ERROR)
    if kind == "space":
        message = f"A space stands before the quotation mark that opens the cell {shown}."
        hint = "Delete the space; it is read as if it were not there."
        return codes.QUOTE_STRAY.at(place, message, hint, value=text)
    message = f"The cell {shown} has quotation marks inside but is not quoted; it is kept as is."
    return codes.QUOTE_STRAY.at(place, message, hint, value=text)


def _broken_bytes(place: Location, decoded: Decoded, parsed: Parsed) -> Iterator[Finding]:
    encoding = decoded.guessed or decoded.encoding.upper()
    for row, values in parsed.grid.records.items():
        for column, raw in enumerate(values):
            if "\ufffd" in raw:
                yield codes.ENCODING_BROKEN.at(
                    replace(place, row=row, column=column_letter(column)),
                    f"{quoted(raw)} holds bytes that are no {encoding} character.",
                    "Type the lost letter again and save the file as CSV UTF-8.",
                    value=raw,
                )


def workbook_notes(grid: Grid, table: Table, *, wanted: bool, stale: bool) -> Iterator[Finding]:
    """What a sheet of a workbook hides, shows differently or carries along."""
    place = table.sheet.location
    filled = {row for row in grid.rows if row >= table.header_row}
    if grid.hidden and filled:
        severity = Severity.WARNING if wanted else Severity.INFO
        yield sheets.HIDDEN.at(
            place,
            f"The sheet {quoted(grid.name)} is hidden"
            + ("; it would be printed." if wanted else "."),
            "Unhide the sheet, or delete it if it should not be used.",
            severity=severity,
            value=grid.name,
        )
    if not wanted:
        return
    yield from _hidden(grid, table, filled)
    yield from _merged(grid, table)
    headers: Headers = {cell.location.column: cell.text for cell in table.sheet.headers}
    yield from _escapes(grid, place, headers)

    def at(address: tuple[int, int]) -> Location:
        letter = column_letter(address[1])
        return replace(place, row=address[0], column=letter, header=headers.get(letter))

    def inside(address: tuple[int, int]) -> bool:
        return address[0] in filled and address[1] in grid.rows[address[0]]

    for address, text in sorted(grid.struck.items()):
        if inside(address):
            yield cells.STRUCK.at(
                at(address),
                f"{quoted(text)} is struck through but would be printed.",
                "Delete the struck-through text, or remove the formatting.",
                value=text,
            )
    for address, script in sorted(grid.scripts.items()):
        if inside(address):
            raw = grid.rows[address[0]][address[1]][0]
            yield cells.SCRIPT.at(
                at(address),
                f"The cell shows {quoted(script.shown)} but is read as {quoted(raw)}: "
                "the height of characters is lost.",
                f"Type {quoted(script.shown)}, or write it out."
                if script.typable
                else "Write it out in words.",
                value=raw,
                severity=None if script.wrong else Severity.WARNING,
            )
    for address, text in sorted(grid.comments.items()):
        if address[0] <= table.header_row:
            continue  # notes that explain the columns
        message = f"Comment: {quoted(text, 200)}"
        yield cells.COMMENT.at(at(address), message, "Settle it, then delete it.", value=text)
    for address, text in sorted(grid.shown.items()):
        if inside(address):
            yield from _display(at(address), grid.rows[address[0]][address[1]][0], text)
    for address, message in sorted(grid.broken.items()):
        hint = "Open the file in a spreadsheet program, check the cell, and save it again."
        yield cells.UNREADABLE.at(at(address), message, hint, value=message)
    if stale and grid.results:
        yield cells.STALE.at(
            place,
            f"The results of {number(grid.results, 'formula')} may be old: "
            "the workbook is calculated by hand only, or was never calculated.",
            "Open it in Excel or LibreOffice, set the calculation to automatic, and save it.",
        )
    last_row = max(filled, default=0)
    last_column = max(table.columns, default=0)
    if grid.used[0] > last_row + FAR_ROWS or grid.used[1] > last_column + FAR_COLUMNS:
        far = f"{column_letter(grid.used[1])}{grid.used[0]:,}"
        yield sheets.USED_RANGE.at(
            place,
            f"The table ends in row {last_row:,}, but the sheet goes on to {far}; "
            "the empty cells are ignored.",
            "Delete the rows below and the columns beside the table, then save.",
            value=far,
        )


def _display(place: Location, raw: str, shown: str) -> Iterator[Finding]:
    severity = severity_of_display(raw, shown)
    if severity is not None:
        seen = quoted(shown) if shown.strip() else "nothing"
        yield cells.SHOWN_DIFFERS.at(
            place,
            f"The cell shows {seen} but holds {raw}.",
            "Format the cell as Text (or General for a number) and type what should be printed.",
            value=raw,
            severity=severity,
        )


def _hidden(grid: Grid, table: Table, filled: set[int]) -> Iterator[Finding]:
    place = table.sheet.location
    rows = sorted(filled & grid.hidden_rows)
    if rows:
        code = sheets.FILTER if grid.filtered else sheets.HIDDEN
        why = "A filter hides" if grid.filtered else "Hidden:"
        hint = "Clear the filter." if grid.filtered else "Unhide the rows; delete drafts."
        message = f"{why} {number(len(rows), 'row')} that would be printed: {_ranges(rows)}."
        yield code.at(replace(place, row=rows[0]), message, hint, value=_ranges(rows))
    for unseen, why in ((grid.small, "too small to be seen"), (grid.white, "white on white")):
        below = (spot for spot in unseen if spot[0] in filled and spot[0] > table.header_row)
        spots = sorted(spot for spot in below if spot[1] in table.columns)
        if spots:
            row, column = spots[0]
            message = f"Hidden: {number(len(spots), 'cell')} whose text is {why}."
            spot = replace(place, row=row, column=column_letter(column))
            hint = "Give the text its usual size and colour; delete drafts."
            yield sheets.HIDDEN.at(spot, message, hint, value=why)
    columns = [column for column in table.columns if grid.column_hidden(column)]
    if columns:
        names = ", ".join(column_letter(column) for column in columns)
        message = f"Hidden: {number(len(columns), 'column')} that would be read: {names}."
        spot = replace(place, column=column_letter(columns[0]))
        yield sheets.HIDDEN.at(spot, message, "Unhide the columns; delete drafts.", value=names)


def _merged(grid: Grid, table: Table) -> Iterator[Finding]:
    place, last = table.sheet.location, max(grid.rows, default=0)
    for top, left, bottom, right in sorted(grid.merges):
        touched = [column for column in table.columns if left <= column <= right]
        if bottom < table.header_row or top > last or not touched:
            continue
        raw = grid.rows.get(top, {}).get(left, ("",))[0]
        if not raw.strip():
            continue
        area = f"{column_letter(left)}{top}:{column_letter(right)}{bottom}"
        yield sheets.MERGED.at(
            replace(place, row=top, column=column_letter(left)),
            f"The cells {area} are merged; only the first of them holds {quoted(raw)}.",
            "Unmerge them and fill in the value in each cell.",
            value=area,
        )


def _ranges(rows: Iterable[int]) -> str:
    """``3, 7 to 9``."""
    runs: list[list[int]] = []
    for row in rows:
        if runs and runs[-1][1] == row - 1:
            runs[-1][1] = row
        else:
            runs.append([row, row])
    parts = [str(a) if a == b else f"{a} to {b}" for a, b in runs]
    return ", ".join(parts[:8]) + (" ..." if len(parts) > 8 else "")
