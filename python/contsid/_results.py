"""What the distances return."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._core import ContsidError

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Aid", "Bounds", "ContSid", "Shd", "Sid"]


class Bounds(NamedTuple):
    """The smallest and the largest value over the directed acyclic graphs that a graph stands for."""

    lower: float
    upper: float


class Shd:
    """The structural Hamming distance; ``int(result)`` is the count."""

    __slots__ = ("count", "normalised")
    count: int
    normalised: float

    def __init__(self, found: _core.Shd) -> None:
        self.count = found.count
        self.normalised = found.normalised

    def __int__(self) -> int:
        return self.count

    def __float__(self) -> float:
        return float(self.count)

    def __repr__(self) -> str:
        return f"Shd({self.count})"


class Sid:
    """The structural intervention distance, or its bounds.

    Attributes
    ----------
    lower, upper : int
        The smallest and the largest distance over the directed acyclic graphs that the two graphs stand for; equal if
        both are determined.
    """

    __slots__ = ("_found", "lower", "upper")
    lower: int
    upper: int

    def __init__(self, found: _core.Sid) -> None:
        self._found = found
        self.lower = found.lower
        self.upper = found.upper

    @property
    def wrong_pairs(self) -> list[tuple[str, str]]:
        """The pairs (treatment, outcome) that are wrong in every member."""
        return self._found.wrong_pairs

    @property
    def possibly_wrong_pairs(self) -> list[tuple[str, str]]:
        """The pairs (treatment, outcome) that are wrong in some member."""
        return self._found.possibly_wrong_pairs

    @property
    def is_exact(self) -> bool:
        """Whether members attain the bounds."""
        return self._found.is_exact

    @property
    def normalised(self) -> float | Bounds:
        """The distance divided by the number of pairs that were looked at."""
        lower, upper = self._found.normalised
        return lower if lower == upper else Bounds(lower, upper)

    @property
    def value(self) -> int | Bounds:
        """The distance if it is determined, its bounds otherwise."""
        return self.lower if self.lower == self.upper else Bounds(self.lower, self.upper)

    def __int__(self) -> int:
        if self.lower != self.upper:
            raise ContsidError(f"the SID is not determined: it lies between {self.lower} and {self.upper}")
        return self.lower

    def __float__(self) -> float:
        return float(int(self))

    def __repr__(self) -> str:
        return f"Sid({self.lower})" if self.lower == self.upper else f"Sid({self.lower}..{self.upper})"


class Aid:
    """An adjustment identification distance; ``int(result)`` is the count."""

    __slots__ = ("_found", "count", "strategy")
    count: int
    strategy: str

    def __init__(self, found: _core.Mistakes, strategy: str) -> None:
        self._found = found
        self.count = found.count
        self.strategy = strategy

    @property
    def normalised(self) -> float:
        """The share of wrong pairs among those that were looked at."""
        return self._found.normalised

    @property
    def wrong_pairs(self) -> list[tuple[str, str]]:
        """The pairs (treatment, outcome) that are wrong."""
        return self._found.wrong_pairs

    def __int__(self) -> int:
        return self.count

    def __float__(self) -> float:
        return float(self.count)

    def __repr__(self) -> str:
        return f"Aid({self.count}, {self.strategy!r})"


class ContSid:
    """The continuous structural intervention distance, or its bounds.

    Attributes
    ----------
    lower, upper : float
        The smallest and the largest distance over the directed acyclic graphs that the two graphs stand for; equal if
        both are determined.
    """

    __slots__ = ("_found", "lower", "nodes", "upper")
    lower: float
    upper: float
    nodes: list[str]

    def __init__(self, found: _core.ContSid, nodes: list[str]) -> None:
        self._found = found
        self.lower = found.lower
        self.upper = found.upper
        self.nodes = nodes

    @property
    def is_determined(self) -> bool:
        """Whether the distance is one number, not bounds."""
        return self._found.is_determined

    @property
    def is_exact(self) -> bool:
        """Whether members attain the bounds."""
        return self._found.is_exact

    @property
    def matrix(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """d of each pair: treatments are rows, outcomes columns. Of bounds the upper ones."""
        return self._found.upper_pairs

    @property
    def lower_matrix(self) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The smallest d of each pair."""
        return self._found.lower_pairs

    @property
    def cases(self) -> list[list[str]] | None:
        """The case of each pair, ``1``, ``2a``, ``2b``, ``3.1`` or ``3.2``; none if the graphs are not determined."""
        return self._found.cases

    @property
    def value(self) -> float | Bounds:
        """The distance if it is determined, its bounds otherwise."""
        return self.lower if self.is_determined else Bounds(self.lower, self.upper)

    def __float__(self) -> float:
        if not self.is_determined and self.lower != self.upper:
            raise ContsidError(f"contSID is not determined: it lies between {self.lower} and {self.upper}")
        return self.lower

    def __repr__(self) -> str:
        return f"ContSid({self.lower})" if self.is_determined else f"ContSid({self.lower}..{self.upper})"
