//! Learnt graphs with their distances to the truth.

use crate::args::ScoringArguments;
use crate::commands::thread_pool;
use crate::console::Console;
use crate::hints::not_usable;
use crate::inputs::treatments;
use anyhow::{Result, anyhow};
use contsid::comparison::{Comparison, ComparisonError, ComparisonOptions, Ranking, compare, rank};
use contsid::data::Table;
use contsid::distance::contsid::{ContSidOptions, Prepared};
use contsid::execution::Execution;
use contsid::graph::NodeNames;
use contsid_io::graph::NamedGraph;

/// A truth and learnt graphs on its nodes, with their distances.
#[derive(Debug)]
pub struct Scores {
    /// The file of the truth.
    pub truth: NamedGraph,
    pub options: ComparisonOptions,
    /// The data, if there are any.
    pub data: Option<Prepared>,
    /// The learnt graphs in the order in which they were given.
    pub scored: Vec<Scored>,
}

/// A learnt graph with its distances to the truth.
#[derive(Debug)]
pub struct Scored {
    pub learnt: NamedGraph,
    pub comparison: Comparison,
}

/// Observations of the nodes of a truth, in their order, and what is to be estimated from them.
#[derive(Debug)]
pub struct Observations {
    /// The file of the table.
    pub source_name: String,
    pub table: Table,
    pub options: ContSidOptions,
}

impl Scores {
    /// Compares each learnt graph, which must be on the nodes of the truth, with the truth.
    pub fn new(
        truth: NamedGraph,
        learnt: Vec<NamedGraph>,
        observations: Option<&Observations>,
        arguments: &ScoringArguments,
        console: &Console,
    ) -> Result<Self> {
        let selection = arguments.selection(truth.names())?;
        let treatment_sets = treatments::sets(&arguments.joint, truth.names(), &selection)?;
        let options = arguments.options(selection, treatment_sets);
        let (pool, progress) = (thread_pool(arguments.threads)?, console.progress("comparing graphs"));
        let execution = Execution::default().on(&pool).watched_by(&progress);
        let prepare = |given: &Observations| {
            progress.advise(advice(given.table.row_count()));
            Prepared::new(&given.table, &given.options, &execution)
                .map_err(|error| anyhow!("{}: {error}", given.source_name))
        };
        let data = observations.map(prepare).transpose()?;
        let score = |learnt: NamedGraph| {
            let comparison = compare(truth.graph(), learnt.graph(), data.as_ref(), &options, &execution)
                .map_err(|error| in_words(&error, &truth, &learnt))?;
            Ok(Scored { learnt, comparison })
        };
        let scored = learnt.into_iter().map(score).collect::<Result<Vec<_>>>()?;
        Ok(Self { truth, options, data, scored })
    }

    /// The names of the nodes.
    pub fn names(&self) -> &NodeNames {
        self.truth.names()
    }

    /// All settings, by name.
    pub fn settings(&self) -> serde_json::Value {
        contsid_report::comparison::settings(self.names(), &self.options, self.data.as_ref())
    }

    /// All graphs, the truth first.
    pub fn graphs(&self) -> impl Iterator<Item = &NamedGraph> {
        std::iter::once(&self.truth).chain(self.scored.iter().map(|scored| &scored.learnt))
    }

    /// Which learnt graphs are nearer to the truth than others.
    pub fn ranking(&self) -> Ranking {
        rank(&self.scored.iter().map(|scored| &scored.comparison).collect::<Vec<_>>(), None)
    }
}

/// What helps who waits for contSID.
fn advice(rows: usize) -> String {
    format!(
        "contSID of {rows} rows: the time grows with the cube of their number; --subsample takes fewer, and half take an eighth"
    )
}

/// The error in the names of files and nodes.
fn in_words(error: &ComparisonError, truth: &NamedGraph, learnt: &NamedGraph) -> anyhow::Error {
    match error {
        ComparisonError::Truth(error) => not_usable(truth, error),
        ComparisonError::Learnt(error) => not_usable(learnt, error),
        error => anyhow!("{error}"),
    }
}
