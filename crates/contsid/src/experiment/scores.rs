//! The scores of all estimands that graphs need, experiment by experiment.
//!
//! Part b of the observational rows predicts part b of an experiment's rows. Its contrast δ is the mean of φ(x) ⊗ Ĝ(x)
//! over these rows less the mean of φ(x) ⊗ φ_j(y); the score is the square of δ between parts.

use super::answer::ExperimentAnswer;
use super::parts::ExperimentParts;
use super::values::{AllValues, Values, rows_of};
use super::{Experiment, JudgeError, JudgeOptions};
use crate::data::{Numbers, Table};
use crate::effect::estimate::PartGrid;
use crate::effect::estimate::Ridge;
use crate::effect::estimate::columns::JointPoints;
use crate::effect::estimate::data::{check_choices, part_settings};
use crate::effect::estimate::part::PartSettings;
use crate::effect::estimate::systems::System;
use crate::effect::estimate::wanted::TaskSystem;
use crate::effect::measure::{Parted, Prediction, SetValues, kept_of_parts};
use crate::effect::{ContSidError, Estimand};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeSet};
use crate::kernel::{KernelColumn, ProductKernel, leading_coordinates};
use crate::numeric::Matrix;
use std::collections::BTreeMap;

/// The fewest rows of an experiment for which one half predicts the other.
pub const CEILING_ROWS: usize = 40;

/// The most coordinates of φ(x): a rough kernel with more distinct values is approximated by this many.
const MOST_FEATURES: usize = 512;

/// The most rows of an experiment at which the guided parts compare their corrections.
const SHARED_ROWS: usize = 256;

/// Shares of rows sum to one up to this.
const ROUNDING: f64 = 1e-9;

/// Everything that scores are computed from.
pub(super) struct ExperimentData<'a> {
    pub(super) experiments: &'a [Experiment],
    selected: NodeSet,
    pub(super) settings: PartSettings,
    pub(super) ridge: Ridge,
    pub(super) parts: ExperimentParts,
    pub(super) values: AllValues,
}

impl<'a> ExperimentData<'a> {
    pub(super) fn new(
        table: &Table,
        experiments: &'a [Experiment],
        options: &JudgeOptions,
        execution: &Execution<'_>,
    ) -> Result<Self, JudgeError> {
        if experiments.is_empty() {
            return Err(JudgeError::NoExperiment);
        }
        let selected = options.outcomes(table.column_count());
        if let Some(other) = experiments.iter().find(|experiment| selected.is_subset(experiment.treatments())) {
            return Err(JudgeError::NoOutcome { experiment: other.label() });
        }
        let values = AllValues::new(table, experiments)?;
        let parts = ExperimentParts::new(table.row_count(), experiments, &options.crossfit)?;
        let estimation = options.estimation();
        check_choices(table, &estimation)?;
        let further = |node| values.of_experiments(node);
        let settings = part_settings(table, &estimation, options.crossfit.is_guided(), further, execution)?;
        Ok(Self { experiments, selected, settings, ridge: options.crossfit.ridge, parts, values })
    }

    fn node_count(&self) -> usize {
        self.values.data.len()
    }

    /// φ(x) of an experiment, a column for each of its rows.
    fn features(&self, experiment: usize) -> Matrix {
        let values = &self.values.experiments[experiment];
        let kernel = |node: NodeId| self.settings.bases[node.index()].kernel();
        let column = |node: NodeId| KernelColumn::of_numbers(&values[node.index()].values(), kernel(node));
        let columns: Vec<KernelColumn> = self.experiments[experiment].treatments().iter().map(column).collect();
        leading_coordinates(&ProductKernel::new(&columns), values[0].len(), MOST_FEATURES).transposed()
    }

    /// The effect of all that was set, adjusting for nothing.
    fn unadjusted(&self, experiment: usize) -> Estimand {
        let treatments = self.experiments[experiment].treatments().clone();
        Estimand { treatments, adjustment: NodeSet::empty(self.node_count()) }
    }

