"""Results by name, the best first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

__all__ = ["Ordered"]

_R = TypeVar("_R")


class Ordered(Mapping[str, _R]):
    """Results of graphs by their names, the best first."""

    _by_name: dict[str, _R]

    def __getitem__(self, name: str) -> _R:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    @property
    def best(self) -> _R:
        """The first of them."""
        return next(iter(self._by_name.values()))
