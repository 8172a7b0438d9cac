"""Zip containers: replace some parts, keep the others, the order and all dates."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping


def rewrite(
    data: bytes,
    parts: Mapping[str, bytes],
    date_time: tuple[int, int, int, int, int, int] | None = None,
) -> bytes:
    """The container `data` with the content of `parts` replaced (names in any case).

    All entries get `date_time` when it is given.
    """
    wanted = {name.replace("\\", "/").lstrip("/").lower(): body for name, body in parts.items()}
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        new.comment = old.comment
        for entry in old.infolist():
            copy = zipfile.ZipInfo(entry.filename, date_time or entry.date_time)
            copy.compress_type = entry.compress_type
            copy.external_attr, copy.create_system = entry.external_attr, entry.create_system
            copy.comment = entry.comment
            plain = entry.filename.replace("\\", "/").lstrip("/").lower()
            body = wanted.get(plain)
            new.writestr(copy, old.read(entry) if body is None else body)
    return out.getvalue()
