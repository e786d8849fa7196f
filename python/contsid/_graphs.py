"""What people have, as a graph."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Any

from ._core import ContsidError, Graph, GraphError
from ._options import check_word, number

# Importing the package stays quick: numpy is imported by the functions that need it.
if TYPE_CHECKING:
    import numpy as np

__all__ = ["as_graph"]

_ARROWS = {"->": "forward", "-->": "forward", "→": "forward", "<-": "backward", "<--": "backward", "←": "backward",
           "--": "undirected", "---": "undirected", "-": "undirected", "—": "undirected"}


def as_graph(
    graph: Any,
    *,
    names: Sequence[Any] | None = None,
    edge_direction: str = "row-to-column",
    encoding: str = "adjacency",
    threshold: float | None = None,
    format: str | None = None,
    source: str = "the graph",
) -> Graph:
    """Turn what you have into a :class:`Graph`.

    Parameters
    ----------
    graph
        A numpy array of any numeric dtype or a scipy sparse matrix; a pandas or polars frame; a networkx graph; a pgmpy
        DAG or PDAG; a causal-learn ``GeneralGraph`` or ``CausalGraph``; a fitted model of ``lingam`` or gCastle; a list of
        edges such as ``("A", "B")``, ``("A", "--", "B")`` or ``"A -> B"``; the path of a file; or a :class:`Graph`.
    names
        The names of the nodes, for matrices, files and graphs without labels, and causal-learn graphs with the names X1,
        X2, …; for a list of edges all nodes, those without edges too. Labels that are there are never replaced.
    edge_direction
        Which end of an edge the row of a matrix is: ``"row-to-column"``, or ``"column-to-row"`` as in LiNGAM's B. Only
        matrices ask for it.
    encoding
        What the cells of a matrix mean: ``"adjacency"`` (1 for an edge; 1 in both directions, 2 or -1 for an undirected
        one), or ``"endpoints"`` for causal-learn's marks.
    threshold
        Take a matrix as weights, those of a size above this as edges.
    format
        The format of a file, where its name does not tell.
    source
        What messages call the graph.

    Returns
    -------
    Graph
        Nodes that are called 0, 1, …, p − 1 stand in this order, as the rows of a matrix do.

    Raises
    ------
    GraphError
        If it is no graph.

    Examples
    --------
    >>> import contsid
    >>> contsid.as_graph([("rain", "wet"), ("sprinkler", "wet")]).edges
    [('rain', 'wet'), ('sprinkler', 'wet')]
    """
    import numpy as np

    if type(graph) is Graph:
        return _named(graph, names)
    check_word("edge_direction", edge_direction)
    check_word("encoding", encoding)
    check_word("source", source)
    threshold = None if threshold is None else number("threshold", threshold)
    matrix = (edge_direction, encoding, threshold, source)
    if isinstance(graph, np.ndarray):
        return _of_array(graph, names, *matrix)
    if isinstance(graph, (str, os.PathLike)):
        return _named(_of_file(graph, format, edge_direction, encoding, threshold), names)
    packages = _packages(graph)
    if "pandas" in packages:
        return _of_pandas(graph, names, *matrix)
    if "polars" in packages:
        return _of_polars(graph, *matrix)
    if "causallearn" in packages:
        return _of_causal_learn(graph, names, source)
    if "networkx" in packages or "pgmpy" in packages:
        return _of_networkx(graph, source)
    if "scipy" in packages and hasattr(graph, "toarray"):
        return _of_array(graph.toarray(), names, *matrix)
    if hasattr(graph, "adjacency_matrix_"):  # a fitted model of lingam: weights, from column to row
        return _of_array(_matrix(graph.adjacency_matrix_, source), names, "column-to-row", "adjacency", threshold or 0.0, source)
    if hasattr(graph, "causal_matrix"):  # a fitted learner of gCastle: from row to column
        return as_graph(graph.causal_matrix, names=names, threshold=threshold, source=source)
    if is_ges_result(graph):
        return _of_causal_learn(graph["G"], names, source)
    if isinstance(graph, Iterable) and not isinstance(graph, (dict, bytes, bytearray)):
        return _of_sequence(list(graph), names, *matrix)
    raise GraphError(f"{source}: an object of type {type(graph).__name__} cannot be read as a graph")


def _packages(thing: Any) -> set[str]:
    return {cls.__module__.partition(".")[0] for cls in type(thing).__mro__}


def is_ges_result(learnt: Any) -> bool:
    """Whether this is what causal-learn's GES returns: a dictionary with the graph ``G`` and its ``score``."""
    return isinstance(learnt, dict) and "score" in learnt and "causallearn" in _packages(learnt.get("G"))


