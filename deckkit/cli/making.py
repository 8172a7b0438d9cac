"""build, watch, new, workbook, fix: what leaves the house, and what comes back from editors."""

from __future__ import annotations

import shlex
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
    name_files,
    options,
    show,
)
from deckkit.cli.printing import (
    CardsOption,
    CopiesOption,
    DraftOption,
    InkOption,
    MarksOption,
    OutOption,
    PdfOption,
    PngOption,
    PressOption,
    SheetsOption,
    SizeOption,
    StandardOption,
    target,
)
from deckkit.errors import ExitCode


@app.command()
def build(
    paths: Paths = None,
    pdf: PdfOption = False,
    sheets: SheetsOption = None,
    cards: CardsOption = None,
    png: PngOption = False,
    card_size: SizeOption = None,
    copies: CopiesOption = None,
    ink_saver: InkOption = False,
    marks: MarksOption = None,
    standard: StandardOption = None,
    output_profile: PressOption = None,
    calibrate: Annotated[
        bool,
        typer.Option("--calibrate", help="Only write a page that measures a printer's shift."),
    ] = False,
    out: OutOption = Path("build"),
    profile: ProfileOption = ProfileName.PRINT,
    draft: DraftOption = False,
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
    wanted = target(
        out, pdf, sheets, cards, png, card_size, copies, ink_saver, marks, standard,
        output_profile, draft,
    )  # fmt: skip
    chosen = ProfileName.DRAFT if draft else profile
    built = building.build(options(paths, chosen, game, sheet, columns=columns), wanted)
    show(built.report, format_, quiet, verbose, color, stream="stderr" if built.files else "stdout")
    name_files(built.files, built.removed)
    if not draft:
        exit_on(built.report, fail_on)


@app.command()
def watch(
    paths: Paths = None,
    pdf: PdfOption = False,
    sheets: SheetsOption = None,
    cards: CardsOption = None,
    png: PngOption = False,
    card_size: SizeOption = None,
    copies: CopiesOption = None,
    ink_saver: InkOption = False,
    marks: MarksOption = None,
    standard: StandardOption = None,
    output_profile: PressOption = None,
    out: OutOption = Path("build"),
    profile: ProfileOption = ProfileName.PRINT,
    draft: DraftOption = False,
    game: GameOption = None,
    sheet: SheetOption = None,
    columns: MapOption = None,
    quiet: QuietOption = False,
    color: ColorOption = None,
) -> None:
    """Build, and build again after every change of a source, until Ctrl-C."""
    from deckkit import watching

    wanted = target(
        out, pdf, sheets, cards, png, card_size, copies, ink_saver, marks, standard,
        output_profile, draft,
    )  # fmt: skip
    chosen = ProfileName.DRAFT if draft else profile
    try:
        for done in watching.watch(options(paths, chosen, game, sheet, columns=columns), wanted):
            if done.built is not None:
                show(done.built.report, Format.TERMINAL, quiet, False, color)
            files = len(done.built.files) if done.built else 0
            what = f"{files} files written" if files else "Nothing was written"
            after = f" {done.problem}" if done.problem else ""
            typer.echo(f"{what} ({done.seconds:.1f} s).{after} Waiting for changes; Ctrl-C ends.")
    except KeyboardInterrupt:
        typer.echo("")


@app.command()
def new(
    place: Annotated[Path, typer.Argument(help="The folder of the deck, which is made.")],
    game: Annotated[str | None, typer.Option(help="The deck's game, e.g. quizwiz.")] = None,
    title: Annotated[str, typer.Option(help="Its title; by default made of the folder.")] = "",
    as_workbook: Annotated[
        bool, typer.Option("--workbook", help="One .xlsx in place of CSV files.")
    ] = False,
) -> None:
    """Begin a deck: a folder with a few records of every sheet, right and ready to print."""
    from deckkit import starting

    started = starting.start(place, game, title=title, as_workbook=as_workbook)
    for file in started.files:
        typer.echo(file.as_posix())
    typer.echo(f"{started.title} is ready: put your own records in place of these.", err=True)
    typer.echo(f"Look at the cards with deckkit preview {shlex.quote(str(place))}", err=True)


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
    """Write back what changed in a workbook; list each change (exit code 1: nothing was read)."""
    from deckkit import workbook

    done = workbook.import_deck(file, deck, remove=remove)
    typer.echo(workbook.render_import(done), nl=False)
    if not done.read:
        raise typer.Exit(ExitCode.FINDINGS)


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
