"""Graphs given by their edges."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from ._core import Graph, GraphError
from ._reading import Reading, by_number, texts

__all__ = ["is_edge", "of_edges", "of_ends", "refused_edge"]

_FORWARD, _BACKWARD, _UNDIRECTED = "forward", "backward", "undirected"
_BIDIRECTED, _CIRCLE = "bidirected", "marked by a circle"
_KINDS = {
    _FORWARD: ("->", "-->", "→"),
    _BACKWARD: ("<-", "<--", "←"),
    _UNDIRECTED: ("--", "---", "-", "—"),
    _BIDIRECTED: ("<->", "<-->", "↔"),
    _CIRCLE: ("o->", "<-o", "o-o", "o-", "-o"),
}
_ARROWS = {arrow: kind for kind, arrows in _KINDS.items() for arrow in arrows}
# Arrows that cannot be part of a name, so they need no white space around them.
_TIGHT = "<-->|<->|-->|<--|---|->|<-|--|→|←|↔|—"
_NAME = rf"(?:(?!{_TIGHT})\S)+"
_ANY = re.compile(rf".+(?:{_TIGHT}).+")
_CLOSE = re.compile(rf"\s*({_NAME})\s*({_TIGHT})\s*({_NAME})\s*")


def is_edge(item: Any) -> bool:
    """Whether this is one edge: a tuple of two or three, or a text with an arrow."""
    if isinstance(item, str):
        return _parts(item) is not None or _ANY.fullmatch(item) is not None
    return isinstance(item, tuple) and len(item) in (2, 3) and not any(isinstance(end, (list, dict)) for end in item)


def of_edges(items: list[Any], reading: Reading, source: str) -> Graph:
    """The graph of a list of edges, which has no order: its nodes are known by their names alone."""
    directed: list[tuple[Any, Any]] = []
    undirected: list[tuple[Any, Any]] = []
    for item in items:
        first, kind, second = _edge(item, source)
        if kind == _UNDIRECTED:
            undirected.append((first, second))
        else:
            directed.append((first, second) if kind == _FORWARD else (second, first))
    ends = {str(node): node for edge in [*directed, *undirected] for node in edge}
    if reading.names is None:
        return of_ends(list(ends.values()), directed, undirected, source)
    reading.use("names")
    names = texts(reading.names, source, GraphError)
    unknown = [node for node in ends if node not in names]
    if unknown:
        raise GraphError(f"{source}: the edges name `{'`, `'.join(unknown)}`, which is not among the names")
    return of_ends(names, directed, undirected, source)


def of_ends(nodes: list[Any], directed: Iterable[Any], undirected: Iterable[Any], source: str) -> Graph:
    """The graph of nodes and edges. An edge in both directions, or listed as undirected, has no direction.

    Nodes that are called 0, 1, …, p − 1 are numbered: they are matched by position, as the rows of a matrix.
    """
    for node in nodes:
        if isinstance(node, (dict, list, set)):
            raise GraphError(f"{source}: the node {node!r} is a {type(node).__name__}; give each node one name")
        if isinstance(node, tuple):
            raise GraphError(
                f"{source}: the node {node!r} is a tuple, as in graphs of time series, which cannot be compared; "
                "give each node one name"
            )
    order = by_number(nodes)
    nodes = nodes if order is None else [nodes[index] for index in order]
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
    graph = Graph.from_edges(labels, arrows, list(lines), source)
    return graph if order is None else graph.numbered()


def _edge(item: Any, source: str) -> tuple[Any, str, Any]:
    parts = _parts(item) if isinstance(item, str) else tuple(item)
    if parts is not None and len(parts) == 2:
        return parts[0], _FORWARD, parts[1]
    if parts is None or len(parts) != 3 or not isinstance(parts[1], str) or parts[1] not in _ARROWS:
        raise GraphError(f'{source}: {item!r} is no edge; write ("A", "B"), ("A", "--", "B") or "A -> B"')
    kind = _ARROWS[parts[1]]
    if kind in (_BIDIRECTED, _CIRCLE):
        raise refused_edge("the edge", parts[0], parts[2], kind, source)
    return parts[0], kind, parts[2]


def refused_edge(edge: str, a: Any, b: Any, what: str, source: str) -> GraphError:
    """The error for an edge that is neither directed nor undirected."""
    words = f"{edge} between `{a}` and `{b}` is {what}; only directed and undirected edges can be used here"
    return GraphError(f"{source}: {words}")


def _parts(text: str) -> tuple[str, str, str] | None:
    """The two ends of an edge in a text and the arrow between them; names of several words are given in a tuple."""
    words = text.split()
    if len(words) == 3 and words[1] in _ARROWS:
        return words[0], words[1], words[2]
    found = _CLOSE.fullmatch(text)
    return None if found is None else (found[1], found[2], found[3])
