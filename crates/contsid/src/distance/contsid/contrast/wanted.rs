//! Contrasts of many sets of treatments together.

use super::{Contrast, Estimand, OutcomeContrast};
use crate::graph::NodeSet;
use std::collections::BTreeMap;

/// The contrasts that are wanted, each once, with all outcomes that it is wanted for.
pub(in super::super) struct Wanted<S>(BTreeMap<Contrast<S>, NodeSet>);

impl<S: Ord + Clone + AsRef<Estimand>> Wanted<S> {
    pub(in super::super) fn new<'a>(wanted: impl IntoIterator<Item = &'a OutcomeContrast<S>>) -> Self
    where
        S: 'a,
    {
        let mut merged: BTreeMap<Contrast<S>, NodeSet> = BTreeMap::new();
        for OutcomeContrast { contrast, outcomes } in wanted {
            let known = merged.entry(contrast.clone());
            known.and_modify(|known| *known |= outcomes).or_insert_with(|| outcomes.clone());
        }
        Self(merged)
    }

    /// The contrasts by the treatments of both graphs together.
    pub(in super::super) fn by_treatments(&self) -> BTreeMap<NodeSet, Vec<(&Contrast<S>, &NodeSet)>> {
        let mut grouped: BTreeMap<NodeSet, Vec<_>> = BTreeMap::new();
        for (contrast, outcomes) in &self.0 {
            let treatments = contrast.estimates().map(|estimate| estimate.as_ref().treatments.clone());
            let treatments = treatments.reduce(|one, other| one | &other).expect("a contrast is of one graph at least");
            grouped.entry(treatments).or_default().push((contrast, outcomes));
        }
        grouped
    }
}
