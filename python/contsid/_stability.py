"""Learners on resamples of the same data: what comes back?"""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Mapping
from contextlib import closing
from typing import Any

from . import _core
from ._core import OptionError, Table
from ._design import stored
from ._notes import about_data, in_words, warn
from ._options import check_switch, count, each, in_json, number, path_of, whole
from ._ordered import Ordered
from ._reading import Reading
from ._show import html_lines
from ._study import _add_learners, _run
from ._tables import read_table

__all__ = ["Stabilities", "Stability", "stability"]

_DISTANCES = ("shd", "sid", "contsid")


class Stability:
    """How stable the graphs of one learner are.

    Attributes
    ----------
    name : str
        The name of the learner.
    graphs, failed : int
        The number of graphs of resamples, and of resamples without a graph.
    shd, sid, contsid : dict or None
        How far two graphs are from each other, ``between``, and each from that of all rows, ``to_all_rows``: ``count``,
        ``mean`` and ``sd``. ``contsid`` is ``None`` unless asked for.
    consensus, medoid, all_rows : list of tuple or None
        The edges ``(from, to, directed)`` of the graph that has what most graphs have, of the graph of a resample that
        is nearest to the others, and of the graph of all rows.
    verdict : str
        What all this means, in words.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self._found = found
        self.name: str = found["learner"]
        self.graphs: int = found["graphs"]
        self.failed: int = found["failed"]
        self.shd: dict[str, Any] = found["shd"]
        self.sid: dict[str, Any] = found["sid"]
        self.contsid: dict[str, Any] | None = found["contsid"]
        self.consensus = _edges(found["consensus"])
        self.medoid = _edges(found["medoid"])
        self.all_rows = _edges(found["all_rows"])
        self.verdict: str = found["verdict"]

    @property
    def support(self) -> Any:
        """A pandas DataFrame with a row for each two nodes that any graph joins: the share of graphs that do,
        ``adjacency``, and of these the shares of ``forward`` and ``backward`` edges."""
        import pandas

        columns = ["from", "to", "adjacency", "forward", "backward"]
        return pandas.DataFrame(self._found["support"], columns=columns)

    @property
    def ancestry(self) -> Any:
        """A pandas DataFrame with a row for each causal path that any graph has: ``from``, ``to``, ``support``."""
        import pandas

        return pandas.DataFrame(self._found["ancestry"], columns=["from", "to", "support"])

    def to_dict(self) -> dict[str, Any]:
        """Everything about this learner, as ``contsid stability --json`` prints it."""
        return copy.deepcopy(self._found)

    def __repr__(self) -> str:
        return f"Stability({self.verdict})"


class Stabilities(Ordered[Stability]):
    """How stable learners are, by name, in the order in which they were given.

    Attributes
    ----------
    notes : list of str
        What is to be said about the data.
    """

    def __init__(self, document: dict[str, Any], page: str, notes: list[str]) -> None:
        self.notes = notes
        self._document = document
        self._page = page
        self._by_name = {found["learner"]: Stability(found) for found in document["learners"]}

    def to_dict(self) -> dict[str, Any]:
        """Everything, as ``contsid stability --json`` prints it."""
        return {**copy.deepcopy(self._document), "notes": list(self.notes)}

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The page that ``contsid stability --html`` writes, written to ``path`` if there is one."""
        if path is not None:
            _core.write_text(path, self._page)
        return self._page

    @property
    def table(self) -> Any:
        """A pandas DataFrame with a row for each learner: the mean distance between two graphs, and its deviation."""
        import pandas

        def row(one: Stability) -> dict[str, Any]:
            cells: dict[str, Any] = {"learner": one.name, "graphs": one.graphs}
            for distance in _DISTANCES:
                between = (one._found[distance] or {}).get("between") or {}
                cells |= {distance: between.get("mean"), f"{distance}_sd": between.get("sd")}
            return cells

        return pandas.DataFrame([row(one) for one in self.values()]).set_index("learner")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stabilities) and self._document == other._document

    def __hash__(self) -> int:
        return hash(tuple(self))

    def _repr_html_(self) -> str:
        table = self.table.reset_index()
        rows = [["" if cell is None or cell != cell else str(cell) for cell in row] for row in table.values.tolist()]
        return html_lines("", [list(table.columns), *rows], self._said())

    def __repr__(self) -> str:
        return "\n".join(self._said())

    def _said(self) -> list[str]:
        return [*(one.verdict for one in self.values()), *in_words(self.notes)]


