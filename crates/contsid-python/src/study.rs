//! Studies: the design, the seeds and the records are those of the command line. Python calls the learners that are
//! Python functions, and decides where each trial runs.

use crate::discovery::in_words;
use crate::errors::{Failure, bad_option, misaligned, not_aligned, not_simulated, refused};
use crate::execution::{run, run_on};
use crate::graph::Graph;
use crate::table::{Table, unless_changed};
use contsid::execution::Execution;
use contsid_io::graph::align;
use contsid_io::table::LoadedTable;
use contsid_report::stability::StabilityReport;
use contsid_study::records::{Metric, Record, Status};
use contsid_study::simulate::Model;
use contsid_study::stability::stabilities;
use contsid_study::study::{
    self, DataSet, DirectoryError, Examiner, Existing, GivenData, Scoring, ScoringError, ScoringSettings, Study,
    StudyError, StudySettings, TrialStop, WithoutGraph, Workplace, stored_records, stored_study,
};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::Value;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

const TRUTH: &str = "the truth";
const DATA: &str = "the data";

/// The records of a study, kept in a folder as soon as they are made.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Journal {
    /// None once it is closed.
    journal: Mutex<Option<study::Journal>>,
}

#[pymethods]
impl Journal {
    /// Makes a folder ready for a study of these settings, in JSON, and takes up the records that it has.
    #[new]
    fn new(
        py: Python<'_>,
        folder: PathBuf,
        settings: &str,
        data_sets: Vec<(String, Option<Py<Graph>>, Py<Table>)>,
        existing: &str,
    ) -> PyResult<Self> {
        let existing = match existing {
            "resume" => Existing::Resume(WithoutGraph::Keep),
            "retry" => Existing::Resume(WithoutGraph::RetryAll),
            _ => Existing::Refuse,
        };
        let settings = settings_of(settings)?;
        let given =
            data_sets.iter().map(|(name, truth, table)| given_data(name, truth.as_ref().map(Py::get), table.get()));
        let mut given = given.collect::<PyResult<Vec<_>>>()?;
        if let (Existing::Resume(_), Ok(stored)) = (existing, stored_study(&folder)) {
            let is_new = |stored: &&GivenData| given.iter().all(|given| given.name != stored.name);
            let kept: Vec<GivenData> = stored.data_sets().iter().filter(is_new).cloned().collect();
            given.splice(0..0, kept);
        }
        let study = Study::new(settings, given).map_err(refused_study)?;
        let opened = run(py, |_| Ok(study::Journal::open(&folder, &study, existing).map_err(refused_folder)?));
        let opened = unless_changed(study.data_sets().iter().map(|given| &given.data.table), opened)?;
        Ok(Self { journal: Mutex::new(Some(opened)) })
    }

    /// How many records the finished study has.
    #[getter]
    fn record_count(&self) -> PyResult<usize> {
        self.with(|journal| journal.study().record_count())
    }

    /// How many records there are so far.
    fn __len__(&self) -> PyResult<usize> {
        self.with(|journal| journal.records().len())
    }

    /// The numbers of the trials that have no records yet.
    fn missing(&self) -> PyResult<Vec<usize>> {
        self.with(|journal| journal.missing())
    }

    /// The Python functions that such trials need.
    fn needed_functions(&self) -> PyResult<Vec<String>> {
        self.with(|journal| journal.missing_functions().iter().map(ToString::to_string).collect())
    }

    /// One of the trials; what programs print goes to a folder of logs.
    fn trial(&self, index: usize, logs: Option<PathBuf>) -> PyResult<Trial> {
        self.with(|journal| {
            let (study, trial) = (journal.study(), journal.study().trial(index));
            let given = study.data_sets().iter().find(|given| given.name == trial.name);
            Trial { given: given.map(|given| Arc::clone(&given.data)), trial, drawn: OnceLock::new(), logs }
        })
    }

    /// Keeps the records of a trial.
    fn append(&self, lines: &str) -> PyResult<()> {
        let records = lines.split_inclusive('\n').map(Record::parse).collect::<Result<Vec<_>, _>>();
        let records = records.map_err(refused)?;
        self.with(|journal| journal.append(records))?.map_err(refused)
    }

