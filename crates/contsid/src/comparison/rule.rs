//! Which of several graphs is better? One rule for distances, skills and studies.
//!
//! Of each graph the values of its best and of its worst member are known; they are equal for a directed graph. **A is
//! better than B** if A's worst member is better than B's best one, and the difference of these two members, on the
//! same parts, has a p-value below [`LEVEL`] after Holm's correction over all pairs of graphs (Holm 1979). Counts have
//! no p-value: there the values alone decide. If A is better than B and B better than C, then A is better than C: the
//! two findings imply the third, so this adds no false one. Otherwise it **depends** on undirected edges if the ranges
//! of two graphs overlap, are not the same, and at least one is not a single value; else the graphs **tie**.
//!
//! The tier of a graph is one more than the number of better graphs. Graphs are ordered by tier, then by their worst
//! member, then by name.

use crate::effect::{Difference, LEVEL};
use crate::numeric::noise::{differ, levels};

/// Which values are good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Distances.
    Small,
    /// Skills, and shares of what is right.
    Large,
}

/// The values of the best and of the worst member of a graph; equal for a directed graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contender {
    /// The value of the best member.
    pub best: f64,
    /// The value of the worst member.
    pub worst: f64,
}

impl Contender {
    /// A graph with a single value.
    pub fn point(value: f64) -> Self {
        Self { best: value, worst: value }
    }

    /// Whether members have different values.
    pub fn is_range(self) -> bool {
        !self.best.is_nan() && differ(self.best, self.worst)
    }

    /// Whether the worst member of this graph is as good as the best one of another, which is then never better.
    pub fn meets(self, other: Self) -> bool {
        !differ(self.worst, other.best)
    }
}

/// What tells two graphs apart.
#[derive(Clone, Copy)]
pub enum Evidence<'a> {
    /// Their values alone: counts, and numbers whose error is not known.
    Values,
    /// A significant difference of the worst member of one graph less the best member of another, by their indices;
    /// none where nothing can be said.
    Tested(&'a dyn Fn(usize, usize) -> Option<Difference>),
}

/// How a graph stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Better.
    Better,
    /// Worse.
    Worse,
    /// Not told apart.
    Tie,
    /// Undirected edges leave open which is better, or whether one of them is better.
    Depends,
}

crate::named!(Standing { Better: "better", Worse: "worse", Tie: "tie", Depends: "depends" });

/// How one graph stands to another, and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphRelation {
    /// The index of one graph.
    pub first: usize,
    /// The index of the other.
    pub second: usize,
    /// How the first stands to the second.
    pub standing: Standing,
    /// First minus second, of the members that decide; none without a test, and where ranges overlap. Its interval
    /// reaches 0 where the adjusted p-value tells nothing apart.
    pub difference: Option<Difference>,
    /// The p-value adjusted for all pairs of graphs; that of a relation which two others imply is at most the larger of
    /// theirs.
    pub adjusted_p_value: Option<f64>,
}

impl GraphRelation {
    fn reversed(self) -> Self {
        Self {
            first: self.second,
            second: self.first,
            standing: match self.standing {
                Standing::Better => Standing::Worse,
                Standing::Worse => Standing::Better,
                same => same,
            },
            difference: self.difference.map(Difference::reversed),
            adjusted_p_value: self.adjusted_p_value,
        }
    }
}

/// The relations of all pairs of graphs, and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The tier of each graph, in the order in which they were given: 1 if none is better.
    pub tiers: Vec<usize>,
    /// The indices of the graphs: by tier, then by their worst member, then by name.
    pub order: Vec<usize>,
    /// All pairs, in this order.
    pub relations: Vec<GraphRelation>,
}

