//! Which members attain bounds.

use super::{Bounds, Exactness, PairChoices, RowCosts};
use crate::execution::{Cancelled, Execution};
use crate::graph::Role;

/// The largest component of undirected edges in which the member that attains a bound is searched for.
const LARGEST_COMPONENT: usize = 12;

/// A cost above any bound.
const FORBIDDEN: f64 = 1e200;

/// Which of the two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Lower,
    Upper,
}

impl End {
    pub(crate) fn of(self, bounds: Bounds) -> f64 {
        match self {
            Self::Lower => bounds.lower,
            Self::Upper => bounds.upper,
        }
    }

    fn forbidden(self) -> f64 {
        match self {
            Self::Lower => FORBIDDEN,
            Self::Upper => -FORBIDDEN,
        }
    }
}

impl PairChoices<'_> {
    fn listed_bounds(&self, costs: &[Vec<f64>], execution: &Execution<'_>) -> Result<Bounds, Cancelled> {
        let costs: Vec<RowCosts> = costs.iter().cloned().map(RowCosts::Listed).collect();
        self.bounds(&costs, execution)
    }

    /// The choice of each node in a member that attains a bound; none if the bound is not known to be attained, or the
    /// search would take too long.
    ///
    /// Choices are forbidden, half of a node's at a time, while the bound stays the same.
    pub(crate) fn attained(
        &self,
        costs: &[RowCosts],
        whole: Bounds,
        end: End,
        execution: &Execution<'_>,
    ) -> Result<Option<Vec<usize>>, Cancelled> {
        let components = [Role::Truth, Role::Learnt].into_iter().flat_map(|which| self.of(which).class().components());
        let largest = components.map(|component| component.nodes().len()).max().unwrap_or(0);
        if whole.exactness == Exactness::Relaxed || largest > LARGEST_COMPONENT {
            return Ok(None);
        }
        let listed = |costs: &RowCosts| match costs {
            RowCosts::Listed(values) => Some(values.clone()),
            RowCosts::Between { .. } => None,
        };
        let Some(costs) = costs.iter().map(listed).collect::<Option<Vec<Vec<f64>>>>() else { return Ok(None) };
        let mut allowed = costs.clone();
        let mut chosen = vec![0; costs.len()];
        for node in 0..costs.len() {
            let mut left: Vec<usize> = (0..costs[node].len()).collect();
            while left.len() > 1 {
                let (first, second) = left.split_at(left.len() / 2);
                set(&mut allowed[node], second, |_| end.forbidden());
                if end.of(self.listed_bounds(&allowed, execution)?) == end.of(whole) {
                    left.truncate(first.len());
                    continue;
                }
                set(&mut allowed[node], second, |choice| costs[node][choice]);
                set(&mut allowed[node], first, |_| end.forbidden());
                left = second.to_vec();
            }
            chosen[node] = left.first().copied().unwrap_or(0);
        }
        Ok(Some(chosen))
    }
}

/// Sets the costs of some choices.
fn set(costs: &mut [f64], choices: &[usize], cost: impl Fn(usize) -> f64) {
    for &choice in choices {
        costs[choice] = cost(choice);
    }
}
