"""One learner on one data set, in this process or another."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from ._apart import Died, TookTooLong, call_apart
from ._core import AlignmentError, Graph, GraphError, SimulationError, Table, Trial
from ._graphs import read
from ._packages import is_result
from ._reading import Reading

__all__ = ["Job"]


class Learnt(NamedTuple):
    """What a call of a learner came to: a graph, or the reason why there is none."""

    graph: Graph | None
    reason: str
    seconds: float


class Job(NamedTuple):
    """A trial, the function that learns if it is Python's, and how its graphs are read."""

    trial: Trial
    function: Callable[[Any], Any] | None
    reading: Mapping[str, Any]

    def records(self, is_apart: bool) -> str:
        """The records as lines. A function is called in a process of its own if that is asked for, or if it has a time
        limit."""
        trial, function = self.trial, self.function
        if function is None:
            return trial.learn()
        try:
            truth, table = trial.data()
        except SimulationError as error:
            return trial.failed(0.0, f"nothing to learn from: {error}")
        asked = (function, table, truth.nodes, dict(self.reading), trial.seed)
        limit = trial.time_limit
        if limit is None and not is_apart:
            return self._scored(_learnt(*asked))
        start = time.perf_counter()
        try:
            return self._scored(call_apart(_learnt, *asked, limit=limit))
        except TookTooLong:
            return trial.past_limit(time.perf_counter() - start)
        except Died as error:
            return trial.failed(time.perf_counter() - start, str(error))

    def _scored(self, learnt: Learnt) -> str:
        graph, reason, seconds = learnt
        if graph is None:
            return self.trial.failed(seconds, reason)
        try:
            return self.trial.scored(graph, seconds)
        except AlignmentError as error:
            return self.trial.failed(seconds, _in_words(error))


def _learnt(
    function: Callable[[Any], Any], table: Table, nodes: list[str], reading: dict[str, Any], seed: int
) -> Learnt:
    """Calls the learner. Whatever it raises, and whatever it returns that is no graph, is a finding of the study."""
    import pandas

    frame = pandas.DataFrame(dict(zip(table.columns, table.to_columns())))
    start = time.perf_counter()
    try:
        with _seeded(seed):
            found = function(frame)
    except (Exception, SystemExit) as error:
        return Learnt(None, _in_words(error), time.perf_counter() - start)
    seconds = time.perf_counter() - start
    try:
        if isinstance(found, Mapping) and not is_result(found):
            raise GraphError("the learnt graph: a dictionary cannot be read as a graph")
        return Learnt(read(found, Reading(nodes, **reading), "the learnt graph"), "", seconds)
    except GraphError as error:
        return Learnt(None, _in_words(error), seconds)


@contextmanager
def _seeded(seed: int) -> Iterator[None]:
    """Global random numbers that follow from a seed, and afterwards those that were there."""
    import random

    import numpy as np

    ours, theirs = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed % (1 << 32))
    try:
        yield
    finally:
        random.setstate(ours)
        np.random.set_state(theirs)


def _in_words(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
