"""Graphs judged by experiments, without a true graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from ._compare import by_name, name_of
from ._core import Graph, OptionError, Table, TableError
from ._estimation import Estimation, estimation_of
from ._experiments import Columns, Labels, Rows, by_experiment, given, joined, read_rows, repeats_of, set_variables
from ._hidden import as_hidden, read_any
from ._judgement import Judgement
from ._naming import AnyGraph, all_columns, check_columns, check_names, on_columns
from ._notes import about_data, about_graph, warn
from ._options import check_word, count, node_names, whole
from ._parts import Parts, parts_of
from ._reading import Reading
from ._words import Undirected

__all__ = ["checked_graphs", "judge", "named_graphs", "notes_on"]

_G = TypeVar("_G", Graph, AnyGraph)


class _Parts(NamedTuple):
    """How observational rows are divided."""

    rows: int
    repeats: int | None
    seed: int
    labels: Labels
    guide: str | None


class _Experiment(NamedTuple):
    """What was set, the rows, and how they are divided and weighted."""

    target: str
    table: Table
    labels: Labels
    weights: list[float] | None


def judge(
    graphs: Any,
    data: Any = None,
    experiments: Any = None,
    *,
    target: Any = None,
    weights: str | None = None,
    estimation: Estimation | None = None,
    crossfit: Parts | None = None,
    experiment_partition: Any = None,
    experiment_groups: Any = None,
    undirected: Undirected = "bounds",
    outcomes: Iterable[Any] | None = None,
    drop_missing: bool = False,
    threads: int | None = None,
) -> Judgement:
    """Judge graphs by experiments: how well does each predict what happened?

    From observational rows a graph predicts the distribution of every outcome at the values that an experiment set.
    The skill of a graph is 1 for perfect predictions, and 0 for those no better than saying that nothing has an
    effect.

    Parameters
    ----------
    graphs
        One graph, or several: a dictionary by name, or a list. Each of any kind that :func:`as_graph` takes, or with
        marks and hidden nodes as in :func:`claims`: what it leaves open counts as not predicted.
    data
        The observational rows, of any kind that :func:`as_table` takes. May be left out if ``experiments`` is a frame
        with observational rows.
    experiments
        A list of pairs of what was set and the rows, a dictionary of rows by what was set, or one frame whose column
        ``target`` says what was set in each row; there a missing or empty value means an observational row, which is
        joined to ``data``. What was set is the name of a variable (or its number, where nothing has names), several
        names joined by ``+``, or a tuple of names.
    target
        The column of a frame of experiments that says what was set.
    weights
        The name of a column of the experiments that says how much each row counts.
    estimation
        How effects are estimated, as :class:`Estimation`: ``kernel``, ``bandwidth`` and ``adjustment``.
    crossfit
        How the observational rows are divided, as :class:`Parts`: ``rows``, ``repeats``, ``groups``, ``partition``,
        ``guide`` and ``seed``. A name of ``groups`` is that of a column of all tables. Labels in ``groups`` and
        ``partition`` are of the observational rows; those of a frame of experiments stand after those of ``data``.
    experiment_partition
        The part of each row of each experiment, in their order, or by what was set.
    experiment_groups
        Labels for the rows of each experiment, in their order, or by what was set.
    undirected
        What undirected edges mean: ``"bounds"`` (the worst and the best graph that they allow), ``"drop"`` or
        ``"extend"``.
    outcomes
        Only these outcomes.
    drop_missing
        Leave out rows with missing values.
    threads
        The number of threads; ``None`` for one per core. The results do not depend on it.

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
    chosen, divided = estimation_of(estimation, "kernel", "bandwidth", "adjustment"), _divided(crossfit)
    if experiment_partition is not None and experiment_groups is not None:
        raise OptionError("experiment_partition gives the parts themselves: experiment_groups cannot change them")
    groups, reading = divided.groups, Reading()
    by_column = groups if isinstance(groups, str) else None
    columns = Columns(by_column, None if weights is None else check_word("weights", weights))
    passed = given(experiments, target)
    read_graphs = named_graphs(graphs, lambda graph, source: read_any(graph, reading, source))
    reading.choose_columns(next(iter(read_graphs.values())), *columns)
    sources = [("the data", data), *(("the observational rows", rows) for rows in passed.observed)]
    observed = [read_rows(rows, reading, drop_missing, of, columns) for of, rows in sources if rows is not None]
    if not observed:
        raise OptionError("there are no observational rows: pass them as data, or as rows in which nothing was set")
    rows = joined(observed)
    checked = checked_graphs(read_graphs, rows.table)
    tried = [
        read_rows(one, reading, drop_missing, f"the experiment on {name}", columns) for name, one in passed.experiments
    ]
    parts = _Parts(
        count("rows", 1000 if divided.rows is None else divided.rows) or 1,
        count("repeats", divided.repeats),
        whole("seed", divided.seed),
        rows.labels(repeats_of("partition", divided.partition), None if by_column else _labels("groups", groups)),
        divided.guide,
    )
    targets = [name for name, _ in passed.experiments]
    unweighted = [name for name, one in zip(targets, tried) if weights is not None and one.weights is None]
    if unweighted:
        raise TableError(f"the experiment on {unweighted[0]}: there is no column `{weights}` of weights")
    found = Judgement(
        (
            [as_hidden(graph) for graph in checked.values()],
            list(checked),
            rows.table,
            _experiments(targets, tried, experiment_partition, experiment_groups, checked),
            chosen,
            check_word("undirected", undirected),
            node_names("outcomes", outcomes),
            parts,
            count("threads", threads),
        ),
        notes_on(checked, rows.table, *(one.table for one in tried)),
    )
    warn(found.notes)
    return found


