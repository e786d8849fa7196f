//! Solved systems that are kept for later comparisons, or at hand while they are used again.

use super::{Solved, Solver, System};
use crate::distance::contsid::ContSidError;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most bytes of solved systems that are kept.
pub(in super::super) const CACHE_BYTES: u64 = 256 << 20;

/// A solved system with more bytes is not kept: weights for all of some thousand interventions are as large as the
/// system.
pub(in super::super) const LARGEST_KEPT: u64 = CACHE_BYTES / 16;

/// The systems that were used last, the last one at the end, besides those that the solver keeps.
pub(in super::super) struct AtHand {
    systems: Vec<(System, Arc<Solved>)>,
    most: usize,
}

impl AtHand {
    /// The fewest systems at hand: a comparison needs two at a time.
    pub(in super::super) const FEWEST: usize = 2;

    /// At most `most` systems, the one that is being solved among them.
    pub(in super::super) fn new(most: usize) -> Self {
        Self { systems: Vec::new(), most: most.max(Self::FEWEST) }
    }

    /// The system, solved before and at hand or kept by the solver, or solved now.
    pub(in super::super) fn solved(
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
        if let Some(solved) = solver.kept(system) {
            return Ok(solved);
        }
        if self.systems.len() == self.most {
            self.systems.remove(0);
        }
        let solved = solve()?;
        if !solver.keep(system, &solved) {
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