    /// The selected variables that were not set.
    fn outcomes(&self, experiment: usize) -> NodeSet {
        &self.selected - self.experiments[experiment].treatments()
    }

    /// Estimates of an estimand for some outcomes at these values of its treatments.
    pub(super) fn asked(&self, estimand: &Estimand, columns: Vec<Vec<f64>>, outcomes: &NodeSet) -> TaskSystem {
        let count = columns.first().map_or(0, Vec::len);
        let points = JointPoints { columns, weights: vec![1.0 / count as f64; count] };
        TaskSystem {
            plan: self.settings.plan(&estimand.treatments, points),
            system: System { estimand: estimand.clone(), ridge: self.ridge },
            outcomes: outcomes.iter().collect(),
        }
    }
}

/// The outcomes that each estimand of an experiment is asked for.
type AskedOutcomes = BTreeMap<Estimand, NodeSet>;

/// The scores of one experiment.
pub(super) struct ExperimentScores {
    /// The score of "no effect" for each outcome.
    pub(super) none: BTreeMap<NodeId, Parted>,
    /// The scores of each estimand's outcomes.
    pub(super) estimates: BTreeMap<Estimand, BTreeMap<NodeId, Parted>>,
    /// The share of rows at which each estimand's weights sum to less than ½.
    outside: BTreeMap<Estimand, f64>,
    /// The share of rows with hardly any observational rows nearby, without adjustment.
    pub(super) far: f64,
    /// For each outcome, the score of one half of the experiment at predicting the other, if there are enough rows.
    pub(super) ceiling: Option<BTreeMap<NodeId, Parted>>,
    pub(super) rows: usize,
}

impl ExperimentScores {
    /// The mean over estimands of the share of rows with hardly any data.
    pub(super) fn outside(&self, estimands: &[&Estimand]) -> f64 {
        estimands.iter().map(|estimand| self.outside[*estimand]).sum::<f64>() / estimands.len() as f64
    }
}

/// The scores of all experiments.
pub(super) struct AllScores {
    pub(super) grid: PartGrid,
    pub(super) experiments: Vec<ExperimentScores>,
}

impl AllScores {
    /// Everything that the answers of graphs need.
    pub(super) fn new<'a>(
        data: &ExperimentData<'_>,
        answers: impl Iterator<Item = &'a ExperimentAnswer>,
        execution: &Execution<'_>,
    ) -> Result<Self, JudgeError> {
        let (asked, grid) = (asked(data, answers), data.parts.grid);
        // Each part predicts once for all graphs, and its two halves predict each other.
        execution.monitor().begin((3 * asked.len() * grid.repeats * grid.parts) as u64);
        let scored = |(index, asked): (usize, &AskedOutcomes)| Judging { data, index, asked }.scores(execution);
        let experiments = asked.iter().enumerate().map(scored).collect::<Result<Vec<_>, _>>()?;
        Ok(Self { grid, experiments })
    }

    /// Refuses experiments that are all far from the observational rows.
    pub(super) fn check_overlap(&self) -> Result<(), JudgeError> {
        let is_far = |scores: &ExperimentScores| scores.far > 1.0 - ROUNDING;
        if self.experiments.iter().all(is_far) { Err(JudgeError::AllOutside) } else { Ok(()) }
    }
}

/// The estimands asked of each experiment, always including the effect without adjustment, which shows its overlap with
/// the data.
fn asked<'a>(data: &ExperimentData<'_>, answers: impl Iterator<Item = &'a ExperimentAnswer>) -> Vec<AskedOutcomes> {
    let none = || NodeSet::empty(data.node_count());
    let unadjusted = |index: usize| AskedOutcomes::from([(data.unadjusted(index), none())]);
    let mut asked: Vec<AskedOutcomes> = (0..data.experiments.len()).map(unadjusted).collect();
    for answer in answers {
        let of_experiment = &mut asked[answer.experiment];
        for (&outcome, estimand) in &answer.estimates {
            of_experiment.entry(estimand.clone()).or_insert_with(none).insert(outcome);
        }
        for estimand in answer.estimands() {
            of_experiment.entry(estimand.clone()).or_insert_with(none);
        }
    }
    asked
}

