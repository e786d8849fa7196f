"""All distances of learnt graphs from the truth, in one call."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from . import _core
from ._core import Graph, OptionError, Table
from ._graphs import is_list_of_graphs, read
from ._joint import Joint, wanted_sets
from ._naming import check_columns, check_names, on_columns
from ._options import Scope, check_reversal, check_word, choices, count, scope
from ._packages import is_result
from ._reading import Reading
from ._results import Aid, Bounds, ContSid, Shd, Sid
from ._tables import read_table

__all__ = ["AidCounts", "Comparison", "Ranking", "compare"]

_STRATEGIES = ("parent", "ancestor", "oset")


class AidCounts(NamedTuple):
    """The adjustment identification distances by each strategy."""

    parent: int
    ancestor: int
    oset: int


class Comparison:
    """The distances of one learnt graph from the truth.

    Attributes
    ----------
    name : str
        What the learnt graph is called.
    truth, learnt : Graph
        The two graphs; the learnt one with the nodes of the truth, in their order.
    shd : int
        The structural Hamming distance.
    sid : int or Bounds
        The structural intervention distance.
    aid : AidCounts
        The adjustment identification distances.
    contsid : float, Bounds or None
        The continuous structural intervention distance; none without data.
    joint : Joint or None
        The same for interventions on several variables at once, if ``joint`` or ``treatment_sets`` asks for them.
    details : dict
        The same as objects with their parts: :class:`Shd`, :class:`Sid`, :class:`Aid` and :class:`ContSid`.
    settings : dict
        What was compared, and how: the ``settings`` of the command line's ``--json``.
    notes : list of str
        What is to be said about the data, such as columns that are no nodes.
    """

    def __init__(self, name: str, asked: _Question, learnt: Graph) -> None:
        self._asked = asked
        self._scored = asked.comparer.compare(learnt, name)
        self.name = name
        self.truth = asked.truth
        self.learnt = self._scored.learnt
        self.details = details = _details(self._scored, asked.truth.nodes)
        self.settings = asked.settings
        self.notes = asked.notes
        self.shd: int = details["shd"].count
        self.sid: int | Bounds = details["sid"].value
        self.aid = AidCounts(*(details["aid"][strategy].count for strategy in _STRATEGIES))
        self.contsid: float | Bounds | None = None if details["contsid"] is None else details["contsid"].value
        self.joint: Joint | None = None if self._scored.joint is None else Joint(self._scored.joint)

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each treatment and outcome.

        Columns: ``treatment``, ``outcome``, ``case`` and ``d`` of contSID (``d_lower`` and ``d_upper`` of bounds), ``sid``
        (``right``, ``wrong``, or ``undetermined`` where members differ), and the parents of the treatment in each graph,
        ``true_parents`` and ``learnt_parents``, which are what it adjusts for unless ``adjustment="optimal"``.
        """
        import pandas

        return pandas.DataFrame(list(self.pair_rows()))

    def pair_rows(self) -> Iterator[dict[str, Any]]:
        """The rows of :attr:`pairs`, as dictionaries."""
        sid, found = self.details["sid"], self.details["contsid"]
        always, ever = set(sid.wrong_pairs), set(sid.possibly_wrong_pairs)
        nodes = self.truth.nodes
        matrices = None if found is None else (found.lower_matrix, found.matrix, found.cases)
        parents = {node: (self.truth.parents(node), self.learnt.parents(node)) for node in nodes}
        for i, treatment in enumerate(nodes):
            for j, outcome in enumerate(nodes):
                if i == j or not self._is_selected(treatment, outcome):
                    continue
                pair = (treatment, outcome)
                row: dict[str, Any] = {"treatment": treatment, "outcome": outcome}
                row.update(_distance_cells(matrices, i, j))
                row["sid"] = "wrong" if pair in always else "undetermined" if pair in ever else "right"
                row["true_parents"], row["learnt_parents"] = parents[treatment]
                yield row

    def _is_selected(self, treatment: str, outcome: str) -> bool:
        treatments, outcomes = self._asked.treatments, self._asked.outcomes
        return (treatments is None or treatment in treatments) and (outcomes is None or outcome in outcomes)

    def row(self) -> dict[str, Any]:
        """The distances as one row of a table; bounds as two columns."""
        row: dict[str, Any] = {"learnt": self.name, "shd": self.shd}
        measures: dict[str, Any] = {"sid": self.sid, "contsid": self.contsid}
        if self.joint is not None:
            measures.update(joint_sum=self.joint.sum, joint_mean=self.joint.mean, joint_left_out=self.joint.left_out)
        for name, value in measures.items():
            row[f"{name}_lower"], row[f"{name}_upper"] = value if isinstance(value, Bounds) else (value, value)
        row.update({f"aid_{strategy}": count for strategy, count in self.aid._asdict().items()})
        return row

    def _order(self, other: Comparison) -> int:
        """Negative if this graph is nearer to the truth than the other one, positive if it is farther."""
        return self._scored.order(other._scored)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report as one page that needs no network, as ``contsid compare --html`` writes it: the graphs, the distances of
        each pair and their reasons, and what single repairs are worth. Written to ``path`` if there is one."""
        return _page([self], path)

    def plot(self, *, axes: Any = None) -> Any:
        """A matplotlib figure: a heatmap of d (or of the SID's mistakes), and the two graphs with the differences marked.

        Parameters
        ----------
        axes
            Three axes to draw on; by default a new figure.

        Returns
        -------
        matplotlib.figure.Figure
        """
        from ._plot import plot_comparison

        return plot_comparison(self, axes)

    def _repr_html_(self) -> str:
        from ._html import summary

        return summary([self])

    def __repr__(self) -> str:
        contsid = "" if self.contsid is None else f", contsid={_short(self.contsid)}"
        aid = "/".join(str(count) for count in self.aid)
        return f"Comparison({self.name}: shd={self.shd}, sid={_short(self.sid)}, aid={aid}{contsid})"


class Ranking(Mapping[str, Comparison]):
    """Comparisons of several learnt graphs by name, from the best to the worst."""

    def __init__(self, comparisons: Iterable[Comparison]) -> None:
        ranked = sorted(comparisons, key=functools.cmp_to_key(Comparison._order))
        self._by_name = {comparison.name: comparison for comparison in ranked}

    def __getitem__(self, name: str) -> Comparison:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    @property
    def best(self) -> Comparison:
        """The first of them."""
        return next(iter(self._by_name.values()))

    @property
    def table(self) -> Any:
        """A pandas DataFrame with a row for each learnt graph, the best first."""
        import pandas

        return pandas.DataFrame([comparison.row() for comparison in self.values()]).set_index("learnt")

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each learnt graph, treatment and outcome."""
        import pandas

        rows = [{"learnt": name, **row} for name, comparison in self.items() for row in comparison.pair_rows()]
        return pandas.DataFrame(rows)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report on all of them as one page: see :meth:`Comparison.to_html`. Written to ``path`` if there is one."""
        return _page(list(self.values()), path)

    def plot(self) -> Any:
        """A matplotlib figure: the distances of all of them as bars."""
        from ._plot import plot_ranking

        return plot_ranking(self)

    def _repr_html_(self) -> str:
        from ._html import summary

        return summary(list(self.values()))

    def __repr__(self) -> str:
        return "Ranking(\n" + "".join(f"  {comparison!r}\n" for comparison in self.values()) + ")"


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
    edge_direction: str = "row-to-column",
    names: Any = None,
    encoding: str = "adjacency",
    threshold: float | None = None,
    undirected: str = "bounds",
    shd_reversal: int = 1,
    shd_of: str = "graphs",
    treatments: Iterable[Any] | None = None,
    outcomes: Iterable[Any] | None = None,
    joint: int | None = None,
    treatment_sets: Any = None,
    drop_missing: bool = False,
    threads: int | None = None,
    memory_limit: int | None = None,
) -> Any:
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
    edge_direction, encoding, threshold
        How matrices are read, all of them alike, the truth included: see :func:`as_graph`, which reads one by itself.
    names
        What nodes and columns are called that have no names, in their order. By default the columns of the data name the
        nodes of graphs without names, if there are equally many.
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
        Also compare interventions on so many variables at once, for all sets of them; needs data.
    treatment_sets
        The same for these sets: lists of names, or the path of a file with one set a line.
    drop_missing
        Leave out rows with missing values.
    threads
        The number of threads; one for each core by default. The results do not depend on it.
    memory_limit
        Refuse to start if more bytes are needed; by default if more than there are available.

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
    wanted = scope(undirected, treatments, outcomes, threads)
    chosen = choices(regularization, bandwidth, kernel, estimator, agreement, normalise, interventions, memory_limit, adjustment)
    sets = wanted_sets(joint, treatment_sets, data)
    reading = Reading(names, edge_direction, encoding, threshold)
    table = None if data is None else read_table(data, reading, drop_missing, "the data")
    columns = table.columns if table is not None and table.is_named else None
    true_graph = on_columns(read(truth, reading, "the truth"), columns)
    several = several_graphs(learnt)
    graphs = {_name(learnt): learnt} if several is None else several
    source = "the learnt graph" if several is None else "the learnt graph `{}`"
    learnt_graphs = {name: on_columns(read(one, reading, source.format(name)), columns) for name, one in graphs.items()}
    reading.finish("what is compared")
    for graph in learnt_graphs.values():
        check_names(true_graph, graph)
    prepared, notes = None, []
    if table is not None:
        check_columns(table, true_graph)
        prepared = _core.Prepared(table, true_graph, chosen, count("threads", threads))
        notes = _notes(table, prepared)
    of = check_word("shd_of", shd_of)
    comparer = _core.Comparer(true_graph, prepared, wanted, check_reversal(shd_reversal), of, sets)
    asked = _Question(comparer, true_graph, wanted, notes)
    comparisons = [Comparison(name, asked, graph) for name, graph in learnt_graphs.items()]
    return comparisons[0] if several is None else Ranking(comparisons)


def _name(learnt: Any) -> str:
    return os.fsdecode(learnt) if isinstance(learnt, (str, os.PathLike)) else "learnt"


def several_graphs(learnt: Any) -> dict[str, Any] | None:
    """Learnt graphs by their names as texts, of which there is at least one; none if it is one graph."""
    if isinstance(learnt, (list, tuple)):
        return _by_name(list(enumerate(learnt, 1))) if is_list_of_graphs(learnt) else None
    if not isinstance(learnt, Mapping) or is_result(learnt):
        return None
    if not learnt:
        raise OptionError("learnt is an empty dictionary: at least one learnt graph is needed")
    return _by_name(list(learnt.items()))


def _by_name(learnt: list[tuple[Any, Any]]) -> dict[str, Any]:
    graphs = {}
    for name, graph in learnt:
        is_path = isinstance(name, int) and isinstance(graph, (str, os.PathLike))
        graphs[os.fsdecode(graph) if is_path else str(name)] = graph
    if len(graphs) != len(learnt):
        names = ", ".join(repr(name) for name, _ in learnt)
        raise OptionError(f"two learnt graphs have the same name as text: {names}")
    return graphs


class _Question:
    """A truth, ready to be compared with learnt graphs."""

    def __init__(self, comparer: _core.Comparer, truth: Graph, wanted: Scope | None, notes: list[str]) -> None:
        import json

        self.comparer = comparer
        self.truth = truth
        self.notes = notes
        self.treatments: list[str] | None = None if wanted is None else wanted.treatments
        self.outcomes: list[str] | None = None if wanted is None else wanted.outcomes
        self.settings: dict[str, Any] = json.loads(comparer.settings())


def _notes(table: Table, prepared: _core.Prepared) -> list[str]:
    surplus = prepared.surplus_columns
    return [*table.notes, *([f"columns that are no nodes: {', '.join(surplus)}"] if surplus else [])]


def _details(scored: _core.Scored, nodes: list[str]) -> dict[str, Any]:
    found = scored.contsid
    return {
        "shd": Shd(scored.shd),
        "sid": Sid(scored.sid),
        "aid": {strategy: Aid(scored.aid(strategy), strategy) for strategy in _STRATEGIES},
        "contsid": None if found is None else ContSid(found, nodes),
    }


def _page(comparisons: list[Comparison], path: str | os.PathLike[str] | None) -> str:
    text = comparisons[0]._asked.comparer.html([one._scored for one in comparisons])
    if path is not None:
        _core.write_text(path, text)
    return text


def _distance_cells(matrices: Any, i: int, j: int) -> dict[str, Any]:
    if matrices is None:
        return {}
    lower, upper, cases = matrices
    if cases is None:
        return {"d_lower": float(lower[i, j]), "d_upper": float(upper[i, j])}
    return {"case": cases[i][j], "d": float(upper[i, j])}


def _short(value: Any) -> str:
    if isinstance(value, Bounds):
        return f"{_short(value.lower)}..{_short(value.upper)}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
