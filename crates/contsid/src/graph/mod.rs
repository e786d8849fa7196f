//! What is a valid graph?
//!
//! A [`MixedGraph`] holds directed and undirected edges and promises only that no node is joined to itself and no two
//! nodes are joined twice: files are read into it. A [`Dag`] is a mixed graph that is checked, once, to be fully
//! directed and free of cycles, a [`Pdag`] one that some directed acyclic graph extends, a [`Cpdag`] the completed
//! graph of a Markov equivalence class. Algorithms take the strongest type they need, so that they need not check
//! again; a [`GraphPair`] holds two graphs on the same nodes. Where some causes are hidden, a [`MarkedGraph`] holds
//! what can be known: a [`LatentDag`] has a [`Mag`], and that a [`Pag`].
//!
//! Nodes are numbered; their names are kept apart, in [`NodeNames`]. The next module, [`crate::adjustment`], says what
//! a graph identifies.

mod adjacency;
pub mod class;
mod cpdag;
mod dag;
mod extension;
mod marks;
mod meek;
mod mixed;
mod names;
mod node;
mod orientation;
mod pair;
mod pdag;
mod relation;
mod set;

pub use class::GraphClass;
pub use cpdag::{Cpdag, CpdagError};
pub use dag::{Dag, DagError, cycle_in_words};
pub use marks::{EdgeMarks, LatentDag, Mag, Mark, MarkError, MarkedGraph, MarkedLink, Pag};
pub use mixed::{Edge, EdgeKind, MixedGraph, MixedGraphError};
pub use names::{Alignment, AlignmentError, NameError, NodeNames, UnknownNode};
pub use node::NodeId;
pub use orientation::{Orientation, OrientationError};
pub use pair::{GraphPair, PairError, Role};
pub use pdag::{Pdag, PdagError};
pub use set::NodeSet;
