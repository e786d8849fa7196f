"""Studies of learners on simulated data or data of one's own, on one machine or many."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, nullcontext
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from . import _core
from ._core import ContsidError, OptionError, TableError
from ._design import (
    READING,
    StudyOptions,
    given_data,
    learners_by_name,
    limit_time,
    reading_of,
    reading_settings,
    scoring,
    sizes,
    stored,
    stored_reading,
)
from ._discovery import model_errors, model_settings
from ._options import check_mapping, check_switch, in_json, jobs, path_of
from ._parallel import foreign_backend
from ._progress import DELAY, is_wanted

# Importing the package stays quick: what only studies need is imported by them.
if TYPE_CHECKING:
    from ._trial import Job

__all__ = ["Study", "study", "tables"]


_FAILED = ("failed", "time-limit")


class Study:
    """The records of a study.

    Attributes
    ----------
    rows : list of dict
        A record for each data set and learner, in the order of the settings, whatever the order in which they were
        made: the columns of ``records.csv``, described in the documentation of studies.
    settings : dict
        What the study is made of, as in a file of settings; empty if it is not known.
    """

    def __init__(self, rows: list[dict[str, Any]], settings: Mapping[str, Any] | None = None) -> None:
        self.rows = rows
        self.settings: dict[str, Any] = dict(settings or {})

    @classmethod
    def read(cls, folder: str | os.PathLike[str]) -> Study:
        """The study in a folder, finished or not, whether Python or the command line made it."""
        import json

        settings, rows = _core.read_study(path_of("folder", folder))
        return cls(rows, json.loads(settings))

    @property
    def records(self) -> Any:
        """The records as a pandas DataFrame."""
        import pandas

        return pandas.DataFrame(self.rows)

    @property
    def failures(self) -> Any:
        """The records of learners that returned no graph, as a pandas DataFrame: ``status`` is ``"failed"`` or
        ``"time-limit"``, and ``message`` says why."""
        import pandas

        columns = list(self.rows[0]) if self.rows else None
        return pandas.DataFrame([row for row in self.rows if row["status"] in _FAILED], columns=columns)

    def to_dict(self) -> dict[str, Any]:
        """The settings, and the records as a list of dictionaries."""
        return {"settings": copy.deepcopy(self.settings), "records": [dict(row) for row in self.rows]}

    def summary(self) -> Any:
        """A pandas DataFrame of numbers: for each learner and size a row, for each distance the columns ``mean``,
        ``sd`` (that of a sample, with n − 1 below) and ``count``.

        Its index is ``learner`` and ``nodes``, and whatever else of ``samples``, ``simulation``, ``scoring`` differs
        between records; ``summary()["shd"]["mean"]`` has the means of the SHD.
        """
        import pandas

        cells = {
            (metric, part): values
            for metric, groups in _groups(self.records)
            for part, values in zip(("mean", "sd", "count"), _parts(groups))
        }
        return pandas.DataFrame(cells)

    def tables(self) -> dict[str, Any]:
        """Mean and standard deviation of each distance: see :func:`tables`."""
        return tables(self.records)

    def plot(self, metrics: Iterable[str] | None = None) -> Any:
        """A matplotlib figure: the distribution of each distance by learner and number of nodes.

        Parameters
        ----------
        metrics
            The columns of the records that are drawn; by default SHD, SID and contSID.

        Returns
        -------
        matplotlib.figure.Figure
        """
        from ._study_plot import plot_study

        return plot_study(self, metrics)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Study) and self.rows == other.rows and self.settings == other.settings

    def __hash__(self) -> int:
        return hash(len(self.rows))

    def __len__(self) -> int:
        return len(self.rows)

    def _repr_html_(self) -> str:
        return "".join(f"<h4>{name}</h4>{table.to_html()}" for name, table in self.tables().items())

    def __repr__(self) -> str:
        return f"Study({len(self.rows)} records, {sum(row['status'] in _FAILED for row in self.rows)} failures)"


def study(
    learners: Any = None,
    *,
    nodes: int | Iterable[int] | None = None,
    samples: int | Iterable[int] | None = None,
    graphs: int | None = None,
    seed: int | Iterable[int] | None = None,
    model: Mapping[str, Any] | None = None,
    datasets: Any = None,
    options: StudyOptions | None = None,
    crossfit: bool = False,
    time_limit: float | Mapping[str, float] | None = None,
    output: str | os.PathLike[str] | None = None,
    resume: bool = False,
    keep_failed: bool = False,
    n_jobs: int | None = None,
    progress: bool = True,
) -> Study:
    """Simulate, learn and score, many times over.

    Graphs, data and records are those of ``contsid study`` with the same settings, and each of the two goes on with
    what the other has begun. The work is spread by joblib: inside ``with joblib.parallel_config(backend="dask")`` (or
    ``"ray"``) it runs on a cluster. The records do not depend on where it runs.

    Parameters
    ----------
    learners
        Learners by name. Each is a function that takes the data as a pandas DataFrame and returns a graph, of any kind
        that :func:`as_graph` takes; or a word, ``"pc"``, ``"ges"``, ``"ica-lingam"``, ``"empty"`` or ``"random"``; or a
        dictionary of a method and its options, such as ``{"method": "pc", "alpha": 0.01}``; or the command of a
        program, such as ``"Rscript learn.R {data} {graph}"``. A list of words also works. A learner that fails is
        recorded with the reason.
    nodes, samples
        The numbers of variables (5 and 10 by default) and of rows (100); all combinations are tried.
    graphs
        How many graphs of each size, 10 by default.
    seed
        The seed of the study, or several; 1 by default. Each data set has its own, which follows from it, and so do
        numpy's and Python's global random numbers in each call of a learner.
    model
        How graphs and data are drawn: see :func:`simulate`.
    datasets
        Truths and data of your own instead of simulated ones: a list of pairs (truth, data), or a dictionary of them
        by name. Beside simulated ones if ``nodes``, ``samples``, ``graphs`` or ``model`` is given too.
    options
        How learnt graphs are scored: ``estimation``, ``treatments``, ``outcomes``, ``undirected`` and ``shd`` of
        :func:`compare`; how the matrices of Python functions are read: ``edge_direction``, ``encoding`` and
        ``threshold`` of :func:`as_graph`; and ``{"data": False}`` leaves contSID out.
    crossfit
        Also score by cross-fitted contSID, with its standard error.
    time_limit
        How many seconds each learner may take for a data set, or a dictionary of seconds by learner. Python functions
        then run in processes of their own: one that hangs is stopped, one that crashes stops no other, and both are
        recorded.
    output
        A folder for ``records.csv``, which grows as records come in, and ``study.toml``, the settings.
    resume
        Continue the study in ``output``: its records are kept, and settings that are left out are those of the folder,
        including how matrices are read.
    keep_failed
        When resuming, do not try learners again that failed or ran past their limit.
    n_jobs
        The number of jobs at a time, as joblib takes it.
    progress
        Show a bar after two seconds, if tqdm is installed, in a terminal or a notebook.

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
    import tempfile

    if check_switch("keep_failed", keep_failed) and not check_switch("resume", resume):
        raise OptionError("keep_failed=True goes with resume=True")
    chosen: dict[str, Any] = {} if options is None else dict(check_mapping("options", options))
    chosen.update({"crossfit": True} if check_switch("crossfit", crossfit) else {})
    folder = None if output is None else path_of("output", output)
    settings = stored(folder) if check_switch("resume", resume) and folder is not None else {}
    is_new = not settings
    given = None if datasets is None else given_data(datasets)
    sized = {"nodes": nodes, "samples": samples, "graphs": graphs}
    if given is None or model is not None or any(value is not None for value in sized.values()):
        _simulate(settings, sized, model, is_new)
    if is_new or seed is not None:
        settings["seeds"] = sizes("seed", 1 if seed is None else seed, 0)
    if is_new or chosen.keys() - READING:
        settings["scoring"] = [scoring(chosen)]
    functions = _add_learners(settings, learners, time_limit, reading_settings(chosen))
    settings.pop("dataset", None)
    with tempfile.TemporaryDirectory() as temporary:
        folder = folder or temporary
        how = ("resume" if keep_failed else "retry") if resume else "refuse"
        with closing(_core.Journal(folder, in_json(settings, OptionError), given or [], how)) as journal:
            return _run(journal, os.path.join(folder, "logs"), functions, n_jobs, progress)


