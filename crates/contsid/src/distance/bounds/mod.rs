//! Bounds of a distance, if a graph leaves edges undirected.
//!
//! The distances of interventions are sums over the intervened nodes, `Σ_i row_i`, and row i depends on a graph only
//! through the parents of i: once the edges at i are directed and Meek's rules applied, the directed paths from i and
//! the validity of any adjustment set for an effect of i are the same in every member of the class. So the bounds are
//! the minimum and the maximum of `Σ_i cost_i(PA_i)` over the members, which [`PairChoices::bounds`] finds without
//! listing them:
//!
//! - [`PairChoices`] lists the parents that each node can have; the caller evaluates a cost for each, [`RowCosts`];
//! - within a component of undirected edges, choosing its source leaves smaller components; their best values are
//!   computed once for each set of nodes and parents that can remain (at most about 2ⁿ for n nodes with n! members);
//! - if both graphs are undetermined, their components are coupled through shared nodes: the members of the graph with
//!   less work are listed, and for each of them the other graph is solved as before.
//!
//! Beyond the [`Limits`], the minimum and maximum are taken node by node (or of one graph node by node within the
//! other): still valid bounds, but perhaps not attained. The result says so.

mod attained;
mod choices;
mod coupled;
mod plan;

pub(crate) use attained::End;
pub use choices::{PairChoices, ParentChoices};

use serde::Serialize;

/// Whether bounds are attained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exactness {
    /// Both bounds are the values of members.
    Exact,
    /// No member lies outside the bounds; whether one attains them is not known.
    Relaxed,
}

/// The smallest and the largest of some values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Span<T> {
    /// None is smaller.
    pub lower: T,
    /// None is larger.
    pub upper: T,
}

impl<T: Copy + PartialOrd> Span<T> {
    /// The span of one value.
    pub fn point(value: T) -> Self {
        Self { lower: value, upper: value }
    }

    /// The span of some values; none if there is none.
    pub fn of(values: impl IntoIterator<Item = T>) -> Option<Self> {
        values.into_iter().fold(None, |span: Option<Self>, value| {
            let Self { lower, upper } = span.unwrap_or(Self::point(value));
            let (lower, upper) = (if value < lower { value } else { lower }, if value > upper { value } else { upper });
            Some(Self { lower, upper })
        })
    }
}

impl<T> From<Span<T>> for (T, T) {
    fn from(span: Span<T>) -> Self {
        (span.lower, span.upper)
    }
}

/// The bounds of a distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// No member has a smaller value.
    pub lower: f64,
    /// No member has a larger value.
    pub upper: f64,
    /// Whether members attain these values.
    pub exactness: Exactness,
}

impl Bounds {
    /// A value that is known.
    pub fn point(value: f64) -> Self {
        Self { lower: value, upper: value, exactness: Exactness::Exact }
    }

    /// The bounds of a sum of two parts that do not depend on each other.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            lower: self.lower + other.lower,
            upper: self.upper + other.upper,
            exactness: self.exactness.max(other.exactness),
        }
    }
}

/// The limits of work before bounds are relaxed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of pairs of a node and a parent set within one component of undirected edges. A clique of n nodes has
    /// n·2ⁿ⁻¹. For two undetermined graphs also the number of pairs of parent sets of one node.
    pub parent_sets: usize,
    /// The number of smaller components, with their parents, that choices of sources can leave. A clique of n nodes has
    /// 2ⁿ.
    pub parts: usize,
    /// The number of decisions about the parents of a node, over all choices of sources of one component. A tree of n
    /// nodes has n².
    pub decisions: usize,
    /// For two undetermined graphs, the steps for all listed members of one together.
    pub steps: usize,
}

impl Default for Limits {
    /// All components of 16 nodes, trees of 2800 nodes, and some larger ones.
    fn default() -> Self {
        Self { parent_sets: 1 << 20, parts: 1 << 18, decisions: 1 << 23, steps: 1 << 27 }
    }
}

/// The cost of one node for each choice of its parents in the true and in the learnt graph.
#[derive(Clone, Debug, PartialEq)]
pub enum RowCosts {
    /// The costs of all choices: for each true parent set, those of all learnt parent sets.
    Listed(Vec<f64>),
    /// There are too many choices: bounds of their costs.
    Between {
        /// No cost is smaller.
        lower: f64,
        /// No cost is larger.
        upper: f64,
    },
}

impl RowCosts {
    /// The smallest and the largest cost.
    pub fn span(&self) -> Span<f64> {
        match self {
            Self::Listed(values) => Span::of(values.iter().copied()).expect("a node has a choice of parents"),
            &Self::Between { lower, upper } => Span { lower, upper },
        }
    }
}
