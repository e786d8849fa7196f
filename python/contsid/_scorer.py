"""A scorer for searches over the settings of learners."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._compare import compare
from ._comparison import Comparison
from ._core import OptionError
from ._graphs import read_both
from ._options import measure as known_measure
from ._reading import OPTIONS, Reading
from ._tables import column_names

__all__ = ["make_scorer"]

_MEASURES: dict[str, Callable[[Comparison], float]] = {
    "shd": lambda found: float(found.shd),
    "sid": lambda found: float(found.details["sid"].upper),
    "contsid": lambda found: float(found.details["contsid"].upper),
    "aid_parent": lambda found: float(found.aid.parent),
    "aid_ancestor": lambda found: float(found.aid.ancestor),
    "aid_optimal": lambda found: float(found.aid.optimal),
}


def make_scorer(truth: Any, measure: str = "contsid", **options: Any) -> Callable[..., float]:
    """A scorer in the form that scikit-learn takes: the larger, the better.

    Parameters
    ----------
    truth
        The true graph, of any kind that :func:`as_graph` takes.
    measure
        ``"shd"``, ``"sid"``, ``"contsid"``, ``"aid_parent"``, ``"aid_ancestor"`` or ``"aid_optimal"``; of bounds the
        upper one.
    **options
        Passed on to :func:`compare`.

    Returns
    -------
    callable
        ``scorer(estimator, X, y=None)``, the negative distance of the learnt graph from the truth. The estimator is
        fitted, and either has the attribute ``graph_`` or is itself something that :func:`as_graph` takes, such as a
        fitted model of lingam or gCastle. The columns of X name the nodes of a learnt graph that has no names.

    Examples
    --------
    >>> import contsid
    >>> class Learner:
    ...     graph_ = [("B", "A")]
    >>> contsid.make_scorer([("A", "B")], "sid")(Learner(), None)
    -2.0
    """
    chosen = known_measure("measure", measure)
    if chosen not in _MEASURES:
        raise OptionError(f"measure is {measure!r}: choose one of {', '.join(_MEASURES)}")

    how = {option: value for option, value in options.items() if option in OPTIONS}
    others = {option: value for option, value in options.items() if option not in OPTIONS}

    def scorer(estimator: Any, X: Any, y: Any = None) -> float:
        learnt = getattr(estimator, "graph_", estimator)
        if chosen == "contsid":
            return 0.0 - _MEASURES[chosen](compare(truth, learnt, X, **{"crossfit": False, **options}))
        graphs = read_both(truth, learnt, Reading(**how), column_names(X))
        return 0.0 - _MEASURES[chosen](compare(*graphs, **others))

    return scorer
