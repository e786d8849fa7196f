"""Learners, and data whose truth is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypedDict, get_args, get_origin, get_type_hints

from . import _core
from ._core import Graph, OptionError, SimulationError, Table
from ._options import check_choice, check_word, count, dashed, in_json, number, whole
from ._tables import as_table
from ._words import SortBy

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Simulated", "ges", "ica_lingam", "model_errors", "model_settings", "pc", "simulate", "sort_n_regress"]


def pc(
    data: Any,
    *,
    alpha: float = 0.05,
    max_order: int | None = None,
    drop_missing: bool = False,
    threads: int | None = None,
) -> Graph:
    """Learn an equivalence class by tests of independence: the PC algorithm.

    Parameters
    ----------
    data
        Observations, of any kind that :func:`as_table` takes; numbers only.
    alpha
        The level of each test: the larger, the more edges stay.
    max_order
        The largest conditioning set; ``None`` for no limit.
    drop_missing
        Leave out rows with missing values.
    threads
        The number of threads; ``None`` for one per core. The result does not depend on it.

    Returns
    -------
    Graph
        The completed graph of the class.

    Examples
    --------
    >>> import contsid
    >>> truth, data = contsid.simulate(4, 200, seed=2)
    >>> contsid.pc(data).nodes
    ['V1', 'V2', 'V3', 'V4']
    """
    order = None if max_order is None else whole("max_order", max_order)
    return _core.pc(as_table(data, drop_missing=drop_missing), number("alpha", alpha), order, count("threads", threads))


def ges(
    data: Any,
    *,
    penalty: float = 1.0,
    drop_missing: bool = False,
    threads: int | None = None,
) -> Graph:
    """Learn an equivalence class by greedy search for the highest penalised likelihood: GES.

    Parameters
    ----------
    data
        Observations, of any kind that :func:`as_table` takes; numbers only.
    penalty
        The price of an edge in units of ½ ln n: one is the Bayesian information criterion.
    drop_missing
        Leave out rows with missing values.
    threads
        The number of threads; ``None`` for one per core. The result does not depend on it.

    Returns
    -------
    Graph
        The completed graph of the class.

    Examples
    --------
    >>> import contsid
    >>> truth, data = contsid.simulate(4, 200, seed=2)
    >>> int(contsid.shd(contsid.cpdag(truth), contsid.ges(data)))
    0
    """
    return _core.ges(as_table(data, drop_missing=drop_missing), number("penalty", penalty), count("threads", threads))


def ica_lingam(
    data: Any,
    *,
    prune: str = "threshold:0.3",
    seed: int = 1,
    starts: int = 10,
    max_iterations: int = 1000,
    tolerance: float = 1e-4,
    drop_missing: bool = False,
    threads: int | None = None,
) -> Graph:
    """Learn a directed acyclic graph from noise that is not normally distributed: ICA-LiNGAM.

    Parameters
    ----------
    data
        Observations, of any kind that :func:`as_table` takes; numbers only.
    prune
        Which effects become edges: ``"threshold:NUMBER"`` or ``"adaptive-lasso"``.
    seed
        The seed of the random starts.
    starts
        The number of random starts of the search for independent components.
    max_iterations, tolerance
        When a start stops: after this many iterations, or once components change by less than this.
    drop_missing
        Leave out rows with missing values.
    threads
        The number of threads; ``None`` for one per core. The result does not depend on it.

    Returns
    -------
    Graph

    Examples
    --------
    >>> import contsid
    >>> truth, data = contsid.simulate(4, 500, seed=2)
    >>> contsid.ica_lingam(data).is_dag
    True
    """
    if not isinstance(prune, str):
        raise OptionError(f"prune is {prune!r}: write `adaptive-lasso` or `threshold:0.3`")
    table = as_table(data, drop_missing=drop_missing)
    starts, max_iterations = whole("starts", starts), whole("max_iterations", max_iterations)
    return _core.ica_lingam(
        table,
        prune,
        whole("seed", seed),
        starts,
        max_iterations,
        number("tolerance", tolerance),
        count("threads", threads),
    )


def sort_n_regress(data: Any, *, sort_by: SortBy = "variance", drop_missing: bool = False) -> Graph:
    """Learn a directed acyclic graph from the order of variances alone: a baseline, not a method.

    Parameters
    ----------
    data
        Observations, of any kind that :func:`as_table` takes; numbers only.
    sort_by
        By what columns are sorted before each is regressed on those before it: ``"variance"``, or ``"r2"``, the share
        of a column that a linear model of all others explains.
    drop_missing
        Leave out rows with missing values.

    Returns
    -------
    Graph

    Examples
    --------
    >>> import contsid
    >>> truth, data = contsid.simulate(4, 500, seed=2)
    >>> contsid.sort_n_regress(data).is_dag
    True
    """
    return _core.sort_n_regress(as_table(data, drop_missing=drop_missing), check_word("sort_by", sort_by))


@dataclass(repr=False)
class Simulated:
    """A true graph and data drawn along it; ``truth, data = simulated`` unpacks them.

    Attributes
    ----------
    truth : Graph
        The true graph.
    table : Table
        The data.
    var_sortability, r2_sortability : float or None
        How far variances, and R², rise along causal paths: 1 if always, ½ by chance. Above 0.9, a learner that sorts by
        variances looks good. ``None`` for categories and graphs without edges.
    """

    truth: Graph
    table: Table
    var_sortability: float | None
    r2_sortability: float | None

    @property
    def data(self) -> Any:
        """The data as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(dict(zip(self.table.columns, self.table.to_columns())))

    def __iter__(self) -> Any:
        return iter((self.truth, self.data))

    def __hash__(self) -> int:
        return hash(self.truth)

    def __repr__(self) -> str:
        return f"Simulated({self.truth!r}, {self.table!r})"


