"""What graphs claim about effects if causes may be hidden, and how often they are wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, get_args

from . import _core
from ._contsid import Estimate, estimate
from ._core import HiddenGraph, Table
from ._hidden import as_hidden, hidden_nodes, read_any
from ._naming import AnyGraph
from ._notes import about_data, about_graph, in_words, warn
from ._numbers import short
from ._options import check_choice
from ._ordered import Ordered
from ._reading import Reading
from ._relations import ranking_frame, relations_frame, stacked, tiers_frame
from ._results import Accuracy
from ._show import html_lines, in_skipped, text_lines
from ._words import Adjustment

__all__ = [
    "ClaimComparison",
    "ClaimCounts",
    "ClaimRanking",
    "Claims",
    "MarkDifference",
    "OpenCounts",
    "claims",
    "compare_claims",
]

#: Data made ready for estimates, which pairs are wanted, and what graphs adjust for.
_Options = tuple[Any, Any, str]

_COLUMNS = ["treatment", "outcome", "claim", "adjustment", "why"]

#: The columns of an estimate in tables, and its attributes.
_ESTIMATE = {"crossfit": "value", "error": "error"}


def claims(graph: Any, *, latents: Iterable[Any] | None = None, adjustment: Adjustment = "canonical") -> Any:
    """What a graph claims about each effect.

    Parameters
    ----------
    graph
        A graph of any kind that :func:`as_graph` takes, with marks and hidden nodes or without.
    latents
        The names of nodes that are hidden.
    adjustment
        What a graph without hidden causes adjusts for: ``"canonical"``, ``"parents"`` or ``"optimal"`` sets.

    Returns
    -------
    pandas.DataFrame
        A row for each ``treatment`` and ``outcome``: the ``claim`` (``"none"`` if there is no effect, ``"adjust"`` if
        adjusting for the set ``adjustment`` identifies it, ``"open"`` if no set does), and ``why``.

    Examples
    --------
    >>> import contsid
    >>> contsid.claims([("A", "o->", "X"), ("B", "o->", "X"), ("X", "->", "Y")]).claim.value_counts().to_dict()
    {'none': 7, 'open': 4, 'adjust': 1}
    """
    import pandas

    found = hidden_nodes(read_any(graph, Reading(), "the graph"), latents)
    chosen = check_choice("adjustment", adjustment, get_args(Adjustment))
    return pandas.DataFrame(as_hidden(found).claims(chosen), columns=_COLUMNS)


class ClaimCounts(NamedTuple):
    """How many claims of one kind there are, and how many are wrong."""

    claimed: int
    wrong: int


class OpenCounts(NamedTuple):
    """How many effects are left open, and how many of them the truth, and its PAG, identify.

    ``identified`` is ``None`` if the truth is itself a PAG.
    """

    claimed: int
    identified: int | None
    identified_by_class: int


class MarkDifference(NamedTuple):
    """The marks in which a graph differs from the PAG of the truth.

    Attributes
    ----------
    differing : int
        The pairs of nodes whose edge has another mark, or is missing or extra.
    missing, extra : int
        The missing and the extra edges.
    confusion : list of list of int
        For the edges of both, how often each true mark (row) was learnt as each mark (column), in the order of
        ``order``.
    order : list of str
        The names of the marks.
    """

    differing: int
    missing: int
    extra: int
    confusion: list[list[int]]
    order: list[str]


class Claims:
    """What a learnt graph claims about effects, and how often it is wrong.

    Attributes
    ----------
    none, adjust : ClaimCounts
        Claims of no effect, and claims that a set identifies the effect.
    open : OpenCounts
        Effects that are left open.
    mistakes : int
        ``none.wrong + adjust.wrong + open.identified_by_class``.
    mistaken_pairs : list of tuple
        Treatment, outcome and claim of each mistake.
    """

    def __init__(self, found: dict[str, Any], pairs: list[tuple[Any, ...]], distances: Any) -> None:
        self.none = ClaimCounts(**found["none"])
        self.adjust = ClaimCounts(**found["adjust"])
        self.open = OpenCounts(**found["open"])
        self.mistakes: int = found["mistakes"]
        self.mistaken_pairs = [tuple(pair) for pair in found["mistaken_pairs"]]
        self._pairs = pairs
        self._distances = distances

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each treatment and outcome: the claim, its adjustment set, what the truth
        claims, whether it is a mistake, and with data the distance ``d`` of the pairs that neither leaves open."""
        import pandas

        columns = ["treatment", "outcome", "claim", "adjustment", "true_claim", "mistaken"]
        frame = pandas.DataFrame(self._pairs, columns=columns)
        if self._distances is not None:
            frame["d"] = [self._distances.get((a, b)) for a, b in zip(frame["treatment"], frame["outcome"])]
        return frame

    def to_dict(self) -> dict[str, Any]:
        """The counts, and the mistakes as lists of treatment, outcome and claim."""
        counts = {name: getattr(self, name)._asdict() for name in ("none", "adjust", "open")}
        return {**counts, "mistakes": self.mistakes, "mistaken_pairs": [list(pair) for pair in self.mistaken_pairs]}

    def __repr__(self) -> str:
        return f"Claims(none={self.none}, adjust={self.adjust}, open={self.open}, mistakes={self.mistakes})"


