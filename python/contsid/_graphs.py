"""What people have, as a graph."""

from __future__ import annotations

import os
from collections.abc import Sequence
from numbers import Number
from typing import Any

from ._core import Graph, GraphError, HiddenGraph
from ._edges import is_edge, of_edges
from ._naming import AnyGraph, check_names, on_columns
from ._options import check_word
from ._packages import is_result, of_package, reader_of
from ._reading import Reading, packages
from ._words import EdgeDirection, Encoding

__all__ = ["as_graph", "is_list_of_graphs", "read", "read_both"]


def as_graph(
    graph: Any,
    *,
    names: Sequence[Any] | None = None,
    edge_direction: EdgeDirection = "row-to-column",
    encoding: Encoding = "adjacency",
    threshold: float | None = None,
    format: str | None = None,
    source: str = "the graph",
) -> AnyGraph:
    """Turn what you have into a :class:`Graph`.

    Parameters
    ----------
    graph
        A matrix: a numpy array of any numeric dtype, a list of rows, a scipy sparse matrix, a pandas or polars frame,
        the path of such a file. A graph of networkx, pgmpy, causal-learn, pywhy-graphs, dowhy, igraph, rustworkx, pydot
        or graphviz. A fitted learner of lingam, causal-learn, pgmpy, gCastle or bnlearn. A list of edges such as
        ``("A", "B")``, ``("A", "--", "B")`` or ``"A -> B"``. The path of a file. A :class:`Graph`.
    names
        The names of the nodes, for what has none: matrices and files without labels, nodes that are numbered 0, 1, …,
        p − 1 and causal-learn's X1, X2, …; for a graph with names all nodes, those without edges too.
    edge_direction
        Which end of an edge the row of a matrix is: ``"row-to-column"``, or ``"column-to-row"`` as in LiNGAM's B.
    encoding
        What the cells of a matrix mean: ``"adjacency"`` (1 for an edge; 1 or -1 in both directions, or a 2 opposite a
        0, for an undirected one), ``"endpoints"`` for causal-learn's marks, or ``"pcalg-pag"`` for those of pcalg.
    threshold
        Take a matrix as weights, those of a size above this as edges; in both directions they are a cycle.
    format
        The format of a file, where its name does not tell.
    source
        What messages call the graph.

    Returns
    -------
    Graph or HiddenGraph
        A :class:`HiddenGraph` if it has marks or hidden nodes. Nodes that are numbered 0, 1, …, p − 1 stand in this
        order, as the rows of a matrix do.

    Raises
    ------
    GraphError
        If it cannot be read as a graph.
    OptionError
        If an option makes no sense, or has no effect on what is read.

    Examples
    --------
    >>> import contsid
    >>> contsid.as_graph([("rain", "wet"), ("sprinkler", "wet")]).edges
    [('rain', 'wet'), ('sprinkler', 'wet')]
    >>> contsid.as_graph([[0, 0], [0.8, 0]], edge_direction="column-to-row", threshold=0.1)
    Graph(2 nodes, 1 directed and 0 undirected edges, read from column to row, weights above 0.1)
    """
    reading = Reading(names, edge_direction, encoding, threshold, format)
    from ._hidden import read_any

    found = read_any(graph, reading, check_word("source", source))
    reading.finish(f"{source}, a {type(graph).__name__}")
    return found


def read_both(truth: Any, learnt: Any, reading: Reading, columns: list[str] | None = None) -> tuple[Graph, Graph]:
    """Two graphs, read in the same way, and called alike: by these columns where they have no names."""
    true_graph = on_columns(read(truth, reading, "the truth"), columns)
    learnt_graph = on_columns(read(learnt, reading, "the learnt graph"), columns)
    reading.finish("what is compared")
    check_names(true_graph, learnt_graph)
    return true_graph, learnt_graph


