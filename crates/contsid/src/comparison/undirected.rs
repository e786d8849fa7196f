//! How undirected edges are treated.

use crate::graph::{Dag, DagError, GraphClass, MixedGraph, NodeId, NodeNames, Pdag, PdagError, cycle_in_words};
use thiserror::Error;

/// How the undirected edges of a graph are treated before it is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Undirected {
    /// Distances are bounds over all directed acyclic graphs that extend the graph.
    #[default]
    Bounds,
    /// The undirected edges are left out.
    Drop,
    /// One directed acyclic graph that extends the graph is used, always the same one.
    Extend,
}

crate::named!(Undirected { Bounds: "bounds", Drop: "drop", Extend: "extend" });

/// Why a graph cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotUsable {
    /// It has a directed cycle.
    #[error(transparent)]
    NotADag(#[from] DagError),
    /// Its undirected edges cannot all be directed.
    #[error(transparent)]
    NotExtendable(#[from] PdagError),
}

impl NotUsable {
    /// The nodes at fault.
    pub fn nodes(&self) -> &[NodeId] {
        match self {
            Self::NotADag(DagError::Cycle { cycle }) => cycle,
            Self::NotADag(_) => &[],
            Self::NotExtendable(error) => error.nodes(),
        }
    }

    /// The reason, with the names of the nodes.
    pub fn in_words(&self, names: &NodeNames) -> String {
        match self {
            Self::NotADag(DagError::Cycle { cycle }) | Self::NotExtendable(PdagError::Cycle { cycle }) => {
                cycle_in_words(cycle, |node| names.name(node))
            }
            Self::NotExtendable(PdagError::Stuck { nodes }) => format!(
                "the undirected edges among {} cannot be directed without a cycle or a new collider, so the graph \
                 is not the class of any directed acyclic graph",
                nodes.iter().map(|&node| names.name(node)).collect::<Vec<_>>().join(", ")
            ),
            error => error.to_string(),
        }
    }
}

impl Undirected {
    /// The class of directed acyclic graphs that a graph is compared as.
    ///
    /// # Errors
    ///
    /// If there are none.
    pub fn class_of(self, graph: &MixedGraph) -> Result<GraphClass, NotUsable> {
        let extendable = || Pdag::try_from(graph.clone());
        Ok(match self {
            _ if graph.undirected_count() == 0 => Dag::try_from(graph.clone())?.into(),
            Self::Bounds => extendable()?.into(),
            Self::Drop => Dag::try_from(graph.without_undirected())?.into(),
            Self::Extend => extendable()?.extension().clone().into(),
        })
    }
}
