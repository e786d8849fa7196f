//! What does a graph claim about each effect, if causes may be hidden?
//!
//! A path x … y is *possibly directed* if no edge on it has an arrowhead at the end nearer to x. An edge x → v of a
//! graph with marks is *visible* if nothing hidden can confound it: some w that is not joined with v has an edge into
//! x, or a path into x of colliders that are parents of v. Of the effect of x on y a graph claims
//!
//! - *none*, if there is no possibly directed path;
//! - *adjust* for its canonical set, PossAn({x, y}) without x, y and the forbidden nodes, if that set is valid;
//! - *open* otherwise: no set identifies the effect.
//!
//! A set is valid if the graph is *amenable* (all possibly directed paths begin with a visible edge), the set holds no
//! *forbidden* node (a possible descendant of a node, other than x, on a possibly directed path), and it blocks all
//! other definite-status paths. Reference: Perković, Textor, Kalisch & Maathuis (2018), *Complete graphical
//! characterization and construction of adjustment sets in Markov equivalence classes of ancestral graphs*, JMLR
//! 18(220), Definitions 4 and 5, Theorem 5 and Corollary 15.
//!
//! If the graph is amenable and no node of the set is forbidden, the paths are blocked in the class if and only if they
//! are in any one member. A member is a directed acyclic graph with hidden nodes, so the sweeps over 512 questions at
//! once answer for all kinds of graphs.

mod bulk;
mod reason;
mod visible;

pub(crate) use bulk::SetQuestion;
pub use bulk::{ClaimKind, GraphClaims};
pub use reason::ClaimReason;
pub(crate) use visible::is_visible;

use super::sweep::SweepGraph;
use super::{AdjustmentRule, is_valid_adjustment};
use crate::graph::{Cpdag, Dag, LatentDag, Mag, Mark, MarkedGraph, MarkedLink, NodeId, NodeSet, Pag, Pdag};
use std::sync::OnceLock;

/// What a graph says about the effect of one node on another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no effect.
    None,
    /// Adjusting for this set identifies the effect.
    Adjust(NodeSet),
    /// The graph does not identify the effect by adjustment.
    Open,
}

/// What the criterion needs to know about a treatment and an outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EffectFacts {
    /// Whether there is a possibly directed path.
    pub is_possible: bool,
    /// Whether all possibly directed paths begin with a visible edge.
    pub is_amenable: bool,
    /// The possible descendants of nodes, the treatment apart, on possibly directed paths.
    pub forbidden: NodeSet,
    /// The possible ancestors of both without them and the forbidden nodes: valid if any set is.
    pub canonical: NodeSet,
}

/// A graph of any kind, read for what it says about effects and separations.
///
/// Directed acyclic graphs and completed graphs are taken at their word that nothing is hidden, graphs with hidden
/// nodes that nothing else is; read them as a [`Pag`] if they should not be.
///
/// ```
/// use contsid::adjustment::{Claim, EffectGraph};
/// use contsid::graph::{Dag, LatentDag, NodeId, NodeSet};
///
/// // a → x ← b, x → y. Hidden causes of x and a are possible, but none of x and y.
/// let [a, b, x, y] = [0, 1, 2, 3].map(NodeId::new);
/// let graph = EffectGraph::from(&LatentDag::from(Dag::from_edges(4, [(a, x), (b, x), (x, y)])?).pag());
/// assert_eq!(graph.claim(x, y), Claim::Adjust(NodeSet::of(4, [a, b])));
/// assert_eq!(graph.claim(a, x), Claim::Open);
/// assert_eq!(graph.claim(y, a), Claim::None);
/// # Ok::<(), contsid::graph::DagError>(())
/// ```
#[derive(Debug)]
pub struct EffectGraph {
    pattern: MarkedGraph,
    /// For each node, the other ends of its visible edges.
    visible: Vec<NodeSet>,
    /// Possible descendants and ancestors of each node, the node included.
    descendants: Vec<NodeSet>,
    ancestors: Vec<NodeSet>,
    member: LatentDag,
    rule: AdjustmentRule,
    doubt: Doubt,
    swept: OnceLock<SweepGraph>,
}

/// Whether a graph allows for hidden causes that it does not name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// It does: of its edges, the visible ones cannot be confounded.
    Allowed,
    /// It is taken at its word that there are none.
    Excluded,
}

