"""JSON as bytes that are always the same, and the hash of a deck's content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def to_bytes(data: Any) -> bytes:
    """Deterministic JSON: UTF-8, two spaces, members in the order given, final line feed."""
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode("utf-8")


def content_hash(deck: Mapping[str, Any]) -> str:
    """``sha256:`` and 64 hex digits over the canonical JSON of `deck` without its hash.

    Canonical: UTF-8, members sorted, no space between tokens.
    """
    meta = {key: value for key, value in deck["deck"].items() if key != "content_hash"}
    canonical = json.dumps(
        {**deck, "deck": meta}, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return "sha256:" + hashlib.sha256(canonical.encode("utf-8")).hexdigest()
