"""Graphs of which some causes may be hidden: with marks at the ends of edges, or with hidden nodes."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from ._core import Graph, GraphError, HiddenGraph
from ._graphs import is_result_tuple, read
from ._naming import AnyGraph
from ._packages import of_frame, unobserved
from ._reading import How, Reading, as_matrix, by_number, packages, texts

__all__ = ["as_hidden", "hidden_nodes", "nodes_of", "read_any"]

_UNICODE = {"→": "->", "←": "<-", "↔": "<->", "—": "--"}


def read_any(graph: Any, reading: Reading, source: str) -> AnyGraph:
    """The graph; what has neither marks nor hidden nodes is read as everywhere."""
    if isinstance(graph, HiddenGraph):
        return reading.named(graph, graph.source, GraphError)
    try:
        return read(graph, reading, source)
    except GraphError as refused:
        try:
            found = _hidden(graph, reading, source)
        except GraphError:
            found = None
        if found is None or found.is_plain:
            raise refused from None
        return reading.named(found, source, GraphError)


def hidden_nodes(graph: AnyGraph, latents: Iterable[Any] | None) -> AnyGraph:
    """The graph with these nodes hidden, if there are any."""
    names = [] if latents is None else texts(latents, "latents", GraphError)
    return as_hidden(graph).hiding(names) if names else graph


def as_hidden(graph: AnyGraph) -> HiddenGraph:
    """The graph as one of which causes may be hidden."""
    return graph if isinstance(graph, HiddenGraph) else HiddenGraph.of_graph(graph)


def nodes_of(graph: AnyGraph) -> Graph:
    """A graph on the observed nodes."""
    return graph.nodes_alone() if isinstance(graph, HiddenGraph) else graph


def _hidden(graph: Any, reading: Reading, source: str) -> HiddenGraph | None:
    """The graph with its marks and hidden nodes; none if it cannot have any."""
    import numpy as np

    if isinstance(graph, (str, os.PathLike)):
        return _of_file(graph, reading)
    if isinstance(graph, tuple) and is_result_tuple(graph):
        return _hidden(graph[0], reading, source)
    if isinstance(graph, np.ndarray):
        return _of_matrix(graph, None, reading, source)
    known = packages(graph)
    if "pandas" in known:
        return of_frame(graph, source, lambda cells, labels: _of_matrix(cells, labels, reading, source))
    if "causallearn" in known:
        return _of_causal_learn(graph, source)
    if "pywhy_graphs" in known:
        return _of_pywhy(graph, source)
    if "pgmpy" in known:
        graph = getattr(graph, "causal_graph_", graph)
        return _of_networkx(graph, getattr(graph, "latents", ()), source)
    if "dowhy" in known:
        inner = getattr(graph, "graph", None)
        graph = inner if inner is not None else getattr(getattr(graph, "_graph", graph), "_graph", None)
        known = packages(graph)
    if "networkx" in known:
        return _of_networkx(graph, unobserved(graph), source)
    if known & {"pydot", "graphviz"}:
        return HiddenGraph.parse(getattr(graph, "source", None) or graph.to_string(), "dot", source)
    if isinstance(graph, (list, tuple, set, frozenset)) and all(isinstance(item, (tuple, str)) for item in graph):
        items = sorted(graph, key=repr) if isinstance(graph, (set, frozenset)) else list(graph)
        return _of_edges(items, reading, source)
    return _of_matrix(graph, None, reading, source) if isinstance(graph, list) else None


def _of_file(path: Any, reading: Reading) -> HiddenGraph | None:
    if not os.path.exists(path):
        return None
    reading.use("format", *How._fields)
    return HiddenGraph.read(os.fsdecode(path), reading.format, reading.how)


def _of_matrix(cells: Any, labels: list[str] | None, reading: Reading, source: str) -> HiddenGraph | None:
    """The graph of a matrix of marks, whose encoding must be named."""
    if reading.how.encoding == "adjacency":
        return None
    reading.use(*How._fields)
    return HiddenGraph.from_matrix(as_matrix(cells, source), labels, reading.how, source)


def _of_causal_learn(graph: Any, source: str) -> HiddenGraph | None:
    general = getattr(graph, "G", graph)
    if not hasattr(general, "graph") or not hasattr(general, "nodes"):
        return None
    labels = [str(node.get_name()) for node in general.nodes]
    found = HiddenGraph.from_matrix(as_matrix(general.graph, source), labels, How(encoding="endpoints"), source)
    return found.numbered() if labels == [f"X{index + 1}" for index in range(len(labels))] else found


def _of_pywhy(graph: Any, source: str) -> HiddenGraph | None:
    edges = graph.edges() if callable(getattr(graph, "edges", None)) else None
    if not isinstance(edges, dict):
        return None
    if not edges.get("circle") and "ADMG" in type(graph).__name__:
        arrows = [(a, "->", b) for a, b in edges.get("directed", ())]
        return _of_ends("dag", list(graph.nodes), (), arrows + [(a, "<->", b) for a, b in edges["bidirected"]], source)
    marks: dict[tuple[Any, Any], str] = {}
    for kind, mark in (("undirected", "-"), ("directed", ">"), ("bidirected", ">"), ("circle", "o")):
        for a, b in edges.get(kind, ()):
            marks[a, b] = mark  # the mark at b
            marks.setdefault((b, a), "-")
            if kind == "bidirected":
                marks[b, a] = mark
    return _of_marks(list(graph.nodes), marks, source)


def _of_networkx(graph: Any, hidden: Iterable[Any], source: str) -> HiddenGraph | None:
    """The graph of networkx, or of pgmpy, whose graphs are networkx's."""
    if not hasattr(graph, "edges") or not hasattr(graph, "nodes"):
        return None
    edges = list(graph.edges(data=True))
    if any("marks" in edge for _, _, edge in edges):
        marks = {}
        for a, b, edge in edges:
            marks[a, b], marks[b, a] = edge["marks"][b], edge["marks"][a]
        return _of_marks(list(graph.nodes()), marks, source)
    if not graph.is_directed():
        return None
    arrows: dict[tuple[Any, str, Any], None] = {}
    for a, b, edge in edges:
        arrow = {"bidirected": "<->", "undirected": "--"}.get(edge.get("type"), "->")
        if arrow == "->" or (b, arrow, a) not in arrows:
            arrows[a, arrow, b] = None
    return _of_ends("dag", list(graph.nodes()), hidden, list(arrows), source)


