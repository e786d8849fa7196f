//! How often is a graph wrong about effects, if causes may be hidden?

use super::Selection;
use crate::adjustment::{AdjustmentRule, ClaimKind, Doubt, EffectGraph, GraphClaims, SetQuestion, is_visible};
use crate::execution::{Cancelled, Execution};
use crate::graph::{Cpdag, Dag, LatentDag, Mag, MarkedGraph, NodeId, NodeSet, Pag};
use thiserror::Error;

/// The true graph that claims are held against.
///
/// A claim of no effect is wrong if the truth allows for one, and a set if it is not valid in the truth. What is left
/// open is a mistake if the PAG of the truth does not leave it open: all that data can tell.
///
/// A graph that adjusts is taken at its word. A [`Dag`] says that nothing is hidden, and its set is wrong if it is not
/// valid among all nodes of the truth, hidden ones included. A [`Mag`] or [`Pag`] says that nothing hidden can confound
/// the edge, which is wrong too if the first arrow of a directed path of a true [`Dag`] or [`LatentDag`] is not visible
/// among its nodes: the independences of the truth do not show that nothing confounds it.
#[derive(Debug)]
pub struct ClaimTruth {
    graph: EffectGraph,
    /// The PAG of the truth; none if the truth is one.
    class: Option<EffectGraph>,
    /// For each treatment, the outcomes of directed paths that begin with an edge that is not visible among all nodes.
    doubtful: Vec<NodeSet>,
}

impl ClaimTruth {
    /// The same truth, which adjusts by this rule if nothing is hidden.
    #[must_use]
    pub fn adjusting(self, rule: AdjustmentRule) -> Self {
        Self { graph: self.graph.adjusting(rule), ..self }
    }

    /// What the truth says about the effects of these treatments on all nodes, if causes may be hidden that it does
    /// not name.
    fn doubted(&self, treatments: &NodeSet, execution: &Execution<'_>) -> Result<GraphClaims, Cancelled> {
        let mut claims = self.graph.claims(treatments, execution)?;
        let doubtful = NodeId::all(self.doubtful.len()).zip(&self.doubtful);
        doubtful.for_each(|(treatment, outcomes)| claims.leave_open(treatment, outcomes));
        Ok(claims)
    }

    fn is_doubtful(&self, treatment: NodeId, outcome: NodeId) -> bool {
        self.doubtful.get(treatment.index()).is_some_and(|outcomes| outcomes.contains(outcome))
    }

    /// The true graph.
    pub fn graph(&self) -> &EffectGraph {
        &self.graph
    }

    /// The PAG of the true graph.
    pub fn class(&self) -> &EffectGraph {
        self.class.as_ref().unwrap_or(&self.graph)
    }
}

impl From<&Pag> for ClaimTruth {
    fn from(pag: &Pag) -> Self {
        Self { graph: pag.into(), class: None, doubtful: Vec::new() }
    }
}

impl From<&Mag> for ClaimTruth {
    fn from(mag: &Mag) -> Self {
        Self { graph: mag.into(), class: Some(EffectGraph::from(&Pag::of(mag))), doubtful: Vec::new() }
    }
}

impl From<&Cpdag> for ClaimTruth {
    fn from(cpdag: &Cpdag) -> Self {
        Self { graph: cpdag.into(), class: Some(EffectGraph::from(&Pag::from(cpdag))), doubtful: Vec::new() }
    }
}

impl From<&Dag> for ClaimTruth {
    fn from(dag: &Dag) -> Self {
        Self::from(&LatentDag::from(dag.clone()))
    }
}

impl From<&LatentDag> for ClaimTruth {
    fn from(latent: &LatentDag) -> Self {
        let (dag, marks) = (latent.dag(), MarkedGraph::from(latent.dag().as_ref()));
        let doubtful = |treatment| {
            let children = dag.children(treatment).iter().copied();
            let invisible = children.filter(|&child| !is_visible(&marks, treatment, child));
            dag.descendants_of(&NodeSet::of(dag.node_count(), invisible))
        };
        let doubtful = NodeId::all(latent.observed_count()).map(doubtful).collect();
        Self { graph: latent.into(), class: Some(EffectGraph::from(&latent.pag())), doubtful }
    }
}

/// How many claims of one kind there are, and how many are wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClaimCount {
    /// The number of claims.
    pub claimed: usize,
    /// The number of wrong ones.
    pub wrong: usize,
}

/// How many effects are left open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenCount {
    /// The number of effects that are left open.
    pub claimed: usize,
    /// How many of these the truth identifies; none if the truth is a PAG.
    pub identified: Option<usize>,
    /// How many of these the PAG of the truth identifies.
    pub identified_by_class: usize,
}

/// A pair about which a graph is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MistakenPair {
    /// The node that is intervened on.
    pub treatment: NodeId,
    /// The node that may change.
    pub outcome: NodeId,
    /// What the graph claims.
    pub claim: ClaimKind,
}

