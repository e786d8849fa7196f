//! Learnt graphs against the truth, as one page.
//!
//! A [`ComparisonReport`] takes what was compared and the results, and adds what only the page shows: a common drawing
//! of the graphs, the reason for each right or wrong effect, the densities behind each distance, and the worth of
//! single fixes. [`ComparisonReport::html`] is the page.

mod asked;
mod claims;
mod curves;
mod document;
mod effects;
mod fixes;
mod graphs;
mod marked;
mod model;
mod names;
mod ranking;
mod rows;
mod sentences;
mod settings;
mod shift;
mod verdict;
mod words;

pub use claims::ClaimReport;
pub(crate) use claims::GraphName;
pub(crate) use curves::PairDensities;
use curves::worst_pair;
pub use document::{
    ChanceObject, ClaimDocument, ClaimedGraph, Compared, ComparedClaims, ComparisonDocument, GraphFixes, claim_verdict,
};
pub use graphs::{EdgeMark, MarkedEdge, common_layout, marked_edges};
pub(crate) use graphs::{LayoutModel, edge_numbers};
pub(crate) use marked::{downwards, edge_letters, edge_mark};
use model::Context;
pub use names::{compared_names, without_common_directory};
use ranking::first_measure;
pub(crate) use ranking::{MeasureModel, MeasureRow};
pub(crate) use rows::{Rows, Sample};
pub use settings::{readable, settings};
pub use verdict::verdict;

use crate::page::Page;
use contsid::comparison::{Comparison, ComparisonData, ComparisonError, ComparisonOptions, Ranking};
use contsid::data::Table;
use contsid::distance::bounds::{Exactness, Span};
use contsid::effect::{ContSidError, ContSidOptions, PairEstimate, Prepared};
use contsid::execution::{Cancelled, Execution};
use contsid::graph::{MixedGraph, NodeNames, PairError};
use thiserror::Error;

const SCRIPTS: [&str; 16] = [
    include_str!("../../assets/intervals.js"),
    include_str!("../../assets/ranking.js"),
    include_str!("../../assets/relations.js"),
    include_str!("../../assets/graph.js"),
    include_str!("../../assets/walking.js"),
    include_str!("../../assets/fixes.js"),
    include_str!("../../assets/effects.js"),
    include_str!("../../assets/matrix.js"),
    include_str!("../../assets/curves.js"),
    include_str!("../../assets/densities.js"),
    include_str!("../../assets/address.js"),
    include_str!("../../assets/differences.js"),
    include_str!("../../assets/pair.js"),
    include_str!("../../assets/chosen.js"),
    include_str!("../../assets/versus.js"),
    include_str!("../../assets/comparison.js"),
];

/// What was compared, and what was found.
#[derive(Clone, Debug)]
pub struct ComparisonReport<'a> {
    /// The title of the page.
    pub title: String,
    /// What the reader should know first, if anything.
    pub introduction: Option<String>,
    /// The names of the nodes.
    pub names: &'a NodeNames,
    /// The truth.
    pub truth: ShownGraph<'a>,
    /// The learnt graphs in the order in which they were given.
    pub learnt: Vec<LearntGraph<'a>>,
    /// How they stand to each other.
    pub ranking: &'a Ranking,
    /// What was compared, and how.
    pub options: &'a ComparisonOptions,
    /// The data, if there are some.
    pub data: Option<Observations<'a>>,
    /// Choices and versions, each with its name.
    pub settings: Vec<(String, String)>,
    /// The command that makes this page again.
    pub command: Option<String>,
}

/// A graph with the name that people know it by.
#[derive(Clone, Copy, Debug)]
pub struct ShownGraph<'a, G = &'a MixedGraph> {
    /// The name, such as that of its file.
    pub name: &'a str,
    /// The graph, on the nodes of the report.
    pub graph: G,
}

/// A learnt graph with its distances from the truth.
#[derive(Clone, Copy, Debug)]
pub struct LearntGraph<'a> {
    /// The graph.
    pub graph: ShownGraph<'a>,
    /// Its distances.
    pub comparison: &'a Comparison,
}

