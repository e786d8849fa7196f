"""What the distances of graphs return."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._numbers import Bounds, Distance

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Accuracy", "Aid", "BoundedDistance", "Shd", "Sid", "snapshot"]


def snapshot(found: Any) -> SimpleNamespace:
    """What an object of the extension holds, in a form that can be pickled."""
    attributes = [attribute for attribute in dir(found) if not attribute.startswith("_")]
    return SimpleNamespace(**{attribute: getattr(found, attribute) for attribute in attributes})


class Accuracy(NamedTuple):
    """How many edges two graphs share.

    Attributes
    ----------
    shared, learnt, truth : int
        The number of edges in both graphs, in the learnt graph, and in the truth.
    """

    shared: int
    learnt: int
    truth: int

    @property
    def precision(self) -> float | None:
        """The share of the learnt edges that are true; ``None`` if there are no learnt edges."""
        return self.shared / self.learnt if self.learnt else None

    @property
    def recall(self) -> float | None:
        """The share of the true edges that are learnt; ``None`` if there are no true edges."""
        return self.shared / self.truth if self.truth else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of precision and recall; ``None`` if there are no edges at all."""
        return 2 * self.shared / (self.learnt + self.truth) if self.learnt + self.truth else None


class _Counted(Distance):
    """A distance that counts something."""

    __slots__ = ("count",)
    count: int

    @property
    def value(self) -> int:
        """The count."""
        return self.count

    def __index__(self) -> int:
        return self.count


class Shd(_Counted):
    """The structural Hamming distance, a number.

    Attributes
    ----------
    count : int
        The distance.
    normalised : float
        The distance divided by the number of pairs of nodes.
    missing, extra, reversed, undirected : int
        How it splits: edges of the truth only, edges of the learnt graph only, edges that point the other way, and
        edges that only one of the graphs directs.
    """

    __slots__ = ("extra", "missing", "normalised", "reversed", "undirected")
    normalised: float
    missing: int
    extra: int
    reversed: int
    undirected: int

    def __init__(self, found: _core.Shd) -> None:
        for attribute in ("count", *self.__slots__):
            setattr(self, attribute, getattr(found, attribute))

    def to_dict(self) -> dict[str, Any]:
        """The count, and what it is made of."""
        return {attribute: getattr(self, attribute) for attribute in ("count", *sorted(self.__slots__))}

    def __repr__(self) -> str:
        return f"Shd({self.count})"


class BoundedDistance(Distance):
    """A distance of graphs that may allow several directed ones: a number, or bounds."""

    __slots__ = ("_found",)
    _found: Any
    lower: Any
    upper: Any

    @property
    def value(self) -> Any:
        """The distance if it is determined, its bounds otherwise."""
        return self.lower if self.lower == self.upper else Bounds(self.lower, self.upper)

    @property
    def is_exact(self) -> bool:
        """Whether members attain the bounds."""
        return bool(self._found.is_exact)


class Sid(BoundedDistance):
    """The structural intervention distance: a number, or bounds.

    Attributes
    ----------
    lower, upper : int
        The smallest and the largest distance over the directed acyclic graphs that the two graphs allow; equal if
        both are determined.
    """

    __slots__ = ("lower", "upper")
    _found: _core.Sid
    lower: int
    upper: int

    def __init__(self, found: Any) -> None:
        self._found = found
        self.lower, self.upper = found.lower, found.upper

    def __reduce__(self) -> Any:
        return Sid, (snapshot(self._found),)

    @property
    def wrong_pairs(self) -> list[tuple[str, str]]:
        """The pairs (treatment, outcome) that are wrong in every member."""
        return self._found.wrong_pairs

    @property
    def possibly_wrong_pairs(self) -> list[tuple[str, str]]:
        """The pairs (treatment, outcome) that are wrong in some member."""
        return self._found.possibly_wrong_pairs

    @property
    def mistakes(self) -> NDArray[np.uint8]:
        """2 for each pair that is wrong in every member, 1 for those wrong in some: treatments are rows."""
        return self._found.mistakes

    @property
    def normalised(self) -> float | Bounds:
        """The distance divided by the number of pairs that were looked at."""
        lower, upper = self._found.normalised
        return lower if lower == upper else Bounds(lower, upper)

    def __index__(self) -> int:
        return int(self._number())

    def to_dict(self) -> dict[str, Any]:
        """The bounds, and the wrong pairs as lists of two."""
        wrong, possibly = ([list(pair) for pair in pairs] for pairs in (self.wrong_pairs, self.possibly_wrong_pairs))
        return {"lower": self.lower, "upper": self.upper, "wrong_pairs": wrong, "possibly_wrong_pairs": possibly}

    def __repr__(self) -> str:
        return f"Sid({self})"


class Aid(_Counted):
    """An adjustment identification distance, a number.

    Attributes
    ----------
    count : int
        The number of wrong pairs.
    strategy : str
        How the graphs adjust.
    """

    __slots__ = ("_found", "strategy")
    _found: _core.Mistakes
    strategy: str

    def __init__(self, found: Any, strategy: str) -> None:
        self._found = found
        self.count = found.count
        self.strategy = strategy

    def __reduce__(self) -> Any:
        return Aid, (snapshot(self._found), self.strategy)

    @property
    def matrix(self) -> NDArray[np.uint8]:
        """1 for each pair that is wrong: treatments are rows."""
        return self._found.matrix

    @property
    def normalised(self) -> float:
        """The share of wrong pairs among those that were looked at."""
        return self._found.normalised

    @property
    def wrong_pairs(self) -> list[tuple[str, str]]:
        """The pairs (treatment, outcome) that are wrong."""
        return self._found.wrong_pairs

    def to_dict(self) -> dict[str, Any]:
        """The count, the strategy, and the wrong pairs as lists of two."""
        wrong = [list(pair) for pair in self.wrong_pairs]
        return {"count": self.count, "strategy": self.strategy, "wrong_pairs": wrong}

    def __repr__(self) -> str:
        return f"Aid({self.count}, {self.strategy!r})"
