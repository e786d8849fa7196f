"""The distances, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from . import _core
from ._core import Graph
from ._graphs import as_graph, read, read_both
from ._naming import all_columns, check_columns
from ._options import check_reversal, check_word, choices, jobs, listed, scope
from ._reading import Reading
from ._results import Aid, ContSid, Shd, Sid
from ._tables import read_table

__all__ = ["aid", "contsid", "cpdag", "is_valid_adjustment", "shd", "sid", "why"]


def shd(
    truth: Any,
    learnt: Any,
    *,
    shd_reversal: int = 1,
    shd_of: str = "graphs",
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
    shd_reversal
        What a reversed edge costs, 1 or 2: libraries disagree.
    shd_of
        Compare the ``"graphs"`` as they are, or the completed graphs of their Markov equivalence ``"classes"``, so that
        equivalent graphs have distance 0.
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
    >>> int(contsid.shd([("A", "B")], [("B", "A")], shd_of="classes"))
    0
    """
    truth, learnt = read_both(truth, learnt, Reading(names, edge_direction, encoding, threshold))
    wanted = scope("bounds", treatments, outcomes, None)
    return Shd(_core.shd(truth, learnt, check_reversal(shd_reversal), check_word("shd_of", shd_of), wanted))


def sid(
    truth: Any,
    learnt: Any,
    *,
    names: Any = None,
    edge_direction: str = "row-to-column",
    encoding: str = "adjacency",
    threshold: float | None = None,
    undirected: str = "bounds",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    n_jobs: int | None = None,
    threads: int | None = None,
) -> Sid:
    """The structural intervention distance: how many effects the learnt graph reads off wrongly.

    Not symmetric. For graphs with undirected edges, the smallest and the largest distance over the directed acyclic
    graphs that they allow (Peters & Bühlmann, 2015).

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes.
    edge_direction, names, encoding, threshold
        How matrices are read: see :func:`as_graph`.
    undirected
        What undirected edges mean: ``"bounds"`` over all graphs that they allow, ``"drop"`` them, or ``"extend"``
        to one such graph.
    treatments, outcomes
        Only interventions on, and effects on, these nodes.
    n_jobs, threads
        The number of threads; ``-1`` or ``None`` for one per core. The result does not depend on it.

    Returns
    -------
    Sid
        A number where the graphs are determined, with ``.lower``, ``.upper``, ``.wrong_pairs``.

    Examples
    --------
    >>> import contsid
    >>> truth = [("A", "B"), ("B", "C")]
    >>> result = contsid.sid(truth, [("B", "A"), ("B", "C")])
    >>> int(result), result.wrong_pairs
    (3, [('A', 'B'), ('A', 'C'), ('B', 'A')])
    """
    truth, learnt = read_both(truth, learnt, Reading(names, edge_direction, encoding, threshold))
    return Sid(_core.sid(truth, learnt, scope(undirected, treatments, outcomes, jobs(n_jobs, threads))))


