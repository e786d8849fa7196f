"""The distances, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from . import _core
from ._core import ContsidError, Graph, OptionError
from ._graphs import as_graph
from ._tables import as_table

__all__ = ["Aid", "Bounds", "ContSid", "Shd", "Sid", "aid", "contsid", "cpdag", "is_valid_adjustment", "shd", "sid", "why"]


class Bounds(NamedTuple):
    """The smallest and the largest value over the directed acyclic graphs that a graph stands for."""

    lower: float
    upper: float


class Scope(NamedTuple):
    """Which pairs are looked at, and what undirected edges mean."""

    undirected: str
    treatments: list[str] | None
    outcomes: list[str] | None
    threads: int | None


@dataclass(frozen=True)
class Choices:
    """The choices of contSID."""

    agreement: str
    normalise: str
    regularization: Any
    estimator: str
    kernel: Any
    bandwidth: Any
    interventions: Any
    memory_limit: int | None


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
        pairs = max(self._found.pair_count, 1)
        if self.lower == self.upper:
            return self.lower / pairs
        return Bounds(self.lower / pairs, self.upper / pairs)

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


def _listed(option: str, names: Iterable[Any] | None) -> list[str] | None:
    if names is None:
        return None
    if isinstance(names, str):
        return [names]
    try:
        return [str(name) for name in names]
    except TypeError:
        raise OptionError(f"{option} is {names!r}: take a list of names") from None


def scope(undirected: str, treatments: Any, outcomes: Any, threads: int | None) -> Scope | None:
    """The scope, or none for the usual one."""
    if undirected == "bounds" and treatments is None and outcomes is None and threads is None:
        return None
    _check_word("undirected", undirected)
    return Scope(undirected, _listed("treatments", treatments), _listed("outcomes", outcomes), _count("threads", threads))


def _check_word(option: str, word: Any) -> None:
    if not isinstance(word, str):
        raise OptionError(f"{option} is {word!r}: a word is needed")


def _count(option: str, number: Any) -> int | None:
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 1 <= number < 1 << 63:
        raise OptionError(f"{option} is {number!r}: a count of at least 1 is needed")
    return int(number)


def both(truth: Any, learnt: Any, names: Any, edge_direction: str, encoding: str, threshold: float | None) -> tuple[Graph, Graph]:
    """Two graphs, read in the same way."""
    if type(truth) is not Graph:
        truth = as_graph(truth, names=names, edge_direction=edge_direction, encoding=encoding, threshold=threshold, source="the truth")
    if type(learnt) is not Graph:
        learnt = as_graph(learnt, names=names, edge_direction=edge_direction, encoding=encoding, threshold=threshold, source="the learnt graph")
    return truth, learnt


def shd(
    truth: Any,
    learnt: Any,
    *,
    reversal: int = 1,
    names: Any = None,
    edge_direction: str = "row-to-column",
    encoding: str = "adjacency",
    threshold: float | None = None,
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
) -> Shd:
    """The structural Hamming distance: the number of pairs of nodes whose edge differs.

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes.
    reversal
        What a reversed edge costs, 1 or 2: libraries disagree.
    names, edge_direction, encoding, threshold
        How matrices are read: see :func:`as_graph`.
    treatments, outcomes
        Only pairs of these nodes.

    Returns
    -------
    Shd

    Examples
    --------
    >>> import contsid
    >>> int(contsid.shd([("A", "B")], [("B", "A")]))
    1
    """
    truth, learnt = both(truth, learnt, names, edge_direction, encoding, threshold)
    if reversal not in (1, 2):
        raise OptionError("a reversed edge costs 1 or 2")
    return Shd(_core.shd(truth, learnt, int(reversal), _listed("treatments", treatments), _listed("outcomes", outcomes)))


def sid(
    truth: Any,
    learnt: Any,
    edge_direction: str = "row-to-column",
    *,
    names: Any = None,
    encoding: str = "adjacency",
    threshold: float | None = None,
    undirected: str = "bounds",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    threads: int | None = None,
) -> Sid:
    """The structural intervention distance: how many effects the learnt graph reads off wrongly.

    Not symmetric. For graphs with undirected edges, the smallest and the largest distance over the directed acyclic graphs
    that they stand for (Peters & Bühlmann, 2015).

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes.
    edge_direction, names, encoding, threshold
        How matrices are read: see :func:`as_graph`.
    undirected
        What undirected edges mean: ``"bounds"`` over all graphs that they stand for, ``"drop"`` them, or ``"extend"`` to
        one such graph.
    treatments, outcomes
        Only interventions on, and effects on, these nodes.
    threads
        The number of threads; one for each core by default. The result does not depend on it.

    Returns
    -------
    Sid
        With ``.lower``, ``.upper``, ``.wrong_pairs``; ``int(result)`` where the graphs are determined.

    Examples
    --------
    >>> import contsid
    >>> truth = [("A", "B"), ("B", "C")]
    >>> result = contsid.sid(truth, [("B", "A"), ("B", "C")])
    >>> int(result), result.wrong_pairs
    (3, [('A', 'B'), ('A', 'C'), ('B', 'A')])
    """
    truth, learnt = both(truth, learnt, names, edge_direction, encoding, threshold)
    return Sid(_core.sid(truth, learnt, scope(undirected, treatments, outcomes, threads)))


def aid(
    truth: Any,
    learnt: Any,
    strategy: str = "parent",
    *,
    edge_direction: str = "row-to-column",
    names: Any = None,
    encoding: str = "adjacency",
    threshold: float | None = None,
    undirected: str = "bounds",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    threads: int | None = None,
) -> Aid:
    """An adjustment identification distance (Henckel, Würtzen & Weichwald, 2024).

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes.
    strategy
        How a graph adjusts: ``"parent"``, ``"ancestor"`` or ``"oset"``.
    edge_direction, names, encoding, threshold, undirected, treatments, outcomes, threads
        As for :func:`sid`. Between graphs with undirected edges, an effect that only one of them identifies is wrong.

    Returns
    -------
    Aid

    Examples
    --------
    >>> import contsid
    >>> int(contsid.aid([("A", "B")], [("B", "A")], "ancestor"))
    2
    """
    truth, learnt = both(truth, learnt, names, edge_direction, encoding, threshold)
    _check_word("strategy", strategy)
    return Aid(_core.aid(truth, learnt, strategy, scope(undirected, treatments, outcomes, threads)), strategy)


def choices(
    regularization: Any,
    bandwidth: Any,
    kernel: Any,
    estimator: str,
    agreement: str,
    normalise: str,
    interventions: Any,
    memory_limit: int | None,
) -> Choices:
    """The choices of contSID, with words where words are needed."""
    for option, word in (("estimator", estimator), ("agreement", agreement), ("normalise", normalise)):
        _check_word(option, word)
    return Choices(agreement, normalise, regularization, estimator, kernel, bandwidth, interventions, _count("memory_limit", memory_limit))


def contsid(
    truth: Any,
    learnt: Any,
    data: Any,
    *,
    regularization: float | str | None = None,
    bandwidth: Any = None,
    kernel: Any = None,
    estimator: str = "plain",
    agreement: str = "either",
    normalise: str = "norm",
    interventions: Any = None,
    edge_direction: str = "row-to-column",
    names: Any = None,
    encoding: str = "adjacency",
    threshold: float | None = None,
    undirected: str = "bounds",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    drop_missing: bool = False,
    threads: int | None = None,
    memory_limit: int | None = None,
) -> ContSid:
    """The continuous structural intervention distance: by how much the effects differ, on data.

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes.
    data
        Observations, of any kind that :func:`as_table` takes. Columns are matched to nodes by name.
    regularization
        λ, the ridge parameter: a number, ``"loo"`` for leave-one-out, or none for 1/N.
    bandwidth
        ``"median"`` (the default), a number, or a dictionary of these by column.
    kernel
        ``"gaussian"`` (the default for numbers), ``"laplace"``, ``"matern32"``, ``"matern52"``, ``"imq"``, ``"delta"`` (the
        default for categories), or a dictionary of these by column.
    estimator
        How estimated weights are corrected: ``"plain"``, ``"normalised"`` or ``"centred"``.
    agreement
        When two graphs that both have a directed path agree: ``"either"``, ``"both"``, ``"learnt"`` or ``"never"``.
    normalise
        What a distance is divided by: ``"norm"``, ``"printed"`` or ``"none"``.
    interventions
        What treatments are set to: ``"observed"`` (the default), ``"grid:K"``, ``"quantiles:K"``, ``"normal:MEAN,SD,K"``,
        ``"uniform:LOW,HIGH,K"``, a list of values, a pair of values and weights, or a dictionary of these by column.
    edge_direction, names, encoding, threshold, undirected, treatments, outcomes, threads
        As for :func:`sid`.
    drop_missing
        Leave out rows with missing values.
    memory_limit
        Refuse to start if more bytes are needed.

    Returns
    -------
    ContSid
        With ``.lower``, ``.upper``, ``.matrix``, ``.cases``; ``float(result)`` where the graphs are determined.

    Examples
    --------
    >>> import contsid, numpy as np
    >>> x = np.linspace(0, 2, 20)
    >>> data = {"A": x, "B": 3 * x}
    >>> float(contsid.contsid([("A", "B")], [("A", "B")], data))
    0.0
    """
    truth, learnt = both(truth, learnt, names, edge_direction, encoding, threshold)
    chosen = choices(regularization, bandwidth, kernel, estimator, agreement, normalise, interventions, memory_limit)
    wanted = scope(undirected, treatments, outcomes, threads)
    table = as_table(data, drop_missing=drop_missing)
    prepared = _core.Prepared(table, truth, chosen, _count("threads", threads))
    return ContSid(prepared.compare(truth, learnt, wanted), truth.nodes)


def is_valid_adjustment(graph: Any, treatment: Any, outcome: Any, adjustment: Iterable[Any] = (), **matrix: Any) -> bool:
    """Whether adjusting for a set of nodes gives the effect of a treatment on an outcome.

    Parameters
    ----------
    graph
        A directed acyclic graph, of any kind that :func:`as_graph` takes.
    treatment, outcome
        Two nodes, by name.
    adjustment
        The names of the nodes that are adjusted for.
    **matrix
        How matrices are read: see :func:`as_graph`.

    Returns
    -------
    bool

    Examples
    --------
    >>> import contsid
    >>> confounded = [("Z", "X"), ("Z", "Y"), ("X", "Y")]
    >>> contsid.is_valid_adjustment(confounded, "X", "Y"), contsid.is_valid_adjustment(confounded, "X", "Y", ["Z"])
    (False, True)
    """
    return _core.is_valid_adjustment(as_graph(graph, **matrix), str(treatment), str(outcome), _listed("adjustment", adjustment) or [])


def cpdag(graph: Any, **matrix: Any) -> Graph:
    """The completed graph of the Markov equivalence class of a graph.

    Parameters
    ----------
    graph
        A directed acyclic graph, or one that can be extended to one, of any kind that :func:`as_graph` takes.
    **matrix
        How matrices are read: see :func:`as_graph`.

    Returns
    -------
    Graph

    Examples
    --------
    >>> import contsid
    >>> contsid.cpdag([("A", "B"), ("B", "C")]).undirected_edges
    [('A', 'B'), ('B', 'C')]
    """
    return _core.cpdag(as_graph(graph, **matrix))


def why(truth: Any, learnt: Any, treatment: Any, outcome: Any, **matrix: Any) -> str:
    """Why a learnt graph reads an effect off rightly or wrongly, in sentences.

    Parameters
    ----------
    truth, learnt
        Two directed acyclic graphs, of any kind that :func:`as_graph` takes.
    treatment, outcome
        Two nodes, by name.
    **matrix
        How matrices are read: see :func:`as_graph`.

    Returns
    -------
    str

    Examples
    --------
    >>> import contsid
    >>> print(contsid.why([("A", "B")], [("B", "A")], "A", "B"))
    In the truth A affects B: A → B.
    In the learnt graph A does not affect B: there is no directed path.
    The learnt graph makes B a parent of A, so it takes B to keep its distribution whatever A is set to.
    Wrong: in the truth A changes B.
    <BLANKLINE>
    """
    truth = as_graph(truth, source="the truth", **matrix)
    learnt = as_graph(learnt, source="the learnt graph", **matrix)
    return _core.why(truth, learnt, str(treatment), str(outcome))