/// The truth's name and those of the learnt graphs, without the directories that they share.
fn shown_names(truth: &str, learnt: &[LearntGraph<'_>]) -> Vec<String> {
    compared_names(truth, &learnt.iter().map(|learnt| learnt.graph.name).collect::<Vec<_>>())
}

/// A title that names what was compared.
pub fn title(truth: &str, learnt: &[LearntGraph<'_>]) -> String {
    let names = shown_names(truth, learnt);
    match &names[..] {
        [truth, one] => format!("{one} against {truth}"),
        _ => format!("{} learnt graphs against {}", learnt.len(), names[0]),
    }
}

/// The data that contSID was computed on.
#[derive(Clone, Copy, Debug)]
pub struct Observations<'a> {
    /// The table, whose columns are the nodes.
    pub table: &'a Table,
    /// The choices of contSID.
    pub options: &'a ContSidOptions,
    /// All rows together, unless they are too many: then densities are estimated from some of them.
    pub prepared: Option<&'a Prepared<'a>>,
    /// The rows in parts, if contSID is cross-fitted: then fixes are, too.
    pub parts: Option<&'a Prepared<'a>>,
}

/// contSID, or the bounds of it.
#[derive(Clone, Debug)]
struct Distances {
    /// The smallest and the largest sum.
    total: Span<f64>,
    /// Whether graphs attain them.
    exactness: Exactness,
    /// The lower bounds of d(i, j), row by row.
    lower: Vec<f64>,
    /// The upper bounds of d(i, j), row by row.
    upper: Vec<f64>,
}

impl Distances {
    /// From all rows if it is known, else cross-fitted.
    fn new(comparison: &Comparison, node_count: usize) -> Option<Self> {
        let score = comparison.contsid.as_ref().or(comparison.crossfit.as_ref())?;
        let value = |found: &Option<PairEstimate>| found.as_ref().map(|found| found.value);
        Some(Self {
            total: score.span(),
            exactness: score.exactness,
            lower: score.matrix(node_count, 0.0, |pair| value(&pair.lower)).concat(),
            upper: score.matrix(node_count, 0.0, |pair| value(&pair.upper)).concat(),
        })
    }
}

/// Why a page cannot be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The graphs cannot be compared.
    #[error(transparent)]
    Comparison(#[from] ComparisonError),
    /// The densities cannot be estimated.
    #[error(transparent)]
    ContSid(#[from] ContSidError),
    /// The model cannot be written.
    #[error("the page cannot be written as JSON: {0}")]
    Json(#[from] serde_json::Error),
}

impl From<Cancelled> for ReportError {
    fn from(cancelled: Cancelled) -> Self {
        Self::Comparison(cancelled.into())
    }
}

impl From<PairError> for ReportError {
    fn from(error: PairError) -> Self {
        Self::Comparison(error.into())
    }
}

impl ComparisonReport<'_> {
    /// The page: one file without any part elsewhere.
    ///
    /// # Errors
    ///
    /// If a graph cannot be compared, an intervention distribution cannot be estimated, or the work is stopped.
    pub fn html(&self, execution: &Execution<'_>) -> Result<String, ReportError> {
        let sample = self.sample(execution)?;
        let model = Context::new(self, Rows::new(self.data, sample.as_ref()), execution)?.model()?;
        Ok(Page { title: &self.title, model: &model, scripts: &SCRIPTS }.html()?)
    }

    /// The truth's name and those of the learnt graphs, as they are shown.
    pub(crate) fn shown_names(&self) -> Vec<String> {
        shown_names(self.truth.name, &self.learnt)
    }

    /// The learnt graphs by the distance that decides; none without learnt graphs.
    pub(crate) fn first_measure(&self) -> Option<MeasureModel> {
        first_measure(&self.learnt, self.ranking)
    }

    /// For each learnt graph the densities of the pair with the largest distance, if any distance is estimated.
    pub(crate) fn worst_pairs(&self, rows: Option<Rows<'_>>) -> Result<Vec<Option<PairDensities>>, ReportError> {
        let Some(data) = rows else { return Ok(vec![None; self.learnt.len()]) };
        let execution = Execution::default();
        let context = Context::new(self, rows, &execution)?;
        context.asked()?.iter().map(|asked| worst_pair(data, asked)).collect()
    }

    /// What fixes are tried on: the rows in parts, or else all together.
    pub(crate) fn deciding_data(&self) -> ComparisonData<'_> {
        let parts = self.data.and_then(|data| data.parts);
        let all_rows = self.data.and_then(|data| data.prepared).filter(|_| parts.is_none());
        ComparisonData { all_rows, parts }
    }

    /// Some rows instead of all, where those are too many.
    pub(crate) fn sample(&self, execution: &Execution<'_>) -> Result<Option<Sample>, ReportError> {
        let sample = self.data.map(|data| Sample::new(data, execution)).transpose()?;
        Ok(sample.flatten())
    }
}
