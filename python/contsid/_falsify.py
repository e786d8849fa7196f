"""Graphs tested on data alone: are the independences there that a graph claims?"""

from __future__ import annotations

import copy
import json
import os
from typing import Any, NamedTuple

from . import _core
from ._graphs import read
from ._judge import checked_graphs, named_graphs, notes_on
from ._notes import in_words, warn
from ._numbers import short
from ._options import check_word, count, number, whole
from ._ordered import Ordered
from ._reading import Reading
from ._show import html_lines
from ._tables import read_table
from ._words import TestName

__all__ = ["Falsification", "Falsified", "falsify"]


#: What is to be said about a graph with undirected edges.
_CLASS = "{}: undirected edges are directed in one of the ways that they allow; all claim the same independences"

#: What notebooks show of a graph.
_SHOWN = ("tests", "violations", "p_lmc", "p_tpa", "rejected")


class _TestChoices(NamedTuple):
    """How graphs are tested."""

    test: str
    alpha: float
    permutations: int
    seed: int


class Falsification:
    """What the data say about one graph.

    Attributes
    ----------
    name : str
        The name of the graph.
    tests, violations : int
        The number of claimed independences, and of those that the data contradict.
    share : float or None
        The share of violations; ``None`` without tests.
    ks_p_value, anderson_darling : float or None
        Whether p-values are uniform, as those of a true graph are: Kolmogorov and Smirnov's p-value, and Anderson and
        Darling's statistic. Tests depend on each other, so about one true graph in five has a p-value below 0.05.
    permutations : int
        The number of graphs with permuted labels.
    p_lmc, p_tpa : float
        The share of them with at most as many violations, and the share that claims the same.
    falsifiable, rejected : bool
        Whether ``p_tpa`` is at most 0.05; and whether ``p_lmc`` is above 0.05 as well.
    p_values : list of float
        All p-values, the smallest first.
    permuted_violations : list of int
        The violations of each graph with permuted labels.
    verdict : str
        What all this means, in one sentence.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self._found = found
        self.name: str = found["graph"]
        self.tests: int = found["tests"]
        self.violations: int = found["violations"]
        self.share: float | None = found["share"]
        self.ks_p_value: float | None = found["ks_p_value"]
        self.anderson_darling: float | None = found["anderson_darling"]
        self.permutations: int = found["permutations"]
        self.p_lmc: float = found["p_lmc"]
        self.p_tpa: float = found["p_tpa"]
        self.falsifiable: bool = found["falsifiable"]
        self.rejected: bool = found["rejected"]
        self.p_values: list[float] = found["p_values"]
        self.permuted_violations: list[int] = found["permuted_violations"]
        self.verdict: str = found["verdict"]

    @property
    def worst(self) -> Any:
        """A pandas DataFrame with the first ten violations, the smallest p-value first: ``node``, ``other``, ``given``
        and ``p_value``."""
        import pandas

        return pandas.DataFrame(self._found["worst"], columns=["node", "other", "given", "p_value"])

    def to_dict(self) -> dict[str, Any]:
        """Everything about this graph, as ``contsid falsify --json`` prints it."""
        return copy.deepcopy(self._found)

    def __repr__(self) -> str:
        return f"Falsification({self.name}: {self.verdict})"

    def _repr_html_(self) -> str:
        return html_lines("", [["graph", *_SHOWN], _cells(self)], [self.verdict])


class Falsified(Ordered[Falsification]):
    """What the data say about graphs, by name, in the order in which they were given.

    Attributes
    ----------
    test : str
        The test of independence that was made, ``"fisher-z"`` or ``"gcm"``.
    reason : str
        Why this one.
    notes : list of str
        What is to be said about the graphs and the data, such as ignored columns.
    """

    def __init__(self, notes: list[str], *asked: Any) -> None:
        self.notes = notes
        self._asked = asked
        self._tested: _core.Tested | None = _core.Tested(*asked)
        document: dict[str, Any] = json.loads(self._tested.document())
        self._document = document
        self._by_name = {found["graph"]: Falsification(found) for found in document["graphs"]}
        self.test: str = document["settings"]["test"]
        self.reason: str = document["settings"]["reason"]

    def to_dict(self) -> dict[str, Any]:
        """Everything, as ``contsid falsify --json`` prints it."""
        return {**copy.deepcopy(self._document), "notes": list(self.notes)}

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The report as one page that needs no network, as ``contsid falsify --html`` writes it: p-values against the
        flat line, and the violations on the drawn graph. Written to ``path`` if there is one."""
        text = (self._tested or _core.Tested(*self._asked)).html()
        if path is not None:
            _core.write_text(path, text)
        return text

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_tested": None}

    @property
    def table(self) -> Any:
        """A pandas DataFrame with a row for each graph."""
        import pandas

        columns = ["tests", "violations", "share", "ks_p_value", "p_lmc", "p_tpa", "falsifiable", "rejected"]
        rows = [{"graph": name, **{key: getattr(one, key) for key in columns}} for name, one in self.items()]
        return pandas.DataFrame(rows).set_index("graph")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Falsified) and self._document == other._document

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return "\n".join([f"Tested by {self.test}", *self._said()])

    def _repr_html_(self) -> str:
        rows = [["graph", *_SHOWN], *map(_cells, self.values())]
        return html_lines(f"tested by {self.test}", rows, self._said())

    def _said(self) -> list[str]:
        return [*(f"{name}: {one.verdict}" for name, one in self.items()), *in_words(self.notes)]


