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


def _plain_popcount(word: Any) -> int:
    """Number of one bits of a 64-bit word."""
    return int(word).bit_count()


def _plain(function: F) -> F:
    """Leave a kernel as it is."""
    return function


def _compilers() -> tuple[Callable[[F], F], Callable[[Any], Any], bool]:
    """The decorator of kernels, the bit count for use in them, and whether they are compiled."""
    if os.environ.get("DECKKIT_NO_NUMBA"):
        return _plain, _plain_popcount, False
    try:
        import numba
        from numba.core import types
        from numba.extending import intrinsic
    except ImportError:
        return _plain, _plain_popcount, False
    compiler: Any = numba.njit(cache=True, nogil=True)

    def count_bits(_context: Any, word: Any) -> Any:
        def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.uint64(word), build

    bits: Any = intrinsic(count_bits)

    def count(word: Any) -> Any:
        return numba.int64(bits(word))

    return compiler, compiler(count), True


jit: Callable[[F], F]
jit, popcount, COMPILED = _compilers()
