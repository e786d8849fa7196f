"""Which node is which: by name, or by position where nothing has names, and never by luck."""

from __future__ import annotations

from typing import TypeVar

from ._core import AlignmentError, Graph, HiddenGraph, Table

__all__ = ["AnyGraph", "all_columns", "check_columns", "check_names", "on_columns"]

#: A graph with marks and hidden nodes, or without.
AnyGraph = Graph | HiddenGraph
_G = TypeVar("_G", Graph, HiddenGraph, AnyGraph)


def all_columns(table: Table) -> list[str] | None:
    """The names of the columns; none if they have none, or some were not read."""
    return table.columns if table.is_named and not table.ignored else None


def on_columns(graph: _G, columns: list[str] | None) -> _G:
    """The graph, its nodes called as the columns of the data if it has no names and there are equally many."""
    if graph.is_named or columns is None or len(columns) != len(graph):
        return graph
    return graph.with_names(columns)


def check_names(truth: AnyGraph, learnt: AnyGraph) -> None:
    """Refuse graphs of which only one has names: the order of the other's nodes is not known."""
    if truth.is_named != learnt.is_named:
        named, other = (truth, learnt) if truth.is_named else (learnt, truth)
        raise AlignmentError(
            f"{named.source} names its nodes ({_listed(named.nodes)}), and {other.source} does not: "
            "name its nodes, in their order, by as_graph(…, names=[…])"
        )


def check_columns(table: Table, truth: AnyGraph) -> None:
    """Refuse data and a graph of which only one has names."""
    if truth.is_named and not table.is_named:
        raise AlignmentError(
            f"{truth.source} names its nodes ({_listed(truth.nodes)}), and the columns of the data have no names: "
            "name them, in their order, by as_table(…, names=[…])"
        )
    if table.is_named and not truth.is_named:
        raise AlignmentError(
            f"the data have {len(table.columns)} columns with names, and {truth.source} has {len(truth)} nodes "
            "without: name them, in their order, by as_graph(…, names=[…])"
        )


def _listed(names: list[str]) -> str:
    most = 6
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")