def read(graph: Any, reading: Reading, source: str) -> Graph:
    """The graph, read as the caller says."""
    import numpy as np

    if type(graph) is np.ndarray:
        return reading.matrix(graph, None, source)
    if type(graph) is Graph:
        return reading.named(graph, graph.source, GraphError)
    if isinstance(graph, HiddenGraph):
        words = "a graph with marks or hidden nodes, which compare() and claims() take, and nothing else does"
        raise GraphError(f"{source}: {words}")
    if isinstance(graph, (str, os.PathLike)):
        return _of_file(graph, reading, source)
    reader = reader_of(graph)
    if reader is not None:
        return reader(graph, reading, source)
    if is_result(graph):
        return of_package(graph, reading, source)
    if isinstance(graph, np.ndarray):
        return reading.matrix(graph, None, source)
    if isinstance(graph, tuple) and is_result_tuple(graph):
        return _of_result_tuple(graph, reading, source)
    if isinstance(graph, (list, tuple, set, frozenset)):
        # A set has no order that lasts: sorted, its nodes stand in the same order in each run.
        items = sorted(graph, key=repr) if isinstance(graph, (set, frozenset)) else list(graph)
        return _of_sequence(items, reading, source)
    raise _unknown(graph, source)


def is_result_tuple(graph: tuple[Any, ...]) -> bool:
    """Whether this is what FCI, an exact search or ``ges.fit_bic`` returns: the graph, and something about it."""
    import numpy as np

    is_graph = len(graph) > 0 and isinstance(graph[0], np.ndarray) and graph[0].ndim == 2
    return len(graph) == 2 and ((is_graph and np.ndim(graph[1]) == 0) or "causallearn" in packages(graph[0]))


def is_list_of_graphs(items: list[Any] | tuple[Any, ...]) -> bool:
    """Whether these are several graphs, and not the edges of one or the rows of its matrix."""
    if isinstance(items, tuple) and is_result_tuple(items):
        return False
    return len(items) > 0 and not any(map(is_edge, items)) and not any(map(_is_row, items))


def _is_row(item: Any) -> bool:
    """Whether this is a row of a matrix: numbers, or a sequence of numbers."""
    import numpy as np

    if isinstance(item, (list, tuple)):
        return all(
            isinstance(cell, Number) or (np.ndim(cell) == 0 and not isinstance(cell, (str, dict))) for cell in item
        )
    return isinstance(item, Number) or (isinstance(item, np.ndarray) and item.ndim < 2)


def _of_result_tuple(graph: tuple[Any, ...], reading: Reading, source: str) -> Graph:
    if "causallearn" in packages(graph[0]):
        return read(graph[0], reading, source)
    return reading.known_matrix(graph[0], None, source)


def _of_file(path: Any, reading: Reading, source: str) -> Graph:
    name = os.fsdecode(path)
    if isinstance(path, str) and is_edge(path) and not os.path.exists(path):
        raise GraphError(f"{source}: {path!r} is a text, and there is no such file; write a list of edges, [{path!r}]")
    return reading.file(Graph.read(name, reading.format, reading.how))


def _of_sequence(items: list[Any], reading: Reading, source: str) -> Graph:
    """Tuples and texts are edges, lists and arrays the rows of a matrix."""
    if not items and reading.names is None:
        raise GraphError(f"{source}: the list is empty, and does not say which nodes there are: name them by names=[…]")
    if all(isinstance(item, (tuple, str)) for item in items):
        return of_edges(items, reading, source)
    for item in items:
        if not isinstance(item, (list, tuple)) and not hasattr(item, "__array__"):
            kind = type(item).__name__
            raise GraphError(f"{source}: a list with a {kind} is neither a list of edges nor the rows of a matrix")
    return reading.matrix(items, None, source)


def _unknown(graph: Any, source: str) -> GraphError:
    kind = type(graph).__name__
    words = f"{source}: an object of type {kind} cannot be read as a graph"
    for attribute in ("adjacency_matrix_", "causal_matrix"):
        if hasattr(graph, attribute):
            words += f"; pass its {attribute}, and say by edge_direction= from where to where it is read"
    return GraphError(words)
