//! How good is a graph, judged by experiments instead of a true graph?
//!
//! An experiment sets some variables and records all others. From observational rows a graph predicts the distribution
//! of every outcome at the values that were set; the prediction is compared with what the experiment recorded.
//!
//! # What is computed
//!
//! Observational rows and the rows of each experiment are divided into B parts, R times over. For experiment e on the
//! treatments I, part b of its rows (x, y), and an outcome j outside I:
//!
//! ```text
//! δ_b = mean over the rows of part b of  φ_I(x) ⊗ ( Ĝ_b(x) − φ_j(y_j) ) / ‖μ_j‖
//! Ĝ_b(x)   = the graph's embedding of P(X_j | do(X_I = x)) from part b of the observational rows;
//!            the part's marginal where the graph has no directed path, or cannot identify the effect by adjustment,
//!            as a graph with marks that leaves it open
//! score_ej = mean_r ( ‖Σ_b δ_b‖² − Σ_b ‖δ_b‖² ) / (B (B−1))
//! skill    = 1 − Σ score(graph) / Σ score(no effect at all)
//! ```
//!
//! Squares are taken between different parts only, so that a perfect prediction scores zero on average, however few
//! rows there are. A skill of 1 is perfect, 0 is as good as saying that nothing ever has an effect, below 0 is worse.
//! Weights, ridge, kernels and bandwidths are those of cross-fitted contSID. With h_rb = 2 ⟨δ_b, m⟩ − ‖m‖², m the mean
//! of the repeat's δ, the deviations h_rb − mean_b h_rb of all scores give those of the quotient by its derivative, and
//! these its standard error.
//!
//! # How
//!
//! An [`Experiment`] holds the rows and the variables that were set. [`judge`] finds the adjustment sets of every
//! graph, solves each system once for each part, and combines the scores into a [`Judgement`].

#![allow(clippy::doc_markdown, reason = "formulas carry subscripts")]

mod answer;
mod data;
mod error;
mod forecasts;
mod given;
mod judgement;
mod scores;

pub use answer::AskedGraph;
pub use error::{ExperimentError, JudgeError};
pub use forecasts::{Forecasts, forecasts};
pub use given::Experiment;
pub use judgement::{ExperimentFacts, ExperimentSkill, Forecast, GraphJudgement, Judgement, PairScore};
pub use scores::CEILING_ROWS;

use crate::adjustment::AdjustmentRule;
use crate::comparison::Undirected;
use crate::data::Table;
use crate::effect::{ContSidOptions, CrossFitOptions, PerColumn, Survey};
use crate::execution::Execution;
use crate::graph::{Dag, GraphClass, NodeSet};
use crate::kernel::{BandwidthChoice, KernelFamily};
use answer::{Answerer, ExperimentEffects, survey};
use data::ExperimentData;
use scores::AllScores;

/// The options of judging graphs by experiments.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgeOptions {
    /// What a graph adjusts for.
    pub adjustment: AdjustmentRule,
    /// The kernels of the columns. The default is that of the numeric columns; categorical columns have the delta
    /// kernel.
    pub kernel: PerColumn<KernelFamily>,
    /// The bandwidths of the columns; the delta kernel needs none.
    pub bandwidth: PerColumn<BandwidthChoice>,
    /// How undirected edges are treated.
    pub undirected: Undirected,
    /// The outcomes to judge; none for all.
    pub outcomes: Option<NodeSet>,
    /// How rows are divided, and the ridge of a part. The division is for the observational rows; each experiment has
    /// its own.
    pub crossfit: CrossFitOptions,
}

impl JudgeOptions {
    /// The outcomes to judge, among this many variables.
    fn outcomes(&self, count: usize) -> NodeSet {
        self.outcomes.clone().unwrap_or_else(|| NodeSet::full(count))
    }

    /// The options of an estimate.
    fn estimation(&self) -> ContSidOptions {
        ContSidOptions {
            adjustment: self.adjustment,
            kernel: self.kernel.clone(),
            bandwidth: self.bandwidth.clone(),
            ..ContSidOptions::default()
        }
    }
}

/// Judges graphs on the columns of `table` by experiments on them.
///
/// # Errors
///
/// If a graph, an experiment or a choice does not fit the table, rows cannot be divided, no experiment overlaps with
/// the observational rows, a system cannot be solved, or the computation is stopped.
pub fn judge<'a>(
    graphs: &[impl Into<AskedGraph<'a>> + Copy],
    table: &Table,
    experiments: &[Experiment],
    options: &JudgeOptions,
    execution: &Execution<'_>,
) -> Result<Judgement, JudgeError> {
    let asked = answerers(graphs, table, experiments, options, execution)?;
    let data = ExperimentData::new(table, experiments, options, execution)?;
    let outcomes = options.outcomes(table.column_count());
    let effects = ExperimentEffects { experiments, outcomes, rule: options.adjustment };
    let alone = GraphClass::from(Dag::from_edges(table.column_count(), []).expect("no edge closes a cycle"));
    let surveyed = asked.iter().enumerate().map(|(index, asked)| survey(index, asked, &alone, &effects));
    let surveys = surveyed.collect::<Result<Vec<_>, _>>()?;
    let scores = AllScores::new(&data, surveys.iter().flat_map(Survey::items), execution)?;
    scores.check_overlap()?;
    let judged = surveys.iter().map(|survey| GraphJudgement::of_survey(survey, &scores, execution));
    Ok(Judgement::new(judged.collect::<Result<Vec<_>, _>>()?, &scores))
}

fn answerers<'a>(
    graphs: &[impl Into<AskedGraph<'a>> + Copy],
    table: &Table,
    experiments: &[Experiment],
    options: &JudgeOptions,
    execution: &Execution<'_>,
) -> Result<Vec<Answerer<'a>>, JudgeError> {
    let graphs = graphs.iter().map(|&graph| graph.into()).enumerate();
    graphs.map(|graph| Answerer::new(graph, table.column_count(), experiments, options, execution)).collect()
}
