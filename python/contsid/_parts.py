"""How rows are divided into parts, whose estimates say how sure a number is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from ._core import OptionError, Table, TableError
from ._options import check_switch, check_word, count
from ._options import whole as whole_number
from ._reading import Reading, packages
from ._tables import read_table
from ._words import Guide

__all__ = ["PartChoices", "Parts", "part_choices", "parts_of"]


@dataclass(frozen=True, kw_only=True)
class Parts:
    """How the rows are divided into parts, for contSID with standard errors, intervals and p-values.

    Attributes
    ----------
    rows
        The largest number of rows of a part, 1000 by default.
    repeats
        How often the rows are divided into parts; by default 10 divided by one less than the number of parts, rounded
        up.
    groups
        Rows that stay together in one part (patients, days): the name of a column, which need not be a node, or a label
        for each row.
    partition
        The part of each row: a label for each row, or repeats × rows of labels.
    guide
        Whether a linear regression guides the estimate of each part, and the kernel regression corrects it:
        ``"linear"``, ``"none"`` or ``"automatic"`` (the default), which is linear unless ``partition`` gives the parts.
    seed
        The seed of random parts.
    all_rows
        Also estimate contSID from all rows together above 4000 rows, as the paper does: its time grows with the cube of
        their number.
    parallel
        Whether the parts are estimated through joblib, so that other machines may do it: the rows of a part go out, and
        only sums come back. By default they are inside ``joblib.parallel_config(backend="dask")`` or ``"ray"``. The
        results are the same, bit by bit.

    Examples
    --------
    >>> import contsid
    >>> contsid.Parts(rows=500, groups="patient")
    Parts(rows=500, groups='patient')
    """

    rows: int | None = None
    repeats: int | None = None
    groups: Any = None
    partition: Any = None
    guide: Guide | None = None
    seed: int = 1
    all_rows: bool = False
    parallel: bool | None = None

    def __post_init__(self) -> None:
        count("rows", self.rows)
        count("repeats", self.repeats)
        whole_number("seed", self.seed)
        if self.guide is not None and check_word("guide", self.guide) not in ("linear", "none", "automatic"):
            raise OptionError(f"guide is {self.guide!r}: choose linear, none or automatic")
        check_switch("all_rows", self.all_rows)
        if self.parallel is not None:
            check_switch("parallel", self.parallel)
        given = [option for option in ("rows", "repeats", "groups") if getattr(self, option) is not None]
        if self.partition is not None and given:
            raise OptionError(f"partition gives the parts outright: {given[0]} cannot change them")

    def changed(self) -> dict[str, Any]:
        """The choices that are not the usual ones, by name."""
        return {one.name: value for one in fields(self) if (value := getattr(self, one.name)) is not one.default}

    def __repr__(self) -> str:
        return f"Parts({', '.join(f'{option}={value!r}' for option, value in self.changed().items())})"


class PartChoices(NamedTuple):
    """The choices of cross-fitting, as the extension takes them. Groups and parts are a :class:`Table` of labels;
    groups may be the name of a column of the data."""

    crossfit: bool | None
    rows: int | None
    repeats: int | None
    groups: str | Table | None
    partition: Table | None
    guide: str | None
    seed: int
    all_rows: bool


def parts_of(crossfit: Any) -> tuple[bool | None, Parts]:
    """Whether there are parts (none for "where possible"), and what they are like."""
    if crossfit is None or isinstance(crossfit, bool):
        return crossfit, _USUAL
    if not isinstance(crossfit, Parts):
        raise OptionError(f"crossfit is {crossfit!r:.60}: take True, False or contsid.Parts(…)")
    return None, crossfit


def part_choices(crossfit: Any) -> PartChoices:
    """The choices of cross-fitting for the extension."""
    is_wanted, parts = parts_of(crossfit)
    return PartChoices(
        is_wanted,
        count("rows", parts.rows),
        count("repeats", parts.repeats),
        None if parts.groups is None else _groups(parts.groups),
        None if parts.partition is None else _labels("partition", _repeats(parts.partition)),
        parts.guide,
        whole_number("seed", parts.seed),
        parts.all_rows,
    )


def _groups(groups: Any) -> str | Table:
    """The name of a column, or a label for each row."""
    return _labels("groups", [groups]) if hasattr(groups, "__len__") and not isinstance(groups, str) else str(groups)


def _repeats(partition: Any) -> list[Any]:
    """A list of labels for each repeat: rows, repeats × rows, or a frame whose columns are repeats."""
    import numpy as np

    if {"pandas", "polars"} & packages(partition) and hasattr(partition, "columns"):
        return [partition[name] for name in partition.columns]
    try:
        labels = np.asarray(partition)
    except ValueError:
        raise OptionError("partition: the repeats have different numbers of labels") from None
    if labels.ndim not in (1, 2):
        raise OptionError(f"partition has {labels.ndim} dimensions: take labels of the rows, or repeats × rows of them")
    return [partition] if labels.ndim == 1 else list(labels)


def _labels(option: str, columns: list[Any]) -> Table:
    """A table with a column of labels for each of these."""
    try:
        named = {f"labels {index}": column for index, column in enumerate(columns, 1)}
        reading = Reading()
        reading.labels = list(named)
        return read_table(named, reading, False, option)
    except TableError as error:
        raise OptionError(str(error)) from None


_USUAL = Parts()
