//! The scores of all estimands that graphs need, experiment by experiment.
//!
//! A task is one repeat of one experiment. Its parts are solved one by one; the contrast δ of each part, estimand and
//! outcome is kept until its squares are taken.

use super::answer::Answer;
use super::parts::Parts;
use super::squares::Squares;
use super::values::{AllValues, Values, rows_of};
use super::{Experiment, JudgeError, JudgeOptions};
use crate::data::Table;
use crate::distance::contsid::{ContSidError, Estimand, Layout, PartPredictor, Predictor};
use crate::execution::Execution;
use crate::graph::{NodeId, NodeSet};
use crate::kernel::{KernelColumn, ProductKernel, leading_coordinates};
use crate::numeric::Matrix;
use std::collections::BTreeMap;

/// The fewest rows of an experiment for which one half predicts the other.
pub const CEILING_ROWS: usize = 40;

/// The most coordinates of φ(x): a rough kernel with more distinct values is approximated by this many.
const MOST_FEATURES: usize = 512;

/// Shares of rows sum to one up to this.
const ROUNDING: f64 = 1e-9;

/// Everything that scores are computed from.
pub(super) struct Question<'a> {
    pub(super) experiments: &'a [Experiment],
    selected: NodeSet,
    predictor: Predictor,
    parts: Parts,
    values: AllValues,
}

impl<'a> Question<'a> {
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
        let parts = Parts::new(table.row_count(), experiments, &options.crossfit)?;
        let (further, ridge) = (values.of_experiments(), options.crossfit.ridge);
        let predictor = Predictor::new(table, &options.estimation(), ridge, &further, execution)?;
        Ok(Self { experiments, selected, predictor, parts, values })
    }

    fn node_count(&self) -> usize {
        self.values.data.len()
    }

    /// φ(x) of an experiment, a column for each of its rows.
    fn features(&self, experiment: usize) -> Matrix {
        let values = &self.values.experiments[experiment];
        let column =
            |node: NodeId| KernelColumn::of_numbers(&values[node.index()].values(), self.predictor.kernel(node));
        let columns: Vec<KernelColumn> = self.experiments[experiment].treatments().iter().map(column).collect();
        let kernel = ProductKernel::new(&columns);
        leading_coordinates(&kernel, values[0].len(), MOST_FEATURES).transposed()
    }

    /// The effect of all that was set, adjusting for nothing.
    fn unadjusted(&self, experiment: usize) -> Estimand {
        let treatments = self.experiments[experiment].treatments().clone();
        Estimand { treatments, adjustment: NodeSet::empty(self.node_count()) }
    }
}

/// The outcomes that each estimand of an experiment is wanted for.
type Wanted = BTreeMap<Estimand, NodeSet>;

/// The scores of one experiment.
pub(super) struct ExperimentScores {
    /// The score of "no effect" for each outcome.
    pub(super) none: BTreeMap<NodeId, Squares>,
    /// The scores of each estimand's outcomes.
    pub(super) estimates: BTreeMap<Estimand, BTreeMap<NodeId, Squares>>,
    /// The share of rows at which each estimand's weights sum to less than ½.
    outside: BTreeMap<Estimand, f64>,
    /// The share of rows with hardly any observational rows nearby, without adjustment.
    pub(super) far: f64,
    /// For each outcome, the score of one half of the experiment at predicting the other, if there are enough rows.
    pub(super) ceiling: Option<BTreeMap<NodeId, Squares>>,
    pub(super) rows: usize,
}

impl ExperimentScores {
    /// The mean over estimands of the share of rows with hardly any data.
    pub(super) fn outside(&self, estimands: &[&Estimand]) -> f64 {
        estimands.iter().map(|estimand| self.outside[*estimand]).sum::<f64>() / estimands.len() as f64
    }
}

/// The scores of all experiments.
pub(super) struct Scores {
    pub(super) layout: Layout,
    pub(super) experiments: Vec<ExperimentScores>,
}

