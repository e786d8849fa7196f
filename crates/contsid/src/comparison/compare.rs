//! One learnt graph against the truth.

use super::{JointScore, NotUsable, Undirected};
use crate::distance::bounds::{Exactness, Limits, Span};
use crate::distance::contsid::{
    Case, ContSid, ContSidBounds, ContSidError, CrossFitScore, JointLimits, Prepared, TreatmentSets, contsid_limits,
};
use crate::distance::{
    EdgeAccuracy, Mistakes, Reversal, Selection, SelectionSize, Shd, SidBounds, Strategy,
    class_identification_mistakes, edge_accuracy, shd, sid_bounds,
};
use crate::execution::{Cancelled, Execution};
use crate::graph::{Cpdag, GraphClass, GraphPair, MixedGraph, NodeId, PairError};
use crate::memory::in_words;
use std::borrow::Cow;
use thiserror::Error;

/// What is compared, and how.
#[derive(Clone, Debug)]
pub struct ComparisonOptions {
    /// How undirected edges are treated. The SHD of graphs compares them as they are, whatever is chosen here.
    pub undirected: Undirected,
    /// What a reversed edge costs in the SHD.
    pub reversal: Reversal,
    /// Which graphs the SHD compares.
    pub shd_of: ShdOf,
    /// The pairs to compare; none for all.
    pub selection: Option<Selection>,
    /// The limits of work for exact bounds of the SID.
    pub limits: Limits,
    /// The limits of work for exact bounds of contSID.
    pub contsid_limits: Limits,
    /// Sets of treatments that are set together, if joint interventions are compared too; they need data.
    pub treatment_sets: Option<TreatmentSets>,
    /// The limits of work for joint interventions.
    pub joint_limits: JointLimits,
    /// The most bytes for the pairs of nodes; none for no limit.
    pub memory_limit: Option<u64>,
}

/// Which graphs a structural Hamming distance compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShdOf {
    /// The graphs as they are.
    #[default]
    Graphs,
    /// The completed graphs of their Markov equivalence classes, so that equivalent graphs have distance 0.
    Classes,
}

impl ShdOf {
    /// The graph whose edges are compared, given a graph and its class.
    fn edges<'a>(self, graph: &'a MixedGraph, class: &GraphClass) -> Cow<'a, MixedGraph> {
        match self {
            Self::Graphs => Cow::Borrowed(graph),
            Self::Classes => Cow::Owned(Cpdag::of(class.extension()).into()),
        }
    }
}

crate::named!(ShdOf { Graphs: "graphs", Classes: "classes" });

impl Default for ComparisonOptions {
    /// All pairs, bounds over undirected edges, a reversed edge counted once.
    fn default() -> Self {
        Self {
            undirected: Undirected::default(),
            reversal: Reversal::default(),
            shd_of: ShdOf::default(),
            selection: None,
            limits: Limits::default(),
            contsid_limits: contsid_limits(),
            treatment_sets: None,
            joint_limits: JointLimits::default(),
            memory_limit: None,
        }
    }
}

impl ComparisonOptions {
    /// Refuses graphs whose pairs of nodes take more memory than there is.
    ///
    /// Each learnt graph keeps five bits a pair (SID and its bounds, three AIDs), and the comparison needs as many
    /// again.
    pub(super) fn check_memory(&self, nodes: usize, learnt: usize) -> Result<(), ComparisonError> {
        const BITS: u64 = 5;
        let pairs = (nodes as u64).saturating_mul(nodes as u64);
        let needed = (pairs / 8).saturating_mul(BITS).saturating_mul(learnt as u64 + 1);
        match self.memory_limit {
            Some(available) if needed > available => Err(ComparisonError::TooLarge { nodes, needed, available }),
            _ => Ok(()),
        }
    }

    /// The selected pairs of graphs with `node_count` nodes; all pairs if there is no selection.
    ///
    /// # Errors
    ///
    /// If the selection is for another number of nodes.
    pub fn selection_of(&self, node_count: usize) -> Result<Selection, SelectionSize> {
        let selection = self.selection.clone().unwrap_or_else(|| Selection::all(node_count));
        selection.check(node_count).map(|()| selection)
    }
}

