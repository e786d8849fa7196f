"""Distributions under interventions, as embeddings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from numbers import Real
from typing import TYPE_CHECKING, Any, overload

from . import _core
from ._core import Embedding, OptionError, TableError
from ._estimation import Estimation, estimation_of
from ._graphs import read
from ._naming import all_columns, check_columns, on_columns
from ._notes import warn
from ._options import each, listed, number
from ._reading import Reading
from ._tables import read_table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["InterventionalEmbedding", "interventional_embedding", "mcmd", "mmd"]


class InterventionalEmbedding:
    """What a graph and data say about an outcome when a treatment is set.

    Attributes
    ----------
    treatment, outcome : str
        The two nodes.
    adjustment : list of str
        The nodes that are adjusted for.
    """

    def __init__(self, fitted: _core.InterventionalEmbedding, treatment: str, outcome: str) -> None:
        self._fitted = fitted
        self.treatment = treatment
        self.outcome = outcome
        self.adjustment = fitted.adjustment

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, InterventionalEmbedding):
            return NotImplemented
        return bool(self._fitted.__reduce__() == other._fitted.__reduce__())

    def __hash__(self) -> int:
        return hash((self.treatment, self.outcome))

    @overload
    def at(self, value: list[Any] | tuple[Any, ...] | NDArray[Any]) -> list[Embedding]: ...
    @overload
    def at(self, value: float | str | None = None) -> Embedding: ...
    def at(self, value: Any = None) -> Embedding | list[Embedding]:
        """The distribution of the outcome when the treatment is set to a value (a category by its name); of several
        values a list; without one, averaged over the observed values. A value outside the data is warned of."""
        self._warn_outside(value)
        return [self._fitted.at(one) for one in value] if _is_several(value) else self._fitted.at(value)

    def mean(self, value: Any = None) -> Any:
        """The mean of a numeric outcome when the treatment is set to a value; of several values an array."""
        import numpy as np

        found = self.at(value)
        return np.array([one.mean() for one in found]) if isinstance(found, list) else found.mean()

    def mmd(self, other: InterventionalEmbedding, value: Any = None) -> Any:
        """How far two such distributions of the same outcome are apart when the same treatment is set to a value; of
        several values an array; without one, the average over the values that were observed with this one. Where two
        graphs disagree on an effect (case 3.2) this average is what contSID divides by the norm of the outcome's
        embedding."""
        import numpy as np

        if not isinstance(other, InterventionalEmbedding):
            raise OptionError(f"{other!r:.60} is no interventional embedding")
        if (self.treatment, self.outcome) != (other.treatment, other.outcome):
            raise OptionError(f"{self!r} and {other!r} are not about the same treatment and outcome")
        self._warn_outside(value)
        if _is_several(value):
            return np.array([self._fitted.mmd(other._fitted, one) for one in value])
        return self._fitted.mmd(other._fitted, value)

    def density(self, grid: Iterable[Any], value: Any = None) -> NDArray[np.float64]:
        """The density of the outcome at each point of a grid when the treatment is set to a value; without one,
        averaged over the observed values. Of categories, given by name, these are probabilities. Several values give a
        row each."""
        import numpy as np

        points, found = self._points(grid), self.at(value)
        if isinstance(found, list):
            return np.array([one.density(points) for one in found])
        density: NDArray[np.float64] = found.density(points)
        return density

    def _points(self, grid: Iterable[Any]) -> list[float]:
        levels = self._fitted.outcome_levels
        if levels is not None:
            names = list(grid)
            unknown = [name for name in names if str(name) not in levels]
            if unknown:
                raise OptionError(f"{self.outcome} has no category {unknown[0]!r}: it has {', '.join(levels)}")
            return [float(levels.index(str(name))) for name in names]
        try:
            return [float(point) for point in grid]
        except (TypeError, ValueError):
            raise OptionError("a grid is a list of numbers") from None

    def _warn_outside(self, value: Any) -> None:
        """Far from the data an estimate says nothing."""
        ends = self._fitted.treatment_range
        for one in value if _is_several(value) else [value]:
            if ends is not None and isinstance(one, Real) and not ends[0] <= float(one) <= ends[1]:
                words = f"do({self.treatment} = {one}) lies outside the data, {ends[0]:.4g} to {ends[1]:.4g}"
                warn([f"{words}: no estimate is to be trusted there"])

    def __repr__(self) -> str:
        given = f", adjusting for {', '.join(self.adjustment)}" if self.adjustment else ""
        return f"InterventionalEmbedding({self.outcome} under do({self.treatment}){given})"


def _is_several(value: Any) -> bool:
    if isinstance(value, (str, bytes)) or getattr(value, "ndim", 1) == 0:
        return False
    return isinstance(value, (list, tuple)) or hasattr(value, "__len__")


def mmd(first: Any, second: Any, *, estimation: Estimation | None = None) -> float:
    """The maximum mean discrepancy of two samples: how far their distributions are apart.

    Parameters
    ----------
    first, second
        Two samples of one variable: numbers, or texts as categories.
    estimation
        The kernel and its bandwidth, as :class:`Estimation`; the median is that of both samples together.

    Returns
    -------
    float
        ‖(1/n) Σ k(x, ·) − (1/m) Σ k(y, ·)‖.

    Examples
    --------
    >>> import contsid
    >>> round(contsid.mmd([0.0], [1.0], estimation=contsid.Estimation(bandwidth=1.0)), 4)  # √(2 − 2 exp(−1/2))
    0.8871
    """
    chosen = estimation_of(estimation, "kernel", "bandwidth", "memory_limit")
    one, other = (each(what, given, "take a list of values") for what, given in (("first", first), ("second", second)))
    if not one or not other:
        raise OptionError("a sample is empty: both need at least one value")
    table = read_table({"value": [*one, *other]}, Reading(), False, "the samples")
    return _core.mmd(table, len(one), chosen)


def _codes(points: list[Any], values: list[Any], name: str) -> list[float]:
    """Points as numbers; those of a column of categories as their places in the order of the names."""
    if not any(isinstance(value, str) for value in values):
        return [number(name, point) for point in points]
    levels = sorted({str(value) for value in values})
    unknown = [point for point in points if str(point) not in levels]
    if unknown:
        raise OptionError(f"{name} has no category {unknown[0]!r}: it has {', '.join(levels)}")
    return [float(levels.index(str(point))) for point in points]


def _columns(what: str, table: Any) -> dict[str, list[Any]]:
    """The columns of a table by name."""
    if isinstance(table, Mapping) or hasattr(table, "columns"):
        with suppress(TypeError):
            return {str(name): list(table[name]) for name in (table if isinstance(table, Mapping) else table.columns)}
    kind = type(table).__name__
    raise TableError(f"{what} is a {kind}: take a frame, or a dictionary with a list of values for each column")


def mcmd(
    first: Any,
    second: Any,
    outcome: Any,
    given: Iterable[Any],
    at: Any,
    *,
    estimation: Estimation | None = None,
) -> NDArray[np.float64]:
    """The maximum conditional mean discrepancy: how far P(outcome | given) in two tables are apart, at some points.

    Parameters
    ----------
    first, second
        Two tables, as pandas frames or dictionaries of columns.
    outcome
        The column whose conditional distribution is compared.
    given
        The columns that are conditioned on.
    at
        The points, as a table with the columns of ``given``.
    estimation
        As :class:`Estimation`: ``kernel``, ``bandwidth`` (the median is that of all rows together) and ``lambda_``, a
        number.

    Returns
    -------
    numpy.ndarray
        The distance at each point.

    Examples
    --------
    >>> import contsid, numpy as np
    >>> x = np.linspace(-1, 1, 40)
    >>> up, down = {"x": x, "y": x}, {"x": x, "y": -x}
    >>> middle, end = contsid.mcmd(up, down, "y", ["x"], {"x": [0.0, 1.0]})
    >>> bool(middle < 0.1 < end)
    True
    """
    import numpy as np

    chosen = estimation_of(estimation, "kernel", "bandwidth", "lambda_", "memory_limit")
    conditions = listed("given", given) or []
    if not conditions:
        raise OptionError("given is empty: name at least one column, or take mmd")
    tables = [_columns(what, table) for what, table in (("first", first), ("second", second), ("at", at))]
    for name in (str(outcome), *conditions):
        for table, what in zip(tables, ("first", "second", "at")):
            if name not in table and not (what == "at" and name == str(outcome)):
                raise OptionError(f"{what} has no column `{name}`")
    pooled = {name: [*tables[0][name], *tables[1][name]] for name in (str(outcome), *conditions)}
    points = [list(point) for point in zip(*(_codes(tables[2][name], pooled[name], name) for name in conditions))]
    rows = read_table(pooled, Reading(), False, "the tables")
    found = _core.mcmd(rows, len(tables[0][conditions[0]]), points, chosen)
    return np.array(found)


def interventional_embedding(
    graph: Any,
    data: Any,
    treatment: Any,
    outcome: Any,
    *,
    adjustment: Iterable[Any] | None = None,
    estimation: Estimation | None = None,
    drop_missing: bool = False,
    **matrix: Any,
) -> InterventionalEmbedding:
    """Estimate the distribution of an outcome under interventions on a treatment.

    Parameters
    ----------
    graph
        The graph, of any kind that :func:`as_graph` takes; directed and acyclic, unless ``adjustment`` is given.
    data
        Observations, of any kind that :func:`as_table` takes.
    treatment, outcome
        Two nodes, by name. An outcome that is a parent of the treatment keeps its distribution, whatever is set.
    adjustment
        The nodes to adjust for, by name; by default the parents of the treatment.
    estimation
        How the distribution is estimated, as :class:`Estimation`: ``kernel``, ``bandwidth``, ``lambda_`` (a number) and
        ``estimator``.
    drop_missing
        Leave out rows with missing values.
    **matrix
        How matrices are read: see :func:`as_graph`.

    Returns
    -------
    InterventionalEmbedding
        With ``.at(value)``, ``.mean(value)``, ``.mmd(other)``, ``.density(grid)``; each takes several values at once.

    Examples
    --------
    >>> import contsid, numpy as np
    >>> x = np.linspace(-1, 1, 50)
    >>> effect = contsid.interventional_embedding([("A", "B")], {"A": x, "B": 2 * x}, "A", "B")
    >>> low, high = effect.density([-1.0, 1.0], value=0.5)
    >>> bool(low < high)
    True
    """
    reading = Reading(**matrix)
    graph = read(graph, reading, "the graph")
    reading.choose_columns(graph)
    table = read_table(data, reading, drop_missing, "the data")
    graph = on_columns(graph, all_columns(table))
    reading.finish("the graph and the data")
    check_columns(table, graph)
    chosen = estimation_of(estimation, "kernel", "bandwidth", "lambda_", "estimator", "memory_limit")
    fitted = _core.InterventionalEmbedding(
        graph, table, str(treatment), str(outcome), listed("adjustment", adjustment), chosen
    )
    return InterventionalEmbedding(fitted, str(treatment), str(outcome))