def _cells(one: Falsification) -> list[str]:
    return [one.name, *(short(getattr(one, column)) for column in _SHOWN)]


def falsify(
    graphs: Any,
    data: Any,
    *,
    test: TestName = "automatic",
    alpha: float = 0.05,
    permutations: int = 1000,
    seed: int = 1,
    drop_missing: bool = False,
    threads: int | None = None,
) -> Falsified:
    """Test the independences that graphs claim, without a true graph.

    Each node should be independent of its non-descendants given its parents. A graph is rejected if it violates no
    fewer of these claims than graphs of the same shape with permuted labels.

    Parameters
    ----------
    graphs
        One graph, or several: a dictionary by name, or a list. Each of any kind that :func:`as_graph` takes. A graph
        with undirected edges counts as any of the graphs that it allows: all claim the same independences.
    data
        The observations, of any kind that :func:`as_table` takes.
    test
        ``"fisher-z"`` sees linear dependence of numbers; ``"gcm"``, the generalised covariance measure, also sees
        curves, changes of spread and categories; ``"automatic"`` takes Fisher's z if all columns are numbers and the
        data look linear, else the other one.
    alpha
        A claim is violated if its p-value is below this.
    permutations, seed
        The number of graphs with permuted labels (all of them where there are no more), and the seed.
    drop_missing
        Leave out rows with missing values.
    threads
        The number of threads. The results do not depend on it.

    Returns
    -------
    Falsified
        What the data say about each graph, by name.

    Examples
    --------
    >>> import contsid, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> data = {"A": rng.normal(size=300)}
    >>> for before, after in ("AB", "BC", "CD", "DE"):
    ...     data[after] = data[before] + rng.normal(size=300)
    >>> right, wrong = ("AB", "BC", "CD", "DE"), ("AD", "DB", "BE", "EC")
    >>> contsid.falsify({"right": list(map(tuple, right)), "wrong": list(map(tuple, wrong))}, data)
    Tested by fisher-z
    right: not rejected: its 0 violations of 6 are fewer than those of random labels (p = 0.017)
    wrong: rejected: its 5 violations of 6 are no fewer than those of random labels (p = 0.93)
    """
    reading = Reading()
    read_graphs = named_graphs(graphs, lambda graph, source: read(graph, reading, source))
    reading.choose_columns(next(iter(read_graphs.values())))
    table = read_table(data, reading, drop_missing, "the data")
    checked = checked_graphs(read_graphs, table)
    choices = _TestChoices(
        check_word("test", test), number("alpha", alpha), count("permutations", permutations) or 1, whole("seed", seed)
    )
    notes = [*notes_on(checked, table), *(_CLASS.format(name) for name, one in checked.items() if one.undirected_edges)]
    found = Falsified(notes, list(checked.values()), list(checked), table, choices, count("threads", threads))
    warn(notes)
    return found