impl Scores {
    /// Everything that the answers of graphs need.
    pub(super) fn new<'a>(
        question: &Question<'_>,
        answers: impl Iterator<Item = &'a Answer>,
        execution: &Execution<'_>,
    ) -> Result<Self, JudgeError> {
        let wanted = wanted(question, answers);
        let indices: Vec<usize> = (0..wanted.len()).collect();
        let features = execution.map(&indices, |&index| Ok::<_, JudgeError>(question.features(index)))?;
        let layout = question.parts.layout;
        let tasks: Vec<Task<'_>> = (0..wanted.len())
            .flat_map(|experiment| (0..layout.repeats).map(move |repeat| (experiment, repeat)))
            .map(|(experiment, repeat)| Task {
                question,
                experiment,
                repeat,
                wanted: &wanted[experiment],
                features: &features[experiment],
            })
            .collect();
        execution.monitor().begin(tasks.len() as u64);
        let alone = execution.on_this_thread();
        let repeats = execution.map(&tasks, |task| {
            let found = task.scores(&alone)?;
            execution.monitor().advance(1);
            Ok::<_, JudgeError>(found)
        })?;
        let experiments = repeats.chunks(layout.repeats).zip(&wanted).enumerate();
        let experiments = experiments.map(|(index, (repeats, wanted))| gathered(question, index, wanted, repeats));
        Ok(Self { layout, experiments: experiments.collect() })
    }

    /// Refuses experiments that are all far from the observational rows.
    pub(super) fn check_overlap(&self, question: &Question<'_>) -> Result<(), JudgeError> {
        let is_far = |scores: &ExperimentScores| scores.far > 1.0 - ROUNDING;
        let all = !question.experiments.is_empty() && self.experiments.iter().all(is_far);
        if all { Err(JudgeError::AllOutside) } else { Ok(()) }
    }
}

/// The estimands wanted of each experiment, always including the effect without adjustment, which shows its overlap
/// with the data.
fn wanted<'a>(question: &Question<'_>, answers: impl Iterator<Item = &'a Answer>) -> Vec<Wanted> {
    let none = || NodeSet::empty(question.node_count());
    let indices = 0..question.experiments.len();
    let mut wanted: Vec<Wanted> = indices.map(|index| Wanted::from([(question.unadjusted(index), none())])).collect();
    for answer in answers {
        let of_experiment = &mut wanted[answer.experiment];
        for (&outcome, estimand) in &answer.estimates {
            of_experiment.entry(estimand.clone()).or_insert_with(none).insert(outcome);
        }
        for estimand in answer.estimands() {
            of_experiment.entry(estimand.clone()).or_insert_with(none);
        }
    }
    wanted
}

/// One repeat of one experiment.
struct Task<'a> {
    question: &'a Question<'a>,
    experiment: usize,
    repeat: usize,
    wanted: &'a Wanted,
    features: &'a Matrix,
}

/// What is found of an experiment, in the order of outcomes and of wanted estimands: δ of one part, or the scores of
/// one repeat.
struct Found<T> {
    none: Vec<T>,
    estimates: Vec<Vec<T>>,
    outside: Vec<f64>,
    ceiling: Option<Vec<T>>,
}

type PartContrasts = Found<Matrix>;
type RepeatScores = Found<Squares>;

impl<T> Found<T> {
    /// All parts, or repeats, as one: `join` makes one of what they have for an outcome, and shares are averaged.
    fn joined<U>(all: &[Self], outcomes: &[NodeId], wanted: &Wanted, join: impl Fn(NodeId, &[&T]) -> U) -> Found<U> {
        let each = |outcomes: &[NodeId], of: &dyn Fn(&Self) -> &[T]| {
            let at = |index: usize| all.iter().map(|one| &of(one)[index]).collect::<Vec<_>>();
            outcomes.iter().enumerate().map(|(index, &outcome)| join(outcome, &at(index))).collect::<Vec<_>>()
        };
        let of_estimand =
            |(index, asked): (usize, &NodeSet)| each(&asked.iter().collect::<Vec<_>>(), &|one| &one.estimates[index]);
        let outside = |index: usize| all.iter().map(|one| one.outside[index]).sum::<f64>() / all.len() as f64;
        let have_ceilings = all.iter().all(|one| one.ceiling.is_some());
        Found {
            none: each(outcomes, &|one| &one.none),
            estimates: wanted.values().enumerate().map(of_estimand).collect(),
            outside: (0..wanted.len()).map(outside).collect(),
            ceiling: have_ceilings.then(|| each(outcomes, &|one| one.ceiling.as_deref().unwrap_or_default())),
        }
    }
}