class ClaimComparison:
    """How often what a learnt graph claims about effects is wrong, where causes may be hidden.

    Attributes
    ----------
    name : str
        What the learnt graph is called.
    truth, learnt : HiddenGraph
        The two graphs.
    claims : Claims
        The claims and the mistakes, with ``.none``, ``.adjust``, ``.open``, ``.mistakes`` and ``.pairs``.
    marks : MarkDifference
        The marks in which it differs from the PAG of the truth.
    skeleton : Accuracy
        How many edges the graphs share, whatever their marks.
    separation : int
        The ordered pairs that it separates by a set that does not separate them in the truth.
    contsid : float or None
        contSID of the pairs that neither graph leaves open, from all rows, if there are data.
    crossfit : Estimate or None
        The same cross-fitted, with ``.value``, ``.error`` and ``.interval``.
    not_comparable : int
        The pairs that one of the graphs leaves open, which contSID leaves out.
    settings : dict
        What was compared, and how.
    notes : list of str
        What is to be said about the graphs and the data, such as ignored columns.
    """

    def __init__(self, name: str, asked: _Asked, index: int, found: dict[str, Any]) -> None:
        self.name = name
        self.truth: HiddenGraph = asked.truth
        self.learnt: HiddenGraph = asked.learnt[name]
        self.claims = Claims(found["claims"], asked.comparer.pairs(index), _distances(found, asked.document["nodes"]))
        self.marks = MarkDifference(**found["marks"])
        self.skeleton = Accuracy(*asked.comparer.skeleton(index))
        self.separation: int = found["separation"]
        contsid, crossfit = found["contsid"] or {}, found["crossfit"]
        self.contsid: float | None = contsid.get("upper")
        keys = ("value", "se", "model_se", "interval")
        self.crossfit: Estimate | None = crossfit and estimate([crossfit[key] for key in keys])
        self.not_comparable: int = found["not_comparable"]
        self.settings: dict[str, Any] = asked.document["settings"]
        self.notes = [*asked.notes, *asked.graph_notes[name]]
        self._asked = asked
        self._found = found

    def row(self) -> dict[str, Any]:
        """The counts as one row of :attr:`ClaimRanking.table`."""
        claims = self.claims
        row: dict[str, Any] = {"mistakes": claims.mistakes, "none_wrong": claims.none.wrong}
        row.update(adjust_wrong=claims.adjust.wrong, open_identified=claims.open.identified_by_class)
        if "crossfit" in self._asked.estimated:
            row.update({name: getattr(self.crossfit, key, None) for name, key in _ESTIMATE.items()})
        if "contsid" in self._asked.estimated:
            row["contsid"] = self.contsid
        return {**row, "not_comparable": self.not_comparable, "separation": self.separation}

    def full_row(self) -> dict[str, Any]:
        """All numbers as one row of :attr:`ClaimRanking.full_table`."""
        claims, row = self.claims, self.row()
        row.update(none=claims.none.claimed, adjust=claims.adjust.claimed, open=claims.open.claimed)
        if "crossfit" in self._asked.estimated:
            row.update({key: getattr(self.crossfit, key, None) for key in ("se", "model_se", "ci_low", "ci_high")})
        row.update(marks=self.marks.differing, missing=self.marks.missing, extra=self.marks.extra)
        row.update({f"skeleton_{part}": getattr(self.skeleton, part) for part in ("precision", "recall", "f1")})
        return row

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain numbers, texts, lists and dictionaries, as ``contsid compare --json`` prints it."""
        return {**self._asked.document, "comparisons": [self._found], "notes": self.notes}

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report as one page, written to ``path`` if there is one."""
        return self._asked.page(path)

    def __repr__(self) -> str:
        counts = self.claims
        wrong = f"{counts.none.wrong}/{counts.adjust.wrong}/{counts.open.identified_by_class}"
        line = f"ClaimComparison({self.name}: mistakes={counts.mistakes} (none/adjust/open {wrong}))"
        return "\n".join([line, *in_words(self.notes)])

    def _repr_html_(self) -> str:
        row = self.row()
        return html_lines("", [["learnt", *row], [self.name, *_cells(row.values())]], in_words(self.notes))