def texts(names: Iterable[Any], source: str, refused: type[ContsidError]) -> list[str]:
    """Names as a list of texts."""
    if isinstance(names, str):
        raise refused(f"{source}: names is one text; a list of names is needed")
    try:
        return [str(name) for name in names]
    except TypeError as error:
        raise refused(f"{source}: names cannot be read as a list of names: {error}") from None


def by_number(labels: Sequence[Any]) -> list[int] | None:
    """The places of the labels 0, 1, …, p − 1, if exactly these are the labels, as integers or texts."""
    if any(isinstance(label, bool) or not isinstance(label, (Integral, str)) for label in labels):
        return None
    places = {str(label): place for place, label in enumerate(labels)}
    numbers = [str(number) for number in range(len(labels))]
    return [places[number] for number in numbers] if places.keys() == set(numbers) else None


def _named(graph: Graph, names: Iterable[Any] | None) -> Graph:
    """The graph, by these names if it has none."""
    if names is None or graph.is_named:
        return graph
    return graph.with_names(texts(names, graph.source, GraphError))


def _matrix(matrix: Any, source: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    import numpy as np

    try:
        array = np.asarray(matrix)
        if array.dtype.kind not in "biufO":
            raise TypeError(f"its cells are of type {array.dtype}")
        numbers: np.ndarray[Any, np.dtype[np.float64]] = array.astype(np.float64, copy=False)
    except Exception as error:  # objects of other packages may raise anything
        raise GraphError(f"{source}: the matrix does not hold numbers: {error}") from None
    if numbers.ndim != 2:
        raise GraphError(f"{source}: the array has {numbers.ndim} dimensions; the matrix of a graph has two")
    return numbers


def _of_array(array: Any, names: Any, direction: str, encoding: str, threshold: float | None, source: str) -> Graph:
    import numpy as np

    if array.dtype != np.float64 or array.ndim != 2:
        array = _matrix(array, source)
    labels = None if names is None else texts(names, source, GraphError)
    return Graph.from_matrix(array, labels, direction, encoding, threshold, source)


def _of_file(path: Any, format: str | None, direction: str, encoding: str, threshold: float | None) -> Graph:
    if format is not None:
        check_word("format", format)
    return Graph.read(os.fsdecode(path), format, direction, encoding, threshold)


def _of_pandas(frame: Any, names: Any, direction: str, encoding: str, threshold: float | None, source: str) -> Graph:
    if getattr(frame, "ndim", 0) != 2:
        raise GraphError(f"{source}: a pandas {type(frame).__name__} cannot be read as a graph; take a square DataFrame")
    columns = [str(column) for column in frame.columns]
    rows = [str(row) for row in frame.index]
    if set(rows) == set(columns) and len(rows) == len(set(rows)) == len(columns):
        frame = frame.iloc[[rows.index(column) for column in columns]]
    elif rows != [str(place) for place in range(len(rows))]:
        only_rows, only_columns = sorted(set(rows) - set(columns)), sorted(set(columns) - set(rows))
        raise GraphError(f"{source}: rows and columns of the frame have different labels: {only_rows} and {only_columns}")
    order = by_number(list(frame.columns))
    if order is not None:
        frame = frame.iloc[order, order]
    chosen = columns if order is None else names
    return _of_array(_matrix(frame.to_numpy(), source), chosen, direction, encoding, threshold, source)


def _of_polars(frame: Any, direction: str, encoding: str, threshold: float | None, source: str) -> Graph:
    if not hasattr(frame, "columns") or not hasattr(frame, "to_numpy"):
        raise GraphError(f"{source}: a polars {type(frame).__name__} cannot be read as a graph; take a square DataFrame")
    if frame.width == frame.height + 1:  # the first column names the rows
        rows, frame = [str(row) for row in frame[:, 0].to_list()], frame[:, 1:]
        if sorted(rows) != sorted(frame.columns):
            raise GraphError(f"{source}: the first column of the frame does not name the other columns")
        frame = frame[[rows.index(column) for column in frame.columns]]
    return _of_array(_matrix(frame.to_numpy(), source), frame.columns, direction, encoding, threshold, source)


def _of_networkx(graph: Any, source: str) -> Graph:
    if hasattr(graph, "directed_edges") and hasattr(graph, "undirected_edges"):  # pgmpy's PDAG
        directed, undirected = list(graph.directed_edges), list(graph.undirected_edges)
        return _of_ends(list(graph.nodes()), directed, undirected, source)
    if not hasattr(graph, "edges") or not hasattr(graph, "is_directed"):
        raise GraphError(f"{source}: an object of type {type(graph).__name__} cannot be read as a graph")
    edges = [(edge[0], edge[1]) for edge in graph.edges()]
    if not graph.is_directed():
        return _of_ends(list(graph.nodes()), [], edges, source)
    return _of_ends(list(graph.nodes()), edges, [], source)


def _of_ends(nodes: list[Any], directed: list[Any], undirected: list[Any], source: str) -> Graph:
    """Edges in both directions, and edges that are listed as undirected, have no direction."""
    order = by_number(nodes)
    nodes = nodes if order is None else [nodes[place] for place in order]
    labels = [str(node) for node in nodes]
    if len(set(labels)) != len(set(nodes)):
        raise GraphError(f"{source}: two nodes have the same name as text")
    one_way = dict.fromkeys((str(a), str(b)) for a, b in directed)
    both = [(a, b) for a, b in one_way if a < b and (b, a) in one_way]
    arrows = [(a, b) for a, b in one_way if (b, a) not in one_way or a == b]
    lines: dict[tuple[str, str], None] = {}
    for a, b in [*both, *((str(a), str(b)) for a, b in undirected)]:
        if (b, a) not in lines:
            lines[a, b] = None
    return Graph.from_edges(labels, arrows, list(lines), source)


def _of_causal_learn(graph: Any, names: Any, source: str) -> Graph:
    general = getattr(graph, "G", graph)
    if not hasattr(general, "graph") or not hasattr(general, "get_node_names"):
        raise GraphError(f"{source}: a causal-learn {type(graph).__name__} cannot be read as a graph")
    found = list(general.get_node_names())
    is_numbered = found == [f"X{place + 1}" for place in range(len(found))]
    chosen = names if names is not None and is_numbered else found
    return _of_array(_matrix(general.graph, source), chosen, "row-to-column", "endpoints", None, source)


def _of_sequence(items: list[Any], names: Any, direction: str, encoding: str, threshold: float | None, source: str) -> Graph:
    """Tuples and texts are edges, all else is the rows of a matrix."""
    if all(isinstance(item, (tuple, str)) for item in items) and (items or names is not None):
        return _of_edges(items, None if names is None else texts(names, source, GraphError), source)
    return _of_array(_matrix(items, source), names, direction, encoding, threshold, source)


def _of_edges(items: list[Any], names: list[str] | None, source: str) -> Graph:
    directed: list[tuple[Any, Any]] = []
    undirected: list[tuple[Any, Any]] = []
    for item in items:
        first, kind, second = _edge(item, source)
        if kind == "undirected":
            undirected.append((first, second))
        else:
            directed.append((first, second) if kind == "forward" else (second, first))
    ends = [node for edge in [*directed, *undirected] for node in edge]
    if names is None:
        return _of_ends(list({str(node): node for node in ends}.values()), directed, undirected, source)
    unknown = [node for node in dict.fromkeys(map(str, ends)) if node not in names]
    if unknown:
        raise GraphError(f"{source}: the edges name `{'`, `'.join(unknown)}`, which is not among the names")
    return _of_ends(names, directed, undirected, source)


def _edge(item: Any, source: str) -> tuple[Any, str, Any]:
    parts = item.split() if isinstance(item, str) else list(item)
    if len(parts) == 2 and not isinstance(item, str):
        return parts[0], "forward", parts[1]
    if len(parts) == 3 and isinstance(parts[1], str) and parts[1] in _ARROWS:
        return parts[0], _ARROWS[parts[1]], parts[2]
    raise GraphError(f'{source}: {item!r} is no edge; write ("A", "B"), ("A", "--", "B") or "A -> B"')
