"""Studies of learners on simulated data, on one machine or many."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from numbers import Integral
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core
from ._compare import compare
from ._core import AlignmentError, ContsidError, EstimationError, Graph, GraphError, OptionError
from ._discovery import simulate
from ._graphs import read
from ._packages import is_result
from ._reading import OPTIONS, Reading

# Importing the package stays quick: what only studies need is imported by them.
if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Study", "study", "tables"]

_KEYS = ("nodes", "samples", "graph", "learner")
_MEASURES = (
    "shd",
    "sid_lower",
    "sid_upper",
    "aid_parent",
    "aid_ancestor",
    "aid_oset",
    "contsid_lower",
    "contsid_upper",
)
_FIELDS = (*_KEYS, "seed", *_MEASURES, "seconds", "error")
_WHOLE = {
    "nodes",
    "samples",
    "graph",
    "seed",
    "shd",
    "sid_lower",
    "sid_upper",
    "aid_parent",
    "aid_ancestor",
    "aid_oset",
}


class _Task(NamedTuple):
    nodes: int
    samples: int
    graph: int
    learner: str
    seed: int

    @property
    def key(self) -> tuple[Any, ...]:
        return (self.nodes, self.samples, self.graph, self.learner)


class Study:
    """The records of a study.

    Attributes
    ----------
    rows : list of dict
        A record for each graph and learner, in the order of the settings, whatever the order in which they were done.
    """

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    @property
    def records(self) -> Any:
        """The records as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows, columns=list(_FIELDS))

    @property
    def failures(self) -> list[dict[str, Any]]:
        """The records of learners that failed, with the words of their errors."""
        return [row for row in self.rows if row["error"]]

    def tables(self) -> dict[str, Any]:
        """Mean and standard deviation of each distance: see :func:`tables`."""
        return tables(self.records)

    def _repr_html_(self) -> str:
        return "".join(f"<h4>{name}</h4>{table.to_html()}" for name, table in self.tables().items())

    def __repr__(self) -> str:
        return f"Study({len(self.rows)} records, {len(self.failures)} failures)"


def study(
    learners: Mapping[str, Callable[[Any], Any]],
    *,
    nodes: int | Iterable[int] = (5, 10),
    samples: int | Iterable[int] = 100,
    graphs: int = 10,
    seed: int = 1,
    model: Mapping[str, Any] | None = None,
    options: Mapping[str, Any] | None = None,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    n_jobs: int | None = None,
    progress: bool = True,
) -> Study:
    """Simulate, learn and score, many times over.

    The work is spread by joblib: inside ``with joblib.parallel_config(backend="dask")`` (or ``"ray"``) it runs on a
    cluster. The records do not depend on where it runs.

    Parameters
    ----------
    learners
        Callables by name. Each takes the data as a pandas DataFrame and returns a graph, of any kind that
        :func:`as_graph` takes. One that raises, or returns what is no graph of these nodes, is a record with its error.
    nodes, samples
        The numbers of variables and rows; all combinations are tried.
    graphs
        How many graphs of each size.
    seed
        The seed of the study: each graph has its own, which follows from it.
    model
        How graphs and data are drawn: see :func:`simulate`.
    options
        Passed on to :func:`compare`. Without ``data=False`` in it, contSID is computed on the simulated data.
    output
        A folder for ``records.csv``, which grows as records come in, and ``study.json``, the settings.
    resume
        Go on with the records of ``output``: what is there is not done again.
    n_jobs
        The number of jobs at a time, as joblib takes it.
    progress
        Show a bar, if tqdm is installed.

    Returns
    -------
    Study

    Examples
    --------
    >>> import contsid
    >>> found = contsid.study({"ges": contsid.ges}, nodes=4, graphs=3, progress=False)
    >>> found
    Study(3 records, 0 failures)
    """
    from pathlib import Path

    from joblib import Parallel, delayed

    tasks = _tasks(learners, _sizes("nodes", nodes), _sizes("samples", samples), graphs, seed)
    model, options = dict(model or {}), dict(options or {})
    _check(tasks, model, options)
    settings = {"learners": list(learners), "seed": seed, "model": model, "options": options}
    folder = None if output is None else Path(output)
    done = {} if folder is None else _begin(folder, settings, resume)
    wanted = {task.key for task in tasks}
    found = {key: row for key, row in done.items() if key in wanted}
    left = [task for task in tasks if task.key not in found]
    jobs = (delayed(_record)(task, learners[task.learner], model, options) for task in left)
    records = Parallel(n_jobs=n_jobs, return_as="generator_unordered")(jobs)
    with _bar(progress, len(tasks), len(found)) as bar:
        for row in _kept(records, folder):
            found[tuple(row[key] for key in _KEYS)] = row
            bar.update()
    return Study([found[task.key] for task in tasks])