impl EffectGraph {
    /// The graph of these marks. If nothing else is hidden, all its directed edges are visible.
    fn new(pattern: MarkedGraph, member: LatentDag, doubt: Doubt) -> Self {
        let count = pattern.node_count();
        let visible = pattern.nodes().map(|node| {
            let out = pattern.links(node).iter().filter(|link| link.is_out()).map(|link| link.node);
            NodeSet::of(count, out.filter(|&child| doubt == Doubt::Excluded || is_visible(&pattern, node, child)))
        });
        let visible = visible.collect();
        let descendants: Vec<NodeSet> = pattern.nodes().map(|node| reached(&pattern, node, None)).collect();
        let mut ancestors = vec![NodeSet::empty(count); count];
        for (node, set) in pattern.nodes().zip(&descendants) {
            set.iter().for_each(|other| _ = ancestors[other.index()].insert(node));
        }
        let (rule, swept) = (AdjustmentRule::Canonical, OnceLock::new());
        Self { pattern, visible, descendants, ancestors, member, rule, doubt, swept }
    }

    /// The same graph, which adjusts by this rule if nothing is hidden: for the parents of the treatment, for instance.
    ///
    /// Graphs with `<->` or hidden nodes, where the sets of other rules need not be valid, keep the canonical sets.
    #[must_use]
    pub fn adjusting(mut self, rule: AdjustmentRule) -> Self {
        if self.member.dag().node_count() == self.node_count() && self.doubt == Doubt::Excluded {
            self.rule = rule;
        }
        self
    }

    /// The number of observed nodes.
    pub fn node_count(&self) -> usize {
        self.pattern.node_count()
    }

    /// The marks at the ends of edges. An undirected edge has circles; a graph with hidden nodes has those of its MAG.
    pub fn marks(&self) -> &MarkedGraph {
        &self.pattern
    }

    /// A directed acyclic graph, perhaps with hidden nodes, that has the same separations.
    pub fn member(&self) -> &LatentDag {
        &self.member
    }

    /// Whether it allows for hidden causes that it does not name.
    pub(crate) fn doubt(&self) -> Doubt {
        self.doubt
    }

    pub(crate) fn swept(&self) -> &SweepGraph {
        self.swept.get_or_init(|| SweepGraph::new(self.member.dag()))
    }

    /// Whether there is an edge from one to the other, and nothing hidden can confound the two.
    fn sees(&self, from: NodeId, to: NodeId) -> bool {
        self.visible[from.index()].contains(to)
    }

    /// Whether there is a possibly directed path from one node to the other.
    pub fn may_affect(&self, treatment: NodeId, outcome: NodeId) -> bool {
        self.descendants[treatment.index()].contains(outcome)
    }

    /// What the criterion needs to know about a pair. Time O(degree of the treatment · edges).
    pub fn facts(&self, treatment: NodeId, outcome: NodeId) -> EffectFacts {
        let mut firsts = self.first_steps(treatment);
        firsts.retain(|(_, reached)| reached.contains(outcome));
        let forbidden = self.forbidden(&firsts, outcome);
        EffectFacts {
            is_possible: !firsts.is_empty(),
            is_amenable: firsts.iter().all(|&(first, _)| self.sees(treatment, first)),
            canonical: self.canonical(treatment, outcome, &forbidden),
            forbidden,
        }
    }

    /// Whether the set identifies the effect of the treatment on the outcome by adjustment.
    ///
    /// As in [`valid_outcomes`](super::valid_outcomes), a set may be valid where no effect is possible.
    pub fn is_valid(&self, treatment: NodeId, outcome: NodeId, set: &NodeSet) -> bool {
        let facts = self.facts(treatment, outcome);
        facts.is_amenable && facts.forbidden.is_disjoint(set) && self.is_blocked(treatment, outcome, set)
    }

    /// What the graph says about one effect. [`EffectGraph::claims`] answers for many.
    pub fn claim(&self, treatment: NodeId, outcome: NodeId) -> Claim {
        let facts = self.facts(treatment, outcome);
        if !facts.is_possible || treatment == outcome {
            return Claim::None;
        }
        let set = self.proposed(treatment, outcome, facts.canonical);
        if facts.is_amenable && self.is_blocked(treatment, outcome, &set) { Claim::Adjust(set) } else { Claim::Open }
    }