def _simulate(settings: dict[str, Any], sized: dict[str, Any], model: Any, is_new: bool) -> None:
    """The settings of simulations."""
    usual = {"nodes": (5, 10), "samples": 100, "graphs": 10}
    for option, value in sized.items():
        if value is None and not is_new:
            continue
        counts = sizes(option, usual[option] if value is None else value)
        settings[option] = counts[0] if option == "graphs" else counts
    if model is not None:
        with model_errors():
            drawn = model_settings(check_mapping("model", model))
        settings["simulation"] = [{"name": "model" if drawn else "paper", "model": drawn}]
    elif is_new:
        settings["simulation"] = [{"name": "paper", "model": {}}]


def _add_learners(settings: dict[str, Any], learners: Any, limit: Any, reading: Mapping[str, Any]) -> dict[str, Any]:
    """Adds learners to those of the settings, in place of those of the same name; gives those that are functions.

    Functions whose matrices are read in no particular way are read as the settings say."""
    given, functions = learners_by_name({} if learners is None else learners)
    if reading and not functions:
        raise OptionError(
            f"options: {next(iter(reading)).replace('-', '_')}= is for Python functions, and there is none"
        )
    found = {learner["name"]: learner for learner in settings.get("learner", [])}
    for learner in given:
        if learner["name"] in functions:
            learner.update(reading or stored_reading(found.get(learner["name"], {})))
        found[learner["name"]] = learner
    if not found:
        raise OptionError("learners is empty: a study needs at least one")
    limit_time(found, limit)
    settings["learner"] = list(found.values())
    return functions


