"""Graphs as other packages hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from numbers import Real
from typing import Any, TypeVar

from ._core import Graph, GraphError
from ._edges import of_ends, refused_edge
from ._reading import How, Reading, Sparse, by_number, packages

__all__ = ["is_result", "of_frame", "of_package", "reader_of", "unobserved"]

Reader = Callable[[Any, Reading, str], Graph]
_R = TypeVar("_R")


def reader_of(thing: Any) -> Reader | None:
    """What reads an object of another package; none if it is of none that is known."""
    known = packages(thing)
    return next((reader for package, reader in _READERS.items() if package in known), None)


def is_result(thing: Any) -> bool:
    """Whether this dictionary is the result of a learner: of causal-learn's GES, or of bnlearn."""
    if not isinstance(thing, dict):
        return False
    is_ges = "score" in thing and "causallearn" in packages(thing.get("G"))
    return is_ges or ("model" in thing and "pandas" in packages(thing.get("adjmat")))


def of_package(result: dict[str, Any], reading: Reading, source: str) -> Graph:
    """The graph in such a dictionary."""
    if "adjmat" not in result:
        return _of_causal_learn(result["G"], reading, source)
    frame = result["adjmat"]
    return of_frame(frame, source, lambda cells, labels: reading.known_matrix(cells, labels, source))


def of_frame(frame: Any, source: str, graph: Callable[[Any, list[str] | None], _R]) -> _R:
    """The graph of a pandas frame, whose rows are matched to its columns by their labels."""
    import numpy as np

    if getattr(frame, "ndim", 0) != 2:
        kind = type(frame).__name__
        raise GraphError(f"{source}: a pandas {kind} cannot be read as a graph; take a square DataFrame")
    columns, rows = [str(column) for column in frame.columns], [str(row) for row in frame.index]
    cells = frame.to_numpy()
    indices = {row: index for index, row in enumerate(rows)}
    if rows != columns and len(indices) == len(rows) == len(columns) and indices.keys() == set(columns):
        cells = cells[[indices[column] for column in columns]]
    elif rows != columns and rows != [str(index) for index in range(len(rows))]:
        only_rows, only_columns = sorted(set(rows) - set(columns)), sorted(set(columns) - set(rows))
        words = f"rows and columns of the frame have different labels: {only_rows} and {only_columns}"
        raise GraphError(f"{source}: {words}")
    order = by_number(list(frame.columns))
    if order is None:
        return graph(cells, columns)
    return graph(cells if order == list(range(len(order))) else cells[np.ix_(order, order)], None)


def _of_pandas(frame: Any, reading: Reading, source: str) -> Graph:
    return of_frame(frame, source, lambda cells, labels: reading.matrix(cells, labels, source))


def _of_polars(frame: Any, reading: Reading, source: str) -> Graph:
    if not hasattr(frame, "columns") or not hasattr(frame, "to_numpy"):
        kind = type(frame).__name__
        raise GraphError(f"{source}: a polars {kind} cannot be read as a graph; take a square DataFrame")
    if frame.width == frame.height + 1:  # the first column names the rows
        rows, frame = [str(row) for row in frame[:, 0].to_list()], frame[:, 1:]
        if sorted(rows) != sorted(frame.columns):
            raise GraphError(f"{source}: the first column of the frame does not name the other columns")
        indices = {row: index for index, row in enumerate(rows)}
        frame = frame[[indices[column] for column in frame.columns]]
    return reading.matrix(frame.to_numpy(), frame.columns, source)


