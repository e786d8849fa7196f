//! Sets of treatments.

use crate::distance::Selection;
use crate::graph::{NodeId, NodeNames, NodeSet};
use thiserror::Error;

/// The most pairs of a set and an outcome when all sets of one size are listed.
pub const MOST_JOINT_PAIRS: u64 = 500_000;

/// Why sets are not valid sets of treatments.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are named after what they hold")]
pub enum TreatmentSetsError {
    /// There is no set.
    #[error("there is no set of treatments")]
    None,
    /// A set is empty.
    #[error("set {} has no treatment", index + 1)]
    Empty { index: usize },
    /// A treatment is named twice in its set.
    #[error("a treatment is named twice in set {}", index + 1)]
    TreatmentTwice { index: usize, node: NodeId },
    /// A set holds all nodes.
    #[error("set {} holds all nodes, so that no outcome is left", index + 1)]
    NoOutcome { index: usize },
    /// A set is listed twice.
    #[error("sets {} and {} are the same", first + 1, second + 1)]
    Twice { first: usize, second: usize },
    /// No set of this size leaves an outcome.
    #[error("there is no set of {size} treatments among {treatments} nodes that leaves an outcome")]
    Size { size: usize, treatments: usize },
    /// There are too many sets of this size.
    #[error(
        "there are {pairs} pairs of {size} treatments and an outcome, more than {limit}: take smaller sets, fewer \
         treatments or outcomes, or list the sets that matter"
    )]
    TooMany { size: usize, pairs: u64, limit: u64 },
}

impl TreatmentSetsError {
    /// The reason, with the names of the nodes.
    pub fn in_words(&self, names: &NodeNames) -> String {
        match self {
            Self::TreatmentTwice { index, node } => {
                format!("the treatment `{}` is named twice in set {}", names.name(*node), index + 1)
            }
            _ => self.to_string(),
        }
    }
}

/// Sets of treatments that are set together: each has a treatment and leaves an outcome, and none is listed twice.
///
/// ```
/// use contsid::distance::Selection;
/// use contsid::effect::TreatmentSets;
///
/// let pairs = TreatmentSets::all_of_size(2, 4, &Selection::all(4))?;
/// assert_eq!(pairs.iter().count(), 6);
/// assert!(TreatmentSets::all_of_size(4, 4, &Selection::all(4)).is_err()); // no outcome is left
/// # Ok::<(), contsid::effect::TreatmentSetsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreatmentSets {
    sets: Vec<NodeSet>,
    /// The size, if these are all sets of one size.
    all_of: Option<usize>,
}

impl TreatmentSets {
    /// These sets of nodes of a graph of `node_count` nodes, in this order.
    ///
    /// # Errors
    ///
    /// If there is none, one is empty or holds all nodes, a treatment is named twice in its set, or a set is listed
    /// twice.
    pub fn new<S: IntoIterator<Item = NodeId>>(
        node_count: usize,
        sets: impl IntoIterator<Item = S>,
    ) -> Result<Self, TreatmentSetsError> {
        let sets = sets.into_iter().enumerate().map(|(index, nodes)| set_of(node_count, index, nodes));
        let sets = sets.collect::<Result<Vec<_>, _>>()?;
        if sets.is_empty() {
            return Err(TreatmentSetsError::None);
        }
        let mut sorted: Vec<usize> = (0..sets.len()).collect();
        sorted.sort_by_key(|&index| (&sets[index], index));
        let same = sorted.windows(2).filter(|two| sets[two[0]] == sets[two[1]]);
        match same.min_by_key(|two| two[1]) {
            Some(two) => Err(TreatmentSetsError::Twice { first: two[0], second: two[1] }),
            None => Ok(Self { sets, all_of: None }),
        }
    }

    /// All sets of `size` of the selected treatments of a graph of `node_count` nodes that leave a selected outcome, in
    /// the order of their nodes.
    ///
    /// # Errors
    ///
    /// If there is none, or they have more than [`MOST_JOINT_PAIRS`] pairs with an outcome.
    pub fn all_of_size(size: usize, node_count: usize, selection: &Selection) -> Result<Self, TreatmentSetsError> {
        let nodes: Vec<NodeId> = selection.treatments().iter().collect();
        let refused = TreatmentSetsError::Size { size, treatments: nodes.len() };
        if size == 0 || size > nodes.len() {
            return Err(refused);
        }
        let pairs = pair_count(size, selection);
        if pairs > MOST_JOINT_PAIRS {
            return Err(TreatmentSetsError::TooMany { size, pairs, limit: MOST_JOINT_PAIRS });
        }
        let mut sets = Vec::new();
        let mut indices: Vec<usize> = (0..size).collect();
        loop {
            let set = NodeSet::of(node_count, indices.iter().map(|&index| nodes[index]));
            if !selection.outcomes().is_subset(&set) {
                sets.push(set);
            }
            let Some(last) = (0..size).rev().find(|&digit| indices[digit] < nodes.len() - size + digit) else { break };
            indices[last] += 1;
            for digit in last + 1..size {
                indices[digit] = indices[digit - 1] + 1;
            }
        }
        if sets.is_empty() { Err(refused) } else { Ok(Self { sets, all_of: Some(size) }) }
    }