def _of_marks(nodes: list[Any], marks: dict[tuple[Any, Any], str], source: str) -> HiddenGraph:
    """The graph of the marks at the second of two nodes."""
    left = {">": "<", "o": "@", "-": ""}
    right = {">": ">", "o": "@", "-": ""}
    index = {node: at for at, node in enumerate(nodes)}
    edges = [
        (a, f"{left[marks[b, a]]}{'--' if marks[a, b] == marks[b, a] == '-' else '-'}{right[marks[a, b]]}", b)
        for a, b in marks
        if index[a] < index[b]
    ]
    return _of_ends("pag" if "o" in marks.values() else "mag", nodes, (), edges, source)


def _of_edges(items: list[Any], reading: Reading, source: str) -> HiddenGraph:
    """The graph of a list of edges."""
    names = [] if reading.names is None else texts(reading.names, source, GraphError)
    reading.use("names")
    lines = [_quoted(name) for name in names]
    for item in items:
        parts = item.split() if isinstance(item, str) else item
        if isinstance(item, str) and len(parts) != 3:
            lines.append(item)
            continue
        if not 2 <= len(parts) <= 3:
            words = "is no edge: take two nodes, or two nodes with an arrow between them"
            raise GraphError(f"{source}: {item!r:.60} {words}")
        arrow = "->" if len(parts) == 2 else _UNICODE.get(parts[1], parts[1])
        lines.append(f"{_quoted(parts[0])} {arrow} {_quoted(parts[-1])}")
    return HiddenGraph.parse("\n".join(lines), "edges", source)


def _of_ends(
    kind: str, nodes: list[Any], hidden: Iterable[Any], edges: list[tuple[Any, str, Any]], source: str
) -> HiddenGraph:
    """The graph of nodes and edges, in dagitty's text. Nodes that are called 0, 1, …, p − 1 are numbered."""
    hidden = set(hidden)
    order = None if hidden else by_number(nodes)
    nodes = nodes if order is None else [nodes[index] for index in order]
    lines = [f"{_quoted(node)}{' [latent]' if node in hidden else ''}" for node in nodes]
    lines += [f"{_quoted(a)} {arrow} {_quoted(b)}" for a, arrow, b in edges]
    graph = HiddenGraph.parse("\n".join([f"{kind} {{", *lines, "}"]), "dagitty", source)
    return graph if order is None else graph.numbered()


def _quoted(name: Any) -> str:
    escaped = str(name).replace("\\", "\\\\").replace('"', '\\"')
    return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t") + '"'
