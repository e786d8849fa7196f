//! Permutations of labels.

use crate::graph::NodeId;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// All permutations of `count` labels in lexicographic order if there are at most `most`, else `most` random ones.
pub(super) fn permutations(count: usize, most: usize, seed: u64) -> Vec<Vec<NodeId>> {
    let labels: Vec<NodeId> = NodeId::all(count).collect();
    let all = (1..=count).try_fold(1_usize, usize::checked_mul).filter(|&all| all <= most);
    if all.is_some() {
        return std::iter::successors(Some(labels), |labels| next(labels)).collect();
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let shuffled = |_| {
        let mut labels = labels.clone();
        labels.shuffle(&mut rng);
        labels
    };
    (0..most).map(shuffled).collect()
}

/// The next permutation in lexicographic order.
fn next(labels: &[NodeId]) -> Option<Vec<NodeId>> {
    let last_rise = labels.windows(2).rposition(|two| two[0] < two[1])?;
    let swap = labels.iter().rposition(|label| *label > labels[last_rise])?;
    let mut next = labels.to_vec();
    next.swap(last_rise, swap);
    next[last_rise + 1..].reverse();
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn all_permutations_are_taken_where_there_are_no_more() {
        for (count, most, expected) in [(0, 5, 1), (1, 1, 1), (4, 24, 24), (4, 23, 23), (30, 10, 10)] {
            let found = permutations(count, most, 3);
            assert_eq!(found.len(), expected, "{count} labels, at most {most}");
        }
        let all: BTreeSet<Vec<NodeId>> = permutations(5, 120, 1).into_iter().collect();
        assert_eq!(all.len(), 120);
    }

    #[test]
    fn random_ones_follow_the_seed() {
        assert_eq!(permutations(9, 20, 4), permutations(9, 20, 4));
        assert_ne!(permutations(9, 20, 4), permutations(9, 20, 5));
    }
}
