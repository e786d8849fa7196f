"""Graphs judged by experiments, without a true graph."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Integral
from typing import Any, NamedTuple

from . import _core
from ._compare import _name, _several
from ._core import Graph, OptionError, Table, TableError
from ._graphs import read
from ._naming import check_columns, check_names, on_columns
from ._options import check_word, choices, count, jobs, listed, whole
from ._reading import Reading, packages
from ._tables import read_table

__all__ = ["GraphSkill", "Judgement", "judge"]


class _Labels(NamedTuple):
    """How rows are divided: the part of each row for each repeat, or its group."""

    partition: list[list[str]] | None
    groups: list[int] | None


class _Parts(NamedTuple):
    """How observational rows are divided."""

    part_rows: int
    repeats: int | None
    seed: int
    labels: _Labels


class _Experiment(NamedTuple):
    """What was set, the rows, and how they are divided and weighted."""

    target: str
    table: Table
    labels: _Labels
    weights: list[float] | None


def judge(
    graphs: Any,
    data: Any = None,
    experiments: Any = None,
    *,
    target_column: Any = None,
    partition: Any = None,
    experiment_partitions: Any = None,
    part_rows: int = 1000,
    repeats: int | None = None,
    groups: Any = None,
    weights: Any = None,
    seed: int = 1,
    kernel: Any = None,
    bandwidth: Any = None,
    adjustment: str = "parents",
    undirected: str = "bounds",
    outcomes: Iterable[Any] | None = None,
    names: Iterable[Any] | None = None,
    edge_direction: str = "row-to-column",
    encoding: str = "adjacency",
    threshold: float | None = None,
    drop_missing: bool = False,
    n_jobs: int | None = None,
    threads: int | None = None,
) -> Judgement:
    """Judge graphs by experiments: how well does each predict what happened?

    From observational rows a graph predicts the distribution of every outcome at the values that an experiment set.
    The skill of a graph is 1 for perfect predictions, and 0 for those no better than saying that nothing has an
    effect.

    Parameters
    ----------
    graphs
        One graph, or several: a dictionary by name, or a list. Each of any kind that :func:`as_graph` takes.
    data
        The observational rows, of any kind that :func:`as_table` takes. May be left out if ``experiments`` is a frame
        with observational rows.
    experiments
        A list of pairs of what was set and the rows, a dictionary of rows by what was set, or one frame whose column
        ``target_column`` says what was set in each row; there a missing or empty value stands for an observational
        row, which is joined to ``data``. What was set is the name of a variable (or its number, where nothing has
        names), several names joined by ``+``, or a tuple of names.
    target_column
        The column of a frame of experiments that says what was set.
    partition
        The part of each observational row: labels, or repeats × rows. Rows of a frame of experiments stand after
        those of ``data``.
    experiment_partitions
        The same for each experiment, in their order, or by what was set.
    part_rows, repeats, seed
        The largest number of observational rows of a part, how often rows are divided at random, and the seed.
    groups
        The name of a column: rows with the same value stay together in one part.
    weights
        The name of a column of the experiments that says how much each row counts.
    kernel, bandwidth, adjustment
        The choices of the estimates: see :func:`contsid`.
    undirected
        What undirected edges mean: ``"bounds"`` (the worst and the best graph that they stand for), ``"drop"`` or
        ``"extend"``.
    outcomes
        Only these outcomes.
    names, edge_direction, encoding, threshold
        How graphs and tables are read: see :func:`compare`.
    drop_missing
        Leave out rows with missing values.
    n_jobs, threads
        The number of threads. The results do not depend on it.

    Returns
    -------
    Judgement
        The skills of the graphs by name, the best first.

    Examples
    --------
    >>> import contsid, numpy as np
    >>> rng = np.random.default_rng(1)
    >>> def rows(n, a=None):
    ...     a = rng.normal(size=n) if a is None else a
    ...     return {"A": a, "B": 2 * a + rng.normal(size=n)}
    >>> experiment = rows(80, rng.uniform(-2, 2, 80))
    >>> found = contsid.judge({"forward": [("A", "B")], "backward": [("B", "A")]}, rows(200), {"A": experiment})
    >>> list(found), found["backward"].skill
    (['forward', 'backward'], 0.0)
    """
    reading = Reading(names, edge_direction, encoding, threshold)
    given = _given(experiments, target_column, _Columns(groups, weights))
    observed = [] if data is None else [_read(data, reading, drop_missing, "the data", given.columns)]
    observed += [_read(rows, reading, drop_missing, "the observational rows", given.columns) for rows in given.observed]
    if not observed:
        raise OptionError("there are no observational rows: pass them as data, or as rows in which nothing was set")
    table = observed[0].table if len(observed) == 1 else _joined([rows.table for rows in observed])
    by_name = _graphs(graphs, reading, table)
    rows = [
        (target, _read(one, reading, drop_missing, f"the experiment on {target}", given.columns))
        for target, one in given.experiments
    ]
    reading.finish("what is judged")
    if not rows:
        raise OptionError("there is no experiment to judge graphs by")
    nodes = next(iter(by_name.values())).nodes
    labels = _experiment_labels(experiment_partitions, [target for target, _ in rows])
    passed = [
        _Experiment(_target(target, nodes), one.table, one.labels(own), one.weights)
        for (target, one), own in zip(rows, labels)
    ]
    parts = _Parts(
        count("part_rows", part_rows) or 1,
        count("repeats", repeats),
        whole("seed", seed),
        _Labels(_labels("partition", partition), _all_groups(observed) if partition is None else None),
    )
    judged = _core.Judged(
        list(by_name.values()),
        list(by_name),
        table,
        passed,
        choices(None, bandwidth, kernel, "plain", "either", "norm", None, None, adjustment),
        check_word("undirected", undirected),
        listed("outcomes", outcomes),
        parts,
        jobs(n_jobs, threads),
    )
    return Judgement(judged)


def _graphs(graphs: Any, reading: Reading, table: Table) -> dict[str, Graph]:
    """Graphs by name, on the columns of the data where they have no names."""
    columns = table.columns if table.is_named else None
    several = _several(graphs)
    given = {_name(graphs).replace("learnt", "graph"): graphs} if several is None else several
    read_graphs = {name: on_columns(read(one, reading, f"the graph `{name}`"), columns) for name, one in given.items()}
    first = next(iter(read_graphs.values()))
    for graph in read_graphs.values():
        check_names(first, graph)
    check_columns(table, first)
    return read_graphs


class _Columns(NamedTuple):
    """Columns that are no variables: groups of rows, and their weights."""

    groups: Any
    weights: Any


class _Rows(NamedTuple):
    """A table, and what stood beside its variables."""

    table: Table
    groups: list[Any] | None
    weights: list[float] | None

    def labels(self, partition: list[list[str]] | None) -> _Labels:
        """How the rows are divided: as given, by their groups, or at random."""
        return _Labels(partition, None if partition is not None or self.groups is None else _codes(self.groups))


class _Given(NamedTuple):
    """Experiments as they were passed: what was set and the rows, and observational rows."""

    experiments: list[tuple[Any, Any]]
    observed: list[Any]
    columns: _Columns


def _given(experiments: Any, target_column: Any, columns: _Columns) -> _Given:
    if target_column is not None:
        return _of_frame(experiments, target_column, columns)
    if experiments is None:
        raise OptionError("there is no experiment to judge graphs by: pass experiments")
    if isinstance(experiments, Mapping):
        return _Given(list(experiments.items()), [], columns)
    if isinstance(experiments, (str, os.PathLike)) or packages(experiments) & {"pandas", "polars", "numpy"}:
        raise OptionError("experiments is one table: say by target_column= which column tells what was set")
    try:
        pairs = [(target, rows) for target, rows in experiments]
    except (TypeError, ValueError):
        raise OptionError("experiments is a list of pairs of what was set and the rows, or a dictionary") from None
    return _Given(pairs, [], columns)


def _of_frame(frame: Any, target_column: Any, columns: _Columns) -> _Given:
    """The rows of one frame, by what was set in each."""
    import pandas

    if isinstance(frame, (str, os.PathLike)):
        frame = pandas.read_csv(frame, dtype={target_column: "object"})
    if hasattr(frame, "to_pandas"):
        frame = frame.to_pandas()
    if not isinstance(frame, pandas.DataFrame):
        frame = pandas.DataFrame(frame)
    if target_column not in frame.columns:
        known = ", ".join(map(str, frame.columns))
        raise TableError(f"experiments has no column `{target_column}` (target_column); its columns are {known}")
    targets = [_text(value) for value in frame[target_column]]
    rest = frame.drop(columns=[target_column])
    rows: dict[str, list[int]] = {}
    for row, text in enumerate(targets):
        rows.setdefault(text, []).append(row)
    observed = [rest.iloc[rows.pop("")].reset_index(drop=True)] if "" in rows else []
    return _Given([(text, rest.iloc[own].reset_index(drop=True)) for text, own in rows.items()], observed, columns)


def _text(value: Any) -> str:
    """What was set, as a text; nothing for a missing value."""
    if value is None or value != value:
        return ""
    return "+".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value).strip()


def _read(data: Any, reading: Reading, drop_missing: bool, source: str, columns: _Columns) -> _Rows:
    """A table without the columns of groups and weights."""
    table = read_table(data, reading, drop_missing, source)
    found: list[list[Any] | None] = []
    for name in columns:
        found.append(list(_column(table, name, source)) if isinstance(name, str) and name in table.columns else None)
    groups, weights = found
    if isinstance(columns.groups, str) and groups is None:
        raise TableError(f"{source}: there is no column `{columns.groups}` of groups")
    extra = [name for name in columns if isinstance(name, str) and name in table.columns]
    return _Rows(_without(table, extra, source), groups, None if weights is None else [float(one) for one in weights])


def _column(table: Table, name: str, source: str) -> Any:
    return table.to_columns()[table.columns.index(name)]


def _without(table: Table, extra: list[str], source: str) -> Table:
    if not extra:
        return table
    kept = {name: values for name, values in zip(table.columns, table.to_columns()) if name not in extra}
    return read_table(kept, Reading(), False, source)


def _joined(tables: Sequence[Table]) -> Table:
    """The rows of tables with the same columns, one after the other."""
    first, *others = tables
    columns = {name: list(values) for name, values in zip(first.columns, first.to_columns())}
    for other in others:
        more = dict(zip(other.columns, other.to_columns()))
        missing = [name for name in columns if name not in more]
        if missing:
            raise TableError(f"the observational rows of the experiments have no column {', '.join(missing)}")
        for name, values in columns.items():
            values.extend(more[name])
    return read_table(columns, Reading(), False, "the observational rows")


def _all_groups(observed: list[_Rows]) -> list[int] | None:
    groups = [group for rows in observed for group in rows.groups or []]
    return _codes(groups) if groups else None


def _codes(groups: list[Any]) -> list[int]:
    """A number for each different group."""
    known: dict[Any, int] = {}
    return [known.setdefault(group, len(known)) for group in groups]


def _target(target: Any, nodes: list[str]) -> str:
    """What was set, by name; a number is that of a node, where no node is called so."""
    if isinstance(target, (tuple, list, set, frozenset)):
        return "+".join(_target(one, nodes) for one in target)
    if isinstance(target, Integral) and not isinstance(target, bool) and str(target) not in nodes:
        if not 0 <= int(target) < len(nodes):
            raise OptionError(f"variable {target} was set, and the graphs have {len(nodes)} nodes, from 0")
        return nodes[int(target)]
    return str(target)


def _labels(option: str, labels: Any) -> list[list[str]] | None:
    """Labels for each repeat, as texts that keep the order of numbers."""
    import numpy as np

    if labels is None:
        return None
    array = np.asarray(labels)
    if array.ndim not in (1, 2):
        raise OptionError(f"{option} has {array.ndim} dimensions: take a label for each row, or repeats × rows")
    if array.dtype.kind in "biuf":
        order = {label: number for number, label in enumerate(np.unique(array).tolist())}
        width = len(str(len(order)))
        return [[f"{order[label]:0{width}d}" for label in row] for row in np.atleast_2d(array).tolist()]
    return [[str(label) for label in row] for row in np.atleast_2d(array).tolist()]


def _experiment_labels(given: Any, targets: list[Any]) -> list[list[list[str]] | None]:
    if given is None:
        return [None] * len(targets)
    if isinstance(given, Mapping):
        return [_labels("experiment_partitions", given.get(target)) for target in targets]
    each = list(given)
    if len(each) != len(targets):
        raise OptionError(f"experiment_partitions has {len(each)} entries for {len(targets)} experiments")
    return [_labels("experiment_partitions", labels) for labels in each]


def _number(value: Any) -> float:
    return float("nan") if value is None else float(value)


class GraphSkill:
    """The skill of one graph.

    Attributes
    ----------
    name : str
    skill, se : float
        The skill and its standard error; of a graph with undirected edges those of the worst graph that it stands for.
    interval : tuple of float
        An interval of 95 %.
    rank : int
    experiments : list of dict
        For each experiment ``targets``, ``skill``, ``se``, ``interval``, ``rows``, ``outside``, ``not_identified``.
    bounds : dict or None
        The worst and the best graph that undirected edges stand for.
    """

    def __init__(self, found: dict[str, Any]) -> None:
        self.name: str = found["graph"]
        self.skill = _number(found["skill"])
        self.se = _number(found["se"])
        self.interval = tuple(found["interval"]) if found["interval"] else (float("nan"), float("nan"))
        self.rank: int = found["rank"]
        self.experiments: list[dict[str, Any]] = found["experiments"]
        self.bounds: dict[str, Any] | None = found.get("bounds")
        self._pairs: list[dict[str, Any]] = found["pairs"]

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each experiment and outcome."""
        import pandas

        return pandas.DataFrame(self._pairs)

    def __float__(self) -> float:
        return self.skill

    def __repr__(self) -> str:
        return f"GraphSkill({self.name}: {self.skill:.3g} ± {self.se:.2g})"


