//! How many repeats and parts there are, and how much each intervention counts for each part.

use std::ops::Range;

/// The smallest number of rows that a part may have: with fewer a regression on several variables says nothing.
pub const LEAST_PART_ROWS: usize = 20;

/// The largest number of parts between which deviations are taken; more are put together to groups.
const MOST_GROUPS: usize = 20;

/// R repeats of B parts. Above twenty parts deviations are taken between groups of parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartGrid {
    /// R, how often the rows are divided.
    pub repeats: usize,
    /// B, the number of parts.
    pub parts: usize,
    /// The number of groups of parts.
    pub(crate) groups: usize,
}

impl PartGrid {
    pub(crate) fn new(repeats: usize, parts: usize) -> Self {
        Self { repeats, parts, groups: parts.min(MOST_GROUPS) }
    }

    /// Groups of `pieces` parts each, between which deviations are taken, however many there are.
    pub(crate) fn of_pieces(repeats: usize, groups: usize, pieces: usize) -> Self {
        Self { repeats, parts: groups * pieces, groups }
    }

    /// The number of estimates whose deviations are taken: groups of all repeats.
    pub(crate) fn estimates(self) -> usize {
        self.repeats * self.groups
    }

    /// R (B − 1)
    pub(crate) fn degrees_of_freedom(self) -> f64 {
        (self.repeats * (self.groups - 1)) as f64
    }

    /// The parts of a group.
    pub(crate) fn members(self, group: usize) -> Range<usize> {
        self.first(group)..self.first(group + 1)
    }

    /// The group of a part.
    pub(crate) fn group_of(self, part: usize) -> usize {
        // The inverse of `first`, which rounds up.
        part * self.groups / self.parts
    }

    fn first(self, group: usize) -> usize {
        (group * self.parts).div_ceil(self.groups)
    }
}

/// How much each intervention counts: in all, and for each estimate in the mean over its own rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PointShares {
    /// For each intervention; they sum to one.
    pub(crate) shares: Vec<f64>,
    /// For each estimate a share for each intervention; none where the interventions were chosen and belong to no part.
    own: Option<Vec<Vec<f64>>>,
}

impl PointShares {
    /// Interventions that belong to no part.
    pub(crate) fn chosen(shares: Vec<f64>) -> Self {
        Self { shares, own: None }
    }

    /// Observed interventions. `counts` says for each estimate how many of its rows each intervention is observed in;
    /// an estimate without any takes the mean over all.
    pub(crate) fn of_all(shares: Vec<f64>, counts: &[Vec<f64>]) -> Self {
        let own = counts.iter().map(|counts| {
            let sum: f64 = counts.iter().sum();
            if sum > 0.0 { counts.iter().map(|count| count / sum).collect() } else { shares.clone() }
        });
        let own = own.collect();
        Self { shares, own: Some(own) }
    }

    /// The same with the shares of each intervention multiplied by a factor.
    pub(crate) fn scaled(&self, factor: impl Fn(usize) -> f64) -> Self {
        let factors: Vec<f64> = (0..self.shares.len()).map(factor).collect();
        let times = |shares: &Vec<f64>| shares.iter().zip(&factors).map(|(share, factor)| share * factor).collect();
        Self { shares: times(&self.shares), own: self.own.as_ref().map(|own| own.iter().map(times).collect()) }
    }

    /// The shares of an estimate's own interventions.
    pub(crate) fn own(&self, estimate: usize) -> &[f64] {
        self.own.as_ref().map_or(&self.shares, |own| &own[estimate])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_in_its_group() {
        for parts in 2..200 {
            let grid = PartGrid::new(1, parts);
            assert_eq!(grid.members(grid.groups - 1).end, parts);
            for group in 0..grid.groups {
                assert!(!grid.members(group).is_empty());
                assert!(grid.members(group).all(|part| grid.group_of(part) == group), "{parts} {group}");
            }
        }
    }
}