impl Standings {
    /// Applies the rule to graphs with these names.
    ///
    /// # Complexity
    ///
    /// O(n³) for n graphs, of which only pairs that are told apart count.
    ///
    /// ```
    /// use contsid::comparison::{Contender, Evidence, Goal, Standing, Standings};
    ///
    /// // The SID of three graphs; the undirected edges of the last one leave a range.
    /// let graphs = [Contender::point(4.0), Contender::point(1.0), Contender { best: 0.0, worst: 2.0 }];
    /// let found = Standings::new(&["A", "B", "C"], &graphs, Goal::Small, Evidence::Values);
    /// assert_eq!((&found.tiers, &found.order), (&vec![3, 1, 1], &vec![1, 2, 0]));
    /// assert_eq!(found.between(0, 1).standing, Standing::Worse);
    /// assert_eq!(found.between(1, 2).standing, Standing::Depends);
    /// ```
    pub fn new(names: &[&str], graphs: &[Contender], goal: Goal, evidence: Evidence<'_>) -> Self {
        let mut table = RelationTable::new(graphs, goal, evidence);
        table.close();
        let count = graphs.len();
        let tiers = (0..count).map(|b| 1 + (0..count).filter(|&a| table.better[a][b]).count()).collect::<Vec<_>>();
        let worst = levels(&graphs.iter().map(|graph| goal.badness(graph.worst)).collect::<Vec<_>>());
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by_key(|&graph| (tiers[graph], worst[graph], names[graph]));
        let pairs = order.iter().enumerate().flat_map(|(k, &a)| order[k + 1..].iter().map(move |&b| (a, b)));
        let relations = pairs.map(|(a, b)| table.relation(a, b)).collect();
        Self { tiers, order, relations }
    }

    /// How one graph stands to another.
    ///
    /// # Panics
    ///
    /// If it is the same graph, or there is no such graph.
    pub fn between(&self, a: usize, b: usize) -> GraphRelation {
        let place = |graph: usize| self.order.iter().position(|&other| other == graph).expect("a graph of the ranking");
        let (i, j) = (place(a).min(place(b)), place(a).max(place(b)));
        assert!(i < j, "a graph has no relation to itself");
        // Before row i of the upper triangle stand i rows of n − 1, n − 2, … pairs.
        let found = self.relations[i * (2 * self.order.len() - i - 1) / 2 + (j - i - 1)];
        if found.first == a { found } else { found.reversed() }
    }

    /// The graphs of tier 1, in order: no graph is better than one of them.
    pub fn first_tier(&self) -> Vec<usize> {
        self.order.iter().copied().filter(|&graph| self.tiers[graph] == 1).collect()
    }
}

impl Goal {
    /// Larger for worse values.
    fn badness(self, value: f64) -> f64 {
        match self {
            Self::Small => value,
            Self::Large => -value,
        }
    }

    /// Whether the first value is better, by more than rounding.
    fn is_better(self, first: f64, second: f64) -> bool {
        self.badness(first) < self.badness(second) && differ(first, second)
    }

    /// Whether the worst member of the first graph is better than the best one of the second.
    fn is_ahead(self, first: Contender, second: Contender) -> bool {
        self.is_better(first.worst, second.best)
    }
}

/// What is known of each ordered pair of graphs.
struct RelationTable<'a> {
    graphs: &'a [Contender],
    goal: Goal,
    /// Row minus column, of the members that decide.
    differences: Vec<Vec<Option<Difference>>>,
    /// The adjusted p-value of each difference.
    adjusted: Vec<Vec<Option<f64>>>,
    /// Whether the row is better than the column.
    better: Vec<Vec<bool>>,
}

