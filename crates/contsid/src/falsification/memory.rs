//! Tests that were made, so that none is made twice.

use super::claims::LocalClaims;
use crate::execution::{Cancelled, Execution};
use crate::graph::NodeId;
use crate::independence::Tester;
use std::collections::{BTreeMap, BTreeSet};

/// The p-value of each pair, by the set that was conditioned on.
#[derive(Debug)]
pub(super) struct TestMemory<'a> {
    tester: &'a Tester,
    by_set: BTreeMap<Vec<NodeId>, BTreeMap<[NodeId; 2], f64>>,
}

impl<'a> TestMemory<'a> {
    pub(super) fn new(tester: &'a Tester) -> Self {
        Self { tester, by_set: BTreeMap::new() }
    }

    /// Makes the tests of these claims that were not made before.
    pub(super) fn test<'c>(
        &mut self,
        claims: impl IntoIterator<Item = &'c LocalClaims>,
        execution: &Execution<'_>,
    ) -> Result<(), Cancelled> {
        let mut missing: BTreeMap<&[NodeId], BTreeSet<[NodeId; 2]>> = BTreeMap::new();
        for claim in claims.into_iter().flat_map(LocalClaims::iter).filter(|claim| !claim.others.is_empty()) {
            let known = self.by_set.get(&claim.given);
            let new = claim.pairs().filter(|pair| !known.is_some_and(|known| known.contains_key(pair)));
            missing.entry(&claim.given).or_default().extend(new);
        }
        let sets: Vec<(&[NodeId], Vec<[NodeId; 2]>)> = missing
            .into_iter()
            .filter(|(_, pairs)| !pairs.is_empty())
            .map(|(given, pairs)| (given, pairs.into_iter().collect()))
            .collect();
        let test = |(given, pairs): &(&[NodeId], Vec<[NodeId; 2]>)| self.tester.p_values(given, pairs, execution);
        let found = execution.map::<_, _, Cancelled>(&sets, test)?;
        for ((given, pairs), p_values) in sets.into_iter().zip(found) {
            self.by_set.entry(given.to_vec()).or_default().extend(pairs.into_iter().zip(p_values));
        }
        Ok(())
    }

    /// The p-value of a pair that was tested.
    pub(super) fn p_value(&self, given: &[NodeId], pair: [NodeId; 2]) -> f64 {
        self.by_set[given][&pair]
    }
}
