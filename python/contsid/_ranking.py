"""Several learnt graphs, from the best to the worst."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from . import _core
from ._comparison import Comparison, page
from ._options import measure
from ._ordered import Ordered
from ._results import Difference

__all__ = ["Ranking"]


class Ranking(Ordered[Comparison]):
    """Comparisons of several learnt graphs by name, from the best to the worst.

    Attributes
    ----------
    rank_by : str
        The distance that they are ordered by: ``"contsid"`` if there are data, else ``"sid"``, unless another one was
        chosen. Ties are broken by contSID, SID and SHD.
    ranks : dict
        The rank of each graph by name; graphs at equal distances share one.
    differences : list of Difference
        The differences of cross-fitted contSID of all pairs of graphs, each with ``.first``, ``.second``, ``.value``,
        ``.se``, ``.interval`` and ``.p_value``.
    verdict : list of str
        What the data say about the order, in words: which graphs cannot be told apart, whose bounds overlap, and which
        distances disagree.
    skipped : dict
        Why each learnt graph that was left out by ``on_error="skip"`` cannot be compared, by name.
    """

    def __init__(
        self, comparisons: Iterable[Comparison], rank_by: str | None = None, skipped: dict[str, str] | None = None
    ) -> None:
        given = list(comparisons)
        self.skipped = dict(skipped or {})
        chosen = None if rank_by is None else measure("rank_by", rank_by)
        self.rank_by, order, found, self.verdict = _core.rank([one._scored for one in given], chosen)
        self.differences = [Difference(*difference) for difference in found]
        self._by_name = {given[index].name: given[index] for index, _ in order}
        self.ranks = {given[index].name: rank for index, rank in order}

    def ordered_by(self, rank_by: str) -> Ranking:
        """The same comparisons, ordered by another distance."""
        return Ranking(self.values(), rank_by, self.skipped)

    @property
    def table(self) -> Any:
        """A pandas DataFrame with a row for each learnt graph, the best first. Skipped graphs stand last, with the
        reason in the column ``error``."""
        import pandas

        rows = [{**one.row(), "rank": self.ranks[name]} for name, one in self.items()]
        rows += [{"learnt": name, "error": reason} for name, reason in self.skipped.items()]
        return pandas.DataFrame(rows).set_index("learnt")

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each learnt graph, treatment and outcome."""
        import pandas

        rows = [{"learnt": name, **row} for name, comparison in self.items() for row in comparison.pair_rows()]
        return pandas.DataFrame(rows)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report on all of them as one page: see :meth:`Comparison.to_html`. Written to ``path`` if there is
        one."""
        return page(list(self.values()), path)

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
