//! What is true of graphs with given values, by the rule, written down a second time.

use contsid::effect::{Difference, LEVEL};

/// Values that differ by less are the same: rounding.
pub const ROUNDING: f64 = 1e-9;

/// The difference of the worst member of one graph and the best of another.
pub type DifferenceOf<'a> = Box<dyn Fn(usize, usize) -> Option<Difference> + 'a>;

/// The values of some graphs, smaller for better ones.
pub struct Values<'a> {
    pub names: Vec<String>,
    pub best: Vec<f64>,
    pub worst: Vec<f64>,
    /// None where values alone decide.
    pub difference: Option<DifferenceOf<'a>>,
}

/// What is true of two graphs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Truth {
    Better,
    Worse,
    Tie,
    Depends,
}

impl Values<'_> {
    pub fn count(&self) -> usize {
        self.names.len()
    }

    pub fn difference(&self, a: usize, b: usize) -> Option<Difference> {
        self.difference.as_ref().and_then(|difference| difference(a, b))
    }

    fn is_ahead(&self, a: usize, b: usize) -> bool {
        self.worst[a] < self.best[b] - ROUNDING * self.worst[a].abs().max(self.best[b].abs()).max(1.0)
    }

    pub fn is_range(&self, graph: usize) -> bool {
        self.worst[graph] - self.best[graph] > ROUNDING * self.worst[graph].abs().max(1.0)
    }

    /// The pairs that Holm's test rejects, from the smallest p-value on, and their adjusted p-values.
    pub fn adjusted(&self) -> Vec<Vec<Option<f64>>> {
        let count = self.count();
        let mut tests = Vec::new();
        for a in 0..count {
            for b in (0..count).filter(|&b| b != a) {
                let is_once = self.is_ahead(a, b) || a < b && !self.is_ahead(b, a);
                let is_tested = self.is_ahead(a, b) || !self.is_range(a) && !self.is_range(b);
                if let Some(found) = self.difference(a, b).filter(|_| is_once && is_tested) {
                    tests.push((found.p_value, a, b));
                }
            }
        }
        tests.sort_by(|one, other| one.0.total_cmp(&other.0));
        let (mut adjusted, mut largest) = (vec![vec![None; count]; count], 0.0f64);
        for (step, &(p_value, a, b)) in tests.iter().enumerate() {
            largest = largest.max((p_value * (count * (count - 1) / 2 - step) as f64).min(1.0));
            (adjusted[a][b], adjusted[b][a]) = (Some(largest), Some(largest));
        }
        adjusted
    }

    /// What is true of all pairs.
    pub fn truths(&self) -> Vec<Vec<Truth>> {
        let (count, adjusted) = (self.count(), self.adjusted());
        let mut better = vec![vec![false; count]; count];
        for a in 0..count {
            for b in 0..count {
                let is_found = self.difference.is_none() || adjusted[a][b].is_some_and(|p| p < LEVEL);
                better[a][b] = a != b && self.is_ahead(a, b) && is_found;
            }
        }
        for _ in 0..count {
            for (a, b, c) in (0..count).flat_map(|a| (0..count * count).map(move |bc| (a, bc / count, bc % count))) {
                better[a][c] |= better[a][b] && better[b][c];
            }
        }
        let truth = |a: usize, b: usize| {
            let same =
                (self.best[a] - self.best[b]).abs() < ROUNDING && (self.worst[a] - self.worst[b]).abs() < ROUNDING;
            let overlap = !self.is_ahead(a, b) && !self.is_ahead(b, a);
            match (better[a][b], better[b][a]) {
                (true, _) => Truth::Better,
                (_, true) => Truth::Worse,
                _ if overlap && !same && (self.is_range(a) || self.is_range(b)) => Truth::Depends,
                _ => Truth::Tie,
            }
        };
        (0..count).map(|a| (0..count).map(|b| truth(a, b)).collect()).collect()
    }
}
