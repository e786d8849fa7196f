"""What a reader of the numbers should know."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterable

from ._core import Graph, HiddenGraph, Table

__all__ = ["ContsidWarning", "about_data", "about_graph", "in_words", "warn"]


class ContsidWarning(UserWarning):
    """Something about the graphs or the data that a reader of the numbers should know; the result has it as a note."""


def about_graph(graph: Graph | HiddenGraph) -> list[str]:
    """What is to be said about a graph as it was read."""
    return [f"{graph.source}: {note}" for note in graph.notes]


def about_data(table: Table, surplus: Iterable[str]) -> list[str]:
    """What is to be said about data as they were read, and about columns that are no nodes."""
    ignored = ", ".join(surplus)
    left_out = [f"ignored columns (no such node): {ignored}"] if ignored else []
    return [*table.notes, *left_out]


def in_words(notes: Iterable[str]) -> list[str]:
    """A line for each different note."""
    return [f"note: {note}" for note in dict.fromkeys(notes)]


def warn(notes: Iterable[str]) -> None:
    """Warns the caller of the package once of all notes, if there are any."""
    text = "; ".join(dict.fromkeys(notes))
    if not text:
        return
    depth, frame = 1, sys._getframe(0)
    while frame.f_back is not None and os.path.dirname(frame.f_code.co_filename) == _PACKAGE:
        depth, frame = depth + 1, frame.f_back
    warnings.warn(text, ContsidWarning, stacklevel=depth)


_PACKAGE = os.path.dirname(__file__)