/// The distances of a learnt graph from the truth.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The structural Hamming distance.
    pub shd: Shd,
    /// Precision, recall and F1 of the edges of the graphs that the SHD compares.
    pub edges: EdgeAccuracy,
    /// The structural intervention distance; its bounds are equal if both graphs are determined.
    pub sid: SidBounds,
    /// The adjustment identification distances.
    pub aid: Aid,
    /// The continuous structural intervention distance, if there are data.
    pub contsid: Option<ContSidScore>,
    /// contSID of joint interventions, if there are data and sets of treatments.
    pub joint: Option<JointScore>,
    /// Cross-fitted contSID, if there are data in parts: see [`compare_all`](super::compare_all).
    pub crossfit: Option<CrossFitScore>,
    /// Cross-fitted contSID of joint interventions, if there are data in parts and sets of treatments.
    pub joint_crossfit: Option<CrossFitScore>,
    /// The number of ordered pairs that were compared.
    pub pair_count: usize,
}

/// The adjustment identification distances by each strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aid {
    /// By the parents: the SID if both graphs are directed.
    pub parent: Mistakes,
    /// By the ancestors.
    pub ancestor: Mistakes,
    /// By the optimal sets.
    pub optimal: Mistakes,
}

/// contSID, or its bounds.
#[derive(Clone, Debug, PartialEq)]
pub enum ContSidScore {
    /// Both graphs are directed.
    Determined(ContSid),
    /// One of them leaves edges undirected.
    Bounded(ContSidBounds),
}

impl ContSidScore {
    /// contSID of graphs on the columns of prepared data.
    ///
    /// # Errors
    ///
    /// If a distribution cannot be estimated, or the computation is stopped.
    pub fn new(
        pair: GraphPair<'_, GraphClass>,
        data: &Prepared,
        selection: &Selection,
        limits: Limits,
        execution: &Execution<'_>,
    ) -> Result<Self, ContSidError> {
        match pair.only_members() {
            Some(members) => data.compare_selected(members, selection, execution).map(Self::Determined),
            None => data.bounds(pair, selection, limits, execution).map(Self::Bounded),
        }
    }

    /// The smallest and the largest value over the members of both graphs.
    pub fn sum(&self) -> Span<f64> {
        match self {
            Self::Determined(contsid) => Span::point(contsid.total()),
            Self::Bounded(bounds) => Span { lower: bounds.lower, upper: bounds.upper },
        }
    }

    /// Whether the bounds are attained.
    pub fn exactness(&self) -> Exactness {
        match self {
            Self::Determined(_) => Exactness::Exact,
            Self::Bounded(bounds) => bounds.exactness,
        }
    }

    /// The smallest and the largest d(treatment, outcome) for all outcomes.
    pub fn row(&self, treatment: NodeId) -> Span<&[f64]> {
        match self {
            Self::Determined(contsid) => Span::point(contsid.row(treatment)),
            Self::Bounded(bounds) => Span { lower: bounds.lower_row(treatment), upper: bounds.upper_row(treatment) },
        }
    }

    /// The case of a pair, if both graphs are directed and the pair was compared.
    pub fn case(&self, treatment: NodeId, outcome: NodeId) -> Option<Case> {
        match self {
            Self::Determined(contsid) => contsid.case(treatment, outcome),
            Self::Bounded(_) => None,
        }
    }
}