/// One experiment, and what is asked of it.
struct Judging<'a> {
    data: &'a ExperimentData<'a>,
    index: usize,
    asked: &'a AskedOutcomes,
}

/// Rows that predict some rows of the experiment.
struct PartJob<'a> {
    table: &'a [Numbers],
    /// The rows of a part, in pieces that are small enough for a system; their predictions are averaged.
    pieces: Vec<Vec<usize>>,
    /// The rows of the experiment.
    predicted: Vec<usize>,
}

/// Some rows of an experiment: φ(x), the share of each row, and the mean of φ(x) ⊗ φ_j(y) for each outcome.
struct Recorded {
    values: Values,
    features: Matrix,
    shares: Vec<f64>,
    means: BTreeMap<NodeId, Matrix>,
}

/// What a part predicts.
struct PartPredictions {
    recorded: Recorded,
    pieces: Vec<PiecePredictions>,
}

struct PiecePredictions {
    /// The share of the part's rows.
    share: f64,
    means: Vec<Vec<f64>>,
    /// For each asked estimand.
    predictions: Vec<Prediction>,
}

/// δ of one part: for "no effect", and for each asked estimand, by outcome.
struct PartContrasts {
    none: BTreeMap<NodeId, Matrix>,
    estimates: Vec<BTreeMap<NodeId, Matrix>>,
    outside: Vec<f64>,
}

