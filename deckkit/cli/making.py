"""build, workbook, fix: what leaves the house, and what comes back from editors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckkit.cli.common import (
    ColorOption,
    FailOption,
    Format,
    FormatOption,
    GameOption,
    IgnoreOption,
    Level,
    MapOption,
    Paths,
    ProfileName,
    ProfileOption,
    QuietOption,
    SelectOption,
    SheetOption,
    VerboseOption,
    app,
    exit_on,
    options,
    show,
    split,
)
from deckkit.errors import ExitCode


@app.command()
def build(
    paths: Paths = None,
    pdf: Annotated[bool, typer.Option("--pdf", help="Also write print-and-play PDFs.")] = False,
    sheets: Annotated[
        list[str] | None, typer.Option(help="Sheets to print, e.g. a4-duplex.")
    ] = None,
    cards: Annotated[
        list[str] | None, typer.Option(help="Print only these cards, e.g. S012,S040-S052.")
    ] = None,
    png: Annotated[
        bool, typer.Option("--png", help="Also write a PNG of each side at 300 dpi.")
    ] = False,
    card_size: Annotated[
        str | None, typer.Option(help="Size of the cards, e.g. poker, bridge, tarot.")
    ] = None,
    copies: Annotated[
        int | None, typer.Option(min=1, max=20, help="Print every card so many times.")
    ] = None,
    ink_saver: Annotated[
        bool, typer.Option("--ink-saver", help="White grounds and outlines.")
    ] = False,
    marks: Annotated[
        str | None, typer.Option(help="Marks on sheets: crop, cutter (cutting machines), none.")
    ] = None,
    standard: Annotated[
        str | None, typer.Option(help="Conform to pdf/a-2b, pdf/a-2u, pdf/x-4, or none.")
    ] = None,
    output_profile: Annotated[
        Path | None, typer.Option(help="ICC profile of the press, for pdf/x-4.")
    ] = None,
    calibrate: Annotated[
        bool,
        typer.Option("--calibrate", help="Only write a page that measures a printer's shift."),
    ] = False,
    out: Annotated[Path, typer.Option(help="Folder to write to.")] = Path("build"),
    profile: ProfileOption = ProfileName.PRINT,
    draft: Annotated[
        bool, typer.Option("--draft", help="Profile draft; every page says DRAFT.")
    ] = False,
    game: GameOption = None,
    sheet: SheetOption = None,
    columns: MapOption = None,
    fail_on: FailOption = Level.ERROR,
    format_: FormatOption = Format.AUTO,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
    color: ColorOption = None,
) -> None:
    """Write the JSON decks, and with --pdf the sheets to print."""
    from deckkit import building

    if calibrate:
        typer.echo(building.calibration(out).as_posix())
        return
    chosen = ProfileName.DRAFT if draft else profile
    how = (sheets, cards, png, card_size, copies, ink_saver, marks, standard, output_profile)
    printing = pdf or any(how)
    target = building.BuildOptions(
        out, printing, split(sheets), draft, split(cards), png, ink_saver, copies, card_size,
        marks, standard, output_profile,
    )  # fmt: skip
    built = building.build(options(paths, chosen, game, sheet, columns=columns), target)
    show(built.report, format_, quiet, verbose, color, stream="stderr" if built.files else "stdout")
    if not built.files:
        typer.echo("Nothing was written: the decks have errors.", err=True)
        raise typer.Exit(ExitCode.FINDINGS)
    for file in built.files:
        typer.echo(file.as_posix())
    if not draft:
        exit_on(built.report, fail_on)


books = typer.Typer(help="The editors' workbook of a deck.", rich_markup_mode=None)
app.add_typer(books, name="workbook")


@books.command("export")
def export_workbook(
    deck: Annotated[Path, typer.Argument(help="A deck folder.")],
    out: Annotated[Path | None, typer.Option(help="Workbook to write.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")] = False,
) -> None:
    """Write a deck as one workbook with drop-downs, notes on columns and locked ids."""
    from deckkit import workbook

    typer.echo(workbook.render_export(workbook.export_deck(deck, out, force=force)), nl=False)


@books.command("import")
def import_workbook(
    file: Annotated[Path, typer.Argument(help="The edited workbook.")],
    deck: Annotated[Path, typer.Argument(help="The deck folder to write back to.")],
    remove: Annotated[
        bool, typer.Option("--remove", help="Also remove rows that the workbook lacks.")
    ] = False,
) -> None:
    """Write back into a deck folder what changed in its workbook, and list each change."""
    from deckkit import workbook

    typer.echo(workbook.render_import(workbook.import_deck(file, deck, remove=remove)), nl=False)


@app.command("fix")
def fix_sources(
    paths: Paths = None,
    diff: Annotated[bool, typer.Option("--diff", help="Show the changes, write nothing.")] = False,
    profile: ProfileOption = ProfileName.REVIEW,
    game: GameOption = None,
    sheet: SheetOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
) -> None:
    """Apply the safe corrections to CSV, .xlsx and .ods files, and to nothing else in them."""
    from deckkit import fix

    done = fix.fix(options(paths, profile, game, sheet, select, ignore), write=not diff)
    typer.echo(fix.render(done, as_diff=diff), nl=False)
    if done.refused or (diff and done.edits):
        raise typer.Exit(ExitCode.FINDINGS)
