"""The job with typst: with_typst.py XLSX OUT."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import typst
from naive import read_rows

HERE = Path(__file__).resolve().parent


def main(xlsx: str, out: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "cards.json").write_text(json.dumps(read_rows(xlsx)), encoding="utf-8")
        (root / "deck.typ").write_text((HERE / "deck.typ").read_text("utf-8"), encoding="utf-8")
        typst.compile(root / "deck.typ", output=out, root=folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
