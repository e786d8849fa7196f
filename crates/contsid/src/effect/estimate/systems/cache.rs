//! Solved systems that are kept for later comparisons, or at hand while they are used again.

use super::{Solved, Solver, System};
use crate::effect::ContSidError;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most bytes of solved systems that are kept.
pub(crate) const CACHE_BYTES: u64 = 256 << 20;

/// A solved system with more bytes is not kept: weights for all of some thousand interventions are as large as the
/// system.
pub(crate) const LARGEST_KEPT: u64 = CACHE_BYTES / 16;

/// The systems that were used last, the last one at the end, besides those that the solver keeps.
pub(crate) struct AtHand {
    systems: Vec<(System, Arc<Solved>)>,
    most: usize,
}

impl AtHand {
    /// The fewest systems at hand: a comparison needs two at a time.
    pub(crate) const FEWEST: usize = 2;

    /// At most `most` systems, the one that is being solved among them.
    pub(crate) fn new(most: usize) -> Self {
        Self { systems: Vec::new(), most: most.max(Self::FEWEST) }
    }

    /// The system, solved before and at hand or kept by the solver, or solved now.
    pub(crate) fn solved(
        &mut self,
        solver: &Solver,
        system: &System,
        solve: impl FnOnce() -> Result<Arc<Solved>, ContSidError>,
    ) -> Result<Arc<Solved>, ContSidError> {
        if let Some(index) = self.systems.iter().position(|(other, _)| other == system) {
            self.systems[index..].rotate_left(1);
            let (_, solved) = self.systems.last().expect("the system was found here");
            return Ok(Arc::clone(solved));
        }
        if let Some(solved) = solver.cache().find(system) {
            return Ok(solved);
        }
        if self.systems.len() == self.most {
            self.systems.remove(0);
        }
        let solved = solve()?;
        if !solver.cache().keep(system, &solved) {
            self.systems.push((system.clone(), Arc::clone(&solved)));
        }
        Ok(solved)
    }
}

/// Solved systems that are kept for later comparisons, as long as there is room.
pub(super) struct Cache {
    systems: BTreeMap<System, Arc<Solved>>,
    used: u64,
    room: u64,
}

impl Cache {
    /// None yet, and room for this many bytes.
    pub(super) fn with_room(room: u64) -> Self {
        Self { systems: BTreeMap::new(), used: 0, room }
    }

    pub(super) fn find(&self, system: &System) -> Option<Arc<Solved>> {
        self.systems.get(system).map(Arc::clone)
    }

    /// Keeps a system if it is small and there is room; returns whether it is kept.
    pub(super) fn keep(&mut self, system: &System, solved: &Arc<Solved>) -> bool {
        let bytes = solved.bytes() as u64;
        if bytes > LARGEST_KEPT || bytes > self.room {
            return self.systems.contains_key(system);
        }
        if self.systems.insert(system.clone(), Arc::clone(solved)).is_none() {
            (self.used, self.room) = (self.used + bytes, self.room - bytes);
        }
        true
    }

