//! Graphs of any kind that experiments can judge.

use super::causal::{CausalGraph, HiddenError};
use super::named::NamedGraph;
use contsid::adjustment::EffectGraph;
use contsid::experiment::AskedGraph;

/// A graph with what it says about effects, if causes may be hidden.
#[derive(Debug)]
pub struct JudgeableGraph {
    /// The graph.
    pub named: NamedGraph<CausalGraph>,
    effects: Option<EffectGraph>,
}

impl JudgeableGraph {
    /// The graph, checked if it has marks or hidden nodes.
    ///
    /// # Errors
    ///
    /// As [`NamedGraph::effects`].
    pub fn new(named: NamedGraph<CausalGraph>) -> Result<Self, HiddenError> {
        let effects = match named.graph() {
            CausalGraph::Plain(_) => None,
            CausalGraph::Marked(_) | CausalGraph::Latent(_) => Some(named.effects()?),
        };
        Ok(Self { named, effects })
    }

    /// The graph as it is asked about experiments.
    pub fn asked(&self) -> AskedGraph<'_> {
        match (self.named.graph(), &self.effects) {
            (CausalGraph::Plain(graph), _) => graph.into(),
            (_, Some(effects)) => effects.into(),
            (_, None) => unreachable!("what is not plain was checked"),
        }
    }
}
