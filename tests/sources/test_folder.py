"""The files of a deck's folder: what is read, passed over, or a finding."""

from __future__ import annotations

from pathlib import Path

from deckkit.sources import find_files


def test_find_files(tmp_path: Path) -> None:
    deck = tmp_path / "deck"
    (deck / "assets").mkdir(parents=True)
    (deck / "old").mkdir()
    (deck / "empty").mkdir()
    for name in (
        "countries.csv", "STATEMENTS.XLSX", "extra.ods", "legacy.xls", "deck.toml", "README.md",
        "README.txt", "LICENSE", ".hidden.csv", "~$STATEMENTS.XLSX", ".~lock.extra.ods#",
        "notes.numbers", "countries.csv.bak", "assets/x.csv", "old/countries.csv",
    ):  # fmt: skip
        (deck / name).write_text("x")
    (deck / "words.txt").write_text("just words\n")
    (deck / "table.txt").write_text("code\tname\nNA\tNamibia\n")
    (tmp_path / "secret.csv").write_text("password")
    (deck / "link.csv").symlink_to(tmp_path / "secret.csv")

    files, notes = find_files(deck, "sources/deck")

    assert [path.name for path in files] == [
        "STATEMENTS.XLSX",
        "countries.csv",
        "extra.ods",
        "legacy.xls",
        "table.txt",
    ]
    assert [(n.location.file.removeprefix("sources/deck/"), n.name, n.severity.value) for n in notes
            ] == [
        (".~lock.extra.ods#", "lock-file", "info"),
        ("countries.csv.bak", "file-unused", "warning"),
        ("link.csv", "file-link", "error"),
        ("notes.numbers", "file-unused", "warning"),
        ("old", "file-unused", "warning"),
        ("~$STATEMENTS.XLSX", "lock-file", "info"),
    ]  # fmt: skip
    assert "Export To" in notes[3].hint
