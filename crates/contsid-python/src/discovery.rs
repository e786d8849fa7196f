//! Learners and simulated data.

use crate::errors::{DiscoveryError, Failure, bad_option, not_simulated};
use crate::execution::{run, run_on};
use crate::graph::Graph;
use crate::options::chosen;
use crate::table::{Table, unless_changed};
use contsid_discovery::{GesOptions, Iterations, Learner, Level, LingamOptions, PcOptions, Penalty, Starts, Tolerance};
use contsid_io::check_free;
use contsid_io::graph::NamedGraph;
use contsid_io::table::LoadedTable;
use contsid_study::simulate::{Simulation, Sortability};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

impl From<contsid_discovery::DiscoveryError> for Failure {
    fn from(error: contsid_discovery::DiscoveryError) -> Self {
        match error {
            contsid_discovery::DiscoveryError::Cancelled(_) => Self::Cancelled,
            error => Self::Raised(DiscoveryError::new_err(error.to_string())),
        }
    }
}

/// Learners hold this many copies of the data at once, at most.
const DATA_COPIES: u64 = 4;

fn learn(py: Python<'_>, learner: Learner, table: &Table, threads: Option<usize>) -> PyResult<Graph> {
    let data = table.loaded.table();
    check_free(DATA_COPIES * 8 * data.row_count() as u64 * data.column_count() as u64)
        .map_err(|error| PyMemoryError::new_err(format!("{}: {error}", learner.name())))?;
    let learnt = unless_changed([data], run_on(py, threads, |execution| Ok(learner.learn(data, execution)?)))?;
    let named = NamedGraph::with_naming(learner.name(), data.names(), table.loaded.naming(), learnt.graph);
    Ok(named.map_err(crate::errors::not_a_table)?.into())
}

/// Learn an equivalence class by PC.
#[pyfunction]
pub(crate) fn pc(
    py: Python<'_>,
    table: &Table,
    alpha: f64,
    max_order: Option<usize>,
    threads: Option<usize>,
) -> PyResult<Graph> {
    let options = PcOptions { alpha: Level::new(alpha).map_err(bad_option)?, max_order };
    learn(py, Learner::Pc(options), table, threads)
}

/// Learn an equivalence class by GES.
#[pyfunction]
pub(crate) fn ges(py: Python<'_>, table: &Table, penalty: f64, threads: Option<usize>) -> PyResult<Graph> {
    let options = GesOptions { penalty: Penalty::new(penalty).map_err(bad_option)? };
    learn(py, Learner::Ges(options), table, threads)
}

/// Learn a directed acyclic graph by ICA-LiNGAM.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "one for each option, in the order of the Python function")]
pub(crate) fn ica_lingam(
    py: Python<'_>,
    table: &Table,
    prune: &str,
    seed: u64,
    starts: usize,
    max_iterations: usize,
    tolerance: f64,
    threads: Option<usize>,
) -> PyResult<Graph> {
    let options = LingamOptions {
        prune: prune.parse().map_err(bad_option)?,
        seed,
        starts: Starts::new(starts).map_err(bad_option)?,
        max_iterations: Iterations::new(max_iterations).map_err(bad_option)?,
        tolerance: Tolerance::new(tolerance).map_err(bad_option)?,
    };
    learn(py, Learner::IcaLingam(options), table, threads)
}

/// Learn a directed acyclic graph from the order of variances, or of R².
#[pyfunction]
pub(crate) fn sort_n_regress(py: Python<'_>, table: &Table, sort_by: &str) -> PyResult<Graph> {
    learn(py, Learner::SortnRegress(chosen("sort_by", sort_by)?), table, None)
}

/// Draw a graph and data by settings in JSON; with varsortability and R²-sortability.
#[pyfunction]
pub(crate) fn simulate(py: Python<'_>, settings: &str) -> PyResult<(Graph, Table, Option<f64>, Option<f64>)> {
    let simulation: Simulation = serde_json::from_str(settings).map_err(|error| not_simulated(in_words(&error)))?;
    let drawn = run(py, |_| Ok(simulation.run().map_err(not_simulated)?))?;
    let Sortability { variance, r_squared } = Sortability::of(&drawn.truth, &drawn.table);
    let names = drawn.table.names().clone();
    let named = NamedGraph::new("the truth", names, drawn.truth.into()).map_err(crate::errors::not_a_graph)?;
    Ok((named.into(), LoadedTable::new("the data", drawn.table).into(), variance, r_squared))
}

/// The error without its line and column in the JSON, which no user wrote.
pub(crate) fn in_words(error: &serde_json::Error) -> String {
    let words = error.to_string();
    words.split(" at line ").next().unwrap_or(&words).to_owned()
}
