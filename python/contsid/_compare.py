"""All distances of learnt graphs from the truth, in one call."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, overload

from ._comparison import Comparison, Question
from ._core import Graph, OptionError
from ._graphs import is_list_of_graphs, read
from ._joint import wanted_sets
from ._naming import check_columns, check_names, on_columns
from ._options import check_reversal, check_word, choices, jobs, measure, scope
from ._packages import is_result
from ._parallel import part_workers
from ._parts import part_choices
from ._ranking import Ranking
from ._reading import Reading
from ._tables import read_table

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Options", "compare"]


class Options(TypedDict, total=False):
    """The options of :func:`compare`."""

    regularization: float | str | None
    bandwidth: Any
    kernel: Any
    estimator: str
    adjustment: str
    agreement: str
    normalise: str
    interventions: Any
    crossfit: bool | None
    part_rows: int | None
    repeats: int | None
    groups: Any
    partition: Any
    guide: str | None
    seed: int
    whole: bool
    parallel: bool | None
    edge_direction: str
    names: Iterable[Any] | None
    encoding: str
    threshold: float | None
    undirected: str
    shd_reversal: int
    shd_of: str
    treatments: Iterable[Any] | None
    outcomes: Iterable[Any] | None
    joint: int | None
    treatment_sets: Any
    rank_by: str | None
    drop_missing: bool
    n_jobs: int | None
    threads: int | None
    memory_limit: int | None


@overload
def compare(truth: Any, learnt: Mapping[Any, Any], data: Any = ..., **options: Unpack[Options]) -> Ranking: ...
@overload
def compare(truth: Any, learnt: list[Graph], data: Any = ..., **options: Unpack[Options]) -> Ranking: ...
@overload
def compare(truth: Any, learnt: Any, data: Any = ..., **options: Unpack[Options]) -> Comparison: ...
def compare(
    truth: Any,
    learnt: Any,
    data: Any = None,
    *,
    regularization: float | str | None = None,
    bandwidth: Any = None,
    kernel: Any = None,
    estimator: str = "plain",
    adjustment: str = "parents",
    agreement: str = "either",
    normalise: str = "norm",
    interventions: Any = None,
    crossfit: bool | None = None,
    part_rows: int | None = None,
    repeats: int | None = None,
    groups: Any = None,
    partition: Any = None,
    guide: str | None = None,
    seed: int = 1,
    whole: bool = False,
    parallel: bool | None = None,
    edge_direction: str = "row-to-column",
    names: Iterable[Any] | None = None,
    encoding: str = "adjacency",
    threshold: float | None = None,
    undirected: str = "bounds",
    shd_reversal: int = 1,
    shd_of: str = "graphs",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    joint: int | None = None,
    treatment_sets: Any = None,
    rank_by: str | None = None,
    drop_missing: bool = False,
    n_jobs: int | None = None,
    threads: int | None = None,
    memory_limit: int | None = None,
) -> Comparison | Ranking:
    """Compare learnt graphs with the true one, by every distance.

    Parameters
    ----------
    truth
        The true graph, of any kind that :func:`as_graph` takes.
    learnt
        One learnt graph, or several: a dictionary by name, or a list.
    data
        Observations for contSID, of any kind that :func:`as_table` takes.
    regularization, bandwidth, kernel, estimator, adjustment, agreement, normalise, interventions
        The choices of contSID: see :func:`contsid`.
    crossfit
        Whether contSID is also estimated in parts of the rows, with standard errors, intervals and p-values. By default
        it is, if there are at least 40 rows; with ``True``, fewer rows are an error.
    part_rows
        The largest number of rows of a part, 1000 by default.
    repeats
        How often the rows are divided into parts; by default 10 divided by one less than the number of parts, rounded
        up.
    groups
        Rows that stay together in one part (patients, days): the name of a column, which need not be a node, or a label
        for each row.
    partition
        The part of each row: a label for each row, or repeats × rows of labels.
    guide
        Whether a linear regression guides the estimate of each part, and the kernel regression corrects it:
        ``"linear"``, ``"none"`` or ``"automatic"`` (the default), which is linear unless ``partition`` gives the parts.
    seed
        The seed of random parts.
    whole
        Also estimate contSID from all rows together above 4000 rows, as the paper does: its time grows with the cube of
        their number.
    parallel
        Whether the parts are estimated through joblib, so that other machines may do it: the rows of a part go out, and
        only sums come back. By default they are inside ``joblib.parallel_config(backend="dask")`` or ``"ray"``. The
        results are the same, bit by bit.
    edge_direction, encoding, threshold
        How every matrix is read, the truth included: see :func:`as_graph`, which can read one by itself.
    names
        Names for nodes and columns that have none, in their order. By default the columns of the data name the nodes
        of graphs without names, if there are equally many.
    undirected
        What undirected edges mean: ``"bounds"``, ``"drop"`` or ``"extend"``.
    shd_reversal
        What a reversed edge costs in the SHD, 1 or 2.
    shd_of
        The graphs whose SHD is taken: ``"graphs"`` as they are, or the completed graphs of their Markov equivalence
        ``"classes"``, so that equivalent graphs have SHD 0.
    treatments, outcomes
        Only interventions on, and effects on, these nodes.
    joint
        Also compare interventions on this many variables at once, for all sets of them; needs data.
    treatment_sets
        The same for these sets: lists of names, or the path of a file with one set a line.
    rank_by
        The distance that several graphs are ordered by: ``"contsid"`` (the default with data), ``"sid"`` (without),
        ``"aid_parent"``, ``"aid_ancestor"``, ``"aid_optimal"`` or ``"shd"``.
    drop_missing
        Leave out rows with missing values.
    n_jobs
        The number of threads; ``-1`` or ``None`` for one per core. The results do not depend on it.
    threads
        The same as ``n_jobs``.
    memory_limit
        Refuse to start if more bytes are needed than this; by default, than are available.

    Returns
    -------
    Comparison or Ranking
        A :class:`Ranking` for a dictionary or a list of graphs, the best graph first.

    Examples
    --------
    >>> import contsid
    >>> truth = [("A", "B"), ("B", "C")]
    >>> contsid.compare(truth, [("B", "A"), ("B", "C")])
    Comparison(learnt: shd=1, sid=3, aid=3/3/3)
    >>> list(contsid.compare(truth, {"reversed": [("C", "B"), ("B", "A")], "same": truth}))
    ['same', 'reversed']
    """
    wanted = scope(undirected, treatments, outcomes, jobs(n_jobs, threads))
    chosen = choices(
        adjustment, agreement, normalise, regularization, estimator, kernel, bandwidth, interventions, memory_limit
    )
    edges = (check_reversal(shd_reversal), check_word("shd_of", shd_of), wanted_sets(joint, treatment_sets, data))
    by = None if rank_by is None else measure("rank_by", rank_by)
    parts = part_choices(crossfit, part_rows, repeats, groups, partition, guide, seed, whole)
    workers = None if data is None else part_workers(parallel)
    reading = Reading(names, edge_direction, encoding, threshold)
    table = None if data is None else read_table(data, reading, drop_missing, "the data")
    columns = table.columns if table is not None and table.is_named else None
    true_graph = on_columns(read(truth, reading, "the truth"), columns)
    several = by_name(learnt, "learnt")
    source = "the learnt graph" if several is None else "the learnt graph `{}`"
    given = {name_of(learnt, "learnt"): learnt} if several is None else several
    graphs = {name: on_columns(read(one, reading, source.format(name)), columns) for name, one in given.items()}
    reading.finish("what is compared")
    for graph in graphs.values():
        check_names(true_graph, graph)
    if table is not None:
        check_columns(table, true_graph)
    asked = Question(true_graph, table, chosen, parts, wanted, *edges)
    comparisons = asked.compare(graphs, workers)
    return comparisons[0] if several is None else Ranking(comparisons, by)


def name_of(graph: Any, usual: str) -> str:
    """The path of a file, or the usual name."""
    return os.fsdecode(graph) if isinstance(graph, (str, os.PathLike)) else usual


def by_name(given: Any, option: str) -> dict[str, Any] | None:
    """Graphs by their names as texts; none if it is one graph."""
    if isinstance(given, (list, tuple)):
        if not is_list_of_graphs(given):
            return None
        named = [(name_of(graph, str(index)), graph) for index, graph in enumerate(given, 1)]
    elif isinstance(given, Mapping) and not is_result(given):
        named = [(str(name), graph) for name, graph in given.items()]
    else:
        return None
    if not named:
        raise OptionError(f"{option} is an empty {type(given).__name__}: at least one graph is needed")
    if len(dict(named)) != len(named):
        raise OptionError(f"{option}: two graphs have the same name as text: {', '.join(map(repr, given))}")
    return dict(named)
