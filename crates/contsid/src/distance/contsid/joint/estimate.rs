//! The distances between distributions that the answers ask for, each system solved once.

use super::super::signal::{Crossing, Signal};
use super::super::solved::Solved;
use super::super::system::{AtHand, System};
use super::super::{ContSidError, Prepared};
use super::JointLimits;
use super::survey::{Answer, Contrast, Question};
use crate::execution::Execution;
use crate::graph::NodeSet;
use std::collections::{BTreeMap, BTreeSet};

/// Contrasts and the outcomes on which they are judged.
pub(super) type Wanted = BTreeMap<Contrast, NodeSet>;

/// For each contrast the distance on each outcome that was wanted; 0 on the others.
pub(super) type Distances = BTreeMap<Contrast, Vec<f64>>;

/// So many systems are kept at hand while contrasts of the same treatments pass by, if there is room.
const AT_HAND: usize = 6;

/// Contrasts whose treatments, of both graphs together, are the same.
struct Task<'a> {
    treatments: NodeSet,
    contrasts: Vec<(&'a Contrast, &'a NodeSet)>,
    work: f64,
}

/// Adds what the answers ask for.
pub(super) fn collect(questions: &[Question], answers: &[Answer], node_count: usize, wanted: &mut Wanted) {
    for (question, answer) in questions.iter().zip(answers) {
        let Answer::Estimated(contrast) = answer else { continue };
        match wanted.get_mut(contrast) {
            Some(outcomes) => outcomes.insert(question.outcome),
            None => wanted.insert(contrast.clone(), NodeSet::of(node_count, [question.outcome])).is_none(),
        };
    }
}

impl Prepared {
    /// The distances of all contrasts.
    pub(super) fn estimate(
        &self,
        wanted: &Wanted,
        limits: JointLimits,
        execution: &Execution<'_>,
    ) -> Result<Distances, ContSidError> {
        let tasks = self.tasks(wanted)?;
        self.check_work(wanted, &tasks, limits)?;
        let at_hand = self.joint_at_hand(wanted, execution.threads())?;
        execution.monitor().begin(tasks.iter().map(Task::units).sum());
        let (mut distances, mut left) = (Distances::new(), tasks.as_slice());
        // Few treatments first: their systems are kept, and serve larger sets.
        while let Some(first) = left.first() {
            let size = first.treatments.len();
            let (stage, rest) = left.split_at(left.partition_point(|task| task.treatments.len() == size));
            for found in execution.map(stage, |task| {
                let found = self.run(task, AtHand::new(at_hand), execution)?;
                execution.monitor().advance(task.units());
                Ok::<_, ContSidError>(found)
            })? {
                distances.extend(found);
            }
            left = rest;
        }
        Ok(distances)
    }

