"""Compilation of the inner loops: numba when it is installed, plain Python otherwise.

Kernels are ordinary Python functions on numpy arrays and whole numbers, so that both ways give
the same results; `COMPILED` says which one is in use. Import this module lazily: numba is heavy.
Set ``DECKKIT_NO_NUMBA=1`` to force plain Python (tests compare both).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

COMPILED = False


def _plain_popcount(word: Any) -> int:
    """Number of one bits of a 64-bit word."""
    return int(word).bit_count()


def _plain(function: F) -> F:
    """Leave a kernel as it is."""
    return function


if os.environ.get("DECKKIT_NO_NUMBA"):
    jit: Callable[[F], F] = _plain
    popcount: Callable[[Any], Any] = _plain_popcount
else:
    try:
        import numba
        from numba.core import types
        from numba.extending import intrinsic
    except ImportError:
        jit = _plain
        popcount = _plain_popcount
    else:
        COMPILED = True
        jit = numba.njit(cache=True, nogil=True, boundscheck=False)

        @intrinsic  # type: ignore[untyped-decorator]
        def _ctpop(_context: Any, word: Any) -> Any:
            def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
                return builder.ctpop(args[0])

            return types.uint64(types.uint64), build

        @jit
        def popcount(word: Any) -> Any:
            """Number of one bits of a 64-bit word."""
            return numba.int64(_ctpop(word))