    /// Puts the records in the order of the study, writes the summary, and gives the folder free.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let journal = self.held().take().ok_or_else(closed)?;
        let finished = run(py, |_| Ok(journal.finish().map_err(refused_folder)?))?;
        finished.records.iter().map(|record| row(py, record)).collect()
    }

    /// Gives the folder free.
    fn close(&self) {
        *self.held() = None;
    }

    /// The settings in JSON, those that were left out included.
    fn settings(&self) -> PyResult<String> {
        self.with(|journal| in_json(journal.study()))
    }
}

impl Journal {
    fn held(&self) -> MutexGuard<'_, Option<study::Journal>> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with<R>(&self, work: impl FnOnce(&mut study::Journal) -> R) -> PyResult<R> {
        self.held().as_mut().map(work).ok_or_else(closed)
    }
}

fn closed() -> PyErr {
    refused("the study is closed")
}

fn in_json(study: &Study) -> String {
    serde_json::to_string(study.settings()).expect("settings have the shape of JSON")
}

/// The settings of a study, and what is wrong with them in the words of Python.
fn settings_of(text: &str) -> PyResult<StudySettings> {
    let wrong = |error: serde_json::Error| bad_option(in_words(&error));
    let settings: Value = serde_json::from_str(text).map_err(wrong)?;
    for simulation in settings["simulation"].as_array().into_iter().flatten() {
        let model: Result<Model, _> = serde_json::from_value(simulation["model"].clone());
        model.map_err(|error| not_simulated(in_words(&error)))?;
    }
    for scoring in settings["scoring"].as_array().into_iter().flatten() {
        let scoring: ScoringSettings = serde_json::from_value(scoring.clone()).map_err(wrong)?;
        Scoring::try_from(scoring).map_err(refused_scoring)?;
    }
    serde_json::from_value(settings).map_err(wrong)
}

fn refused_scoring(error: ScoringError) -> PyErr {
    match error {
        ScoringError::Value { key, reason, .. } => {
            let option = if key == "lambda" { "lambda_".to_owned() } else { key.replace('-', "_") };
            bad_option(format!("{option}: {reason}"))
        }
        error => bad_option(error),
    }
}

fn refused_study(error: StudyError) -> PyErr {
    match error {
        StudyError::Node { error, .. } => not_aligned(error),
        StudyError::Size(_) | StudyError::Graph { .. } => not_simulated(error),
        error => bad_option(error),
    }
}

fn refused_folder(error: DirectoryError) -> PyErr {
    let hint = match &error {
        DirectoryError::NotEmpty { .. } => "; go on with the study in it by resume=True, or name another folder",
        DirectoryError::AnotherStudy { .. } => "; a study that is resumed keeps what it has: name another folder",
        DirectoryError::ForeignRecord { .. } | DirectoryError::Twice { .. } | DirectoryError::Records(_) => {
            "; delete this line, and resume=True makes again what is then missing"
        }
        _ => "",
    };
    refused(format!("{error}{hint}"))
}

fn given_data(name: &str, truth: Option<&Graph>, table: &Table) -> PyResult<GivenData> {
    let name = name.parse().map_err(bad_option)?;
    match truth {
        Some(truth) => GivenData::new(name, &truth.named, &table.loaded).map_err(not_aligned),
        None => Ok(GivenData::without_truth(name, table.loaded.table().clone())),
    }
}

/// A record by the names of its columns.
#[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
fn row<'py>(py: Python<'py>, record: &Record) -> PyResult<Bound<'py, PyDict>> {
    let (row, key) = (PyDict::new(py), &record.key);
    row.set_item("nodes", key.nodes)?;
    row.set_item("graph", key.graph)?;
    row.set_item("learner", &key.learner)?;
    row.set_item("seed", key.seed)?;
    row.set_item("status", record.status.word())?;
    row.set_item("seconds", record.seconds)?;
    for metric in Metric::ALL {
        match record.scores.of(metric) {
            Some(count) if metric.is_count() => row.set_item(metric.column(), count as u64)?,
            score => row.set_item(metric.column(), score)?,
        }
    }
    row.set_item("scoring_seconds", record.scoring_seconds)?;
    row.set_item("samples", key.samples)?;
    row.set_item("simulation", &key.simulation)?;
    row.set_item("scoring", &key.scoring)?;
    row.set_item("data_seed", record.data_seed)?;
    row.set_item("settings", &record.settings)?;
    row.set_item("edges", &record.edges)?;
    row.set_item("message", &record.message)?;
    Ok(row)
}

