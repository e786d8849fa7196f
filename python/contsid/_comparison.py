"""The distances of one learnt graph from the truth."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from . import _core
from ._contsid import ContSid, CrossFit
from ._core import Graph, Table
from ._estimation import Estimation
from ._fixes import fixes_frame
from ._joint import Joint
from ._notes import about_data, about_graph, in_words
from ._numbers import short
from ._options import Scope
from ._parts import PartChoices
from ._results import Accuracy, Aid, Shd, Sid

__all__ = ["AidCounts", "Comparison", "Question", "ends", "page"]

_STRATEGIES = ("parent", "ancestor", "optimal")


class AidCounts(NamedTuple):
    """The adjustment identification distances by each strategy."""

    parent: int
    ancestor: int
    optimal: int


class Question:
    """A truth, with data and options: what learnt graphs are compared with."""

    def __init__(
        self,
        truth: Graph,
        table: Table | None,
        estimation: Estimation,
        parts: PartChoices,
        wanted: Scope | None,
        *edges: Any,
    ) -> None:
        self.truth = truth
        self.treatments: list[str] | None = None if wanted is None else wanted.treatments
        self.outcomes: list[str] | None = None if wanted is None else wanted.outcomes
        self._asked = (table, estimation, parts, wanted, edges)
        self._comparer: _core.Comparer | None = None
        self.notes = about_graph(truth)
        self.data: str | None = None
        self.settings: dict[str, Any] = {}
        self._prepare()

    def _prepare(self) -> _core.Comparer:
        table, estimation, parts, wanted, edges = self._asked
        prepared = None
        if table is not None:
            threads = None if wanted is None else wanted.threads
            prepared = _core.Prepared(table, self.truth, estimation, parts, threads)
            data = about_data(table, prepared.surplus_columns)
            self.notes = [*about_graph(self.truth), *data, *prepared.notes]
            self.data = prepared.description
        self._comparer = _core.Comparer(self.truth, prepared, wanted, *edges)
        return self._comparer

    @property
    def comparer(self) -> _core.Comparer:
        """What compares; made again after unpickling, when it is needed."""
        return self._comparer or self._prepare()

    def scored(self, learnt: dict[str, Graph], workers: Any = None) -> list[_core.Scored]:
        """The distances of learnt graphs by name; ``workers`` estimate the parts, if there are any."""
        import json

        found, settings = self.comparer.compare(list(learnt.values()), list(learnt), workers)
        self.settings.update(json.loads(settings))
        return found

    def compare(self, learnt: dict[str, Graph], workers: Any) -> list[Comparison]:
        """The comparisons of learnt graphs by name."""
        return [Comparison(name, self, found) for name, found in zip(learnt, self.scored(learnt, workers))]

    def document(self, scored: list[_core.Scored], by: str | None) -> dict[str, Any]:
        """All numbers on some learnt graphs, as the command line's ``--json`` prints them."""
        import json

        found: dict[str, Any] = json.loads(self.comparer.document(scored, by))
        return found

    def page(self, scored: list[_core.Scored], by: str | None) -> str:
        """The report on some learnt graphs."""
        import json

        return self.comparer.html(scored, json.dumps(self.settings), by)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_comparer": None}


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
    sid : Sid
        The structural intervention distance: a number, or bounds, with ``.lower`` and ``.upper``.
    aid : AidCounts
        The adjustment identification distances.
    contsid : ContSid or None
        The continuous structural intervention distance, as the paper estimates it from all rows: a number, or bounds,
        with ``.lower`` and ``.upper``. ``None`` without data, and above 4000 rows unless ``Parts(all_rows=True)`` asks
        for it.
    crossfit : CrossFit or None
        The same estimated in parts of the rows, with ``.value``, ``.error`` and ``.interval``; ``None`` without data,
        or with fewer than 40 rows.
    skeleton, arrows : Accuracy
        How many edges the graphs share, whatever their direction, and how many arrows: with ``.precision``, ``.recall``
        and ``.f1``. An undirected edge is no arrow.
    joint : Joint or None
        contSID of interventions on several variables at once, if ``joint`` asks for them.
    joint_crossfit : CrossFit or None
        The same, cross-fitted.
    details : dict
        The same as objects with their parts: :class:`Shd`, :class:`Sid`, :class:`Aid` and :class:`ContSid`.
    settings : dict
        What was compared, and how: the ``settings`` of the command line's ``--json``.
    data : str or None
        What the data are, in one line: rows, numeric columns, categorical ones with their levels, constant ones.
    notes : list of str
        What is to be said about the graphs and the data, such as ignored columns.
    """

    def __init__(self, name: str, asked: Question, scored: _core.Scored) -> None:
        self._asked = asked
        self._found: _core.Scored | None = scored
        self._all_fixes: dict[str, Any] | None = None
        self.name = name
        self.truth = asked.truth
        self.learnt = scored.learnt
        self.details = details = _details(scored, asked.truth.nodes)
        self.settings = asked.settings
        self.data = asked.data
        self.notes = asked.notes + about_graph(scored.learnt)
        self.shd: int = details["shd"].value
        self.sid: Sid = details["sid"]
        self.aid = AidCounts(*(details["aid"][strategy].value for strategy in _STRATEGIES))
        self.contsid: ContSid | None = details["contsid"]
        nodes = asked.truth.nodes
        self.crossfit = None if scored.crossfit is None else CrossFit(scored.crossfit, nodes)
        self.joint_crossfit = None if scored.joint_crossfit is None else CrossFit(scored.joint_crossfit, nodes)
        self.skeleton, self.arrows = (Accuracy(*counts) for counts in scored.edges)
        self.joint: Joint | None = None if scored.joint is None else Joint(scored.joint)

    @property
    def _scored(self) -> _core.Scored:
        """What the extension has found; found again after unpickling, when a page needs it."""
        if self._found is None:
            self._found = self._asked.scored({self.name: self.learnt})[0]
        return self._found

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_found": None}

    def _values(self) -> tuple[Any, ...]:
        crossfit = None if self.crossfit is None else (self.crossfit.lower, self.crossfit.upper)
        return (self.name, self.truth, self.learnt, self.shd, self.sid, self.aid, self.contsid, crossfit, self.joint)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Comparison):
            return NotImplemented
        return self._values() == other._values() and self.settings == other.settings

    def __hash__(self) -> int:
        return hash(self._values()[:-1])

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each treatment and outcome.

        Columns: ``treatment``, ``outcome``, ``case`` and ``d`` of contSID (``d_lower`` and ``d_upper`` of bounds);
        ``crossfit`` of cross-fitted contSID with ``se``, ``model_se``, the ends ``ci_low`` and ``ci_high`` of its 95 %
        interval, ``p_value``, ``adjusted_p_value`` (by the method of Benjamini and Hochberg) and ``low_overlap`` (each
        with ``_lower`` and ``_upper`` of bounds); ``sid`` (``right``, ``wrong``, or ``undetermined`` where members
        differ), ``aid_ancestor`` and ``aid_optimal``; and the parents of the treatment in each graph, ``true_parents``
        and ``learnt_parents``, which are what it adjusts for unless ``Estimation(adjustment=…)`` says otherwise. The
        table of ``contsid compare --pairs`` has the same columns, without the parents.
        """
        return self._pairs(as_bounds=self._has_bounds)

    @property
    def _has_bounds(self) -> bool:
        """Whether undirected edges leave contSID open."""
        return any(found is not None and not found.is_determined for found in (self.contsid, self.crossfit))

    def _pairs(self, *, as_bounds: bool) -> Any:
        """The frame of :attr:`pairs`; ``as_bounds`` gives both ends of each number, be they the same."""
        import numpy as np
        import pandas

        nodes = self.truth.nodes
        names = np.array(nodes, dtype=object)
        i, j = self._selected()
        columns: dict[str, Any] = {"treatment": names[i], "outcome": names[j]}
        columns.update(self._distance_columns(i, j, as_bounds))
        if self.crossfit is not None:
            cells = self.crossfit.cells(as_bounds=as_bounds)
            columns.update({column: matrix[i, j] for column, matrix in cells.items()})
        columns["sid"] = np.array(["right", "undetermined", "wrong"], dtype=object)[self.sid.mistakes[i, j]]
        for strategy in ("ancestor", "optimal"):
            wrong = self.details["aid"][strategy].matrix[i, j]
            columns[f"aid_{strategy}"] = np.array(["right", "wrong"], dtype=object)[wrong]
        for column, graph in (("true_parents", self.truth), ("learnt_parents", self.learnt)):
            parents = np.empty(len(nodes), dtype=object)
            parents[:] = [graph.parents(node) for node in nodes]
            columns[column] = parents[i]
        return pandas.DataFrame(columns)

    def _selected(self) -> Any:
        """The indices of the treatments and the outcomes that were looked at."""
        import numpy as np

        def is_wanted(wanted: list[str] | None) -> Any:
            chosen = None if wanted is None else set(wanted)
            return np.array([chosen is None or node in chosen for node in self.truth.nodes], dtype=bool)

        wanted = np.outer(is_wanted(self._asked.treatments), is_wanted(self._asked.outcomes))
        np.fill_diagonal(wanted, False)
        return np.nonzero(wanted)

    def _distance_columns(self, i: Any, j: Any, as_bounds: bool) -> dict[str, Any]:
        """The columns of contSID from all rows, of some pairs."""
        import numpy as np

        found = self.contsid
        if found is None:
            return {}
        case = {} if found.cases is None else {"case": np.array(found.cases, dtype=object)[i, j]}
        if as_bounds:
            return {**case, "d_lower": found.lower_matrix[i, j], "d_upper": found.matrix[i, j]}
        return {**case, "d": found.matrix[i, j]}

    def row(self) -> dict[str, Any]:
        """The distances as one row of :attr:`Ranking.table`."""
        row: dict[str, Any] = {}
        if self.crossfit is not None:
            row.update(crossfit=self.crossfit.value, error=self.crossfit.error)
        if self.contsid is not None:
            row["contsid"] = self.contsid.value
        row.update(sid=self.sid.value, aid_ancestor=self.aid.ancestor, aid_optimal=self.aid.optimal)
        last = {"arrow_f1": self.arrows.f1} if self.joint is None else {"joint_mean": self.joint.mean}
        return {**row, "shd": self.shd, **last}

    def full_row(self) -> dict[str, Any]:
        """The distances as one row of :attr:`Ranking.full_table`; bounds as two columns."""
        row: dict[str, Any] = {"shd": self.shd}
        measures: dict[str, Any] = {"sid": self.sid, "contsid": self.contsid}
        if self.joint is not None:
            measures.update(joint_sum=self.joint.sum, joint_mean=self.joint.mean, joint_left_out=self.joint.left_out)
        if self.crossfit is not None:
            measures.update(crossfit=self.crossfit.value, se=self.crossfit.se, model_se=self.crossfit.model_se)
            measures.update(ci_low=self.crossfit.ci_low, ci_high=self.crossfit.ci_high)
        for name, value in measures.items():
            row[f"{name}_lower"], row[f"{name}_upper"] = ends(value)
        if self.crossfit is not None:
            row.update(low_overlap=self.crossfit.low_overlap, kappa=self.crossfit.kappa)
        row.update({f"aid_{strategy}": count for strategy, count in self.aid._asdict().items()})
        shd = self.details["shd"]
        row.update({part: getattr(shd, part) for part in ("missing", "extra", "reversed", "undirected")})
        for name, edges in (("skeleton", self.skeleton), ("arrow", self.arrows)):
            row.update({f"{name}_{part}": getattr(edges, part) for part in ("precision", "recall", "f1")})
        return row

    @property
    def chance(self) -> dict[str, Any]:
        """What random graphs with as many edges as the learnt one achieve, found when it is first asked for.

        ``skeleton`` has the expected ``precision``, ``recall`` and ``f1`` and the ``p_value`` of what was learnt;
        ``shd``, ``sid`` and ``aid`` (by strategy) have the ``mean`` of random graphs, ``low`` and ``high``, their 5 %
        and 95 % quantile, and ``at_least_as_good``, the share of them that are as near to the truth as the learnt
        graph. ``graphs`` is their number: none of graphs that are too large, and then ``shd``, ``sid`` and ``aid`` have
        ``None``.
        """
        import json

        found: dict[str, Any] = json.loads(self._asked.comparer.chance(self._scored))
        return found

    @property
    def fixes(self) -> Any:
        """A pandas DataFrame with a row for each edge that differs from the truth, the most rewarding fix first: what
        becomes of the distances if that edge alone is made as in the truth.

        Columns: ``change`` (``"add"``, ``"remove"``, ``"reverse"``, ``"direct"`` or ``"undirect"``), ``from``, ``to``,
        ``directed``; ``sid``, ``contsid`` (from all rows) and ``crossfit`` with its ``se`` afterwards; ``sid_change``,
        ``contsid_change`` and ``crossfit_change``, of which the last has ``change_se``, ``change_model_se``,
        ``change_ci_low``, ``change_ci_high`` and ``p_value``; ``blocked``, the nodes of the cycle that the fix alone
        would close. Below 0 is better; a number that undirected edges leave open is a :class:`Bounds`.
        """
        return fixes_frame(self._fixed()["fixes"])

    @property
    def fix_steps(self) -> Any:
        """A pandas DataFrame with up to five fixes that build on each other, each the best after those before it.
        The columns are those of :attr:`fixes`; distances are those after all steps so far."""
        return fixes_frame(self._fixed()["fix_steps"])

    def _fixed(self) -> dict[str, Any]:
        """What fixes do; found when it is first asked for."""
        import json

        if self._all_fixes is None:
            self._all_fixes = json.loads(self._asked.comparer.fixes(self._scored))
        return self._all_fixes

    @property
    def verdict(self) -> list[str]:
        """What the comparison says in sentences: how much linear models say of the data."""
        return _core.rank([self._scored], None)[3]

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain numbers, texts, lists and dictionaries, as ``contsid compare --json`` prints it."""
        return {**self._asked.document([self._scored], None), "notes": self.notes}

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report as one page that needs no network, as ``contsid compare --html`` writes it: the graphs, the
        distances of each pair and their reasons, and what single fixes are worth. Written to ``path`` if there is
        one."""
        return page([self], path, None)

    def plot(self, *, axes: Any = None) -> Any:
        """A matplotlib figure: a heatmap of d (or of the SID's mistakes), and the two graphs with the differences
        marked.

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
        from ._show import html_table

        return html_table([self], None)

    def __repr__(self) -> str:
        crossfit = "" if self.crossfit is None else f", crossfit={self.crossfit._in_words()}"
        contsid = "" if self.contsid is None else f", contsid={short(self.contsid)}"
        aid = "/".join(str(count) for count in self.aid)
        distances = f"Comparison({self.name}: shd={self.shd}, sid={short(self.sid)}, aid={aid}{crossfit}{contsid})"
        return "\n".join([distances, *in_words(self.notes)])


def _details(scored: _core.Scored, nodes: list[str]) -> dict[str, Any]:
    found = scored.contsid
    return {
        "shd": Shd(scored.shd),
        "sid": Sid(scored.sid),
        "aid": {strategy: Aid(scored.aid(strategy), strategy) for strategy in _STRATEGIES},
        "contsid": None if found is None else ContSid(found, nodes),
    }


def page(comparisons: list[Comparison], path: str | os.PathLike[str] | None, by: str | None) -> str:
    """The report on some learnt graphs, written to a path if there is one."""
    text = comparisons[0]._asked.page([one._scored for one in comparisons], by)
    if path is not None:
        _core.write_text(path, text)
    return text


def ends(value: Any) -> tuple[Any, Any]:
    """The lower and the upper bound, which are equal for a number."""
    return getattr(value, "lower", value), getattr(value, "upper", value)
