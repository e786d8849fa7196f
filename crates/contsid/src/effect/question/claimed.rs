//! What must be estimated to compare what two graphs of any kind claim about effects.

use super::{GraphView, TreatmentContrasts, TreatmentView};
use crate::adjustment::{Claim, EffectGraph, GraphClaims, SetQuestion};
use crate::distance::Selection;
use crate::effect::Agreement;
use crate::execution::{Cancelled, Execution};
use crate::graph::{NodeId, NodeSet};
use std::sync::Arc;

/// A graph of any kind with what it claims about the effects of some treatments.
#[derive(Clone, Copy, Debug)]
pub struct ClaimingGraph<'a> {
    /// The graph.
    pub graph: &'a EffectGraph,
    /// Its claims.
    pub claims: &'a GraphClaims,
}

/// What must be estimated for each selected treatment. A graph that claims no effect keeps the marginal distribution;
/// the pairs that one graph leaves open have no case.
pub(crate) fn claimed_contrasts(
    truth: ClaimingGraph<'_>,
    learnt: ClaimingGraph<'_>,
    selection: &Selection,
    agreement: Agreement,
    execution: &Execution<'_>,
) -> Result<Vec<TreatmentContrasts>, Cancelled> {
    let truth_set_valid = valid_elsewhere(truth, learnt, execution)?;
    let learnt_set_valid = valid_elsewhere(learnt, truth, execution)?;
    let nodes = truth.graph.node_count();
    let contrasts = selection.treatments().iter().map(|treatment| {
        let [truth, learnt] = [truth, learnt].map(|graph| Arc::new(graph.view(treatment, selection.outcomes())));
        let view = TreatmentView {
            truth,
            learnt,
            truth_set_valid: truth_set_valid[treatment.index()].clone(),
            learnt_set_valid: learnt_set_valid[treatment.index()].clone(),
        };
        view.contrasts(&NodeSet::of(nodes, [treatment]), agreement)
    });
    Ok(contrasts.collect())
}

impl ClaimingGraph<'_> {
    /// What it says about the effects of one node.
    pub(crate) fn view(self, treatment: NodeId, outcomes: &NodeSet) -> GraphView {
        let claim = |outcome| match self.claims.claim(treatment, outcome) {
            Claim::None => Some(None),
            Claim::Adjust(set) => Some(Some(set)),
            Claim::Open => None,
        };
        GraphView::of_sets(self.graph.node_count(), treatment, outcomes, claim)
    }
}

/// For each treatment the outcomes for which the set of one graph is valid in the other.
fn valid_elsewhere(
    own: ClaimingGraph<'_>,
    other: ClaimingGraph<'_>,
    execution: &Execution<'_>,
) -> Result<Vec<NodeSet>, Cancelled> {
    let count = own.graph.node_count();
    let questions: Vec<SetQuestion<'_>> = own.claims.questions().collect();
    let valid = other.graph.validity(&questions, execution)?;
    let mut sets = vec![NodeSet::empty(count); count];
    for (question, _) in questions.iter().zip(valid).filter(|(_, is_valid)| *is_valid) {
        sets[question.treatment.index()].insert(question.outcome);
    }
    Ok(sets)
}
