//! Which variables are adjacent? Those that no set of neighbours makes independent.

use crate::DiscoveryError;
use contsid::execution::{Cancelled, Execution};
use contsid::independence::{Conditioning, Correlations, FisherZ};
use std::collections::BTreeMap;

/// Fisher's test of a partial correlation: independent if |z| √(n − |S| − 3) is below a normal quantile.
#[derive(Clone, Copy, Debug)]
pub(super) struct FisherTest {
    pub(super) fisher: FisherZ,
    /// The 1 − α/2 quantile of the standard normal distribution.
    pub(super) quantile: f64,
}

impl FisherTest {
    /// √(n − |S| − 3)
    pub(super) fn scale(self, order: usize) -> f64 {
        self.fisher.scale(order)
    }

    /// The largest |r| that counts as independence.
    fn largest_correlation(self, order: usize) -> f64 {
        (self.quantile / self.scale(order)).tanh()
    }

    /// The largest conditioning set that leaves the test a degree of freedom.
    fn largest_order(self) -> usize {
        self.fisher.sample_count.saturating_sub(4)
    }
}

/// Why two variables are not adjacent.
#[derive(Clone, Debug)]
pub(super) struct SeparatingSet {
    pub(super) set: Vec<usize>,
    /// |z| √(n − |S| − 3): the smaller, the more certain.
    pub(super) statistic: f64,
}

/// The adjacencies, and the separators of the other pairs.
pub(super) struct Skeleton {
    /// For each variable, the sorted list of adjacent ones.
    pub(super) adjacent: Vec<Vec<usize>>,
    /// For each pair (a, b), a < b, that is not adjacent, its separator.
    pub(super) separators: BTreeMap<(usize, usize), SeparatingSet>,
    pub(super) test_count: u64,
}

/// The order-independent ("stable") search: sets of size k are taken from the neighbours that remained after size k −
/// 1. If several sets of one size separate two variables, the one with the largest p-value is kept.
///
/// D. Colombo & M. H. Maathuis (2014), *Order-independent constraint-based causal structure learning*, JMLR 15,
/// algorithm 4.1. Complexity: O(p · dᵏ⁺¹ · k²) for degree d and the largest size k that is reached.
pub(super) fn skeleton(
    correlations: &Correlations,
    test: FisherTest,
    max_order: Option<usize>,
    execution: &Execution<'_>,
) -> Result<Skeleton, DiscoveryError> {
    let count = correlations.variable_count();
    let adjacent = (0..count).map(|x| (0..count).filter(|&y| y != x).collect()).collect();
    let mut skeleton = Skeleton { adjacent, separators: BTreeMap::new(), test_count: 0 };
    let variables: Vec<usize> = (0..count).collect();
    let largest = max_order.unwrap_or(usize::MAX).min(test.largest_order());
    let mut order = 0;
    while order <= largest && skeleton.adjacent.iter().any(|others| others.len() > order) {
        let search = |&variable: &usize| {
            Ok(SeparatorSearch::new(correlations, &skeleton.adjacent, variable, order, test).run(execution)?)
        };
        let found: Vec<Found> = execution.map::<_, _, DiscoveryError>(&variables, search)?;
        skeleton.take_apart(&found, order, test);
        order += 1;
    }
    Ok(skeleton)
}

impl Skeleton {
    /// Removes the separated pairs. Of two separators the more certain is kept; ties go to the first by members.
    fn take_apart(&mut self, found: &[Found], order: usize, test: FisherTest) {
        for (x, found) in found.iter().enumerate() {
            self.test_count += found.test_count;
            for (y, best) in &found.separated {
                let separator = SeparatingSet { set: best.set.clone(), statistic: best.fisher * test.scale(order) };
                let kept = self.separators.entry((x.min(*y), x.max(*y))).or_insert_with(|| separator.clone());
                if (separator.statistic, &separator.set) < (kept.statistic, &kept.set) {
                    *kept = separator;
                }
            }
        }
        let Self { adjacent, separators, .. } = self;
        for (x, others) in adjacent.iter_mut().enumerate() {
            others.retain(|&y| !separators.contains_key(&(x.min(y), x.max(y))));
        }
    }
}

/// The separators found among one variable's neighbours.
struct Found {
    separated: Vec<(usize, Best)>,
    test_count: u64,
}

struct Best {
    correlation: f64,
    fisher: f64,
    set: Vec<usize>,
}

/// The tests of one variable against its neighbours, given sets of the others of one size.
struct SeparatorSearch<'a> {
    adjacent: &'a [Vec<usize>],
    variable: usize,
    order: usize,
    largest_correlation: f64,
    given: Conditioning<'a>,
    chosen: Vec<usize>,
    best: Vec<Option<Best>>,
    test_count: u64,
}

impl<'a> SeparatorSearch<'a> {
    fn new(
        correlations: &'a Correlations,
        adjacent: &'a [Vec<usize>],
        variable: usize,
        order: usize,
        test: FisherTest,
    ) -> Self {
        Self {
            adjacent,
            variable,
            order,
            largest_correlation: test.largest_correlation(order),
            given: Conditioning::new(correlations),
            chosen: Vec::new(),
            best: adjacent[variable].iter().map(|_| None).collect(),
            test_count: 0,
        }
    }

    fn run(mut self, execution: &Execution<'_>) -> Result<Found, Cancelled> {
        if self.adjacent[self.variable].len() > self.order {
            self.choose(0, execution)?;
        }
        let others = self.adjacent[self.variable].iter().copied();
        let separated = others.zip(self.best).filter_map(|(other, best)| Some((other, best?))).collect();
        Ok(Found { separated, test_count: self.test_count })
    }

    /// Adds members from index `start` on, in lexicographic order, until the set is complete.
    fn choose(&mut self, start: usize, execution: &Execution<'_>) -> Result<(), Cancelled> {
        let missing = self.order - self.chosen.len();
        if missing == 0 {
            self.test_all();
            return execution.check();
        }
        let pool = &self.adjacent[self.variable];
        for (index, &member) in pool.iter().enumerate().take(pool.len() - missing + 1).skip(start) {
            self.chosen.push(member);
            self.given.push(member);
            self.choose(index + 1, execution)?;
            self.chosen.pop();
            self.given.truncate(self.chosen.len());
        }
        Ok(())
    }

    fn test_all(&mut self) {
        self.given.aim_at(self.variable);
        for index in 0..self.best.len() {
            let other = self.adjacent[self.variable][index];
            if self.chosen.contains(&other) || self.is_tested_by(other) {
                continue;
            }
            self.test_count += 1;
            let partial = self.given.partial(other);
            let correlation = partial.correlation.abs();
            let limit = self.best[index].as_ref().map_or(self.largest_correlation, |best| best.correlation);
            if correlation < limit {
                self.best[index] = Some(Best { correlation, fisher: partial.fisher(), set: self.chosen.clone() });
            }
        }
    }

    /// Whether the smaller of the two variables makes the same test, because the set is among its neighbours too.
    fn is_tested_by(&self, other: usize) -> bool {
        other < self.variable && self.chosen.iter().all(|member| self.adjacent[other].binary_search(member).is_ok())
    }
}
