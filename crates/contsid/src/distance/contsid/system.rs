//! What a solved system is known by, and the systems that are kept or at hand while they are used again.

use super::solved::Solved;
use super::{ContSidError, Prepared};
use crate::embedding::Lambda;
use crate::graph::NodeSet;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many bytes of solved systems are kept.
pub(super) const CACHE_BYTES: u64 = 256 << 20;

/// A solved system with more bytes is not kept: weights for all of some thousand interventions are as large as the system.
pub(super) const LARGEST_KEPT: u64 = CACHE_BYTES / 16;

/// The treatments of a system, what is adjusted for, and the ridge parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct System {
    pub(super) treatments: NodeSet,
    pub(super) adjustment: NodeSet,
    /// The bits of λ; 0 until it is chosen.
    lambda_bits: u64,
}

impl System {
    /// A system whose ridge parameter may still have to be chosen.
    pub(super) fn new(treatments: NodeSet, adjustment: NodeSet, lambda: Option<Lambda>) -> Self {
        Self { treatments, adjustment, lambda_bits: lambda.map_or(0, |lambda| lambda.value().to_bits()) }
    }

    pub(super) fn lambda(&self) -> Lambda {
        Lambda::new(f64::from_bits(self.lambda_bits)).expect("the ridge parameter of a system is chosen")
    }

    pub(super) fn choose(&mut self, lambda: Lambda) {
        self.lambda_bits = lambda.value().to_bits();
    }
}

/// The systems that were used last, the last one at the end, besides those that are kept with the prepared data.
pub(super) struct AtHand {
    systems: Vec<(System, Arc<Solved>)>,
    most: usize,
}

impl AtHand {
    /// A comparison looks at two systems at a time: fewer are not kept.
    pub(super) const FEWEST: usize = 2;

    /// So many systems at most, the one that is being solved among them.
    pub(super) fn new(most: usize) -> Self {
        Self { systems: Vec::new(), most: most.max(Self::FEWEST) }
    }

    /// The system, solved now or before.
    pub(super) fn solved(&mut self, prepared: &Prepared, system: &System) -> Result<Arc<Solved>, ContSidError> {
        if let Some(place) = self.systems.iter().position(|(other, _)| other == system) {
            self.systems[place..].rotate_left(1);
            let (_, solved) = self.systems.last().expect("the system was found here");
            return Ok(Arc::clone(solved));
        }
        if let Some(solved) = prepared.kept(system) {
            return Ok(solved);
        }
        if self.systems.len() == self.most {
            self.systems.remove(0);
        }
        let solved = prepared.solve(system)?;
        if !prepared.keep(system, &solved) {
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
    /// None yet, and room for so many bytes.
    pub(super) fn with_room(room: u64) -> Self {
        Self { systems: BTreeMap::new(), used: 0, room }
    }

    pub(super) fn find(&self, system: &System) -> Option<Arc<Solved>> {
        self.systems.get(system).map(Arc::clone)
    }

    /// Keeps a system if it is small and there is room; says whether it is kept.
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

    /// How many of the wanted bytes there are for something else beside the working memory and what is kept here: at most
    /// half of what is left, and the room here shrinks to the rest.
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