class ModelOptions(TypedDict, total=False):
    """How a graph and data are drawn, as in :func:`simulate`."""

    graph: Literal["erdos-renyi", "scale-free"]
    edge_probability: float
    expected_degree: float
    edges_per_node: int
    data: Literal["continuous", "discrete"]
    mechanism: Literal["linear", "sine", "quadratic", "random-fourier"]
    weights: Sequence[Sequence[float]]
    noise: Literal["exponential", "gaussian", "gumbel", "uniform", "laplace"]
    noise_scale: float
    standardise: Literal["none", "columns", "internal"]
    cardinality: int
    concentration: float


def simulate(nodes: int, samples: int, *, seed: int = 1, **model: Unpack[ModelOptions]) -> Simulated:
    """Draw a random graph, and data along it.

    The same seed gives the same bytes on every machine, and as ``contsid simulate`` on the command line.

    Parameters
    ----------
    nodes, samples
        How many variables and rows.
    seed
        The seed.
    **model
        How graph and data are drawn, by default as in the paper: ``graph`` (``"erdos-renyi"`` or ``"scale-free"``),
        ``edge_probability``, ``expected_degree``, ``edges_per_node``, ``data`` (``"continuous"`` or ``"discrete"``),
        ``mechanism``, ``weights`` (a list of intervals), ``noise``, ``noise_scale``, ``standardise``, ``cardinality``,
        ``concentration``.

    Returns
    -------
    Simulated

    Examples
    --------
    >>> import contsid
    >>> truth, data = contsid.simulate(5, 100, seed=1, edge_probability=0.5, noise="gumbel")
    >>> len(truth), data.shape
    (5, (100, 5))
    """
    with model_errors():
        sizes = {"nodes": whole("nodes", nodes), "samples": whole("samples", samples), "seed": whole("seed", seed)}
        return Simulated(*_core.simulate(in_json({**sizes, "model": model_settings(model)}, SimulationError)))


def model_settings(model: Mapping[Any, Any]) -> dict[str, Any]:
    """How graphs and data are drawn, in the words of a file of settings."""
    kinds = get_type_hints(ModelOptions)
    for option, value in model.items():
        if option not in kinds:
            raise SimulationError(f"there is no option {option!r} of a model: choose from {', '.join(kinds)}")
        if kinds[option] is float:
            number(option, value)
        elif kinds[option] is int:
            whole(option, value)
        elif get_origin(kinds[option]) is Literal:
            check_choice(option, value, get_args(kinds[option]))
    return dashed(model)


@contextmanager
def model_errors() -> Iterator[None]:
    """Errors about how graphs and data are drawn, with the names that options have in Python."""
    try:
        yield
    except (OptionError, SimulationError) as error:
        words = str(error)
        for option in ModelOptions.__annotations__:
            words = words.replace(f"`{option.replace('_', '-')}`", option)
        raise SimulationError(words) from None
