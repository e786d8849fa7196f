//! The distances of contrasts, each system solved once.

use super::signal::{Crossing, Signal};
use crate::distance::contsid::contrast::{Contrast, OutcomeContrast, TreatmentContrasts, Wanted};
use crate::distance::contsid::solve::{AtHand, Solved, System};
use crate::distance::contsid::{ContSidError, Estimand, Prepared, memory};
use crate::embedding::Lambda;
use crate::execution::Execution;
use crate::graph::{NodeId, NodeSet};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The number of systems that a thread keeps at hand for contrasts of the same treatments, if there is room.
const AT_HAND: usize = 6;

/// The assumed rank of an outcome's factor in estimates of work.
const USUAL_RANK: usize = 32;

/// The distances of the wanted outcomes of each contrast.
pub(in super::super) type ContrastDistances = BTreeMap<Contrast<System>, BTreeMap<NodeId, f64>>;

/// The contrasts of sets of treatments, and their distances.
pub(in super::super) struct Judged {
    /// The contrasts of each set of treatments.
    pub(in super::super) surveyed: Vec<TreatmentContrasts>,
    /// The contrasts of each set, with their systems.
    pub(in super::super) systems: Vec<Vec<OutcomeContrast<System>>>,
    /// The distances of all contrasts.
    pub(in super::super) distances: ContrastDistances,
}

/// Contrasts whose treatments, of both graphs together, are the same.
struct ContrastTask<'a> {
    treatments: NodeSet,
    contrasts: Vec<(&'a Contrast<System>, &'a NodeSet)>,
    system_count: usize,
    /// An estimate of the multiplications.
    work: f64,
}

/// Estimates contrasts on prepared data.
#[derive(Clone, Copy)]
pub(in super::super) struct Estimation<'a> {
    prepared: &'a Prepared,
    execution: Execution<'a>,
}

impl<'a> Estimation<'a> {
    pub(in super::super) fn new(prepared: &'a Prepared, execution: &Execution<'a>) -> Self {
        Self { prepared, execution: *execution }
    }

    /// The systems of contrasts. A ridge parameter chosen from the data depends on all outcomes for which either graph
    /// proposes the estimand.
    pub(in super::super) fn systems(
        &self,
        surveyed: &[TreatmentContrasts],
    ) -> Result<Vec<Vec<OutcomeContrast<System>>>, ContSidError> {
        let fixed = self.prepared.lambda();
        let chosen = if fixed.is_none() { self.chosen_lambdas(surveyed)? } else { BTreeMap::new() };
        let system = |estimand: &Estimand| System {
            lambda: fixed.unwrap_or_else(|| chosen[estimand]),
            estimand: estimand.clone(),
        };
        let with_systems = |wanted: &OutcomeContrast<Estimand>| OutcomeContrast {
            contrast: wanted.contrast.map(system),
            outcomes: wanted.outcomes.clone(),
        };
        Ok(surveyed.iter().map(|of_set| of_set.contrasts.iter().map(with_systems).collect()).collect())
    }

