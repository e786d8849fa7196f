"""Graphs judged by experiments, without a true graph."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ._compare import by_name, name_of
from ._core import Graph, OptionError, Table, TableError
from ._experiments import Columns, Labels, Rows, by_experiment, given, joined, read_rows, repeats_of, target
from ._graphs import read
from ._judgement import Judgement
from ._naming import all_columns, check_columns, check_names, on_columns
from ._options import check_word, choices, count, jobs, node_names, whole
from ._reading import Reading

__all__ = ["judge"]


class _Parts(NamedTuple):
    """How observational rows are divided."""

    part_rows: int
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
    target_column: Any = None,
    partition: Any = None,
    experiment_partitions: Any = None,
    part_rows: int = 1000,
    repeats: int | None = None,
    groups: Any = None,
    experiment_groups: Any = None,
    weights: str | None = None,
    guide: str | None = None,
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
        ``target_column`` says what was set in each row; there a missing or empty value means an observational
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
        Rows that stay together in one part (patients, days): the name of a column of all tables, or a label for each
        observational row. Rows of a frame of experiments stand after those of ``data``.
    experiment_groups
        Labels for the rows of each experiment, in their order, or by what was set.
    weights
        The name of a column of the experiments that says how much each row counts.
    guide
        Whether a linear regression guides the estimate of each part: see :func:`compare`.
    kernel, bandwidth, adjustment
        How effects are estimated: see :func:`contsid`.
    undirected
        What undirected edges mean: ``"bounds"`` (the worst and the best graph that they allow), ``"drop"`` or
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
    given_outright = (
        ("partition", partition, groups),
        ("experiment_partitions", experiment_partitions, experiment_groups),
    )
    for option, labels, together in given_outright:
        if labels is not None and together is not None:
            raise OptionError(f"{option} gives the parts themselves: groups cannot change them")
    by_column = groups if isinstance(groups, str) else None
    columns = Columns(by_column, None if weights is None else check_word("weights", weights))
    passed = given(experiments, target_column)
    read_graphs = _graphs(graphs, reading)
    reading.choose_columns(next(iter(read_graphs.values())), *columns)
    sources = [("the data", data), *(("the observational rows", rows) for rows in passed.observed)]
    observed = [read_rows(rows, reading, drop_missing, of, columns) for of, rows in sources if rows is not None]
    if not observed:
        raise OptionError("there are no observational rows: pass them as data, or as rows in which nothing was set")
    rows = joined(observed)
    checked = _checked(read_graphs, rows.table)
    tried = [
        read_rows(one, reading, drop_missing, f"the experiment on {name}", columns) for name, one in passed.experiments
    ]
    reading.finish("what is judged")
    parts = _Parts(
        count("part_rows", part_rows) or 1,
        count("repeats", repeats),
        whole("seed", seed),
        rows.labels(repeats_of("partition", partition), None if by_column else _labels("groups", groups)),
        None if guide is None else check_word("guide", guide),
    )
    targets = [name for name, _ in passed.experiments]
    unweighted = [name for name, one in zip(targets, tried) if weights is not None and one.weights is None]
    if unweighted:
        raise TableError(f"the experiment on {unweighted[0]}: there is no column `{weights}` of weights")
    return Judgement(
        (
            list(checked.values()),
            list(checked),
            rows.table,
            _experiments(targets, tried, experiment_partitions, experiment_groups, checked),
            choices(bandwidth=bandwidth, kernel=kernel, adjustment=adjustment),
            check_word("undirected", undirected),
            node_names("outcomes", outcomes),
            parts,
            jobs(n_jobs, threads),
        )
    )


def _experiments(
    targets: list[Any], tried: list[Rows], partitions: Any, groups: Any, graphs: dict[str, Graph]
) -> list[_Experiment]:
    """What was set, by name, with the rows and their labels."""
    if not tried:
        raise OptionError("there is no experiment to judge graphs by")
    nodes = next(iter(graphs.values())).nodes
    parts = by_experiment("experiment_partitions", partitions, targets)
    kept_together = by_experiment("experiment_groups", groups, targets)
    return [
        _Experiment(
            target(name, nodes),
            rows.table,
            rows.labels(repeats_of("experiment_partitions", part), _labels("experiment_groups", together)),
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


def _graphs(graphs: Any, reading: Reading) -> dict[str, Graph]:
    """Graphs by name."""
    several = by_name(graphs, "graphs")
    named = {name_of(graphs, "graph"): graphs} if several is None else several
    return {name: read(one, reading, f"the graph `{name}`") for name, one in named.items()}


def _checked(graphs: dict[str, Graph], table: Table) -> dict[str, Graph]:
    """The graphs on the columns of the data, where they have no names."""
    columns = all_columns(table)
    found = {name: on_columns(graph, columns) for name, graph in graphs.items()}
    first = next(iter(found.values()))
    for graph in found.values():
        check_names(first, graph)
    check_columns(table, first)
    return found
