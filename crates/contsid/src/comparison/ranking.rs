//! Learnt graphs ranked by their distances from the truth.

use super::Comparison;
use super::rule::{Contender, Evidence, Goal, Standings};
use crate::distance::bounds::Span;
use crate::effect::{Difference, Score};
use crate::named::Named;

/// The share of interventions with hardly any data nearby that leaves no verdict.
pub(crate) const TOO_MANY_WITHOUT_DATA: f64 = 0.5;

/// A distance by which learnt graphs can be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Measure {
    /// Cross-fitted contSID: estimated in parts of the rows, with its error.
    CrossFit,
    /// contSID from all rows.
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
    CrossFit: "crossfit",
    ContSid: "contsid",
    Sid: "sid",
    AidParent: "aid_parent",
    AidAncestor: "aid_ancestor",
    AidOptimal: "aid_optimal",
    Shd: "shd",
});

impl Comparison {
    /// The bounds of a distance, equal if it is one number; none for contSID without data for it.
    pub fn bounds(&self, measure: Measure) -> Option<Span<f64>> {
        let count = |count: usize| Some(Span::point(count as f64));
        match measure {
            Measure::CrossFit => self.crossfit.as_ref().map(Score::span),
            Measure::ContSid => self.contsid.as_ref().map(Score::span),
            Measure::Sid => Some(Span { lower: self.sid.lower as f64, upper: self.sid.upper as f64 }),
            Measure::AidParent => count(self.aid.parent.count()),
            Measure::AidAncestor => count(self.aid.ancestor.count()),
            Measure::AidOptimal => count(self.aid.optimal.count()),
            Measure::Shd => count(self.shd.count),
        }
    }
}

/// Learnt graphs in the order of their distances from the truth.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// The distance that orders them.
    pub by: Measure,
    /// How they stand to each other by it.
    pub standings: Standings,
    /// How they stand to each other by each other distance that is known of all of them.
    pub others: Vec<(Measure, Standings)>,
    /// Whether contSID decides nothing: for some graph at least half of the interventions have hardly any data nearby.
    pub lacks_overlap: bool,
}

/// Ranks learnt graphs with these names by one distance, as the [rule](Standings) says.
///
/// Without a choice, or without data for it, the distance is cross-fitted contSID if all graphs have it, else contSID
/// from all rows, else SID. The comparisons must be with the same truth, data and options.
///
/// ```
/// use contsid::comparison::{ComparisonOptions, Measure, Standing, compare, rank};
/// use contsid::execution::Execution;
/// use contsid::graph::{Edge, MixedGraph, NodeId};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let graph = |edge: Option<Edge>| MixedGraph::from_edges(2, edge);
/// let truth = graph(Some(Edge::directed(a, b)))?;
/// let mut learnt = Vec::new();
/// for edge in [Some(Edge::directed(b, a)), Some(Edge::undirected(a, b)), None] {
///     learnt.push(compare(&truth, &graph(edge)?, None, &ComparisonOptions::default(), &Execution::default())?);
/// }
/// // The empty graph misses one effect; the reversed edge is wrong about two, the undirected one about none or two.
/// let found = rank(&["reversed", "undirected", "empty"], &learnt.iter().collect::<Vec<_>>(), None);
/// assert_eq!((found.by, found.standings.tiers.clone()), (Measure::Sid, vec![2, 1, 1]));
/// assert_eq!(found.standings.between(2, 0).standing, Standing::Better);
/// assert_eq!(found.standings.between(2, 1).standing, Standing::Depends);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank(names: &[&str], compared: &[&Comparison], by: Option<Measure>) -> Ranking {
    let is_known = |measure: &Measure| compared.iter().all(|comparison| comparison.bounds(*measure).is_some());
    let by = by.into_iter().chain([Measure::CrossFit, Measure::ContSid]).find(is_known).unwrap_or(Measure::Sid);
    let lacks_overlap = lacks_overlap(compared);
    let others = Measure::CHOICES.iter().copied().filter(|measure| *measure != by && is_known(measure));
    let standings = |measure: Measure| standings(names, compared, measure, lacks_overlap);
    Ranking {
        by,
        standings: standings(by),
        others: others.map(|measure| (measure, standings(measure))).collect(),
        lacks_overlap: lacks_overlap && matches!(by, Measure::CrossFit | Measure::ContSid),
    }
}

impl Ranking {
    /// How the graphs stand to each other by a distance, if it is known of all of them.
    pub fn standings_by(&self, measure: Measure) -> Option<&Standings> {
        if measure == self.by {
            return Some(&self.standings);
        }
        self.others.iter().find(|(other, _)| *other == measure).map(|(_, standings)| standings)
    }
}

fn standings(names: &[&str], compared: &[&Comparison], measure: Measure, lacks_overlap: bool) -> Standings {
    let contender = |comparison: &&Comparison| {
        let bounds = comparison.bounds(measure).unwrap_or_default();
        Contender { best: bounds.lower, worst: bounds.upper }
    };
    let graphs: Vec<Contender> = compared.iter().map(contender).collect();
    let of_scores = |a: usize, b: usize| -> Option<Difference> {
        compared[a].crossfit.as_ref()?.difference(compared[b].crossfit.as_ref()?)
    };
    let evidence = match measure {
        Measure::CrossFit | Measure::ContSid if lacks_overlap => Evidence::Tested(&|_, _| None),
        Measure::CrossFit => Evidence::Tested(&of_scores),
        _ => Evidence::Values,
    };
    Standings::new(names, &graphs, Goal::Small, evidence)
}

/// Whether at least half of the interventions on which some graph differs from the truth have hardly any data nearby.
fn lacks_overlap(compared: &[&Comparison]) -> bool {
    let mut scores = compared.iter().filter_map(|comparison| comparison.crossfit.as_ref());
    scores.any(|score| score.low_overlap >= TOO_MANY_WITHOUT_DATA)
}