/// Why two graphs cannot be compared.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ComparisonError {
    /// No directed acyclic graph extends the true graph.
    #[error("the true graph: {0}")]
    Truth(#[source] NotUsable),
    /// No directed acyclic graph extends the learnt graph.
    #[error("the learnt graph: {0}")]
    Learnt(#[source] NotUsable),
    /// The graphs are not on the same nodes.
    #[error(transparent)]
    Pair(#[from] PairError),
    /// The selection is for another number of nodes.
    #[error(transparent)]
    Selection(#[from] SelectionSize),
    /// contSID cannot be computed.
    #[error(transparent)]
    ContSid(#[from] ContSidError),
    /// The pairs of nodes do not fit into memory.
    #[error(
        "comparing graphs of {nodes} nodes takes {} of memory, and {} are available",
        in_words(*needed),
        in_words(*available)
    )]
    TooLarge {
        /// The number of nodes.
        nodes: usize,
        /// The bytes that are needed.
        needed: u64,
        /// The bytes that are available.
        available: u64,
    },
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Compares a learnt graph with the truth. Nodes are matched by position. With prepared data, whose columns are the
/// nodes in their order, contSID is computed too.
///
/// # Errors
///
/// If the graphs and the selection do not have the same number of nodes, no directed acyclic graph extends one of the
/// graphs, or the computation is stopped.
///
/// ```
/// use contsid::comparison::{ComparisonOptions, compare};
/// use contsid::execution::Execution;
/// use contsid::graph::{Edge, MixedGraph, NodeId};
///
/// let [a, b] = [0, 1].map(NodeId::new);
/// let truth = MixedGraph::from_edges(2, [Edge::directed(a, b)])?;
/// let learnt = MixedGraph::from_edges(2, [Edge::undirected(a, b)])?;
/// let comparison = compare(&truth, &learnt, None, &ComparisonOptions::default(), &Execution::default())?;
/// assert_eq!(comparison.shd.count, 1);
/// assert_eq!((comparison.sid.lower, comparison.sid.upper), (0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn compare(
    truth: &MixedGraph,
    learnt: &MixedGraph,
    data: Option<&Prepared>,
    options: &ComparisonOptions,
    execution: &Execution<'_>,
) -> Result<Comparison, ComparisonError> {
    let graphs = GraphPair::new(truth, learnt)?;
    let selection = options.selection_of(graphs.node_count())?;
    let true_class = options.undirected.class_of(truth).map_err(ComparisonError::Truth)?;
    let learnt_class = options.undirected.class_of(learnt).map_err(ComparisonError::Learnt)?;
    let classes = GraphPair::new(&true_class, &learnt_class)?;
    let joint = data
        .zip(options.treatment_sets.as_ref())
        .map(|(data, sets)| JointScore::new(classes, data, sets, &selection, options.joint_limits, execution));
    let (true_edges, learnt_edges) =
        (options.shd_of.edges(truth, &true_class), options.shd_of.edges(learnt, &learnt_class));
    let edges = GraphPair::new(true_edges.as_ref(), learnt_edges.as_ref())?;
    Ok(Comparison {
        shd: shd(edges, options.reversal, &selection),
        edges: edge_accuracy(edges, &selection),
        sid: sid_bounds(classes, &selection, options.limits, execution)?,
        aid: aid(classes, &selection, execution)?,
        contsid: data
            .map(|data| ContSidScore::new(classes, data, &selection, options.contsid_limits, execution))
            .transpose()?,
        joint: joint.transpose()?,
        crossfit: None,
        joint_crossfit: None,
        pair_count: selection.pair_count(),
    })
}

/// The structural Hamming distance of the completed graphs of two Markov equivalence classes: equivalent graphs have
/// distance 0.
pub fn shd_of_classes(pair: GraphPair<'_, GraphClass>, reversal: Reversal, selection: &Selection) -> Shd {
    let [truth, learnt] = [pair.truth(), pair.learnt()].map(|class| Cpdag::of(class.extension()));
    let completed = GraphPair::new(&truth, &learnt).expect("classes on the same nodes have such graphs");
    shd(completed, reversal, selection)
}

fn aid(pair: GraphPair<'_, GraphClass>, selection: &Selection, execution: &Execution<'_>) -> Result<Aid, Cancelled> {
    let mistakes = |strategy| class_identification_mistakes(pair, strategy, selection, execution);
    Ok(Aid {
        parent: mistakes(Strategy::Parent)?,
        ancestor: mistakes(Strategy::Ancestor)?,
        optimal: mistakes(Strategy::Optimal)?,
    })
}