/// The settings of the study in a folder, in JSON; none if there is no study.
#[pyfunction]
pub(crate) fn stored_settings(folder: PathBuf) -> PyResult<Option<String>> {
    match stored_study(&folder) {
        Ok(study) => Ok(Some(in_json(&study))),
        Err(DirectoryError::NoStudy { .. }) => Ok(None),
        Err(error) => Err(refused_folder(error)),
    }
}

/// The settings in JSON and the records of the study in a folder, finished or not.
#[pyfunction]
pub(crate) fn read_study(py: Python<'_>, folder: PathBuf) -> PyResult<(String, Vec<Bound<'_, PyDict>>)> {
    let stored = stored_records(&folder).map_err(refused_folder)?;
    let rows = stored.records.iter().map(|record| row(py, record)).collect::<PyResult<_>>()?;
    Ok((in_json(&stored.study), rows))
}

/// The columns of records that hold distances and the like.
#[pyfunction]
pub(crate) fn metrics() -> Vec<&'static str> {
    Metric::ALL.map(Metric::column).to_vec()
}

/// One learner on one data set, which can be sent to another process or computer.
#[pyclass(frozen, module = "contsid._core")]
#[expect(clippy::struct_field_names, reason = "the class wraps a trial")]
pub(crate) struct Trial {
    trial: study::Trial,
    given: Option<Arc<DataSet>>,
    drawn: OnceLock<Arc<DataSet>>,
    logs: Option<PathBuf>,
}

/// What a pickled trial is made of: settings in JSON, truth and data unless they are simulated, and the folder of logs.
type Parts = (String, Option<(Option<Graph>, Table)>, Option<PathBuf>);

#[pymethods]
impl Trial {
    #[new]
    fn new(settings: &str, given: Option<(Option<Py<Graph>>, Py<Table>)>, logs: Option<PathBuf>) -> PyResult<Self> {
        let trial = serde_json::from_str(settings).map_err(|error| bad_option(in_words(&error)))?;
        let data_set = |(truth, table): (Option<Py<Graph>>, Py<Table>)| {
            let truth = truth.map(|truth| truth.get().named.graph().clone());
            Arc::new(DataSet { truth, table: table.get().loaded.table().clone() })
        };
        Ok(Self { trial, given: given.map(data_set), drawn: OnceLock::new(), logs })
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, Parts)> {
        let settings = serde_json::to_string(&self.trial).expect("trials have the shape of JSON");
        let given = self.given.as_deref().map(|data| {
            let (truth, table) = as_python(data);
            (data.truth.is_some().then_some(truth), table)
        });
        let parts = (settings, given, self.logs.clone());
        self.unless_changed(Ok((py.get_type::<Self>().into_any().unbind(), parts)))
    }

    /// The name of the learner.
    #[getter]
    fn learner(&self) -> &str {
        self.trial.learner.name.as_str()
    }

    /// The seed of the data, and of what a learner draws at random.
    #[getter]
    fn seed(&self) -> u64 {
        self.trial.data_seed()
    }

    /// How many seconds the learner may run.
    #[getter]
    fn time_limit(&self) -> Option<f64> {
        self.trial.learner.time_limit.map(f64::from)
    }

    /// Whether the learner is a Python function.
    #[getter]
    fn is_python(&self) -> bool {
        self.trial.learner.is_python()
    }

    /// The truth and the data.
    fn data(&self) -> PyResult<(Graph, Table)> {
        self.unless_changed(Ok(as_python(&*self.data_set().map_err(not_simulated)?)))
    }

