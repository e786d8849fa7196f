"""All distances of learnt graphs from the truth, in one call."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, get_args, overload

from . import _core
from ._claims import ClaimComparison, ClaimRanking, compare_claims
from ._comparison import Comparison, Question
from ._core import AlignmentError, Graph, GraphError, HiddenGraph, OptionError
from ._estimation import Estimation, estimation_of
from ._graphs import is_list_of_graphs
from ._hidden import as_hidden, hidden_nodes, nodes_of, read_any
from ._joint import wanted_sets
from ._naming import AnyGraph, all_columns, check_columns, check_names, on_columns
from ._notes import warn
from ._options import Scope, check_choice, check_reversal, check_switch, check_word, scope
from ._packages import is_result
from ._parallel import part_workers
from ._parts import Parts, part_choices, parts_of
from ._ranking import Ranking
from ._reading import Reading
from ._tables import read_table
from ._words import By, OnError, ShdOf, Undirected

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["DATA_OPTIONS", "CompareOptions", "ShdOptions", "check_data_options", "compare", "shd_options"]


_G = TypeVar("_G", Graph, AnyGraph)


class ShdOptions(TypedDict, total=False):
    """How the SHD counts, as in :func:`shd`."""

    reversal: Literal[1, 2]
    of: ShdOf


class CompareOptions(TypedDict, total=False):
    """The options of :func:`compare`."""

    estimation: Estimation | None
    crossfit: bool | Parts | None
    treatments: Iterable[Any] | None
    outcomes: Iterable[Any] | None
    joint: Any
    undirected: Undirected
    shd: ShdOptions | None
    rank_by: By | None
    on_error: OnError
    drop_missing: bool
    threads: int | None


#: An edge: two nodes, or two nodes with an arrow between them; mypy joins the two to a tuple of texts.
_Edge = tuple[Any, Any] | tuple[Any, str, Any] | tuple[str, ...]
_OneGraph = Graph | PathLike[str] | Sequence[_Edge] | list[list[float]] | list[list[int]]


@overload
def compare(truth: Any, learnt: Mapping[Any, Any], data: Any = ..., **options: Unpack[CompareOptions]) -> Ranking: ...
@overload
def compare(truth: Any, learnt: _OneGraph, data: Any = ..., **options: Unpack[CompareOptions]) -> Comparison: ...
@overload
def compare(
    truth: Any, learnt: list[str], data: Any = ..., **options: Unpack[CompareOptions]
) -> Comparison | Ranking: ...
@overload
def compare(
    truth: Any, learnt: list[Any] | tuple[Graph, ...], data: Any = ..., **options: Unpack[CompareOptions]
) -> Ranking: ...
@overload
def compare(
    truth: Any, learnt: Any, data: Any = ..., *, latents: Iterable[Any], **options: Unpack[CompareOptions]
) -> Any: ...
@overload
def compare(truth: Any, learnt: HiddenGraph, data: Any = ..., **options: Unpack[CompareOptions]) -> ClaimComparison: ...
@overload
def compare(truth: Any, learnt: object, data: Any = ..., **options: Unpack[CompareOptions]) -> Comparison: ...
def compare(
    truth: Any,
    learnt: Any,
    data: Any = None,
    *,
    estimation: Estimation | None = None,
    crossfit: bool | Parts | None = None,
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    latents: Iterable[Any] | None = None,
    joint: Any = None,
    undirected: Undirected = "bounds",
    shd: ShdOptions | None = None,
    rank_by: By | None = None,
    on_error: OnError = "raise",
    drop_missing: bool = False,
    threads: int | None = None,
) -> Comparison | Ranking | ClaimComparison | ClaimRanking:
    """Compare learnt graphs with the true one, by every distance.

    Parameters
    ----------
    truth
        The true graph, of any kind that :func:`as_graph` takes.
    learnt
        One learnt graph, or several: a dictionary by name, or a list.
    data
        Observations for contSID, of any kind that :func:`as_table` takes. Its columns name the nodes of graphs without
        names, if there are equally many.
    estimation
        How effects are estimated: kernels, bandwidths, λ and more, as :class:`Estimation`.
    crossfit
        Whether contSID is also estimated in parts of the rows, with standard errors, intervals and p-values; or how
        the rows are divided, as :class:`Parts`. By default it is, if there are at least 40 rows; with ``True``, fewer
        rows are an error.
    treatments, outcomes
        Only interventions on, and effects on, these nodes.
    latents
        The names of hidden nodes of the truth. Then, and if a graph has marks as FCI learns them, what the graphs claim
        about effects is compared: the result is a :class:`ClaimComparison` or a :class:`ClaimRanking`.
    joint
        Also compare interventions on several variables at once; needs data. A number: all sets of that
        size; or the sets: lists of names, or the path of a file with one set a line.
    undirected
        What undirected edges mean: ``"bounds"`` over all graphs that they allow, ``"drop"`` them, or ``"extend"`` to
        one such graph.
    shd
        How the SHD counts: ``{"reversal": 2}`` counts a reversed edge twice, and ``{"of": "classes"}`` compares the
        completed graphs of Markov equivalence classes, so that equivalent graphs have SHD 0.
    rank_by
        The distance that orders several graphs: ``"crossfit"`` (cross-fitted contSID), ``"contsid"`` (from all rows),
        ``"sid"``, ``"aid_parent"``, ``"aid_ancestor"``, ``"aid_optimal"`` or ``"shd"``. By default the first of
        crossfit, contsid and sid that all graphs have.
    on_error
        What happens if one of several learnt graphs cannot be read or compared: ``"raise"``, or ``"skip"``, which
        compares the others and lists this one with the reason in ``.skipped`` and ``.table``.
    drop_missing
        Leave out rows with missing values.
    threads
        The number of threads; ``None`` for one per core. The results do not depend on it.

    Returns
    -------
    Comparison, Ranking, ClaimComparison or ClaimRanking
        A ranking for a dictionary or a list of graphs, the best graph first.

    Examples
    --------
    >>> import contsid
    >>> truth = [("A", "B"), ("B", "C")]
    >>> contsid.compare(truth, [("B", "A"), ("B", "C")])
    Comparison(learnt: shd=1, sid=3, aid=3/3/3)
    >>> list(contsid.compare(truth, {"reversed": [("C", "B"), ("B", "A")], "same": truth}))
    ['same', 'reversed']
    """
    wanted = scope(undirected, treatments, outcomes, threads)
    chosen, parts = estimation_of(estimation), part_choices(crossfit)
    edges = (*shd_options(shd), wanted_sets(joint, data))
    by = None if rank_by is None else check_choice("rank_by", rank_by, get_args(By))
    if data is None:
        given = {"estimation": estimation is not None, "crossfit": crossfit is not None}
        given["drop_missing"] = check_switch("drop_missing", drop_missing)
        given["rank_by"] = by in ("contsid", "crossfit")
        _refuse_without_data(*(option for option, is_given in given.items() if is_given))
    workers = None if data is None else part_workers(parts_of(crossfit)[1].parallel)
    several = by_name(learnt, "learnt")
    attempt = _Attempt(on_error, is_alone=several is None)
    reading = Reading()
    true_graph = hidden_nodes(read_any(truth, reading, "the truth"), latents)
    source = "the learnt graph" if several is None else "the learnt graph `{}`"
    named = {name_of(learnt, "learnt"): learnt} if several is None else several
    graphs = attempt.each(named, lambda name, one: read_any(one, reading, source.format(name)))
    table = None
    if data is not None:
        reading.choose_columns(nodes_of(true_graph), parts.groups if isinstance(parts.groups, str) else None)
        table = read_table(data, reading, drop_missing, "the data")
        columns = all_columns(table)
        true_graph = on_columns(true_graph, columns)
        graphs = {name: on_columns(graph, columns) for name, graph in graphs.items()}
    if isinstance(true_graph, HiddenGraph) or any(isinstance(graph, HiddenGraph) for graph in graphs.values()):
        if joint is not None:
            raise OptionError("joint: such interventions are compared only if no graph has marks or hidden nodes")
        if by is not None:
            raise OptionError("rank_by: graphs with marks or hidden nodes are ranked by their mistakes")
        graphs = attempt.each(graphs, lambda _, graph: attempt.usable(true_graph, graph))
        if table is not None:
            check_columns(table, true_graph)
        prepared = None if table is None else _core.Prepared(table, nodes_of(true_graph), chosen, parts, threads)
        options = (prepared, wanted, chosen.adjustment)
        return compare_claims(true_graph, graphs, table, options, None if several is None else attempt.skipped)
    plain = {name: graph for name, graph in graphs.items() if isinstance(graph, Graph)}
    plain = attempt.checked(true_graph, plain, wanted)
    if table is not None:
        check_columns(table, true_graph)
    asked = Question(true_graph, table, chosen, parts, wanted, *edges)
    comparisons = asked.compare(plain, workers)
    warn(note for one in comparisons for note in one.notes)
    return comparisons[0] if several is None else Ranking(comparisons, by, attempt.skipped)


def shd_options(given: Any) -> tuple[int, str]:
    """The cost of a reversed edge, and the graphs whose SHD is taken."""
    found = {} if given is None else given
    if not isinstance(found, Mapping):
        raise OptionError(f'shd is {given!r:.60}: take a dictionary such as {{"reversal": 2, "of": "classes"}}')
    unknown = [option for option in found if option not in ShdOptions.__annotations__]
    if unknown:
        raise OptionError(f"shd: there is no option {unknown[0]!r}; there are reversal and of")
    return check_reversal(found.get("reversal", 1)), check_word("of", found.get("of", "graphs"))


class _Attempt:
    """Reads and checks learnt graphs; goes on without those that cannot be compared, if it may."""

    def __init__(self, on_error: str, *, is_alone: bool) -> None:
        self._skips = check_choice("on_error", on_error, get_args(OnError)) == "skip" and not is_alone
        self.skipped: dict[str, str] = {}

    def each(self, graphs: Mapping[str, Any], action: Callable[[str, Any], _G]) -> dict[str, _G]:
        """What an action makes of each graph."""
        found: dict[str, _G] = {}
        for index, (name, graph) in enumerate(graphs.items(), 1):
            try:
                found[name] = action(name, graph)
            except (GraphError, AlignmentError) as error:
                if not self._skips or (not found and index == len(graphs)):
                    raise
                self.skipped[name] = str(error)
        return found

    def usable(self, truth: AnyGraph, graph: AnyGraph) -> AnyGraph:
        """A graph whose claims can be compared with those of the truth."""
        check_names(truth, graph)
        if self._skips:
            as_hidden(graph).claims("canonical")
        return graph

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
DATA_OPTIONS = ("estimation", "crossfit", "joint", "drop_missing")


def check_data_options(given: Mapping[str, Any]) -> None:
    """Check options that need data before there are any."""
    estimation_of(given.get("estimation"))
    part_choices(given.get("crossfit"))
    part_workers(parts_of(given.get("crossfit"))[1].parallel)
    wanted_sets(given.get("joint"), True)
    check_switch("drop_missing", given.get("drop_missing", False))


def _refuse_without_data(*options: str) -> None:
    if options:
        raise OptionError(f"{options[0]} needs data: it is about contSID, which is not computed without them")


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
