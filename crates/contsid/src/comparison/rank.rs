//! Which of several learnt graphs is the best?

use super::Comparison;
use crate::distance::bounds::Span;
use crate::named::Named;
use crate::numeric::noise::{differ, levels};

/// A distance by which learnt graphs can be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// The continuous structural intervention distance.
    ContSid,
    /// The structural intervention distance.
    Sid,
    /// The adjustment identification distance by parents.
    AidParent,
    /// The same by ancestors.
    AidAncestor,
    /// The same by optimal sets.
    AidOptimal,
    /// The structural Hamming distance.
    Shd,
}

crate::named!(Measure {
    ContSid: "contsid",
    Sid: "sid",
    AidParent: "aid_parent",
    AidAncestor: "aid_ancestor",
    AidOptimal: "aid_optimal",
    Shd: "shd",
});

impl Comparison {
    /// The bounds of a distance, equal if it is one number; none for contSID without data.
    pub fn bounds(&self, measure: Measure) -> Option<Span<f64>> {
        let count = |count: usize| Some(Span::point(count as f64));
        match measure {
            Measure::ContSid => match (&self.contsid, &self.crossfit) {
                (Some(found), _) | (None, Some(found)) => Some(found.span()),
                (None, None) => None,
            },
            Measure::Sid => Some(Span { lower: self.sid.lower as f64, upper: self.sid.upper as f64 }),
            Measure::AidParent => count(self.aid.parent.count()),
            Measure::AidAncestor => count(self.aid.ancestor.count()),
            Measure::AidOptimal => count(self.aid.optimal.count()),
            Measure::Shd => count(self.shd.count),
        }
    }
}

/// Learnt graphs in the order of their distances from the truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The distance that orders them first.
    pub by: Measure,
    /// The graphs, the nearest first. Graphs of equal rank are in the order in which they were given.
    pub order: Vec<RankedGraph>,
    /// Pairs of graphs of different rank whose bounds overlap, so that either may be nearer; the better ranked one
    /// first.
    pub overlaps: Vec<[usize; 2]>,
    /// The ranks by the other distances.
    pub others: Vec<OtherRanks>,
}

/// A learnt graph and its rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedGraph {
    /// The index of the graph.
    pub index: usize,
    /// One more than the number of nearer graphs: graphs at equal distances share a rank.
    pub rank: usize,
}

/// The order of learnt graphs by another distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherRanks {
    /// The distance.
    pub measure: Measure,
    /// The rank of each graph by this distance alone, in the order in which the graphs were given.
    pub ranks: Vec<usize>,
    /// Pairs of graphs that this distance orders the other way, without overlapping bounds; the better ranked one
    /// first.
    pub reversed: Vec<[usize; 2]>,
}

impl Ranking {
    /// The rank of each graph, in the order in which they were given.
    pub fn ranks(&self) -> Vec<usize> {
        let mut ranks = vec![0; self.order.len()];
        for graph in &self.order {
            ranks[graph.index] = graph.rank;
        }
        ranks
    }
}

/// Ranks learnt graphs from the nearest to the truth to the farthest.
///
/// They are ordered by the upper bound of a distance, then by its lower bound, then likewise by contSID, SID and SHD.
/// Without a choice, or without data for it, the distance is contSID if all graphs have it, else SID. Graphs at equal
/// distances share a rank; differences below 10⁻⁹ count as rounding. The comparisons must be with the same truth, data
/// and options.
///
/// ```
/// use contsid::comparison::{ComparisonOptions, Measure, compare, rank};
/// use contsid::execution::Execution;
/// use contsid::graph::{Edge, MixedGraph, NodeId};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let graph = |edge: Option<Edge>| MixedGraph::from_edges(2, edge);
/// let truth = graph(Some(Edge::directed(a, b)))?;
/// let mut learnt = Vec::new();
/// for edge in [Some(Edge::directed(b, a)), Some(Edge::undirected(a, b)), None, None] {
///     learnt.push(compare(&truth, &graph(edge)?, None, &ComparisonOptions::default(), &Execution::default())?);
/// }
/// // The empty graphs miss one effect; the undirected edge may be right or wrong, the reversed one is wrong.
/// let ranking = rank(&learnt.iter().collect::<Vec<_>>(), None);
/// assert_eq!((ranking.by, ranking.ranks()), (Measure::Sid, vec![4, 3, 1, 1]));
/// assert_eq!(ranking.overlaps, [[2, 1], [3, 1]]); // SID 1 and between 0 and 2
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank(compared: &[&Comparison], by: Option<Measure>) -> Ranking {
    let is_known = |measure: &Measure| compared.iter().all(|comparison| comparison.bounds(*measure).is_some());
    let by = by.filter(is_known).or(Some(Measure::ContSid).filter(is_known)).unwrap_or(Measure::Sid);
    let keys = keys(compared, &[by, Measure::ContSid, Measure::Sid, Measure::Shd]);
    let mut indices: Vec<usize> = (0..compared.len()).collect();
    indices.sort_by(|&a, &b| keys[a].cmp(&keys[b]));
    let ranks = shared_ranks(&keys);
    let order: Vec<RankedGraph> = indices.iter().map(|&index| RankedGraph { index, rank: ranks[index] }).collect();
    let pairs: Vec<[usize; 2]> = ranked_pairs(&order);
    let overlaps = pairs.iter().copied().filter(|&[a, b]| overlap(compared, by, a, b)).collect();
    let others = Measure::CHOICES.iter().copied().filter(|measure| *measure != by && is_known(measure));
    let others = others.map(|measure| OtherRanks::new(compared, measure, &pairs)).collect();
    Ranking { by, order, overlaps, others }
}