    /// The sets.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &NodeSet> + Clone {
        self.sets.iter()
    }

    /// The size, if these are all sets of one size.
    pub fn all_of(&self) -> Option<usize> {
        self.all_of
    }

    /// The size of all sets, if they have the same.
    pub fn size(&self) -> Option<usize> {
        let first = self.sets.first().map(NodeSet::len)?;
        self.sets.iter().all(|set| set.len() == first).then_some(first)
    }

    /// The number of pairs of a set and an outcome outside it.
    pub fn pair_count(&self, outcomes: &NodeSet) -> usize {
        self.sets.iter().map(|set| (outcomes - set).len()).sum()
    }
}

fn set_of(
    node_count: usize,
    index: usize,
    nodes: impl IntoIterator<Item = NodeId>,
) -> Result<NodeSet, TreatmentSetsError> {
    let mut set = NodeSet::empty(node_count);
    for node in nodes {
        if !set.insert(node) {
            return Err(TreatmentSetsError::TreatmentTwice { index, node });
        }
    }
    match set.len() {
        0 => Err(TreatmentSetsError::Empty { index }),
        all if all == node_count => Err(TreatmentSetsError::NoOutcome { index }),
        _ => Ok(set),
    }
}

/// The number of pairs of a set of this size and an outcome: C(t, k) sets for an outcome that is not among the t
/// treatments, C(t − 1, k) for one that is.
fn pair_count(size: usize, selection: &Selection) -> u64 {
    let treatments = selection.treatments().len() as u64;
    let inside = (selection.treatments() & selection.outcomes()).len() as u64;
    let outside = selection.outcomes().len() as u64 - inside;
    let sets = binomial(treatments, size as u64).saturating_mul(outside);
    sets.saturating_add(binomial(treatments - 1, size as u64).saturating_mul(inside))
}

fn binomial(n: u64, k: u64) -> u64 {
    if k > n {
        return 0;
    }
    let mut product = 1_u128;
    for step in 1..=u128::from(k.min(n - k)) {
        product = product * (u128::from(n) + 1 - step) / step;
        if product > u128::from(u64::MAX) {
            return u64::MAX;
        }
    }
    u64::try_from(product).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_sets_are_listed_once_and_pairs_are_counted() {
        let nodes = |chosen: &[usize]| NodeSet::of(6, chosen.iter().map(|&node| NodeId::new(node)));
        let selection = Selection::all(6).with_treatments(nodes(&[0, 2, 3, 5])).with_outcomes(nodes(&[1, 2, 3]));
        for size in 1..=4 {
            let sets = TreatmentSets::all_of_size(size, 6, &selection).unwrap();
            let listed = TreatmentSets::new(6, sets.iter().map(NodeSet::iter)).unwrap();
            assert_eq!((sets.all_of(), &sets.sets), (Some(size), &listed.sets));
            assert!(sets.iter().all(|set| set.len() == size && set.is_subset(selection.treatments())));
            assert_eq!(sets.pair_count(selection.outcomes()) as u64, pair_count(size, &selection));
        }
        assert_eq!(TreatmentSets::all_of_size(2, 20, &Selection::all(20)).unwrap().iter().len(), 190);
        assert_eq!(pair_count(2, &Selection::all(20)), 3420);
    }

    #[test]
    fn what_are_no_sets_is_refused_with_the_fact() {
        let sets = |listed: &[&[usize]]| {
            TreatmentSets::new(3, listed.iter().map(|set| set.iter().map(|&node| NodeId::new(node))))
        };
        assert_eq!(sets(&[]), Err(TreatmentSetsError::None));
        assert_eq!(sets(&[&[1], &[]]), Err(TreatmentSetsError::Empty { index: 1 }));
        assert_eq!(sets(&[&[1], &[0], &[1], &[0]]), Err(TreatmentSetsError::Twice { first: 0, second: 2 }));
        assert_eq!(sets(&[&[1], &[2, 0, 1]]), Err(TreatmentSetsError::NoOutcome { index: 1 }));
        let twice = sets(&[&[0], &[2, 1, 2]]).unwrap_err();
        assert_eq!(twice, TreatmentSetsError::TreatmentTwice { index: 1, node: NodeId::new(2) });
        assert_eq!(twice.in_words(&NodeNames::numbered(3)), "the treatment `V3` is named twice in set 2");
        let refused = TreatmentSets::all_of_size(3, 3, &Selection::all(3));
        assert_eq!(refused, Err(TreatmentSetsError::Size { size: 3, treatments: 3 }));
        let many = TreatmentSets::all_of_size(5, 100, &Selection::all(100));
        let expected = TreatmentSetsError::TooMany { size: 5, pairs: 75_287_520 * 95, limit: MOST_JOINT_PAIRS };
        assert_eq!(many, Err(expected));
        let overflow = TreatmentSets::all_of_size(150, 300, &Selection::all(300));
        assert!(matches!(overflow, Err(TreatmentSetsError::TooMany { pairs: u64::MAX, .. })));
    }
}
