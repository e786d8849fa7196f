//! What is a valid graph?
//!
//! A [`MixedGraph`] holds directed and undirected edges and promises only that no node is joined to itself and no two
//! nodes are joined twice: it is what files are read into. A [`Dag`] is a mixed graph that is checked, once, to be fully
//! directed and free of cycles. Algorithms take the strongest type they need, so that they need not check again; a
//! [`GraphPair`] holds two graphs on the same nodes.
//!
//! Nodes are numbered; their names stand beside a graph in [`NodeNames`]. The next question, what a graph identifies, is
//! answered by [`crate::adjustment`].

mod adjacency;
mod dag;
mod mixed;
mod names;
mod node;
mod pair;
mod set;

pub use dag::{Dag, DagError};
pub use mixed::{Edge, EdgeKind, MixedGraph, MixedGraphError};
pub use names::{Alignment, AlignmentError, NameError, NodeNames};
pub use node::NodeId;
pub use pair::{GraphPair, PairError};
pub use set::NodeSet;
