"""What the extension module holds. People import `contsid` instead."""

import os
from collections.abc import Iterator, Sequence
from typing import Any, Final, final

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "AlignmentError",
    "ClaimComparer",
    "Comparer",
    "ContSid",
    "ContsidError",
    "CrossFit",
    "DiscoveryError",
    "Embedding",
    "EstimationError",
    "Graph",
    "GraphError",
    "HiddenGraph",
    "InterventionalEmbedding",
    "Joint",
    "Journal",
    "Judged",
    "Mistakes",
    "OptionError",
    "Prepared",
    "Scored",
    "Shd",
    "Sid",
    "SimulationError",
    "Table",
    "TableError",
    "Tested",
    "Trial",
    "__version__",
    "aid",
    "answer_part",
    "check_choices",
    "check_sets",
    "cpdag",
    "drawing",
    "ges",
    "ica_lingam",
    "is_valid_adjustment",
    "mcmd",
    "mean_and_deviation",
    "metrics",
    "mmd",
    "pc",
    "rank",
    "read_study",
    "shd",
    "sid",
    "simulate",
    "sort_n_regress",
    "stability",
    "stored_settings",
    "why",
    "with_error",
    "write_text",
]

__version__: str

class ContsidError(ValueError):
    """Whatever contsid refuses; a `ValueError`."""

class GraphError(ContsidError):
    """Something is not a graph, or not one that can be compared."""

class TableError(ContsidError):
    """Something is not a table of observations."""

class AlignmentError(ContsidError):
    """Graphs and tables are not about the same nodes."""

class OptionError(ContsidError):
    """An option has a value that makes no sense."""

class EstimationError(ContsidError):
    """A distribution cannot be estimated from the data."""

class DiscoveryError(ContsidError):
    """A graph cannot be learnt from the data."""

class SimulationError(ContsidError):
    """Nothing can be simulated by these settings."""

@final
class HiddenGraph:
    """A causal graph of which some causes may be hidden: with a mark at each end of an edge, or with hidden nodes."""

    @staticmethod
    def from_matrix(matrix: NDArray[Any], names: list[str] | None, how: Any, source: str) -> HiddenGraph:
        """The graph of a square matrix of marks."""
    @staticmethod
    def parse(text: str, format: str, source: str) -> HiddenGraph:
        """The graph of a text in one of the formats of files."""
    @staticmethod
    def read(path: str | os.PathLike[str], format: str | None, how: Any) -> HiddenGraph:
        """The graph of a file."""
    @staticmethod
    def of_graph(graph: Graph) -> HiddenGraph:
        """A graph without marks, as one of these."""
    def hiding(self, latents: list[str]) -> HiddenGraph:
        """The same graph with these nodes hidden too."""
    is_plain: Final[bool]
    """Whether there are neither marks nor hidden nodes."""
    def nodes_alone(self) -> Graph:
        """The observed nodes without edges."""
    def with_names(self, names: list[str]) -> HiddenGraph:
        """The same graph with these names."""
    def numbered(self) -> HiddenGraph:
        """The same graph, whose names only number its nodes, so they are matched by position."""
    nodes: Final[list[str]]
    """The names of the observed nodes, in order."""
    is_named: Final[bool]
    """Whether the nodes have names; otherwise they are numbered, and matched by position."""
    source: Final[str]
    """What messages call the graph."""
    notes: Final[list[str]]
    """What a reader should know of the graph."""
    hidden_count: Final[int]
    """The number of hidden nodes that the graph has."""
    edges: Final[list[tuple[str, str, str]]]
    """The edges with their marks, as `(a, "o->", b)`; those of the maximal ancestral graph if nodes are hidden."""
    def to_mag(self) -> HiddenGraph:
        """The maximal ancestral graph of the observed nodes; one member of a class."""
    def to_pag(self) -> HiddenGraph:
        """The graph of the class (PAG) of the maximal ancestral graph of the observed nodes."""
    def save(self, path: str | os.PathLike[str], encoding: str = "adjacency") -> None:
        """Write the graph to a file, in the format of its extension; `encoding` is that of a matrix."""
    def claims(self, adjustment: str) -> list[tuple[str, str, str, list[str] | None, str]]:
        """What the graph claims about each pair: treatment, outcome, claim, adjustment set and why."""
    @staticmethod
    def _restored(text: str, source: str, is_named: bool) -> HiddenGraph: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class ClaimComparer:
    def __new__(
        cls,
        truth: HiddenGraph,
        learnt: list[HiddenGraph],
        names: list[str],
        data: Prepared | None,
        scope: Any,
        adjustment: str,
    ) -> ClaimComparer: ...
    def document(self) -> str: ...
    def html(self) -> str: ...
    def skeleton(self, graph: int) -> tuple[int, int, int]: ...
    def pairs(self, graph: int) -> list[tuple[str, str, str, list[str] | None, str, bool]]: ...