impl Judging<'_> {
    fn experiment(&self) -> &Experiment {
        &self.data.experiments[self.index]
    }

    fn scores(&self, execution: &Execution<'_>) -> Result<ExperimentScores, JudgeError> {
        let (data, grid, features) = (self.data, self.data.parts.grid, self.data.features(self.index));
        let jobs = self.jobs();
        let found = self.contrasts(&jobs, self.asked, grid, &features, execution)?;
        let none: Vec<&BTreeMap<NodeId, Matrix>> = found.iter().map(|part| &part.none).collect();
        let mut estimates = BTreeMap::new();
        let mut outside = BTreeMap::new();
        for (index, estimand) in self.asked.keys().enumerate() {
            let of_parts: Vec<&BTreeMap<NodeId, Matrix>> = found.iter().map(|part| &part.estimates[index]).collect();
            estimates.insert(estimand.clone(), self.squares(&of_parts, grid));
            let share = found.iter().map(|part| part.outside[index]).sum::<f64>() / found.len() as f64;
            outside.insert(estimand.clone(), share);
        }
        Ok(ExperimentScores {
            none: self.squares(&none, grid),
            estimates,
            far: outside[&data.unadjusted(self.index)],
            outside,
            ceiling: self.ceiling(&jobs, &features, execution)?,
            rows: self.experiment().table().row_count(),
        })
    }

    /// Every part of every repeat.
    fn jobs(&self) -> Vec<PartJob<'_>> {
        let parts = &self.data.parts;
        let of_repeat = |repeat: usize| {
            let own = parts.experiments[self.index].rows(repeat);
            parts.data.rows(repeat).into_iter().zip(own).map(|(rows, predicted)| PartJob {
                table: &self.data.values.data,
                pieces: parts.pieces(&rows),
                predicted,
            })
        };
        (0..parts.grid.repeats).flat_map(of_repeat).collect()
    }

    /// The scores of halves of each part's rows at predicting each other, if there are enough rows.
    fn ceiling(
        &self,
        jobs: &[PartJob<'_>],
        features: &Matrix,
        execution: &Execution<'_>,
    ) -> Result<Option<BTreeMap<NodeId, Parted>>, JudgeError> {
        let rows = self.experiment().table().row_count();
        if rows < CEILING_ROWS || jobs.iter().any(|job| job.predicted.len() < 4) {
            execution.monitor().advance(2 * jobs.len() as u64);
            return Ok(None);
        }
        let halves = |job: &PartJob<'_>| {
            let [even, odd] = [0, 1].map(|first| job.predicted.iter().skip(first).step_by(2).copied().collect());
            let half = |known: &Vec<usize>, predicted: &Vec<usize>| PartJob {
                table: &self.data.values.experiments[self.index],
                pieces: vec![known.clone()],
                predicted: predicted.clone(),
            };
            [half(&even, &odd), half(&odd, &even)]
        };
        let halves: Vec<PartJob<'_>> = jobs.iter().flat_map(halves).collect();
        let (grid, outcomes) = (self.data.parts.grid, self.data.outcomes(self.index));
        let asked = AskedOutcomes::from([(self.data.unadjusted(self.index), outcomes)]);
        let twice = PartGrid::ungrouped(grid.repeats, 2 * grid.parts);
        let found = self.contrasts(&halves, &asked, twice, features, execution)?;
        let both = |pair: &[PartContrasts]| {
            let [one, other] = [0, 1].map(|half| &pair[half].estimates[0]);
            let mean = |(outcome, one): (&NodeId, &Matrix)| {
                let mut sum = one.clone();
                sum.add(&other[outcome]);
                sum.scale(0.5);
                (*outcome, sum)
            };
            one.iter().map(mean).collect::<BTreeMap<_, _>>()
        };
        let both: Vec<BTreeMap<NodeId, Matrix>> = found.chunks(2).map(both).collect();
        Ok(Some(self.squares(&both.iter().collect::<Vec<_>>(), grid)))
    }

    /// The square of each outcome, from the contrasts of all parts, repeat after repeat.
    fn squares(&self, parts: &[&BTreeMap<NodeId, Matrix>], grid: PartGrid) -> BTreeMap<NodeId, Parted> {
        let square = |&outcome: &NodeId| {
            let norm = self.data.settings.bases[outcome.index()].norm();
            let of_repeat = |repeat: &[&BTreeMap<NodeId, Matrix>]| {
                Parted::square_of_repeat(&repeat.iter().map(|part| &part[&outcome]).collect::<Vec<_>>(), norm)
            };
            let repeats: Vec<Parted> = parts.chunks(grid.parts).map(of_repeat).collect();
            (outcome, Parted::of_repeats(&repeats))
        };
        parts.first().map_or_else(BTreeMap::new, |part| part.keys().map(square).collect())
    }

    /// δ of every part.
    fn contrasts(
        &self,
        jobs: &[PartJob<'_>],
        asked: &AskedOutcomes,
        grid: PartGrid,
        features: &Matrix,
        execution: &Execution<'_>,
    ) -> Result<Vec<PartContrasts>, JudgeError> {
        let alone = execution.on_this_thread();
        let parts = execution.map(jobs, |job| {
            let found = self.predicted(job, asked, features, &alone)?;
            execution.monitor().advance(1);
            Ok::<_, JudgeError>(found)
        })?;
        let kept = |(index, outcomes): (usize, &NodeSet)| {
            let pieces = parts.iter().map(|part| {
                part.pieces.iter().map(|piece| (piece.share, &piece.predictions[index])).collect::<Vec<_>>()
            });
            let (pieces, settings) = (pieces.collect::<Vec<_>>(), &self.data.settings);
            outcomes.iter().map(|outcome| (outcome, kept_of_parts(settings, grid, outcome, &pieces))).collect()
        };
        let kept: Vec<BTreeMap<NodeId, Option<f64>>> = asked.values().enumerate().map(kept).collect();
        execution.map(&parts, |part| Ok(self.part_contrasts(part, asked, &kept)))
    }

    fn predicted(
        &self,
        job: &PartJob<'_>,
        asked: &AskedOutcomes,
        features: &Matrix,
        execution: &Execution<'_>,
    ) -> Result<PartPredictions, ContSidError> {
        let recorded = self.recorded(&job.predicted, features);
        let shared = self.shared_rows();
        let count: usize = job.pieces.iter().map(Vec::len).sum();
        let piece = |rows: &Vec<usize>| {
            let part = self.data.settings.part(rows_of(job.table, rows));
            let predict = |(estimand, outcomes): (&Estimand, &NodeSet)| {
                let columns = estimand.treatments.iter().map(|node| {
                    let column = &self.data.values.experiments[self.index][node.index()];
                    [column.rows(&shared), recorded.values[node.index()].clone()].concat()
                });
                let wanted = self.data.asked(estimand, columns.collect(), outcomes);
                let solved = part.estimate(&self.data.settings.solver, &wanted, execution)?;
                Ok::<_, ContSidError>(Prediction { wanted, solved, shared: shared.len() })
            };
            let predictions = asked.iter().map(predict).collect::<Result<Vec<_>, _>>()?;
            Ok(PiecePredictions { share: rows.len() as f64 / count as f64, means: part.means(), predictions })
        };
        let pieces = job.pieces.iter().map(piece).collect::<Result<Vec<_>, ContSidError>>()?;
        Ok(PartPredictions { recorded, pieces })
    }

    /// Rows of the experiment at which guided parts compare their corrections.
    fn shared_rows(&self) -> Vec<usize> {
        let rows = self.experiment().table().row_count();
        let step = rows.div_ceil(SHARED_ROWS);
        if self.data.settings.scales.is_empty() { Vec::new() } else { (0..rows).step_by(step).collect() }
    }

    fn recorded(&self, rows: &[usize], features: &Matrix) -> Recorded {
        let values = rows_of(&self.data.values.experiments[self.index], rows);
        let (features, shares) = (features.gathered(rows), self.experiment().shares(rows));
        let mut weighted = features.clone();
        weighted.scale_columns(&shares);
        let mean = |outcome: NodeId| {
            let coordinates = self.data.settings.coordinates(outcome, &values[outcome.index()]);
            (outcome, weighted.times_transposed(&coordinates))
        };
        let means = self.data.outcomes(self.index).iter().map(mean).collect();
        Recorded { values, features, shares, means }
    }

    fn part_contrasts(
        &self,
        part: &PartPredictions,
        asked: &AskedOutcomes,
        kept: &[BTreeMap<NodeId, Option<f64>>],
    ) -> PartContrasts {
        let Recorded { features, shares, means, .. } = &part.recorded;
        let center = features.times_vector(shares);
        let less_recorded = |outcome: NodeId, of_piece: &dyn Fn(&PiecePredictions, &[f64]) -> Matrix| {
            let mut delta = means[&outcome].clone();
            delta.scale(-1.0);
            part.pieces.iter().for_each(|piece| {
                delta.add_multiple(&of_piece(piece, &piece.means[outcome.index()]), piece.share);
            });
            delta
        };
        let marginal = |outcome: &NodeId| {
            let of_piece = |_: &PiecePredictions, mean: &[f64]| {
                let mut product = Matrix::zeros(center.len(), mean.len());
                product.add_product(&center, mean);
                product
            };
            (*outcome, less_recorded(*outcome, &of_piece))
        };
        let estimated = |(index, outcomes): (usize, &NodeSet)| {
            let of_outcome = |outcome: NodeId| {
                let (set, kept) = (SetValues { features, shares }, kept[index].get(&outcome).copied().flatten());
                let of_piece = |piece: &PiecePredictions, mean: &[f64]| {
                    piece.predictions[index].sum(&self.data.settings, outcome, &set, mean, kept)
                };
                (outcome, less_recorded(outcome, &of_piece))
            };
            outcomes.iter().map(of_outcome).collect()
        };
        let outside = |index: usize| {
            let of_piece = |piece: &PiecePredictions| {
                let is_outside = piece.predictions[index].is_outside().zip(shares);
                piece.share * is_outside.filter(|(is_outside, _)| *is_outside).map(|(_, share)| share).sum::<f64>()
            };
            part.pieces.iter().map(of_piece).sum()
        };
        PartContrasts {
            none: means.keys().map(marginal).collect(),
            estimates: asked.values().enumerate().map(estimated).collect(),
            outside: (0..asked.len()).map(outside).collect(),
        }
    }
}