def tables(records: Any) -> dict[str, Any]:
    """Mean and standard deviation of each distance, by learner and size.

    Parameters
    ----------
    records
        The records of a :class:`Study`, as a pandas DataFrame; failures are left out.

    Returns
    -------
    dict
        A pandas DataFrame for each distance: a row for each learner, a column for each number of nodes (and of samples,
        if there are several), cells such as ``2.13 ± 1.20``, as ``contsid study`` prints them: the deviation is that of
        a sample, with n − 1 below, and a single record has none.

    Examples
    --------
    >>> import contsid
    >>> found = contsid.study({"ges": contsid.ges}, nodes=4, graphs=3, progress=False)
    >>> sorted(contsid.tables(found.records))[:2]
    ['aid_ancestor', 'aid_oset']
    """
    right = records[records["error"] == ""]
    columns = ["nodes"] if right["samples"].nunique() <= 1 else ["nodes", "samples"]
    found = {}
    for measure in _MEASURES:
        if right[measure].notna().any():
            groups = right.astype({measure: float}).groupby(["learner", *columns], sort=False)[measure]
            cells = groups.agg(_mean_and_deviation)
            found[measure] = cells.unstack(columns)
    return found


def _mean_and_deviation(values: Iterable[float]) -> str | None:
    found = _core.mean_and_deviation([value for value in values if value == value])
    if found is None:
        return None
    mean, deviation = found
    return f"{mean:.2f}" if deviation is None else f"{mean:.2f} ± {deviation:.2f}"


def _sizes(option: str, given: Any) -> list[int]:
    sizes = list(given) if isinstance(given, Iterable) else [given]
    if not sizes or not all(
        isinstance(size, Integral) and not isinstance(size, bool) and int(size) > 0 for size in sizes
    ):
        raise OptionError(f"{option} is {given!r}: counts of at least 1 are needed")
    if len(set(sizes)) != len(sizes):
        raise OptionError(f"{option} is {given!r}: a size stands twice, and would be counted twice")
    return [int(size) for size in sizes]


def _tasks(learners: Mapping[str, Any], nodes: list[int], samples: list[int], graphs: int, seed: int) -> list[_Task]:
    if not isinstance(learners, Mapping) or not learners or not all(callable(learner) for learner in learners.values()):
        raise OptionError("learners is a dictionary of callables by name, and has at least one")
    if not isinstance(graphs, int) or graphs < 1 or not isinstance(seed, int) or seed < 0:
        raise OptionError("graphs is a count of at least 1, and seed a whole number that is not negative")
    sizes = [(p, n, graph) for p in nodes for n in samples for graph in range(graphs)]
    return [_Task(p, n, graph, learner, _seed(seed, p, n, graph)) for p, n, graph in sizes for learner in learners]


def _seed(*parts: int) -> int:
    import numpy as np

    return int(np.random.SeedSequence(parts).generate_state(1, np.uint64)[0] >> np.uint64(1))


