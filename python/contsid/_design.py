"""What a study is made of, in the words of a file of settings."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from numbers import Integral
from typing import Any, TypedDict

from . import _core
from ._compare import CompareOptions, ShdOptions, shd_options
from ._core import Graph, OptionError, Table
from ._estimation import Estimation, estimation_of
from ._graphs import read
from ._naming import check_columns, on_columns
from ._options import dashed, each, listed, number
from ._reading import How, Reading
from ._tables import read_table
from ._words import EdgeDirection, Encoding, Undirected

__all__ = [
    "READING",
    "Learner",
    "StudyOptions",
    "given_data",
    "learners_by_name",
    "limit_time",
    "reading_of",
    "reading_settings",
    "scoring",
    "sizes",
    "stored",
    "stored_reading",
]

Learner = Callable[[Any], Any]

#: The options of :func:`as_graph` that say how the matrices of Python functions are read.
READING = How._fields


class StudyOptions(TypedDict, total=False):
    """The options of a study that say how learnt graphs are read and scored."""

    estimation: Estimation
    treatments: Iterable[Any]
    outcomes: Iterable[Any]
    undirected: Undirected
    shd: ShdOptions
    data: bool
    edge_direction: EdgeDirection
    encoding: Encoding
    threshold: float | None


def sizes(option: str, given: Any, least: int = 1) -> list[int]:
    """Counts, or one of them."""
    try:
        found = list(given)
    except TypeError:
        found = [given]
    if not found or not all(isinstance(size, Integral) and not isinstance(size, bool) for size in found):
        raise OptionError(f"{option} is {given!r}: whole numbers are needed")
    counts = [int(size) for size in found]
    if min(counts) < least or max(counts) >= 1 << 63:
        raise OptionError(f"{option} is {given!r}: at least {least} is needed")
    if len(set(counts)) != len(counts):
        raise OptionError(f"{option} is {given!r}: a number appears twice, and would be counted twice")
    return counts


def learners_by_name(learners: Any) -> tuple[list[dict[str, Any]], dict[str, Learner]]:
    """The learners as settings, and those of them that are Python functions."""
    if isinstance(learners, str):
        learners = [learners]
    if not isinstance(learners, Mapping):
        try:
            learners = {name: name for name in learners}
        except TypeError:
            raise OptionError(_LEARNERS) from None
    found, functions = [], {}
    for name, learner in learners.items():
        settings = _learner(str(name), learner)
        if settings.get("method") == "python":
            functions[str(name)] = learner
        found.append(settings)
    return found, functions


def limit_time(learners: Mapping[str, dict[str, Any]], limit: Any) -> None:
    """Limits all learners, or those that are named, to some seconds."""
    by_name = limit if isinstance(limit, Mapping) else dict.fromkeys(learners, limit)
    for name, seconds in by_name.items():
        if name not in learners:
            raise OptionError(f"time_limit names `{name}`, which is no learner")
        if seconds is not None:
            learners[name]["time-limit"] = number("time_limit", seconds)


_LEARNERS = "learners is a dictionary of functions, words and commands by name, or a list of words"


def _learner(name: str, learner: Any) -> dict[str, Any]:
    if isinstance(learner, str):
        key = "command" if "{" in learner else "method"
        return {"name": name, key: learner}
    if isinstance(learner, Mapping):
        return {"name": name, **dashed(learner)}
    if not callable(learner):
        raise OptionError(f"the learner `{name}` is {learner!r}: {_LEARNERS}")
    return {"name": name, "method": "python"}


def scoring(options: Mapping[str, Any]) -> dict[str, Any]:
    """How learnt graphs are scored, in the words of a file of settings."""
    found: dict[str, Any] = {"name": "default"}
    for option, value in options.items():
        if option == "data":
            found["contsid"] = value is not False
        elif option == "estimation":
            found.update(_estimation(value))
        elif option == "shd":
            reversal, of = shd_options(value)
            found.update({"shd-reversal": reversal, "shd-of": of})
        elif option in ("treatments", "outcomes"):
            found[option] = listed(option, value)
        elif option in ("undirected", "crossfit"):
            found[option] = value
        elif option not in READING:
            if option in CompareOptions.__annotations__:
                raise OptionError(f"options: {option} has no effect on the graphs of a study")
            known = ", ".join(name for name in StudyOptions.__annotations__)
            raise OptionError(f"options: there is no option {option!r}: choose from {known}")
    return {key: value for key, value in found.items() if value is not None}


def _estimation(given: Any) -> dict[str, Any]:
    """The choices of an estimation that are not the usual ones."""
    changed = estimation_of(given).changed()
    if "memory_limit" in changed:
        raise OptionError("options: memory_limit has no effect on the graphs of a study")
    return {option.rstrip("_"): value for option, value in changed.items()}


def reading_settings(options: Mapping[str, Any]) -> dict[str, Any]:
    """How the matrices of Python functions are read, tried on a graph without edges: keys of their settings."""
    given = {option: value for option, value in options.items() if option in READING and value is not None}
    reading = Reading(["V1"], **given)
    read([[0]], reading, "the learnt graph")
    return dashed({option: getattr(reading.how, option) for option in given})


def reading_of(learner: Mapping[str, Any]) -> dict[str, Any]:
    """How the matrices of a Python function are read, by its settings."""
    return {key.replace("-", "_"): value for key, value in stored_reading(learner).items()}


def stored_reading(learner: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of a learner that say how its matrices are read."""
    keys = [option.replace("_", "-") for option in READING]
    return {key: learner[key] for key in keys if key in learner}


def given_data(given: Any) -> list[tuple[str, Graph, Table]]:
    """Truths and data of the caller's, with names."""
    if not isinstance(given, Mapping):
        pairs = each("datasets", given, "take a list of pairs (truth, data), or a dictionary of them by name")
        given = {f"data-{index}": pair for index, pair in enumerate(pairs, 1)}
    return [(str(name), *_data_set(str(name), pair)) for name, pair in given.items()]


def _data_set(name: str, pair: Any) -> tuple[Graph, Table]:
    try:
        truth, data = pair
    except (TypeError, ValueError):
        raise OptionError(f"datasets: `{name}` is no pair of a truth and data") from None
    reading = Reading()
    table = read_table(data, reading, False, f"the data of `{name}`")
    columns = table.columns if table.is_named else None
    graph = on_columns(read(truth, reading, f"the truth of `{name}`"), columns)
    check_columns(table, graph)
    return graph, table


def stored(folder: Any) -> dict[str, Any]:
    """The settings of the study in a folder; empty if there is none."""
    text = _core.stored_settings(folder)
    found: dict[str, Any] = {} if text is None else json.loads(text)
    return found
