"""How a caller wants graphs and data to be read, and which of these options made a difference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from numbers import Integral
from typing import Any, NamedTuple, Protocol, TypeVar

from ._core import ContsidError, Graph, GraphError, HiddenGraph, OptionError
from ._options import check_word, number

__all__ = ["OPTIONS", "How", "Reading", "Sparse", "as_matrix", "as_numbers", "by_number", "packages", "texts"]

#: numpy's characters for float64, int64, int8 and bool.
_READ_DIRECTLY = "dlb?"


class How(NamedTuple):
    """How a matrix is read."""

    edge_direction: str = "row-to-column"
    encoding: str = "adjacency"
    threshold: float | None = None


_USUAL = How()
#: The options of everything that reads graphs.
OPTIONS = ("names", *How._fields)


class Sparse(NamedTuple):
    """A sparse matrix, as the extension takes it."""

    shape: tuple[int, int]
    by_columns: bool
    lines: tuple[Any, Any, Any]


class _Named(Protocol):
    @property
    def is_named(self) -> bool: ...
    def with_names(self, names: list[str], /) -> Any: ...


_N = TypeVar("_N", bound=_Named)


class Reading:
    """The options that say how graphs and data are read.

    Each option that was given must matter to something that is read: :meth:`finish` refuses the others.
    """

    __slots__ = ("_idle", "format", "how", "labels", "names", "wanted")

    def __init__(
        self,
        names: Iterable[Any] | None = None,
        edge_direction: str = "row-to-column",
        encoding: str = "adjacency",
        threshold: float | None = None,
        format: str | None = None,
    ) -> None:
        self.names = names
        self.wanted: list[str] | None = None
        self.labels: list[str] = []
        self.how = How(
            check_word("edge_direction", edge_direction),
            check_word("encoding", encoding),
            None if threshold is None else number("threshold", threshold),
        )
        self.format = None if format is None else check_word("format", format)
        self._idle = {option for option, value, usual in zip(How._fields, self.how, _USUAL) if value != usual}
        self._idle |= {option for option, value in (("names", names), ("format", format)) if value is not None}

    def use(self, *options: str) -> None:
        """These options made a difference."""
        self._idle.difference_update(options)

    def choose_columns(self, graph: Graph | HiddenGraph, groups: str | None = None, weights: str | None = None) -> None:
        """Of columns with names read those of the nodes, and these others; what is in the rest does not matter."""
        self.labels = [] if groups is None or groups in graph.nodes else [groups]
        if graph.is_named:
            others = [name for name in (groups, weights) if name is not None]
            self.wanted = [*dict.fromkeys([*graph.nodes, *others])]

    def finish(self, what: str) -> None:
        """Refuse options that made no difference to ``what``."""
        for option in sorted(self._idle):
            reason = {"names": "names that are there are never replaced", "format": "it is for files"}
            raise OptionError(f"{option}= has no effect on {what}: {reason.get(option, 'it is for matrices')}")

    def matrix(self, cells: Any, labels: list[str] | None, source: str) -> Graph:
        """The graph of a matrix that does not say itself how it is to be read."""
        self.use(*How._fields)
        return self.known_matrix(cells, labels, source, self.how)

    def weights(self, cells: Any, labels: list[str] | None, source: str) -> Graph:
        """The graph of LiNGAM's weights, which are from column to row."""
        self.use("threshold")
        return self.known_matrix(cells, labels, source, How("column-to-row", threshold=self.how.threshold or 0.0))

    def known_matrix(self, cells: Any, labels: list[str] | None, source: str, how: How = _USUAL) -> Graph:
        """The graph of a matrix whose meaning is known. Without labels the nodes are called as the caller says."""
        if labels is None and self.names is not None:
            self.use("names")
            labels = texts(self.names, source, GraphError)
        if isinstance(cells, Sparse):
            return Graph.from_sparse(*cells, labels, how, source)
        return Graph.from_matrix(as_matrix(cells, source), labels, how, source)

    def file(self, graph: Graph) -> Graph:
        """The graph of a file, by the names that the caller gives if it has none."""
        self.use("format", *(How._fields if graph.reading is not None else ()))
        return self.named(graph, graph.source, GraphError)

    def named(self, thing: _N, source: str, refused: type[ContsidError]) -> _N:
        """The graph or table, by the names that the caller gives if it has none."""
        if self.names is None or thing.is_named:
            return self._with_absent(thing) if isinstance(thing, Graph) else thing
        self.use("names")
        named: _N = thing.with_names(texts(self.names, source, refused))
        return named

    def _with_absent(self, graph: Any) -> Any:
        """A graph with names, on these and on the nodes that the caller names besides: they have no edges."""
        if self.names is None or not set(graph.nodes) < set(names := texts(self.names, graph.source, GraphError)):
            return graph
        self.use("names")
        return graph.on_nodes(names)


def packages(thing: Any) -> set[str]:
    """The packages that the classes of an object are from."""
    return {cls.__module__.partition(".")[0] for cls in type(thing).__mro__}


def texts(names: Iterable[Any], source: str, refused: type[ContsidError]) -> list[str]:
    """Names as a list of texts."""
    if isinstance(names, str):
        raise refused(f"{source}: names is one text; a list of names is needed")
    try:
        return [str(name) for name in names]
    except TypeError as error:
        raise refused(f"{source}: names cannot be read as a list of names: {error}") from None


def by_number(labels: Sequence[Any]) -> list[int] | None:
    """The indices of the labels 0, 1, …, p − 1, if exactly these are the labels, as integers or texts."""
    types = set(map(type, labels))
    if bool in types or not all(issubclass(each, (Integral, str)) for each in types):
        return None
    indices = {str(label): index for index, label in enumerate(labels)}
    numbers = [str(number) for number in range(len(labels))]
    return [indices[number] for number in numbers] if indices.keys() == set(numbers) else None


def as_numbers(cells: Any, refused: type[ContsidError], words: str) -> Any:
    """A numpy array of numbers; these words are the beginning of the message if it is none."""
    import numpy as np

    try:
        array = np.asarray(cells)
        if array.dtype.kind not in "biufO":
            raise TypeError(f"its cells are of type {array.dtype}")
        return array.astype(np.float64, copy=False)
    except Exception as error:  # objects of other packages may raise anything
        raise refused(f"{words}: {error}") from None


def as_matrix(cells: Any, source: str) -> Any:
    """A numpy array of numbers with two dimensions, without gaps, of a type that is read where it is."""
    import numpy as np

    if isinstance(cells, np.ma.MaskedArray) and bool(np.any(cells.mask)):
        raise GraphError(f"{source}: cells of the matrix are masked; fill them, for example by .filled(0)")
    if isinstance(cells, np.ndarray) and cells.ndim == 2 and cells.dtype.char in _READ_DIRECTLY:
        return cells if cells.flags.forc else np.ascontiguousarray(cells)
    numbers = as_numbers(cells, GraphError, f"{source}: the matrix does not hold numbers")
    if numbers.ndim != 2:
        raise GraphError(f"{source}: the array has {numbers.ndim} dimensions; the matrix of a graph has two")
    return numbers if numbers.flags.forc else np.ascontiguousarray(numbers)