def _run(journal: _core.Journal, logs: str, functions: dict[str, Any], n_jobs: Any, progress: bool) -> Study:
    import json

    from ._trial import Job

    for name in journal.needed_functions():
        if name not in functions:
            raise ContsidError(f"the learner `{name}` of the study is a Python function: pass it in learners")
    settings = json.loads(journal.settings())
    readings = {learner["name"]: reading_of(learner) for learner in settings["learner"]}

    def job(index: int) -> Job:
        trial = journal.trial(index, logs)
        return Job(trial, functions[trial.learner] if trial.is_python else None, readings[trial.learner])

    with _bar(progress, journal.record_count, len(journal)) as bar:
        for lines in _spread(journal.missing(), job, n_jobs):
            journal.append(lines)
            bar.update(lines.count("\n"))
    return Study(journal.finish(), settings)


def _spread(indices: list[int], job: Callable[[int], Job], n_jobs: int | None) -> Iterator[str]:
    """The records of all jobs, as they come in.

    A learner that ends its process takes those of others with it, and it is not known which one it was: what is left
    is then done with each Python function in a process of its own. On a cluster they run so from the start: joblib
    waits for ever for what a dead worker was doing.
    """
    from concurrent.futures.process import BrokenProcessPool

    from joblib import Parallel, delayed

    left = dict.fromkeys(indices)
    for is_apart in (False, True) if foreign_backend() is None else (True,):
        calls = (delayed(_numbered)(index, job(index), is_apart) for index in list(left))
        try:
            for index, lines in Parallel(n_jobs=jobs("n_jobs", n_jobs), return_as="generator_unordered")(calls):
                del left[index]
                yield lines
            return
        except BrokenProcessPool:
            if is_apart:
                raise


def _numbered(index: int, job: Job, is_apart: bool) -> tuple[int, str]:
    return index, job.records(is_apart)


def tables(records: Any) -> dict[str, Any]:
    """Mean and standard deviation of each distance, by learner and size.

    Parameters
    ----------
    records
        A :class:`Study`, its records as a pandas DataFrame, the path of ``records.csv``, or the folder of a study.
        Failures have no distances.

    Returns
    -------
    dict
        A pandas DataFrame for each distance: a row for each learner, a column for each number of nodes (and of samples,
        simulations and scorings, if there are several), cells such as ``2.13 ± 1.20``, as ``contsid study`` prints
        them: the deviation is that of a sample, with n − 1 below, and a single record has none.

    Examples
    --------
    >>> import contsid
    >>> found = contsid.study({"ges": contsid.ges}, nodes=4, graphs=3, progress=False)
    >>> sorted(contsid.tables(found.records))[:2]
    ['aid_ancestor', 'aid_oset']
    """
    found = {}
    for metric, groups in _groups(_frame(records)):
        cells = groups.agg(_mean_and_deviation)
        found[metric] = cells.unstack(cells.index.names[1:])
    if not found:
        raise ContsidError("no learner returned a graph, so there is nothing to average: .failures says why")
    return found


def _frame(records: Any) -> Any:
    """Records as a frame, whatever they are given as."""
    import pandas

    if isinstance(records, Study):
        return records.records
    if isinstance(records, (str, os.PathLike)):
        path = os.fsdecode(records)
        if os.path.isdir(path):
            return Study.read(path).records
        try:
            records = pandas.read_csv(path)
        except (OSError, ValueError) as error:
            words = f"{path}: neither the folder of a study nor its records.csv: {error}"
            raise TableError(words) from None
    if not isinstance(records, pandas.DataFrame):
        kind = type(records).__name__
        raise OptionError(f"records is a {kind}: take a Study, its records, or the folder of a study")
    missing = [column for column in ("learner", "nodes") if column not in records and len(records)]
    if missing:
        raise TableError(f"these are no records of a study: there is no column `{missing[0]}`")
    return records


def _groups(records: Any) -> Iterator[tuple[str, Any]]:
    """For each distance that there is its numbers, by learner and conditions."""
    others = [key for key in ("samples", "simulation", "scoring") if key in records and records[key].nunique() > 1]
    for metric in _core.metrics():
        if metric in records and records[metric].notna().any():
            numbers = records[records[metric].notna()].astype({metric: float})
            yield metric, numbers.groupby(["learner", "nodes", *others], sort=False)[metric]


def _parts(groups: Any) -> tuple[Any, Any, Any]:
    found = groups.agg(lambda values: _core.mean_and_deviation(list(values)))
    return found.str[0].astype(float), found.str[1].astype(float), groups.count()


def _mean_and_deviation(values: Iterable[float]) -> str | None:
    found = _core.mean_and_deviation(list(values))
    if found is None:
        return None
    mean, deviation = found
    return (f"{mean:.2f}" if deviation is None else f"{mean:.2f} ± {deviation:.2f}").replace("-", "−")


def _bar(progress: bool, total: int, done: int) -> Any:
    """A bar that is updated by counts, if it is wanted, somebody watches, and tqdm is there."""
    no_bar = nullcontext(SimpleNamespace(update=lambda count: None))
    if not check_switch("progress", progress) or not is_wanted():
        return no_bar
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return no_bar
    return tqdm(total=total, initial=done, unit="record", delay=DELAY)
