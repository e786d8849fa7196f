//! How far is a learnt graph from the true one?
//!
//! | distance | counts | needs |
//! |---|---|---|
//! | [`shd`] | pairs of nodes whose edge differs | two graphs |
//! | [`edge_accuracy`] | edges that are shared, for precision, recall and F1 | two graphs |
//! | [`sid`] | ordered pairs whose interventional distribution is read off wrongly | two DAGs |
//! | [`sid_bounds`] | the same, over the members of classes | two classes |
//! | [`identification_mistakes`] | ordered pairs that are wrong by any of three adjustment strategies | two DAGs |
//! | [`class_identification_mistakes`] | the same, and wrong claims of what is identified | two classes |
//! | [`contsid`] | by how much interventional distributions differ on data | two DAGs and a table |
//!
//! All take a [`Selection`] of treatments and outcomes, except the short forms [`sid`] and [`contsid::contsid`], which
//! compare all pairs; their long forms are [`identification_mistakes`] and [`contsid::Prepared`].

mod accuracy;
pub mod bounds;
pub mod contsid;
mod difference;
mod identification;
mod mistakes;
mod selection;
mod shd;
mod sid_bounds;
mod why;

pub use accuracy::{Accuracy, EdgeAccuracy, edge_accuracy};
pub use difference::EdgeChange;
pub(crate) use difference::differences;
pub use identification::{Strategy, class_identification_mistakes, identification_mistakes, sid};
pub use mistakes::Mistakes;
pub use selection::{Selection, SelectionSize};
pub use shd::{Reversal, Shd, shd};
pub use sid_bounds::{SidBounds, sid_bounds};
pub use why::{ClassWhy, TooManyWays, Verdict, Why, WhyCase};