    /// The records of a learner that is built in, or a program, as lines of the file of records.
    fn learn(&self, py: Python<'_>) -> PyResult<String> {
        let learnt = run(py, |execution| {
            let data = match self.data_set() {
                Ok(data) => data,
                Err(error) => return Ok(lines(&examiner().without_data(&self.trial, &error))),
            };
            let workplace = Workplace::temporary(self.logs.clone()).map_err(refused)?;
            let records = examiner().examine(&self.trial, &data, &workplace, execution.monitor());
            records.map(|records| lines(&records)).map_err(|stop| match stop {
                TrialStop::Cancelled => Failure::Cancelled,
                TrialStop::Disk(error) => refused(error).into(),
            })
        });
        self.unless_changed(learnt)
    }

    /// The records of a learnt graph, whose nodes are matched by name.
    fn scored(&self, py: Python<'_>, learnt: &Graph, seconds: f64) -> PyResult<String> {
        let data = self.data_set().map_err(not_simulated)?;
        let learnt = align(&data.named_truth(TRUTH), &learnt.named).map_err(misaligned)?.into_graph();
        let score = |execution: &Execution<'_>| {
            Ok(lines(&examiner().scored(&self.trial, &data, &learnt, seconds, execution.monitor())?))
        };
        self.unless_changed(run(py, score))
    }

    /// The records of a learner that returned no graph.
    fn failed(&self, seconds: f64, reason: &str) -> String {
        lines(&examiner().without_graph(&self.trial, Status::Failed, seconds, reason))
    }

    /// The records of a learner that ran past its limit.
    fn past_limit(&self, seconds: f64) -> PyResult<String> {
        let limit = self.trial.learner.time_limit.ok_or_else(|| bad_option("the learner has no time limit"))?;
        Ok(lines(&examiner().past_limit(&self.trial, limit, seconds)))
    }

    fn __repr__(&self) -> String {
        let study::Trial { name, samples, nodes, graph, learner, .. } = &self.trial;
        format!("Trial({} on {name}, {nodes} nodes, {samples} samples, graph {graph})", learner.name)
    }
}

impl Trial {
    /// Gives the outcome, unless an array of the given data has changed in the meantime.
    fn unless_changed<R>(&self, outcome: PyResult<R>) -> PyResult<R> {
        unless_changed(self.given.as_ref().map(|given| &given.table), outcome)
    }

    /// Given, or drawn once.
    fn data_set(&self) -> Result<Arc<DataSet>, contsid_study::simulate::SimulationError> {
        if let Some(data) = self.drawn.get() {
            return Ok(Arc::clone(data));
        }
        if let Some(data) = &self.given {
            let drawn = self.trial.resampled(data).map_or_else(|| Arc::clone(data), Arc::new);
            return Ok(Arc::clone(self.drawn.get_or_init(|| drawn)));
        }
        let drawn = Arc::new(self.trial.simulated(&Execution::default()).expect("what is not given is simulated")?);
        Ok(Arc::clone(self.drawn.get_or_init(|| drawn)))
    }
}

fn as_python(data: &DataSet) -> (Graph, Table) {
    (data.named_truth(TRUTH).into(), LoadedTable::new(DATA, data.table.clone()).into())
}

fn lines(records: &[Record]) -> String {
    records.iter().map(Record::line).collect()
}

/// How stable the learners of the study in a folder are: all numbers as JSON, and the page.
#[pyfunction]
pub(crate) fn stability(
    py: Python<'_>,
    folder: PathBuf,
    contsid: usize,
    threads: Option<usize>,
) -> PyResult<(String, String)> {
    let stored = stored_records(&folder).map_err(refused_folder)?;
    let found = run_on(py, threads, |execution| Ok(stabilities(&stored.study, &stored.records, contsid, execution)?))?;
    let report = StabilityReport { study: &stored.study, found: &found, command: None };
    Ok((serde_json::to_string(&report.document()).map_err(refused)?, report.html().map_err(refused)?))
}

/// Every process may take its share of the memory that is available.
fn examiner() -> Examiner {
    let processes = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let memory_limit = contsid_io::available_memory().map(|available| available / processes);
    Examiner { memory_limit, ..Examiner::default() }
}