/// Some rows of an experiment: φ(x), the share of each row, and the mean of φ(x) ⊗ φ_j(y) for each outcome.
struct Recorded {
    values: Values,
    features: Matrix,
    shares: Vec<f64>,
    means: Vec<Matrix>,
}

impl Task<'_> {
    fn given(&self) -> &Experiment {
        &self.question.experiments[self.experiment]
    }

    fn outcomes(&self) -> Vec<NodeId> {
        outcomes(self.question, self.experiment)
    }

    fn scores(&self, execution: &Execution<'_>) -> Result<RepeatScores, JudgeError> {
        let parts = &self.question.parts;
        let (data, own) = (parts.data.rows(self.repeat), parts.experiments[self.experiment].rows(self.repeat));
        let halves = self.given().table().row_count() >= CEILING_ROWS && own.iter().all(|rows| rows.len() >= 4);
        let contrasts = |(data, own): (&Vec<usize>, &Vec<usize>)| {
            execution.check()?;
            let recorded = self.recorded(own);
            let mut contrasts = self.contrasts(data, &recorded, execution)?;
            contrasts.ceiling = halves.then(|| self.halves(own, execution)).transpose()?;
            Ok(contrasts)
        };
        let parts = data.iter().zip(&own).map(contrasts).collect::<Result<Vec<PartContrasts>, JudgeError>>()?;
        let square =
            |outcome, contrasts: &[&Matrix]| Squares::of_repeat(contrasts, self.question.predictor.norm(outcome));
        Ok(Found::joined(&parts, &self.outcomes(), self.wanted, square))
    }

    /// Some rows of the experiment.
    fn recorded(&self, rows: &[usize]) -> Recorded {
        let values = rows_of(&self.question.values.experiments[self.experiment], rows);
        let (features, shares) = (self.features.gathered(rows), self.given().shares(rows));
        let mut weighted = features.clone();
        weighted.scale_columns(&shares);
        let mean = |outcome: NodeId| {
            weighted.times_transposed(&self.question.predictor.coordinates(outcome, &values[outcome.index()]))
        };
        Recorded { means: self.outcomes().into_iter().map(mean).collect(), values, features, shares }
    }

    /// δ of one part for all wanted estimands; the pieces of a large part are averaged.
    fn contrasts(
        &self,
        data: &[usize],
        recorded: &Recorded,
        execution: &Execution<'_>,
    ) -> Result<PartContrasts, JudgeError> {
        let pieces = self.question.parts.pieces(data);
        let mut sum: Option<PartContrasts> = None;
        for rows in &pieces {
            let part = self.question.predictor.part(rows_of(&self.question.values.data, rows));
            let predicted = self.predicted(&part, recorded, rows.len() as f64 / data.len() as f64, execution)?;
            match &mut sum {
                Some(sum) => sum.add(&predicted),
                None => sum = Some(predicted),
            }
        }
        let mut contrasts = sum.expect("a part has rows");
        contrasts.subtract(&recorded.means, &self.outcomes(), self.wanted);
        Ok(contrasts)
    }

    /// The mean of φ(x) ⊗ Ĝ(x) times `share`, for "no effect" and for each estimand.
    fn predicted(
        &self,
        part: &PartPredictor<'_>,
        recorded: &Recorded,
        share: f64,
        execution: &Execution<'_>,
    ) -> Result<PartContrasts, ContSidError> {
        let Recorded { values, features, shares, .. } = recorded;
        let center: Vec<f64> = features.times_vector(shares).into_iter().map(|value| value * share).collect();
        let marginal = |outcome: NodeId| {
            let mean = part.mean(outcome);
            let mut product = Matrix::zeros(center.len(), mean.len());
            product.add_product(&center, mean);
            product
        };
        let scaled: Vec<f64> = shares.iter().map(|value| value * share).collect();
        let (mut estimates, mut outside) = (Vec::new(), Vec::new());
        for (estimand, outcomes) in self.wanted {
            let set = estimand.treatments.iter().map(|node| values[node.index()].clone()).collect();
            let prediction = part.predict(estimand, set, outcomes, execution)?;
            let sum = |outcome| prediction.sum(outcome, features, &scaled, part.mean(outcome));
            estimates.push(outcomes.iter().map(sum).collect());
            let is_outside = prediction.is_outside().zip(&scaled);
            outside.push(is_outside.map(|(is_outside, share)| f64::from(u8::from(is_outside)) * share).sum());
        }
        Ok(PartContrasts {
            none: self.outcomes().into_iter().map(marginal).collect(),
            estimates,
            outside,
            ceiling: None,
        })
    }

    /// δ of the halves of a part's rows at predicting each other, averaged.
    fn halves(&self, rows: &[usize], execution: &Execution<'_>) -> Result<Vec<Matrix>, JudgeError> {
        let [even, odd] = [0, 1].map(|first| rows.iter().skip(first).step_by(2).copied().collect::<Vec<usize>>());
        let mut sum = self.half(&even, &odd, execution)?;
        for (sum, other) in sum.iter_mut().zip(self.half(&odd, &even, execution)?) {
            sum.add(&other);
            sum.scale(0.5);
        }
        Ok(sum)
    }

    /// δ of some rows of the experiment at predicting others.
    fn half(&self, known: &[usize], asked: &[usize], execution: &Execution<'_>) -> Result<Vec<Matrix>, JudgeError> {
        let recorded = self.recorded(asked);
        let part = self.question.predictor.part(rows_of(&self.question.values.experiments[self.experiment], known));
        let (estimand, outcomes) = (self.question.unadjusted(self.experiment), self.outcomes());
        let all = NodeSet::of(self.question.node_count(), outcomes.iter().copied());
        let set = estimand.treatments.iter().map(|node| recorded.values[node.index()].clone()).collect();
        let prediction = part.predict(&estimand, set, &all, execution)?;
        let contrast = |(&outcome, observed): (&NodeId, &Matrix)| {
            prediction.sum(outcome, &recorded.features, &recorded.shares, part.mean(outcome)).minus(observed)
        };
        Ok(outcomes.iter().zip(&recorded.means).map(contrast).collect())
    }
}

