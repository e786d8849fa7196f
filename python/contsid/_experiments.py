"""Experiments as people have them: what was set, the rows, and the columns that are not variables."""

from __future__ import annotations

import os
from collections.abc import Hashable, Mapping, Sequence
from numbers import Integral
from typing import Any, NamedTuple

from ._core import OptionError, Table, TableError
from ._options import each
from ._reading import Reading, packages
from ._tables import read_table

__all__ = [
    "Columns",
    "Given",
    "Labels",
    "Rows",
    "by_experiment",
    "given",
    "joined",
    "read_rows",
    "repeats_of",
    "set_variables",
]


class Labels(NamedTuple):
    """How rows are divided: the part of each row for each repeat, or its group; at random without either."""

    partition: list[list[str]] | None
    groups: list[int] | None


class Columns(NamedTuple):
    """Names of columns that are not variables: groups of rows, and their weights."""

    groups: str | None
    weights: str | None


class Rows(NamedTuple):
    """A table, and its columns that are not variables."""

    table: Table
    groups: list[Any] | None
    weights: list[float] | None

    def labels(self, partition: list[list[str]] | None, groups: Any) -> Labels:
        """How the rows are divided: by these labels, or by the column of groups."""
        if partition is not None:
            return Labels(partition, None)
        own = self.groups if groups is None else groups
        return Labels(None, None if own is None else _codes(own))


class Given(NamedTuple):
    """Experiments as they were passed: what was set and the rows, and observational rows."""

    experiments: list[tuple[Any, Any]]
    observed: list[Any]


def given(experiments: Any, target: Any) -> Given:
    """What was set with the rows, from a dictionary, a list of pairs, or one frame."""
    if experiments is None:
        raise OptionError("there is no experiment to judge graphs by: pass experiments")
    if target is not None:
        return _of_frame(experiments, target)
    if isinstance(experiments, Mapping):
        return Given(list(experiments.items()), [])
    if isinstance(experiments, (str, os.PathLike)) or packages(experiments) & {"pandas", "polars", "numpy"}:
        raise OptionError("experiments is one table: say by target= which column tells what was set")
    try:
        pairs = [(set_to, rows) for set_to, rows in experiments]
    except (TypeError, ValueError):
        raise OptionError("experiments is a list of pairs of what was set and the rows, or a dictionary") from None
    return Given(pairs, [])


def _of_frame(frame: Any, target: Any) -> Given:
    """The rows of one frame, by what was set in each."""
    import pandas

    if not isinstance(target, Hashable):
        raise OptionError(f"target is {target!r:.60}: take the name of a column")
    if isinstance(frame, (str, os.PathLike)):
        frame = pandas.read_csv(frame, dtype={target: "object"})
    if hasattr(frame, "to_pandas"):
        frame = frame.to_pandas()
    if not isinstance(frame, pandas.DataFrame):
        frame = pandas.DataFrame(frame)
    if target not in frame.columns:
        known = ", ".join(map(str, frame.columns))
        raise TableError(f"experiments has no column `{target}` (target); its columns are {known}")
    targets = [_text(value) for value in frame[target]]
    rest = frame.drop(columns=[target])
    rows: dict[str, list[int]] = {}
    for row, text in enumerate(targets):
        rows.setdefault(text, []).append(row)
    observed = [rest.iloc[rows.pop("")].reset_index(drop=True)] if "" in rows else []
    return Given([(text, rest.iloc[own].reset_index(drop=True)) for text, own in rows.items()], observed)


def _text(value: Any) -> str:
    """What was set, as a text; nothing for a missing value."""
    if value is None or value != value:
        return ""
    return "+".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value).strip()


def set_variables(given: Any, nodes: list[str]) -> str:
    """What was set, by name; a number is that of a node, where no node is called so."""
    if isinstance(given, (tuple, list, set, frozenset)):
        return "+".join(set_variables(one, nodes) for one in given)
    if isinstance(given, Integral) and not isinstance(given, bool) and str(given) not in nodes:
        if not 0 <= int(given) < len(nodes):
            raise OptionError(f"variable {given} was set, and the graphs have {len(nodes)} nodes, from 0")
        return nodes[int(given)]
    return str(given)


def read_rows(data: Any, reading: Reading, drop_missing: bool, source: str, columns: Columns) -> Rows:
    """A table, apart from its columns of groups and weights; observational rows need no weights."""
    table = read_table(data, reading, drop_missing, source)
    by_name = dict(zip(table.columns, table.to_columns())) if any(columns) else {}
    if columns.groups is not None and columns.groups not in by_name:
        raise TableError(f"{source}: there is no column `{columns.groups}` of groups")
    aside = {option: by_name.pop(name, None) for option, name in zip(columns._fields, columns) if name is not None}
    if any(values is not None for values in aside.values()):
        table = read_table(by_name, Reading(), False, source)
    groups, weights = aside.get("groups"), aside.get("weights")
    return Rows(
        table,
        None if groups is None else list(groups),
        None if weights is None else _numbers(weights, source),
    )


def _numbers(weights: Any, source: str) -> list[float]:
    try:
        return [float(weight) for weight in weights]
    except ValueError:
        raise TableError(f"{source}: the column of weights does not hold numbers") from None


def joined(tables: Sequence[Rows]) -> Rows:
    """The rows of tables with the same columns, one after the other."""
    first, *others = tables
    if not others:
        return first
    columns = {name: list(values) for name, values in zip(first.table.columns, first.table.to_columns())}
    for other in others:
        more = dict(zip(other.table.columns, other.table.to_columns()))
        missing = [name for name in columns if name not in more]
        if missing:
            raise TableError(f"the observational rows of the experiments have no column {', '.join(missing)}")
        for name, values in columns.items():
            values.extend(more[name])
    groups = [group for rows in tables for group in rows.groups or []]
    return Rows(read_table(columns, Reading(), False, "the observational rows"), groups or None, None)


def _codes(groups: Sequence[Any]) -> list[int]:
    """A number for each different group."""
    known: dict[Any, int] = {}
    return [known.setdefault(group, len(known)) for group in groups]


def repeats_of(option: str, labels: Any) -> list[list[str]] | None:
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


def by_experiment(option: str, given: Any, targets: list[Any]) -> list[Any]:
    """What is given for each experiment, in their order, or by what was set; none where nothing is."""
    if given is None:
        return [None] * len(targets)
    if isinstance(given, Mapping):
        unknown = [key for key in given if key not in targets]
        if unknown:
            raise OptionError(f"{option}: there is no experiment on {unknown[0]!r}")
        return [given.get(target) for target in targets]
    found = each(option, given, "take one for each experiment, or a dictionary by what was set")
    if len(found) != len(targets):
        raise OptionError(f"{option} has {len(found)} entries for {len(targets)} experiments")
    return found