def stability(
    learners: Any,
    data: Any,
    *,
    resamples: int = 100,
    share: float = 0.5,
    bootstrap: bool = False,
    groups: Any = None,
    contsid: int = 0,
    seed: int = 1,
    time_limit: float | Mapping[str, float] | None = None,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    drop_missing: bool = False,
    n_jobs: int | None = None,
    threads: int | None = None,
    progress: bool = True,
) -> Stabilities:
    """Learn again from resamples of the rows, without a true graph.

    Parameters
    ----------
    learners
        Learners by name, as :func:`study` takes them: functions from a DataFrame to a graph, words, dictionaries of a
        method and its options, and commands of programs.
    data
        The observations, of any kind that :func:`as_table` takes.
    resamples
        The number of resamples.
    share, bootstrap
        The share of the rows in each resample, drawn without replacement; with ``bootstrap=True`` as many rows as there
        are, drawn with replacement.
    groups
        The group of each row: rows of a group are drawn together.
    contsid
        The number of graphs that are also compared by cross-fitted contSID, which takes long; 0 for none.
    seed
        The seed of the resamples.
    time_limit
        How many seconds a learner may take for a resample: see :func:`study`.
    output, resume
        A folder for what is learnt, so it can be continued later.
    drop_missing
        Leave out rows with missing values.
    n_jobs, threads
        The number of jobs at a time, as joblib takes it, and of threads. The results do not depend on them.
    progress
        Show a bar after two seconds, if tqdm is installed, in a terminal or a notebook.

    Returns
    -------
    Stabilities
        How stable each learner is, by name.

    Examples
    --------
    >>> import contsid
    >>> truth, data = contsid.simulate(4, 200, seed=2)
    >>> found = contsid.stability(["ges"], data, resamples=5, progress=False)
    >>> found["ges"].graphs
    5
    """
    import tempfile

    table = read_table(data, Reading(), drop_missing, "the data")
    folder = None if output is None else path_of("output", output)
    settings = stored(folder) if check_switch("resume", resume) and folder is not None else {}
    settings.pop("dataset", None)
    settings |= {
        "seeds": [whole("seed", seed)],
        "resampling": _resampling(resamples, share, bootstrap, groups, table),
    }
    functions = _add_learners(settings, learners, time_limit, {})
    with tempfile.TemporaryDirectory() as temporary:
        folder = folder or temporary
        how = "retry" if resume else "refuse"
        given = [("data", None, table)]
        with closing(_core.Journal(folder, in_json(settings, OptionError), given, how)) as journal:
            _run(journal, os.path.join(folder, "logs"), functions, n_jobs, progress)
        document, page = _core.stability(folder, whole("contsid", contsid), count("threads", threads))
    found = Stabilities(json.loads(document), page, about_data(table, table.ignored))
    warn(found.notes)
    return found


def _resampling(resamples: Any, share: Any, bootstrap: Any, groups: Any, table: Table) -> dict[str, Any]:
    """Which rows are drawn, in the words of a file of settings."""
    found: dict[str, Any] = {"resamples": count("resamples", resamples) or 1}
    if not check_switch("bootstrap", bootstrap):
        found["share"] = number("share", share)
        if not 0 < found["share"] < 1:
            raise OptionError(f"share is {share!r}: it must be above 0 and below 1")
    if groups is not None:
        labels = each("groups", groups, "take a label for each row")
        if len(labels) != len(table):
            raise OptionError(f"groups has {len(labels)} labels for {len(table)} rows")
        numbers: dict[Any, int] = {}
        found["groups"] = [numbers.setdefault(label, len(numbers)) for label in labels]
    return found


def _edges(found: list[dict[str, Any]] | None) -> list[tuple[str, str, bool]] | None:
    return None if found is None else [(edge["from"], edge["to"], edge["directed"]) for edge in found]
