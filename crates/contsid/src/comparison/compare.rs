//! One learnt graph against the truth.

use super::{Chance, ComparisonData, NotUsable, Undirected};
use crate::distance::bounds::Limits;
use crate::distance::{
    EdgeAccuracy, Mistakes, Reversal, Selection, SelectionSize, Shd, SidBounds, Strategy,
    class_identification_mistakes, edge_accuracy, shd, sid_bounds,
};
use crate::effect::{ContSidError, Effects, JointLimits, Prepared, Score, TreatmentSets, contsid_limits};
use crate::execution::{Cancelled, Execution};
use crate::graph::{Cpdag, GraphClass, GraphPair, MixedGraph, PairError};
use crate::memory::in_words;
use std::borrow::Cow;
use std::sync::OnceLock;
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
    /// The completed graphs of their Markov equivalence classes, so equivalent graphs have distance 0.
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
    pub contsid: Option<Score>,
    /// contSID of joint interventions, if there are data and sets of treatments.
    pub joint: Option<Score>,
    /// Cross-fitted contSID, if there are data in parts and undirected edges do not allow too many graphs.
    pub crossfit: Option<Score>,
    /// Cross-fitted contSID of joint interventions, if there are data in parts and sets of treatments.
    pub joint_crossfit: Option<Score>,
    /// The number of ordered pairs that were compared.
    pub pair_count: usize,
    /// What random graphs achieve, once [`chance`](super::chance) has found it.
    pub chance: OnceLock<Chance>,
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

/// Why two graphs cannot be compared.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "fields are named after what they hold")]
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
    TooLarge { nodes: usize, needed: u64, available: u64 },
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// Why graphs cannot be compared, and which.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{error}")]
pub struct ComparisonsError {
    /// The index of the learnt graph at fault, if one is.
    pub learnt: Option<usize>,
    /// Why.
    #[source]
    pub error: ComparisonError,
}

impl<E: Into<ComparisonError>> From<E> for ComparisonsError {
    fn from(error: E) -> Self {
        Self { learnt: None, error: error.into() }
    }
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
    data: Option<&Prepared<'_>>,
    options: &ComparisonOptions,
    execution: &Execution<'_>,
) -> Result<Comparison, ComparisonError> {
    let data = ComparisonData { all_rows: data, parts: None };
    let mut compared = compare_all(truth, &[learnt], data, options, execution).map_err(|error| error.error)?;
    Ok(compared.pop().expect("a comparison for each learnt graph"))
}

/// Compares several learnt graphs with the truth, on all rows and in parts; the results are in the order of the graphs.
/// A system that several graphs need is solved once.
///
/// # Errors
///
/// As [`compare`], for any of the graphs; and if their pairs of nodes take more memory than the options allow.
pub fn compare_all(
    truth: &MixedGraph,
    learnt: &[&MixedGraph],
    data: ComparisonData<'_>,
    options: &ComparisonOptions,
    execution: &Execution<'_>,
) -> Result<Vec<Comparison>, ComparisonsError> {
    options.check_memory(truth.node_count(), learnt.len())?;
    let selection = options.selection_of(truth.node_count())?;
    let true_class = options.undirected.class_of(truth).map_err(ComparisonError::Truth)?;
    let classes = learnt.iter().enumerate().map(|(index, learnt)| {
        let class = GraphPair::new(truth, *learnt)
            .map_err(ComparisonError::from)
            .and_then(|_| options.undirected.class_of(learnt).map_err(ComparisonError::Learnt));
        class.map_err(|error| ComparisonsError { learnt: Some(index), error })
    });
    let classes = classes.collect::<Result<Vec<GraphClass>, _>>()?;
    let by_effects = EffectScores::new(&true_class, &classes, data, options, &selection, execution)?;
    let true_edges = options.shd_of.edges(truth, &true_class);
    let compared = learnt.iter().zip(&classes).zip(by_effects).map(|((learnt, class), effects)| {
        let learnt_edges = options.shd_of.edges(learnt, class);
        let edges = GraphPair::new(true_edges.as_ref(), learnt_edges.as_ref())?;
        let pair = GraphPair::new(&true_class, class)?;
        Ok::<_, ComparisonError>(Comparison {
            shd: shd(edges, options.reversal, &selection),
            edges: edge_accuracy(edges, &selection),
            sid: sid_bounds(pair, &selection, options.limits, execution)?,
            aid: aid(pair, &selection, execution)?,
            contsid: effects.contsid,
            joint: effects.joint,
            crossfit: effects.crossfit,
            joint_crossfit: effects.joint_crossfit,
            pair_count: selection.pair_count(),
            chance: OnceLock::new(),
        })
    });
    Ok(compared.collect::<Result<Vec<_>, _>>()?)
}

/// What one learnt graph says about effects on data.
struct EffectScores {
    contsid: Option<Score>,
    joint: Option<Score>,
    crossfit: Option<Score>,
    joint_crossfit: Option<Score>,
}

impl EffectScores {
    fn new(
        truth: &GraphClass,
        learnt: &[GraphClass],
        data: ComparisonData<'_>,
        options: &ComparisonOptions,
        selection: &Selection,
        execution: &Execution<'_>,
    ) -> Result<Vec<Self>, ContSidError> {
        let learnt: Vec<&GraphClass> = learnt.iter().collect();
        let single = Some(Effects::Single { selection, limits: options.contsid_limits });
        let limits = options.joint_limits;
        let joint = options.treatment_sets.as_ref().map(|sets| Effects::Joint { sets, selection, limits });
        let scores = |data: Option<&Prepared<'_>>, effects: Option<Effects<'_>>| match data.zip(effects) {
            Some((data, effects)) => data.scores(truth, &learnt, effects, execution),
            None => Ok(learnt.iter().map(|_| None).collect()),
        };
        let mut contsid = scores(data.all_rows, single)?.into_iter();
        let mut joint_contsid = scores(data.all_rows, joint)?.into_iter();
        let mut crossfit = scores(data.parts, single)?.into_iter();
        let mut joint_crossfit = scores(data.parts, joint)?.into_iter();
        let of_graph = |_: &&GraphClass| Self {
            contsid: contsid.next().flatten(),
            joint: joint_contsid.next().flatten(),
            crossfit: crossfit.next().flatten(),
            joint_crossfit: joint_crossfit.next().flatten(),
        };
        Ok(learnt.iter().map(of_graph).collect())
    }
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
