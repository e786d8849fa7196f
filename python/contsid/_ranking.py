"""Several learnt graphs, from the best to the worst."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, get_args

from . import _core
from ._comparison import Comparison, page
from ._options import check_choice
from ._ordered import Ordered
from ._relations import flat, ranking_frame, relations_frame, stacked, tiers_frame
from ._words import By

__all__ = ["Ranking"]


class Ranking(Ordered[Comparison]):
    """Comparisons of several learnt graphs by name, from the best to the worst.

    Attributes
    ----------
    ranked_by : str
        The distance that they are ordered by: ``"crossfit"`` (cross-fitted contSID) if all have it, else ``"contsid"``
        (from all rows), else ``"sid"``, unless another one was chosen.
    verdict : list of str
        Which graph to choose, how sure that is, and which distances disagree, in words.
    skipped : dict
        Why each learnt graph that was left out by ``on_error="skip"`` cannot be compared, by name.
    """

    def __init__(
        self, comparisons: Iterable[Comparison], by: str | None = None, skipped: dict[str, str] | None = None
    ) -> None:
        given = list(comparisons)
        self.skipped = dict(skipped or {})
        chosen = None if by is None else check_choice("by", by, get_args(By))
        self.ranked_by, order, self._relations, self.verdict = _core.rank([one._scored for one in given], chosen)
        self._given = given
        self._by_name = {given[index].name: given[index] for index, _ in order}
        self._tiers = {given[index].name: tier for index, tier in order}

    def ordered_by(self, by: By) -> Ranking:
        """The same comparisons, ordered by another distance: ``"crossfit"`` (cross-fitted contSID), ``"contsid"`` (from
        all rows), ``"sid"``, ``"aid_parent"``, ``"aid_ancestor"``, ``"aid_optimal"`` or ``"shd"``."""
        return Ranking(self._given, by, self.skipped)

    @property
    def notes(self) -> list[str]:
        """What is to be said about the graphs and the data, such as ignored columns."""
        return list(dict.fromkeys(note for one in self._given for note in one.notes))

    @property
    def tiers(self) -> Any:
        """A pandas DataFrame with the tier of each graph, the best first: one more than the number of better graphs."""
        return tiers_frame(self._tiers)

    @property
    def relations(self) -> Any:
        """A pandas DataFrame with a row for each pair of graphs, in their order: how the first stands to the second
        (``"better"``, ``"worse"``, ``"tie"``, or ``"depends"`` on undirected edges), the difference of the members that
        decide, first minus second, its standard error and interval, and its p-value before and after Holm's
        correction for all pairs. Only cross-fitted contSID has a test: without one these numbers are NaN, and so they
        are where undirected edges give both graphs ranges that overlap, be they the same."""
        rows = [
            (first, second, relation, *flat(difference), adjusted)
            for first, second, relation, difference, adjusted in self._relations
        ]
        return relations_frame(rows)

    @property
    def table(self) -> Any:
        """A pandas DataFrame with a row for each learnt graph, the best first, and the columns that are printed:
        ``tier``, ``crossfit`` with ``error`` (cross-fitted contSID), ``contsid`` (from all rows), ``sid``,
        ``aid_ancestor``, ``aid_optimal``, ``shd``, and ``arrow_f1`` or, for joint interventions, ``joint_mean``. A
        distance that undirected edges leave open is a :class:`Bounds`. Skipped graphs stand last, with the reason in
        the column ``skipped``."""
        return self._frame(Comparison.row)

    @property
    def full_table(self) -> Any:
        """The same with all numbers of each learnt graph; of bounds both. ``low_overlap`` is the share of interventions
        with hardly any data nearby, and ``kappa`` says how far outcomes are from linear."""
        return self._frame(Comparison.full_row)

    def _frame(self, row: Callable[[Comparison], dict[str, Any]]) -> Any:
        return ranking_frame(
            {name: {"tier": self._tiers[name], **row(one)} for name, one in self.items()}, self.skipped
        )

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each learnt graph, treatment and outcome: see :attr:`Comparison.pairs`. If
        one graph has bounds, all have."""
        as_bounds = any(one._has_bounds for one in self._given)
        return stacked({name: one._pairs(as_bounds=as_bounds) for name, one in self.items()})

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain numbers, texts, lists and dictionaries, as ``contsid compare --json`` prints it."""
        document = self._given[0]._asked.document([one._scored for one in self._given], self.ranked_by)
        return {**document, "notes": self.notes, "skipped": dict(self.skipped)}

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report on all of them as one page: see :meth:`Comparison.to_html`. Written to ``path`` if there is
        one."""
        return page(self._given, path, self.ranked_by)

    def plot(self) -> Any:
        """A matplotlib figure: the distances of all of them as bars."""
        from ._plot import plot_ranking

        return plot_ranking(self)

    def _repr_html_(self) -> str:
        from ._show import html_table

        return html_table(list(self.values()), self)

    def __repr__(self) -> str:
        from ._show import text_table

        return text_table(self)