class ClaimRanking(Ordered[ClaimComparison]):
    """Comparisons of claims by name, the least often mistaken graph first.

    Attributes
    ----------
    ranked_by : str
        ``"mistakes"``.
    verdict : list of str
        Which graph to choose, in words.
    skipped : dict
        Why each learnt graph that was left out cannot be compared, by name.
    """

    ranked_by = "mistakes"

    def __init__(self, asked: _Asked, skipped: dict[str, str]) -> None:
        self._asked, self.skipped = asked, dict(skipped)
        self._by_name = {one.name: one for one in asked.comparisons()}
        self.verdict: list[str] = asked.document["verdict"]

    @property
    def tiers(self) -> Any:
        """A pandas DataFrame with the tier of each graph, the best first: one more than the number of better graphs."""
        return tiers_frame({name: self._asked.document["tiers"][name] for name in self})

    @property
    def relations(self) -> Any:
        """A pandas DataFrame with a row for each pair of graphs: how the first stands to the second."""
        rows = self._asked.document["relations"]
        return relations_frame([(row["first"], row["second"], row["relation"], *(None,) * 7) for row in rows])

    @property
    def table(self) -> Any:
        """A pandas DataFrame with a row for each learnt graph, the least often mistaken first: ``tier``, ``mistakes``,
        of which kind they are (``none_wrong``, ``adjust_wrong``, ``open_identified``), with data ``crossfit`` with
        ``error`` (cross-fitted contSID) and ``contsid`` (from all rows), ``not_comparable`` and ``separation``. Skipped
        graphs stand last, with the reason in the column ``skipped``."""
        return self._frame(ClaimComparison.row)

    @property
    def full_table(self) -> Any:
        """The same with all numbers of each learnt graph."""
        return self._frame(ClaimComparison.full_row)

    def _frame(self, row: Callable[[ClaimComparison], dict[str, Any]]) -> Any:
        tiers = self._asked.document["tiers"]
        return ranking_frame({name: {"tier": tiers[name], **row(one)} for name, one in self.items()}, self.skipped)

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each learnt graph, treatment and outcome: see :attr:`Claims.pairs`."""
        return stacked({name: one.claims.pairs for name, one in self.items()})

    @property
    def notes(self) -> list[str]:
        """What is to be said about the graphs and the data, such as ignored columns."""
        return list(dict.fromkeys(note for one in self.values() for note in one.notes))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain numbers, texts, lists and dictionaries, as ``contsid compare --json`` prints it."""
        return {**self._asked.document, "notes": self.notes, "skipped": dict(self.skipped)}

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report on all of them as one page, written to ``path`` if there is one."""
        return self._asked.page(path)

    def __repr__(self) -> str:
        return text_lines("Ranking by mistakes, the best graph first", self._rows(), self._said())

    def _repr_html_(self) -> str:
        return html_lines("by mistakes, the best graph first", self._rows(), self._said())

    def _rows(self) -> list[list[str]]:
        tiers = self._asked.document["tiers"]
        rows = [[f"{tiers[name]} {name}", *_cells(one.row().values())] for name, one in self.items()]
        return [["", *self.best.row()], *rows]

    def _said(self) -> list[str]:
        return [*self.verdict, *in_skipped(self.skipped), *in_words(self.notes)]


def _cells(values: Iterable[Any]) -> list[str]:
    return [short(value) for value in values]


class _Asked:
    """A truth and learnt graphs on its nodes, compared."""

    def __init__(self, truth: AnyGraph, learnt: dict[str, AnyGraph], table: Table | None, options: _Options) -> None:
        import json

        prepared = options[0]
        data = [] if table is None else [*about_data(table, prepared.surplus_columns), *prepared.notes]
        self.notes = [*about_graph(truth), *data]
        self.graph_notes = {name: about_graph(graph) for name, graph in learnt.items()}
        self.truth, self.learnt = as_hidden(truth), {name: as_hidden(graph) for name, graph in learnt.items()}
        self.comparer = _core.ClaimComparer(self.truth, list(self.learnt.values()), list(learnt), *options)
        self.document: dict[str, Any] = json.loads(self.comparer.document())
        found = self.document["comparisons"]
        #: The distances that are estimated of any graph; of one that leaves every effect open there are none.
        self.estimated = {key for key in ("crossfit", "contsid") if any(one[key] is not None for one in found)}

    def comparisons(self) -> list[ClaimComparison]:
        """The comparisons, the best first."""
        index = {name: at for at, name in enumerate(self.learnt)}
        found = self.document["comparisons"]
        return [ClaimComparison(one["learnt"], self, index[one["learnt"]], one) for one in found]

    def page(self, path: str | os.PathLike[str] | None) -> str:
        """The report."""
        html = self.comparer.html()
        if path is not None:
            _core.write_text(os.fsdecode(path), html)
        return html


def compare_claims(
    truth: AnyGraph,
    learnt: dict[str, AnyGraph],
    table: Table | None,
    options: _Options,
    skipped: dict[str, str] | None,
) -> ClaimComparison | ClaimRanking:
    """Compare claims; one comparison if nothing can be skipped."""
    asked = _Asked(truth, learnt, table, options)
    found = ClaimRanking(asked, skipped or {})
    warn(found.notes)
    return found if skipped is not None else found.best


def _distances(found: dict[str, Any], nodes: list[str]) -> dict[tuple[str, str], float] | None:
    """The distance of each pair, from all rows or else cross-fitted."""
    of_rows, of_parts = found["contsid"], found["crossfit"]
    matrix = of_rows["pairs"] if of_rows is not None else None if of_parts is None else of_parts["pairs"]
    if matrix is None:
        return None
    return {(a, b): row[j] for a, row in zip(nodes, matrix) for j, b in enumerate(nodes)}