@final
class Graph:
    """A causal graph: named nodes, directed and undirected edges."""

    @staticmethod
    def from_matrix(matrix: NDArray[Any], names: list[str] | None, how: Any, source: str) -> Graph:
        """The graph of a square matrix."""
    @staticmethod
    def from_sparse(
        shape: tuple[int, int],
        by_columns: bool,
        lines: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]],
        names: list[str] | None,
        how: Any,
        source: str,
    ) -> Graph:
        """The graph of a sparse matrix, whose lines are its rows or its columns."""
    @staticmethod
    def from_edges(
        nodes: list[str], directed: list[tuple[str, str]], undirected: list[tuple[str, str]], source: str
    ) -> Graph:
        """The graph of named nodes with edges between them."""
    @staticmethod
    def parse(text: str, format: str, source: str) -> Graph:
        """The graph of a text in one of the formats of files."""
    @staticmethod
    def read(path: str | os.PathLike[str], format: str | None, how: Any) -> Graph:
        """The graph of a file."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the graph to a file, in the format of its extension."""
    def on_nodes(self, names: list[str]) -> Graph:
        """The graph on all these nodes, which include its own; the others have no edges."""
    def with_names(self, names: list[str]) -> Graph:
        """The same graph with these names."""
    def numbered(self) -> Graph:
        """The same graph, whose names only number its nodes, so they are matched by position."""
    nodes: Final[list[str]]
    """The names of the nodes, in order."""
    is_named: Final[bool]
    """Whether the nodes have names; otherwise they are numbered, and matched by position."""
    source: Final[str]
    """What messages call the graph."""
    reading: Final[str | None]
    """How a matrix was read, in words; none if it was not a matrix."""
    notes: Final[list[str]]
    """What a reader should know of the graph."""
    edges: Final[list[tuple[str, str]]]
    """The directed edges, as pairs of names."""
    undirected_edges: Final[list[tuple[str, str]]]
    """The undirected edges, as pairs of names."""
    is_dag: Final[bool]
    """Whether all edges are directed and none go round."""
    def parents(self, node: str) -> list[str]:
        """The parents of a node, by name."""
    def to_numpy(self, edge_direction: str = "row-to-column") -> NDArray[np.int8]:
        """The matrix: 1 in row a, column b for a → b, and in both for a — b."""
    def to_networkx(self) -> Any:
        """The graph as a `networkx.DiGraph`; an undirected edge is there in both directions."""
    def to_pandas(self, edge_direction: str = "row-to-column") -> Any:
        """The matrix as a `pandas.DataFrame` with the names of the nodes."""
    @staticmethod
    def _of_parts(
        names: list[str],
        is_numbered: bool,
        directed: list[tuple[int, int]],
        undirected: list[tuple[int, int]],
        source: str,
        reading: str | None,
        notes: list[str],
    ) -> Graph: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, key: object, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Table:
    """A table of observations: one column for each variable."""

    @staticmethod
    def from_columns(
        names: list[str] | None, columns: list[Any], source: str, dropped_rows: int, ignored: list[str]
    ) -> Table:
        """The table of columns, each an array of numbers or a pair of codes and levels. Arrays are not copied: views of
        them are passed, so changing an array's shape does not change the column's. `ignored` are the names of columns
        that were not read."""
    @staticmethod
    def read(
        path: str | os.PathLike[str],
        format: str | None,
        missing: str,
        nodes: list[str] | None,
        identifiers: list[str],
    ) -> Table:
        """The table of a file; of columns with names only those of `nodes`, if there are any."""
    def with_names(self, names: list[str]) -> Table:
        """The same table with these names."""
    columns: Final[list[str]]
    """The names of the columns."""
    is_named: Final[bool]
    """Whether the columns were named; otherwise they are called V1, V2, …"""
    ignored: Final[list[str]]
    """The names of columns that were not read, since no node is called so."""
    notes: Final[list[str]]
    """What a reader should know of the table."""
    def to_columns(self) -> list[Any]:
        """The columns: numbers as arrays, categories as lists of texts."""
    @staticmethod
    def _of_parts(
        names: list[str] | None, columns: list[Any], source: str, ignored: list[str], notes: list[str]
    ) -> Table: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Shd:
    count: Final[int]
    missing: Final[int]
    extra: Final[int]
    reversed: Final[int]
    undirected: Final[int]
    normalised: Final[float]

