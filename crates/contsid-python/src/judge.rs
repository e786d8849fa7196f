//! Graphs judged by experiments.

use crate::crossfit::guide;
use crate::errors::{
    EstimationError, Failure, bad_option, contsid_failure, misaligned, mismatched, not_a_table, not_aligned,
    not_usable, refused,
};
use crate::execution::run_on;
use crate::hidden::{HiddenGraph, contradictory};
use crate::options::{Choices, chosen, node_set};
use crate::table::{Table, unless_changed};
use contsid::data;
use contsid::effect::{CrossFitOptions, Division, Partition};
use contsid::experiment::{Experiment, JudgeError, JudgeOptions, judge as judge_graphs};
use contsid_io::experiments::treatments;
use contsid_io::graph::{JudgeableGraph, NamedGraph, align};
use contsid_io::table::match_columns;
use contsid_report::comparison;
use contsid_report::judgement::{JudgementReport, JudgementReportError};
use pyo3::prelude::*;
use std::num::NonZeroUsize;

/// How rows are divided, as it is passed: the labels of each repeat, or a group for each row.
#[derive(FromPyObject)]
pub(crate) struct Labels {
    partition: Option<Vec<Vec<String>>>,
    groups: Option<Vec<u32>>,
}

/// The parts of the observational rows.
#[derive(FromPyObject)]
pub(crate) struct Parts {
    rows: usize,
    repeats: Option<usize>,
    seed: u64,
    labels: Labels,
    /// A word of [`Guide`](contsid::effect::Guide).
    guide: Option<String>,
}

/// One experiment, as it is passed: what was set, its rows, how they are divided, and how much each counts.
#[derive(FromPyObject)]
pub(crate) struct Given {
    target: String,
    table: Py<Table>,
    labels: Labels,
    weights: Option<Vec<f64>>,
}

/// Graphs with what experiments say about them.
#[pyclass(frozen, module = "contsid._core")]
pub(crate) struct Judged {
    graphs: Vec<JudgeableGraph>,
    names: Vec<String>,
    table: data::Table,
    experiments: Vec<Experiment>,
    options: JudgeOptions,
    judgement: contsid::experiment::Judgement,
    threads: Option<usize>,
}

#[pymethods]
impl Judged {
    /// Judge graphs by experiments.
    #[new]
    #[expect(clippy::too_many_arguments, reason = "all that is chosen, passed once")]
    fn new(
        py: Python<'_>,
        graphs: Vec<Py<HiddenGraph>>,
        names: Vec<String>,
        data: &Table,
        experiments: Vec<Given>,
        choices: Choices<'_>,
        undirected: &str,
        outcomes: Option<Vec<String>>,
        parts: Parts,
        threads: Option<usize>,
    ) -> PyResult<Self> {
        let first = graphs.first().ok_or_else(|| bad_option("there is no graph to judge"))?.get().named.clone();
        let judgeable = |graph: &Py<HiddenGraph>| {
            JudgeableGraph::new(align(&first, &graph.get().named).map_err(misaligned)?).map_err(contradictory)
        };
        let graphs = graphs.iter().map(judgeable).collect::<PyResult<Vec<_>>>()?;
        let nodes = first.nodes_alone();
        let table = match_columns(&data.loaded, &nodes).map_err(mismatched)?.table;
        let estimation = choices.options()?;
        let options = JudgeOptions {
            adjustment: estimation.adjustment,
            kernel: estimation.kernel,
            bandwidth: estimation.bandwidth,
            undirected: chosen("undirected", undirected)?,
            outcomes: outcomes.map(|wanted| node_set(first.names(), &wanted)).transpose()?,
            crossfit: parts.options(table.row_count())?,
        };
        let experiments =
            experiments.into_iter().map(|given| given.experiment(&nodes)).collect::<PyResult<Vec<_>>>()?;
        let judgement = run_on(py, threads, |execution| {
            let asked: Vec<_> = graphs.iter().map(JudgeableGraph::asked).collect();
            judge_graphs(&asked, &table, &experiments, &options, execution).map_err(|error| failure(error, &graphs))
        });
        let judgement = unless_changed(tables(&table, &experiments), judgement)?;
        Ok(Self { graphs, names, table, experiments, options, judgement, threads })
    }

