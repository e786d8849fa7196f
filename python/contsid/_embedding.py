"""Distributions under interventions, as embeddings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _core
from ._core import Embedding, OptionError
from ._estimation import Estimation, estimation_of
from ._graphs import read
from ._naming import all_columns, check_columns, on_columns
from ._options import listed
from ._reading import Reading
from ._tables import read_table

if TYPE_CHECKING:
    import numpy as np

__all__ = ["InterventionalEmbedding", "interventional_embedding"]


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

    def at(self, value: Any = None) -> Embedding:
        """The distribution of the outcome when the treatment is set to a value; without one, averaged over the observed
        values."""
        return self._fitted.at(value)

    def mmd(self, other: InterventionalEmbedding, value: Any = None) -> float:
        """How far two such distributions of the same outcome are apart when the same treatment is set to a value;
        without one, the average over the values that were observed with this one. Where two graphs disagree on an
        effect (case 3.2) this average is what contSID divides by the norm of the outcome's embedding."""
        if not isinstance(other, InterventionalEmbedding):
            raise OptionError(f"{other!r:.60} is no interventional embedding")
        if (self.treatment, self.outcome) != (other.treatment, other.outcome):
            raise OptionError(f"{self!r} and {other!r} are not about the same treatment and outcome")
        return self._fitted.mmd(other._fitted, value)

    def density(self, grid: Iterable[float], value: Any = None) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The density of the outcome at each point of a grid when the treatment is set to a value; without one,
        averaged over the observed values."""
        try:
            points = [float(point) for point in grid]
        except (TypeError, ValueError):
            raise OptionError("a grid is a list of numbers") from None
        return self.at(value).density(points)

    def __repr__(self) -> str:
        given = f", adjusting for {', '.join(self.adjustment)}" if self.adjustment else ""
        return f"InterventionalEmbedding({self.outcome} under do({self.treatment}){given})"


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
        Two nodes, by name.
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
        With ``.at(value)``, ``.mmd(other)``, ``.density(grid)``.

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