@final
class Sid:
    lower: Final[int]
    upper: Final[int]
    is_exact: Final[bool]
    normalised: Final[tuple[float, float]]
    wrong_pairs: Final[list[tuple[str, str]]]
    possibly_wrong_pairs: Final[list[tuple[str, str]]]
    mistakes: Final[NDArray[np.uint8]]

@final
class Mistakes:
    count: Final[int]
    normalised: Final[float]
    matrix: Final[NDArray[np.uint8]]
    wrong_pairs: Final[list[tuple[str, str]]]

@final
class ContSid:
    lower: Final[float]
    upper: Final[float]
    is_exact: Final[bool]
    is_determined: Final[bool]
    lower_pairs: Final[NDArray[np.float64]]
    upper_pairs: Final[NDArray[np.float64]]
    cases: Final[list[list[str]] | None]

@final
class CrossFit:
    lower: Final[tuple[float, float | None, float | None, tuple[float, float] | None]]
    upper: Final[tuple[float, float | None, float | None, tuple[float, float] | None]]
    is_determined: Final[bool]
    is_exact: Final[bool]
    parts: Final[int]
    repeats: Final[int]
    low_overlap: Final[float]
    kappa: Final[float | None]
    lower_matrices: Final[list[NDArray[np.float64]]]
    upper_matrices: Final[list[NDArray[np.float64]]]
    rows: Final[list[tuple[list[str], str, list[float]]]]

@final
class Prepared:
    def __new__(cls, table: Table, graph: Graph, choices: Any, parts: Any, threads: int | None) -> Prepared: ...
    surplus_columns: Final[list[str]]
    description: Final[str]
    notes: Final[list[str]]
    def compare(self, truth: Graph, learnt: Graph, scope: Any) -> ContSid: ...

@final
class Comparer:
    def __new__(
        cls, truth: Graph, data: Prepared | None, scope: Any, reversal_cost: int, shd_of: str, sets: Any
    ) -> Comparer: ...
    def compare(self, learnt: list[Graph], names: list[str], workers: Any) -> tuple[list[Scored], str]: ...
    def document(self, scored: list[Scored], by: str | None) -> str: ...
    def chance(self, scored: Scored) -> str: ...
    def fixes(self, scored: Scored) -> str: ...
    def html(self, scored: list[Scored], settings: str, by: str | None) -> str: ...

@final
class Scored:
    learnt: Final[Graph]
    shd: Final[Shd]
    sid: Final[Sid]
    def aid(self, strategy_name: str) -> Mistakes: ...
    contsid: Final[ContSid | None]
    crossfit: Final[CrossFit | None]
    joint_crossfit: Final[CrossFit | None]
    edges: Final[list[tuple[int, int, int]]]
    joint: Final[Joint | None]

@final
class Judged:
    def __new__(
        cls,
        graphs: list[HiddenGraph],
        names: list[str],
        data: Table,
        experiments: Any,
        choices: Any,
        undirected: str,
        outcomes: list[str] | None,
        parts: Any,
        threads: int | None,
    ) -> Judged: ...
    def document(self) -> str: ...
    def notes(self) -> list[str]: ...
    def html(self) -> str: ...

@final
class Tested:
    def __new__(
        cls, graphs: list[Graph], names: list[str], data: Table, choices: Any, threads: int | None
    ) -> Tested: ...
    def document(self) -> str: ...
    def html(self) -> str: ...

@final
class Joint:
    sum: Final[tuple[float, float]]
    mean: Final[tuple[float, float] | None]
    left_out: Final[tuple[int, int]]
    is_determined: Final[bool]
    pairs: Final[list[tuple[list[str], str, str, tuple[float, float] | None]]]