    /// All numbers, as JSON.
    fn document(&self) -> PyResult<String> {
        serde_json::to_string(&self.report().document()).map_err(refused)
    }

    /// What a reader of the numbers should know.
    fn notes(&self) -> Vec<String> {
        self.report().notes()
    }

    /// The page.
    fn html(&self, py: Python<'_>) -> PyResult<String> {
        let page = run_on(py, self.threads, |execution| {
            self.report().html(None, None, execution).map_err(|error| match error {
                JudgementReportError::Judge(error) => failure(error, &self.graphs),
                error => refused(error).into(),
            })
        });
        unless_changed(tables(&self.table, &self.experiments), page)
    }
}

impl Judged {
    fn report(&self) -> JudgementReport<'_> {
        let named = self.names.iter().zip(&self.graphs);
        JudgementReport {
            graphs: named.map(|(name, graph)| comparison::ShownGraph { name, graph: graph.asked() }).collect(),
            table: &self.table,
            experiments: &self.experiments,
            options: &self.options,
            judgement: &self.judgement,
        }
    }
}

impl Labels {
    /// The division; parts of experiments may have a single row.
    fn division(
        self,
        rows: usize,
        given: impl Fn(&[Vec<String>], usize) -> Result<Partition, contsid::effect::PartitionError>,
    ) -> PyResult<Division> {
        match (self.partition, self.groups) {
            (Some(labels), _) => Ok(Division::Given(given(&labels, rows).map_err(bad_option)?)),
            (None, Some(groups)) => Ok(Division::Groups(groups)),
            (None, None) => Ok(Division::Random),
        }
    }
}

impl Parts {
    fn options(self, rows: usize) -> PyResult<CrossFitOptions> {
        let positive = |option: &str, count| {
            NonZeroUsize::new(count).ok_or_else(|| bad_option(format!("{option} is 0: at least 1 is needed")))
        };
        Ok(CrossFitOptions {
            part_rows: positive("rows", self.rows)?,
            repeats: self.repeats.map(|count| positive("repeats", count)).transpose()?,
            seed: self.seed,
            guide: guide(self.guide.as_deref())?,
            division: self.labels.division(rows, Partition::given)?,
            ..CrossFitOptions::default()
        })
    }
}

impl Given {
    fn experiment(self, nodes: &NamedGraph) -> PyResult<Experiment> {
        let target = self.target.clone();
        let in_words = |error: &dyn std::fmt::Display| not_a_table(format!("the experiment on {target}: {error}"));
        let set = treatments(&self.target, nodes.names())
            .map_err(|error| not_aligned(format!("the experiment on {}: {error}", self.target)))?;
        let table = match_columns(&self.table.get().loaded, nodes).map_err(mismatched)?.table;
        let rows = table.row_count();
        let mut given = Experiment::new(set, table).map_err(|error| in_words(&error))?;
        if let Some(weights) = self.weights {
            given = given.with_weights(weights).map_err(|error| in_words(&error))?;
        }
        Ok(given.divided(self.labels.division(rows, Partition::given_for_experiment)?))
    }
}

/// The observational rows, and those of the experiments.
fn tables<'a>(table: &'a data::Table, experiments: &'a [Experiment]) -> impl Iterator<Item = &'a data::Table> {
    std::iter::once(table).chain(experiments.iter().map(Experiment::table))
}

fn failure(error: JudgeError, graphs: &[JudgeableGraph]) -> Failure {
    Failure::Raised(match error {
        JudgeError::Cancelled(_) => return Failure::Cancelled,
        JudgeError::Estimation(error) => return contsid_failure(&error, None),
        JudgeError::NotUsable { graph, error } => not_usable(&graphs[graph].named, &error),
        JudgeError::TooManyMembers { graph, .. } | JudgeError::JointWithHidden { graph, .. } => {
            bad_option(format!("{}: {error}", graphs[graph].named.source_name()))
        }
        JudgeError::NodeCount { .. } | JudgeError::Columns { .. } => not_aligned(error),
        JudgeError::Kind { .. } => not_a_table(error),
        JudgeError::NoExperiment | JudgeError::PartCounts { .. } | JudgeError::Partition { .. } => bad_option(error),
        error => EstimationError::new_err(error.to_string()),
    })
}
