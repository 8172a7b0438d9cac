"""A sequence whose items are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Lazy(Sequence[T]):
    """`length` items of ``make(index)``, each made once."""

    __slots__ = ("_items", "_make", "_missing")

    def __init__(self, length: int, make: Callable[[int], T]) -> None:
        """Nothing is made yet."""
        self._items: list[T | None] = [None] * length
        self._make = make
        self._missing = length

    def __len__(self) -> int:
        """The number of items, made or not."""
        return len(self._items)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        """The item or items at an index; raises IndexError beyond the end."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self._items)))]
        found = self._items[index]
        if found is None:
            found = self._make(index if index >= 0 else index + len(self._items))
            self._items[index] = found
            self._missing -= 1
        return found

    def __iter__(self) -> Iterator[T]:
        """The items in order."""
        if self._missing:
            return (self[at] for at in range(len(self._items)))
        return iter(self._items)  # type: ignore[arg-type]  # all of them are made

    def __repr__(self) -> str:
        """Says how many there are."""
        return f"<{len(self._items)} items>"