impl<'a> RelationTable<'a> {
    fn new(graphs: &'a [Contender], goal: Goal, evidence: Evidence<'_>) -> Self {
        let count = graphs.len();
        let mut table = Self {
            graphs,
            goal,
            differences: vec![vec![None; count]; count],
            adjusted: vec![vec![None; count]; count],
            better: vec![vec![false; count]; count],
        };
        let is_ahead = |a: usize, b: usize| goal.is_ahead(graphs[a], graphs[b]);
        let pairs: Vec<(usize, usize)> = (0..count)
            .flat_map(|a| (a + 1..count).map(move |b| (a, b)))
            .map(|(a, b)| if is_ahead(b, a) { (b, a) } else { (a, b) })
            .collect();
        let Evidence::Tested(difference) = evidence else {
            pairs.iter().filter(|&&(a, b)| is_ahead(a, b)).for_each(|&(a, b)| table.better[a][b] = true);
            return table;
        };
        let is_tested = |a: usize, b: usize| is_ahead(a, b) || !graphs[a].is_range() && !graphs[b].is_range();
        let found: Vec<Option<Difference>> =
            pairs.iter().map(|&(a, b)| if is_tested(a, b) { difference(a, b) } else { None }).collect();
        let p_values: Vec<f64> = found.iter().map(|found| found.map_or(1.0, |found| found.p_value)).collect();
        for ((&(a, b), found), adjusted) in pairs.iter().zip(&found).zip(holm(&p_values)) {
            let Some(found) = found.map(|found| found.among_others(adjusted)) else { continue };
            (table.differences[a][b], table.differences[b][a]) = (Some(found), Some(found.reversed()));
            (table.adjusted[a][b], table.adjusted[b][a]) = (Some(adjusted), Some(adjusted));
            // Values from other rows than the difference may contradict it.
            table.better[a][b] = is_ahead(a, b) && goal.is_better(found.value, 0.0) && adjusted < LEVEL;
        }
        table
    }

    /// Adds what follows: a graph that is better than a better one is better.
    fn close(&mut self) {
        let count = self.graphs.len();
        for between in 0..count {
            for a in (0..count).filter(|&a| self.better[a][between]).collect::<Vec<_>>() {
                for b in (0..count).filter(|&b| self.better[between][b]).collect::<Vec<_>>() {
                    let chain = [self.adjusted[a][between], self.adjusted[between][b]].into_iter().flatten();
                    let known = chain.reduce(f64::max).into_iter().chain(self.adjusted[a][b]).reduce(f64::min);
                    (self.adjusted[a][b], self.adjusted[b][a]) = (known, known);
                    self.better[a][b] = true;
                }
            }
        }
    }

    fn relation(&self, a: usize, b: usize) -> GraphRelation {
        GraphRelation {
            first: a,
            second: b,
            standing: self.standing(a, b),
            difference: self.differences[a][b],
            adjusted_p_value: self.adjusted[a][b],
        }
    }

    fn standing(&self, a: usize, b: usize) -> Standing {
        let (one, other) = (self.graphs[a], self.graphs[b]);
        let is_apart = self.goal.is_ahead(one, other) || self.goal.is_ahead(other, one);
        let is_same = !differ(one.best, other.best) && !differ(one.worst, other.worst);
        if self.better[a][b] {
            Standing::Better
        } else if self.better[b][a] {
            Standing::Worse
        } else if !is_apart && !is_same && (one.is_range() || other.is_range()) {
            Standing::Depends
        } else {
            Standing::Tie
        }
    }
}

/// p-values adjusted for their number, so that the chance of any false finding stays below the level (Holm 1979): the
/// k-th smallest of m becomes the largest of p (m − k + 1) over itself and all smaller ones, at most 1.
fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let (mut adjusted, mut largest) = (vec![1.0; p_values.len()], 0.0f64);
    for (below, &index) in order.iter().enumerate() {
        largest = largest.max(p_values[index] * (p_values.len() - below) as f64).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R 4.4: `p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.5), "holm")`.
    #[test]
    fn holm_equals_r() {
        let expected = [0.04, 0.09, 0.09, 0.025, 0.5];
        for (found, expected) in holm(&[0.01, 0.04, 0.03, 0.005, 0.5]).iter().zip(expected) {
            assert!((found - expected).abs() < 1e-15);
        }
        assert!(holm(&[]).is_empty());
    }
}
