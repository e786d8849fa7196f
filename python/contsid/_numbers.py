"""Distances that are numbers wherever they are determined."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from numbers import Real
from typing import Any

from ._core import ContsidError

__all__ = ["Bounds", "Distance", "short"]


def _left(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: function(self._number(), _plain(other))


def _right(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda self, other: function(_plain(other), self._number())


def _plain(other: Any) -> Any:
    return other._number() if isinstance(other, Distance) else other


class Distance:
    """A distance that acts as the number that it is.

    It can be compared, added, averaged and formatted as its :attr:`value`. Where the graphs leave it open it is two
    bounds and no number: they can be formatted, and all else is refused by a :class:`ContsidError` that says so.
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
            words = f"it lies between {short(value.lower)} and {short(value.upper)}; take .lower or .upper"
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
        value = self.value
        if isinstance(value, Bounds):
            lower, upper = (_formatted(bound, how) for bound in value)
            return upper if value.lower == value.upper else f"[{lower}, {upper}]"
        return format(value, how) if how else str(value)

    def __str__(self) -> str:
        return format(self, "")

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

    No number: whatever needs one is refused, unless both are equal. ``lower, upper = bounds`` takes them apart, and
    ``f"{bounds:.3f}"`` writes both with three decimals.
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
        return f"Bounds(lower={short(self.lower)}, upper={short(self.upper)})"


def short(value: Any) -> str:
    """A number in four digits, bounds in brackets, a dash for what is not known."""
    value = value.value if isinstance(value, Distance) else value
    if isinstance(value, Bounds):
        return str(value)
    if isinstance(value, tuple):
        return f"({', '.join(map(short, value))})"
    if not isinstance(value, float):
        return "–" if value is None else str(value)
    return f"{value:.0f}" if 1e3 <= abs(value) < 1e15 else f"{value:.4g}"


def _formatted(value: Any, how: str) -> str:
    """One of two bounds, as a format asks for it."""
    is_number = isinstance(value, (Real, Distance))
    return format(value, how) if how and is_number else short(value)