    /// Grants up to `wanted` bytes, at most half of what the limit leaves beside the working memory and what is kept
    /// here. The room here shrinks to the rest.
    ///
    /// # Errors
    ///
    /// If the working memory does not fit the limit.
    pub(super) fn grant(&mut self, working: u64, wanted: u64, limit: u64) -> Result<u64, ContSidError> {
        let needed = working.saturating_add(self.used);
        let spare = limit.checked_sub(needed).ok_or(ContSidError::Memory { needed, limit })?;
        let granted = wanted.min(spare / 2);
        self.room = self.room.min(spare - granted);
        Ok(granted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Estimand;
    use crate::effect::LambdaChoice;
    use crate::effect::estimate::columns::{InterventionPlan, JointPoints};
    use crate::effect::solve::SolvedWeights;
    use crate::embedding::{Estimator, Lambda, Weighting};
    use crate::graph::{NodeId, NodeSet};
    use crate::numeric::Matrix;

    /// A system of a treatment, of which there are four.
    fn system(treatment: usize) -> System {
        let treatments = NodeSet::of(4, [NodeId::new(treatment)]);
        System { estimand: Estimand { treatments, adjustment: NodeSet::empty(4) }, lambda: Lambda::one_over(10) }
    }

    /// Weights of this many samples for one intervention: eight bytes each.
    fn weights(samples: usize) -> Arc<Solved> {
        let points = JointPoints { columns: vec![vec![0.0]], weights: vec![1.0] };
        let plan = Arc::new(InterventionPlan { points, rows: None });
        Arc::new(Solved { weights: SolvedWeights::OfPoints(Matrix::zeros(samples, 1)), plan, corrections: None })
    }

    #[test]
    fn the_system_that_was_not_used_for_longest_is_forgotten() {
        let solver = Solver::new(LambdaChoice::OneOverN, Weighting::By(Estimator::default()), 0);
        let (mut at_hand, mut solved) = (AtHand::new(3), Vec::new());
        for treatment in [0, 1, 2, 0, 1, 3, 0, 1, 3, 2, 0] {
            let found = at_hand.solved(&solver, &system(treatment), || {
                solved.push(treatment);
                Ok(weights(treatment + 1))
            });
            assert!(matches!(found, Ok(found) if found.bytes() == 8 * (treatment + 1)));
        }
        // Three are at hand: 3 replaces 2, which replaces 0.
        assert_eq!(solved, [0, 1, 2, 3, 2, 0]);
    }

    #[test]
    fn what_the_solver_keeps_takes_no_place_at_hand() {
        let solver = Solver::new(LambdaChoice::OneOverN, Weighting::By(Estimator::default()), 8);
        let (mut at_hand, mut solved) = (AtHand::new(1), Vec::new());
        for treatment in [0, 1, 2, 0, 1, 2, 0, 3, 1] {
            let found = at_hand.solved(&solver, &system(treatment), || {
                solved.push(treatment);
                Ok(weights(1))
            });
            assert!(found.is_ok());
        }
        // 0 is kept, and the two that were used last are at hand.
        assert_eq!(solved, [0, 1, 2, 3, 1]);
    }

    #[test]
    fn systems_are_kept_while_there_is_room() {
        let mut cache = Cache::with_room(100);
        let mut keep = |treatment, samples| (cache.keep(&system(treatment), &weights(samples)), cache.used, cache.room);
        assert_eq!(keep(0, 6), (true, 48, 52));
        // The same system once more takes no more room.
        assert_eq!(keep(0, 6), (true, 48, 52));
        assert_eq!(keep(1, 7), (false, 48, 52));
        assert_eq!(keep(2, 6), (true, 96, 4));
        assert_eq!(keep(0, 6), (true, 96, 4));
        assert_eq!(keep(3, 1), (false, 96, 4));
        assert!(cache.find(&system(2)).is_some() && cache.find(&system(3)).is_none());
    }

    #[test]
    fn a_system_may_fill_its_room_and_is_at_most_sixteen_megabytes() {
        let mut cache = Cache::with_room(48);
        assert!(cache.keep(&system(0), &weights(6)) && cache.room == 0);
        let mut cache = Cache::with_room(1 << 40);
        assert!(cache.keep(&system(0), &weights(1 << 21)));
        assert!(!cache.keep(&system(1), &weights((1 << 21) + 1)));
    }

    fn with_used(used: u64, room: u64) -> Cache {
        Cache { used, ..Cache::with_room(room) }
    }

    #[test]
    fn at_most_half_of_what_remains_is_granted() {
        // 100 − 40 − 20 = 40 remain.
        let granted = |wanted| {
            let mut cache = with_used(20, 1000);
            let granted = cache.grant(40, wanted, 100).expect("it fits");
            (granted, cache.room)
        };
        assert_eq!(granted(5), (5, 35));
        assert_eq!(granted(20), (20, 20));
        assert_eq!(granted(500), (20, 20));
    }

    #[test]
    fn a_grant_does_not_enlarge_the_room() {
        let mut cache = with_used(0, 7);
        assert!(matches!(cache.grant(0, 10, 100), Ok(10)));
        assert_eq!(cache.room, 7);
    }

    #[test]
    fn working_memory_and_kept_systems_must_fit_the_limit() {
        assert!(matches!(with_used(20, 9).grant(80, 1, 100), Ok(0)));
        let refused = with_used(20, 9).grant(81, 1, 100);
        assert!(matches!(refused, Err(ContSidError::Memory { needed: 101, limit: 100 })));
    }
}
