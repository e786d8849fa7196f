"""The distances, one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from . import _core
from ._comparison import Question
from ._contsid import ContSid, CrossFit
from ._core import Graph, Table
from ._estimation import Estimation, estimation_of
from ._graphs import as_graph, read, read_both
from ._naming import all_columns, check_columns
from ._notes import about_data, warn
from ._options import check_reversal, check_word, count, listed, scope
from ._parallel import part_workers
from ._parts import Parts, part_choices, parts_of
from ._reading import Reading
from ._results import Aid, Shd, Sid
from ._tables import read_table
from ._words import ShdOf, Strategy, Undirected

__all__ = ["aid", "contsid", "cpdag", "crossfit", "is_valid_adjustment", "shd", "sid", "why"]


def shd(
    truth: Any,
    learnt: Any,
    *,
    reversal: Literal[1, 2] = 1,
    of: ShdOf = "graphs",
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
    of
        Compare the ``"graphs"`` as they are, or the completed graphs of their Markov equivalence ``"classes"``, so that
        equivalent graphs have distance 0.
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
    >>> int(contsid.shd([("A", "B")], [("B", "A")], of="classes"))
    0
    """
    truth, learnt = read_both(truth, learnt, Reading())
    wanted = scope("bounds", treatments, outcomes, None)
    return Shd(_core.shd(truth, learnt, check_reversal(reversal), check_word("of", of), wanted))


def sid(
    truth: Any,
    learnt: Any,
    *,
    undirected: Undirected = "bounds",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    threads: int | None = None,
) -> Sid:
    """The structural intervention distance: how many effects the learnt graph reads off wrongly.

    Not symmetric. For graphs with undirected edges, the smallest and the largest distance over the directed acyclic
    graphs that they allow (Peters & Bühlmann, 2015).

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes.
    undirected
        What undirected edges mean: ``"bounds"`` over all graphs that they allow, ``"drop"`` them, or ``"extend"``
        to one such graph.
    treatments, outcomes
        Only interventions on, and effects on, these nodes.
    threads
        The number of threads; ``None`` for one per core. The result does not depend on it.

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
    truth, learnt = read_both(truth, learnt, Reading())
    return Sid(_core.sid(truth, learnt, scope(undirected, treatments, outcomes, threads)))


def aid(
    truth: Any,
    learnt: Any,
    strategy: Strategy = "parent",
    *,
    undirected: Undirected = "bounds",
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
        How a graph adjusts: ``"parent"``, ``"ancestor"`` or ``"optimal"``, which gadjid calls ``oset``.
    undirected, treatments, outcomes, threads
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
    truth, learnt = read_both(truth, learnt, Reading())
    check_word("strategy", strategy)
    return Aid(_core.aid(truth, learnt, strategy, scope(undirected, treatments, outcomes, threads)), strategy)


def contsid(
    truth: Any,
    learnt: Any,
    data: Any,
    *,
    estimation: Estimation | None = None,
    undirected: Undirected = "bounds",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    drop_missing: bool = False,
    threads: int | None = None,
) -> ContSid:
    """The continuous structural intervention distance: by how much the effects differ, on data.

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes.
    data
        Observations, of any kind that :func:`as_table` takes. Columns are matched to nodes by name.
    estimation
        How effects are estimated: kernels, bandwidths, λ and more.
    undirected, treatments, outcomes, threads
        As for :func:`sid`.
    drop_missing
        Leave out rows with missing values.

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
    chosen = estimation_of(estimation)
    wanted = scope(undirected, treatments, outcomes, threads)
    truth, learnt, table = _with_data(truth, learnt, data, drop_missing)
    prepared = _core.Prepared(table, truth, chosen, None, count("threads", threads))
    warn([*truth.notes, *learnt.notes, *about_data(table, ()), *prepared.notes])
    return ContSid(prepared.compare(truth, learnt, wanted), truth.nodes)


def crossfit(
    truth: Any,
    learnt: Any,
    data: Any,
    *,
    parts: Parts | None = None,
    estimation: Estimation | None = None,
    undirected: Undirected = "bounds",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    drop_missing: bool = False,
    threads: int | None = None,
) -> CrossFit:
    """contSID with its uncertainty alone, for any number of rows.

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes.
    data
        Observations, of any kind that :func:`as_table` takes; at least 40 rows.
    parts
        How the rows are divided.
    estimation
        How effects are estimated, as :class:`Estimation`: all of it but ``lambda_`` and ``estimator``, which change the
        number from all rows alone.
    undirected, treatments, outcomes, drop_missing, threads
        As for :func:`compare`.

    Returns
    -------
    CrossFit
        With ``.value``, ``.se``, ``.ci_low``, ``.ci_high`` and matrices of all pairs.

    Examples
    --------
    >>> import contsid
    >>> truth, data = contsid.simulate(3, 60, seed=1)
    >>> contsid.crossfit(truth, truth, data).value
    0.0
    """
    wanted = scope(undirected, treatments, outcomes, threads)
    choices = estimation_of(estimation, *_CROSSFITTED)
    chosen = part_choices(True if parts is None else parts)._replace(crossfit=True)
    true_graph, learnt, table = _with_data(truth, learnt, data, drop_missing, chosen.groups)
    asked = Question(true_graph, table, choices, chosen, wanted, 1, "graphs", None)
    (found,) = asked.scored({"learnt": learnt}, part_workers(parts_of(parts)[1].parallel))
    assert found.crossfit is not None, "parts were asked for"
    warn(asked.notes)
    return CrossFit(found.crossfit, asked.truth.nodes)


#: The choices of an estimation that cross-fitted contSID depends on.
_CROSSFITTED = ("kernel", "bandwidth", "adjustment", "agreement", "normalise", "interventions", "memory_limit")


def _with_data(
    truth: Any, learnt: Any, data: Any, drop_missing: bool, groups: Any = None
) -> tuple[Graph, Graph, Table]:
    """Two graphs on the columns of a table, and the table with the column that names groups."""
    reading = Reading()
    true_graph = read(truth, reading, "the truth")
    reading.choose_columns(true_graph, groups if isinstance(groups, str) else None)
    table = read_table(data, reading, drop_missing, "the data")
    true_graph, learnt_graph = read_both(true_graph, learnt, reading, all_columns(table))
    check_columns(table, true_graph)
    return true_graph, learnt_graph, table


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
    found = read(as_graph(graph, **matrix), Reading(), "the graph")
    return _core.is_valid_adjustment(found, str(treatment), str(outcome), listed("adjustment", adjustment) or [])


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
    return _core.cpdag(read(as_graph(graph, **matrix), Reading(), "the graph"))


def why(
    truth: Any,
    learnt: Any,
    treatment: Any,
    outcome: Any,
    *,
    undirected: Undirected = "bounds",
) -> str:
    """Why a learnt graph reads an effect off rightly or wrongly, in sentences.

    Parameters
    ----------
    truth, learnt
        Two graphs, of any kind that :func:`as_graph` takes. Where undirected edges at the treatment leave an effect
        open, each way to direct them is explained.
    treatment, outcome
        Two nodes, by name.
    undirected
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
    truth, learnt = read_both(truth, learnt, Reading())
    return _core.why(truth, learnt, str(treatment), str(outcome), scope(undirected, None, None, None))