def _record(
    task: _Task, learner: Callable[[Any], Any], model: dict[str, Any], options: dict[str, Any]
) -> dict[str, Any]:
    """One graph, one learner. A learner that fails, or whose graph cannot be read or scored on these data, is a record
    with its error; all else that fails is raised."""
    import pandas

    truth, data = simulate(task.nodes, task.samples, seed=task.seed, **model)
    frame = pandas.DataFrame(data)
    row: dict[str, Any] = {**task._asdict(), **dict.fromkeys(_MEASURES), "seconds": 0.0, "error": ""}
    start = time.perf_counter()
    try:
        learnt = learner(frame)
    except Exception as error:  # whatever a learner raises is a finding of the study
        row["error"] = _in_words(error)
    finally:
        row["seconds"] = time.perf_counter() - start
    if not row["error"]:
        try:
            scored = _scored(truth, learnt, frame, options)
            row.update({measure: scored[measure] for measure in _MEASURES})
        except (GraphError, AlignmentError, EstimationError) as error:
            row["error"] = _in_words(error)
    return row


def _scored(truth: Graph, learnt: Any, frame: Any, options: dict[str, Any]) -> dict[str, Any]:
    if isinstance(learnt, Mapping) and not is_result(learnt):
        raise GraphError("the learnt graph: a dictionary cannot be read as a graph")
    reading = Reading(truth.nodes, **{option: options[option] for option in OPTIONS if option in options})
    learnt = read(learnt, reading, "the learnt graph")
    scoring = {
        "threads": 1,
        "crossfit": False,
        **{option: value for option, value in options.items() if option not in OPTIONS},
    }
    observed = None if scoring.pop("data", True) is False else frame
    row: dict[str, Any] = compare(truth, learnt, observed, **scoring).row()
    return row


def _in_words(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())


def _check(tasks: list[_Task], model: dict[str, Any], options: dict[str, Any]) -> None:
    """Tries the settings on a truth of each size: settings that make no sense are no failures of learners."""
    import pandas

    for task in {task.nodes: task for task in reversed(tasks)}.values():
        truth, data = simulate(task.nodes, task.samples, seed=task.seed, **model)
        _scored(truth, truth, pandas.DataFrame(data), options)


def _begin(folder: Path, settings: dict[str, Any], resume: bool) -> dict[tuple[Any, ...], dict[str, Any]]:
    """Checks that the folder belongs to this study, and reads the records that it has."""
    import json

    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(settings, default=str, indent=1)
    about, records = folder / "study.json", folder / "records.csv"
    if not resume and records.exists():
        raise ContsidError(f"{records} is there already: go on with it by resume=True, or name another folder")
    if resume and about.exists() and about.read_text(encoding="utf-8") != text:
        raise ContsidError(f"{about} says that the records are of another study; name another folder")
    _core.write_text(about, text)
    rows = _read(records) if records.exists() else []
    _write_whole(records, rows)
    return {tuple(row[key] for key in _KEYS): row for row in rows}


def _read(path: Path) -> list[dict[str, Any]]:
    """The records of a file, without a last line that was cut off."""
    import csv
    import io

    whole = path.read_bytes().decode("utf-8", errors="replace")
    lines = csv.DictReader(io.StringIO(whole[: whole.rfind("\n") + 1], newline=""))
    return [_typed(row) for row in lines if None not in row and None not in row.values()]


def _typed(row: dict[str, Any]) -> dict[str, Any]:
    def value(field: str, text: str) -> Any:
        if field in ("learner", "error"):
            return text
        return None if text == "" else int(text) if field in _WHOLE else float(text)

    return {field: value(field, text) for field, text in row.items()}


def _write_whole(path: Path, rows: list[dict[str, Any]]) -> None:
    import csv
    import io

    text = io.StringIO()
    writer = csv.DictWriter(text, _FIELDS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    _core.write_text(path, text.getvalue())


def _kept(records: Iterable[dict[str, Any]], folder: Path | None) -> Iterator[dict[str, Any]]:
    """Each record, once it is in the file."""
    import csv

    if folder is None:
        yield from records
        return
    with (folder / "records.csv").open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _FIELDS, lineterminator="\n")
        for row in records:
            writer.writerow(row)
            file.flush()
            yield row


class _NoBar:
    def __enter__(self) -> _NoBar:
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def update(self) -> None:
        return None


def _bar(progress: bool, total: int, done: int) -> Any:
    if not progress:
        return _NoBar()
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return _NoBar()
    return tqdm(total=total, initial=done, unit="record")