class Judgement(Mapping[str, GraphSkill]):
    """What experiments say about graphs: their skills by name, the best first.

    Attributes
    ----------
    no_effect : dict
        ``value`` and ``se`` of the score of "nothing has an effect": how far experiments differ from what was seen.
    has_effect : bool
        Whether they differ clearly; if not there is no skill to speak of.
    ceiling : dict or None
        ``skill``, ``se`` and ``interval`` of one half of each experiment that predicts the other.
    experiments : list of dict
        ``targets``, ``rows``, ``outside``, ``no_effect`` and ``ceiling`` of each experiment.
    verdict : list of str
        Which graphs can be told apart.
    notes : list of str
        What a reader of the numbers should know.
    """

    def __init__(self, judged: _core.Judged) -> None:
        self._judged = judged
        self._document: dict[str, Any] = json.loads(judged.document())
        skills = [GraphSkill(found) for found in self._document["graphs"]]
        self._by_name = {one.name: one for one in sorted(skills, key=lambda one: one.rank)}
        self.no_effect: dict[str, Any] = self._document["no_effect"]
        self.has_effect: bool = self._document["has_effect"]
        self.ceiling: dict[str, Any] | None = self._document["ceiling"]
        self.experiments: list[dict[str, Any]] = self._document["experiments"]
        self.verdict, self.notes = judged.verdict(), judged.notes()

    def __getitem__(self, name: str) -> GraphSkill:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)

    @property
    def best(self) -> GraphSkill:
        """The graph with the largest skill."""
        return next(iter(self._by_name.values()))

    def to_dict(self) -> dict[str, Any]:
        """Everything, as ``contsid judge --json`` prints it."""
        return json.loads(self._judged.document())  # type: ignore[no-any-return]

    def _labels(self) -> list[str]:
        return ["+".join(one["targets"]) for one in self.experiments]

    @property
    def table(self) -> Any:
        """A pandas DataFrame with a row for each graph, the best first, and a column for each experiment."""
        import pandas

        def row(one: GraphSkill) -> dict[str, Any]:
            own = {label: _number(found["skill"]) for label, found in zip(self._labels(), one.experiments)}
            lower, upper = one.interval
            return {"graph": one.name, "skill": one.skill, "se": one.se, "lower": lower, "upper": upper, **own}

        return pandas.DataFrame([row(one) for one in self.values()]).set_index("graph")

    @property
    def differences(self) -> Any:
        """A pandas DataFrame of the differences of skills of all pairs of graphs, on the same parts."""
        import pandas

        names = ["first", "second", "value", "se", "lower", "upper", "p_value"]
        rows = [
            {**one, "lower": one["interval"][0], "upper": one["interval"][1]} for one in self._document["differences"]
        ]
        return pandas.DataFrame(rows, columns=names)

    @property
    def pairs(self) -> Any:
        """A pandas DataFrame with a row for each graph, experiment and outcome."""
        import pandas

        names = ["graph", "experiment", "outcome", "score", "se", "no_effect", "prediction"]
        labels = self._labels()
        rows = [
            {**pair, "graph": one.name, "experiment": labels[pair["experiment"]]}
            for one in self.values()
            for pair in one._pairs
        ]
        return pandas.DataFrame(rows, columns=names)

    def plot(self, axis: Any = None) -> Any:
        """A matplotlib figure: skills with intervals, the best first."""
        from ._plot import plot_judgement

        return plot_judgement(self, axis)

    def to_html(self, path: str | os.PathLike[str] | None = None) -> str:
        """The page with skills, predictions and what happened; written to ``path`` if there is one."""
        page = self._judged.html()
        if path is not None:
            _core.write_text(os.fsdecode(path), page)
        return page

    def __repr__(self) -> str:
        width = max(len(name) for name in self)
        lines = [f"{one.rank} {name:<{width}}  {one.skill:6.2f} ± {one.se:.2f}" for name, one in self.items()]
        return "\n".join(["Judgement by skill, the best graph first", *lines, *self.verdict])