/// What a learnt graph claims about the selected pairs, and how often it is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaimMistakes {
    /// Claims that there is no effect.
    pub none: ClaimCount,
    /// Claims that adjusting for a set identifies the effect.
    pub adjust: ClaimCount,
    /// Effects that are left open.
    pub open: OpenCount,
    /// The wrong claims, and the open ones that the PAG of the truth identifies; by treatment and outcome.
    pub mistaken_pairs: Vec<MistakenPair>,
}

impl ClaimMistakes {
    /// The number of mistakes: none.wrong + adjust.wrong + `open.identified_by_class`.
    pub fn mistakes(&self) -> usize {
        self.mistaken_pairs.len()
    }
}

/// Why claims cannot be held against a truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// The two graphs have different numbers of nodes.
    #[error(transparent)]
    Nodes(#[from] crate::graph::PairError),
    /// The computation was stopped.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// What a learnt graph claims about each selected pair, held against a true graph.
///
/// Zero mistakes for the PAG of the truth. Time as for [`EffectGraph::claims`], three times.
///
/// # Errors
///
/// If the graphs have different numbers of observed nodes, or the monitor of the execution stops the computation.
///
/// # Panics
///
/// If the selection is for another number of nodes.
///
/// ```
/// use contsid::adjustment::EffectGraph;
/// use contsid::distance::{ClaimTruth, Selection, claim_mistakes};
/// use contsid::execution::Execution;
/// use contsid::graph::{Dag, LatentDag, NodeId, NodeSet};
///
/// // u confounds x and y, and is hidden. A graph without u takes x for a cause of y.
/// let [x, y, u] = [0, 1, 2].map(NodeId::new);
/// let truth = LatentDag::new(&Dag::from_edges(3, [(u, x), (u, y)])?, &NodeSet::of(3, [u]));
/// let learnt = EffectGraph::from(&Dag::from_edges(2, [(x, y)])?);
/// let found = claim_mistakes(&ClaimTruth::from(&truth), &learnt, &Selection::all(2), &Execution::default())?;
/// assert_eq!((found.adjust.claimed, found.adjust.wrong), (1, 1));
/// assert_eq!((found.none.claimed, found.none.wrong), (1, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn claim_mistakes(
    truth: &ClaimTruth,
    learnt: &EffectGraph,
    selection: &Selection,
    execution: &Execution<'_>,
) -> Result<ClaimMistakes, ClaimError> {
    super::marks::check_counts(truth.graph.node_count(), learnt.node_count())?;
    selection.assert_fits(learnt.node_count());
    let treatments = selection.treatments();
    let claims = learnt.claims(treatments, execution)?;
    let class = truth.class().claims(treatments, execution)?;
    let own = truth.class.is_some().then(|| truth.doubted(treatments, execution)).transpose()?;
    let selected = |question: &SetQuestion<'_>| selection.contains(question.treatment, question.outcome);
    let questions: Vec<SetQuestion<'_>> = claims.questions().filter(selected).collect();
    let mut valid = truth.graph.validity(&questions, execution)?.into_iter();
    let mut found = ClaimMistakes::default();
    found.open.identified = own.is_some().then_some(0);
    let pairs = treatments.iter().flat_map(|x| selection.outcomes().iter().map(move |y| (x, y)));
    for (treatment, outcome) in pairs.filter(|(x, y)| x != y) {
        let claim = claims.kind(treatment, outcome);
        let is_wrong = match claim {
            ClaimKind::None => truth.graph.may_affect(treatment, outcome),
            ClaimKind::Adjust => {
                !valid.next().expect("there is an answer for each set")
                    || learnt.doubt() == Doubt::Allowed && truth.is_doubtful(treatment, outcome)
            }
            ClaimKind::Open => class.kind(treatment, outcome) != ClaimKind::Open,
        };
        if let (ClaimKind::Open, Some(own), Some(identified)) = (claim, &own, &mut found.open.identified) {
            *identified += usize::from(own.kind(treatment, outcome) != ClaimKind::Open);
        }
        found.count(claim, is_wrong);
        if is_wrong {
            found.mistaken_pairs.push(MistakenPair { treatment, outcome, claim });
        }
    }
    Ok(found)
}

impl ClaimMistakes {
    fn count(&mut self, claim: ClaimKind, is_wrong: bool) {
        let (claimed, wrong) = match claim {
            ClaimKind::None => (&mut self.none.claimed, &mut self.none.wrong),
            ClaimKind::Adjust => (&mut self.adjust.claimed, &mut self.adjust.wrong),
            ClaimKind::Open => (&mut self.open.claimed, &mut self.open.identified_by_class),
        };
        *claimed += 1;
        *wrong += usize::from(is_wrong);
    }
}