def aid(
    truth: Any,
    learnt: Any,
    strategy: str = "parent",
    *,
    names: Any = None,
    edge_direction: str = "row-to-column",
    encoding: str = "adjacency",
    threshold: float | None = None,
    undirected: str = "bounds",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    n_jobs: int | None = None,
    threads: int | None = None,
) -> Aid:
    """An adjustment identification distance (Henckel, Würtzen & Weichwald, 2024).

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes.
    strategy
        How a graph adjusts: ``"parent"``, ``"ancestor"`` or ``"optimal"``, which gadjid calls ``"oset"``.
    edge_direction, names, encoding, threshold, undirected, treatments, outcomes, n_jobs, threads
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
    truth, learnt = read_both(truth, learnt, Reading(names, edge_direction, encoding, threshold))
    check_word("strategy", strategy)
    return Aid(
        _core.aid(truth, learnt, strategy, scope(undirected, treatments, outcomes, jobs(n_jobs, threads))), strategy
    )


def contsid(
    truth: Any,
    learnt: Any,
    data: Any,
    *,
    regularization: float | str | None = None,
    bandwidth: Any = None,
    kernel: Any = None,
    estimator: str = "plain",
    adjustment: str = "parents",
    agreement: str = "either",
    normalise: str = "norm",
    interventions: Any = None,
    names: Any = None,
    edge_direction: str = "row-to-column",
    encoding: str = "adjacency",
    threshold: float | None = None,
    undirected: str = "bounds",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    drop_missing: bool = False,
    n_jobs: int | None = None,
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
        λ, the ridge parameter: a number, ``"loo"`` for leave-one-out, or ``None`` for 1/N.
    bandwidth
        ``"median"`` (the default), a number, or a dictionary of these by column.
    kernel
        ``"gaussian"`` (the default for numbers), ``"laplace"``, ``"matern32"``, ``"matern52"``, ``"imq"``, ``"delta"``
        (the default for categories), or a dictionary of these by column.
    estimator
        How estimated weights are corrected: ``"plain"``, ``"normalised"`` or ``"centred"``.
    adjustment
        What each graph adjusts for: the ``"parents"`` of the treatment, or the ``"optimal"`` set.
    agreement
        When two graphs that both have a directed path agree: ``"either"``, ``"both"``, ``"learnt"`` or ``"never"``.
    normalise
        What a distance is divided by: ``"norm"``, ``"printed"`` or ``"none"``.
    interventions
        What treatments are set to: ``"observed"`` (the default), ``"grid:K"``, ``"quantiles:K"``,
        ``"normal:MEAN,SD,K"``, ``"uniform:LOW,HIGH,K"``, a list of values, a pair of values and weights, or a
        dictionary of these by column.
    edge_direction, names, encoding, threshold, undirected, treatments, outcomes, n_jobs, threads
        As for :func:`sid`.
    drop_missing
        Leave out rows with missing values.
    memory_limit
        Refuse to start if more bytes are needed than this; by default, than are available.

    Returns
    -------
    ContSid
        A number where the graphs are determined, with ``.lower``, ``.upper``, ``.matrix``, ``.cases``.

    Examples
    --------
    >>> import contsid, numpy as np
    >>> x = np.linspace(0, 2, 20)
    >>> data = {"A": x, "B": 3 * x}
    >>> float(contsid.contsid([("A", "B")], [("A", "B")], data))
    0.0
    """
    chosen = choices(
        adjustment, agreement, normalise, regularization, estimator, kernel, bandwidth, interventions, memory_limit
    )
    wanted = scope(undirected, treatments, outcomes, jobs(n_jobs, threads))
    reading = Reading(names, edge_direction, encoding, threshold)
    truth = read(truth, reading, "the truth")
    reading.choose_columns(truth)
    table = read_table(data, reading, drop_missing, "the data")
    truth, learnt = read_both(truth, learnt, reading, all_columns(table))
    check_columns(table, truth)
    prepared = _core.Prepared(table, truth, chosen, None, jobs(n_jobs, threads))
    return ContSid(prepared.compare(truth, learnt, wanted), truth.nodes)


def is_valid_adjustment(
    graph: Any, treatment: Any, outcome: Any, adjustment: Iterable[Any] = (), **matrix: Any
) -> bool:
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
    return _core.is_valid_adjustment(
        as_graph(graph, **matrix), str(treatment), str(outcome), listed("adjustment", adjustment) or []
    )


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


def why(
    truth: Any,
    learnt: Any,
    treatment: Any,
    outcome: Any,
    *,
    names: Any = None,
    edge_direction: str = "row-to-column",
    encoding: str = "adjacency",
    threshold: float | None = None,
    undirected: str = "bounds",
) -> str:
    """Why a learnt graph reads an effect off rightly or wrongly, in sentences.

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes. Where undirected edges at the treatment leave an effect
        open, each way to direct them is explained.
    treatment, outcome
        Two nodes, by name.
    names, edge_direction, encoding, threshold, undirected
        As for :func:`sid`.

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
    truth, learnt = read_both(truth, learnt, Reading(names, edge_direction, encoding, threshold))
    return _core.why(truth, learnt, str(treatment), str(outcome), scope(undirected, None, None, None))
