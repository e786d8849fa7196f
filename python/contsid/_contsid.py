"""What contSID returns, from all rows and cross-fitted."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._numbers import Bounds, short
from ._results import BoundedDistance, snapshot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["ContSid", "CrossFit", "Estimate", "estimate"]


class _Estimated(BoundedDistance):
    """A distance that is estimated from data."""

    __slots__ = ()
    nodes: list[str]

    def __reduce__(self) -> Any:
        return type(self), (snapshot(self._found), self.nodes)

    @property
    def is_determined(self) -> bool:
        """Whether the distance is one number, not bounds."""
        return bool(self._found.is_determined)


class ContSid(_Estimated):
    """The continuous structural intervention distance: a number, or bounds.

    Attributes
    ----------
    lower, upper : float
        The smallest and the largest distance over the directed acyclic graphs that the two graphs allow; equal if
        both are determined.
    nodes : list of str
        The names of the rows and columns of :attr:`matrix`.
    """

    __slots__ = ("lower", "nodes", "upper")
    _found: _core.ContSid
    lower: float
    upper: float

    def __init__(self, found: Any, nodes: list[str]) -> None:
        self._found = found
        self.lower, self.upper, self.nodes = found.lower, found.upper, nodes

    @property
    def matrix(self) -> NDArray[np.float64]:
        """d of each pair: treatments are rows, outcomes columns. Of bounds the upper ones."""
        return self._found.upper_pairs

    @property
    def lower_matrix(self) -> NDArray[np.float64]:
        """The smallest d of each pair."""
        return self._found.lower_pairs

    @property
    def cases(self) -> list[list[str]] | None:
        """The case of each pair, ``1``, ``2a``, ``2b``, ``3.1`` or ``3.2``; ``None`` for bounds."""
        return self._found.cases

    def to_dict(self) -> dict[str, Any]:
        """The bounds, the nodes, and the distances of all pairs as lists; the cases of determined graphs."""
        found: dict[str, Any] = {"lower": self.lower, "upper": self.upper, "nodes": list(self.nodes)}
        if self.cases is None:
            return {**found, "pairs": {"lower": self.lower_matrix.tolist(), "upper": self.matrix.tolist()}}
        return {**found, "pairs": self.matrix.tolist(), "cases": self.cases}

    def __repr__(self) -> str:
        return f"ContSid({short(self.value)})"


class Estimate(NamedTuple):
    """A value with its standard error, how far estimates that are wrong in other ways differ, and the ends of its 95 %
    interval; none of them is known of a bound that no member is known to attain."""

    value: float
    se: float | None
    model_se: float | None
    ci_low: float | None
    ci_high: float | None

    @property
    def error(self) -> float | None:
        """What the interval is made of and tables show: √(se² + model_se²)."""
        return None if self.se is None or self.model_se is None else math.hypot(self.se, self.model_se)

    @property
    def interval(self) -> tuple[float, float] | None:
        """The ends of the 95 % interval."""
        return None if self.ci_low is None or self.ci_high is None else (self.ci_low, self.ci_high)

    def __str__(self) -> str:
        """The value with its error, in as many digits as that supports."""
        return short(self.value) if self.error is None else _core.with_error(self.value, self.error)

    def __repr__(self) -> str:
        return f"Estimate({self})"


def estimate(found: Any) -> Estimate:
    """What the extension has found: a value, its two errors, and the ends of its interval."""
    value, se, model_se, interval = found
    return Estimate(value, se, model_se, *(interval or (None, None)))


class CrossFit(_Estimated):
    """Cross-fitted contSID: a number with its uncertainty, or bounds.

    Attributes
    ----------
    lower, upper : Estimate
        The smallest and the largest distance over the directed acyclic graphs that the two graphs allow, each with
        its standard error and interval; equal if both are determined.
    parts, repeats : int
        Into how many parts the rows were divided, and how often.
    low_overlap : float
        The share of interventions with hardly any data nearby, where nothing can be said.
    kappa : float or None
        How far the outcomes are from linear: near 0 where linear models fit, near 1 where a kernel regression says
        all that they do not. None without linear models.
    nodes : list of str
        The names of the rows and columns of the matrices.
    """

    __slots__ = ("kappa", "low_overlap", "lower", "nodes", "parts", "repeats", "upper")
    lower: Estimate
    upper: Estimate
    parts: int
    repeats: int
    low_overlap: float
    kappa: float | None

    _MATRICES = ("d", "se", "model_se", "ci_low", "ci_high", "p_value", "adjusted_p_value", "low_overlap")

    def __init__(self, found: Any, nodes: list[str]) -> None:
        self._found = found
        self.lower, self.upper = estimate(found.lower), estimate(found.upper)
        self.parts, self.repeats, self.low_overlap = found.parts, found.repeats, found.low_overlap
        self.kappa = found.kappa
        self.nodes = nodes

    def _of_bounds(self, attribute: str) -> Any:
        lower, upper = (getattr(bound, attribute) for bound in (self.lower, self.upper))
        return upper if self.is_determined else Bounds(lower, upper)

    @property
    def value(self) -> float | Bounds:
        """The distance if it is determined, its bounds otherwise."""
        found: float | Bounds = self._of_bounds("value")
        return found

    @property
    def se(self) -> Any:
        """Its standard error; of bounds those of both."""
        return self._of_bounds("se")

    @property
    def model_se(self) -> Any:
        """How far estimates that are wrong in other ways differ: the part of the interval that is not noise."""
        return self._of_bounds("model_se")

    @property
    def error(self) -> Any:
        """What its interval is made of and tables show, √(se² + model_se²); of bounds those of both."""
        return self._of_bounds("error")

    @property
    def ci_low(self) -> Any:
        """The lower end of its 95 % interval; of bounds those of both."""
        return self._of_bounds("ci_low")

    @property
    def ci_high(self) -> Any:
        """The upper end of its 95 % interval; of bounds those of both."""
        return self._of_bounds("ci_high")

    @property
    def interval(self) -> Any:
        """The ends of its 95 % interval; of bounds the intervals of both."""
        return self._of_bounds("interval")

    def _matrix(self, name: str, pairs: str = "upper_matrices") -> NDArray[np.float64]:
        matrix: NDArray[np.float64] = getattr(self._found, pairs)[self._MATRICES.index(name)]
        return matrix

    @property
    def matrix(self) -> NDArray[np.float64]:
        """d of each pair: treatments are rows, outcomes columns. Of bounds the upper ones."""
        return self._matrix("d")

    @property
    def se_matrix(self) -> NDArray[np.float64]:
        """The standard error of each pair; 0 where nothing is estimated."""
        return self._matrix("se")

    @property
    def p_values(self) -> NDArray[np.float64]:
        """The p-value of each pair: the chance of such contrasts where the graphs' answers do not differ."""
        return self._matrix("p_value")

    @property
    def adjusted_p_values(self) -> NDArray[np.float64]:
        """The p-values adjusted for the number of pairs by the method of Benjamini and Hochberg."""
        return self._matrix("adjusted_p_value")

    def cells(self, *, as_bounds: bool = False) -> dict[str, NDArray[np.float64]]:
        """The matrices by the names that they have as columns of pairs; ``as_bounds`` gives both ends of each."""
        names = {name: "crossfit" if name == "d" else name for name in self._MATRICES}
        if self.is_determined and not as_bounds:
            return {column: self._matrix(name) for name, column in names.items()}
        bounds = (("lower", "lower_matrices"), ("upper", "upper_matrices"))
        return {
            f"{column}_{bound}": self._matrix(name, pairs) for name, column in names.items() for bound, pairs in bounds
        }

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each pair that is estimated, with its treatments; of bounds at its largest
        distance."""
        import pandas

        fields = ("crossfit", *self._MATRICES[1:])
        rows = self._found.rows
        return pandas.DataFrame(
            [{"treatments": names, "outcome": outcome, **dict(zip(fields, row))} for names, outcome, row in rows],
            columns=["treatments", "outcome", *fields],
        )

    def to_dict(self) -> dict[str, Any]:
        """The numbers, their matrices as lists."""
        bounds = {"lower": self.lower._asdict(), "upper": self.upper._asdict()}
        shape = {"parts": self.parts, "repeats": self.repeats, "low_overlap": self.low_overlap, "kappa": self.kappa}
        matrices = {name: matrix.tolist() for name, matrix in self.cells().items()}
        return {**bounds, **shape, "nodes": list(self.nodes), "pairs": matrices}

    def __repr__(self) -> str:
        return f"CrossFit({self._in_words()})"

    def __str__(self) -> str:
        return self._in_words()

    def _in_words(self) -> str:
        """The number with its error, in as many digits as that supports; bounds in brackets."""
        return str(self.upper) if self.is_determined else f"[{self.lower}, {self.upper}]"