impl PartContrasts {
    fn add(&mut self, other: &Self) {
        let own = self.none.iter_mut().chain(self.estimates.iter_mut().flatten());
        own.zip(other.none.iter().chain(other.estimates.iter().flatten())).for_each(|(own, other)| own.add(other));
        self.outside.iter_mut().zip(&other.outside).for_each(|(own, other)| *own += other);
    }

    /// Subtracts what was observed, in the order of `outcomes`.
    fn subtract(&mut self, observed: &[Matrix], outcomes: &[NodeId], wanted: &Wanted) {
        for (own, observed) in self.none.iter_mut().zip(observed) {
            *own = own.minus(observed);
        }
        for (own, asked) in self.estimates.iter_mut().zip(wanted.values()) {
            for (own, outcome) in own.iter_mut().zip(asked.iter()) {
                let index = outcomes.binary_search(&outcome).expect("what is estimated is an outcome");
                *own = own.minus(&observed[index]);
            }
        }
    }
}

/// The selected variables that were not set.
fn outcomes(question: &Question<'_>, experiment: usize) -> Vec<NodeId> {
    let treatments = question.experiments[experiment].treatments();
    question.selected.iter().filter(|&node| !treatments.contains(node)).collect()
}

/// The scores of an experiment over all repeats.
fn gathered(question: &Question<'_>, index: usize, wanted: &Wanted, repeats: &[RepeatScores]) -> ExperimentScores {
    let outcomes = outcomes(question, index);
    let found = Found::joined(repeats, &outcomes, wanted, |_, repeats: &[&Squares]| Squares::of_repeats(repeats));
    let of_outcomes = |squares: Vec<Squares>| outcomes.iter().copied().zip(squares).collect();
    let estimates = wanted.iter().zip(found.estimates);
    let estimates =
        estimates.map(|((estimand, asked), squares)| (estimand.clone(), asked.iter().zip(squares).collect()));
    let outside: BTreeMap<Estimand, f64> = wanted.keys().cloned().zip(found.outside).collect();
    ExperimentScores {
        none: of_outcomes(found.none),
        estimates: estimates.collect(),
        far: outside[&question.unadjusted(index)],
        outside,
        ceiling: found.ceiling.map(of_outcomes),
        rows: question.experiments[index].table().row_count(),
    }
}
