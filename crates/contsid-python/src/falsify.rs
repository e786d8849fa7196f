//! Graphs tested on data alone.

use crate::errors::{EstimationError, Failure, bad_option, misaligned, mismatched, not_aligned, not_usable, refused};
use crate::execution::run_on;
use crate::graph::Graph;
use crate::options::chosen;
use crate::table::{Table, unless_changed};
use contsid::data;
use contsid::falsification::{Falsified, FalsifyError, FalsifyOptions, falsify};
use contsid::independence::Level;
use contsid_io::graph::{NamedGraph, align};
use contsid_io::table::match_columns;
use contsid_report::comparison::ShownGraph;
use contsid_report::falsification::FalsificationReport;
use pyo3::prelude::*;
use std::num::NonZeroUsize;

/// How graphs are tested, as it is passed.
#[derive(FromPyObject)]
pub(crate) struct TestChoices {
    test: String,
    alpha: f64,
    permutations: usize,
    seed: u64,
}

impl TestChoices {
    fn options(&self) -> PyResult<FalsifyOptions> {
        let none = || bad_option("permutations is 0: at least 1 is needed");
        Ok(FalsifyOptions {
            test: chosen("test", &self.test)?,
            alpha: Level::new(self.alpha).map_err(bad_option)?,
            permutations: NonZeroUsize::new(self.permutations).ok_or_else(none)?,
            seed: self.seed,
        })
    }
}

/// Graphs, and what the data say about the independences that they claim.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Tested {
    graphs: Vec<NamedGraph>,
    names: Vec<String>,
    table: data::Table,
    options: FalsifyOptions,
    falsified: Falsified,
}

#[pymethods]
impl Tested {
    #[new]
    fn new(
        py: Python<'_>,
        graphs: Vec<Py<Graph>>,
        names: Vec<String>,
        data: &Table,
        choices: TestChoices,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let first = graphs.first().ok_or_else(|| bad_option("there is no graph to test"))?.get().named.clone();
        let graphs = graphs.iter().map(|graph| align(&first, &graph.get().named).map_err(misaligned));
        let graphs = graphs.collect::<PyResult<Vec<_>>>()?;
        let table = match_columns(&data.loaded, &first).map_err(mismatched)?.table;
        let options = choices.options()?;
        let falsified = run_on(py, threads, |execution| {
            let mixed: Vec<_> = graphs.iter().map(NamedGraph::graph).collect();
            falsify(&mixed, &table, &options, execution).map_err(|error| failure(error, &graphs))
        });
        let falsified = unless_changed([&table], falsified)?;
        Ok(Self { graphs, names, table, options, falsified })
    }

    /// All numbers as JSON.
    fn document(&self) -> PyResult<String> {
        serde_json::to_string(&self.report().document()).map_err(refused)
    }

    /// The page.
    fn html(&self) -> PyResult<String> {
        self.report().html(None).map_err(refused)
    }
}

impl Tested {
    fn report(&self) -> FalsificationReport<'_> {
        let shown = self.names.iter().zip(&self.graphs);
        let shown = shown.map(|(name, graph)| ShownGraph { name, graph: graph.graph() }).collect();
        FalsificationReport { graphs: shown, table: &self.table, options: &self.options, falsified: &self.falsified }
    }
}

fn failure(error: FalsifyError, graphs: &[NamedGraph]) -> Failure {
    Failure::Raised(match error {
        FalsifyError::Cancelled(_) => return Failure::Cancelled,
        FalsifyError::NotUsable { graph, error } => not_usable(&graphs[graph], &error),
        FalsifyError::NodeCount { .. } => not_aligned(error),
        error => EstimationError::new_err(error.to_string()),
    })
}
