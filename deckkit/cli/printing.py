"""The options of build and watch: what is printed, how and where."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckkit.cli.common import split
from deckkit.errors import UsageError

if TYPE_CHECKING:
    from deckkit.building import BuildOptions

PdfOption = Annotated[bool, typer.Option("--pdf", help="Also write print-and-play PDFs.")]
SheetsOption = Annotated[
    list[str] | None, typer.Option("--sheets", help="Sheets to print, e.g. a4-duplex.")
]
CardsOption = Annotated[
    list[str] | None,
    typer.Option("--cards", help="Print only these cards, e.g. S012,S040-S052,country."),
]
PngOption = Annotated[bool, typer.Option("--png", help="Also write a PNG of each side at 300 dpi.")]
SizeOption = Annotated[
    str | None, typer.Option("--card-size", help="Size of the cards, e.g. poker, bridge, tarot.")
]
CopiesOption = Annotated[
    int | None, typer.Option("--copies", min=1, max=20, help="Print every card so many times.")
]
InkOption = Annotated[bool, typer.Option("--ink-saver", help="White grounds and outlines.")]
MarksOption = Annotated[
    str | None,
    typer.Option("--marks", help="Marks on sheets: crop, cutter (cutting machines), none."),
]
StandardOption = Annotated[
    str | None, typer.Option("--standard", help="Conform to pdf/a-2b, pdf/a-2u, pdf/x-4, or none.")
]
PressOption = Annotated[
    Path | None, typer.Option("--output-profile", help="ICC profile of the press, for pdf/x-4.")
]
OutOption = Annotated[Path, typer.Option("--out", help="Folder to write to.")]
DraftOption = Annotated[bool, typer.Option("--draft", help="Profile draft; every page says DRAFT.")]


def target(
    out: Path,
    pdf: bool,
    sheets: list[str] | None,
    cards: list[str] | None,
    png: bool,
    card_size: str | None,
    copies: int | None,
    ink_saver: bool,
    marks: str | None,
    standard: str | None,
    output_profile: Path | None,
    draft: bool,
) -> BuildOptions:
    """What a build writes; whoever says how to print wants PDFs.

    Raises UsageError for an option with an empty value.
    """
    from deckkit.building import BuildOptions

    named = {"sheets": sheets, "card-size": card_size, "marks": marks, "standard": standard}
    for name, value in named.items():
        if value is not None and not "".join(value).strip(" ,"):
            raise UsageError(f"--{name} names nothing.", "Leave it out, or name one.")
    how = (sheets, cards, png, card_size, copies, ink_saver, marks, standard, output_profile)
    return BuildOptions(
        out,
        pdf or any(value not in (None, False) for value in how),
        split(sheets),
        draft,
        None if cards is None else split(cards),
        png,
        ink_saver,
        copies,
        card_size,
        marks,
        standard,
        output_profile,
    )