    /// By the number of treatments, and the largest first, so that no thread is left with a large one at the end.
    fn tasks<'a>(&self, wanted: &'a Wanted) -> Result<Vec<Task<'a>>, ContSidError> {
        let mut by_treatments: BTreeMap<NodeSet, Vec<(&Contrast, &NodeSet)>> = BTreeMap::new();
        for (contrast, outcomes) in wanted {
            by_treatments.entry(contrast.treatments()).or_default().push((contrast, outcomes));
        }
        let task = |(treatments, contrasts): (NodeSet, Vec<(&'a Contrast, &'a NodeSet)>)| {
            let systems: BTreeSet<&System> = contrasts.iter().flat_map(|(contrast, _)| contrast.systems()).collect();
            let mut work = 0.0;
            for system in systems {
                work += self.system_work(system)?;
            }
            let outcomes: usize = contrasts.iter().map(|(_, outcomes)| outcomes.len()).sum();
            work += (outcomes * self.samples) as f64 * 32.0 * self.width(&treatments)? as f64;
            Ok::<_, ContSidError>(Task { treatments, contrasts, work })
        };
        let mut tasks = by_treatments.into_iter().map(task).collect::<Result<Vec<_>, _>>()?;
        tasks.sort_by(|a, b| a.treatments.len().cmp(&b.treatments.len()).then(b.work.total_cmp(&a.work)));
        Ok(tasks)
    }

    /// The multiplications of one system.
    fn system_work(&self, system: &System) -> Result<f64, ContSidError> {
        let (rows, width) = (self.samples as f64, self.width(&system.treatments)? as f64);
        Ok(rows * rows * (rows / 6.0 + width))
    }

    fn width(&self, treatments: &NodeSet) -> Result<usize, ContSidError> {
        match self.columns_of(treatments).as_slice() {
            [one] => Ok(one.plan.width()),
            _ => Ok(self.joint_points(treatments)?.len()),
        }
    }

    fn check_work(&self, wanted: &Wanted, tasks: &[Task<'_>], limits: JointLimits) -> Result<(), ContSidError> {
        let work: f64 = tasks.iter().map(|task| task.work).sum();
        if work <= limits.work {
            return Ok(());
        }
        let systems: BTreeSet<&System> = wanted.keys().flat_map(Contrast::systems).collect();
        Err(ContSidError::TooMuchWork { systems: systems.len(), rows: self.samples, factor: work / limits.work })
    }

    /// How many systems each thread has at hand.
    fn joint_at_hand(&self, wanted: &Wanted, threads: usize) -> Result<usize, ContSidError> {
        let mut widest = 0;
        for contrast in wanted.keys() {
            widest = widest.max(self.width(&contrast.treatments())?);
        }
        self.most_at_hand(widest, AT_HAND, threads)
    }

    fn run(
        &self,
        task: &Task<'_>,
        mut at_hand: AtHand,
        execution: &Execution<'_>,
    ) -> Result<Vec<(Contrast, Vec<f64>)>, ContSidError> {
        let mut distances = Vec::with_capacity(task.contrasts.len());
        for &(contrast, outcomes) in &task.contrasts {
            execution.check()?;
            distances.push((contrast.clone(), self.contrast_distances(contrast, outcomes, &mut at_hand)?));
        }
        Ok(distances)
    }

    fn contrast_distances(
        &self,
        contrast: &Contrast,
        outcomes: &NodeSet,
        at_hand: &mut AtHand,
    ) -> Result<Vec<f64>, ContSidError> {
        let mut solved = |system: &System| at_hand.solved(self, system);
        let truth = contrast.truth.as_ref().map(&mut solved).transpose()?;
        let learnt = contrast.learnt.as_ref().map(&mut solved).transpose()?;
        let mut distances = vec![0.0; self.node_count()];
        let mut judge = |signal: &Signal<'_>| self.judge(contrast.case(), signal, outcomes, &mut distances);
        match (truth.as_deref(), learnt.as_deref()) {
            (Some(truth), Some(learnt)) => match self.crossing(contrast)? {
                Some(crossing) => judge(&Signal::across(truth, learnt, &crossing)),
                None => match Solved::difference(truth, learnt) {
                    Some(difference) => judge(&Signal::of_difference(&difference, &learnt.plan)),
                    None => judge(&Signal::between(truth, learnt)),
                },
            },
            (Some(solved), None) | (None, Some(solved)) => judge(&Signal::against_marginal(solved)),
            (None, None) => unreachable!("a contrast has a system"),
        }
        Ok(distances)
    }

    /// The interventions on the treatments of both graphs together; none if both have the same.
    fn crossing(&self, contrast: &Contrast) -> Result<Option<Crossing>, ContSidError> {
        let Contrast { truth: Some(truth), learnt: Some(learnt) } = contrast else { return Ok(None) };
        if truth.treatments == learnt.treatments {
            return Ok(None);
        }
        let union = contrast.treatments();
        let points = self.joint_points(&union)?;
        let places = |own: &NodeSet| {
            let kept: Vec<usize> =
                (0..).zip(union.iter()).filter(|(_, node)| own.contains(*node)).map(|(k, _)| k).collect();
            Ok::<_, ContSidError>(points.places_in(&kept, &self.plan(own)?.points))
        };
        let (truth, learnt) = (places(&truth.treatments)?, places(&learnt.treatments)?);
        Ok(Some(Crossing { truth, learnt, shares: points.weights }))
    }
}

impl Task<'_> {
    /// Progress is reported in millions of multiplications, at least one.
    #[expect(clippy::cast_sign_loss, reason = "work is not negative")]
    fn units(&self) -> u64 {
        1 + (self.work / 1e6) as u64
    }
}