def rank(
    scored: list[Scored], by: str | None
) -> tuple[
    str,
    list[tuple[int, int]],
    list[tuple[str, str, str, tuple[float, float, float, tuple[float, float], float] | None, float | None]],
    list[str],
]: ...
def shd(truth: Graph, learnt: Graph, reversal_cost: int, shd_of: str, scope: Any) -> Shd: ...
def sid(truth: Graph, learnt: Graph, scope: Any) -> Sid: ...
def aid(truth: Graph, learnt: Graph, strategy_name: str, scope: Any) -> Mistakes: ...
def is_valid_adjustment(graph: Graph, treatment: str, outcome: str, adjustment: list[str]) -> bool: ...
def why(truth: Graph, learnt: Graph, treatment: str, outcome: str, scope: Any) -> str: ...
def answer_part(question: bytes, rows: bytes) -> bytes: ...
def drawing(
    truth: Graph, learnt: Graph
) -> (
    tuple[
        tuple[float, float, float],
        list[tuple[float, float, float]],
        list[tuple[str, bool, list[list[float]]]],
        list[tuple[str, bool, list[list[float]]]],
    ]
    | None
): ...
def with_error(value: float, se: float) -> str: ...
def cpdag(graph: Graph) -> Graph: ...
def pc(table: Table, alpha: float, max_order: int | None, threads: int | None) -> Graph: ...
def ges(table: Table, penalty: float, threads: int | None) -> Graph: ...
def ica_lingam(
    table: Table, prune: str, seed: int, starts: int, max_iterations: int, tolerance: float, threads: int | None
) -> Graph: ...
def sort_n_regress(table: Table, sort_by: str) -> Graph: ...
def simulate(settings: str) -> tuple[Graph, Table, float | None, float | None]: ...
def write_text(path: str | os.PathLike[str], text: str) -> None: ...
def mmd(table: Table, first: int, choices: Any) -> float: ...
def mcmd(table: Table, first: int, points: list[list[float]], choices: Any) -> list[float]: ...
def mean_and_deviation(values: list[float]) -> tuple[float, float | None] | None: ...
def check_choices(choices: Any) -> None: ...
def check_sets(graph: Graph, sets: Any) -> None: ...
def metrics() -> list[str]: ...
def stability(folder: str | os.PathLike[str], contsid: int, threads: int | None) -> tuple[str, str]: ...
def stored_settings(folder: str | os.PathLike[str]) -> str | None: ...
def read_study(folder: str | os.PathLike[str]) -> tuple[str, list[dict[str, Any]]]: ...

@final
class Journal:
    def __new__(
        cls,
        folder: str | os.PathLike[str],
        settings: str,
        data_sets: Sequence[tuple[str, Graph | None, Table]],
        existing: str,
    ) -> Journal: ...
    record_count: Final[int]
    def __len__(self) -> int: ...
    def missing(self) -> list[int]: ...
    def needed_functions(self) -> list[str]: ...
    def trial(self, index: int, logs: str | os.PathLike[str] | None) -> Trial: ...
    def append(self, lines: str) -> None: ...
    def finish(self) -> list[dict[str, Any]]: ...
    def close(self) -> None: ...
    def settings(self) -> str: ...

@final
class Trial:
    def __new__(
        cls, settings: str, given: tuple[Graph | None, Table] | None, logs: str | os.PathLike[str] | None
    ) -> Trial: ...
    learner: Final[str]
    seed: Final[int]
    time_limit: Final[float | None]
    is_python: Final[bool]
    def data(self) -> tuple[Graph, Table]: ...
    def learn(self) -> str: ...
    def scored(self, learnt: Graph, seconds: float) -> str: ...
    def failed(self, seconds: float, reason: str) -> str: ...
    def past_limit(self, seconds: float) -> str: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Embedding:
    """A distribution as a weighted sum of kernels."""

    weights: Final[NDArray[np.float64]]
    """The weight of each observation."""
    norm: Final[float]
    """The norm of the embedding."""
    def mmd(self, other: Embedding) -> float:
        """The maximum mean discrepancy of two distributions."""
    def mean(self) -> float:
        """The mean of a numeric outcome: Σ w y / Σ w."""
    def density(self, grid: Sequence[float]) -> NDArray[np.float64]:
        """The density at each point of a grid."""
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class InterventionalEmbedding:
    def __new__(
        cls, graph: Graph, table: Table, treatment: str, outcome: str, adjustment: list[str] | None, choices: Any
    ) -> InterventionalEmbedding: ...
    adjustment: Final[list[str]]
    treatment_range: Final[tuple[float, float] | None]
    outcome_levels: Final[list[str] | None]
    def at(self, value: Any) -> Embedding: ...
    def mmd(self, other: InterventionalEmbedding, value: Any) -> float: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