impl OtherRanks {
    fn new(compared: &[&Comparison], measure: Measure, pairs: &[[usize; 2]]) -> Self {
        let ranks = shared_ranks(&keys(compared, &[measure]));
        let is_reversed = |&[a, b]: &[usize; 2]| ranks[a] > ranks[b] && !overlap(compared, measure, b, a);
        let reversed = pairs.iter().copied().filter(is_reversed).collect();
        Self { measure, ranks, reversed }
    }
}

/// The sort key of each graph, larger for larger distances.
fn keys(compared: &[&Comparison], measures: &[Measure]) -> Vec<Vec<usize>> {
    let mut keys = vec![Vec::new(); compared.len()];
    for &measure in measures {
        let bounds = compared.iter().map(|comparison| comparison.bounds(measure).unwrap_or_default());
        let (upper, lower): (Vec<f64>, Vec<f64>) = bounds.map(|bounds| (bounds.upper, bounds.lower)).unzip();
        for values in [upper, lower] {
            keys.iter_mut().zip(levels(&values)).for_each(|(key, level)| key.push(level));
        }
    }
    keys
}

/// One more than the number of smaller keys.
fn shared_ranks(keys: &[Vec<usize>]) -> Vec<usize> {
    keys.iter().map(|key| 1 + keys.iter().filter(|other| *other < key).count()).collect()
}

/// All pairs of graphs of different rank, the better ranked one first.
fn ranked_pairs(order: &[RankedGraph]) -> Vec<[usize; 2]> {
    let after = |(index, better): (usize, &RankedGraph)| {
        let (better, rest) = (*better, order[index + 1..].iter());
        rest.filter(move |worse| worse.rank > better.rank).map(move |worse| [better.index, worse.index])
    };
    order.iter().enumerate().flat_map(after).collect()
}

/// Whether the bounds allow the graph ranked lower to be nearer.
fn overlap(compared: &[&Comparison], measure: Measure, better: usize, worse: usize) -> bool {
    let bounds = |index: usize| compared[index].bounds(measure).unwrap_or_default();
    let (farthest, nearest) = (bounds(better).upper, bounds(worse).lower);
    nearest < farthest && differ(nearest, farthest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::{ComparisonOptions, compare};
    use crate::data::{Column, Table};
    use crate::effect::{ContSidOptions, Prepared};
    use crate::execution::Execution;
    use crate::graph::{Edge, MixedGraph, NodeId, NodeNames};

    /// An undirected edge against a directed one, with these bounds of contSID and SID, and this SHD.
    fn with(contsid: [f64; 2], sid: [usize; 2], shd: usize) -> Comparison {
        let [a, b] = [0, 1].map(NodeId::new);
        let [truth, learnt] = [Edge::directed(a, b), Edge::undirected(a, b)]
            .map(|edge| MixedGraph::from_edges(2, [edge]).expect("one edge of two nodes"));
        let columns = vec![Column::numbers(vec![0.0, 1.0, 2.0]), Column::numbers(vec![1.0, 0.0, 3.0])];
        let table = Table::new(NodeNames::numbered(2), columns).expect("three rows of two numbers");
        let execution = Execution::default();
        let data = Prepared::new(&table, &ContSidOptions::default(), &execution).unwrap();
        let mut comparison = compare(&truth, &learnt, Some(&data), &ComparisonOptions::default(), &execution).unwrap();
        let sum = &mut comparison.contsid.as_mut().expect("there are data").sum;
        [sum.lower.value, sum.upper.value] = contsid;
        [comparison.sid.lower, comparison.sid.upper] = sid;
        comparison.shd.count = shd;
        comparison
    }

    fn ranking(compared: &[Comparison], by: Option<Measure>) -> Ranking {
        rank(&compared.iter().collect::<Vec<_>>(), by)
    }

    #[test]
    fn where_the_upper_bounds_are_equal_the_lower_one_of_contsid_decides() {
        let compared = [with([0.2, 0.5], [0, 2], 1), with([0.1, 0.5], [1, 2], 1), with([0.1, 0.5], [0, 2], 1)];
        let found = ranking(&compared, None);
        assert_eq!((found.by, found.ranks()), (Measure::ContSid, vec![3, 2, 1]));
    }

    #[test]
    fn equal_distances_share_a_rank() {
        let near = || with([0.3, 0.3], [1, 1], 1);
        let noisy = with([0.3, 0.3 + 1.78e-15], [1, 1], 1);
        let found = ranking(&[with([0.7, 0.7], [0, 0], 1), near(), noisy, near()], None);
        assert_eq!(found.ranks(), [4, 1, 1, 1]);
        assert_eq!(found.order.iter().map(|graph| graph.index).collect::<Vec<_>>(), [1, 2, 3, 0]);
        assert!(found.overlaps.is_empty());
    }

    #[test]
    fn overlapping_bounds_and_other_orders_are_said() {
        let compared = [with([0.0, 0.2], [2, 2], 1), with([0.1, 0.4], [1, 1], 1), with([0.5, 0.6], [0, 2], 0)];
        let found = ranking(&compared, None);
        assert_eq!((found.ranks(), found.overlaps), (vec![1, 2, 3], vec![[0, 1]]));
        let of = |measure| found.others.iter().find(|other| other.measure == measure).unwrap();
        assert_eq!(of(Measure::Sid).ranks, [3, 1, 2]);
        assert_eq!(of(Measure::Sid).reversed, [[0, 1], [0, 2]], "never farther than 2, but perhaps than 1");
        assert_eq!((&of(Measure::Shd).ranks, &of(Measure::Shd).reversed), (&vec![2, 2, 1], &vec![[0, 2], [1, 2]]));
        assert_eq!(ranking(&compared, Some(Measure::Shd)).ranks(), [2, 3, 1], "then contSID");
        assert!(found.others.iter().all(|other| other.measure != Measure::ContSid));
    }
}