    fn proposed(&self, treatment: NodeId, outcome: NodeId, canonical: NodeSet) -> NodeSet {
        match self.rule {
            AdjustmentRule::Canonical => canonical,
            // If the effect is identified, the optimal set is the same in all members.
            AdjustmentRule::Optimal => self.rule.set(self.member.dag(), treatment, outcome),
            AdjustmentRule::Parents => {
                let is_in = |link: &&MarkedLink| (link.near, link.far) == (Mark::Arrow, Mark::Tail);
                let links = self.pattern.links(treatment).iter().filter(is_in);
                NodeSet::of(self.node_count(), links.map(|link| link.node))
            }
        }
    }

    /// Whether the set is valid in the member, in which possibly directed paths may be directed or blocked.
    fn is_blocked(&self, treatment: NodeId, outcome: NodeId, set: &NodeSet) -> bool {
        is_valid_adjustment(self.member.dag(), treatment, outcome, &self.among_all(set))
    }

    /// Observed nodes as a set of nodes of the member.
    fn among_all(&self, set: &NodeSet) -> NodeSet {
        NodeSet::of(self.member.dag().node_count(), set.iter())
    }

    /// For each node next to the treatment on possibly directed paths, the nodes that they reach through it.
    fn first_steps(&self, treatment: NodeId) -> Vec<(NodeId, NodeSet)> {
        let reached_through = |first: NodeId| match &self.descendants[first.index()] {
            set if set.contains(treatment) => reached(&self.pattern, first, Some(treatment)),
            set => set.clone(),
        };
        let links = self.pattern.links(treatment).iter().filter(|link| link.is_possibly_out());
        links.map(|link| (link.node, reached_through(link.node))).collect()
    }

    /// A path through a first step stays among the possible descendants of that step, so these are all.
    fn forbidden(&self, firsts: &[(NodeId, NodeSet)], outcome: NodeId) -> NodeSet {
        let mut forbidden = NodeSet::empty(self.node_count());
        for (first, _) in firsts.iter().filter(|(_, reached)| reached.contains(outcome)) {
            forbidden |= &self.descendants[first.index()];
        }
        forbidden
    }

    fn canonical(&self, treatment: NodeId, outcome: NodeId, forbidden: &NodeSet) -> NodeSet {
        let mut set = (&self.ancestors[treatment.index()] | &self.ancestors[outcome.index()]) - forbidden;
        set.remove(treatment);
        set.remove(outcome);
        set
    }
}

/// The nodes that possibly directed paths reach from a node, itself included, without passing another one.
fn reached(pattern: &MarkedGraph, from: NodeId, without: Option<NodeId>) -> NodeSet {
    let mut reached = NodeSet::of(pattern.node_count(), [from]);
    let mut open = vec![from];
    while let Some(node) = open.pop() {
        let onwards = pattern.links(node).iter().filter(|link| link.is_possibly_out()).map(|link| link.node);
        open.extend(onwards.filter(|&next| Some(next) != without && reached.insert(next)));
    }
    reached
}

/// Taken at its word that nothing is hidden: all its edges are visible.
impl From<&Dag> for EffectGraph {
    fn from(dag: &Dag) -> Self {
        Self::new(dag.as_ref().into(), dag.clone().into(), Doubt::Excluded)
    }
}

/// Taken at its word that nothing is hidden: all its directed edges are visible.
impl From<&Cpdag> for EffectGraph {
    fn from(cpdag: &Cpdag) -> Self {
        let member = Pdag::from(cpdag.clone()).into_extension();
        Self::new(cpdag.as_ref().into(), member.into(), Doubt::Excluded)
    }
}

/// Taken at its word that nothing else is hidden.
impl From<&LatentDag> for EffectGraph {
    fn from(latent: &LatentDag) -> Self {
        Self::new(latent.mag().as_ref().clone(), latent.clone(), Doubt::Excluded)
    }
}

impl From<&Mag> for EffectGraph {
    fn from(mag: &Mag) -> Self {
        Self::with_marks(mag.as_ref(), mag)
    }
}

impl From<&Pag> for EffectGraph {
    fn from(pag: &Pag) -> Self {
        Self::with_marks(pag.as_ref(), pag.member())
    }
}

impl EffectGraph {
    fn with_marks(marks: &MarkedGraph, member: &Mag) -> Self {
        Self::new(marks.clone(), member.canonical_dag().clone(), Doubt::Allowed)
    }

    /// The edge between two nodes that are joined.
    fn link(&self, from: NodeId, to: NodeId) -> MarkedLink {
        self.pattern.link(from, to).expect("the nodes are joined")
    }
}