def _divided(crossfit: Any) -> Parts:
    """How rows are divided; without parts nothing can be judged."""
    is_wanted, parts = parts_of(crossfit)
    if is_wanted is False:
        raise OptionError("crossfit is False: graphs are judged in parts of the rows; leave it out, or pass Parts(…)")
    for option in ("all_rows", "parallel"):
        if option in parts.changed():
            raise OptionError(f"crossfit: {option} has no effect on judging")
    return parts


def _experiments(
    targets: list[Any], tried: list[Rows], partitions: Any, groups: Any, graphs: dict[str, AnyGraph]
) -> list[_Experiment]:
    """What was set, by name, with the rows and their labels."""
    if not tried:
        raise OptionError("there is no experiment to judge graphs by")
    nodes = next(iter(graphs.values())).nodes
    parts = by_experiment("experiment_partition", partitions, targets)
    kept_together = by_experiment("experiment_groups", groups, targets)
    return [
        _Experiment(
            set_variables(name, nodes),
            rows.table,
            rows.labels(repeats_of("experiment_partition", part), _labels("experiment_groups", together)),
            rows.weights,
        )
        for name, rows, part, together in zip(targets, tried, parts, kept_together)
    ]


def _labels(option: str, labels: Any) -> list[Any] | None:
    """A label for each row."""
    if labels is None:
        return None
    try:
        found = list(labels)
        hash(tuple(found))
    except TypeError:
        raise OptionError(f"{option} is {labels!r}: take the name of a column, or a label for each row") from None
    return found


def named_graphs(graphs: Any, read: Callable[[Any, str], _G]) -> dict[str, _G]:
    """Graphs by name, read with what messages call them."""
    several = by_name(graphs, "graphs")
    named = {name_of(graphs, "graph"): graphs} if several is None else several
    return {name: read(one, f"the graph `{name}`") for name, one in named.items()}


def notes_on(graphs: Mapping[str, AnyGraph], *tables: Table) -> list[str]:
    """What is to be said about graphs and data as they were read."""
    nodes = set(next(iter(graphs.values())).nodes)
    notes = [note for graph in graphs.values() for note in about_graph(graph)]
    for table in tables:
        surplus = [column for column in table.columns if table.is_named and column not in nodes]
        notes += about_data(table, dict.fromkeys([*surplus, *table.ignored]))
    return list(dict.fromkeys(notes))


def checked_graphs(graphs: dict[str, _G], table: Table) -> dict[str, _G]:
    """The graphs on the columns of the data, where they have no names."""
    columns = all_columns(table)
    found = {name: on_columns(graph, columns) for name, graph in graphs.items()}
    first = next(iter(found.values()))
    for graph in found.values():
        check_names(first, graph)
    check_columns(table, first)
    return found
