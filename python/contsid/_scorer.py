"""A scorer for searches over the settings of learners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._compare import DATA_OPTIONS, check_data_options, compare
from ._comparison import Comparison
from ._core import check_sets
from ._graphs import read, read_both
from ._joint import wanted_sets
from ._options import check_choice
from ._reading import OPTIONS, Reading
from ._tables import column_names, read_table
from ._words import Measure

__all__ = ["Scorer", "make_scorer"]

_MEASURES: dict[str, Callable[[Comparison], Any]] = {
    "shd": lambda found: found.shd,
    "sid": lambda found: found.sid.upper,
    "contsid": lambda found: found.details["contsid"].upper,
    "aid_parent": lambda found: found.aid.parent,
    "aid_ancestor": lambda found: found.aid.ancestor,
    "aid_optimal": lambda found: found.aid.optimal,
}


class Scorer:
    """The negative distance of the graph that a fitted learner has found: see :func:`make_scorer`."""

    def __init__(self, truth: Any, measure: str, options: dict[str, Any]) -> None:
        self.truth, self.measure, self.options = truth, measure, options
        self._how = {option: value for option, value in options.items() if option in OPTIONS}
        self._others = {option: value for option, value in options.items() if option not in OPTIONS}
        Reading(**{**self._how, "names": None}).matrix([[0]], None, "a matrix")
        true_graph = read(truth, Reading(**self._how), "the truth")
        later = DATA_OPTIONS if measure == "contsid" else ()
        check_data_options({option: options[option] for option in later if option in options})
        if true_graph.is_named and options.get("joint") is not None and later:
            check_sets(true_graph, wanted_sets(options["joint"], True))
        compare(true_graph, true_graph, **{name: value for name, value in self._others.items() if name not in later})

    def __call__(self, estimator: Any, X: Any, y: Any = None) -> float:
        learnt = _learnt(estimator)
        if self.measure == "contsid":
            return 0.0 - self._distance(self._on_data(learnt, X))
        graphs = read_both(self.truth, learnt, Reading(**self._how), column_names(X))
        return 0.0 - self._distance(compare(*graphs, **self._others))

    def _on_data(self, learnt: Any, X: Any) -> Comparison:
        """The comparison on data, which names may be given to as to graphs."""
        how = Reading(**self._how)
        truth, learnt = read(self.truth, how, "the truth"), read(learnt, how, "the learnt graph")
        how.choose_columns(truth)
        drop_missing = self._others.get("drop_missing", False)
        table = read_table(X, how, drop_missing, "the data")
        others = {option: value for option, value in self._others.items() if option != "drop_missing"}
        found: Comparison = compare(truth, learnt, table, **{"crossfit": False, **others})
        return found

    def _distance(self, found: Comparison) -> float:
        return float(_MEASURES[self.measure](found))

    def __repr__(self) -> str:
        options = "".join(f", {option}={value!r}" for option, value in self.options.items())
        return f"make_scorer({self.truth!r}, {self.measure!r}{options})"


def _learnt(estimator: Any) -> Any:
    """The graph of a fitted learner, which may be the last step of a pipeline, or the best of a search."""
    if hasattr(estimator, "graph_"):
        return estimator.graph_
    if hasattr(estimator, "best_estimator_"):
        return _learnt(estimator.best_estimator_)
    steps = getattr(estimator, "steps", None)
    return _learnt(steps[-1][1]) if isinstance(steps, list) and steps else estimator


def make_scorer(truth: Any, measure: Measure = "contsid", **options: Any) -> Scorer:
    """A scorer in the form that scikit-learn takes: the larger, the better.

    Parameters
    ----------
    truth
        The true graph, of any kind that :func:`as_graph` takes.
    measure
        ``"shd"``, ``"sid"``, ``"contsid"``, ``"aid_parent"``, ``"aid_ancestor"`` or ``"aid_optimal"``; of bounds the
        upper one.
    **options
        Those of :func:`compare`, and of :func:`as_graph` for how matrices are read: ``names``, ``edge_direction``,
        ``encoding`` and ``threshold``.

    Returns
    -------
    Scorer
        Called as ``scorer(estimator, X, y=None)``, the negative distance of the learnt graph from the truth. The
        estimator is fitted, and either has the attribute ``graph_`` or is itself something that :func:`as_graph`
        takes, such as a fitted model of lingam or gCastle; or it is a pipeline that ends in such a learner, or a
        fitted search over its settings. The columns of X name the nodes of a learnt graph that has no names. The
        scorer can be pickled.

    Examples
    --------
    >>> import contsid
    >>> class Learner:
    ...     graph_ = [("B", "A")]
    >>> contsid.make_scorer([("A", "B")], "sid")(Learner(), None)
    -2.0
    """
    return Scorer(truth, check_choice("measure", measure, _MEASURES), options)
