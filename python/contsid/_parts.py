"""How rows are divided into parts, whose estimates say how sure a number is."""

from __future__ import annotations

from typing import Any, NamedTuple

from ._core import OptionError, Table, TableError
from ._options import check_word, count
from ._options import whole as whole_number
from ._reading import Reading, packages
from ._tables import read_table

__all__ = ["PartChoices", "part_choices"]


class PartChoices(NamedTuple):
    """The choices of cross-fitting. Groups and parts are a :class:`Table` of labels; groups may be the name of a column
    of the data."""

    crossfit: bool | None = None
    part_rows: int | None = None
    repeats: int | None = None
    groups: str | Table | None = None
    partition: Table | None = None
    guide: str | None = None
    seed: int = 1
    all_rows: bool = False


def part_choices(
    crossfit: Any, part_rows: Any, repeats: Any, groups: Any, partition: Any, guide: Any, seed: Any, all_rows: Any
) -> PartChoices:
    """The choices of cross-fitting, if they make sense together."""
    for option, word in (("crossfit", crossfit), ("all_rows", all_rows)):
        if not isinstance(word, bool) and not (option == "crossfit" and word is None):
            raise OptionError(f"{option} is {word!r}: True or False is needed")
    given = {"part_rows": part_rows, "repeats": repeats, "groups": groups, "partition": partition, "guide": guide}
    named = [option for option, value in given.items() if value is not None]
    if crossfit is False and named:
        raise OptionError(f"crossfit is False: there are no parts that {named[0]} could change")
    if partition is not None and named[0] != "partition":
        raise OptionError(f"partition gives the parts outright: {named[0]} cannot change them")
    return PartChoices(
        crossfit,
        count("part_rows", part_rows),
        count("repeats", repeats),
        None if groups is None else _groups(groups),
        None if partition is None else _labels("partition", _repeats(partition)),
        None if guide is None else check_word("guide", guide),
        whole_number("seed", seed),
        all_rows,
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
