"""Exit codes, and the exceptions for bad *usage* (bad *content* is a Finding)."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process tells its caller; documented in docs/cli.md and never renumbered."""

    OK = 0
    FINDINGS = 1
    USAGE = 2
    NOTHING = 3
    INTERNAL = 4
    INTERRUPTED = 130


class DeckkitError(Exception):
    """Something the caller asked for cannot be done.

    ``message`` is one sentence about what is wrong, ``hint`` one about what to do next.
    """

    exit_code = ExitCode.USAGE

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(DeckkitError):
    """Arguments or configuration that cannot be followed (exit 2)."""


class NothingToCheck(DeckkitError):
    """The paths hold no deck (exit 3)."""

    exit_code = ExitCode.NOTHING


class InternalError(DeckkitError):
    """deckkit broke one of its own promises, e.g. a deck that fails its schema (exit 4)."""

    exit_code = ExitCode.INTERNAL
