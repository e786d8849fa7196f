"""Distances that are numbers wherever they are determined."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from ._core import ContsidError

__all__ = ["Bounds", "Distance"]


def _left(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: function(self._number(), _plain(other))


def _right(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: function(_plain(other), self._number())


def _plain(other: Any) -> Any:
    return other._number() if isinstance(other, Distance) else other


class Distance:
    """A distance that acts as the number that it is.

    It can be compared, added, averaged and formatted as its :attr:`value`. Where the graphs leave it open it is two
    bounds and no number: then all this is refused by a :class:`ContsidError` that says so.
    """

    __slots__ = ()

    @property
    def value(self) -> Any:
        """The number, or :class:`Bounds` where it is not determined."""
        raise NotImplementedError

    def _number(self) -> Any:
        value = self.value
        if isinstance(value, Bounds):
            if value.lower == value.upper:
                return value.lower
            name = "distance" if type(self) is Bounds else type(self).__name__
            words = f"it lies between {value.lower} and {value.upper}; take .lower or .upper"
            raise ContsidError(f"the {name} is not determined: {words}")
        return value

    def __int__(self) -> int:
        return int(self._number())

    def __float__(self) -> float:
        return float(self._number())

    def __bool__(self) -> bool:
        return bool(self._number())

    def __round__(self, digits: int | None = None) -> Any:
        return round(self._number(), digits)

    def __neg__(self) -> Any:
        return -self._number()

    def __pos__(self) -> Any:
        return self._number()

    def __abs__(self) -> Any:
        return abs(self._number())

    def __format__(self, how: str) -> str:
        return format(self._number(), how) if how else str(self)

    def __str__(self) -> str:
        value = self.value
        return f"{value.lower}..{value.upper}" if isinstance(value, Bounds) else str(value)

    def __eq__(self, other: object) -> bool:
        return bool(self.value == (other.value if isinstance(other, Distance) else other))

    def __hash__(self) -> int:
        return hash(self.value)

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        """The number, for numpy."""
        import numpy as np

        return np.array(self._number(), dtype=dtype)

    __lt__ = _left(operator.lt)
    __le__ = _left(operator.le)
    __gt__ = _left(operator.gt)
    __ge__ = _left(operator.ge)
    __add__ = _left(operator.add)
    __radd__ = _right(operator.add)
    __sub__ = _left(operator.sub)
    __rsub__ = _right(operator.sub)
    __mul__ = _left(operator.mul)
    __rmul__ = _right(operator.mul)
    __truediv__ = _left(operator.truediv)
    __rtruediv__ = _right(operator.truediv)
    __floordiv__ = _left(operator.floordiv)
    __rfloordiv__ = _right(operator.floordiv)
    __mod__ = _left(operator.mod)
    __rmod__ = _right(operator.mod)
    __pow__ = _left(operator.pow)
    __rpow__ = _right(operator.pow)


class Bounds(Distance):
    """The smallest and the largest value over the directed acyclic graphs that a graph allows.

    No number: whatever needs one is refused, unless both are equal. ``lower, upper = bounds`` takes them apart.
    """

    __slots__ = ("lower", "upper")

    def __init__(self, lower: Any, upper: Any) -> None:
        self.lower, self.upper = lower, upper

    @property
    def value(self) -> Bounds:
        """The bounds themselves."""
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter((self.lower, self.upper))

    def __eq__(self, other: object) -> bool:
        other = other.value if isinstance(other, Distance) else other
        return isinstance(other, (Bounds, tuple)) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Bounds(lower={self.lower}, upper={self.upper})"
