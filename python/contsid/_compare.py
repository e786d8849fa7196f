"""All distances of learnt graphs from the truth, in one call."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypedDict, overload

from . import _core
from ._comparison import Comparison, Question
from ._core import AlignmentError, Graph, GraphError, OptionError
from ._graphs import is_list_of_graphs, read
from ._joint import wanted_sets
from ._naming import all_columns, check_columns, check_names, on_columns
from ._options import Choices, Scope, check_reversal, check_word, choices, jobs, measure, scope, unusual
from ._packages import is_result
from ._parallel import part_workers
from ._parts import PartChoices, part_choices
from ._ranking import Ranking
from ._reading import Reading
from ._tables import read_table

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["DATA_OPTIONS", "Options", "check_data_options", "compare"]


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
    all_rows: bool
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
    on_error: str
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
    all_rows: bool = False,
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
    on_error: str = "raise",
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
    all_rows
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
        The distance that several graphs are ordered by: ``"crossfit"`` (cross-fitted contSID, the default with data),
        ``"contsid"`` (from all rows), ``"sid"`` (the default without data), ``"aid_parent"``, ``"aid_ancestor"``,
        ``"aid_optimal"`` or ``"shd"``.
    on_error
        What becomes of one of several learnt graphs that cannot be read or compared: ``"raise"`` ends the comparison,
        ``"skip"`` compares the others and lists this one with the reason in ``.skipped`` and ``.table``.
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
    _core.rank([], by)
    parts = part_choices(crossfit, part_rows, repeats, groups, partition, guide, seed, all_rows)
    if data is None:
        of_data = by in ("contsid", "crossfit")
        others = {"parallel": parallel is not None, "drop_missing": drop_missing, "rank_by": of_data}
        given_others = [option for option, is_given in others.items() if is_given]
        _refuse_without_data(*unusual(chosen, Choices()), *unusual(parts, PartChoices()), *given_others)
    workers = None if data is None else part_workers(parallel)
    several = by_name(learnt, "learnt")
    attempt = _Attempt(check_word("on_error", on_error), is_alone=several is None)
    reading = Reading(names, edge_direction, encoding, threshold)
    true_graph = read(truth, reading, "the truth")
    source = "the learnt graph" if several is None else "the learnt graph `{}`"
    given = {name_of(learnt, "learnt"): learnt} if several is None else several
    graphs = attempt.each(given, lambda name, one: read(one, reading, source.format(name)))
    table = None
    if data is not None:
        reading.choose_columns(true_graph, parts.groups if isinstance(parts.groups, str) else None)
        table = read_table(data, reading, drop_missing, "the data")
        columns = all_columns(table)
        true_graph = on_columns(true_graph, columns)
        graphs = {name: on_columns(graph, columns) for name, graph in graphs.items()}
    reading.finish("what is compared")
    graphs = attempt.checked(true_graph, graphs, wanted)
    if table is not None:
        check_columns(table, true_graph)
    asked = Question(true_graph, table, chosen, parts, wanted, *edges)
    comparisons = asked.compare(graphs, workers)
    return comparisons[0] if several is None else Ranking(comparisons, by, attempt.skipped)


class _Attempt:
    """Reads and checks learnt graphs; goes on without those that cannot be compared, if it may."""

    def __init__(self, on_error: str, *, is_alone: bool) -> None:
        if on_error not in ("raise", "skip"):
            raise OptionError(f"on_error is {on_error!r}: choose raise or skip")
        self._skips = on_error == "skip" and not is_alone
        self.skipped: dict[str, str] = {}

    def each(self, graphs: Mapping[str, Any], action: Callable[[str, Any], Graph]) -> dict[str, Graph]:
        """What an action makes of each graph."""
        found: dict[str, Graph] = {}
        for index, (name, graph) in enumerate(graphs.items(), 1):
            try:
                found[name] = action(name, graph)
            except (GraphError, AlignmentError) as error:
                if not self._skips or (not found and index == len(graphs)):
                    raise
                self.skipped[name] = str(error)
        return found

    def checked(self, truth: Graph, graphs: dict[str, Graph], wanted: Scope | None) -> dict[str, Graph]:
        """The graphs that can be compared with the truth."""

        def check(_: str, graph: Graph) -> Graph:
            check_names(truth, graph)
            if self._skips:
                _core.sid(truth, graph, wanted)
            return graph

        if self._skips:
            _core.sid(truth, truth, wanted)
        return self.each(graphs, check)


#: The options that need data.
DATA_OPTIONS = (*Choices._fields, *PartChoices._fields, "parallel", "drop_missing", "joint", "treatment_sets")


def check_data_options(given: Mapping[str, Any]) -> None:
    """Check options that need data before there are any."""
    of_parts = {option: given.get(option, usual) for option, usual in PartChoices._field_defaults.items()}
    chosen = choices(**{option: given[option] for option in Choices._fields if option in given})
    _core.check_choices(chosen, part_choices(**of_parts))
    wanted_sets(given.get("joint"), given.get("treatment_sets"), True)
    part_workers(given.get("parallel"))
    if not isinstance(given.get("drop_missing", False), bool):
        raise OptionError(f"drop_missing is {given['drop_missing']!r}: True or False is needed")


def _refuse_without_data(*options: str) -> None:
    if options:
        raise OptionError(f"{options[0]} needs data: it is about contSID, which is not computed without")


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