def _of_scipy(matrix: Any, reading: Reading, source: str) -> Graph:
    import numpy as np

    if getattr(matrix, "ndim", 0) != 2 or not hasattr(matrix, "tocsr"):
        raise _unreadable(matrix, source)
    stored, is_lined = matrix.nnz, matrix.format in ("csr", "csc")
    matrix = matrix if is_lined and matrix.has_canonical_format else (matrix.copy() if is_lined else matrix.tocsr())
    matrix.sum_duplicates()
    if matrix.nnz < stored and reading.how.threshold is None:
        words = "the sparse matrix stores a cell more than once, as for a doubled edge; store each cell once"
        raise GraphError(f"{source}: {words}")
    if matrix.dtype.kind not in "biuf":
        raise GraphError(f"{source}: the matrix does not hold numbers: its cells are of type {matrix.dtype}")
    types = ((matrix.indptr, np.int64), (matrix.indices, np.int64), (matrix.data, np.float64))
    starts, indices, values = (array.astype(dtype, copy=False) for array, dtype in types)
    return reading.matrix(Sparse(matrix.shape, matrix.format == "csc", (starts, indices, values)), None, source)


def _of_networkx(graph: Any, reading: Reading, source: str) -> Graph:
    if not hasattr(graph, "edges") or not hasattr(graph, "is_directed"):
        raise _unreadable(graph, source)
    edges = [(edge[0], edge[1]) for edge in graph.edges()]
    if graph.is_multigraph():
        for a, b in edges:
            if graph.number_of_edges(a, b) > 1:
                raise GraphError(f"{source}: the edge between `{a}` and `{b}` is there twice; keep one")
    kind = f"a networkx {type(graph).__name__}"
    _refuse_red(graph, source)
    _check_observed(kind, unobserved(graph), source)
    lines = []
    for a, b, of in graph.edges(data=True):
        if of.get("type") == "bidirected" or "marks" in of:
            raise _mixed(kind, a, b, "marked at its ends", source)
        if of.get("type") == "undirected":
            lines.append((a, b))
        weight, back = (of.get("weight"), (graph.get_edge_data(b, a) or {}).get("weight"))
        if _is_nothing(weight) or (graph.is_directed() and back is not None and weight != back):
            words = f"the edge from `{a}` to `{b}` has the weight {weight}" + ("" if back is None else f", back {back}")
            raise GraphError(f"{source}: {words}; pass the matrix of weights, and say by threshold= which are edges")
    if not graph.is_directed() or not lines:
        return _of_edges(list(graph.nodes()), edges, graph.is_directed(), reading, source)
    arrows = [edge for edge in edges if edge not in set(lines)]
    return _named(of_ends(list(graph.nodes()), arrows, lines, source), reading)


def _is_nothing(weight: Any) -> bool:
    return isinstance(weight, Real) and not abs(float(weight)) > 0


def _refuse_red(graph: Any, source: str) -> None:
    """Refuse causal-learn's ``nx_graph`` with bidirected edges, which are red arcs in both directions."""
    colours = {(a, b): colour for a, b, colour in graph.edges(data="color")} if graph.is_directed() else {}
    if set(colours.values()) <= {"r", "g", "b"} and set(graph.nodes()) == set(range(len(graph))):
        for (a, b), colour in colours.items():
            if colour == colours.get((b, a)) == "r":
                raise refused_edge("causal-learn's nx_graph, whose red edge", a, b, "bidirected", source)


def _of_pgmpy(graph: Any, reading: Reading, source: str) -> Graph:
    if not hasattr(graph, "edges"):  # an estimator
        if not hasattr(graph, "fit"):
            raise _unreadable(graph, source)
        return _of_pgmpy(_fitted(graph, "causal_graph_", source), reading, source)
    kind, nodes = type(graph).__name__, list(graph.nodes())
    _check_observed(f"a pgmpy {kind}", getattr(graph, "latents", ()), source)
    edges: list[tuple[Any, Any, dict[str, Any]]] = list(graph.edges(data=True))
    if any("marks" in edge for _, _, edge in edges):
        marked = [(a, b, edge["marks"][a], edge["marks"][b]) for a, b, edge in edges]
        return _of_marks(nodes, marked, f"a pgmpy {kind}", source)
    for a, b, edge in edges:
        if edge.get("type") == "bidirected":
            raise _mixed(f"a pgmpy {kind}", a, b, "bidirected", source)
    if hasattr(graph, "directed_edges") and hasattr(graph, "undirected_edges"):
        return _named(of_ends(nodes, list(graph.directed_edges), list(graph.undirected_edges), source), reading)
    return _of_networkx(graph, reading, source)