    fn chosen_lambdas<'b>(
        &self,
        surveyed: &'b [TreatmentContrasts],
    ) -> Result<BTreeMap<&'b Estimand, Lambda>, ContSidError> {
        let contrasts = surveyed.iter().flat_map(|of_set| &of_set.contrasts);
        let mut serves: BTreeMap<&Estimand, NodeSet> = contrasts
            .flat_map(|wanted| wanted.contrast.estimates())
            .map(|estimand| (estimand, NodeSet::empty(self.prepared.node_count())))
            .collect();
        for (outcome, estimand) in surveyed.iter().flat_map(TreatmentContrasts::proposals) {
            if let Some(outcomes) = serves.get_mut(estimand) {
                outcomes.insert(outcome);
            }
        }
        let serves: Vec<(&Estimand, NodeSet)> = serves.into_iter().collect();
        let Prepared { solver, columns, .. } = self.prepared;
        self.execution
            .map(&serves, |(estimand, outcomes)| {
                Ok((*estimand, solver.lambda_for(columns, estimand, outcomes, &self.execution)?))
            })
            .map(|chosen| chosen.into_iter().collect())
    }

    /// The distances of all contrasts, on all threads.
    ///
    /// # Errors
    ///
    /// If there is more work than `most_work`, not enough memory, a system cannot be solved, or the computation is
    /// stopped.
    pub(in super::super) fn distances<'b>(
        &self,
        wanted: impl IntoIterator<Item = &'b OutcomeContrast<System>>,
        most_work: f64,
    ) -> Result<ContrastDistances, ContSidError> {
        let wanted = Wanted::new(wanted);
        let tasks = self.tasks(&wanted)?;
        self.check_work(&tasks, most_work)?;
        let at_hand = self.at_hand(&tasks)?;
        self.execution.monitor().begin(tasks.iter().map(ContrastTask::units).sum());
        let mut distances = ContrastDistances::new();
        // Few treatments first: their systems are kept for larger sets.
        for stage in tasks.chunk_by(|a, b| a.treatments.len() == b.treatments.len()) {
            let found = self.execution.map(stage, |task| self.run(task, AtHand::new(at_hand)))?;
            distances.extend(found.into_iter().flatten());
        }
        Ok(distances)
    }

    /// The tasks by number of treatments, then the most work first, so that no thread is left with a large one at the
    /// end.
    fn tasks<'b>(&self, wanted: &'b Wanted<System>) -> Result<Vec<ContrastTask<'b>>, ContSidError> {
        let grouped = wanted.by_treatments();
        let tasks = grouped.into_iter().map(|(treatments, contrasts)| self.task(treatments, contrasts));
        let mut tasks = tasks.collect::<Result<Vec<_>, _>>()?;
        tasks.sort_by(|a, b| a.treatments.len().cmp(&b.treatments.len()).then(b.work.total_cmp(&a.work)));
        Ok(tasks)
    }

    fn task<'b>(
        &self,
        treatments: NodeSet,
        mut contrasts: Vec<(&'b Contrast<System>, &'b NodeSet)>,
    ) -> Result<ContrastTask<'b>, ContSidError> {
        // Contrasts with the same true system are neighbours, so that it stays at hand.
        contrasts.sort_by_key(|(contrast, _)| (contrast.truth(), contrast.learnt()));
        let systems: BTreeSet<&System> = contrasts.iter().flat_map(|(contrast, _)| contrast.estimates()).collect();
        let (rows, width) = (self.prepared.sample_count(), self.width(&treatments)?);
        let outcomes: usize = contrasts.iter().map(|(_, outcomes)| outcomes.len()).sum();
        let mut work = (outcomes * rows * USUAL_RANK) as f64 * width as f64;
        for system in &systems {
            work += self.system_work(system)?;
        }
        Ok(ContrastTask { treatments, contrasts, system_count: systems.len(), work })
    }

    /// The multiplications of one system.
    fn system_work(&self, system: &System) -> Result<f64, ContSidError> {
        let (rows, width) = (self.prepared.sample_count() as f64, self.width(&system.estimand.treatments)? as f64);
        let Estimand { treatments, adjustment } = &system.estimand;
        // Without an adjustment set, the system of a factor has the size of its rank.
        let is_small = treatments.len() == 1 && adjustment.is_empty() && width < rows;
        Ok(if is_small { rows * width * width } else { rows * rows * (rows / 6.0 + width) })
    }

    fn width(&self, treatments: &NodeSet) -> Result<usize, ContSidError> {
        Ok(self.prepared.plans.of(&self.prepared.columns, treatments)?.width())
    }

    fn check_work(&self, tasks: &[ContrastTask<'_>], most: f64) -> Result<(), ContSidError> {
        let work: f64 = tasks.iter().map(|task| task.work).sum();
        if work <= most {
            return Ok(());
        }
        let contrasts = tasks.iter().flat_map(|task| &task.contrasts);
        let systems: BTreeSet<&System> = contrasts.flat_map(|(contrast, _)| contrast.estimates()).collect();
        let rows = self.prepared.sample_count();
        Err(ContSidError::TooMuchWork { systems: systems.len(), rows, factor: work / most })
    }

    /// The number of systems that each thread keeps at hand.
    fn at_hand(&self, tasks: &[ContrastTask<'_>]) -> Result<usize, ContSidError> {
        let most = tasks.iter().map(|task| task.system_count).max().unwrap_or(0);
        if most <= AtHand::FEWEST && tasks.iter().all(|task| task.treatments.len() == 1) {
            // The memory estimate of prepared data includes this number.
            return Ok(AtHand::FEWEST);
        }
        let widths = tasks.iter().map(|task| self.width(&task.treatments));
        let widest = widths.collect::<Result<Vec<_>, _>>()?.into_iter().max().unwrap_or(0);
        memory::most_at_hand(self.prepared, widest, AT_HAND, self.execution.threads())
    }

    fn run(&self, task: &ContrastTask<'_>, mut at_hand: AtHand) -> Result<ContrastDistances, ContSidError> {
        let mut distances = ContrastDistances::new();
        for &(contrast, outcomes) in &task.contrasts {
            self.execution.check()?;
            distances.insert(contrast.clone(), self.of_contrast(contrast, outcomes, &mut at_hand)?);
        }
        self.execution.monitor().advance(task.units());
        Ok(distances)
    }

    /// The distances of some outcomes by one contrast, known ones and new ones.
    pub(in super::super) fn of_contrast(
        &self,
        contrast: &Contrast<System>,
        outcomes: &NodeSet,
        at_hand: &mut AtHand,
    ) -> Result<BTreeMap<NodeId, f64>, ContSidError> {
        let Some(known) = &self.prepared.known else {
            return self.judged(contrast, &outcomes.iter().collect::<Vec<_>>(), at_hand);
        };
        let mut distances = known.of(contrast, outcomes);
        let missing: Vec<NodeId> = outcomes.iter().filter(|outcome| !distances.contains_key(outcome)).collect();
        if !missing.is_empty() {
            let found = self.judged(contrast, &missing, at_hand)?;
            known.keep(contrast, &found);
            distances.extend(found);
        }
        Ok(distances)
    }

    fn judged(
        &self,
        contrast: &Contrast<System>,
        outcomes: &[NodeId],
        at_hand: &mut AtHand,
    ) -> Result<BTreeMap<NodeId, f64>, ContSidError> {
        let mut solved = |system: &System| self.solved(system, at_hand);
        match contrast {
            Contrast::TruthOnly(system) | Contrast::LearntOnly(system) => {
                let solved = solved(system)?;
                self.norms(contrast, &Signal::against_marginal(&solved), outcomes)
            }
            Contrast::Both { truth, learnt } => {
                let Prepared { columns, plans, .. } = self.prepared;
                let crossing = Crossing::between(&truth.estimand, &learnt.estimand, columns, plans)?;
                let (truth, learnt) = (solved(truth)?, solved(learnt)?);
                let norms = |signal: &Signal<'_>| self.norms(contrast, signal, outcomes);
                match crossing {
                    Some(crossing) => norms(&Signal::across(&truth, &learnt, &crossing)),
                    None => match Solved::difference(&truth, &learnt) {
                        Some(difference) => norms(&Signal::of_difference(&difference, &learnt.plan)),
                        None => norms(&Signal::between(&truth, &learnt)),
                    },
                }
            }
        }
    }

    /// A system, solved now or before.
    pub(in super::super) fn solved(&self, system: &System, at_hand: &mut AtHand) -> Result<Arc<Solved>, ContSidError> {
        let Prepared { solver, columns, plans, .. } = self.prepared;
        at_hand.solved(solver, system, || {
            let plan = plans.of(columns, &system.estimand.treatments)?;
            solver.solve(columns, system, &plan, &self.execution)
        })
    }

    /// The distances of these outcomes by one signal.
    fn norms(
        &self,
        contrast: &Contrast<System>,
        signal: &Signal<'_>,
        outcomes: &[NodeId],
    ) -> Result<BTreeMap<NodeId, f64>, ContSidError> {
        let Prepared { solver, columns, options, .. } = self.prepared;
        let is_divided = options.normalise.divides(contrast.case());
        solver.with_scratch(|scratch| {
            let distance = |&outcome: &NodeId| {
                let column = columns.column(outcome);
                let divisor = if is_divided { column.norm } else { 1.0 };
                Ok((outcome, signal.mean_norm(column, scratch, &self.execution)? / divisor))
            };
            outcomes.iter().map(distance).collect()
        })
    }
}

impl ContrastTask<'_> {
    /// Progress is reported in millions of multiplications, at least one.
    #[expect(clippy::cast_sign_loss, reason = "work is not negative")]
    fn units(&self) -> u64 {
        1 + (self.work / 1e6) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Column, Table};
    use crate::distance::contsid::{ContSidOptions, Interventions, PerColumn};
    use crate::graph::NodeNames;
    use std::num::NonZeroUsize;

    /// Three columns of twenty rows, each set to five values.
    fn prepared() -> Prepared {
        let column = |step: f64| Column::Numeric((0..20).map(|row| (step * f64::from(row)).sin()).collect());
        let table = Table::new(NodeNames::numbered(3), [1.0, 2.0, 3.0].map(column).to_vec()).expect("a table");
        let five = Interventions::Grid(NonZeroUsize::new(5).expect("not zero"));
        let options = ContSidOptions { interventions: PerColumn::all(five), ..ContSidOptions::default() };
        Prepared::new(&table, &options, &Execution::alone()).expect("finite numbers")
    }

    fn nodes(nodes: &[usize]) -> NodeSet {
        NodeSet::of(3, nodes.iter().map(|&node| NodeId::new(node)))
    }

    fn system(treatments: &[usize], adjustment: &[usize]) -> System {
        let estimand = Estimand { treatments: nodes(treatments), adjustment: nodes(adjustment) };
        System { estimand, lambda: Lambda::one_over(20) }
    }

    fn wanted(contrast: Contrast<System>, outcomes: &[usize]) -> OutcomeContrast<System> {
        OutcomeContrast { contrast, outcomes: nodes(outcomes) }
    }

    /// N K² multiplications for a treatment alone, and N³/6 + N² K otherwise, with N = 20 rows and K right sides.
    #[test]
    fn the_work_of_a_system() {
        let (prepared, alone) = (prepared(), Execution::alone());
        let estimation = Estimation::new(&prepared, &alone);
        let work = |treatments, adjustment| match estimation.system_work(&system(treatments, adjustment)) {
            Ok(work) => work.round(),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(work(&[0], &[]), 500.0);
        assert_eq!(work(&[0], &[1]), 3_333.0);
        assert_eq!(work(&[0, 1], &[]), 11_333.0);
    }

    #[test]
    fn tasks_with_few_treatments_come_first_and_large_ones_before_small_ones() {
        let (prepared, alone) = (prepared(), Execution::alone());
        let estimation = Estimation::new(&prepared, &alone);
        let all = [
            wanted(Contrast::TruthOnly(system(&[0, 1], &[])), &[2]),
            wanted(Contrast::TruthOnly(system(&[1], &[])), &[0]),
            wanted(Contrast::TruthOnly(system(&[1], &[])), &[2]),
            wanted(Contrast::Both { truth: system(&[0], &[]), learnt: system(&[0], &[1]) }, &[2]),
        ];
        let merged = Wanted::new(&all);
        let tasks = estimation.tasks(&merged).unwrap_or_else(|error| panic!("{error}"));
        // Outcomes × rows × 32 × right sides, and the systems.
        let found: Vec<_> = tasks.iter().map(|task| (task.system_count, task.work.round())).collect();
        assert_eq!(found, [(2, 3_200.0 + 3_833.0), (1, 6_400.0 + 500.0), (1, 16_000.0 + 11_333.0)]);
        assert_eq!(tasks[1].contrasts, [(&Contrast::TruthOnly(system(&[1], &[])), &nodes(&[0, 2]))]);
        let total: f64 = tasks.iter().map(|task| task.work).sum();
        assert!(estimation.check_work(&tasks, total).is_ok());
        let refused = estimation.check_work(&tasks, total / 4.0);
        assert!(matches!(refused, Err(ContSidError::TooMuchWork { systems: 4, rows: 20, factor: 4.0 })));
        let units =
            |work| ContrastTask { treatments: nodes(&[]), contrasts: Vec::new(), system_count: 0, work }.units();
        assert_eq!((units(999_999.0), units(2_500_000.0)), (1, 3));
    }

    #[test]
    fn more_systems_are_at_hand_where_more_are_used() {
        let (prepared, alone) = (prepared(), Execution::alone());
        let estimation = Estimation::new(&prepared, &alone);
        let at_hand = |contrasts: &[Contrast<System>]| {
            let all: Vec<_> = contrasts.iter().map(|contrast| wanted(contrast.clone(), &[2])).collect();
            let merged = Wanted::new(&all);
            let tasks = estimation.tasks(&merged)?;
            estimation.at_hand(&tasks)
        };
        let both = Contrast::Both { truth: system(&[0], &[]), learnt: system(&[0], &[1]) };
        assert!(matches!(at_hand(std::slice::from_ref(&both)), Ok(AtHand::FEWEST)));
        assert!(matches!(at_hand(&[both, Contrast::TruthOnly(system(&[0], &[2]))]), Ok(AT_HAND)));
        assert!(matches!(at_hand(&[Contrast::TruthOnly(system(&[0, 1], &[]))]), Ok(AT_HAND)));
    }
}