def _of_marks(nodes: list[Any], edges: list[tuple[Any, Any, str, str]], kind: str, source: str) -> Graph:
    """The graph of edges whose ends are marked by ``-``, ``>`` or ``o``."""
    directed, undirected = [], []
    for a, b, at_a, at_b in edges:
        if "o" in (at_a, at_b):
            raise _mixed(kind, a, b, "marked by a circle", source)
        if (at_a, at_b) == (">", ">"):
            raise _mixed(kind, a, b, "bidirected", source)
        if (at_a, at_b) == ("-", "-"):
            undirected.append((a, b))
        else:
            directed.append((a, b) if at_b == ">" else (b, a))
    return of_ends(nodes, directed, undirected, source)


def _of_pywhy(graph: Any, reading: Reading, source: str) -> Graph:
    edges = graph.edges() if callable(getattr(graph, "edges", None)) else None
    if not isinstance(edges, dict):
        return _of_networkx(graph, reading, source)
    for kind, what in (("bidirected", "bidirected"), ("circle", "marked by a circle")):
        for a, b in list(edges.get(kind, ()))[:1]:
            raise _mixed(f"a pywhy-graphs {type(graph).__name__}", a, b, what, source)
    return _named(of_ends(list(graph.nodes), edges.get("directed", ()), edges.get("undirected", ()), source), reading)


def _of_causal_learn(graph: Any, reading: Reading, source: str) -> Graph:
    if hasattr(graph, "adjacency_matrix_"):  # its own LiNGAM classes
        return _of_lingam(graph, reading, source)
    general = getattr(graph, "G", graph)
    if not hasattr(general, "graph") or not hasattr(general, "nodes"):
        raise _unreadable(graph, source)
    labels = [str(node.get_name()) for node in general.nodes]
    is_numbered = labels == [f"X{index + 1}" for index in range(len(labels))]
    if is_numbered and reading.names is not None:
        return reading.known_matrix(general.graph, None, source, How(encoding="endpoints"))
    found = reading.known_matrix(general.graph, labels, source, How(encoding="endpoints"))
    return found.numbered() if is_numbered else found


def _of_lingam(model: Any, reading: Reading, source: str) -> Graph:
    if hasattr(model, "adjacency_matrices_"):
        kind = type(model).__name__
        raise GraphError(
            f"{source}: a {kind} holds several matrices; read one of them by as_graph with edge_direction="
        )
    matrix = _fitted(model, "adjacency_matrix_", source)
    if (matrix != matrix).any():
        kind = type(model).__name__
        words = "its matrix has NaN, where variables have a hidden common cause, which cannot be compared"
        raise GraphError(f"{source}: a {kind} with latent confounders: {words}")
    return reading.weights(matrix, None, source)


def _of_castle(learner: Any, reading: Reading, source: str) -> Graph:
    matrix = learner if hasattr(learner, "__array__") else _fitted(learner, "causal_matrix", source)
    columns = list(getattr(matrix, "columns", range(len(matrix))))
    labels = None if by_number(columns) is not None else [str(column) for column in columns]
    return reading.known_matrix(matrix, labels, source)


def _of_dowhy(model: Any, reading: Reading, source: str) -> Graph:
    graph = getattr(model, "graph", None)  # gcm's models
    if graph is None:
        graph = getattr(getattr(model, "_graph", model), "_graph", None)  # CausalModel, and its CausalGraph
    if graph is None:
        raise _unreadable(model, source)
    _check_observed(f"a dowhy {type(model).__name__}", unobserved(graph), source)
    return _of_networkx(graph, reading, source)


def _of_igraph(graph: Any, reading: Reading, source: str) -> Graph:
    if not hasattr(graph, "get_edgelist"):
        raise _unreadable(graph, source)
    nodes = graph.vs["name"] if "name" in graph.vs.attributes() else list(range(graph.vcount()))
    _refuse_doubled(graph.has_multiple(), source)
    for edge in graph.es if "type" in graph.es.attributes() else ():
        if edge["type"] in ("bidirected", "undirected"):
            words = f"between `{nodes[edge.source]}` and `{nodes[edge.target]}` is {edge['type']} by its attribute"
            raise GraphError(f"{source}: the edge {words}; write the graph as a list of edges")
    edges = [(nodes[a], nodes[b]) for a, b in graph.get_edgelist()]
    return _of_edges(nodes, edges, graph.is_directed(), reading, source)


def _of_rustworkx(graph: Any, reading: Reading, source: str) -> Graph:
    if not hasattr(graph, "edge_list"):
        raise _unreadable(graph, source)
    _refuse_doubled(graph.has_parallel_edges(), source)
    indices, values = list(graph.node_indices()), list(graph.nodes())
    if all(value is None for value in values):
        values = list(range(len(indices)))
    nodes = dict(zip(indices, values))
    edges = [(nodes[a], nodes[b]) for a, b in graph.edge_list()]
    return _of_edges(values, edges, hasattr(graph, "successors"), reading, source)


def _refuse_doubled(is_doubled: bool, source: str) -> None:
    if is_doubled:
        raise GraphError(f"{source}: two nodes are joined by the same edge twice; keep one")


def _of_dot(graph: Any, reading: Reading, source: str) -> Graph:
    text = getattr(graph, "source", None) or graph.to_string()  # graphviz, pydot
    return Graph.parse(text, "dot", source)


def _fitted(model: Any, attribute: str, source: str) -> Any:
    """What a learner has found."""
    found = getattr(model, attribute, None)
    if found is None:
        kind = type(model).__name__
        raise GraphError(f"{source}: the {kind} has learnt no graph yet; fit it to data first")
    return found


def _of_edges(nodes: list[Any], edges: list[Any], is_directed: bool, reading: Reading, source: str) -> Graph:
    """The graph of edges all of which are directed, or none."""
    directed, undirected = (edges, []) if is_directed else ([], edges)
    return _named(of_ends(nodes, directed, undirected, source), reading)


def _named(graph: Graph, reading: Reading) -> Graph:
    return reading.named(graph, graph.source, GraphError)


def unobserved(graph: Any) -> list[Any]:
    """The nodes of a networkx graph that dowhy, or a word, marks as hidden."""
    told = {"observed": ("no", "false", "0"), "latent": ("yes", "true", "1"), "unobserved": ("yes", "true", "1")}

    def is_hidden(of: dict[str, Any]) -> bool:
        words = any(str(of.get(key)).lower() in values for key, values in told.items())
        return words or of.get("label") == "Unobserved Confounders"

    return [node for node, of in graph.nodes(data=True) if is_hidden(of)]


def _check_observed(kind: str, hidden: Iterable[Any], source: str) -> None:
    """Refuse a graph with hidden nodes."""
    names = ", ".join(f"`{name}`" for name in sorted(map(str, hidden)))
    if names:
        words = "every node of a graph must be observed: a hidden common cause of two others cannot be compared"
        advice = "take hidden nodes out of the graph if they are none, for example by .remove_node()"
        raise GraphError(f"{source}: {kind} with hidden nodes: {names}; {words}, and {advice}")


def _mixed(kind: str, a: Any, b: Any, what: str, source: str) -> GraphError:
    return refused_edge(f"{kind} whose edge", a, b, what, source)


def _unreadable(thing: Any, source: str) -> GraphError:
    return GraphError(f"{source}: an object of type {type(thing).__name__} cannot be read as a graph")


# In the order in which they are tried: classes of the first ones are also classes of later ones.
_READERS: dict[str, Reader] = {
    "pandas": _of_pandas,
    "polars": _of_polars,
    "castle": _of_castle,
    "causallearn": _of_causal_learn,
    "lingam": _of_lingam,
    "pywhy_graphs": _of_pywhy,
    "pgmpy": _of_pgmpy,
    "dowhy": _of_dowhy,
    "networkx": _of_networkx,
    "scipy": _of_scipy,
    "igraph": _of_igraph,
    "rustworkx": _of_rustworkx,
    "pydot": _of_dot,
    "graphviz": _of_dot,
}
